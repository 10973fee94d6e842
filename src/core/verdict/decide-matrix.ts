/** From a matrix's evidence to its verdict: comparison, readiness and report, the same for the host and for `verify`. */
import type { CaseContract } from "../../contracts/case.ts";
import type { Comparison } from "../../contracts/comparison.ts";
import type { RuntimeEvent, StoredEvent } from "../../contracts/event.ts";
import type { Plan } from "../../contracts/plan.ts";
import type { PreflightReport } from "../../contracts/preflight.ts";
import type { PricingCatalogue } from "../../contracts/pricing.ts";
import type { ReadinessPolicy } from "../../contracts/readiness-policy.ts";
import type { Readiness } from "../../contracts/readiness.ts";
import type { Rubric } from "../../contracts/rubric.ts";
import type { ScoreProfile } from "../../contracts/score-profile.ts";
import { parseAmount } from "../budget/money.ts";
import { describeCapabilities, type GivenRubric } from "../capability/describe-capabilities.ts";
import { digestDocument } from "../digest/digest.ts";
import { contractDigest } from "../planning/bind-contracts.ts";
import { decideReadiness } from "../readiness/readiness.ts";
import { runLine } from "../report/run-lines.ts";
import type { ReportInput } from "../report/view.ts";
import { compareObserved } from "../scoring/comparison.ts";
import { groupBy } from "../scoring/group-by.ts";
import type { ComparisonRefusal } from "../scoring/lineage.ts";
import type { DigestedResult, Observation } from "../scoring/observation.ts";
import { byRunId, observeRuns } from "../scoring/observe-runs.ts";
import { findUnofferedTools } from "../scoring/unoffered-tools.ts";
import { decideScreen } from "../screening/decide-screen.ts";
import { registeredBlocks, withSecondLook } from "../screening/effective-plan.ts";
import { observedOutcome, pairOutcomes } from "../screening/outcomes.ts";
import { diffRevisions, type CaseRequests } from "../wire-difference/diff-revisions.ts";
import type { RunRequests } from "../wire-difference/frames.ts";
import type { CanonicalRequest } from "../wire/request.ts";

export interface MatrixEvidence {
  readonly matrix_id: string;
  readonly plan: Plan;
  readonly plan_sha256: string;
  readonly preflight: PreflightReport;
  /** Gone through once; they may be read from a disk one at a time. */
  readonly results: Iterable<DigestedResult>;
  /** The matrix's own stream, whole. */
  readonly stream: readonly StoredEvent[];
  readonly cases: readonly CaseContract[];
  readonly profile: ScoreProfile;
  readonly pricing: PricingCatalogue;
  readonly policy: ReadinessPolicy;
  /** What people judged: the rubric that the plan binds, or one that is held against the runs afterwards. */
  readonly rubric?: Rubric;
  /** On a pull request: the decoded requests of each run, in order, by run id. */
  readonly requests?: ReadonlyMap<string, readonly CanonicalRequest[]>;
}

/** What a later look changes; each change makes the comparison exploratory. */
export interface LaterLook {
  readonly exploratory_reasons: readonly string[];
  readonly evaluation_data_errors: Comparison["evaluation_data_errors"];
  /** The profile that the plan fixed, where another one is used. */
  readonly planned_profile?: ScoreProfile;
}

export interface MatrixVerdict {
  readonly ok: true;
  readonly comparison: Comparison;
  readonly readiness: Readiness;
  readonly report: ReportInput;
}

/** The command that checks a downloaded bundle; part of the report, so it never names a place on a machine. */
export const verifyCommand = "node verify.mjs evidence.tar.gz";

const asPlanned: LaterLook = { exploratory_reasons: [], evaluation_data_errors: [] };

