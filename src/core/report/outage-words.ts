/** An outage in one sentence: where runs were lost to failed model calls, that comes before what else could not be judged. */
import type { CandidateComparison } from "../../contracts/comparison.ts";
import type { CandidateReadiness } from "../../contracts/readiness.ts";
import { formatNumber } from "./format.ts";
import type { Text } from "./view-model.ts";

/** A comparison lists no more failures of a candidate than these. */
const MOST_LISTED = 50;
const MESSAGE_SHOWN = 160;

/**
 * Null where the lost runs kept nothing from being judged. Says what was seen, and not whose fault it is: a provider that
 * is down and one that refuses what head sends look alike in a single run; the counts of both sides tell them apart.
 */
export function outageSentence(
  decided: CandidateReadiness,
  base: CandidateComparison,
  head: CandidateComparison,
): Text | null {
  const kept = decided.conditions.some((one) =>
    ["error_rate", "screen_incomplete", "second_look_incomplete"].includes(one.code),
  );
  const first = lost(base)[0] ?? lost(head)[0];
  if (!kept || first === undefined) return null;
  const cause = first.message.slice(0, MESSAGE_SHOWN);
  return [
    `Lost to failed model calls: ${countWords(base)} and ${countWords(head)} (${cause}). What is left is too little to judge by.`,
  ];
}

function lost(candidate: CandidateComparison): CandidateComparison["failures"] {
  return candidate.failures.filter((one) => one.reason === "model_unavailable");
}

function countWords(candidate: CandidateComparison): string {
  const more = candidate.failures.length === MOST_LISTED ? " or more" : "";
  const { runs, label } = candidate;
  return `${formatNumber(lost(candidate).length)}${more} of ${formatNumber(runs)} runs of ${label}`;
}
