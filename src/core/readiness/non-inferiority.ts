/** Is the candidate no worse than its reference by more than the margin? Each end of an interval is held against it: no worse, worse, or open. */

import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import type { PairObservation } from "../../contracts/pair-observation.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { Margin, ReadinessPolicy } from "../../contracts/readiness-policy.ts";
import type { Finding } from "../../contracts/readiness.ts";
import { formatNumber, formatQuantity, plural } from "../report/format.ts";
import { isMissing } from "../scoring/missing.ts";
import { PAIR_MEASURES } from "../scoring/pair-measures.ts";
import { requiredBlocks } from "../statistics/planning.ts";

/** Ends of candidate minus reference, turned so that more is better. */
export interface Ends {
  readonly low: number;
  readonly high: number;
}

/** `margin` above 0. No worse: even the low end lies above -margin. Worse: even the high end lies below it. */
export function judgeMargin({ low, high }: Ends, margin: number): "no_worse" | "worse" | "open" {
  if (low > -margin) return "no_worse";
  return high < -margin ? "worse" : "open";
}

export interface NonInferiority {
  readonly blocking: readonly Finding[];
  readonly conditions: readonly Finding[];
}

const NOTHING: NonInferiority = { blocking: [], conditions: [] };

function finding(code: string, message: string, lift: string): Finding {
  return { code, message: message.slice(0, 1_000), lift: lift.slice(0, 500), runs: [] };
}

function open(message: string, lift: string): NonInferiority {
  return { blocking: [], conditions: [finding("inconclusive", message, lift)] };
}

/** Base where there is one, else the candidate that the policy names. */
export function referenceOf(
  candidate: CandidateComparison,
  comparison: Comparison,
  policy: ReadinessPolicy,
): CandidateComparison | null | undefined {
  if (candidate.role === "base") return null;
  const base = comparison.candidates.find((one) => one.role === "base");
  const named = base ?? comparison.candidates.find((one) => one.candidate === policy.reference);
  return named?.candidate === candidate.candidate ? null : named;
}

const SUMMARY = {
  score: "score",
  tokens: "tokens",
  latency: "duration_ms",
} as const;

/** In the measure's unit. */
function marginOf(margin: Margin, reference: CandidateComparison): number | Missing {
  if (!margin.relative) return margin.amount;
  const mean = meanOf(margin.measure, reference);
  if (isMissing(mean)) return mean;
  return mean === 0
    ? { missing: "the reference's mean is 0, and a share of it is no margin" }
    : Math.abs(mean) * margin.amount;
}

function meanOf(measure: Margin["measure"], reference: CandidateComparison): number | Missing {
  if (measure === "weighted") return reference.weighted;
  if (measure !== "cost") return reference.summary[SUMMARY[measure]].mean;
  const cost = reference.summary.cost_pico;
  return isMissing(cost) ? cost : Number(BigInt(cost)) / 1e12;
}

/** Candidate minus reference, more is better. */
function endsOf(pair: PairObservation, candidate: string): Ends | Missing {
  const { one_sided } = pair;
  if (isMissing(one_sided)) return one_sided;
  const { low, high } = one_sided;
  const forward = (pair.a === candidate) === (pair.direction === "higher");
  return forward ? { low, high } : { low: -high, high: -low };
}

/** More blocks than this share without a value of both, and what is left is no picture of the two. */
const MOST_DROPPED = 0.1;

/** Why no end of an interval may be held against a margin, or null. */
function whyOpen(
  pair: PairObservation,
  { status, evidence, preflight }: Comparison,
): string | null {
  if (pair.word === "not_compared") return "no block has both values";
  if (status === "exploratory") return "the comparison is exploratory";
  if (!isMissing(preflight) && !preflight.passed) return "a case failed preflight";
  const lost = evidence.planned_blocks - evidence.complete_blocks;
  if (lost > evidence.planned_blocks * MOST_DROPPED)
    return `${formatNumber(lost)} of ${plural(evidence.planned_blocks, "block")} lost a run to something outside the agent`;
  const { blocks, dropped = 0 } = pair;
  return dropped > (blocks + dropped) * MOST_DROPPED
    ? `${formatNumber(dropped)} of ${plural(blocks + dropped, "block")} ${dropped === 1 ? "lacks" : "lack"} the value in one of the two`
    : null;
}

