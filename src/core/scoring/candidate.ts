/** One candidate's part of a comparison: its runs counted, measured, weighted and checked for eligibility. */

import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import type { Candidate } from "../../contracts/matrix.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { ScoreProfile } from "../../contracts/score-profile.ts";
import { tabulateCases } from "./case-table.ts";
import { describe, firstReason } from "./distribution.ts";
import { countStatuses, listFailures, rateFailures } from "./failures.ts";
import { tabulateFindings } from "./findings.ts";
import { listForbiddenCalls } from "./forbidden-calls.ts";
import { lowestIsolation, tallyGates } from "./gate-tally.ts";
import { measureMetric, totalWeight, weightedPoints } from "./metrics.ts";
import { absent, isMissing } from "./missing.ts";
import { isLost, type Observation } from "./observation.ts";
import { tabulateWire } from "./wire-table.ts";

/** `runs` in execution order; `declared` is the plan's entry, absent for transcribed runs. */
export interface CandidateInput {
  readonly id: string;
  readonly declared: Candidate | undefined;
  readonly runs: readonly Observation[];
  readonly planned: number;
  readonly profile: ScoreProfile;
  readonly preflight: Comparison["preflight"];
}

/** Half-up mean in whole pico-units; one run without a cost leaves no mean. Runs that never started or were lost are left out. */
function meanCost(runs: readonly Observation[]): string | Missing {
  const started = runs.filter((run) => run.status !== "unavailable" && !isLost(run));
  const costs = started.map((run) => run.cost).filter((cost) => typeof cost === "bigint");
  if (costs.length === 0 || costs.length < started.length) {
    const reason = firstReason(
      started.map((run) => run.cost),
      "no run ended by the agent's own doing",
    );
    return absent(`${started.length - costs.length} of ${started.length} runs: ${reason}`);
  }
  const total = costs.reduce((left, right) => left + right, 0n);
  const n = BigInt(costs.length);
  return ((2n * total + n) / (2n * n)).toString();
}

function summarise(runs: readonly Observation[]): CandidateComparison["summary"] {
  const completed = runs.filter((run) => run.status === "completed");
  const of = (source: Parameters<Observation["value"]>[0]) =>
    describe(runs.map((run) => run.value(source)));
  return {
    score: of("score.total"),
    duration_ms: describe(completed.map((run) => run.value("latency.ms"))),
    tokens: of("tokens.wire"),
    model_calls: of("calls.model"),
    tool_calls: of("calls.tool"),
    cost_pico: meanCost(runs),
  };
}

function versionOf(runs: readonly Observation[]): string | Missing {
  const known = new Set<string>();
  for (const run of runs) {
    if (!isMissing(run.framework_version)) known.add(run.framework_version);
  }
  const [only] = known;
  if (only === undefined) {
    return absent(
      firstReason(
        runs.map((run) => run.framework_version),
        "no run",
      ),
    );
  }
  return known.size === 1 ? only : absent(`several: ${[...known].toSorted().join(", ")}`);
}

/** The same for every run of a checkout; nothing where an adapter brings its own. */
function lockedPackages(
  runs: readonly Observation[],
  declared: CandidateInput["declared"],
): Pick<CandidateComparison, "packages"> {
  const packages = runs[0]?.packages ?? [];
  return declared?.command === undefined || packages.length === 0 ? {} : { packages };
}

/** Measures one candidate. `weighted` is given wherever every metric has points, also for an ineligible one. */
export function compareCandidate(input: CandidateInput): CandidateComparison {
  const { id, declared, runs, planned, profile } = input;
  const absentCells = planned - runs.length;
  const weights = totalWeight(profile);
  const metrics = profile.metrics.map((rule) => measureMetric(rule, runs, absentCells, weights));
  const weighted = weightedPoints(metrics);
  const completed = runs.filter((run) => run.status === "completed").length;
  const silent = runs
    .filter((run) => run.status === "completed" && !run.is_answered)
    .map((run) => run.run_id);
  const reasons = metrics.flatMap((metric) => metric.ineligible);
  if (profile.require_all_completed && completed < planned) {
    reasons.push(`${planned - completed} of ${planned} planned runs did not complete`);
  }
  if (completed < profile.minimum_samples) {
    reasons.push(`${completed} completed runs; the profile asks for ${profile.minimum_samples}`);
  }
  if (isMissing(weighted) && reasons.length === 0) reasons.push(weighted.missing);
  return {
    candidate: id,
    label: declared?.label ?? id,
    role: declared?.role ?? "member",
    ...(declared?.control_of === undefined ? {} : { control_of: declared.control_of }),
    framework: runs[0]?.framework ?? declared?.adapter ?? "own program",
    framework_version: versionOf(runs),
    ...lockedPackages(runs, declared),
    runs: runs.length,
    planned,
    statuses: countStatuses(runs),
    failures: listFailures(runs),
    ...(silent.length === 0 ? {} : { unanswered: silent }),
    ...listForbiddenCalls(runs),
    failure_rate: rateFailures(runs, planned),
    summary: summarise(runs),
    metrics: metrics.map((metric) => metric.value),
    weighted,
    eligible: reasons.length === 0,
    ineligible_reasons: reasons,
    gates: tallyGates(runs, input.preflight),
    isolation: lowestIsolation(runs),
    ...tabulateFindings(runs),
    wire: tabulateWire(runs),
    cases: tabulateCases(runs),
  };
}
