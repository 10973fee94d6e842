/** What is recorded of each A/A matrix: a line a seed, in test/golden/aa/lines.jsonl. */
import { readFileSync } from "node:fs";

export interface AaLine {
  readonly seed: number;
  readonly verdict: string;
  /** Codes of what blocks and of the conditions, as recorded. */
  readonly codes: readonly string[];
  /** The verdict of the same runs under the same fold, had a provider's model answered them. */
  readonly live_verdict: string;
  readonly second_look: readonly string[];
  readonly blocks: number;
  /** Runs of each side, and how many of them did not pass their case: the noise as it fell. */
  readonly base: readonly [failed: number, runs: number];
  readonly head: readonly [failed: number, runs: number];
  /** Requests that reached the upstream. */
  readonly calls: number;
}

/** By the order of the file. */
export function readLines(file: string): AaLine[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as AaLine);
}
