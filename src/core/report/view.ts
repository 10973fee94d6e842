/** One pure view model of a verdict, which every face renders; it puts into words and decides nothing. */
import type { Comparison } from "../../contracts/comparison.ts";
import type { Plan } from "../../contracts/plan.ts";
import type { PreflightReport } from "../../contracts/preflight.ts";
import type { Readiness } from "../../contracts/readiness.ts";
import type { ScoreProfile } from "../../contracts/score-profile.ts";
import { formatPico } from "../budget/money.ts";
import { attemptStatement } from "./attempt-words.ts";
import { matrixTable, revisions, revisionTable } from "./candidates.ts";
import { capabilitySections } from "./capability-section.ts";
import {
  evidenceSection,
  placeWords,
  levelSection,
  type NamedDigest,
  preflightSection,
  scopeSection,
  type ScopeTags,
} from "./evidence-sections.ts";
import { formatNumber, formatWall, plural, shortDigest } from "./format.ts";
import { dataErrorSentence, statements, whoseVerdict, whySentence } from "./headline.ts";
import { ignoredChanges } from "./ignored-changes.ts";
import { orderSection } from "./order-section.ts";
import { pairsSection } from "./pairs-section.ts";
import { questionsSection } from "./questions-section.ts";
import { redactedStatement } from "./redacted.ts";
import { riskSection } from "./risk-section.ts";
import { type RunLine, runsSection } from "./run-lines.ts";
import { casesSection, metricsSection } from "./score-sections.ts";
import { screenSection, wireChangesSection } from "./screen-section.ts";
import { sensitivitySection } from "./sensitivity-section.ts";
import { endWithStop } from "./sentence.ts";
import { spreadSection } from "./spread-section.ts";
import { failuresSection, gatesSection, verdictSection } from "./verdict-sections.ts";
import { code, type ReportView, type Section, type Text } from "./view-model.ts";
import { wireSection } from "./wire-section.ts";
import { isEvaluated, upstreamLabel, verdictTone, verdictWords } from "./words.ts";

export interface NamedPath {
  readonly name: string;
  readonly path: string;
}

/**
 * Pico-units of `currency` as decimal strings; null where nothing was spent or planned through this matrix. `assumed_pico`:
 * the part of what was spent that stands for runs whose cost nobody knows, at their worst case; absent where there is none.
 */
export interface ReportMoney {
  readonly currency: string;
  readonly spent_pico: string;
  readonly assumed_pico?: string;
  readonly budget_pico: string | null;
}

/** `wall_seconds`: null when nobody measured it (a recomputed report). `verify`: the command line, null without a bundle. */
export interface ReportInput {
  readonly comparison: Comparison;
  readonly readiness: Readiness;
  readonly plan: Plan | null;
  readonly preflight: PreflightReport | null;
  readonly matrix: {
    readonly matrix_id: string;
    readonly blocks_done: number;
    readonly wall_seconds: number | null;
  };
  readonly paths: readonly NamedPath[];
  readonly digests: readonly NamedDigest[];
  readonly money: ReportMoney | null;
  readonly tags: ScopeTags | null;
  readonly verify: string | null;
  /** What became of each run; absent where nobody knows more than its digest. */
  readonly runs?: readonly RunLine[];
  /** Whose bounds the drawings show; absent where it is not at hand. */
  readonly profile?: ScoreProfile;
}

function moneyWords(money: ReportMoney): string {
  const spent = formatPico(BigInt(money.spent_pico), money.currency);
  const assumed =
    money.assumed_pico === undefined
      ? ""
      : `, ${formatPico(BigInt(money.assumed_pico), money.currency)} of it the worst case of runs whose cost is not known`;
  return money.budget_pico === null
    ? `${spent} spent${assumed}`
    : `${spent} of ${formatPico(BigInt(money.budget_pico), money.currency)}${assumed}`;
}

function blocksWords(done: number, planned: number): string {
  return done === planned
    ? plural(done, "block")
    : `${formatNumber(done)} of ${plural(planned, "block")}`;
}

function factLine(input: ReportInput): readonly Text[] {
  const { comparison, readiness, matrix, money } = input;
  return [
    ...(money === null ? [] : [[moneyWords(money)]]),
    [blocksWords(matrix.blocks_done, comparison.evidence.planned_blocks)],
    ...(matrix.wall_seconds === null ? [] : [[`run in ${formatWall(matrix.wall_seconds)}`]]),
    ["evidence ", code(shortDigest(readiness.evidence_sha256))],
  ];
}

