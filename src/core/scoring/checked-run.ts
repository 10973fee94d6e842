/** What the checks of its case say about one run: passed, failed, or forbidden though it broke off. */

import type { RunResult } from "../../contracts/run-result.ts";
import { isMissing } from "./missing.ts";
import { isLost, type CheckedRun } from "./observation.ts";

/** Completed, scored, and every check of it passed. */
export function passedEveryCheck(result: RunResult): boolean {
  if (result.status !== "completed" || isMissing(result.score)) return false;
  return result.score.checks.every((check) => check.passed);
}

/** Of a run that did not complete only what it did against the case: what it had not done yet, nobody knows. */
export function checkRun(result: RunResult): CheckedRun {
  const completed = result.status === "completed";
  const checks = isMissing(result.score) ? [] : result.score.checks;
  const failed = isLost(result)
    ? []
    : checks.filter((check) => !check.passed && (completed || check.violated === true));
  const forbidden = completed ? [] : checks.filter((check) => check.violated === true);
  return {
    passed: passedEveryCheck(result),
    failed: failed.map(({ id, detail }) => ({ id, detail })),
    forbidden: forbidden.map(({ detail }) => detail),
  };
}
