/** Every run with what became of it and the digest of its result: the rows that sentences about runs lead to. */
import type { Comparison } from "../../contracts/comparison.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { Readiness } from "../../contracts/readiness.ts";
import type { RunReason, RunStatus } from "../../contracts/run-status.ts";
import type { Observation } from "../scoring/observation.ts";
import { formatNumber, isMissing } from "./format.ts";
import { cell, left, muted, right, table } from "./table.ts";
import { type Cell, code, runAnchor, type Section, type Text } from "./view-model.ts";
import { reasonName, statusName } from "./words.ts";

/** Rows of the page; every run stands in comparison.json. */
export const RUNS_SHOWN = 2_000;

/** `score`: points of 100, before any profile. `reason`: null for a transcribed run. */
export interface RunLine {
  readonly run_id: string;
  readonly candidate: string;
  readonly case_id: string;
  readonly repetition: number;
  readonly status: RunStatus;
  readonly reason: RunReason | null;
  readonly score: number | Missing;
}

export function runLine(run: Observation): RunLine {
  const { run_id, candidate, case_id, repetition, status, reason } = run;
  return {
    run_id,
    candidate,
    case_id,
    repetition,
    status,
    reason,
    score: run.value("score.total"),
  };
}

/** Runs that some sentence of the report names: they have a row whatever the cap. */
function namedRuns(comparison: Comparison, readiness: Readiness): ReadonlySet<string> {
  const findings = readiness.candidates.flatMap((one) => [...one.blocking, ...one.conditions]);
  return new Set([
    ...findings.flatMap((finding) => finding.runs),
    ...comparison.candidates.flatMap((one) => [
      ...one.failures.map((failure) => failure.run_id),
      ...one.gates.flatMap((gate) => gate.failures.map((failure) => failure.run_id)),
      ...one.cases.flatMap((each) => each.failing_checks.map((check) => check.example_run)),
    ]),
  ]);
}

/** The first `most` runs in order, with those that are named in place of the last ones that are not. */
function shownRuns(
  runs: Comparison["runs"],
  named: ReadonlySet<string>,
  most: number,
): Comparison["runs"] {
  if (runs.length <= most) return runs;
  let room = most - runs.filter((run) => named.has(run.run_id)).length;
  return runs
    .filter((run) => {
      if (named.has(run.run_id)) return true;
      room -= 1;
      return room >= 0;
    })
    .slice(0, most);
}

function statusCell(line: RunLine): Cell {
  if (line.status === "completed") return cell(statusName(line.status));
  const why = line.reason === null ? "" : `: ${reasonName(line.reason)}`;
  const text = [`${statusName(line.status)}${why}`];
  return { text, tone: "no_go" };
}

function scoreCell(score: RunLine["score"]): Cell {
  if (isMissing(score)) return muted("not known");
  return cell(formatNumber(score, Number.isInteger(score) ? 0 : 1));
}

/** `lines`: what is known of each run beside its digest; none for transcribed runs. */
export function runsSection(
  comparison: Comparison,
  readiness: Readiness,
  lines: readonly RunLine[],
): Section {
  const known = new Map(lines.map((line) => [line.run_id, line]));
  const labels = new Map(comparison.candidates.map((one) => [one.candidate, one.label]));
  const shown = shownRuns(comparison.runs, namedRuns(comparison, readiness), RUNS_SHOWN);
  const detailed = shown.some((run) => known.has(run.run_id));
  const rows = shown.map((run) => {
    const line = known.get(run.run_id);
    const first: Cell = { text: [code(run.run_id)], anchor: runAnchor(run.run_id) };
    const digest = cell(code(run.digest));
    if (!detailed) return [first, digest];
    if (line === undefined)
      return [first, ...["", "", "", "", ""].map((none) => cell(none)), digest];
    return [
      first,
      cell(labels.get(line.candidate) ?? line.candidate),
      cell(line.case_id),
      cell(formatNumber(line.repetition)),
      statusCell(line),
      scoreCell(line.score),
      digest,
    ];
  });
  const columns = [
    left("run"),
    ...(detailed
      ? [left("candidate"), left("case"), right("rep."), left("status"), right("score")]
      : []),
    left("digest of its result"),
  ];
  const hidden = comparison.runs.length - shown.length;
  const notes: readonly Text[] =
    hidden === 0
      ? []
      : [[`${formatNumber(hidden)} more runs, with their digests, are in comparison.json.`]];
  return {
    id: "runs",
    title: `Runs (${formatNumber(comparison.runs.length)})`,
    importance: "bulk",
    blocks: [
      rows.length === 0
        ? { kind: "text", text: ["No run has a result."] }
        : { kind: "table", table: { ...table(columns, rows, { notes }), dense: true } },
    ],
  };
}
