/** Whether head costs more than the policy's margin over base allows: exact sums over paired blocks, never one run's doing. */
import type { CandidateComparison, Comparison, CostPair } from "../../contracts/comparison.ts";
import type { ReadinessPolicy } from "../../contracts/readiness-policy.ts";
import type { Finding } from "../../contracts/readiness.ts";
import { formatPico } from "../budget/money.ts";
import { isMissing } from "../scoring/missing.ts";

const MOST_RUNS = 50;
/** A margin is counted to a millionth. */
const PARTS = 1_000_000n;

interface KnownPair {
  readonly base: bigint;
  readonly head: bigint;
  readonly head_run: string;
  /** Above 0 where head is over the margin in this block; in millionths of a pico-unit. */
  readonly excess: bigint;
}

interface UnknownCost {
  readonly run_id: string;
  readonly reason: string;
}

function unknownOf(pair: CostPair): UnknownCost[] {
  const sides = [
    { run_id: pair.base_run, cost: pair.base_pico },
    { run_id: pair.head_run, cost: pair.head_pico },
  ];
  return sides.flatMap(({ run_id, cost }) =>
    isMissing(cost) ? [{ run_id, reason: cost.missing }] : [],
  );
}

function knownOf(pair: CostPair, allowed: bigint): KnownPair[] {
  const { base_pico, head_pico, head_run } = pair;
  if (isMissing(base_pico) || isMissing(head_pico)) return [];
  const [base, head] = [BigInt(base_pico), BigInt(head_pico)];
  return [{ base, head, head_run, excess: head * PARTS - base * allowed }];
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, one) => total + one, 0n);
}

/** Half-up. */
function mean(total: bigint, count: number): bigint {
  const n = BigInt(count);
  return (2n * total + n) / (2n * n);
}

function percent(ratio: number): string {
  return `${Math.round(ratio * 1_000) / 10} %`;
}

/** Rounded up to a tenth, so that what is over the margin never reads as if it were on it. */
function riseWords(base: bigint, head: bigint): string {
  if (base === 0n) return "from nothing";
  const tenths = ((head - base) * 1_000n + base - 1n) / base;
  return `+${Number(tenths) / 10} %`;
}

function blocksWords(count: number): string {
  return count === 1 ? "1 paired block" : `${count} paired blocks`;
}

function notJudged(message: string, runs: readonly string[], lift: string): Finding[] {
  return [
    {
      code: "cost_not_judged",
      message: `Whether this costs more than the policy allows can't be judged: ${message}.`.slice(
        0,
        1_000,
      ),
      lift,
      runs: [...new Set(runs)].slice(0, MOST_RUNS),
    },
  ];
}

/**
 * Nothing where the policy sets no margin. Over it is head whose mean cost a run over the paired blocks is, also without
 * the one block that speaks most against it. A cost that is not known leaves the question open: it is never taken for 0.
 */
export function costConditions(
  comparison: Comparison,
  base: CandidateComparison,
  head: CandidateComparison,
  policy: ReadinessPolicy,
): Finding[] {
  const margin = policy.maximum_cost_increase;
  if (margin === undefined) return [];
  const pairs = comparison.cost_pairs ?? [];
  if (pairs.length === 0) {
    return notJudged("no block completed on both sides", [], "Blocks that both sides complete.");
  }
  const unknown = pairs.flatMap(unknownOf);
  const [first] = unknown;
  if (first !== undefined) {
    const runs = unknown.map((one) => one.run_id);
    return notJudged(
      `${unknown.length} of ${pairs.length * 2} runs have no cost (${first.run_id}: ${first.reason})`,
      runs,
      "A price and a usage for every model call of both sides.",
    );
  }
  const allowed = PARTS + BigInt(Math.round(margin * Number(PARTS)));
  const known = pairs
    .flatMap((pair) => knownOf(pair, allowed))
    .toSorted(
      (left, right) => Number(right.excess > left.excess) - Number(right.excess < left.excess),
    );
  const over = sum(known.map((one) => one.excess));
  if (over <= 0n) return [];
  const [most, ...others] = known;
  if (most === undefined || others.length === 0) {
    return notJudged(
      "there is 1 paired block, and one dear run is no rise",
      known.map((one) => one.head_run),
      "Two blocks at least that both sides complete.",
    );
  }
  if (over - most.excess <= 0n) return [];
  const totals = {
    base: sum(known.map((one) => one.base)),
    head: sum(known.map((one) => one.head)),
  };
  const money = (total: bigint) =>
    formatPico(mean(total, known.length), comparison.pricing.currency);
  const dearer = known.filter((one) => one.head > one.base).length;
  return [
    {
      code: "cost_margin",
      message: `A run costs ${money(totals.head)} on ${head.label} and ${money(totals.base)} on ${base.label}: ${riseWords(totals.base, totals.head)} as the mean of ${blocksWords(known.length)}, dearer in ${dearer} of them; the policy allows +${percent(margin)}.`,
      lift: `A mean of at most ${money((totals.base * allowed) / PARTS)} a run, or a wider maximum_cost_increase in ${base.label}'s policy.`,
      runs: known
        .filter((one) => one.excess > 0n)
        .map((one) => one.head_run)
        .slice(0, MOST_RUNS),
    },
  ];
}
