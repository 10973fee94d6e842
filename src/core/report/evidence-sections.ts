/** How much the evidence can carry, what was checked beforehand, what stays open, and how to verify all of it. */
import type { Comparison } from "../../contracts/comparison.ts";
import type { Plan } from "../../contracts/plan.ts";
import type { PreflightReport } from "../../contracts/preflight.ts";
import type { Readiness } from "../../contracts/readiness.ts";
import { zeroFailureUpperBound } from "../statistics/failure-bound.ts";
import { formatNumber, formatShare, isMissing, plural, sentenceList } from "./format.ts";
import { endWithStop } from "./sentence.ts";
import { cell, collectNotes, left, optionalCell, right, table } from "./table.ts";
import { type Block, type Cell, code, codes, type Section, type Text } from "./view-model.ts";
import { gateSubject, upstreamLabel } from "./words.ts";

const CASES_SHOWN = 200;

/** The evidence level, the words it allows, and why a comparison is only exploratory. */
export function levelSection(comparison: Comparison): Section {
  const { evidence } = comparison;
  const blocks = `${formatNumber(evidence.complete_blocks)} of ${plural(evidence.planned_blocks, "planned block")} complete, ${formatNumber(evidence.live_blocks)} of them live, over ${plural(evidence.cases, "case")}`;
  const items: Text[] = [
    [`Level ${evidence.level}: ${blocks}.`],
    [`What may be said: ${endWithStop(evidence.wording)}`],
    [endWithStop(comparison.ranking.statement)],
  ];
  if (evidence.blocks_to_compare > 0) {
    items.push([
      `${plural(evidence.blocks_to_compare, "more live block")} before candidates may be compared.`,
    ]);
  }
  if (evidence.breadth !== "") items.push([`Breadth: ${endWithStop(evidence.breadth)}`]);
  if (evidence.time !== "") items.push([`Time: ${endWithStop(evidence.time)}`]);
  if (comparison.upstream !== "live") {
    items.push([`Origin: ${upstreamLabel(comparison.upstream)?.toLowerCase() ?? ""}.`]);
  }
  if (comparison.provenance !== "") items.push([endWithStop(comparison.provenance)]);
  if (comparison.status === "exploratory") {
    items.push([
      `Exploratory, not confirmatory: ${endWithStop(sentenceList(comparison.status_reasons))}`,
    ]);
  }
  return {
    id: "level",
    title: "How much this evidence carries",
    importance: "core",
    blocks: [{ kind: "list", items }],
  };
}

function scoreCell(value: number, bad: boolean): Cell {
  const text = [formatNumber(value, Number.isInteger(value) ? 0 : 1)];
  return bad ? { text, tone: "no_go" } : { text };
}

/** The place as a clause of its own behind a sentence; nothing where it is not known. */
export function placeWords(where: string): Text {
  return where === "" ? [] : [" Where: ", code(where), "."];
}

/** Where not all fit, those with problems first. */
function shownCases(cases: PreflightReport["cases"]): PreflightReport["cases"] {
  if (cases.length <= CASES_SHOWN) return cases;
  const sound = cases.filter((one) => one.problems.length === 0);
  return [...cases.filter((one) => one.problems.length > 0), ...sound].slice(0, CASES_SHOWN);
}

/** The cases themselves, checked before any model call. */
export function preflightSection(preflight: PreflightReport): Section {
  const notes = collectNotes();
  const columns = [
    left("case"),
    right("version"),
    right("reference answer"),
    right("does nothing"),
    right("echoes"),
    right("meets an error"),
  ];
  const shown = shownCases(preflight.cases);
  const rows = shown.map((one) => [
    cell(code(one.case_id)),
    cell(String(one.case_version)),
    isMissing(one.oracle_score)
      ? optionalCell<number>(one.oracle_score, `reference answer of ${one.case_id}`, notes, String)
      : scoreCell(one.oracle_score, one.oracle_score < 100),
    scoreCell(one.null_score, one.null_score >= 100),
    scoreCell(one.echo_score, one.echo_score >= 100),
    scoreCell(one.error_score, one.error_score >= 100),
  ]);
  const more = preflight.cases.length - shown.length;
  const rest: readonly Text[] =
    more > 0 ? [[`${plural(more, "more case is", "more cases are")} in preflight.json.`]] : [];
  const problems = preflight.cases.flatMap((one) =>
    one.problems.map((problem): Text => [
      code(one.case_id),
      ` version ${String(one.case_version)}: ${endWithStop(problem.message)}`,
      ...placeWords(problem.where),
    ]),
  );
  const listed: Block[] = problems.length === 0 ? [] : [{ kind: "list", items: problems }];
  return {
    id: "preflight",
    title: "Preflight of the cases",
    importance: preflight.passed ? "detail" : "core",
    blocks: [
      ...listed,
      {
        kind: "table",
        table: table(columns, rows, {
          caption: [
            "Points of 100, with no model call. The reference answer must reach 100; an agent that does nothing, echoes or meets an error must not.",
          ],
          notes: [...rest, ...notes.lines()],
        }),
      },
    ],
  };
}

