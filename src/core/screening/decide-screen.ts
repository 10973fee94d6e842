/** Tests the second look and the whole first look, exactly and one-sided; says which cases broke, which were flaky, and whether the blocks were enough. */

import type { CaseChange, CaseRegression, Screen, SecondLook } from "../../contracts/screen.ts";
import { detectionPower } from "../statistics/detection-power.ts";
import { holm } from "../statistics/holm.ts";
import { mcnemarOneSided } from "../statistics/mcnemar.ts";
import { roundDerived } from "../statistics/round.ts";
import { couldHaveMissed } from "./could-have-missed.ts";
import {
  FAMILY_ALPHA,
  HEALTHY_RATE,
  MOST_CASES,
  REQUIRED_POWER,
  SUSPECT_ALPHA,
  TOTAL_ALPHA,
} from "./levels.ts";
import type { PairedCase, PairedOutcome } from "./outcomes.ts";
import { countDiscordant, countPasses } from "./outcomes.ts";
import { casesWithPast, chooseSecondLook, type FirstLook } from "./second-look.ts";

/** `second_look`: the paired outcomes of the fresh blocks; null when they were not run (yet). */
export interface ScreenInput {
  readonly first_look: FirstLook;
  readonly second_look: readonly PairedCase[] | null;
}

function pairsOf(look: readonly PairedCase[] | null, case_id: string): readonly PairedOutcome[] {
  return look?.find((one) => one.case_id === case_id)?.pairs ?? [];
}

function pairedP(pairs: readonly PairedOutcome[]): number {
  const { only_base_passed, only_head_passed } = countDiscordant(pairs);
  return mcnemarOneSided(only_base_passed, only_head_passed);
}

function testCases(input: ScreenInput, choice: SecondLook): CaseRegression[] {
  const { second_look, first_look } = input;
  if (second_look === null) return [];
  const tested = choice.cases.map((case_id) => {
    const pairs = pairsOf(second_look, case_id);
    return { case_id, pairs, p: pairedP(pairs) };
  });
  const adjusted = holm(
    tested.map((one) => one.p),
    FAMILY_ALPHA,
  );
  return tested.map(({ case_id, pairs, p }, at) => {
    const { p: p_holm, rejected: confirmed } = adjusted[at] ?? { p: 1, rejected: false };
    return {
      case_id,
      ...countPasses(pairs),
      first_look: countPasses(pairsOf(first_look.cases, case_id)),
      p: roundDerived(p),
      p_holm: roundDerived(p_holm),
      confirmed,
      inconclusive: !confirmed && p <= SUSPECT_ALPHA,
    };
  });
}

function findFlaky(input: ScreenInput, confirmed: ReadonlySet<string>): Screen["flaky"] {
  return casesWithPast(input.first_look).flatMap(({ case_id, pairs }) => {
    const all = countPasses([...pairs, ...pairsOf(input.second_look, case_id)]);
    const base_failed = all.base_runs - all.base_passed;
    const head_failed = all.head_runs - all.head_passed;
    const wavers = base_failed > 0 && all.base_passed > 0 && head_failed > 0;
    if (!wavers || confirmed.has(case_id)) return [];
    return [
      { case_id, base_failed, base_runs: all.base_runs, head_failed, head_runs: all.head_runs },
    ];
  });
}

function judgeChanges(look: FirstLook): CaseChange[] {
  return look.changes.map(({ case_id, change }) => ({
    case_id,
    change,
    judged: change !== "added" && pairsOf(look.cases, case_id).length > 0,
  }));
}

function declaredPower(fewest: number, blocks_each: number): Screen["power"] {
  const found = detectionPower({
    first_blocks: fewest,
    fresh_blocks: blocks_each,
    base_pass_rate: HEALTHY_RATE,
    head_pass_rate: 0,
    alpha: FAMILY_ALPHA / MOST_CASES,
  });
  return {
    base_pass_rate: HEALTHY_RATE,
    found,
    required: REQUIRED_POWER,
    holds: found >= REQUIRED_POWER,
  };
}

function freshBlocks(input: ScreenInput, choice: SecondLook) {
  if (choice.cases.length === 0) return 0;
  if (input.second_look === null) return { missing: "the second look was not run" };
  return choice.cases.reduce((sum, id) => sum + pairsOf(input.second_look, id).length, 0);
}

function neverOnBase(look: FirstLook): string[] {
  return casesWithPast(look)
    .filter(({ pairs }) => pairs.length > 0 && pairs.every((one) => !one.base_passed))
    .map(({ case_id }) => case_id);
}

/**
 * The screen of a pull request, recomputable from RunResults and plan. A case regression is confirmed when the exact
 * one-sided paired test over its fresh blocks is rejected by Holm at .05; a total regression when the same test over
 * all first-look blocks gives at most .01. Cases that base does not have are in neither. The choice of the second look
 * is made again here from the first look; whoever holds the recorded choice compares the two.
 */
export function decideScreen(input: ScreenInput): Screen {
  const choice = chooseSecondLook(input.first_look);
  const past = casesWithPast(input.first_look);
  const regressions = testCases(input, choice);
  const confirmed = new Set(regressions.filter((one) => one.confirmed).map((one) => one.case_id));
  const pairs = past.flatMap((one) => one.pairs);
  const p = pairedP(pairs);
  const fewest = past.reduce(
    (least, one) => Math.min(least, one.pairs.length),
    past.length === 0 ? 0 : Number.MAX_SAFE_INTEGER,
  );
  const power = declaredPower(Math.min(1_000, fewest), choice.blocks_each);
  return {
    first_look: {
      cases: past.length,
      planned_blocks: past.reduce((sum, one) => sum + one.planned, 0),
      complete_blocks: pairs.length,
      fewest_blocks: fewest,
    },
    second_look: { ...choice, complete_blocks: freshBlocks(input, choice) },
    regressions,
    total_regression: {
      blocks: pairs.length,
      ...countDiscordant(pairs),
      p: roundDerived(p),
      confirmed: p <= TOTAL_ALPHA,
    },
    power,
    could_have_missed: couldHaveMissed({
      blocks: pairs.length,
      fewest: Math.min(1_000, fewest),
      choice,
      regressions,
      power,
      never_on_base: neverOnBase(input.first_look),
    }),
    flaky: findFlaky(input, confirmed),
    case_changes: judgeChanges(input.first_look),
  };
}
