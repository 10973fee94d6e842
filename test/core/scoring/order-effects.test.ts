import { describe, expect, test } from "vitest";

import type { Comparison } from "../../../src/contracts/comparison.ts";
import { arrangeBlocks } from "../../../src/core/planning/blocks.ts";
import { isMissing } from "../../../src/core/scoring/missing.ts";
import { findOrderEffects } from "../../../src/core/scoring/order-effects.ts";
import { aCompareInput, aPlan, aProfile, comparisonOf, runsOf } from "../../builders/runs.ts";

const REPETITIONS = 40;
const DRIFT_MS = 10;
const live = { upstream: "live" } as const;

/** Both candidates take 5 s; each run is slower than the run before it. `when` says as the how-manieth a run ran. */
function drifting(
  seed: string,
  drift: number,
  when: (candidate: string, repetition: number, sequence: number) => number,
): Comparison {
  const shape = aPlan({ repetitions: REPETITIONS });
  const [block] = shape.blocks;
  const cases = [{ id: block?.case_id ?? "", version: block?.case_version ?? 1 }];
  const blocks = arrangeBlocks(cases, ["alpha", "beta"], REPETITIONS, seed);
  const plan = { ...shape, blocks };
  const results = runsOf(plan, ({ candidate, repetition }) => {
    const at = blocks.findIndex((one) => one.repetition === repetition);
    const sequence = at * 2 + (blocks[at]?.order.indexOf(candidate) ?? 0);
    const noise = ((sequence * 7_919) % 101) - 50;
    return {
      duration_ms: 5_000 + noise + Math.round(drift * when(candidate, repetition, sequence)),
      metadata: live,
    };
  });
  return comparisonOf(aCompareInput(plan, results));
}

function latency(document: Comparison) {
  const pair = document.pairs.find((one) => one.metric === "latency");
  const effects = document.order_effects;
  if (pair === undefined || isMissing(effects)) throw new Error("nothing to look at");
  return { pair, drift: effects.drift.find((one) => one.metric === "latency"), effects };
}

const asRun = (_candidate: string, _repetition: number, sequence: number): number => sequence;
/** Only the first run of each block pays. */
const whenFirst = (_candidate: string, _repetition: number, sequence: number): number =>
  sequence % 2 === 0 ? 40 : 0;
/** All of alpha first, then all of beta. */
const inTwoHalves = (candidate: string, repetition: number): number =>
  (candidate === "alpha" ? 0 : REPETITIONS) + repetition;

describe("a drift of 10 ms a run", () => {
  test("meets both candidates alike in drawn order: nothing is told apart, and the drift is reported", () => {
    const { pair, drift, effects } = latency(drifting("one", DRIFT_MS, asRun));
    expect(Math.abs(Number(pair.mean_difference))).toBeLessThan(2 * DRIFT_MS);
    expect(pair.word).toBe("not_told_apart");
    expect(drift).toMatchObject({ found: true });
    expect(Number(drift?.slope)).toBeCloseTo(DRIFT_MS, 0);
    expect(effects.statement).toMatch(
      /^Order left a trace: latency drifted by \+\d+ ms from the first run to the last/,
    );
  });

  test("one candidate after the other: the drift reads as a difference of forty runs' drift", () => {
    const { pair } = latency(drifting("one", DRIFT_MS, inTwoHalves));
    expect(Number(pair.mean_difference)).toBeCloseTo(-DRIFT_MS * REPETITIONS, -2);
    expect(pair.word).toBe("different");
  });

  test("over many drawn orders the mean bias is nothing", () => {
    const biases = Array.from({ length: 60 }, (_, at) =>
      Number(latency(drifting(`seed ${at}`, DRIFT_MS, asRun)).pair.mean_difference),
    );
    const mean = biases.reduce((sum, one) => sum + one, 0) / biases.length;
    // Of one matrix: about g / sqrt(B) = 1.6 ms, and the noise; of sixty an eighth of that.
    expect(Math.abs(mean)).toBeLessThan(4);
  });
});

