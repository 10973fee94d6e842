/** What a pull request's screen found: cases that broke, cases that were flaky before, and what could have been missed. */
import { z } from "zod";

import { count, identifier, missing } from "./primitives.ts";

const share = z.number().min(0).max(1);

/** Runs that passed every check, of the runs in complete blocks. */
export const passCounts = z.strictObject({
  base_passed: count,
  base_runs: count,
  head_passed: count,
  head_runs: count,
});
export type PassCounts = z.infer<typeof passCounts>;

/** The second look: which cases get fresh blocks and why. Recorded before any of those blocks runs. */
export const secondLook = z.strictObject({
  cases: z.array(identifier).max(3),
  blocks_each: z.int().positive(),
  reason: z.string().max(1_000),
  untested: z
    .array(identifier)
    .meta({ description: "Cases that were worse too and get no fresh blocks." }),
});
export type SecondLook = z.infer<typeof secondLook>;

/** One tested case. The counts at the top are those of the fresh blocks; only they are tested. */
export const caseRegression = z.strictObject({
  case_id: identifier,
  ...passCounts.shape,
  first_look: passCounts,
  p: share.meta({ description: "Exact one-sided paired p over the fresh blocks." }),
  p_holm: share.meta({ description: "The same, adjusted by Holm over the tested cases." }),
  confirmed: z.boolean(),
  inconclusive: z.boolean().meta({
    description: "Not confirmed, and still worse on the fresh blocks than chance easily makes it.",
  }),
});
export type CaseRegression = z.infer<typeof caseRegression>;

/** `judged`: base's version of the case was run in at least one complete block; for an added case there is none to run. */
export const caseChange = z.strictObject({
  case_id: identifier,
  change: z.enum(["added", "changed", "removed"]),
  judged: z.boolean(),
});
export type CaseChange = z.infer<typeof caseChange>;

export const screen = z.strictObject({
  first_look: z.strictObject({
    cases: count,
    planned_blocks: count,
    complete_blocks: count,
    fewest_blocks: count.meta({ description: "Complete blocks of the case that has fewest." }),
  }),
  second_look: z.strictObject({
    ...secondLook.shape,
    complete_blocks: z
      .union([count, missing])
      .meta({ description: "Over all its cases; missing when it did not run." }),
  }),
  regressions: z.array(caseRegression).max(3),
  total_regression: z.strictObject({
    blocks: count,
    only_base_passed: count,
    only_head_passed: count,
    p: share.meta({ description: "Exact one-sided paired p over all blocks of the first look." }),
    confirmed: z.boolean(),
  }),
  power: z.strictObject({
    base_pass_rate: share,
    found: share.meta({
      description: "Chance of finding a case that passed at base_pass_rate and never passes now.",
    }),
    required: share,
    holds: z.boolean(),
  }),
  could_have_missed: z.string().max(2_000),
  flaky: z.array(
    z.strictObject({
      case_id: identifier,
      base_failed: count,
      base_runs: count,
      head_failed: count,
      head_runs: count,
    }),
  ),
  case_changes: z.array(caseChange),
});
export type Screen = z.infer<typeof screen>;
