/** The `--json` object: verdict, exit code, figures as numbers, paths and digests; absence keeps its reason. */
import type { Comparison } from "../../contracts/comparison.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { Finding, Verdict } from "../../contracts/readiness.ts";
import type { ReportInput } from "./view.ts";
import { isEvaluated } from "./words.ts";

type Optional<T> = T | Missing;

export interface CandidateJson {
  readonly candidate: string;
  readonly label: string;
  readonly framework: string;
  readonly framework_version: Optional<string>;
  readonly verdict: Verdict | null;
  readonly runs: number;
  readonly planned: number;
  readonly score: Optional<number>;
  readonly tokens: Optional<number>;
  readonly duration_ms: Optional<number>;
  readonly model_calls: Optional<number>;
  readonly tool_calls: Optional<number>;
  readonly cost_pico: Optional<string>;
  readonly weighted: Optional<number>;
  readonly blocking: readonly Finding[];
  readonly conditions: readonly Finding[];
}

export interface ReportJson {
  readonly schema_version: 1;
  readonly verdict: Verdict;
  /** False where every run was lost to something outside the agents: then the verdict says nothing about them. */
  readonly evaluated: boolean;
  readonly subject: string;
  readonly exit_code: number;
  readonly matrix_id: string;
  readonly upstream: Comparison["upstream"];
  readonly status: Comparison["status"];
  readonly incomplete: boolean;
  readonly plumbing_only: boolean;
  readonly candidates: readonly CandidateJson[];
  readonly ranking: Comparison["ranking"];
  readonly evidence: Comparison["evidence"];
  readonly evaluation_data_errors: Comparison["evaluation_data_errors"];
  /** What a pull request's screen found and what it changed on the wire; null where it has none. */
  readonly screen: Comparison["screen"] | null;
  readonly wire_changes: Comparison["wire_changes"] | null;
  readonly money: ReportInput["money"];
  readonly paths: Readonly<Record<string, string>>;
  readonly digests: Readonly<Record<string, string>>;
}

/** Means a run, unrounded beyond what the comparison rounds. `exit_code` is the one the process ends with. */
export function reportJson(input: ReportInput, exit_code: number): ReportJson {
  const { comparison, readiness } = input;
  const plan = comparison.plan_sha256;
  return {
    schema_version: 1,
    verdict: readiness.verdict,
    evaluated: isEvaluated(readiness),
    subject: readiness.subject,
    exit_code,
    matrix_id: input.matrix.matrix_id,
    upstream: comparison.upstream,
    status: comparison.status,
    incomplete: readiness.incomplete,
    plumbing_only: readiness.plumbing_only,
    candidates: comparison.candidates.map((one) => {
      const decided = readiness.candidates.find((each) => each.candidate === one.candidate);
      return {
        candidate: one.candidate,
        label: one.label,
        framework: one.framework,
        framework_version: one.framework_version,
        verdict: decided?.verdict ?? null,
        runs: one.runs,
        planned: one.planned,
        score: one.summary.score.mean,
        tokens: one.summary.tokens.mean,
        duration_ms: one.summary.duration_ms.mean,
        model_calls: one.summary.model_calls.mean,
        tool_calls: one.summary.tool_calls.mean,
        cost_pico: one.summary.cost_pico,
        weighted: one.weighted,
        blocking: decided?.blocking ?? [],
        conditions: decided?.conditions ?? [],
      };
    }),
    ranking: comparison.ranking,
    evidence: comparison.evidence,
    evaluation_data_errors: comparison.evaluation_data_errors,
    screen: comparison.screen ?? null,
    wire_changes: comparison.wire_changes ?? null,
    money: input.money,
    paths: Object.fromEntries(input.paths.map((one) => [one.name, one.path])),
    digests: Object.fromEntries([
      ...(typeof plan === "string" ? [["plan", plan]] : []),
      ["profile", comparison.profile.digest],
      ["pricing", comparison.pricing.digest],
      ["policy", readiness.policy_sha256],
      ["comparison", readiness.comparison_sha256],
      ["evidence", readiness.evidence_sha256],
      ...input.digests.map((one) => [one.name, one.digest]),
    ]),
  };
}
