/** Says in plain words what the screen would not have seen, with chances counted for the very blocks that ran. */

import type { CaseRegression, Screen, SecondLook } from "../../contracts/screen.ts";
import { detectionPower, pairedPower } from "../statistics/detection-power.ts";
import { FAMILY_ALPHA, MOST_CASES, TOTAL_ALPHA } from "./levels.ts";

const HALF = 0.5;
const THIN_FALL = 0.1;
const NAMES_SHOWN = 5;
/** Pooled blocks beyond this change the stated chance by nothing a reader sees. */
const MOST_POOLED = 200;

export interface MissedInput {
  /** Complete blocks of the first look. */
  readonly blocks: number;
  readonly choice: SecondLook;
  readonly regressions: readonly CaseRegression[];
  readonly power: Screen["power"];
  /** Cases that base passed in none of its runs of the first look. */
  readonly never_on_base: readonly string[];
  /** Complete first-look blocks of the case that has fewest. */
  readonly fewest: number;
}

/**
 * `missed up to 92 times in 100`, from the chance to find it: up to, for the level is that of the fullest family; what is
 * neither certain nor impossible never rounds to it.
 */
function missed(chance: number): string {
  const times = Math.ceil(100 - chance * 100 - 1e-9);
  if (chance === 0) return "always missed with so few blocks";
  if (times >= 100) return "missed over 99 times in 100";
  if (times === 0) return chance < 1 ? "missed under 1 time in 100" : "never missed";
  return `missed up to ${times} ${times === 1 ? "time" : "times"} in 100`;
}

function percent(rate: number): string {
  return `${Math.round(rate * 100)} %`;
}

function namesOf(cases: readonly string[]): string {
  const shown = cases.slice(0, NAMES_SHOWN).join(", ");
  const more = cases.length - NAMES_SHOWN;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** One sentence, at most 2,000 characters. Case names are identifiers; nothing in it comes from an agent. */
export function couldHaveMissed(input: MissedInput): string {
  const { blocks, choice, regressions, power, fewest } = input;
  const healthy = power.base_pass_rate;
  const thin = pairedPower({
    blocks: Math.min(blocks, MOST_POOLED),
    base_pass_rate: healthy,
    head_pass_rate: healthy - THIN_FALL,
    alpha: TOTAL_ALPHA,
  });
  const half = detectionPower({
    first_blocks: fewest,
    fresh_blocks: choice.blocks_each,
    base_pass_rate: healthy,
    head_pass_rate: HALF,
    alpha: FAMILY_ALPHA / MOST_CASES,
  });
  const rates = (to: number) => `from ${percent(healthy)} to ${percent(to)}`;
  const parts = [
    `a fall spread thinly over all cases (${rates(healthy - THIN_FALL)}: ${missed(thin)})`,
    `a case that now fails half the time (${rates(HALF)}: ${missed(half)})`,
  ];
  if (!power.holds) {
    parts.unshift(`even a case that never passes any more (${rates(0)}: ${missed(power.found)})`);
  }
  for (const one of regressions) {
    if (!one.inconclusive) continue;
    parts.unshift(
      `${one.case_id}, which passed in ${one.head_passed} of ${one.head_runs} fresh blocks here and in ${one.base_passed} of ${one.base_runs} on base: too few to tell`,
    );
  }
  if (input.never_on_base.length > 0)
    parts.unshift(
      `anything in the cases that base never passes (${namesOf(input.never_on_base)}): they cannot get worse`,
    );
  if (choice.untested.length > 0) {
    parts.push(
      `the cases that were worse in the first look and not looked at again (${namesOf(choice.untested)})`,
    );
  }
  return `${parts.join("; ")}.`.slice(0, 2_000);
}
