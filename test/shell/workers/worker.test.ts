import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

import { describe, expect, test } from "vitest";

import { frameLimits } from "../../../src/contracts/frame.ts";
import { reachedIsolation } from "../../../src/shell/workers/isolation.ts";
import { endsSoon, isAlive, runChild, startChild, temporaryFolder } from "./children.ts";

const channels = ["fd:3", "tcp"] as const;

describe.each(channels)("a well-behaved child on %s", (channel) => {
  test("says hello, works with the host, ends", async () => {
    const child = await runChild(
      `await hello(); const { start } = await heard();
       await intent("op-1"); await heard(); const settled = await heard();
       console.log("a stray print"); console.error("and a warning");
       await result(start.run_id + " " + settled.output); process.exit(0);`,
      { channel },
      (signal, worker) => {
        if (signal.kind !== "frame" || signal.frame.kind !== "intent") return;
        const { operation_id } = signal.frame;
        worker.send({ kind: "accepted", operation_id, execute: "host" });
        worker.send({ kind: "settlement", operation_id, output: "seven", is_error: false });
      },
    );
    expect(child.kinds).toEqual(["hello", "intent", "result", "ended"]);
    expect(child.signals[2]).toMatchObject({ frame: { output: "run-1 seven" } });
    expect(child.ended).toMatchObject({ exit_code: 0, signal: null });
    expect(child.log).toBe("[stdout]\na stray print\n\n[stderr]\nand a warning\n\n");
  });

  test("does not have to exit by itself: grace after the result, then it is ended", async () => {
    const child = await runChild(`await hello(); await heard(); await result(); await forever();`, {
      channel,
      grace_ms: 200,
    });
    expect(child.kinds).toEqual(["hello", "result", "ended"]);
    expect(child.ended.signal).toBe("SIGKILL");
  });

  test("sees only the environment it was given", async () => {
    const child = await runChild(
      `await hello(); await heard();
       await result(JSON.stringify(Object.keys(process.env).sort())); process.exit(0);`,
      { channel, env: { PATH: process.env["PATH"] ?? "", OWN: "1" } },
    );
    const names = ["AGENT_LAB_CHANNEL", "AGENT_LAB_NONCE", "AGENT_LAB_PROTOCOL", "OWN", "PATH"];
    expect(child.signals).toContainEqual({
      kind: "frame",
      frame: expect.objectContaining({ kind: "result", output: JSON.stringify(names) }),
    });
  });

  test("may be told to stop, and answers", async () => {
    const child = await runChild(
      `await hello(); await heard(); const { kind, reason } = await heard();
       await say({ kind: "result", status: "failed", output: "", usage: { missing: "none" }, error: kind + ": " + reason });
       process.exit(0);`,
      { channel },
      (signal, worker) => {
        if (signal.kind === "frame" && signal.frame.kind === "hello") worker.stop("enough");
      },
    );
    expect(child.kinds).toEqual(["hello", "result", "ended"]);
    expect(child.signals[1]).toMatchObject({ frame: { error: "cancel: enough" } });
    expect(child.ended.exit_code).toBe(0);
  });
});

