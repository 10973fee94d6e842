/** The verdict: hard gates first, then conditions; whoever has neither gets Go, and a matrix with a hole never does. */

import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import type { Track } from "../../contracts/matrix.ts";
import type { Digest } from "../../contracts/primitives.ts";
import type { ReadinessPolicy } from "../../contracts/readiness-policy.ts";
import type { CandidateReadiness, Finding, Readiness, Verdict } from "../../contracts/readiness.ts";
import { digestDocument } from "../digest/digest.ts";
import { endingKind } from "../scoring/endings.ts";
import { isMissing } from "../scoring/missing.ts";
import {
  candidateConditions,
  isIncomplete,
  isPlumbingOnly,
  matrixConditions,
} from "./conditions.ts";
import { blockingGates, gateStates, unobservedGates } from "./gates.ts";
import { judgeMargins } from "./non-inferiority.ts";
import { screenBlocking } from "./screen-findings.ts";
import { passesNothing, unsoundBaseline } from "./unsound-baseline.ts";

export interface ReadinessInput {
  readonly comparison: Comparison;
  readonly comparison_sha256: Digest;
  readonly policy: ReadinessPolicy;
  readonly policy_sha256: Digest;
  readonly track: Track | null;
}

const WORST_FIRST: readonly Verdict[] = ["No-Go", "Conditional-Go", "Go"];

function verdictOf(blocking: readonly Finding[], conditions: readonly Finding[]): Verdict {
  if (blocking.length > 0) return "No-Go";
  return conditions.length > 0 ? "Conditional-Go" : "Go";
}

function decideCandidate(
  candidate: CandidateComparison,
  input: ReadinessInput,
  shared: readonly Finding[],
): CandidateReadiness {
  const { comparison, policy, track } = input;
  const gates = gateStates(candidate, policy, track);
  const base =
    candidate.role === "head"
      ? comparison.candidates.find((one) => one.role === "base")
      : undefined;
  const { screen } = comparison;
  const broken =
    screen === undefined || base === undefined
      ? []
      : screenBlocking({ screen, comparison, base, head: candidate });
  const unsound = unsoundBaseline(candidate, base);
  const margins = judgeMargins(candidate, comparison, policy);
  const blocking = [
    ...blockingGates(candidate, gates),
    ...(unsound.length > 0 ? [] : neverCompleted(candidate, base)),
    ...broken,
    ...margins.blocking,
  ];
  const conditions = [
    ...unsound,
    ...passesNothing(base),
    ...shared,
    ...candidateConditions(candidate, base, comparison, policy),
    ...margins.conditions,
    ...unobservedGates(candidate, policy, gates),
  ];
  return {
    candidate: candidate.candidate,
    verdict: verdictOf(blocking, conditions),
    blocking,
    conditions,
    gates,
  };
}

function measuredRuns({ runs, failures }: CandidateComparison): number {
  return runs - failures.filter((one) => endingKind(one.reason) !== "agent").length;
}

/** An agent that started every time and finished never has failed, whatever its gates say: there is nothing to merge. */
function neverCompleted(
  candidate: CandidateComparison,
  base: CandidateComparison | undefined,
): Finding[] {
  const own = candidate.failures.filter((one) => endingKind(one.reason) === "agent");
  const first = own[0];
  const outside = own.length < candidate.failures.length;
  if ((candidate.statuses.completed ?? 0) > 0 || first === undefined || outside) return [];
  // A base that seldom completes either leaves it to chance; then the screen and the conditions speak.
  if (base !== undefined && (base.statuses.completed ?? 0) * 2 < measuredRuns(base)) return [];
  const forbidden = candidate.forbidden_calls ?? [];
  const [deed] = forbidden;
  const same = forbidden.filter((one) => one.detail === deed?.detail);
  const runs = new Set(same.map((one) => one.run_id)).size;
  const did = deed === undefined ? "" : ` In ${runs} of them it ${deed.detail}.`;
  return [
    {
      code: "never_completed",
      message:
        `${candidate.candidate}: none of ${candidate.runs} runs completed (${first.run_id}: ${first.message || first.reason}).${did}`.slice(
          0,
          1_000,
        ),
      lift: "At least one run completes.",
      runs: own.map((one) => one.run_id).slice(0, 50),
    },
  ];
}

