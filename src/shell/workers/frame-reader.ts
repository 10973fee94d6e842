/** Bytes from a child to protocol steps: split, parse, check the shape, ask the session; the first fault ends it. */
import { childFrame, frameLimits } from "../../contracts/frame.ts";
import type { ChildFrame } from "../../contracts/frame.ts";
import type { HostMessage, WorkerSignal } from "../../core/ports.ts";
import { encodeFrame, parseLine } from "../../core/protocol/codec.ts";
import { openOperations } from "../../core/protocol/operation.ts";
import { closeSession, createSession, receive } from "../../core/protocol/session.ts";
import { createSplitter } from "../../core/protocol/splitter.ts";
import { transmit } from "../../core/protocol/transmit.ts";

export type ViolationSignal = Extract<WorkerSignal, { kind: "violation" }>;

export interface FrameReader {
  /** Frames found in the chunk, in order, up to the first fault. */
  read(chunk: Uint8Array): {
    readonly frames: readonly ChildFrame[];
    readonly fault?: ViolationSignal;
  };
  /** What the end of the channel means. */
  close(): ViolationSignal | undefined;
  /** The line to send; undefined when the child has already finished. Throws if the host breaks the protocol itself. */
  write(message: HostMessage): string | undefined;
  /** True while the child, not the host, owes the next move. */
  childOwes(): boolean;
  finished(): boolean;
  peakBufferedBytes(): number;
}

/** One reader per child. */
export function createFrameReader(nonce: string): FrameReader {
  const splitter = createSplitter(frameLimits);
  let session = createSession({ nonce });

  function readLine(line: Uint8Array): ChildFrame | ViolationSignal {
    const at = session.next_from_child;
    const parsed = parseLine(line);
    if (!parsed.ok) return violation(parsed.code, parsed.message, at);
    const frame = childFrame.safeParse(parsed.value);
    if (!frame.success) {
      const issue = frame.error.issues[0];
      const path = issue === undefined ? "" : issue.path.join(".");
      const where = path === "" ? "the frame" : path;
      return violation("malformed_frame", `${where}: ${issue?.message ?? "not a frame"}`, at);
    }
    const received = receive(session, frame.data);
    if (!received.ok) return violation(received.code, received.message, received.frame);
    session = received.session;
    return frame.data;
  }

  function read(chunk: Uint8Array): ReturnType<FrameReader["read"]> {
    const split = splitter.push(chunk);
    const frames: ChildFrame[] = [];
    for (const line of split.lines) {
      const outcome = readLine(line);
      if (outcome.kind === "violation") return { frames, fault: outcome };
      frames.push(outcome);
    }
    return split.overflow === undefined
      ? { frames }
      : {
          frames,
          fault: violation(split.overflow.code, split.overflow.message, split.overflow.line),
        };
  }

  function write(message: HostMessage): string | undefined {
    const sent = transmit(session, message);
    if (sent.ok) {
      session = sent.session;
      return encodeFrame(sent.frame);
    }
    if (sent.code === "session_finished") return undefined;
    throw new Error(`the host broke the frame protocol (${sent.code}): ${sent.message}`);
  }

  function close(): ViolationSignal | undefined {
    const fault = closeSession(session, splitter.pending());
    return fault === undefined ? undefined : violation(fault.code, fault.message, fault.frame);
  }

  function childOwes(): boolean {
    if (session.phase === "waiting") return false;
    return openOperations(session.operations).every((id) => session.operations.get(id) === "child");
  }

  return {
    read,
    close,
    write,
    childOwes,
    finished: () => session.phase === "finished",
    peakBufferedBytes: () => splitter.peak(),
  };
}

function violation(code: string, message: string, frame: number | null): ViolationSignal {
  return { kind: "violation", code, message, frame };
}
