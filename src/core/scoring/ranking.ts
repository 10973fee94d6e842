/** Who leads, said no more strongly than the evidence allows; "no champion" is the usual answer and always has its reason. */

import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import type { PairObservation } from "../../contracts/pair-observation.ts";
import { BLOCKS_TO_COMPARE, BLOCKS_TO_TELL_APART } from "../statistics/evidence-level.ts";
import { countBlocks, notLive } from "./evidence.ts";
import { findLeaders, isFor } from "./leaders.ts";
import { absent, isMissing } from "./missing.ts";
import { PRIMARY } from "./pair-measures.ts";

type Evidence = Comparison["evidence"];

export interface RankInput {
  readonly candidates: readonly CandidateComparison[];
  readonly pairs: readonly PairObservation[];
  readonly evidence: Evidence;
  readonly upstream: Comparison["upstream"];
  readonly invalid: string | null;
  readonly exploratory: boolean;
  readonly sensitivity: Comparison["sensitivity"];
}

/** Why nobody leads, or null where the first of the order does. */
function noChampion(input: RankInput, order: Comparison["ranking"]["order"]): string | null {
  const { evidence, upstream, invalid, exploratory, sensitivity } = input;
  const ranked = order.length;
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
  if (isMissing(sensitivity)) return sensitivity.missing;
  const [leader, ...others] = order;
  const close = others.find((one) => !isAhead(input.pairs, leader?.candidate ?? "", one.candidate));
  if (close !== undefined) {
    return `${leader?.candidate ?? ""} and ${close.candidate} can't be told apart in weighted points`;
  }
  return sensitivity.stability === "sensitive" ? "the ranking is unstable under its weights" : null;
}

/**
 * The blocks tell them apart, by more than matters and for the one that leads: points over all runs and points inside
 * blocks can disagree, where runs without a value or of a second look count in one of them only.
 */
function isAhead(pairs: readonly PairObservation[], leader: string, other: string): boolean {
  return pairs.some(
    (pair) => pair.metric === PRIMARY && isFor(pair, leader) && [pair.a, pair.b].includes(other),
  );
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
 * `order` lists eligible candidates by weighted points, ties in plan order, no control among them. A champion is ahead of every other in ten
 * live blocks or more, told apart and by more than matters, under weights that are not sensitive; else the first reason
 * that applies is given, and who leads in each metric by itself.
 */
export function rank(input: RankInput): Comparison["ranking"] {
  const { pairs, invalid, sensitivity } = input;
  const candidates = input.candidates.filter((one) => one.control_of === undefined);
  const order = candidates
    .flatMap(({ candidate, weighted, eligible }) =>
      eligible && !isMissing(weighted) ? [{ candidate, weighted }] : [],
    )
    .toSorted((left, right) => right.weighted - left.weighted);
  const reason = noChampion(input, order);
  const leaders = invalid === null ? findLeaders(candidates, pairs) : [];
  const [first] = order;
  if (reason === null && first !== undefined) {
    const firm = isMissing(sensitivity) ? "" : ` ${sensitivity.statement}`;
    const others =
      order.length < candidates.length
        ? "every other that can be weighed"
        : "every other candidate";
    const statement = `${first.candidate} leads: told apart from ${others} in weighted points.${firm}`;
    return { order, champion: first.candidate, statement, leaders };
  }
  const why = reason ?? "no candidate can be ranked";
  const leads = observedLeads(
    candidates.map((one) => one.candidate),
    pairs,
  );
  const seen =
    leads.length === 0 || invalid !== null ? "" : ` Observed, not a ranking: ${leads.join("; ")}.`;
  return {
    order,
    champion: absent(why),
    statement: `No champion: ${why}.${unstableWords(sensitivity)}${seen}`,
    leaders,
  };
}

/** Said whatever else stands in the way: an order that small changes of the weights turn over is none. */
export function unstableWords(sensitivity: Comparison["sensitivity"]): string {
  if (isMissing(sensitivity) || sensitivity.stability !== "sensitive") return "";
  return ` ${sensitivity.statement}`;
}
