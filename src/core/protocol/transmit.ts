/** The host's own frames, numbered and checked: a host that would break the protocol is told before a byte is sent. */
import { protocolVersion } from "../../contracts/frame.ts";
import type { HostFrame } from "../../contracts/frame.ts";
import type { HostMessage } from "../ports.ts";
import { withOperation } from "./operation.ts";
import type { Session } from "./session.ts";

export type TransmitRefusalCode =
  | "start_out_of_turn"
  | "operation_not_asked"
  | "operation_not_accepted"
  | "session_finished";

export type Transmitted =
  | { readonly ok: true; readonly session: Session; readonly frame: HostFrame }
  | { readonly ok: false; readonly code: TransmitRefusalCode; readonly message: string };

/**
 * Numbers `message` as the host's next frame. Start follows hello and comes once; accepted, rejected and
 * approval_pending answer an asked operation; a settlement closes one that the host executes itself.
 */
export function transmit(session: Session, message: HostMessage): Transmitted {
  if (session.phase === "finished") {
    return refuse("session_finished", `a ${message.kind} frame after the child's result`);
  }
  const after = permitted(session, message);
  if ("ok" in after) return after;
  return {
    ok: true,
    session: { ...after, next_to_child: session.next_to_child + 1 },
    frame: {
      ...message,
      v: protocolVersion,
      nonce: session.nonce,
      frame_sequence: session.next_to_child,
    },
  };
}

type Refusal = Extract<Transmitted, { ok: false }>;

function permitted(session: Session, message: HostMessage): Session | Refusal {
  switch (message.kind) {
    case "start":
      return session.phase === "waiting"
        ? { ...session, phase: "running" }
        : refuse("start_out_of_turn", `start may not be sent while the child is ${session.phase}`);
    case "cancel":
      return { ...session, cancelled: true };
    case "accepted":
      return answer(session, message.operation_id, message.execute);
    case "rejected":
      return answer(session, message.operation_id, "closed");
    case "approval_pending":
      return answer(session, message.operation_id, "asked");
    case "settlement":
      return session.operations.get(message.operation_id) === "host"
        ? close(session, message.operation_id)
        : refuse(
            "operation_not_accepted",
            `operation ${message.operation_id} is not one that the host accepted to execute`,
          );
  }
}

function answer(
  session: Session,
  id: string,
  state: "host" | "child" | "closed" | "asked",
): Session | Refusal {
  return session.operations.get(id) === "asked"
    ? { ...session, operations: withOperation(session.operations, id, state) }
    : refuse("operation_not_asked", `operation ${id} is not waiting for an answer`);
}

function close(session: Session, id: string): Session {
  return { ...session, operations: withOperation(session.operations, id, "closed") };
}

function refuse(code: TransmitRefusalCode, message: string): Refusal {
  return { ok: false, code, message };
}
