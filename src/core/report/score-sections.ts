/** Where the points come from, and how the cases went. */
import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import {
  formatFigure,
  formatNumber,
  formatQuantity,
  isMissing,
  type Optional,
  plural,
} from "./format.ts";
import {
  cell,
  collectNotes,
  left,
  muted,
  type Notes,
  numberFormatter,
  optionalCell,
  right,
  table,
} from "./table.ts";
import type { Bar, Block, Cell, Section } from "./view-model.ts";

function points(value: Optional, what: string, notes: Notes): Cell {
  return optionalCell(value, what, notes, (known) => formatNumber(known, 2));
}

function metricRows(one: CandidateComparison, total: number, notes: Notes): (readonly Cell[])[] {
  const weight = numberFormatter([...one.metrics.map((metric) => metric.weight), total], 4);
  const rows = one.metrics.map((metric) => {
    const what = `${metric.id} of ${one.label}`;
    const contribution = points(metric.contribution, what, notes);
    const bar: Bar | undefined = isMissing(metric.contribution)
      ? undefined
      : { to: unit(metric.contribution / 100) };
    return [
      cell(metric.id),
      optionalCell(metric.raw, what, notes, (raw) => formatQuantity(raw, metric.unit)),
      points(metric.normalised, what, notes),
      cell(weight(metric.weight)),
      bar === undefined ? contribution : { ...contribution, bar },
    ];
  });
  const sum = points(one.weighted, `weighted points of ${one.label}`, notes);
  return [...rows, [cell("weighted points"), cell(""), cell(""), cell(weight(total)), sum]];
}

/** Raw value, normalised value, weight and contribution of every metric, one table a candidate. */
export function metricsSection(comparison: Comparison): Section {
  const columns = [
    left("metric"),
    right("raw per run"),
    right("normalised"),
    right("weight"),
    right("contribution"),
  ];
  const blocks = comparison.candidates.flatMap((one): Block[] => {
    const notes = collectNotes();
    const rows = metricRows(one, comparison.total_weight, notes);
    const reasons = one.ineligible_reasons.map((reason) => [`Not eligible: ${reason}`]);
    return [
      { kind: "heading", text: [one.label] },
      { kind: "table", table: table(columns, rows, { notes: [...notes.lines(), ...reasons] }) },
    ];
  });
  return {
    id: "metrics",
    title: "Where the points come from",
    importance: "detail",
    blocks: [
      {
        kind: "text",
        text: [
          `Profile ${comparison.profile.name}: contribution = normalised × weight ÷ ${formatFigure(comparison.total_weight)}. Normalised runs from 0 to 100.`,
        ],
      },
      ...blocks,
    ],
  };
}

function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Rows of the table of cases; every case stands in comparison.json. */
const CASES_SHOWN = 200;

/** Failed runs of a case, over all candidates: what the table shows first when it cannot show all. */
function failedRuns(rows: readonly CandidateComparison["cases"][number][]): number {
  return rows.reduce((total, row) => total + row.runs - row.passed, 0);
}

/** One row a case: how often every check passed, and the mean score, for each candidate. */
export function casesSection(comparison: Comparison): Section {
  const columns = [left("case"), ...comparison.candidates.map((one) => right(one.label))];
  const tables = comparison.candidates.map(
    (one) => new Map(one.cases.map((row) => [row.case_id, row])),
  );
  const rowsOf = (id: string) =>
    tables.flatMap((rows) => {
      const row = rows.get(id);
      return row === undefined ? [] : [row];
    });
  const all = [...new Set(tables.flatMap((rows) => [...rows.keys()]))];
  const ids =
    all.length <= CASES_SHOWN
      ? all
      : all
          .map((id) => ({ id, failed: failedRuns(rowsOf(id)) }))
          .toSorted((a, b) => b.failed - a.failed)
          .slice(0, CASES_SHOWN)
          .map(({ id }) => id);
  const hidden = all.length - ids.length;
  const rows = ids.map((id) => [
    cell({ code: id }),
    ...tables.map((found) => caseCell(found.get(id))),
  ]);
  return {
    id: "cases",
    title: "Case by case",
    importance: "core",
    blocks: [
      {
        kind: "table",
        table: table(columns, rows, {
          caption: ["Runs in which every check passed, of the runs; mean points of 100."],
          notes:
            hidden === 0
              ? []
              : [
                  [
                    `Cases with the most failed runs first; ${plural(hidden, "more case is", "more cases are")} in comparison.json.`,
                  ],
                ],
        }),
      },
    ],
  };
}

function caseCell(found: CandidateComparison["cases"][number] | undefined): Cell {
  if (found === undefined) return muted("not run");
  if (found.runs === 0) return muted("not measured");
  const mean = found.score.mean;
  const score = isMissing(mean)
    ? ""
    : ` · ${formatNumber(mean, Number.isInteger(mean) ? 0 : 1)} points`;
  const text = [`${formatNumber(found.passed)} of ${formatNumber(found.runs)}${score}`];
  return found.passed < found.runs ? { text, tone: "no_go" } : { text };
}
