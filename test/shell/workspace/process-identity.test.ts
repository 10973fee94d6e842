import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

import { expect, onTestFinished, test } from "vitest";

import { isRunning, ownIdentity } from "../../../src/shell/workspace/process-identity.ts";

const readable = existsSync("/proc/self/stat");
if (!readable) process.stdout.write("No /proc here: a process's start and state can't be read.\n");

test("this process runs; a number that was given out again is another process", () => {
  const own = ownIdentity();
  expect(own.pid).toBe(process.pid);
  expect(isRunning(own)).toBe(true);
  expect(isRunning({ ...own, started: null })).toBe(true);
  expect(isRunning({ ...own, started: "1" })).toBe(!readable);
});

test.skipIf(!readable)(
  "a process that ended and was not asked for its exit code does not run",
  async () => {
    // The shell never waits for the first of its children, and says its number.
    const shell = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 30"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void shell.kill("SIGKILL"));
    const pid = await new Promise<number>((resolve) =>
      shell.stdout.once("data", (text: Buffer) => resolve(Number(text.toString().trim()))),
    );
    const state = (): string | undefined =>
      readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.slice(0, 1);
    for (let left = 100; left > 0 && state() !== "Z"; left -= 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(state()).toBe("Z");
    expect(isRunning({ pid, started: null })).toBe(false);
  },
);
