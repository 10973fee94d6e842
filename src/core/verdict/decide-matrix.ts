/** From a matrix's evidence to its verdict: comparison, readiness and report, the same for the host and for `verify`. */
import type { CaseContract } from "../../contracts/case.ts";
import type { Comparison } from "../../contracts/comparison.ts";
import type { RuntimeEvent, StoredEvent } from "../../contracts/event.ts";
import type { Plan } from "../../contracts/plan.ts";
import type { PreflightReport } from "../../contracts/preflight.ts";
import type { PricingCatalogue } from "../../contracts/pricing.ts";
import type { ReadinessPolicy } from "../../contracts/readiness-policy.ts";
import type { Readiness } from "../../contracts/readiness.ts";
import type { ScoreProfile } from "../../contracts/score-profile.ts";
import { parseAmount } from "../budget/money.ts";
import { digestDocument } from "../digest/digest.ts";
import { contractDigest } from "../planning/bind-contracts.ts";
import { decideReadiness } from "../readiness/readiness.ts";
import type { ReportInput } from "../report/view.ts";
import { compareRuns } from "../scoring/comparison.ts";
import type { ComparisonRefusal } from "../scoring/lineage.ts";
import type { DigestedResult } from "../scoring/observation.ts";

export interface MatrixEvidence {
  readonly matrix_id: string;
  readonly plan: Plan;
  readonly plan_sha256: string;
  readonly preflight: PreflightReport;
  readonly results: readonly DigestedResult[];
  /** The matrix's own stream, whole. */
  readonly stream: readonly StoredEvent[];
  readonly cases: readonly CaseContract[];
  readonly profile: ScoreProfile;
  readonly pricing: PricingCatalogue;
  readonly policy: ReadinessPolicy;
}

/** What a later look changes; each change makes the comparison exploratory. */
export interface LaterLook {
  readonly exploratory_reasons: readonly string[];
  readonly evaluation_data_errors: Comparison["evaluation_data_errors"];
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
  const { plan, profile, pricing, policy, preflight } = evidence;
  const bodies = evidence.stream.map((event) => event.body);
  const compared = compareRuns({
    matrix_id: evidence.matrix_id,
    plan,
    plan_sha256: evidence.plan_sha256,
    results: evidence.results,
    profile,
    profile_sha256: contractDigest("score_profile", profile),
    pricing,
    pricing_sha256: contractDigest("pricing_catalogue", pricing),
    preflight: { passed: preflight.passed, digest: digestDocument("preflight", preflight) },
    not_run: findNotRun(plan, bodies),
    evaluation_data_errors: look.evaluation_data_errors,
    exploratory_reasons: look.exploratory_reasons,
  });
  if (!compared.ok) return compared;
  const { comparison } = compared;
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
    report: reportInput(evidence, comparison, readiness, bodies),
  };
}

function reportInput(
  evidence: MatrixEvidence,
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
      budget_pico: parseAmount(plan.budget).pico.toString(),
    },
    tags: {
      tested: [...new Set(evidence.cases.flatMap((one) => one.tags))].toSorted(),
      untested: [],
    },
    verify: verifyCommand,
  };
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

/** Whole seconds between the first and the last event, or null for a stream without both. */
function wallSeconds(stream: readonly StoredEvent[]): number | null {
  const first = stream[0];
  const last = stream.at(-1);
  if (first === undefined || last === undefined) return null;
  return Math.max(0, Math.round((milliseconds(last.at) - milliseconds(first.at)) / 1_000));
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
