/** Several workers and several hosts on one matrix: leases decide who writes, whoever dies, stops or comes back. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readHolder } from "../../src/core/leases/holder.ts";
import { aMatrix } from "../commands/lab.ts";
import { holds, isStopped, look, startHost, until } from "./hosts.ts";
import { folderOf, gateStates, inspect, killAt, openProject, type Matrix } from "./kill-host.ts";

const repetitions = 6;
const refunds = aMatrix({
  cases: '["shipped:cases/refund-approval.yaml"]',
  repetitions: String(repetitions),
});

/** Each run once, whole, with its one refund; each block admitted and settled once. */
function expectWhole(matrix: Matrix): void {
  const { results, effects, folder } = matrix;
  expect(results.map(({ repetition }) => repetition).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: repetitions }, (_, index) => index + 1),
  );
  for (const result of results) {
    expect(result).toMatchObject({ status: "completed", score: { total: 100 } });
    expect(gateStates(result)).not.toContain("failed");
  }
  expect(effects).toEqual(Array.from({ length: repetitions }, () => 1));
  const bodies = [...look(folder).streams.values()].flat().map(({ body }) => body);
  for (const type of ["block.admitted", "block.settled"] as const) {
    const blocks = bodies.flatMap((body) => (body.type === type ? [body.block] : []));
    expect(new Set(blocks).size).toBe(repetitions);
    expect(blocks).toHaveLength(repetitions);
  }
}

/** A matrix that was begun and left: one block is done. */
async function leftMatrix() {
  const lab = openProject(refunds);
  await killAt(lab, "block.after-settle");
  return { lab, folder: folderOf(lab) };
}

/** Name, bytes and last write of each world. */
function readWorlds(folder: string): readonly unknown[] {
  const worlds = join(folder, "worlds");
  return readdirSync(worlds).map((name) => {
    const file = join(worlds, name);
    return [name, readFileSync(file, "utf8"), statSync(file).mtimeMs];
  });
}

/** Which processes settled blocks, by the leases they took them under. */
function holdersOf(folder: string): ReadonlySet<number> {
  const pids = look(folder).leases.map(({ holder }) => readHolder(holder)?.pid ?? 0);
  return new Set(pids);
}

describe("a host with four workers", () => {
  test.each(["model.after-response:7", "tool.after-effect:9", "run.after-file:2"])(
    "C3 is killed at %s: the same command takes its blocks over at once and goes on with each",
    async (armed) => {
      const lab = openProject(refunds);
      const killed = await lab.run(["evaluate", "--workers", "4"], { AGENT_LAB_CRASH_AT: armed });
      expect({ code: killed.code, stderr: killed.stderr }).toMatchObject({ code: -1 });
      const again = await lab.run(["evaluate", "--workers", "4"]);
      expect(again).toMatchObject({ code: 0 });
      expectWhole(await inspect(lab, again));
    },
  );
});

