/** Non-inferiority by simulation: how often a regression just beyond the margin passes, and what that costs a head that did not change. */
import { judgeMargin } from "../../src/core/readiness/non-inferiority.ts";
import { isMissing } from "../../src/core/scoring/missing.ts";
import { PAIR_MEASURES } from "../../src/core/scoring/pair-measures.ts";
import { oneSidedOf } from "../../src/core/scoring/pair-tests.ts";
import type { Generator } from "../../src/core/statistics/generator.ts";
import { percent, seeded, standardNormal } from "./draws.ts";

/** Head minus base in one block, in the measure's unit, when head's mean is lower by `fall`. */
export interface Regression {
  readonly what: string;
  readonly measure: "score" | "tokens";
  readonly margin: number;
  readonly difference: (fall: number, generator: Generator) => number;
}

function cut(points: number): number {
  return Math.min(100, Math.max(0, points));
}

/** The mean of every one of these is exactly -fall. */
export const REGRESSIONS: readonly Regression[] = [
  {
    what: "score: now and then a whole case is lost (100 to 0)",
    measure: "score",
    margin: 10,
    difference: (fall, generator) => (generator.unit() < fall / 100 ? -100 : 0),
  },
  {
    what: "score: the same, and base loses one in ten as well",
    measure: "score",
    margin: 10,
    difference: (fall, generator) => {
      const base = generator.unit() < 0.1 ? 0 : 100;
      const head = generator.unit() < 0.1 + fall / 100 ? 0 : 100;
      return head - base;
    },
  },
  {
    what: "score: every run loses a little",
    measure: "score",
    margin: 10,
    difference: (fall, generator) => {
      const noise = 8 * (generator.unit() - 0.5);
      return cut(70 - fall + noise) - cut(70 + 8 * (generator.unit() - 0.5));
    },
  },
  {
    what: "score: half of the falls are whole, half are small",
    measure: "score",
    margin: 10,
    difference: (fall, generator) =>
      (generator.unit() < fall / 200 ? -100 : 0) - fall * generator.unit(),
  },
  {
    what: "tokens: bell-shaped differences, SD 100, margin half an SD",
    measure: "tokens",
    margin: 50,
    difference: (fall, generator) => fall + 100 * standardNormal(generator),
  },
];

const RARE = 0.05;

/**
 * Without bounds nothing can hold the promise for these: the fall hides in few blocks, or the long tail leans to head's
 * side. The mean of every one is exactly the fall.
 */
export const UNPROMISED: readonly Regression[] = [
  {
    what: "tokens: one block in twenty is far off, the others ±10",
    measure: "tokens",
    margin: 50,
    difference: (fall, generator) =>
      (generator.unit() < RARE ? fall / RARE : 0) + 10 * standardNormal(generator),
  },
  {
    what: "tokens: long tail on both sides, head's longer",
    measure: "tokens",
    margin: 50,
    difference: (fall, generator) => {
      const mean = 100 * Math.exp(0.125);
      const base = 100 * Math.exp(0.5 * standardNormal(generator));
      return (1 + fall / mean) * 100 * Math.exp(0.5 * standardNormal(generator)) - base;
    },
  },
];

const SCALE = { score: 1e6, tokens: 1 } as const;

/** Share of trials in which the margin is judged to be kept. */
export function goes(
  { seed, trials }: { readonly seed: string; readonly trials: number },
  regression: Regression,
  blocks: number,
  fall: number,
): number {
  const measure = PAIR_MEASURES.find((one) => one.metric === regression.measure);
  if (measure === undefined) throw new Error(`no measure ${regression.measure}`);
  const generator = seeded(seed, `${regression.what} ${String(blocks)} ${String(fall)}`);
  let kept = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const values = Array.from({ length: blocks }, () =>
      Math.round(regression.difference(fall, generator) * SCALE[regression.measure]),
    );
    const ends = oneSidedOf({ measure, values });
    if (isMissing(ends)) continue;
    const turned = measure.direction === "higher" ? ends : { low: -ends.high, high: -ends.low };
    if (judgeMargin(turned, regression.margin) === "no_worse") kept += 1;
  }
  return kept;
}

export function marginRow(
  options: { readonly seed: string; readonly trials: number },
  regression: Regression,
  blocks: readonly number[],
): string {
  const beyond = blocks.map((n) =>
    percent(goes(options, regression, n, regression.margin), options.trials),
  );
  const same = blocks.map((n) => percent(goes(options, regression, n, 0), options.trials));
  return `| ${[regression.what, ...beyond, ...same].join(" | ")} |`;
}