/** Pure: the same evidence gives the same three documents, byte for byte. */
export function decideMatrix(
  evidence: MatrixEvidence,
  look: LaterLook = asPlanned,
): MatrixVerdict | ComparisonRefusal {
  const { profile, pricing, policy, preflight } = evidence;
  const bodies = evidence.stream.map((event) => event.body);
  const plan = withSecondLook(evidence.plan, bodies);
  const { matrix_id, plan_sha256, results } = evidence;
  const observed = observeRuns({ matrix_id, plan, plan_sha256, results, pricing });
  if (!observed.ok) return observed;
  const runs = observed.observations;
  const terms = {
    matrix_id,
    plan,
    plan_sha256,
    profile,
    profile_sha256: contractDigest("score_profile", profile),
    pricing,
    pricing_sha256: contractDigest("pricing_catalogue", pricing),
    preflight: { passed: preflight.passed, digest: digestDocument("preflight", preflight) },
    not_run: findNotRun(plan, bodies),
    evaluation_data_errors: look.evaluation_data_errors,
    exploratory_reasons: look.exploratory_reasons,
    first_look_blocks: evidence.plan.blocks.length,
    ...(look.planned_profile === undefined ? {} : { planned_profile: look.planned_profile }),
  };
  const compared = compareObserved(terms, observed);
  if (!compared.ok) return compared;
  const comparison = {
    ...compared.comparison,
    ...screenRevisions(evidence, runs, bodies),
    ...addCapabilities(evidence, runs, compared.comparison),
    ...findAttempt(bodies),
  };
  const readiness = decideReadiness({
    comparison,
    comparison_sha256: digestDocument("comparison", comparison),
    policy,
    policy_sha256: contractDigest("readiness_policy", policy),
    track: plan.track,
  });
  return {
    ok: true,
    comparison,
    readiness,
    report: reportInput({ ...evidence, plan }, runs, comparison, readiness, bodies),
  };
}

function addCapabilities(
  { pricing, rubric, plan }: MatrixEvidence,
  runs: readonly Observation[],
  comparison: Comparison,
): Pick<Comparison, "capabilities"> {
  const given = rubric === undefined ? null : nameRubric(rubric, plan);
  return { capabilities: describeCapabilities({ comparison, runs, pricing, rubric: given }) };
}

function nameRubric(document: Rubric, { contracts }: Plan): GivenRubric {
  const digest = contractDigest("rubric", document);
  const planned = contracts.some((one) => one.kind === "rubric" && one.digest === digest);
  return { document, digest, added_after_runs: !planned };
}

/** What only a pull request has: its screen, and what it changed on the wire. Nothing for any other matrix. */
function screenRevisions(
  evidence: MatrixEvidence,
  observations: readonly Observation[],
  bodies: readonly RuntimeEvent[],
): Pick<Comparison, "screen" | "wire_changes" | "unoffered_tools"> {
  const { plan, requests } = evidence;
  const base = plan.candidates.find((one) => one.role === "base");
  const head = plan.candidates.find((one) => one.role === "head");
  if (plan.variable !== "revision" || base === undefined || head === undefined) return {};
  const changes = plan.case_changes ?? [];
  const runs = observations.map(observedOutcome);
  const pair = { runs, base: base.id, head: head.id, changes };
  const fresh = registeredBlocks(plan, bodies);
  const screen = decideScreen({
    first_look: { cases: pairOutcomes({ ...pair, blocks: plan.blocks }), changes },
    second_look: fresh.length === 0 ? null : pairOutcomes({ ...pair, blocks: fresh }),
  });
  const judged = { screen, ...findUnofferedTools(evidence.cases, observations) };
  if (requests === undefined) return judged;
  return {
    ...judged,
    wire_changes: diffRevisions(requestsByCase(plan, observations, requests, base.id, head.id)),
  };
}

function requestsByCase(
  plan: Plan,
  observations: readonly Observation[],
  requests: ReadonlyMap<string, readonly CanonicalRequest[]>,
  base: string,
  head: string,
): CaseRequests[] {
  const cases = [...new Set(plan.blocks.map((block) => block.case_id))].toSorted();
  const byCase = groupBy(observations, (run) => run.case_id);
  const runsOf = (case_id: string, candidate: string): RunRequests[] =>
    (byCase.get(case_id) ?? [])
      .filter((run) => run.candidate === candidate)
      .toSorted(byRunId)
      .map((run) => readRun(run, requests.get(run.run_id) ?? []));
  return cases.map((case_id) => ({
    case_id,
    base: runsOf(case_id, base),
    head: runsOf(case_id, head),
  }));
}

