/** Chooses the cases that get fresh blocks. The choice is recorded before they run, so that what is tested was never what was picked. */

import type { Block, Plan } from "../../contracts/plan.ts";
import type { SecondLook } from "../../contracts/screen.ts";
import { arrangeBlocks } from "../planning/blocks.ts";
import { FRESH_BLOCKS, MOST_CASES } from "./levels.ts";
import type { DeclaredChange, PairedCase } from "./outcomes.ts";
import { bindingVersion, countPasses } from "./outcomes.ts";

export interface FirstLook {
  readonly cases: readonly PairedCase[];
  readonly changes: readonly DeclaredChange[];
}

/** The cases base has an own version of: an added case has no past to fall from. */
export function casesWithPast(look: FirstLook): PairedCase[] {
  const added = new Set(
    look.changes.filter((one) => one.change === "added").map((one) => one.case_id),
  );
  return look.cases.filter((one) => !added.has(one.case_id));
}

function reasonWords(worse: number, chosen: number): string {
  if (worse === 0) return "no case passed less often than on base in the first look";
  const cases = worse === 1 ? "1 case" : `${worse} cases`;
  const which = worse === 1 ? "it" : worse === chosen ? "each" : `the ${chosen} that fell furthest`;
  return `${cases} passed less often than on base in the first look; ${which} ${worse === chosen ? "gets" : "get"} ${FRESH_BLOCKS} fresh blocks`;
}

/**
 * The cases that passed less often on head than on base, at most three: the largest fall of the pass rate first, then
 * the lowest rate on head, then by case id, so that a case that died outranks one that stumbled. The choice looks at
 * the first look only; the test looks at the fresh blocks only.
 */
export function chooseSecondLook(first: FirstLook): SecondLook {
  const worse = casesWithPast(first)
    .map((one) => {
      const { base_passed, head_passed, base_runs } = countPasses(one.pairs);
      const runs = Math.max(1, base_runs);
      return {
        case_id: one.case_id,
        fall: (base_passed - head_passed) / runs,
        left: head_passed / runs,
      };
    })
    .filter((one) => one.fall > 0)
    .toSorted(
      (left, right) =>
        right.fall - left.fall || left.left - right.left || (left.case_id < right.case_id ? -1 : 1),
    )
    .map((one) => one.case_id);
  const cases = worse.slice(0, MOST_CASES);
  return {
    cases,
    blocks_each: FRESH_BLOCKS,
    reason: reasonWords(worse.length, cases.length),
    untested: worse.slice(MOST_CASES),
  };
}

/**
 * The fresh blocks of a chosen second look: indices and repetitions continue the plan's, every block holds base and
 * head, their order is drawn from the plan's own seed. The same plan and choice give the same blocks. Throws when a chosen case is not in the plan.
 */
export function secondLookBlocks(
  plan: Plan,
  choice: SecondLook,
  candidates: readonly string[],
  changes: readonly DeclaredChange[] = [],
): Block[] {
  const cases = choice.cases.map((id) => {
    const version = bindingVersion(plan, id, changes);
    if (version === undefined) throw new Error(`case ${id} has a second look and no planned block`);
    return { id, version };
  });
  const seed = `${plan.order.seed}\nsecond-look`;
  const fresh = arrangeBlocks(cases, candidates, choice.blocks_each, seed);
  const last = plan.blocks.reduce((most, block) => Math.max(most, block.index), 0);
  return fresh.map((block) => ({
    ...block,
    index: last + block.index,
    repetition: plan.repetitions + block.repetition,
  }));
}
