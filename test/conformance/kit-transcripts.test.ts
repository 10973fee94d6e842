/** The JavaScript kit plays the child in the golden transcripts: the same frames in the same order, byte for byte but for heartbeats. */
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import type { Readable } from "node:stream";

import { describe, expect, test } from "vitest";

import { frameLimits } from "../../src/contracts/frame.ts";
import type { ChildFrame } from "../../src/contracts/frame.ts";
import { createSplitter } from "../../src/core/protocol/splitter.ts";
import { readTranscripts } from "../core/protocol/transcripts.ts";
import type { Transcript } from "../core/protocol/transcripts.ts";

const transcripts = readTranscripts();
const spoken = transcripts.filter(({ verdict }) => verdict.ok);
const hostFaults = transcripts.filter(({ verdict }) => !verdict.ok && verdict.fault_of === "host");

interface Played {
  readonly frames: readonly ChildFrame[];
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** Sends each host frame once the child frames before it in the transcript have come. */
async function play(transcript: Transcript): Promise<Played> {
  const child = spawn(
    process.execPath,
    [
      resolve("test/conformance/transcript-actor.mjs"),
      resolve("adapters/transcripts", `${transcript.name}.json`),
    ],
    {
      stdio: ["pipe", "pipe", "pipe", "pipe"],
      env: { AGENT_LAB_CHANNEL: "fd:3", AGENT_LAB_NONCE: transcript.nonce },
      timeout: 15_000,
    },
  );
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk: Buffer) => (output.stdout += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (output.stderr += chunk.toString("utf8")));
  child.stdin?.on("error", () => undefined);
  const closed = new Promise<number | null>((done) => {
    child.once("close", done);
  });
  const frames: ChildFrame[] = [];
  let next = 0;

  function speak(): void {
    const heard = frames.filter(({ kind }) => kind !== "heartbeat").length;
    for (; next < transcript.steps.length; next += 1) {
      const step = transcript.steps[next];
      const before = transcript.steps.slice(0, next).filter(({ from }) => from === "child").length;
      if (step?.from === "child") continue;
      if (before > heard) return;
      child.stdin?.write(`${JSON.stringify(step?.frame)}\n`);
    }
  }

  // Not readline: it also ends lines at U+2028, which JSON text may hold.
  const splitter = createSplitter(frameLimits);
  for await (const chunk of child.stdio[3] as Readable) {
    for (const line of splitter.push(chunk as Uint8Array).lines) {
      frames.push(JSON.parse(Buffer.from(line).toString("utf8")) as ChildFrame);
      speak();
    }
  }
  return { frames, ...output, code: await closed };
}

function withoutBeats(frames: readonly ChildFrame[]): readonly unknown[] {
  return frames
    .filter(({ kind }) => kind !== "heartbeat")
    .map(({ frame_sequence: _sequence, ...rest }) => rest);
}

describe.concurrent("the kit speaks every good transcript", () => {
  test.each(spoken.map((transcript) => [transcript.name, transcript] as const))(
    "%s",
    async (_name, transcript) => {
      const played = await play(transcript);
      const expected = transcript.steps.flatMap((step) =>
        step.from === "child" ? [step.frame] : [],
      );
      expect(withoutBeats(played.frames)).toEqual(withoutBeats(expected));
      expect(played.frames.map(({ frame_sequence }) => frame_sequence)).toEqual(
        played.frames.map((_frame, index) => index + 1),
      );
      expect(played).toMatchObject({ stdout: "", stderr: "", code: 0 });
    },
  );
});

describe.concurrent("the kit does not go on with a host that breaks the protocol", () => {
  test.each(hostFaults.map((transcript) => [transcript.name, transcript] as const))(
    "%s",
    async (_name, transcript) => {
      const { frames, code } = await play(transcript);
      expect(frames.at(-1)).toMatchObject({ kind: "result", status: "failed" });
      expect(JSON.stringify(frames.at(-1))).toMatch(/out of sequence|not open/);
      expect(code).toBe(0);
    },
  );
});

test.skipIf(process.platform === "win32")(
  "a unix socket: the nonce is the first line (not on Windows: no such path)",
  async () => {
    const path = resolve(tmpdir(), `agent-lab-kit-${process.pid}.sock`);
    const firstLines = new Promise<readonly string[]>((done) => {
      const server = createServer((socket) => {
        let text = "";
        socket.on("data", (chunk: Buffer) => {
          text += chunk.toString("utf8");
          if (text.split("\n").length < 3) return;
          done(text.split("\n").slice(0, 2));
          socket.destroy();
          server.close();
          child.kill("SIGKILL");
        });
      }).listen(path);
    });
    const child = spawn(
      process.execPath,
      [
        resolve("test/conformance/transcript-actor.mjs"),
        resolve("adapters/transcripts/answer.json"),
      ],
      {
        stdio: ["pipe", "ignore", "ignore"],
        env: { AGENT_LAB_CHANNEL: `unix:${path}`, AGENT_LAB_NONCE: "nonce-of-this-test" },
        timeout: 15_000,
      },
    );
    const [nonce, hello] = await firstLines;
    expect(nonce).toBe("nonce-of-this-test");
    expect(JSON.parse(hello ?? "")).toMatchObject({ kind: "hello", frame_sequence: 1 });
  },
);

test("started by hand, the kit says who should start it", async () => {
  const child = spawn(process.execPath, [resolve("adapters/bare-loop/main.js")], {
    env: {},
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  const code = await new Promise((done) => {
    child.once("close", done);
  });
  expect(code).toBe(2);
  expect(stderr).toContain("started by agent-lab");
});
