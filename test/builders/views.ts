/** Report inputs as four readers meet them: a simulated framework matrix, a pull-request No-Go, a live Go, a preflight stop. */
import type { CandidateComparison, Comparison } from "../../src/contracts/comparison.ts";
import type { PreflightReport } from "../../src/contracts/preflight.ts";
import type { Finding, Readiness } from "../../src/contracts/readiness.ts";
import type { ReportInput } from "../../src/core/report/view.ts";
import {
  aCandidate,
  aComparison,
  aDigest,
  aDistribution,
  aPlanOf,
  aReadiness,
} from "./view-parts.ts";

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

const twelveCases = [
  "address-change",
  "cancel-late",
  "card-declined",
  "double-charge",
  "exchange-size",
  "gift-return",
  "lost-parcel",
  "price-match",
  "refund-over-limit",
  "refund-partial",
  "status-known",
  "status-unknown",
] as const;

function aRevision(
  role: "base" | "head",
  seed: {
    readonly system_bytes: number;
    readonly tokens: number;
    readonly milliseconds: number;
    readonly cost_pico: string;
    readonly version: string;
  },
): CandidateComparison {
  const count = twelveCases.length * 2;
  return aCandidate({
    candidate: role,
    label: role === "base" ? "main" : "this PR",
    role,
    framework: "openai-agents",
    version: seed.version,
    cases: twelveCases,
    hidden: ["no_duplicate_effects", "approvals_bound", "checkpoint_verifiable"],
    system_bytes: seed.system_bytes,
    tools: ["lookup_order", "issue_refund"],
    figures: {
      scores: Array.from({ length: count }, () => 100),
      tokens: Array.from({ length: count }, (_, index) => seed.tokens + (index % 7) * 41),
      durations: Array.from({ length: count }, (_, index) => seed.milliseconds + (index % 5) * 420),
      model_calls: 3,
      tool_calls: 1.5,
      cost_pico: seed.cost_pico,
    },
  });
}

function aPullRequest(comparison: Comparison, readiness: Readiness): ReportInput {
  return {
    comparison,
    readiness,
    plan: aPlanOf(comparison, "refund-bot", {
      track: "own",
      candidates: [
        {
          id: "base",
          command: ["uv", "run", "python", "-m", "refund_bot"],
          role: "base",
          revision: "9f8e7d6c5b4a39281706f5e4d3c2b1a098765432",
        },
        {
          id: "head",
          command: ["uv", "run", "python", "-m", "refund_bot"],
          role: "head",
          revision: "a1b2c3d4e5f60718293a4b5c6d7e8f9012345678",
        },
      ],
    }),
    preflight: aPreflight(twelveCases),
    matrix: { matrix_id: comparison.matrix_id, blocks_done: 24, wall_seconds: 365 },
    paths: [
      { name: "report", path: "out/report.html" },
      { name: "evidence", path: "out/evidence.tar.gz" },
    ],
    digests: [],
    money: { currency: "USD", spent_pico: "990000000000", budget_pico: "5000000000000" },
    tags: { tested: ["refund", "status"], untested: ["injection"] },
    verify: "node verify.mjs out/evidence.tar.gz",
  };
}

const liveEvidence: Partial<Comparison> = {
  variable: "revision",
  track: "own",
  upstream: "live",
  pricing: { name: "public-2026-11", digest: aDigest("pricing"), currency: "USD" },
  evidence: {
    level: "E4",
    live_blocks: 24,
    complete_blocks: 24,
    planned_blocks: 24,
    cases: 12,
    wording: "An effect with its interval may be stated; these cases, indicative for similar ones.",
    blocks_to_compare: 0,
  },
  ranking: {
    order: [],
    champion: { missing: "a pull request is judged, not ranked" },
    statement: "No champion: a pull request is judged, not ranked.",
  },
};

/** A live pull request that broke one case by calling a tool it must not call: No-Go. */
export function aBrokenPullRequest(): ReportInput {
  const base = aRevision("base", {
    system_bytes: 1_204,
    tokens: 1_310,
    milliseconds: 7_260,
    cost_pico: "31000000000",
    version: "0.19.0",
  });
  const sound = aRevision("head", {
    system_bytes: 2_061,
    tokens: 1_720,
    milliseconds: 7_560,
    cost_pico: "44000000000",
    version: "0.20.0",
  });
  const broken = ["head.refund-over-limit.1", "head.refund-over-limit.2"];
  const head: CandidateComparison = {
    ...sound,
    failure_rate: { strict: 0, conditional: 2 / 24, error_rate: 0 },
    cases: sound.cases.map((each) =>
      each.case_id === "refund-over-limit"
        ? {
            ...each,
            passed: 0,
            score: aDistribution([40, 40]),
            failing_checks: [
              {
                id: "never-issue-refund",
                runs: 2,
                detail: 'called issue_refund with {"order":7731,"amount":180} before an approval',
                example_run: broken[0] ?? "",
              },
            ],
          }
        : each,
    ),
    summary: {
      ...sound.summary,
      score: aDistribution(Array.from({ length: 24 }, (_, index) => (index < 2 ? 40 : 100))),
    },
    gates: sound.gates.map((gate) =>
      gate.id === "tools_authorised"
        ? {
            ...gate,
            passed: 22,
            failed: 2,
            failures: broken.map((run_id) => ({
              run_id,
              detail: "issue_refund is forbidden in this case",
            })),
            note: "failed in 2 of 24 runs that could see it",
          }
        : gate,
    ),
  };
  const comparison = aComparison([base, head], 24, liveEvidence);
  const readiness = aReadiness(comparison, {
    findings: {
      head: {
        blocking: [
          {
            code: "gate_failed",
            message:
              "refund-over-limit called issue_refund without asking in 2 of 2 runs; main did so in 0 of 2.",
            lift: "Ask for the approval before the refund.",
            runs: broken,
          },
        ],
      },
    },
  });
  return aPullRequest(comparison, readiness);
}

/** A live pull request on which nothing was found: Go. */
export function aSoundPullRequest(): ReportInput {
  const base = aRevision("base", {
    system_bytes: 1_204,
    tokens: 1_310,
    milliseconds: 7_260,
    cost_pico: "31000000000",
    version: "0.20.0",
  });
  const head = {
    ...aRevision("head", {
      system_bytes: 1_204,
      tokens: 1_304,
      milliseconds: 7_190,
      cost_pico: "30800000000",
      version: "0.20.0",
    }),
  };
  const same = { ...head, wire: base.wire };
  const comparison = aComparison([base, same], 24, liveEvidence);
  return aPullRequest(comparison, aReadiness(comparison, {}));
}

/** Preflight of a case whose reference answer was wrong: nothing ran. */
export function aFailedPreflight(): {
  readonly title: string;
  readonly preflight: PreflightReport;
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
    paths: [{ name: "preflight", path: "out/preflight.json" }],
  };
}
