/** Report inputs as readers meet them: a simulated framework matrix and a preflight stop; pull requests stand beside it. */
import type { Comparison } from "../../src/contracts/comparison.ts";
import type { PreflightReport } from "../../src/contracts/preflight.ts";
import type { Finding } from "../../src/contracts/readiness.ts";
import type { ReportInput } from "../../src/core/report/view.ts";
import { aCandidate, aComparison, aDigest, aPlanOf, aReadiness } from "./view-parts.ts";

const threeCases = ["inventory-order", "refund-approval", "support-triage"] as const;

function spread(around: readonly number[], step: number): readonly number[] {
  return around.flatMap((value) => [value - step, value, value + step]);
}

const simulatedCondition: Finding = {
  code: "simulated_evidence",
  message: "Every answer came from a simulated model.",
  lift: "Run the same matrix against a live model.",
  runs: [],
};

export function aPreflight(
  cases: readonly string[],
  overrides: Partial<PreflightReport> = {},
): PreflightReport {
  return {
    schema_version: 1,
    passed: true,
    model_calls: 0,
    cases: cases.map((case_id) => ({
      case_id,
      case_version: case_id === "inventory-order" ? 2 : 1,
      case_sha256: aDigest(case_id),
      oracle_score: 100,
      null_score: 0,
      echo_score: 0,
      error_score: 12.5,
      problems: [],
    })),
    problems: 0,
    ...overrides,
  };
}

/** Three frameworks, three cases, nine blocks, a simulated model: Conditional-Go. */
export function aFrameworkMatrix(overrides: Partial<Comparison> = {}): ReportInput {
  const shared = {
    cases: threeCases,
    hidden: ["checkpoint_verifiable"] as const,
    tools: ["lookup_order", "issue_refund", "calculate"],
  };
  const scores = Array.from({ length: 9 }, () => 100);
  const comparison = aComparison(
    [
      aCandidate({
        ...shared,
        candidate: "bare-loop",
        framework: "bare-loop",
        version: "",
        system_bytes: 412,
        figures: {
          scores,
          tokens: spread([1_180, 1_240, 1_091], 0),
          durations: spread([412, 388, 371], 22),
          model_calls: 3,
          tool_calls: 2,
          cost_pico: "314159265",
        },
      }),
      aCandidate({
        ...shared,
        candidate: "langgraph-js",
        framework: "@langchain/langgraph",
        version: "1.7.3",
        system_bytes: 412,
        figures: {
          scores,
          tokens: spread([1_262, 1_301, 1_188], 0),
          durations: spread([1_204, 1_090, 1_126], 61),
          model_calls: 3,
          tool_calls: 2,
          cost_pico: "338200000",
        },
        differences: [
          {
            field: "sampling.max_tokens",
            kind: "missing",
            detail: "the contract sets 1,024",
            runs: 9,
          },
        ],
      }),
      aCandidate({
        ...shared,
        candidate: "openai-agents-js",
        framework: "@openai/agents",
        version: "0.20.0",
        system_bytes: 412,
        figures: {
          scores,
          tokens: spread([1_442, 1_466, 1_377], 0),
          durations: spread([1_187, 1_120, 1_099], 48),
          model_calls: 3,
          tool_calls: 2,
          cost_pico: "371040000",
        },
        differences: [
          {
            field: "tools.lookup_order.parameters",
            kind: "changed",
            detail: "additionalProperties: false added at /",
            runs: 9,
          },
          { field: "sampling.parallel_tool_calls", kind: "added", detail: "true", runs: 9 },
        ],
      }),
    ],
    9,
    overrides,
  );
  const findings = Object.fromEntries(
    comparison.candidates.map((one) => [one.candidate, { conditions: [simulatedCondition] }]),
  );
  return {
    comparison,
    readiness: aReadiness(comparison, { findings }),
    plan: aPlanOf(comparison, "three frameworks on three cases", {}),
    preflight: aPreflight(threeCases),
    matrix: { matrix_id: comparison.matrix_id, blocks_done: 9, wall_seconds: 41.4 },
    paths: [
      { name: "report", path: "out/report.html" },
      { name: "evidence", path: "out/evidence.tar.gz" },
    ],
    digests: [{ name: "readiness", digest: aDigest("readiness") }],
    money: { currency: "USD", spent_pico: "9210000000", budget_pico: "5000000000000" },
    tags: {
      tested: ["approval", "arithmetic", "tool-error"],
      untested: ["long-context", "recovery"],
    },
    verify: "node verify.mjs out/evidence.tar.gz",
  };
}

/** Preflight of a case whose reference answer was wrong: nothing ran. */
export function aFailedPreflight(): {
  readonly title: string;
  readonly preflight: PreflightReport;
  readonly versioned: boolean;
  readonly paths: ReportInput["paths"];
} {
  const sound = aPreflight(threeCases);
  const cases = sound.cases.map((one) =>
    one.case_id === "inventory-order"
      ? {
          ...one,
          case_version: 1,
          oracle_score: 50,
          problems: [
            {
              code: "oracle_below_full",
              message:
                "The reference steps give unit price 129.5 and total 906.5; the expected output says 55.5 and 388.5.",
              where: "cases/inventory-order.v1.yaml:31:7",
            },
          ],
        }
      : one,
  );
  return {
    title: "three frameworks on three cases",
    preflight: { ...sound, passed: false, cases, problems: 1 },
    versioned: true,
    paths: [{ name: "preflight", path: "out/preflight.json" }],
  };
}