describe.each(channels)("a hostile child on %s", (channel) => {
  test.each([
    ["garbage", `await write("Hello, world!\\n");`, "malformed_json"],
    ["garbage after hello", `await hello(); await write("{]\\n");`, "malformed_json"],
    ["bytes that are no text", `await write(Buffer.from([0xff, 0xfe, 10]));`, "malformed_utf8"],
    ["too deep", `await write("[".repeat(100000) + "\\n");`, "too_deep"],
    ["unknown kind", `await say({ kind: "greeting" });`, "malformed_frame"],
    ["a field too many", `await say({ kind: "heartbeat", mood: "good" });`, "malformed_frame"],
    ["exit in a frame", `await hello(); await write('{"v":1,'); exit(0);`, "truncated_frame"],
    ["exit without a word", `exit(3);`, "no_result"],
    ["exit after start", `await hello(); await heard(); exit(0);`, "no_result"],
    ["no hello", `await say({ kind: "heartbeat" });`, "hello_expected"],
    [
      "result twice",
      `await hello(); await heard(); await result(); await result();`,
      "duplicate_result",
    ],
    ["a flood", `await hello(); for (;;) await say({ kind: "heartbeat" });`, "too_many_frames"],
    [
      "a skipped number",
      `await hello(); sequence = 5; await say({ kind: "heartbeat" });`,
      "wrong_sequence",
    ],
    [
      "another job's nonce",
      `await write(frame({ kind: "heartbeat" }).replace(nonce, "x".repeat(36)));`,
      "wrong_nonce",
    ],
    [
      "talk after the result",
      `await hello(); await heard(); await result(); await say({ kind: "heartbeat" });`,
      "after_result",
    ],
    [
      "an operation that was not granted",
      `await hello(); await heard(); await intent("op-1");
       await say({ kind: "settlement", operation_id: "op-1", output: "", is_error: false });`,
      "settlement_not_granted",
    ],
  ])("%s", async (_name, script, code) => {
    const child = await runChild(
      `const exit = (code) => process.exit(code); ${script} await forever();`,
      { channel },
    );
    expect(child.fault).toMatchObject({ kind: "violation", code });
    expect(child.fault).toHaveProperty("message", expect.stringMatching(/\w{3}/));
    expect(child.kinds.slice(-2)).toEqual(["violation", "ended"]);
    expect(child.kinds.filter((kind) => kind === "violation")).toHaveLength(1);
    expect(await isAlive(child.worker.pid)).toBe(false);
  });

  test("never says anything: idle deadline", async () => {
    const child = await runChild("await forever();", { channel, idle_ms: 600 });
    expect(child.kinds).toEqual(["deadline", "ended"]);
    expect(child.fault).toEqual({ kind: "deadline", which: "idle" });
    expect(await isAlive(child.worker.pid)).toBe(false);
  });

  test("one byte at a time is not activity: idle deadline", async () => {
    const child = await runChild(
      `await hello(); for (;;) { await write(" "); await new Promise((go) => setTimeout(go, 20)); }`,
      { channel, idle_ms: 800 },
    );
    expect(child.fault).toEqual({ kind: "deadline", which: "idle" });
  });

  test("heartbeats for ever: total deadline", async () => {
    const child = await runChild(
      `await hello(); for (;;) { await say({ kind: "heartbeat" }); await new Promise((go) => setTimeout(go, 50)); }`,
      { channel, total_ms: 1_500 },
    );
    expect(child.fault).toEqual({ kind: "deadline", which: "total" });
    expect(child.kinds.slice(-2)).toEqual(["deadline", "ended"]);
  });

  test("a line of 512 MiB is cut off at the cap", async () => {
    const before = process.memoryUsage().rss;
    let peakRss = before;
    const watch = setInterval(() => {
      peakRss = Math.max(peakRss, process.memoryUsage().rss);
    }, 5);
    const child = await runChild(
      `await hello(); const block = Buffer.alloc(1 << 20, 65);
       for (let n = 0; n < 512; n += 1) await write(block);
       await write("\\n"); await forever();`,
      { channel },
    );
    clearInterval(watch);
    expect(child.fault).toMatchObject({ code: "line_too_long", frame: 2 });
    expect(child.worker.peakBufferedBytes()).toBeGreaterThan(0);
    expect(child.worker.peakBufferedBytes()).toBeLessThanOrEqual(frameLimits.line);
    expect(peakRss - before).toBeLessThan(128 * 1_048_576);
  });

  test("ignores cancel: killed after the grace", async () => {
    const child = await runChild(
      `process.on("SIGTERM", () => {}); await hello(); await forever();`,
      { channel, grace_ms: 200 },
      (signal, worker) => {
        if (signal.kind === "frame") worker.stop("enough");
      },
    );
    expect(child.kinds).toEqual(["hello", "ended"]);
    expect(child.ended.signal).toBe("SIGKILL");
  });
});

test("stdout without end: head and tail are kept, the rest is counted", async () => {
  const child = await runChild(
    `await hello(); await heard();
     const line = "x".repeat(1023) + "\\n";
     process.stdout.write("first\\n");
     for (let n = 0; n < 4096; n += 1) if (!process.stdout.write(line)) await once(process.stdout, "drain");
     process.stdout.write("last\\n", () => result().then(() => process.exit(0)));
     await forever();`,
  );
  expect(child.kinds).toEqual(["hello", "result", "ended"]);
  expect(child.log).toMatch(/^\[stdout\]\nfirst\n/);
  expect(child.log).toMatch(/last\n\n$/);
  expect(child.log).toContain(`[... ${4096 * 1024 + 11 - 262_144} bytes left out ...]`);
  expect(child.ended.log.length).toBeLessThan(262_144 + 100);
});

function grandchild(detached: boolean): string {
  return `
  import { spawn } from "node:child_process";
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"],
    { detached: ${detached}, stdio: "inherit" });
  await hello(); await heard(); await say({ kind: "checkpoint", stage: "forked",
    pending_operation_id: null, state: { pid: child.pid } });`;
}

function pidIn(signals: readonly unknown[]): number {
  const found = JSON.stringify(signals).match(/"pid":(\d+)/)?.[1];
  if (found === undefined) throw new Error("no pid was reported");
  return Number(found);
}

