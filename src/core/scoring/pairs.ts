/** Two candidates compared inside blocks only: the same case and repetition, run back to back. */

import type { PairObservation } from "../../contracts/pair-observation.ts";
import type { ScoreProfile } from "../../contracts/score-profile.ts";
import { mean, standardDeviation } from "../statistics/describe.ts";
import { BLOCKS_TO_TELL_APART } from "../statistics/evidence-level.ts";
import { holm } from "../statistics/holm.ts";
import { minimumBlocksForHolm } from "../statistics/planning.ts";
import { roundDerived } from "../statistics/round.ts";
import type { BlockView } from "./blocks.ts";
import { isEvidence, isLiveRun } from "./blocks.ts";
import { absent, isMissing } from "./missing.ts";
import {
  measureRun,
  PAIR_MEASURES,
  practicalDifference,
  PRIMARY,
  type PairMeasure,
} from "./pair-measures.ts";
import {
  blocksNeeded,
  intervalOf,
  oneSidedOf,
  testDifferences,
  untested,
  type Differences,
} from "./pair-tests.ts";
import { wordPair } from "./pair-words.ts";

/** The chance of any false call in a family of tests that this product accepts. */
export const ALPHA = 0.05;

/**
 * `blocks`: the planned ones; a second look chooses its cases by what was seen, and would tilt every mean.
 * `invalid`: why nothing may be compared at all. `seed`: what any drawing starts from, the plan's digest.
 */
export interface PairInput {
  readonly blocks: readonly BlockView[];
  readonly candidates: readonly string[];
  /** Controls of the A/A lane, by their id: whom each repeats. */
  readonly controls: ReadonlyMap<string, string>;
  readonly profile: ScoreProfile;
  readonly exploratory: boolean;
  readonly invalid: string | null;
  readonly seed: string;
}

interface Seen {
  readonly a: string;
  readonly b: string;
  readonly differences: Differences;
  /** Why there is no test, or null. */
  readonly why: string | null;
  readonly live: boolean;
}

/** The reason that no amount of other evidence would lift comes first. */
function whyUntested(input: PairInput, live: boolean, blocks: number): string | null {
  if (input.invalid !== null) return `nothing can be compared: ${input.invalid}`;
  if (blocks < BLOCKS_TO_TELL_APART) {
    const few = `${blocks} ${blocks === 1 ? "block is" : "blocks are"} too few`;
    return `${few}, ${BLOCKS_TO_TELL_APART} at the least`;
  }
  if (!live) return "not every block was answered by a live model";
  return input.exploratory ? "the comparison is exploratory" : null;
}

function observe(a: string, b: string, measure: PairMeasure, input: PairInput): Seen {
  const values: number[] = [];
  let live = true;
  for (const { runs } of input.blocks) {
    const [left, right] = [runs.get(a), runs.get(b)];
    if (!isEvidence(left) || !isEvidence(right)) continue;
    const x = measureRun(left, measure, input.profile);
    const y = measureRun(right, measure, input.profile);
    if (isMissing(x) || isMissing(y)) continue;
    values.push(x - y);
    live &&= isLiveRun(left) && isLiveRun(right);
  }
  const why = whyUntested(input, live, values.length);
  return { a, b, differences: { measure, values }, why, live };
}

function test({ a, b, differences, why }: Seen, seed: string) {
  const { metric } = differences.measure;
  return why === null
    ? testDifferences(differences, `agentlab-stats/1 sign-flip\n${seed}\n${a}\n${b}\n${metric}`)
    : untested(why);
}

/** Adjusts inside the family as it was planned: what could not be tested counts as a test that found nothing. */
function adjust(p_values: readonly PairObservation["sign_flip_p"][]): PairObservation["p_holm"][] {
  const adjusted = holm(
    p_values.map((p) => (isMissing(p) ? 1 : p)),
    ALPHA,
  );
  return p_values.map((p, at) => (isMissing(p) ? p : roundDerived(adjusted[at]?.p ?? 1)));
}

function judge(family: readonly Seen[], input: PairInput): PairObservation[] {
  const tests = family.map((one) => test(one, input.seed));
  const p_holm = adjust(tests.map((one) => one.sign_flip_p));
  const fewest = Math.max(BLOCKS_TO_TELL_APART, minimumBlocksForHolm(Math.max(1, family.length)));
  return family.map((one, at) => {
    const { a, b, differences } = one;
    const { measure, values } = differences;
    const seen = {
      a,
      b,
      metric: measure.metric,
      unit: measure.unit,
      direction: measure.direction,
      blocks: values.length,
      ...(values.length < input.blocks.length
        ? { dropped: input.blocks.length - values.length }
        : {}),
      a_below: values.filter((value) => value < 0).length,
      equal: values.filter((value) => value === 0).length,
      a_above: values.filter((value) => value > 0).length,
      mean_difference:
        values.length === 0
          ? absent("no block has both values")
          : roundDerived(mean(values) / measure.scale),
      sd_difference:
        values.length < 2
          ? absent("fewer than two blocks show no spread")
          : roundDerived(standardDeviation(values) / measure.scale),
      practical_difference: practicalDifference(measure, input.profile),
      ...(tests[at] ?? untested("not tested")),
      p_holm: p_holm[at] ?? absent("not tested"),
      interval: intervalOf(differences),
      one_sided: oneSidedOf(differences),
      blocks_needed: blocksNeeded(differences, { fewest, alpha: ALPHA / family.length }),
    };
    return { ...seen, ...wordPair(seen, one, ALPHA) };
  });
}

/** Every pair, the earlier in the plan first; a control is held against its own original and nobody else. */
function couplesOf({ candidates, controls }: Pick<PairInput, "candidates" | "controls">) {
  const couples = candidates.flatMap((a, index) =>
    candidates.slice(index + 1).map((b) => ({ a, b, control: controls.has(a) || controls.has(b) })),
  );
  return couples.filter(
    ({ a, b, control }) => !control || controls.get(a) === b || controls.get(b) === a,
  );
}

/**
 * A block counts for a pair when both runs are data and both have the value. The primary measure's tests are one family
 * for Holm, all others a second one; a control's are no part of either. A p is given on a confirmatory comparison of six
 * live blocks and more.
 */
export function observePairs(input: PairInput): PairObservation[] {
  const couples = couplesOf(input);
  const seen = couples.flatMap(({ a, b, control }) =>
    PAIR_MEASURES.map((measure) => ({
      family: `${control ? b : ""} ${measure.metric === PRIMARY ? "primary" : "secondary"}`,
      one: observe(a, b, measure, input),
    })),
  );
  const judged = new Map<Seen, PairObservation>();
  for (const family of new Set(seen.map((each) => each.family))) {
    const members = seen.filter((each) => each.family === family).map((each) => each.one);
    for (const [at, found] of judge(members, input).entries()) {
      const one = members[at];
      if (one !== undefined) judged.set(one, found);
    }
  }
  return seen.flatMap(({ one }) => judged.get(one) ?? []);
}

/** How many tests each family holds; controls are in none. */
export function familySizes(input: Pick<PairInput, "candidates" | "controls">): {
  readonly primary: number;
  readonly secondary: number;
} {
  const primary = couplesOf(input).filter((couple) => !couple.control).length;
  return { primary, secondary: primary * (PAIR_MEASURES.length - 1) };
}