describe("two hosts on one matrix", () => {
  test("both take blocks, every run is there once, and the one that joined says how many it ran", async () => {
    const { lab, folder } = await leftMatrix();
    const joiner = startHost(lab, ["run", "--join"], { ttl_ms: 15_000 });
    await until("the joiner has a block", () => holds(folder, joiner));
    const first = startHost(lab, ["evaluate"], { ttl_ms: 15_000 });
    const [joined, ended] = await Promise.all([joiner.ended, first.ended]);
    expect(joined).toMatchObject({ code: 0 });
    expect(ended).toMatchObject({ code: 0 });
    const pids = holdersOf(folder);
    expect([pids.has(joiner.pid), pids.has(first.pid)]).toEqual([true, true]);
    expect(joined.stdout).toMatch(/^Joined matrix \S+: ran [1-4] blocks? of it\n$/);
    const matrix = await inspect(lab, ended);
    expectWhole(matrix);
    // Whoever ran beside another says so, and counts no time.
    const shared = matrix.results.filter(
      ({ metadata, duration_ms }) => metadata.concurrency === 2 || typeof duration_ms !== "number",
    );
    expect(shared.length).toBeGreaterThan(1);
  });

  test("the one that runs it is killed: who joined finishes every block, and the next command only completes", async () => {
    const { lab, folder } = await leftMatrix();
    const joiner = startHost(lab, ["run", "--join"], { ttl_ms: 15_000 });
    await until("the joiner has a block", () => holds(folder, joiner));
    const at = { point: "tool.after-effect:2", what: "dies" } as const;
    const first = startHost(lab, ["evaluate"], { ttl_ms: 15_000, at });
    expect(await first.ended).toMatchObject({ code: -1 });
    expect(await joiner.ended).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, "complete.json"))).toBe(false);
    const before = look(folder).streams;
    const again = await lab.run(["evaluate"]);
    expect(again).toMatchObject({ code: 0 });
    expectWhole(await inspect(lab, again));
    const after = look(folder).streams;
    const runs = [...before].filter(([, events]) => events[0]?.body.type === "job.created");
    expect(runs).toHaveLength(repetitions);
    for (const [job_id, events] of runs) expect(after.get(job_id)).toEqual(events);
  });

  test("the one that joined is killed: its block is taken over at once, long before its lease would run out", async () => {
    const { lab, folder } = await leftMatrix();
    const at = { point: "tool.after-effect:4", what: "dies" } as const;
    const joiner = startHost(lab, ["run", "--join"], { ttl_ms: 600_000, at });
    await until("the joiner has a block", () => holds(folder, joiner));
    const first = startHost(lab, ["evaluate"], { ttl_ms: 600_000 });
    expect(await joiner.ended).toMatchObject({ code: -1 });
    const ended = await first.ended;
    expect(ended).toMatchObject({ code: 0 });
    const matrix = await inspect(lab, ended);
    expectWhole(matrix);
    expect(matrix.results.some(({ attempt }) => attempt === 2)).toBe(true);
  });
});

const stoppable = existsSync("/proc/self/stat");
if (!stoppable)
  process.stdout.write("No /proc here: whether a process stands still can't be seen (L2).\n");

describe.skipIf(!stoppable)("a host that stands still", () => {
  test.each(["tool.after-executing:3", "tool.after-effect:3", "model.after-response:2"])(
    "L2 stopped at %s past its lease: another finishes, and when it comes back nothing of it is written",
    async (point) => {
      const { lab, folder } = await leftMatrix();
      const at = { point, what: "stops" } as const;
      const joiner = startHost(lab, ["run", "--join"], { ttl_ms: 1_500, at });
      await until("the joiner stands still", () => isStopped(joiner));
      expect(holds(folder, joiner)).toBe(true);
      const first = startHost(lab, ["evaluate"], { ttl_ms: 1_500 });
      const ended = await first.ended;
      expect(ended).toMatchObject({ code: 0 });
      expect(holds(folder, joiner)).toBe(false);
      const before = look(folder).streams;
      const worlds = readWorlds(folder);
      joiner.signal("SIGCONT");
      const joined = await joiner.ended;
      expect(joined).toMatchObject({ code: 0 });
      expect(joined.stderr).toContain("was taken over by another process");
      expect(joined.stdout).toContain("ran 0 blocks");
      expect(look(folder).streams).toEqual(before);
      // Not even the same line again: what is cut off and written anew looks like once.
      expect(readWorlds(folder)).toEqual(worlds);
      expectWhole(await inspect(lab, ended));
    },
  );

  test("L2 stopped for less than its lease: nobody takes its block, and it goes on", async () => {
    const { lab, folder } = await leftMatrix();
    const at = { point: "tool.after-executing:3", what: "stops" } as const;
    const joiner = startHost(lab, ["run", "--join"], { ttl_ms: 60_000, at });
    await until("the joiner stands still", () => isStopped(joiner));
    const first = startHost(lab, ["evaluate"], { ttl_ms: 60_000 });
    await until("the first has a block", () => holds(folder, first));
    expect(holds(folder, joiner)).toBe(true);
    joiner.signal("SIGCONT");
    const [joined, ended] = await Promise.all([joiner.ended, first.ended]);
    expect([joined.code, ended.code]).toEqual([0, 0]);
    expect(joined.stdout).toMatch(/ran [1-5] blocks? of it/);
    const matrix = await inspect(lab, ended);
    expectWhole(matrix);
    expect(matrix.results.every(({ attempt }) => attempt === 1)).toBe(true);
  });
});