describe.skipIf(process.platform === "win32")("the whole tree ends (POSIX only: groups)", () => {
  test.each([
    ["after a clean exit", `await result(); process.exit(0);`, false],
    ["after a violation", `await write("garbage\\n"); await forever();`, false],
    ...(process.platform === "linux"
      ? [["even one with a session of its own", `await result(); process.exit(0);`, true] as const]
      : []),
  ] as const)("%s", async (_name, rest, detached) => {
    const child = await runChild(grandchild(detached) + rest);
    expect(child.kinds).toContain("checkpoint");
    const pid = pidIn(child.signals);
    expect(await endsSoon(pid, 1_000)).toBe(true);
  });
});

test("a slow reader holds the child back instead of filling memory, and gets every frame", async () => {
  let reading = 0;
  const child = await runChild(
    `await hello(); await heard();
     for (let n = 0; n < 3000; n += 1) await say({ kind: "checkpoint", stage: "s" + n,
       pending_operation_id: null, state: "y".repeat(2000) });
     await result(); process.exit(0);`,
    { idle_ms: 300 },
    async () => {
      reading += 1;
      if (reading === 10) await sleep(900);
    },
  );
  expect(child.fault).toBeUndefined();
  expect(child.kinds).toHaveLength(3_003);
});

test("a program that does not exist is a violation with its name", async () => {
  const child = await runChild("", { argv: ["no-such-program-here"] });
  expect(child.kinds).toEqual(["violation", "ended"]);
  const told = JSON.stringify([child.fault, child.log]);
  expect(told).toContain("no-such-program-here");
});

test("a folder that does not exist is spawn_failed", async () => {
  const child = await runChild("", { cwd: "/no/such/folder" });
  expect(child.fault).toMatchObject({ code: "spawn_failed", frame: null });
  expect(child.worker.pid).toBe(0);
});

test("a stranger on the loopback port gets nowhere and does no harm", async () => {
  const child = await runChild(
    `const own = Number(address.split(":")[2]);
     const stranger = connect(own, "127.0.0.1"); stranger.on("error", () => {});
     stranger.write("wrong nonce\\n");
     await new Promise((gone) => stranger.on("close", gone));
     await hello(); await heard(); await result(); process.exit(0);`,
    { channel: "tcp" },
  );
  expect(child.kinds).toEqual(["hello", "result", "ended"]);
});

test("a host that breaks the protocol itself is told at once", async () => {
  const worker = startChild("await hello(); await forever();");
  expect(() => worker.send({ kind: "accepted", operation_id: "op-1", execute: "host" })).toThrow(
    /operation_not_asked/,
  );
  worker.stop("done");
  const kinds: string[] = [];
  for await (const signal of worker.signals) kinds.push(signal.kind);
  expect(kinds.at(-1)).toBe("ended");
});

test.runIf(process.platform === "linux")(
  "no-new-privs is what the child itself reports (Linux only: read from /proc)",
  async () => {
    const child = await runChild(
      `import { readFileSync } from "node:fs"; await hello(); await heard();
     await result(/NoNewPrivs:\\s+(\\d)/.exec(readFileSync("/proc/self/status", "utf8"))[1]); process.exit(0);`,
    );
    const expected = reachedIsolation() === "no-new-privs" ? "1" : "0";
    expect(child.signals).toContainEqual({
      kind: "frame",
      frame: expect.objectContaining({ kind: "result", output: expected }),
    });
  },
);

test.runIf(process.platform === "linux" && reachedIsolation() === "no-new-privs")(
  "a host that is killed takes its children with it (Linux with setpriv only)",
  async () => {
    const cwd = temporaryFolder();
    const module = pathToFileURL(resolve("src/shell/workers/worker.ts")).href;
    writeFileSync(
      join(cwd, "host.ts"),
      `import { createWorkers } from ${JSON.stringify(module)};
       const clock = { now: () => "", monotonic: () => performance.now(), sleep: async () => {} };
       const worker = createWorkers({ clock }).start({ argv: [process.execPath, "-e", "setInterval(() => {}, 1000)"],
         cwd: ".", env: {}, nonce: "a-nonce-of-sixteen-or-more", channel: "fd:3",
         idle_ms: 20000, total_ms: 20000, grace_ms: 100 });
       console.log(worker.pid);`,
    );
    const host = spawn(process.execPath, [join(cwd, "host.ts")], {
      cwd,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(host.stdout, "data")) as [Buffer];
    const pid = Number(line.toString("utf8"));
    expect(await isAlive(pid)).toBe(true);
    host.kill("SIGKILL");
    expect(await endsSoon(pid, 2_000)).toBe(true);
  },
);
