/** Where the points come from, how far the runs spread, how the cases went, and what the blocks showed pair by pair. */
import type { CandidateComparison, Comparison, Distribution } from "../../contracts/comparison.ts";
import {
  formatFigure,
  formatNumber,
  formatQuantity,
  formatShare,
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
      : { kind: "share", to: unit(metric.contribution / 100) };
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

function rangeBar(one: Distribution, scale: number): Bar | undefined {
  const { minimum, median, maximum } = one;
  if (isMissing(minimum) || isMissing(median) || isMissing(maximum) || scale <= 0) return undefined;
  return {
    kind: "range",
    low: unit(minimum / scale),
    middle: unit(median / scale),
    high: unit(maximum / scale),
  };
}

function spreadRow(
  label: string,
  unitName: string,
  one: Distribution,
  scale: number,
  notes: Notes,
): readonly Cell[] {
  const shown = (value: Optional) =>
    optionalCell(value, label, notes, (known) => formatQuantity(known, unitName));
  const bar = rangeBar(one, scale);
  const range =
    isMissing(one.minimum) || isMissing(one.maximum)
      ? shown(one.minimum)
      : cell(
          one.minimum === one.maximum
            ? "one value"
            : `${formatQuantity(one.minimum, unitName)} to ${formatQuantity(one.maximum, unitName)}`,
        );
  return [
    cell(label),
    cell(formatNumber(one.n)),
    shown(one.mean),
    shown(one.median),
    shown(one.sd),
    bar === undefined ? range : { ...range, bar },
  ];
}

/** Sample sizes and spread, of every metric, over the runs that have a value. */
export function spreadSection(comparison: Comparison): Section {
  const columns = [
    left(""),
    right("runs"),
    right("mean"),
    right("median"),
    right("SD"),
    right("lowest to highest"),
  ];
  const ids = [
    ...new Map(
      comparison.candidates.flatMap((one) => one.metrics).map((metric) => [metric.id, metric.unit]),
    ),
  ];
  const blocks = ids.flatMap(([id, unitName]): Block[] => {
    const notes = collectNotes();
    const found = comparison.candidates.flatMap((one) =>
      one.metrics
        .filter((metric) => metric.id === id)
        .map((metric) => ({ label: one.label, distribution: metric.distribution })),
    );
    const scale = Math.max(
      0,
      ...found.map((one) => one.distribution.maximum).filter((value) => typeof value === "number"),
    );
    const rows = found.map((one) => spreadRow(one.label, unitName, one.distribution, scale, notes));
    return [
      { kind: "heading", text: [id] },
      { kind: "table", table: table(columns, rows, { notes: notes.lines() }) },
    ];
  });
  return { id: "spread", title: "Sample sizes and spread", importance: "bulk", blocks };
}

/** One row a case: how often every check passed, and the mean score, for each candidate. */
export function casesSection(comparison: Comparison): Section {
  const ids = [
    ...new Set(comparison.candidates.flatMap((one) => one.cases.map((each) => each.case_id))),
  ];
  const columns = [left("case"), ...comparison.candidates.map((one) => right(one.label))];
  const rows = ids.map((id) => [
    cell({ code: id }),
    ...comparison.candidates.map((one): Cell => {
      const found = one.cases.find((each) => each.case_id === id);
      if (found === undefined) return muted("not run");
      if (found.runs === 0) return muted("not measured");
      const mean = found.score.mean;
      const score = isMissing(mean)
        ? ""
        : ` · ${formatNumber(mean, Number.isInteger(mean) ? 0 : 1)} points`;
      const text = [`${formatNumber(found.passed)} of ${formatNumber(found.runs)}${score}`];
      return found.passed < found.runs ? { text, tone: "no_go" } : { text };
    }),
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
        }),
      },
    ],
  };
}

function chanceCell(p: Optional, notes: Notes): Cell {
  return optionalCell(
    p,
    "by chance alone",
    notes,
    (known) => `as far apart in ${formatShare(known)} of sign flips`,
  );
}

/** What each pair did inside the same blocks; chance is put in words and only where there are blocks enough. */
export function pairsSection(comparison: Comparison): Section | null {
  if (comparison.pairs.length === 0) return null;
  const notes = collectNotes();
  const labels = new Map(comparison.candidates.map((one) => [one.candidate, one.label]));
  const name = (id: string) => labels.get(id) ?? id;
  const chance = comparison.pairs.some((pair) => !isMissing(pair.sign_flip_p));
  const columns = [
    left("measure"),
    left("compared"),
    right("lower"),
    right("equal"),
    right("higher"),
    right("mean difference"),
    ...(chance ? [left("by chance alone")] : []),
  ];
  const rows = comparison.pairs.map((pair) => [
    cell(pair.metric),
    cell(`${name(pair.a)} with ${name(pair.b)}`),
    cell(formatNumber(pair.a_below)),
    cell(formatNumber(pair.equal)),
    cell(formatNumber(pair.a_above)),
    optionalCell(pair.mean_difference, pair.metric, notes, (value) =>
      formatQuantity(value, pair.unit),
    ),
    ...(chance ? [chanceCell(pair.sign_flip_p, notes)] : []),
  ]);
  const blocks = comparison.pairs[0]?.blocks ?? 0;
  return {
    id: "pairs",
    title: "Side by side inside the same blocks",
    importance: "detail",
    blocks: [
      {
        kind: "table",
        table: table(columns, rows, {
          caption: [
            `Blocks in which the first was lower, equal or higher; ${plural(blocks, "block")}.`,
          ],
          notes: notes.lines(),
        }),
      },
    ],
  };
}