/** Worst verdict, then more findings, then fewer points, then plan order. */
function worstOf(decided: readonly CandidateReadiness[], comparison: Comparison) {
  const points = (id: string) => {
    const weighted = comparison.candidates.find((one) => one.candidate === id)?.weighted;
    return weighted === undefined || isMissing(weighted) ? -1 : weighted;
  };
  return decided.toSorted(
    (left, right) =>
      WORST_FIRST.indexOf(left.verdict) - WORST_FIRST.indexOf(right.verdict) ||
      right.blocking.length - left.blocking.length ||
      right.conditions.length - left.conditions.length ||
      points(left.candidate) - points(right.candidate),
  )[0];
}

/** No run completed, and every failure listed (50 at most a candidate) was the model service, quota, installation or disk. */
function infrastructureOnly(comparison: Comparison): boolean {
  const runs = comparison.candidates.reduce((total, one) => total + one.runs, 0);
  const failures = comparison.candidates.flatMap((one) => one.failures);
  const completed = comparison.candidates.some((one) => (one.statuses.completed ?? 0) > 0);
  if (runs === 0 || completed || failures.length === 0) return false;
  return failures.every((one) => endingKind(one.reason) === "infrastructure");
}

/** Nowhere, or not on one of the two sides of a pull request: a provider that refuses all of head's requests must not pass. */
function nothingCompleted({ candidates }: Comparison): boolean {
  const none = candidates.filter(
    (one) => (one.statuses.completed ?? 0) === (one.unanswered?.length ?? 0),
  );
  return none.length === candidates.length || none.some((one) => one.role !== "member");
}

/** On a pull request: more of a side was lost from outside than the policy allows, so that what is left is too little to judge by. */
function lostTooMuch({ candidates }: Comparison, policy: ReadinessPolicy): boolean {
  return candidates.some(({ role, failure_rate: { error_rate } }) =>
    role === "member" || isMissing(error_rate) ? false : error_rate > policy.maximum_error_rate,
  );
}

function exitCodeOf(
  verdict: Verdict,
  comparison: Comparison,
  policy: ReadinessPolicy,
): Readiness["exit_code"] {
  if (verdict === "No-Go") return 20;
  if (infrastructureOnly(comparison)) return 40;
  if (isIncomplete(comparison) || isPlumbingOnly(comparison) || nothingCompleted(comparison))
    return 30;
  if (lostTooMuch(comparison, policy)) return 30;
  return verdict === "Conditional-Go" ? 10 : 0;
}

/** Digest of the (run_id, RunResult digest) list sorted by run id: the same however the matrix was sharded. */
export function evidenceDigest(runs: Comparison["runs"]): Digest {
  const sorted = runs
    .map(({ run_id, digest }) => ({ run_id, digest }))
    .toSorted((left, right) => {
      if (left.run_id === right.run_id) return 0;
      return left.run_id < right.run_id ? -1 : 1;
    });
  return digestDocument("evidence", sorted);
}

/**
 * The readiness of every candidate but a control; the heading's verdict is head's, or without a head the worst candidate's, whom
 * `subject` names. `exit_code` before --fail-on, first that applies: 20 No-Go, 40 all runs lost to infrastructure,
 * 30 incomplete, plumbing only, without a completed run or with too many lost, 10 Conditional-Go, 0 Go. Throws on a comparison without candidates, which compareRuns never makes.
 */
export function decideReadiness(input: ReadinessInput): Readiness {
  const { comparison } = input;
  const shared = matrixConditions(comparison, input.policy);
  const candidates = comparison.candidates
    .filter((one) => one.control_of === undefined)
    .map((one) => decideCandidate(one, input, shared));
  const head = comparison.candidates.find((one) => one.role === "head");
  const subject =
    candidates.find((one) => one.candidate === head?.candidate) ?? worstOf(candidates, comparison);
  if (subject === undefined) throw new Error("a comparison without candidates has no readiness");
  return {
    schema_version: 1,
    matrix_id: comparison.matrix_id,
    verdict: subject.verdict,
    subject: subject.candidate,
    incomplete: isIncomplete(comparison),
    plumbing_only: isPlumbingOnly(comparison),
    candidates,
    exit_code: exitCodeOf(subject.verdict, comparison, input.policy),
    comparison_sha256: input.comparison_sha256,
    policy_sha256: input.policy_sha256,
    evidence_sha256: evidenceDigest(comparison.runs),
  };
}
