/** Everything short of a failed gate that keeps a candidate from Go, each with what would lift it. */

import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import type { ReadinessPolicy } from "../../contracts/readiness-policy.ts";
import type { Finding } from "../../contracts/readiness.ts";
import { isMissing } from "../scoring/missing.ts";
import { blocksForLevel } from "../statistics/evidence-level.ts";
import { costConditions } from "./cost-margin.ts";
import { screenConditions } from "./screen-findings.ts";

const MOST_RUNS = 50;

function condition(
  code: string,
  message: string,
  lift: string,
  runs: readonly string[] = [],
): Finding {
  return {
    code,
    message: message.slice(0, 1_000),
    lift: lift.slice(0, 500),
    runs: [...new Set(runs)].slice(0, MOST_RUNS),
  };
}

/** Cells without a run, or whose run never started. */
export function countHoles(candidate: CandidateComparison): number {
  return candidate.planned - candidate.runs + (candidate.statuses.unavailable ?? 0);
}

/** A matrix with a hole, without a run, or with cells that were refused is never green. */
export function isIncomplete(comparison: Comparison): boolean {
  const { candidates, not_run } = comparison;
  if (not_run.length > 0 || candidates.every((one) => one.runs === 0)) return true;
  return candidates.some((one) => countHoles(one) > 0 || one.planned === 0);
}

/** A simulated model reads no prompt: where prompt or model is what changes, it only shows that the pipes hold. */
export function isPlumbingOnly(comparison: Comparison): boolean {
  const { upstream, variable } = comparison;
  return upstream === "simulated" && (variable === "prompt" || variable === "model");
}

const UPSTREAM_CONDITIONS: Readonly<
  Record<Exclude<Comparison["upstream"], "live">, { code: string; message: string; lift: string }>
> = {
  simulated: {
    code: "simulated_evidence",
    message: "Every answer came from a simulated model.",
    lift: "Run the same matrix against a live model.",
  },
  replay: {
    code: "replayed_evidence",
    message: "Answers were replayed from recordings: they add nothing to what was known.",
    lift: "Run the same matrix against a live model.",
  },
  test: {
    code: "test_evidence",
    message: "Answers came from a test server, not from a provider's model.",
    lift: "Run the same matrix against a live model.",
  },
  transcribed: {
    code: "transcribed_evidence",
    message: "The runs are copied from a publication and cannot be re-derived.",
    lift: "Run the matrix here.",
  },
};

/** Runs copied from a publication count as answered: nothing else is known of them. */
function nothingAnswered({ candidates }: Comparison): boolean {
  const completed = candidates.reduce((total, one) => total + (one.statuses.completed ?? 0), 0);
  const silent = candidates.reduce((total, one) => total + (one.unanswered?.length ?? 0), 0);
  return completed === silent;
}

/** Nothing is said of answers that never came. */
function upstreamMessage(comparison: Comparison, message: string): string {
  if (comparison.upstream === "transcribed" || !nothingAnswered(comparison)) return message;
  return `No completed run had an answer from a model; the matrix was set up with ${UPSTREAM_NAMES[comparison.upstream]}.`;
}

const UPSTREAM_NAMES: Readonly<Record<Exclude<Comparison["upstream"], "transcribed">, string>> = {
  live: "a live model",
  simulated: "a simulated model",
  replay: "recorded answers",
  test: "a test server",
};

function evidenceConditions(comparison: Comparison, policy: ReadinessPolicy): Finding[] {
  const { upstream, evidence } = comparison;
  if (upstream !== "live") {
    const { code, message, lift } = UPSTREAM_CONDITIONS[upstream];
    const changed = typeof comparison.variable === "string" ? comparison.variable : "";
    const plumbing = isPlumbingOnly(comparison)
      ? ` What changed is the ${changed}. A simulated model follows a script, so its reaction says nothing about a real one: plumbing only.`
      : "";
    const needed = blocksForLevel(policy.minimum_level);
    const enough = `${lift} The policy asks for ${needed} live ${needed === 1 ? "block" : "blocks"} (${policy.minimum_level}).`;
    return [condition(code, upstreamMessage(comparison, message) + plumbing, enough)];
  }
  if (evidence.level >= policy.minimum_level) return [];
  const needed = blocksForLevel(policy.minimum_level) - evidence.live_blocks;
  return [
    condition(
      "below_minimum_level",
      `The evidence is ${evidence.level} (${evidence.live_blocks} live blocks); the policy asks for ${policy.minimum_level}.`,
      needed > 0
        ? `${needed} more complete live ${needed === 1 ? "block" : "blocks"}.`
        : `There are enough blocks, but: ${evidence.wording}`,
    ),
  ];
}