export interface ScopeTags {
  readonly tested: readonly string[];
  readonly untested: readonly string[];
}

/** What was covered and what stays open. */
export function scopeSection(
  comparison: Comparison,
  readiness: Readiness,
  plan: Plan | null,
  tags: ScopeTags | null,
): Section {
  const items: Text[] = [];
  if (!isMissing(comparison.track)) {
    items.push([`Track ${comparison.track}: says nothing about other tracks.`]);
  }
  const cases = [
    ...new Set(comparison.candidates.flatMap((one) => one.cases.map((each) => each.case_id))),
  ];
  items.push(["These cases only: ", ...codes(cases, 20), "."]);
  if (tags !== null) {
    items.push(
      tags.tested.length === 0
        ? ["Scenarios tested: the cases carry no tags."]
        : ["Scenarios tested: ", ...codes(tags.tested, 40), "."],
    );
    items.push(
      tags.untested.length > 0
        ? ["Scenarios not tested: ", ...codes(tags.untested, 40), "."]
        : ["Scenarios not tested: every other; these cases carry no further tags."],
    );
  }
  const unseen = unobservedEverywhere(readiness);
  if (unseen.length > 0) items.push([`Not observed: ${sentenceList(unseen)}.`]);
  if (comparison.upstream !== "live") {
    items.push([
      "Quality, cost and time of a real model: not measured, because no model outside this machine answered.",
    ]);
  }
  if (plan !== null && plan.concurrency > 1) {
    items.push([
      `${formatNumber(plan.concurrency)} runs shared one machine: times are not comparable.`,
    ]);
  }
  items.push(...zeroFailureBound(comparison));
  return {
    id: "scope",
    title: "Scope and what stays open",
    importance: "core",
    blocks: [{ kind: "list", items }],
  };
}

function unobservedEverywhere(readiness: Readiness): readonly string[] {
  const [first] = readiness.candidates;
  return (first?.gates ?? [])
    .filter((gate) =>
      readiness.candidates.every((one) =>
        one.gates.some((other) => other.id === gate.id && other.state === "not_observed"),
      ),
    )
    .map((gate) => gateSubject(gate.id));
}

/** After n live runs without a failure the rate may still be 1 - 0.05^(1/n) (exact one-sided 95 % bound). */
function zeroFailureBound(comparison: Comparison): readonly Text[] {
  if (comparison.upstream !== "live") return [];
  return comparison.candidates
    .filter((one) => one.cases.every((each) => each.passed === each.runs))
    .map((one) => ({ ...one, seen: one.cases.reduce((total, each) => total + each.runs, 0) }))
    .filter((one) => one.seen > 0)
    .map((one) => [
      `${one.label}: no failure in ${plural(one.seen, "run")}; a failure rate up to ${formatShare(zeroFailureUpperBound(one.seen))} could still have stayed unseen.`,
    ]);
}

export interface NamedDigest {
  readonly name: string;
  readonly digest: string;
}

const noBundle =
  "No evidence bundle holds this report: a matrix's bundle holds the verdict as it was planned.";

/** Every digest the verdict rests on, and the command that recomputes it. */
export function evidenceSection(
  comparison: Comparison,
  readiness: Readiness,
  extra: readonly NamedDigest[],
  verify: string | null,
): Section {
  const plan = comparison.plan_sha256;
  const known: readonly NamedDigest[] = [
    ...(isMissing(plan) ? [] : [{ name: "plan", digest: plan }]),
    { name: `score profile ${comparison.profile.name}`, digest: comparison.profile.digest },
    { name: `pricing ${comparison.pricing.name}`, digest: comparison.pricing.digest },
    { name: "readiness policy", digest: readiness.policy_sha256 },
    { name: "comparison", digest: readiness.comparison_sha256 },
    { name: "evidence (all runs)", digest: readiness.evidence_sha256 },
    ...extra,
  ];
  const rows = known.map((one) => [cell(one.name), cell(code(one.digest))]);
  const command: Block[] =
    verify === null
      ? [{ kind: "text", text: [noBundle] }]
      : [
          { kind: "text", text: ["Recompute everything offline, from the bundle alone:"] },
          { kind: "code", text: verify },
        ];
  return {
    id: "evidence",
    title: "Evidence",
    importance: "core",
    blocks: [...command, { kind: "table", table: table([left("what"), left("digest")], rows) }],
  };
}
