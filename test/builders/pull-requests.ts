/** Pull requests as a report shows them: one that broke a case, one with a flaky case, one judged without a screen. */
import type { CandidateComparison, Comparison } from "../../src/contracts/comparison.ts";
import type { Readiness } from "../../src/contracts/readiness.ts";
import { screenBlocking } from "../../src/core/readiness/screen-findings.ts";
import type { ReportInput } from "../../src/core/report/view.ts";
import { decideScreen } from "../../src/core/screening/decide-screen.ts";
import { diffRevisions } from "../../src/core/wire-difference/diff-revisions.ts";
import { aCase as aLook } from "./looks.ts";
import {
  aCandidate,
  aComparison,
  aDigest,
  aDistribution,
  aPlanOf,
  aReadiness,
} from "./view-parts.ts";
import { aPreflight } from "./views.ts";
import { aCaseOf, aTool, SYSTEM, TOOLS } from "./wire-requests.ts";

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
  fresh: readonly string[] = [],
): CandidateComparison {
  const count = twelveCases.length * 2 + fresh.length * 8;
  const made = aCandidate({
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
  const cases = made.cases.map((row) => {
    const runs = fresh.includes(row.case_id) ? 10 : 2;
    const score = aDistribution(Array.from({ length: runs }, () => 100));
    return { ...row, runs, passed: runs, score };
  });
  return { ...made, cases };
}

/** The screen of these looks over the twelve cases: every other case passes both times on both sides. */
function aScreen(
  first: Readonly<Record<string, string>>,
  second: Readonly<Record<string, string>>,
) {
  return decideScreen({
    first_look: {
      cases: twelveCases.map((id) => aLook(id, first[id] ?? "++")),
      changes: [],
    },
    second_look: Object.entries(second).map(([id, blocks]) => aLook(id, blocks)),
  });
}

function aPullRequest(comparison: Comparison, readiness: Readiness, blocks: number): ReportInput {
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
    matrix: { matrix_id: comparison.matrix_id, blocks_done: blocks, wall_seconds: 365 },
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

function liveEvidence(blocks: number): Partial<Comparison> {
  return {
    variable: "revision",
    track: "own",
    upstream: "live",
    pricing: { name: "public-2026-11", digest: aDigest("pricing"), currency: "USD" },
    evidence: {
      level: "E4",
      live_blocks: blocks,
      complete_blocks: blocks,
      planned_blocks: blocks,
      cases: 12,
      wording:
        "An effect with its interval may be stated; these cases, indicative for similar ones.",
      breadth: "12 cases: indicative for similar ones.",
      days: 1,
      time: "One day: nothing is said about others.",
      dropped: [],
      blocks_to_compare: 0,
    },
    ranking: {
      order: [],
      champion: { missing: "a pull request is judged, not ranked" },
      statement: "No champion: a pull request is judged, not ranked.",
      leaders: [],
    },
  };
}

/** A live pull request that broke one case by calling a tool it must not call: No-Go. */
export function aBrokenPullRequest(): ReportInput {
  const broken = "refund-over-limit";
  const base = aRevision(
    "base",
    {
      system_bytes: 1_204,
      tokens: 1_310,
      milliseconds: 7_260,
      cost_pico: "31000000000",
      version: "0.19.0",
    },
    [broken],
  );
  const sound = aRevision(
    "head",
    {
      system_bytes: 2_061,
      tokens: 1_720,
      milliseconds: 7_560,
      cost_pico: "44000000000",
      version: "0.20.0",
    },
    [broken],
  );
  const example_run = "head.refund-over-limit.2";
  const head: CandidateComparison = {
    ...sound,
    failure_rate: { ...sound.failure_rate, conditional: 9 / 32 },
    cases: sound.cases.map((each) =>
      each.case_id === broken
        ? {
            ...each,
            passed: 1,
            score: aDistribution([100, ...Array.from({ length: 9 }, () => 40)]),
            failing_checks: [
              { id: "never-calls", runs: 9, detail: "called issue_refund", example_run },
            ],
          }
        : each,
    ),
    summary: {
      ...sound.summary,
      score: aDistribution(Array.from({ length: 32 }, (_, index) => (index < 9 ? 40 : 100))),
    },
  };
  const wire_changes = diffRevisions(
    twelveCases.map((id) =>
      aCaseOf(
        id,
        {},
        {
          system: `${SYSTEM.split("\n").slice(0, 2).join("\n")}\nRefund what the customer asks for.`,
          tools: [
            TOOLS[0],
            aTool("refund", { order: { type: "integer" }, amount: { type: "string" } }),
          ],
        },
      ),
    ),
  );
  const screen = aScreen({ [broken]: "b+" }, { [broken]: "bbbbbbbb" });
  const redacted = { values: 3, calls: 2, runs: 2 };
  const more = { ...liveEvidence(32), screen, wire_changes, redacted };
  const comparison = aComparison([base, head], 32, more);
  const blocking = screenBlocking({ screen, comparison, base, head });
  const readiness = aReadiness(comparison, { findings: { head: { blocking } } });
  return aPullRequest(comparison, readiness, 32);
}

/** A live pull request on which nothing was found, though one flaky case had to be looked at twice: Go. */
export function aSoundPullRequest(): ReportInput {
  const flaky = "status-unknown";
  const wavers = (one: CandidateComparison, passed: number): CandidateComparison => ({
    ...one,
    cases: one.cases.map((row) => (row.case_id === flaky ? { ...row, passed } : row)),
  });
  const base = aRevision(
    "base",
    {
      system_bytes: 1_204,
      tokens: 1_310,
      milliseconds: 7_260,
      cost_pico: "31000000000",
      version: "0.20.0",
    },
    [flaky],
  );
  const head = aRevision(
    "head",
    {
      system_bytes: 1_204,
      tokens: 1_304,
      milliseconds: 7_190,
      cost_pico: "30800000000",
      version: "0.20.0",
    },
    [flaky],
  );
  const screen = aScreen({ [flaky]: "b-" }, { [flaky]: "+h+b+-++" });
  const wire_changes = diffRevisions(twelveCases.map((id) => aCaseOf(id, {}, {})));
  const comparison = aComparison([wavers(base, 7), wavers({ ...head, wire: base.wire }, 6)], 32, {
    ...liveEvidence(32),
    screen,
    wire_changes,
  });
  return aPullRequest(comparison, aReadiness(comparison, {}), 32);
}

/** A pull request judged without a screen: an older bundle, or a policy that asks for none. */
export function anUnscreenedPullRequest(): ReportInput {
  const base = aRevision("base", {
    system_bytes: 1_204,
    tokens: 1_310,
    milliseconds: 7_260,
    cost_pico: "31000000000",
    version: "0.19.0",
  });
  const head = aRevision("head", {
    system_bytes: 2_061,
    tokens: 1_304,
    milliseconds: 7_190,
    cost_pico: "30800000000",
    version: "0.20.0",
  });
  const comparison = aComparison([base, head], 24, liveEvidence(24));
  return aPullRequest(comparison, aReadiness(comparison, {}), 24);
}