test("without a drift none is found", () => {
  const { drift, effects } = latency(drifting("one", 0, asRun));
  expect(drift?.found).toBe(false);
  expect(effects.statement).toBe(
    "No drift over the matrix and no effect of running first was found.",
  );
});

test("a first run that pays for a cold start is seen", () => {
  const { effects } = latency(drifting("one", DRIFT_MS, whenFirst));
  const first = effects.first_position.find((one) => one.metric === "latency");
  expect(first?.found).toBe(true);
  expect(Number(first?.difference)).toBeGreaterThan(300);
});

test("positions are counted, so that an uneven order shows", () => {
  const { effects } = latency(drifting("one", 0, asRun));
  for (const { positions } of effects.balance) {
    expect(positions.reduce((sum, one) => sum + one, 0)).toBe(REPETITIONS);
  }
});

function served(names: readonly string[]) {
  const plan = aPlan({ repetitions: 4 });
  const results = runsOf(plan, ({ repetition }) => ({
    metadata: { ...live, served_models: [names[repetition % names.length] ?? ""] },
  }));
  const { order_effects } = comparisonOf(aCompareInput(plan, results));
  if (isMissing(order_effects)) throw new Error(order_effects.missing);
  return order_effects.backends;
}

describe("another backend", () => {
  test("one name with two dates is another backend", () => {
    expect(served(["m-2026-09-01", "m-2026-11-01"]).changed).toBe(true);
    expect(served(["m-20260901", "m-20261101"]).changed).toBe(true);
    expect(served(["m", "m-20261101"]).changed).toBe(true);
  });

  test("a model that changed behind one candidate alone is not said to meet all alike", () => {
    const plan = aPlan({ repetitions: 4 });
    const results = runsOf(plan, ({ candidate, repetition }) => ({
      metadata: {
        ...live,
        served_models: [candidate === "alpha" && repetition > 2 ? "m-2026-11-01" : "m-2026-09-01"],
      },
    }));
    const { order_effects } = comparisonOf(aCompareInput(plan, results));
    expect(order_effects).toMatchObject({
      found: true,
      statement: "Order left a trace: the model was served under more than one name.",
    });
  });

  test("two models of one agent are not", () => {
    expect(served(["m-2026-09-01"]).changed).toBe(false);
    expect(served(["m-2026-09-01", "embed-2026-01-01"]).changed).toBe(false);
  });
});

test("without a second run of a case drift is not tested, and that is said", () => {
  const plan = aPlan({ repetitions: 1 });
  const { order_effects } = comparisonOf(aCompareInput(plan, runsOf(plan)));
  if (isMissing(order_effects)) throw new Error(order_effects.missing);
  expect(order_effects.statement).toBe("Drift could not be tested: no candidate ran a case twice.");
});

const few = (repetitions: number) => {
  const plan = aPlan({ repetitions });
  const results = runsOf(plan, () => ({ metadata: live }));
  const { order_effects } = comparisonOf(aCompareInput(plan, results));
  if (isMissing(order_effects)) throw new Error(order_effects.missing);
  return order_effects;
};

describe("what so few runs could not have shown is not said to be absent", () => {
  test("three blocks of one case show neither", () => {
    expect(few(3).statement).toBe("Too few runs to show a drift or an effect of running first.");
  });

  test("six blocks can show a drift, and no effect of position", () => {
    expect(few(6).statement).toBe(
      "No drift over the matrix was found. Too few blocks could show an effect of running first.",
    );
  });

  test("a case that ran once has no level of its own to be taken out", () => {
    for (const one of few(1).first_position) expect(one.p).toEqual({ missing: expect.any(String) });
  });
});

test("a hundred and fifty thousand blocks are no crash", () => {
  const shape = aPlan({ repetitions: 1 });
  const members = shape.candidates.map((one) => one.id);
  const blocks = Array.from({ length: 150_000 }, (_, at) => ({
    case_id: "c",
    repetition: at + 1,
    members,
    runs: new Map(),
  }));
  const found = findOrderEffects({ blocks, candidates: members, profile: aProfile(), seed: "00" });
  expect(found.found).toBe(false);
});
