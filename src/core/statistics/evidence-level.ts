/** How much a number of live blocks can carry, and the words it allows; nothing else may word a comparison more strongly. */

import type { Missing } from "../../contracts/primitives.ts";
import type { EvidenceLevel } from "../../contracts/readiness-policy.ts";

/** Below six blocks no exact two-sided p reaches .05; ten see a difference of one standard deviation with 80% power. */
export const BLOCKS_TO_TELL_APART = 6;
export const BLOCKS_TO_COMPARE = 10;

interface Step {
  readonly level: EvidenceLevel;
  readonly from: number;
  readonly allows: string;
}

const STEPS: readonly Step[] = [
  { level: "E0", from: 0, allows: "Not comparable: no complete live block." },
  {
    level: "E1",
    from: 1,
    allows: "It ran; single values were observed. No averages, no percentages, no winner.",
  },
  {
    level: "E2",
    from: 3,
    allows:
      "Counts may be stated as seen in this matrix. Nothing can be told apart below 6 blocks.",
  },
  {
    level: "E3",
    from: 6,
    allows:
      "A direction may be stated on these cases with its exact p. Sizes, tails and an overall order may not.",
  },
  {
    level: "E4",
    from: 10,
    allows: "Effects may be stated with an interval. Tails and reliability above 90% may not.",
  },
  {
    level: "E5",
    from: 30,
    allows:
      "Decisions at a margin of about half a standard deviation. No 95th percentile, no failure rate below 5%.",
  },
  {
    level: "E6",
    from: 59,
    allows: "A failure rate below 5% and a 95th percentile may be stated. Not 99%.",
  },
  { level: "E7", from: 299, allows: "Tail claims may be stated: a 99th percentile, 1% failures." },
];

/** The level of a number of complete live blocks; simulated, replayed and transcribed blocks count 0. */
export function evidenceLevel(live_blocks: number): EvidenceLevel {
  return STEPS.findLast((step) => live_blocks >= step.from)?.level ?? "E0";
}

/** The words a level allows, one or two plain sentences. */
export function allowedWording(level: EvidenceLevel): string {
  return STEPS.find((step) => step.level === level)?.allows ?? "";
}

/** The live blocks a level begins at. */
export function blocksForLevel(level: EvidenceLevel): number {
  return STEPS.find((step) => step.level === level)?.from ?? 0;
}

/** How far results carry beyond the cases run; repetitions never widen it. */
export function breadthWording(cases: number): string {
  if (cases === 1) return "This says something about 1 case only.";
  if (cases < 6) return `This says something about these ${cases} cases only.`;
  if (cases < 30) return `${cases} cases: indicative for similar ones.`;
  return `${cases} cases: carries to similar ones if they were sampled by a stated rule.`;
}

/** How far results carry beyond the days they were made on: providers change what stands behind a name. */
export function timeWording(days: number | Missing): string {
  if (typeof days !== "number") return "It is not known on which days this was run.";
  if (days === 1) return "Run on one day: nothing is said about others.";
  if (days < 14) return `Run on ${days} days.`;
  return `Run on ${days} days: a change of weeks would have shown.`;
}
