import { describe, expect, test } from "vitest";

import { STATISTICS_SPEC } from "../../../src/core/statistics/spec.ts";
import { DESIGN } from "./vectors/design.ts";
import { groups, type Check } from "./vectors/file.ts";
import { PAIRED } from "./vectors/paired.ts";
import { RATES } from "./vectors/rates.ts";
import { WEIGHTS } from "./vectors/weights.ts";

const CHECKS: Record<string, Check> = { ...RATES, ...PAIRED, ...WEIGHTS, ...DESIGN };

/** Groups of the whole set that are not in the file, because nothing shipped computes them. */
const LEFT_OUT = {
  miller_power: "plans questions for means of hundreds; blocks are planned by requiredBlocks",
  bayes_prob_A_better: "no probability of being better is printed",
  balanced_order_restricted_randomisation: "orders are shuffled block by block, not balanced",
  repeat_gate_pass_probability: "no gate passes on k of n",
  simulated_coverage_nominal95:
    "simulated figures that chose the intervals; ours come from npm run sim",
  r_checks: "what R printed for the groups above, to fewer digits",
};

describe("reference vectors", () => {
  test.each(Object.keys(CHECKS))("%s", (name) => {
    expect(groups[name]).toBeDefined();
    CHECKS[name]?.(groups[name]);
  });

  test("every group is checked or left out for a reason", () => {
    const { meta, ...inFile } = groups;
    expect(meta).toBeDefined();
    expect(Object.keys(inFile).toSorted()).toEqual(Object.keys(CHECKS).toSorted());
    for (const name of Object.keys(LEFT_OUT)) expect(inFile).not.toHaveProperty(name);
    expect(Object.keys(CHECKS).length + Object.keys(LEFT_OUT).length).toBe(38);
  });
});

test("the formulas have a name of their own", () => {
  expect(STATISTICS_SPEC).toBe("agentlab-stats/1");
});
