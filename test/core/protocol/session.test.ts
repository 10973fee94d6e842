import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { childFrame, hostFrame } from "../../../src/contracts/frame.ts";
import type { ChildFrame, HostFrame } from "../../../src/contracts/frame.ts";
import type { HostMessage } from "../../../src/core/ports.ts";
import { closeSession, createSession, receive } from "../../../src/core/protocol/session.ts";
import type { Session } from "../../../src/core/protocol/session.ts";
import { transmit } from "../../../src/core/protocol/transmit.ts";
import { readTranscripts } from "./transcripts.ts";
import type { Transcript } from "./transcripts.ts";

const transcripts = readTranscripts();

/** Replays a transcript on the host's session: the verdict as the transcript tells it, and every frame that passed. */
function replay(transcript: Transcript): {
  readonly verdict: Transcript["verdict"];
  readonly passed: readonly (ChildFrame | HostFrame)[];
} {
  let session = createSession({ nonce: transcript.nonce });
  const passed: (ChildFrame | HostFrame)[] = [];
  for (const [step, { from, frame }] of transcript.steps.entries()) {
    if (from === "child") {
      const received = receive(session, frame);
      if (!received.ok) {
        return { verdict: { ok: false, fault_of: "child", code: received.code, step }, passed };
      }
      for (const effect of received.effects)
        if (effect.kind === "deliver") passed.push(effect.frame);
      session = received.session;
    } else {
      const { v: _v, nonce: _nonce, frame_sequence: _sequence, ...message } = frame;
      const sent = transmit(session, message);
      if (!sent.ok)
        return { verdict: { ok: false, fault_of: "host", code: sent.code, step }, passed };
      passed.push(sent.frame);
      session = sent.session;
    }
  }
  const fault = closeSession(session, transcript.partial_bytes);
  return fault === undefined
    ? { verdict: { ok: true }, passed }
    : { verdict: { ok: false, fault_of: "child", code: fault.code, step: "end" }, passed };
}

describe("golden transcripts", () => {
  test("every frame in them has the published shape", () => {
    for (const { name, steps } of transcripts) {
      for (const { from, frame } of steps) {
        const parsed = (from === "child" ? childFrame : hostFrame).safeParse(frame);
        expect(parsed.success, `${name}: ${JSON.stringify(frame)}`).toBe(true);
      }
    }
  });

  const forHost = transcripts.filter(({ verdict }) => verdict.ok || verdict.fault_of === "child");
  test.each(forHost.map((transcript) => [transcript.name, transcript] as const))(
    "%s",
    (_name, transcript) => {
      const { verdict, passed } = replay(transcript);
      expect(verdict).toEqual(transcript.verdict);
      const frames = transcript.steps.map(({ frame }) => frame);
      const until = verdict.ok || verdict.step === "end" ? frames.length : verdict.step;
      expect(passed).toEqual(frames.slice(0, until));
    },
  );
});

function messageFor(kind: string, operation_id: string): HostMessage {
  if (kind === "rejected") return { kind: "rejected", operation_id, code: "c", message: "m" };
  return kind === "settlement"
    ? { kind: "settlement", operation_id, output: "", is_error: false }
    : { kind: "accepted", operation_id, execute: kind === "child" ? "child" : "host" };
}

describe("a session of any length", () => {
  const nonce = "0123456789abcdef";
  const envelope = { v: 1 as const, nonce };

  function running(): Session {
    const hello = receive(createSession({ nonce }), {
      ...envelope,
      frame_sequence: 1,
      kind: "hello",
      adapter: "a",
      protocol: 1,
    });
    if (!hello.ok) throw new Error(hello.code);
    return { ...hello.session, phase: "running" };
  }

  const operation = fc.constantFrom("a", "b", "c");
  const childMove = fc.oneof(
    fc.record({ by: fc.constant("child" as const), kind: fc.constant("intent"), id: operation }),
    fc.record({
      by: fc.constant("child" as const),
      kind: fc.constant("settlement"),
      id: operation,
    }),
    fc.record({ by: fc.constant("child" as const), kind: fc.constant("result"), id: operation }),
  );
  const hostMove = fc.record({
    by: fc.constant("host" as const),
    kind: fc.constantFrom("host", "child", "rejected", "settlement"),
    id: operation,
  });

  function frameFor(kind: string, id: string, frame_sequence: number): ChildFrame {
    const head = { ...envelope, frame_sequence };
    if (kind === "intent") {
      return {
        ...head,
        kind: "intent",
        event_type: "tool.requested",
        operation_id: id,
        payload: { name: "t", arguments: {}, idempotency_key: id },
        reservation: { id, amount: {} },
      };
    }
    return kind === "settlement"
      ? { ...head, kind: "settlement", operation_id: id, output: "", is_error: false }
      : { ...head, kind: "result", status: "completed", output: "", usage: { missing: "x" } };
  }

  test("each operation is asked once, answered once, settled once, by the one who runs it", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(childMove, hostMove), { maxLength: 30 }), (moves) => {
        let session = running();
        const told: string[] = [];
        for (const { by, kind, id } of moves) {
          const outcome =
            by === "child"
              ? receive(session, frameFor(kind, id, session.next_from_child))
              : transmit(session, messageFor(kind, id));
          if (!outcome.ok && by === "child") break;
          if (!outcome.ok) continue;
          session = outcome.session;
          told.push(`${by} ${kind} ${id}`);
        }
        const count = (text: string): number => told.filter((entry) => entry === text).length;
        for (const id of ["a", "b", "c"]) {
          const answers =
            count(`host host ${id}`) + count(`host child ${id}`) + count(`host rejected ${id}`);
          expect(count(`child intent ${id}`)).toBeLessThanOrEqual(1);
          expect(answers).toBeLessThanOrEqual(count(`child intent ${id}`));
          expect(count(`host settlement ${id}`)).toBeLessThanOrEqual(count(`host host ${id}`));
          expect(count(`child settlement ${id}`)).toBeLessThanOrEqual(count(`host child ${id}`));
        }
        const result = told.findIndex((entry) => entry.startsWith("child result"));
        expect(result === -1 || result === told.length - 1).toBe(true);
      }),
    );
  });

  test("a start is sent once, after hello", () => {
    const start = { kind: "start" } as HostMessage;
    expect(transmit(createSession({ nonce }), start)).toMatchObject({ code: "start_out_of_turn" });
    expect(transmit(running(), start)).toMatchObject({ code: "start_out_of_turn" });
  });

  test("the operations of one child are capped", () => {
    let session: Session = { ...running(), limits: { operations: 2 } };
    for (const id of ["a", "b"]) {
      const received = receive(session, frameFor("intent", id, session.next_from_child));
      if (!received.ok) throw new Error(received.code);
      session = received.session;
    }
    expect(receive(session, frameFor("intent", "c", session.next_from_child))).toMatchObject({
      code: "too_many_operations",
    });
  });
});