/** Drawn orders spare both sides alike, but scores that drift, or another model behind the name, are no steady ground. */
function orderConditions({ order_effects }: Comparison): Finding[] {
  if (isMissing(order_effects)) return [];
  const found: Finding[] = [];
  const score = order_effects.drift.find((one) => one.metric === "score" && one.found);
  if (score !== undefined) {
    found.push(
      condition(
        "drift",
        `Scores drifted over the matrix. ${order_effects.statement}`,
        "Run again when the model service is steady.",
      ),
    );
  }
  if (order_effects.backends.changed) {
    found.push(
      condition(
        "backend_changed",
        `One model answered under several names while the matrix ran: ${order_effects.backends.names.join(", ")}.`,
        "Name a dated model, or run again when the provider has finished its change.",
      ),
    );
  }
  return found;
}

/** A pull request is judged, not ranked; among members an order that small changes of the weights turn over is no ground. */
function rankingConditions({ candidates, sensitivity }: Comparison): Finding[] {
  if (isMissing(sensitivity) || sensitivity.stability !== "sensitive") return [];
  if (candidates.some((one) => one.role !== "member")) return [];
  return [
    condition(
      "unstable_ranking",
      sensitivity.statement,
      "Weights that the business stands by, or a decision by the metrics one by one.",
    ),
  ];
}

