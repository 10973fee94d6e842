import { readFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { comparison as comparisonContract } from "../../../src/contracts/comparison.ts";
import { readinessPolicy } from "../../../src/contracts/readiness-policy.ts";
import { digestBytes, digestDocument } from "../../../src/core/digest/digest.ts";
import { decideReadiness } from "../../../src/core/readiness/readiness.ts";
import { compareRuns } from "../../../src/core/scoring/comparison.ts";
import type { CellAddress, RunOverrides } from "../../builders/runs.ts";
import {
  aCompareInput,
  aFailedRun,
  aModelCall,
  aPlan,
  aPolicy,
  runsOf,
} from "../../builders/runs.ts";

const live = { metadata: { upstream: "live" } } as const;
/** Output costs 0.6 USD a million tokens and input nothing here, so that a run's cost is its output. */
const spending = (out: number): RunOverrides => ({ ...live, tokens: { in: 0, out } });
const unpriced: RunOverrides = {
  ...live,
  model_calls: [aModelCall({ model: "nobody-knows-it" })],
};

function decide(
  make: (cell: CellAddress) => RunOverrides | null,
  { margin = 0.5, repetitions = 10 }: { margin?: number | null; repetitions?: number } = {},
) {
  const roles = { base: "base", head: "head" } as const;
  const plan = aPlan({ candidates: ["base", "head"], repetitions, roles });
  const outcome = compareRuns(aCompareInput(plan, runsOf(plan, make)));
  if (!outcome.ok) throw new Error(outcome.message);
  const comparison = comparisonContract.parse(outcome.comparison);
  const document = decideReadiness({
    comparison,
    comparison_sha256: digestDocument("comparison", comparison),
    policy: aPolicy(margin === null ? {} : { maximum_cost_increase: margin }),
    policy_sha256: digestBytes("policy"),
    track: "own",
  });
  const of = (id: string) => document.candidates.find((one) => one.candidate === id)?.conditions;
  return { verdict: document.verdict, head: of("head") ?? [], base: of("base") ?? [] };
}

const onHead =
  (after: number, before = 1_000) =>
  ({ candidate }: CellAddress) =>
    spending(candidate === "head" ? after : before);

const firstTwoDear = ({ candidate, repetition }: CellAddress) =>
  spending(candidate === "head" && repetition <= 2 ? 9_000 : 1_000);

function read(name: string) {
  const file = join(import.meta.dirname, "../../../config/readiness-policies", `${name}.yaml`);
  return readinessPolicy.parse(parse(readFileSync(file, "utf8")));
}

test("the shipped policy with a margin is the one for pull requests in all else", () => {
  const usual = read("pull-request");
  const { name, description } = read("cost-margin");
  expect(usual).not.toHaveProperty("maximum_cost_increase");
  expect(read("cost-margin")).toEqual({
    ...usual,
    name,
    description,
    maximum_cost_increase: 0.5,
  });
});

describe("a policy's margin for cost", () => {
  test("a doubled cost is Go without a margin, and a condition of head alone with one", () => {
    expect(decide(onHead(2_000), { margin: null })).toMatchObject({ verdict: "Go", head: [] });
    const judged = decide(onHead(2_000));
    expect(judged).toMatchObject({ verdict: "Conditional-Go", base: [] });
    expect(judged.head).toEqual([
      {
        code: "cost_margin",
        message:
          "A run costs $0.0012 on head and $0.0006 on base: +100 % as the mean of 10 paired blocks, dearer in 10 of them; the policy allows +50 %.",
        lift: "A mean of at most $0.0009 a run, or a wider maximum_cost_increase in base's policy.",
        runs: Array.from({ length: 10 }, (_, at) => `head.inventory-order.${at + 1}`),
      },
    ]);
  });

  test("exactly on the margin is within it; the smallest step over it is not, and never reads as on it", () => {
    expect(decide(onHead(1_500)).head).toEqual([]);
    const [over] = decide(onHead(1_501)).head;
    expect(over?.message).toContain("+50.1 % as the mean");
    expect(decide(onHead(1_000), { margin: 0 }).verdict).toBe("Go");
    expect(decide(onHead(1_001), { margin: 0 }).verdict).toBe("Conditional-Go");
  });

  test("one dear run never flips it, whichever side and block it falls on", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 10 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1_500, max: 900_000 }),
        fc.boolean(),
        fc.array(fc.integer({ min: 500, max: 1_500 }), { minLength: 10, maxLength: 10 }),
        (repetitions, at, dear, onBase, others) => {
          const judged = decide(
            ({ candidate, repetition }) => {
              const usual = others[repetition - 1] ?? 1_000;
              const noisy = repetition === Math.min(at, repetitions);
              if (!noisy) return spending(usual);
              // A base run that costs next to nothing makes head look dear just as well.
              if (candidate === "base") return spending(onBase ? 1 : usual);
              return spending(onBase ? usual : dear);
            },
            { repetitions },
          );
          expect(judged.head).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("two of ten blocks that carry the rise are enough", () => {
    expect(decide(firstTwoDear).head).toMatchObject([
      { code: "cost_margin", runs: ["head.inventory-order.1", "head.inventory-order.2"] },
    ]);
  });

  test("a base that costs nothing leaves no room for any cost", () => {
    expect(decide(onHead(0, 0)).head).toEqual([]);
    expect(decide(onHead(1, 0)).head[0]?.message).toContain("from nothing as the mean of");
  });

  test.each(["base", "head"])("a cost of %s that is not known is never taken for 0", (side) => {
    const judged = decide(({ candidate, repetition }) =>
      candidate === side && repetition === 3 ? unpriced : spending(1_000),
    );
    expect(judged.verdict).toBe("Conditional-Go");
    expect(judged.head.map((one) => one.code)).toContain("cost_not_judged");
    const found = judged.head.find((one) => one.code === "cost_not_judged");
    expect(found?.message).toContain("1 of 20 runs have no cost");
    expect(found?.runs).toEqual([`${side}.inventory-order.3`]);
  });

  test("what broken-off runs used is not compared, and without a paired block nothing is judged", () => {
    const crash = { ...aFailedRun("crash"), ...spending(50_000) };
    const some = decide(({ candidate, repetition }) =>
      candidate === "head" && repetition < 4 ? crash : spending(1_000),
    );
    expect(some.head.map((one) => one.code)).not.toContain("cost_margin");
    const none = decide(({ candidate }) => (candidate === "base" ? crash : spending(1_000)));
    expect(none.head.map((one) => one.message).join()).toContain(
      "can't be judged: no block completed on both sides",
    );
  });

  test("one paired block over the margin is said to be too few", () => {
    const judged = decide(onHead(9_000), { repetitions: 1 });
    expect(judged.head).toMatchObject([
      { code: "cost_not_judged", runs: ["head.inventory-order.1"] },
    ]);
    expect(decide(onHead(1_100), { repetitions: 1 }).head).toEqual([]);
  });
});