/** How many blocks, as a whole, an unchanged candidate would need to show itself within the margin. */
function blocksFor(pair: PairObservation, margin: number): number {
  const measure = PAIR_MEASURES.find((one) => one.metric === pair.metric);
  const span = measure?.span ?? null;
  // Where values are bounded, n clean blocks still allow a fall of span x (1 - 0.05^(1/n)).
  const clean =
    span === null ? 0 : Math.ceil(Math.log(0.05) / Math.log(1 - Math.min(0.999, margin / span)));
  const { sd_difference: sd, blocks: n } = pair;
  const spread =
    isMissing(sd) || sd === 0
      ? 0
      : requiredBlocks({ sd, n, difference: margin, alpha_one_sided: 0.05 });
  return Math.max(6, clean, spread);
}

function moreBlocks(pair: PairObservation, margin: number): string {
  const more = blocksFor(pair, margin) - pair.blocks;
  if (more <= 0)
    return "More blocks alone may not settle it: a candidate that is not worse would mostly have shown it in these. Look at where it fell, or allow more.";
  return more > 10_000
    ? "More than 10,000 more blocks, or a wider margin."
    : `About ${formatNumber(more)} more ${more === 1 ? "block" : "blocks"}.`;
}

function judge(
  margin: Margin,
  candidate: CandidateComparison,
  reference: CandidateComparison,
  comparison: Comparison,
): NonInferiority {
  const names = [candidate.candidate, reference.candidate];
  const pair = comparison.pairs.find(
    (one) => one.metric === margin.measure && names.includes(one.a) && names.includes(one.b),
  );
  const subject = `Whether ${candidate.label} is no worse than ${reference.label} in ${margin.measure}`;
  const size = marginOf(margin, reference);
  if (pair === undefined || isMissing(size)) {
    const why = isMissing(size) ? size.missing : "no block has both";
    return open(`${subject} is open: ${why}.`, "Complete blocks of both.");
  }
  const words = formatQuantity(size, pair.unit);
  const why = whyOpen(pair, comparison);
  if (why !== null) {
    const lift =
      comparison.status === "exploratory" ? moreBlocks(pair, size) : "Complete blocks of both.";
    return open(`${subject} by more than ${words} is open: ${why}.`, lift);
  }
  const ends = endsOf(pair, candidate.candidate);
  if (isMissing(ends)) {
    const lift =
      pair.sd_difference === 0
        ? "Blocks whose differences are not all equal, or a margin on a measure with natural bounds."
        : moreBlocks(pair, size);
    return open(`${subject} by more than ${words} is open: ${ends.missing}.`, lift);
  }
  const over = `over ${plural(pair.blocks, "block")}`;
  const turn = pair.direction === "higher" ? "lower" : "higher";
  const reach = formatQuantity(Math.max(0, -ends.low), pair.unit);
  switch (judgeMargin(ends, size)) {
    case "no_worse":
      return NOTHING;
    case "worse":
      return {
        blocking: [
          finding(
            "worse_than_margin",
            `${candidate.label} is worse than ${reference.label} in ${margin.measure}: ${over} it is at least ${formatQuantity(-ends.high, pair.unit)} ${turn}, and the policy allows ${words}.`,
            `A ${margin.measure} within ${words} of ${reference.label}'s.`,
          ),
        ],
        conditions: [],
      };
    case "open":
      return open(
        `${subject} is open: ${over} it may still be up to ${reach} ${turn}, and the policy allows ${words}.`,
        moreBlocks(pair, size),
      );
  }
}

/** Every margin has to be kept, so that none is adjusted for the others. The reference itself is not judged. */
export function judgeMargins(
  candidate: CandidateComparison,
  comparison: Comparison,
  policy: ReadinessPolicy,
): NonInferiority {
  if (policy.decision !== "non_inferiority") return NOTHING;
  const reference = referenceOf(candidate, comparison, policy);
  if (reference === null) return NOTHING;
  if (reference === undefined) {
    return open(
      "The policy asks whether the candidate is no worse than its reference, and there is none.",
      "Name a candidate under reference in the policy, or use decision: screen.",
    );
  }
  const judged = policy.margins.map((one) => judge(one, candidate, reference, comparison));
  return {
    blocking: judged.flatMap((one) => one.blocking),
    conditions: judged.flatMap((one) => one.conditions),
  };
}