/** Conditions that hold for the whole matrix and so for every candidate. */
export function matrixConditions(comparison: Comparison, policy: ReadinessPolicy): Finding[] {
  const found = evidenceConditions(comparison, policy);
  for (const error of comparison.evaluation_data_errors) {
    found.push(
      condition(
        "evaluation_data_error",
        `${error.case_id} v${error.case_version}: ${error.message}`,
        "Correct the case in a new version and score the stored runs again.",
      ),
    );
  }
  if (isIncomplete(comparison)) {
    const planned = comparison.candidates.reduce((total, one) => total + one.planned, 0);
    const holes = comparison.candidates.reduce((total, one) => total + countHoles(one), 0);
    const reason = comparison.not_run[0]?.reason;
    found.push(
      condition(
        "incomplete_matrix",
        `${holes} of ${planned} planned runs are missing or never started${reason === undefined ? "" : ` (${reason})`}.`,
        "Run the missing cells; cells with a result are not run again.",
      ),
    );
  }
  if (comparison.status === "exploratory") {
    found.push(
      condition(
        "exploratory",
        `The comparison is exploratory: ${comparison.status_reasons.join("; ")}.`,
        "Compare under the profile, prices and cases that the plan fixed, with every cell run.",
      ),
    );
  }
  found.push(...orderConditions(comparison), ...rankingConditions(comparison));
  return found;
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10}%`;
}

/** Runs that never reached a model; the host knows the way out where its gateway saw no request at all. */
function silentRuns(candidate: CandidateComparison): Finding[] {
  const silent = candidate.unanswered ?? [];
  if (silent.length === 0) return [];
  const noticed = candidate.findings?.find((one) => one.code === "no_requests");
  return [
    condition(
      "no_model_call",
      `${candidate.candidate}: in ${silent.length} of ${candidate.statuses.completed ?? 0} completed runs no model call was answered: they show nothing about a model.`,
      noticed?.fix ?? "Let the agent ask the model through the gateway.",
      silent,
    ),
  ];
}

/** A base that asked no model is no measure: head can't be worse than what shows nothing. */
function baseConditions(base: CandidateComparison): Finding[] {
  return silentRuns(base).map((one) => ({
    ...one,
    code: "unsound_baseline",
    message: `${one.message.replace(/\.$/, "")}, so there this pull request is held against nothing.`,
  }));
}

function runConditions(candidate: CandidateComparison, policy: ReadinessPolicy): Finding[] {
  const found: Finding[] = [];
  const name = candidate.candidate;
  const forbidden = candidate.forbidden_calls ?? [];
  const [deed] = forbidden;
  if (deed !== undefined) {
    const runs = new Set(forbidden.map((one) => one.run_id));
    found.push(
      condition(
        "forbidden_call",
        `${name}: in ${runs.size} ${runs.size === 1 ? "run" : "runs"} that did not complete a tool was called that the case forbids (${deed.case_id}: ${deed.detail}).`,
        "No run calls it, however it ends.",
        [...runs],
      ),
    );
  }
  const { error_rate } = candidate.failure_rate;
  if (!isMissing(error_rate) && error_rate > policy.maximum_error_rate) {
    found.push(
      condition(
        "error_rate",
        `${name}: ${percent(error_rate)} of the planned runs ended for reasons outside the agent; the policy allows ${percent(policy.maximum_error_rate)}.`,
        "Run again when the model service and the installation hold.",
        candidate.failures.map((one) => one.run_id),
      ),
    );
  }
  const unfinished =
    candidate.runs - (candidate.statuses.completed ?? 0) - (candidate.statuses.unavailable ?? 0);
  if (unfinished > 0) {
    const listed = candidate.failures.filter((one) => one.status !== "unavailable");
    const first = listed[0];
    const why = first === undefined ? "" : ` (${first.run_id}: ${first.message || first.reason})`;
    found.push(
      condition(
        "not_completed",
        `${name}: ${unfinished} of ${candidate.runs} runs started and did not complete${why}.`,
        "Every run completes.",
        listed.map((one) => one.run_id),
      ),
    );
  }
  found.push(...silentRuns(candidate));
  const score = candidate.summary.score.mean;
  if (!isMissing(score) && score < policy.minimum_score) {
    found.push(
      condition(
        "low_score",
        `${name}: the mean task score is ${Math.round(score * 10) / 10}; the policy asks for ${policy.minimum_score}.`,
        "Raise the score; the failing checks are listed case by case.",
      ),
    );
  }
  if (!candidate.eligible) {
    found.push(
      condition(
        "ineligible",
        `${name} cannot be weighed: ${candidate.ineligible_reasons.join("; ")}.`,
        "Supply what is missing, or use a profile that does not ask for it.",
      ),
    );
  }
  return found;
}

/** Cases the candidate did not always pass. Against a base only a fall counts; a fault of the case itself is its own condition. */
function caseConditions(
  candidate: CandidateComparison,
  base: CandidateComparison | undefined,
  comparison: Comparison,
): Finding[] {
  const found: Finding[] = [];
  for (const row of candidate.cases) {
    const faulty = comparison.evaluation_data_errors.some(
      (error) => error.case_id === row.case_id && error.case_version === row.case_version,
    );
    if (faulty || row.passed === row.runs) continue;
    const check = row.failing_checks[0];
    const why = check === undefined ? "" : ` (${check.id}: ${check.detail})`;
    const runs = row.failing_checks.map((one) => one.example_run);
    const was = base?.cases.find((one) => one.case_id === row.case_id);
    if (was !== undefined && was.runs > 0) {
      if (row.passed * was.runs >= was.passed * row.runs) continue;
      found.push(
        condition(
          "case_regression_unconfirmed",
          `${row.case_id} passed in ${was.passed} of ${was.runs} runs of ${base?.candidate ?? "base"} and in ${row.passed} of ${row.runs} of ${candidate.candidate}${why}.`,
          "Fresh blocks of this case, enough to tell a regression from chance.",
          runs,
        ),
      );
      continue;
    }
    found.push(
      condition(
        row.passed === 0 ? "failing_case" : "unstable_case",
        `${candidate.candidate}: ${row.case_id} passed in ${row.passed} of ${row.runs} runs${why}.`,
        "Every run of the case passes.",
        runs,
      ),
    );
  }
  return found;
}

/** Conditions of one candidate's own runs; `base` is given for a head only. A screen, where there is one, judges head's cases. */
export function candidateConditions(
  candidate: CandidateComparison,
  base: CandidateComparison | undefined,
  comparison: Comparison,
  policy: ReadinessPolicy,
): Finding[] {
  const { screen } = comparison;
  const cases =
    screen === undefined || base === undefined
      ? caseConditions(candidate, base, comparison)
      : screenConditions({ screen, comparison, base, head: candidate });
  const own = runConditions(candidate, policy);
  if (base === undefined) return [...own, ...cases];
  const cost = costConditions(comparison, base, candidate, policy);
  return [...own, ...baseConditions(base), ...cases, ...cost];
}
