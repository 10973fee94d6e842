import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

import { expect, onTestFinished, test } from "vitest";

import { openMatrixStore } from "../../../src/shell/workspace/matrix-folder.ts";
import { aFolder } from "./folder.ts";

function aMatrixFolder(): ReturnType<ReturnType<typeof openMatrixStore>["create"]> {
  return openMatrixStore(aFolder().at("store")).create("20261130T083911Z-d5c844");
}

test("a folder is claimed once, names its holder, and is free again when released", () => {
  const matrix = aMatrixFolder();
  const first = matrix.claim();
  expect(first.ok).toBe(true);
  expect(JSON.parse(readFileSync(matrix.locate("run.lock"), "utf8"))).toMatchObject({
    pid: process.pid,
  });
  expect(matrix.claim()).toEqual({ ok: false, pid: process.pid });
  if (first.ok) first.release();
  expect(readdirSync(matrix.path)).toEqual([]);
  expect(matrix.claim().ok).toBe(true);
});

test("a living process keeps its claim, an ended one loses it", async () => {
  const matrix = aMatrixFolder();
  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  onTestFinished(() => void other.kill("SIGKILL"));
  matrix.write("run.lock", JSON.stringify({ pid: other.pid, started: null }));
  expect(matrix.claim()).toEqual({ ok: false, pid: other.pid });
  const ended = new Promise((resolve) => other.once("exit", resolve));
  other.kill("SIGKILL");
  await ended;
  expect(matrix.claim().ok).toBe(true);
  expect(readdirSync(matrix.path)).toEqual(["run.lock"]);
});

test("a process number that was given to another process since is no holder", () => {
  if (!existsSync("/proc/self/stat")) {
    process.stdout.write("No /proc here: a process's start can't be read.\n");
    return;
  }
  const matrix = aMatrixFolder();
  matrix.write("run.lock", JSON.stringify({ pid: process.ppid, started: "1" }));
  expect(matrix.claim().ok).toBe(true);
});

test("a lock that names no process binds nobody, and only its own holder's lock is released", () => {
  const matrix = aMatrixFolder();
  for (const text of ["", "{", "null", '{"pid":-1}', '{"pid":"1"}']) {
    matrix.write("run.lock", text);
    const claim = matrix.claim();
    expect(claim.ok).toBe(true);
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    const another = JSON.stringify({ pid, started: null });
    matrix.write("run.lock", another);
    if (claim.ok) claim.release();
    expect(readFileSync(matrix.locate("run.lock"), "utf8")).toBe(another);
  }
});