/** Embeddings have models but no conversation. */
function readRun(run: Observation, requests: readonly CanonicalRequest[]): RunRequests {
  return {
    run_id: run.run_id,
    ...(run.is_cut ? { cut: true } : {}),
    requests: requests.filter((one) => one.wire !== "embeddings"),
    embedding_models: [
      ...new Set(requests.flatMap((one) => (one.wire === "embeddings" ? [one.model] : []))),
    ],
  };
}

/** The most that any registration says: shards register one by one, each by what its own folder holds. */
function findAttempt(bodies: readonly RuntimeEvent[]): Pick<Comparison, "attempt"> {
  const last = bodies
    .filter((body) => body.type === "matrix.registered")
    .toSorted((a, b) => (b.attempt_of_contract ?? 1) - (a.attempt_of_contract ?? 1))[0];
  const number = last?.attempt_of_contract ?? 1;
  return number < 2 ? {} : { attempt: { number, earlier: last?.earlier_attempts ?? [] } };
}

function reportInput(
  evidence: MatrixEvidence,
  observations: readonly Observation[],
  comparison: Comparison,
  readiness: Readiness,
  bodies: readonly RuntimeEvent[],
): ReportInput {
  const { plan, pricing } = evidence;
  const spent = bodies.reduce(
    (sum, body) =>
      body.type === "block.settled" && typeof body.spent_pico === "string"
        ? sum + BigInt(body.spent_pico)
        : sum,
    0n,
  );
  return {
    comparison,
    readiness,
    plan,
    preflight: evidence.preflight,
    matrix: {
      matrix_id: evidence.matrix_id,
      blocks_done: bodies.filter((body) => body.type === "block.settled").length,
      wall_seconds: wallSeconds(evidence.stream),
    },
    paths: [],
    digests: [],
    money: {
      currency: pricing.currency,
      spent_pico: spent.toString(),
      ...assumedOf(spent, observations),
      budget_pico: parseAmount(plan.budget).pico.toString(),
    },
    tags: {
      tested: [...new Set(evidence.cases.flatMap((one) => one.tags))].toSorted(),
      untested: [],
    },
    verify: verifyCommand,
    runs: observations.map(runLine),
    profile: evidence.profile,
  };
}

/** What blocks were charged beyond the known costs of their runs, where a run's cost is not known. */
function assumedOf(spent: bigint, runs: readonly Observation[]): { assumed_pico?: string } {
  const known = runs.reduce((sum, run) => sum + (run.recorded_cost ?? 0n), 0n);
  const unknown = runs.some((run) => run.recorded_cost === null);
  return unknown && spent > known ? { assumed_pico: (spent - known).toString() } : {};
}

function findNotRun(plan: Plan, bodies: readonly RuntimeEvent[]): Comparison["not_run"] {
  const refused = new Map(
    bodies.flatMap((body) =>
      body.type === "block.refused" ? [[body.block, body.message] as const] : [],
    ),
  );
  return plan.blocks.flatMap((block) => {
    const reason = refused.get(block.index);
    return reason === undefined
      ? []
      : block.order.map((candidate) => ({
          candidate,
          case_id: block.case_id,
          repetition: block.repetition,
          reason,
        }));
  });
}

/**
 * Whole seconds between the first event and the last, or null for a stream without both. Of merged shards, which ran at
 * once: from the first that began to the last that ended.
 */
function wallSeconds(stream: readonly StoredEvent[]): number | null {
  const lasts = new Map(stream.map((event) => [event.job_id, event.at]));
  const firsts = stream.filter((event) => event.sequence === 1).map((event) => event.at);
  const [first] = firsts.toSorted();
  const last = [...lasts.values()].toSorted().at(-1);
  if (first === undefined || last === undefined) return null;
  return Math.max(0, Math.round((milliseconds(last) - milliseconds(first)) / 1_000));
}

/** Milliseconds since 1970 of a UTC stamp YYYY-MM-DDTHH:MM:SS.mmmZ (days by Howard Hinnant's civil algorithm). */
function milliseconds(stamp: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, milli = 0] =
    stamp.match(/\d+/g)?.map(Number) ?? [];
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const days =
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468;
  return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000 + milli;
}