/** The sections only a screened pull request has. */
function screened(comparison: Comparison): readonly Section[] {
  const pair = revisions(comparison);
  const { screen, wire_changes } = comparison;
  return [
    ...(screen === undefined || pair === undefined
      ? []
      : [screenSection(screen, pair.base, pair.head)]),
    ...(wire_changes === undefined ? [] : [wireChangesSection(wire_changes)]),
  ];
}

function given(section: Section | null): readonly Section[] {
  return section === null ? [] : [section];
}

/** The view of a decided matrix. Pure: the same input gives the same view, byte for byte. */
export function reportView(input: ReportInput): ReportView {
  const { comparison, readiness, plan, preflight } = input;
  const pair = revisions(comparison);
  const sections: readonly Section[] = [
    verdictSection(comparison, readiness),
    ...screened(comparison),
    casesSection(comparison),
    failuresSection(comparison),
    gatesSection(comparison, readiness),
    wireSection(comparison),
    metricsSection(comparison),
    ...given(pairsSection(comparison)),
    sensitivitySection(comparison),
    spreadSection(comparison, input.profile ?? null),
    orderSection(comparison),
    ...capabilitySections(comparison),
    levelSection(comparison),
    scopeSection(comparison, readiness, plan, input.tags),
    riskSection(comparison),
    ...given(questionsSection(comparison)),
    ...given(preflight === null ? null : preflightSection(preflight)),
    evidenceSection(comparison, readiness, input.digests, input.verify),
    runsSection(comparison, readiness, input.runs ?? []),
  ];
  return {
    kind: pair === undefined ? "matrix" : "pull_request",
    verdict: verdictWords(readiness, readiness.verdict),
    tone: isEvaluated(readiness) ? verdictTone(readiness.verdict) : "none",
    title: plan?.title ?? comparison.matrix_id,
    whose: whoseVerdict(comparison, readiness, plan),
    label: upstreamLabel(comparison.upstream),
    data_error: dataErrorSentence(comparison),
    ...whySentence(comparison, readiness),
    table:
      pair === undefined
        ? matrixTable(comparison, readiness)
        : revisionTable(comparison, readiness, pair.base, pair.head),
    statements: [
      ...attemptStatement(comparison),
      ...ignoredChanges(plan),
      ...statements(comparison, readiness),
      ...redactedStatement(comparison),
    ],
    facts: factLine(input),
    verify: input.verify,
    sections,
    paths: input.paths,
  };
}

/**
 * The view when preflight found the cases themselves wrong: nothing ran, so nothing is decided about any candidate.
 * `versioned`: a wrong case has other versions, so that runs of it may exist.
 */
export function preflightView(input: {
  readonly title: string;
  readonly preflight: PreflightReport;
  readonly versioned: boolean;
  readonly paths: readonly NamedPath[];
}): ReportView {
  const { preflight } = input;
  const wrong = preflight.cases.filter((one) => one.problems.length > 0);
  const [first] = wrong;
  const problem = first?.problems[0];
  const others = preflight.problems - 1;
  const more = others > 0 ? ` ${plural(others, "more problem")} below.` : "";
  const section = preflightSection(preflight);
  return {
    kind: "preflight",
    verdict: "Not evaluated",
    tone: "none",
    title: input.title,
    whose: [`preflight found ${plural(preflight.problems, "problem")} in the cases`],
    label: null,
    data_error:
      first === undefined || problem === undefined
        ? null
        : [
            "Evaluation data error: ",
            code(first.case_id),
            ` version ${String(first.case_version)}: ${endWithStop(problem.message)}`,
            ...placeWords(problem.where),
            more,
          ],
    lead: null,
    why: null,
    table: null,
    statements: [
      {
        label: "Would lift it",
        text: [
          input.versioned
            ? "A new version of each case named below; the old version and its results stay."
            : `Correct ${wrong.length === 1 ? "the case" : "each case named below"}. Once a case has been run, a correction is a new version.`,
        ],
      },
    ],
    facts: [
      ["0 model calls"],
      [`${formatNumber(wrong.length)} of ${plural(preflight.cases.length, "case")} to correct`],
    ],
    verify: null,
    sections: [section],
    paths: input.paths,
  };
}
