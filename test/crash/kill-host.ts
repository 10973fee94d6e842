/** A host killed at a named point in a project of its own, and what its matrix looks like afterwards. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { expect } from "vitest";

import type { RuntimeEvent } from "../../src/contracts/event.ts";
import { runResult, type RunResult } from "../../src/contracts/run-result.ts";
import { crashVariable } from "../../src/shell/crash/crash-point.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { openLab, type Answer, type Lab } from "../commands/lab.ts";

export interface Matrix {
  readonly folder: string;
  readonly results: readonly RunResult[];
  /** How often the world was changed, by run and request. */
  readonly effects: readonly number[];
  readonly events: (job: number) => readonly RuntimeEvent[];
}

/** A project with `agent-lab.yaml` and further files. */
export function openProject(matrix: string, files: Readonly<Record<string, string>> = {}): Lab {
  const lab = openLab("killed-host");
  lab.write("agent-lab.yaml", matrix);
  for (const [name, text] of Object.entries(files)) lab.write(name, text);
  return lab;
}

/** Runs until the process dies at `armed`, which it must. */
export async function killAt(lab: Lab, armed: string): Promise<void> {
  const killed = await lab.run(["evaluate"], { [crashVariable]: armed });
  expect({ armed, code: killed.code, stderr: killed.stderr }).toMatchObject({ code: -1 });
}

/** The one matrix that was begun: a folder in which the host died before it had a plan is none. */
export function folderOf(lab: Lab): string {
  const begun = lab
    .matrices()
    .map((id) => lab.inside(`.agent-lab/matrices/${id}`))
    .filter((folder) => existsSync(join(folder, "plan.json")));
  expect(begun).toHaveLength(1);
  return begun[0] ?? "";
}

/** What must hold wherever the host died: whole streams, no reservation open, one effect each, a bundle that verifies. */
export async function inspect(lab: Lab, answer: Answer): Promise<Matrix> {
  const folder = folderOf(lab);
  const ledger = openLedger(join(folder, "ledger.db"));
  expect({ faults: ledger.audit(), stderr: answer.stderr }).toMatchObject({ faults: [] });
  const streams = ledger
    .heads()
    .map(({ job_id }) => ledger.events(job_id).map((event) => event.body))
    .filter(([first]) => first?.type === "job.created");
  ledger.close();
  const verified = await lab.run(["verify", join(folder, "evidence.tar.gz")]);
  expect({ code: verified.code, out: verified.stdout }).toMatchObject({ code: 0 });
  const results = readResults(folder);
  for (const result of results)
    expect(result.audit).toMatchObject({ gap_free: true, outstanding_reservations: 0 });
  const effects = countEffects(folder);
  expect(effects.every((times) => times === 1)).toBe(true);
  return { folder, results, effects, events: (job) => streams[job] ?? [] };
}

function readResults(folder: string): readonly RunResult[] {
  return readdirSync(join(folder, "runs"))
    .filter((name) => name.endsWith(".json"))
    .map((name) => runResult.parse(JSON.parse(readFileSync(join(folder, "runs", name), "utf8"))));
}

export function countEffects(folder: string): readonly number[] {
  const worlds = join(folder, "worlds");
  const counts = new Map<string, number>();
  for (const name of existsSync(worlds) ? readdirSync(worlds) : [])
    for (const line of readFileSync(join(worlds, name), "utf8").split("\n").slice(0, -1)) {
      const request = `${name} ${String(JSON.parse(line)["request_sha256"])}`;
      counts.set(request, (counts.get(request) ?? 0) + 1);
    }
  return [...counts.values()];
}

export function gateStates(result: RunResult | undefined): readonly string[] {
  return Object.values(result?.gates ?? {}).map(({ state }) => state);
}
