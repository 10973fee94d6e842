import { describe, expect, test } from "vitest";

import type { RunResult } from "../../../src/contracts/run-result.ts";
import { canonicalJson } from "../../../src/core/digest/canonical.ts";
import { compareRuns } from "../../../src/core/scoring/comparison.ts";
import { describe as describeValues } from "../../../src/core/scoring/distribution.ts";
import { keepDocuments, keepTexts } from "../../../src/core/scoring/keep-once.ts";
import type { DigestedResult } from "../../../src/core/scoring/observation.ts";
import type { RunOverrides } from "../../builders/runs.ts";
import {
  aCheck,
  aCompareInput,
  aFailedRun,
  ALL_GATES_PASSED,
  aModelCall,
  aPlan,
  aScore,
  aShape,
  runsOf,
} from "../../builders/runs.ts";

const roles = { base: "base", head: "head" } as const;
const plan = aPlan({ candidates: ["base", "head"], cases: ["one", "two"], repetitions: 6, roles });
const difference = { field: "/temperature", kind: "changed", detail: "0 became 1" } as const;

/** Every kind of thing that a comparison reads of a run, in one repetition or another. */
const KINDS: readonly RunOverrides[] = [
  { score: aScore({ checks: [aCheck({ passed: false, detail: "found 7" }), aCheck()] }) },
  aFailedRun("crash", {
    score: aScore({ checks: [aCheck({ passed: false, detail: "called rm", violated: true })] }),
  }),
  aFailedRun("model_unavailable", { status: "unavailable", model_calls: [] }),
  {
    model_calls: [
      aModelCall({ redacted: 2, differences: [difference, difference] }),
      aModelCall({ wire: "embeddings", shape: aShape({ message_count: 0 }), end: "error" }),
    ],
    gates: { ...ALL_GATES_PASSED, protocol_clean: { state: "failed", detail: "an odd frame" } },
  },
  {
    findings: [{ code: "own_retry", message: "it retries", fix: "do not" }],
    framework: { name: "own", version: { missing: "not locked" } },
    metadata: { isolation: { missing: "unknown" }, packages: [{ name: "ai", version: "1.0.0" }] },
  },
  { metadata: { concurrency: 4, catalog_cost_pico: { missing: "no price" } } },
];

function everyKind(): DigestedResult[] {
  return runsOf(plan, ({ repetition }) => KINDS[repetition - 1] ?? {});
}

/** Leaves nothing of a document behind for whoever still holds a part of it. */
function wreck(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  for (const [key, member] of Object.entries(part)) {
    wreck(member);
    Reflect.deleteProperty(part, key);
  }
}

function* letGo(runs: readonly DigestedResult[], held: RunResult[]): Generator<DigestedResult> {
  for (const { result, digest } of runs) {
    const copy = structuredClone(result);
    held.push(copy);
    yield { result: copy, digest };
    wreck(copy);
  }
}

describe("runs are read once and let go", () => {
  test("a comparison holds no part of a RunResult that was handed to it", () => {
    const whole = compareRuns(aCompareInput(plan, everyKind()));
    const held: RunResult[] = [];
    const results = letGo(everyKind(), held);
    const streamed = compareRuns({ ...aCompareInput(plan, []), results });
    expect(whole.ok).toBe(true);
    expect(canonicalJson(streamed)).toBe(canonicalJson(whole));
    expect(held).toEqual(everyKind().map(() => ({})));
  });

  test("a run that does not belong ends the reading at once", () => {
    const runs = everyKind();
    let read = 0;
    function* counted(): Generator<DigestedResult> {
      for (const [at, run] of runs.entries()) {
        read += 1;
        yield at === 2 ? { ...run, result: { ...run.result, matrix_id: "another" } } : run;
      }
    }
    const outcome = compareRuns({ ...aCompareInput(plan, []), results: counted() });
    expect(outcome).toMatchObject({ ok: false, code: "foreign_run" });
    expect(read).toBe(3);
  });
});

describe("many runs", () => {
  test("a distribution takes more values than a call takes arguments", () => {
    const values = Array.from({ length: 300_000 }, (_, at) => at);
    expect(() => Math.min(...values)).toThrow(RangeError);
    expect(describeValues(values)).toMatchObject({ n: 300_000, minimum: 0, maximum: 299_999 });
  });

  test("what is kept once is equal and shares nothing with what was given, however many there are", () => {
    const keep = keepDocuments<{ readonly at: readonly number[] }>();
    const given = { at: [1] };
    const kept = keep(given);
    expect(kept).toEqual(given);
    expect(kept.at).not.toBe(given.at);
    expect(keep({ at: [1] })).toBe(kept);
    for (let at = 0; at < 20_001; at += 1) keep({ at: [at, at] });
    expect(keep({ at: [30_000] })).toEqual({ at: [30_000] });
    const text = keepTexts();
    for (let at = 0; at < 20_001; at += 1) expect(text(String(at))).toBe(String(at));
  });
});
