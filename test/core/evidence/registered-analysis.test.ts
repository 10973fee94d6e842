import { expect, test } from "vitest";

import { matrixFile } from "../../../src/contracts/matrix.ts";
import { eventsPath } from "../../../src/core/evidence/layout.ts";
import { verifyBundle, type VerifyRules } from "../../../src/core/evidence/verify.ts";
import { arrangeBlocks } from "../../../src/core/planning/blocks.ts";
import { withControl } from "../../../src/core/planning/control-lane.ts";
import { registerAnalysis } from "../../../src/core/planning/register-analysis.ts";
import { bundleParsers } from "../../../src/verify/parsers.ts";
import { recomputeBundle } from "../../../src/verify/recompute.ts";
import { checkAnalysis } from "../../../src/verify/registered-analysis.ts";
import { aPolicy } from "../../builders/runs.ts";
import { bundleOf, MATRIX, parts } from "./a-bundle.ts";

const rules: VerifyRules = { parsers: bundleParsers, recompute: recomputeBundle };
const made = parts();

test("a registered analysis that is not the plan's, added or changed", () => {
  const analysis = registerAnalysis({
    matrix: { candidates: made.plan.candidates, repetitions: 2, variable: "framework" },
    policy: { decision: "screen" },
    cases: 1,
  });
  const registered = (one: typeof analysis) =>
    parts({
      matrix: (bodies) =>
        bodies.map((body) =>
          body.type === "matrix.registered" ? { ...body, analysis: one } : body,
        ),
    });
  const looks = [{ blocks: 1, alpha: 0.05 }];
  for (const one of [analysis, { ...analysis, looks }])
    expect(verifyBundle(bundleOf(registered(one)), rules).first_fault).toMatchObject({
      code: "E-analysis_differs",
      path: eventsPath(MATRIX),
      line: 1,
    });
});

test("a plan whose analysis is not what its contracts give", () => {
  const matrix = matrixFile.parse({
    id: "m",
    variable: "framework",
    candidates: [
      { id: "alpha", adapter: "alpha" },
      { id: "beta", adapter: "beta" },
    ],
    cases: ["c.yaml"],
    models: ["m.yaml"],
    pricing: "p",
    profile: "p",
    policy: "p",
    repetitions: 2,
    budget: "5 USD",
    aa_control: true,
  });
  const bound = { matrix, policy: aPolicy(), cases: 1 };
  const who = ["alpha", "beta", "alpha-aa"];
  const of = [{ id: "inventory-order", version: 2 }];
  const { seed } = matrix.order;
  const blocks = arrangeBlocks(of, who, 2, seed);
  const { order, repetitions, budget, on_exceed, concurrency, track, variable } = matrix;
  const said = { order, repetitions, budget, on_exceed, concurrency, track, variable };
  const candidates = withControl(matrix);
  const plan = { ...made.plan, ...said, candidates, blocks, cells: 6 };
  const analysis = registerAnalysis(bound);
  const check = (one: typeof analysis, change: Partial<typeof bound> = {}) =>
    checkAnalysis({ plan: { ...plan, analysis: one } }, { ...bound, ...change })?.code;
  expect(check(analysis)).toBeUndefined();
  expect(checkAnalysis({ plan }, bound)).toBeUndefined();
  // Who is called a control is judged by nobody; who is called head is judged for all. With or without an analysis.
  const [alpha, beta] = candidates;
  if (alpha === undefined || beta === undefined) throw new Error("no candidates");
  for (const other of [
    { candidates: [alpha, { ...beta, control_of: "alpha" }] },
    { candidates: [{ ...alpha, role: "head" as const }, beta] },
    { candidates: candidates.map((one) => ({ ...one, label: "alpha" })) },
    { budget: "500 USD" },
    { variable: "prompt" as const },
    { repetitions: 1 },
  ])
    for (const registered of [{}, { analysis }])
      expect(checkAnalysis({ plan: { ...plan, ...registered, ...other } }, bound)?.code).toBe(
        "E-plan_mismatch",
      );
  expect(checkAnalysis({ plan: { ...plan, analysis, cells: 7 } }, bound)?.code).toBe(
    "E-blocks_differ",
  );
  const pair = { a: "alpha", b: "alpha-aa", metric: "weighted" as const };
  for (const family of [[], [...analysis.family, pair]])
    expect(check({ ...analysis, family })).toBe("E-analysis_differs");
  expect(check({ ...analysis, alpha: 0.1 })).toBe("E-analysis_differs");
  expect(check({ ...analysis, looks: [...analysis.looks, ...analysis.looks] })).toBe(
    "E-analysis_differs",
  );
  expect(check(analysis, { cases: 2 })).toBe("E-analysis_differs");
  const nobody = { policy: bound.policy, cases: 1, matrix: undefined };
  expect(checkAnalysis({ plan: { ...plan, analysis } }, nobody)?.code).toBe("E-analysis_differs");
  const swapped = blocks.map((block) => ({ ...block, order: block.order.toReversed() }));
  const design = arrangeBlocks(of, who, 2, seed, "williams");
  for (const other of [swapped, blocks.slice(1), blocks.toReversed(), design])
    expect(checkAnalysis({ plan: { ...plan, blocks: other, analysis } }, bound)?.code).toBe(
      "E-blocks_differ",
    );
});
