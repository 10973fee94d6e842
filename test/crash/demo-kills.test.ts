/** The host killed at random moments of the demo, then the same command: it goes on, nothing happens twice, the audit passes. */
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { expect, test } from "vitest";

import { runResult } from "../../src/contracts/run-result.ts";
import { digestBytes } from "../../src/core/digest/digest.ts";
import { createGenerator } from "../../src/core/statistics/generator.ts";
import { aMatrix, openLab, shippedRoot, type Lab } from "../commands/lab.ts";
import { countEffects, folderOf, gateStates } from "./kill-host.ts";

const thorough = process.env["AGENT_LAB_CRASH_PLACES"] === "all";
const seed = process.env["AGENT_LAB_SEED"] ?? `${Date.now()}`;

/** The demo's cases and repetitions on one adapter. */
const small = aMatrix({ cases: '["shipped:cases/*.yaml"]', repetitions: "3" });

async function killWithin(lab: Lab, wait_ms: number): Promise<boolean> {
  const host = spawn(process.execPath, [join(shippedRoot, "src/cli/main.ts"), "evaluate"], {
    cwd: lab.folder,
    env: { PATH: process.env["PATH"], CI: "1", NO_COLOR: "1" },
    stdio: "ignore",
  });
  const ended = new Promise<boolean>((resolve) =>
    host.once("exit", (_code, signal) => resolve(signal === "SIGKILL")),
  );
  const timer = sleep(wait_ms).then(() => host.kill("SIGKILL"));
  const killed = await ended;
  await timer;
  return killed;
}

/** Goes on until the command ends by itself, and looks at everything it left. */
async function goOn(lab: Lab, cells: number): Promise<number> {
  const answer = await lab.run(["evaluate"]);
  expect({ seed, code: answer.code, stderr: answer.stderr }).toMatchObject({ code: 0 });
  const folder = folderOf(lab);
  const audit = await lab.run(["audit"]);
  expect({ seed, code: audit.code, out: audit.stderr }).toMatchObject({ code: 0 });
  const verified = await lab.run(["verify", join(folder, "evidence.tar.gz")]);
  expect({ seed, code: verified.code, out: verified.stdout }).toMatchObject({ code: 0 });
  const results = readdirSync(join(folder, "runs"))
    .filter((name) => name.endsWith(".json"))
    .map((name) => runResult.parse(JSON.parse(readFileSync(join(folder, "runs", name), "utf8"))));
  expect(results).toHaveLength(cells);
  for (const result of results) {
    expect({ seed, ...result }).toMatchObject({ status: "completed", reason: "ok" });
    expect(gateStates(result)).not.toContain("failed");
  }
  const effects = countEffects(folder);
  expect({ seed, effects }).toMatchObject({ effects: effects.map(() => 1) });
  return results.filter(({ attempt }) => attempt > 1).length;
}

async function killOften(
  matrix: string,
  within_ms: number,
  { rounds, cells, lanes }: { rounds: number; cells: number; lanes: number },
): Promise<number> {
  const generator = createGenerator(digestBytes(`${seed} ${cells}`));
  const tally = { tried: 0, killed: 0, resumed: 0 };
  const work = async (): Promise<void> => {
    while (tally.killed < rounds && tally.tried < 2 * rounds) {
      tally.tried += 1;
      const lab = openLab("demo-kill");
      lab.write("agent-lab.yaml", matrix);
      // One that was through before its moment came has nothing to go on with, and does not count.
      if (!(await killWithin(lab, generator.unit() * within_ms))) continue;
      tally.killed += 1;
      tally.resumed += await goOn(lab, cells);
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  process.stdout.write(
    `${tally.killed} of ${tally.tried} killed, ${tally.resumed} cells went on in a second attempt; AGENT_LAB_SEED=${seed}\n`,
  );
  return tally.killed;
}

const many = thorough ? 50 : 4;
const few = thorough ? 5 : 1;

test(`C3 the host is killed at ${many} random moments of a matrix like the demo's`, async () => {
  const killed = await killOften(small, 7_000, { rounds: many, cells: 9, lanes: 2 });
  // Most moments must fall into the run, or nothing was shown.
  expect(killed).toBeGreaterThanOrEqual(many / 2);
}, 1_800_000);

test(`C3 the host is killed at ${few} random moments of the demo itself`, async () => {
  const demo = readFileSync(join(shippedRoot, "config/matrices/demo.yaml"), "utf8")
    .replaceAll("../../", "shipped:")
    .replaceAll(" ../", " shipped:config/")
    .replaceAll("[../", "[shipped:config/");
  const killed = await killOften(demo, 15_000, { rounds: few, cells: 27, lanes: 1 });
  expect(killed).toBeGreaterThanOrEqual(few / 2);
}, 1_800_000);
