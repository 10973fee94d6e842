/** One plain sentence about a pair: what was seen, whether it may be called a difference, and what would settle it. */

import type { PairObservation } from "../../contracts/pair-observation.ts";
import type { Missing } from "../../contracts/primitives.ts";
import { formatNumber, formatQuantity, plural } from "../report/format.ts";
import { isMissing } from "./missing.ts";

const VERBS: Readonly<Record<string, { readonly more: string; readonly less: string }>> = {
  score: { more: "scored higher", less: "scored lower" },
  tokens: { more: "used more tokens", less: "used fewer tokens" },
  cost: { more: "cost more", less: "cost less" },
  latency: { more: "took more time", less: "took less time" },
  weighted: { more: "has more weighted points", less: "has fewer weighted points" },
};

type Seen = Omit<PairObservation, "statement" | "word">;

/** a against b, as counted: "x used fewer tokens than y in 3 of 3 blocks, by 1,153 tokens on average". */
function observed(pair: Seen): string {
  const { a, b, blocks, equal, mean_difference } = pair;
  if (equal === blocks) return `${a} and ${b} are the same in all ${plural(blocks, "block")}`;
  if (isMissing(mean_difference)) return `${a} and ${b} can't be compared in ${pair.metric}`;
  if (mean_difference === 0)
    return `${a} and ${b} differ in ${formatNumber(blocks - equal)} of ${plural(blocks, "block")} and are level on average`;
  const verbs = VERBS[pair.metric] ?? { more: "is higher", less: "is lower" };
  const above = mean_difference > 0;
  const times = above ? pair.a_above : pair.a_below;
  const size = formatQuantity(Math.abs(mean_difference), pair.unit);
  const counted = `in ${formatNumber(times)} of ${plural(blocks, "block")}`;
  return `${a} ${above ? verbs.more : verbs.less} than ${b} ${counted}, by ${size} on average`;
}

/** How many more blocks, as far as anybody can know. */
function neededWords(needed: number | Missing, blocks: number, live: boolean): string {
  if (isMissing(needed)) return ` ${startSentence(needed.missing)}.`;
  const kind = live ? "live blocks" : "blocks of a live model";
  if (live && needed <= blocks) return "";
  const many = needed > 10_000 ? "more than 10,000" : `about ${formatNumber(needed)}`;
  return ` A difference of this size would take ${many} ${kind} to be seen four times in five.`;
}

function startSentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** `why`: what stands in the way of a test, null where there was one; `live`: every block was answered by a live model. */
export function wordPair(
  pair: Seen,
  { why, live }: { readonly why: string | null; readonly live: boolean },
  alpha: number,
): Pick<PairObservation, "word" | "statement"> {
  const { blocks, p_holm, mean_difference, practical_difference } = pair;
  if (blocks === 0 || isMissing(mean_difference)) {
    const statement = `${pair.a} and ${pair.b} were not compared in ${pair.metric}: no block has both values.`;
    return { word: "not_compared", statement };
  }
  const seen = observed(pair);
  const needed = mean_difference === 0 ? "" : neededWords(pair.blocks_needed, blocks, live);
  if (isMissing(p_holm)) {
    const reason = why ?? p_holm.missing;
    return {
      word: "observed",
      statement: `${seen}. They can't be told apart: ${reason}.${needed}`,
    };
  }
  if (p_holm > alpha) {
    const chance = "chance alone makes blocks like these too easily";
    return {
      word: "not_told_apart",
      statement: `${seen}. They can't be told apart: ${chance}.${needed}`,
    };
  }
  if (Math.abs(mean_difference) <= practical_difference) {
    const least = formatQuantity(practical_difference, pair.unit);
    return {
      word: "too_small_to_matter",
      statement: `${seen}. That is a difference, and smaller than the ${least} that the profile says matters.`,
    };
  }
  return { word: "different", statement: `${seen}. Chance alone hardly does that.` };
}
