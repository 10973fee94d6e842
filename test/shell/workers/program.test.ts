import { tmpdir } from "node:os";

import { expect, test } from "vitest";

import type { ProgramSpec } from "../../../src/core/ports.ts";
import { createPrograms } from "../../../src/shell/workers/program.ts";
import { endsSoon } from "./children.ts";

const programs = createPrograms();
let made = 0;

async function run(script: string, changes: Partial<ProgramSpec> = {}) {
  made += 1;
  return programs.run({
    argv: [process.execPath, "--input-type=module", "-e", script],
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"] ?? "", MARK: "only this" },
    stdin: "the case",
    nonce: `program-test-${process.pid}-${made}`,
    total_ms: 20_000,
    stdout_cap: 1_000,
    ...changes,
  });
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

test("stdin in, stdout and stderr apart, exactly the environment given, the exit code kept", async () => {
  const ended = await run(
    `let s=""; for await (const p of process.stdin) s += p; console.log(s, Object.keys(process.env).filter((n) => !n.startsWith("AGENT_LAB")).sort().join()); console.error("log"); process.exitCode = 3;`,
  );
  expect(ended).toMatchObject({
    exit_code: 3,
    signal: null,
    timed_out: false,
    strays: false,
    spawn_error: null,
  });
  expect(text(ended.stdout).trim()).toBe("the case MARK,PATH");
  expect(text(ended.stderr)).toBe("log\n");
});

test("a program that hangs is stopped at its limit, and said to have been", async () => {
  expect(await run("setInterval(() => {}, 1000);", { total_ms: 400 })).toMatchObject({
    timed_out: true,
    signal: "SIGKILL",
  });
});

test("a program that leaves a daemon behind, in a session of its own, is found out and the daemon is ended", async () => {
  const ended = await run(
    `import { spawn } from "node:child_process"; const d = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" }); d.unref(); console.log(d.pid);`,
  );
  expect(ended).toMatchObject({ exit_code: 0, strays: true });
  const pid = Number(text(ended.stdout));
  expect(pid).toBeGreaterThan(1);
  expect(await endsSoon(pid, 5_000)).toBe(true);
});

test("a program that can't be started says so instead of throwing", async () => {
  const ended = await run("", { argv: ["/nowhere/at-all"] });
  expect(ended.exit_code === 0).toBe(false);
  expect(ended.spawn_error ?? text(ended.stderr)).toMatch(/nowhere/);
});

test("what it prints is kept to the cap, head and tail", async () => {
  const ended = await run(`process.stdout.write("a".repeat(5000) + "END");`);
  expect(text(ended.stdout)).toMatch(/^a{500}\n\[\.\.\. \d+ bytes left out \.\.\.\]\na+END$/);
});

test("a program that is told to stop ends at once, before it starts too", async () => {
  const control = new AbortController();
  const running = run(
    `process.stdout.write("up"); setTimeout(() => process.stdout.write("late"), 15000);`,
    { stop: control.signal },
  );
  setTimeout(() => control.abort(), 1_000);
  const ended = await running;
  expect(ended).toMatchObject({ exit_code: null, timed_out: false, spawn_error: null });
  expect(text(ended.stdout)).not.toContain("late");
  const never = await run(`setTimeout(() => {}, 15000);`, { stop: AbortSignal.abort() });
  expect(never).toMatchObject({ exit_code: null, timed_out: false });
});
