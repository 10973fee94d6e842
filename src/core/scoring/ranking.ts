/** Who leads, said no more strongly than the evidence allows; "no champion" is the usual answer and always has its reason. */

import type {
  CandidateComparison,
  Comparison,
  PairObservation,
} from "../../contracts/comparison.ts";
import { BLOCKS_TO_COMPARE, BLOCKS_TO_TELL_APART } from "../statistics/evidence-level.ts";
import { countBlocks, notLive } from "./evidence.ts";
import { absent, isMissing } from "./missing.ts";

type Evidence = Comparison["evidence"];

function noChampion(
  evidence: Evidence,
  upstream: Comparison["upstream"],
  invalid: string | null,
  exploratory: boolean,
  ranked: number,
): string {
  if (invalid !== null) return `nothing can be compared: ${invalid}`;
  const clause = notLive(upstream, evidence.complete_blocks);
  if (clause !== null) return clause;
  if (ranked < 2) return `there ${ranked === 1 ? "is 1 candidate" : "are no candidates"} to rank`;
  const live = evidence.live_blocks;
  if (live < BLOCKS_TO_TELL_APART) {
    const blocks = countBlocks(live, "live");
    return `${blocks} cannot tell anything apart: at least ${BLOCKS_TO_TELL_APART} are needed for that, ${BLOCKS_TO_COMPARE} to compare`;
  }
  if (live < BLOCKS_TO_COMPARE) {
    return `${countBlocks(live, "live")} can show a direction on these cases; ${BLOCKS_TO_COMPARE} are needed to compare`;
  }
  if (exploratory) return "the comparison is exploratory, and those name no champion";
  return "this version computes no interval for a difference and no weight sensitivity, and a champion needs both";
}

const PHRASES: readonly { metric: string; says: string }[] = [
  { metric: "score", says: "scored higher" },
  { metric: "tokens", says: "used fewer tokens" },
  { metric: "cost", says: "cost less" },
  { metric: "latency", says: "took less time" },
];

function won(pair: PairObservation, candidate: string): boolean {
  if (pair.blocks === 0) return false;
  const below = pair.a === candidate ? pair.a_below : pair.a_above;
  const above = pair.a === candidate ? pair.a_above : pair.a_below;
  return (pair.direction === "lower" ? below : above) === pair.blocks;
}

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** "x used fewer tokens and cost less than y in 3 of 3 blocks", where x did so against every other in every block. */
export function observedLeads(
  candidates: readonly string[],
  pairs: readonly PairObservation[],
): string[] {
  if (candidates.length < 2) return [];
  return candidates.flatMap((candidate) => {
    const others = candidates.filter((other) => other !== candidate);
    const than = others.length === 1 ? (others[0] ?? "") : "every other candidate";
    const deeds = new Map<number, string[]>();
    for (const { metric, says } of PHRASES) {
      const own = pairs.filter(
        (pair) => pair.metric === metric && (pair.a === candidate || pair.b === candidate),
      );
      if (own.length !== others.length || !own.every((pair) => won(pair, candidate))) continue;
      const n = Math.min(...own.map((pair) => pair.blocks));
      deeds.set(n, [...(deeds.get(n) ?? []), says]);
    }
    return [...deeds].map(
      ([n, says]) =>
        `${candidate} ${joinWords(says)} than ${than} in ${n === 1 ? "the one block" : `${n} of ${n} blocks`}`,
    );
  });
}

/**
 * `order` lists eligible candidates by weighted points, ties in plan order. There is never a champion in this version:
 * the interval and the weight sensitivity that one needs are not computed yet, and the reason given is the first that applies.
 */
export function rank(input: {
  readonly candidates: readonly CandidateComparison[];
  readonly pairs: readonly PairObservation[];
  readonly evidence: Evidence;
  readonly upstream: Comparison["upstream"];
  readonly invalid: string | null;
  readonly exploratory: boolean;
}): Comparison["ranking"] {
  const order = input.candidates
    .flatMap(({ candidate, weighted, eligible }) =>
      eligible && !isMissing(weighted) ? [{ candidate, weighted }] : [],
    )
    .toSorted((left, right) => right.weighted - left.weighted);
  const { evidence, upstream, invalid, exploratory } = input;
  const reason = noChampion(evidence, upstream, invalid, exploratory, order.length);
  const leads = observedLeads(
    input.candidates.map((one) => one.candidate),
    input.pairs,
  );
  const seen =
    leads.length === 0 || invalid !== null ? "" : ` Observed, not a ranking: ${leads.join("; ")}.`;
  return { order, champion: absent(reason), statement: `No champion: ${reason}.${seen}` };
}
