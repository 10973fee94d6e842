/** The host killed at each of its named points while it runs a matrix, then the same command: it goes on, and nothing happens twice. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { runResult, type RunResult } from "../../src/contracts/run-result.ts";
import { crashPoints } from "../../src/core/crash-points.ts";
import { crashVariable } from "../../src/shell/crash/crash-point.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { aMatrix, openLab, type Lab } from "../commands/lab.ts";

const refund = aMatrix({ cases: '["shipped:cases/refund-approval.yaml"]' });

interface Killed {
  readonly lab: Lab;
  readonly folder: string;
  readonly results: readonly RunResult[];
  /** How often the world was changed, by request. */
  readonly effects: readonly number[];
}

/** Killed at `armed`, then run again without it. Checks what must hold wherever it died. */
async function killAndGoOn(armed: string, matrix = refund, files = {}): Promise<Killed> {
  const lab = openLab("killed-host");
  lab.write("agent-lab.yaml", matrix);
  for (const [name, text] of Object.entries<string>(files)) lab.write(name, text);
  const killed = await lab.run(["evaluate"], { [crashVariable]: armed });
  expect({ armed, code: killed.code, stderr: killed.stderr }).toMatchObject({ code: -1 });
  const again = await lab.run(["evaluate"]);
  expect({ armed, ...again }).toMatchObject({ code: 0 });
  expect(lab.matrices()).toHaveLength(1);
  const folder = lab.inside(`.agent-lab/matrices/${lab.matrices()[0] ?? ""}`);
  const ledger = openLedger(join(folder, "ledger.db"));
  expect(ledger.audit()).toEqual([]);
  ledger.close();
  expect((await lab.run(["verify", join(folder, "evidence.tar.gz")])).code).toBe(0);
  const results = readdirSync(join(folder, "runs"))
    .filter((name) => name.endsWith(".json"))
    .map((name) => runResult.parse(JSON.parse(readFileSync(join(folder, "runs", name), "utf8"))));
  for (const result of results) {
    expect(result.audit).toMatchObject({ gap_free: true, outstanding_reservations: 0 });
    expect(Object.values(result.gates).map(({ state }) => state)).not.toContain("failed");
  }
  const effects = countEffects(folder);
  expect(effects.every((times) => times === 1)).toBe(true);
  return { lab, folder, results, effects };
}

function countEffects(folder: string): readonly number[] {
  const worlds = join(folder, "worlds");
  const counts = new Map<string, number>();
  for (const name of existsSync(worlds) ? readdirSync(worlds) : [])
    for (const line of readFileSync(join(worlds, name), "utf8").split("\n").slice(0, -1)) {
      const request = `${name} ${String(JSON.parse(line)["request_sha256"])}`;
      counts.set(request, (counts.get(request) ?? 0) + 1);
    }
  return [...counts.values()];
}

/** The case pays a refund once; where its third tool call is struck, it is that payment. */
const plain: readonly (readonly [row: string, armed: string])[] = [
  ["B1", "model.after-reserve"],
  ["B1", "model.after-reserve:3"],
  ["B2", "model.after-response"],
  ["B2", "model.after-response:4"],
  ["T1", "tool.after-request"],
  ["T1", "tool.after-request:3"],
  ["T1", "tool.after-executing"],
  ["T1", "tool.after-executing:3"],
  ["T2", "tool.after-effect"],
  ["T2", "tool.after-effect:3"],
  ["T3", "tool.after-receipt"],
  ["T3", "tool.after-receipt:3"],
  ["P3", "approval.after-decision"],
  ["C3", "recover.after-start"],
  ["C3", "run.after-end"],
  ["C3", "run.after-score"],
  ["C3", "run.after-finish"],
  ["C3", "run.after-file"],
  ["C3", "run.after-record"],
  ["C3", "block.after-settle"],
  ["C3", "matrix.after-complete"],
];

describe("a run with an unsafe tool", () => {
  test.each(plain)(
    "%s the host dies at %s: one effect, the answer, no failed gate",
    async (_row, armed) => {
      const { results, effects } = await killAndGoOn(armed);
      expect(results).toHaveLength(1);
      expect(results[0]).toMatchObject({
        status: "completed",
        reason: "ok",
        score: { total: 100 },
      });
      expect(effects).toEqual([1]);
    },
  );

  test("every point of the host is struck here or in the tests it names", () => {
    const here = new Set([...plain.map(([, armed]) => armed.split(":")[0]), ...elsewhere]);
    const hosts = Object.keys(crashPoints).filter((name) =>
      /^(model|tool|approval|checkpoint|recover|run|block|matrix)\./.test(name),
    );
    expect(hosts.filter((name) => !here.has(name))).toEqual([]);
  });
});

/** Struck in test/crash/stages.test.ts, test/crash/people.test.ts and test/crash/recovery.test.ts. */
const elsewhere = [
  "checkpoint.after-artifact",
  "checkpoint.after-event",
  "approval.before-execution",
  "recover.before-close",
  "recover.after-close",
];
