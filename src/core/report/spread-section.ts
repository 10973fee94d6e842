/** Sample sizes and distributions: every metric drawn on one scale for all candidates, and the same in figures. */
import type { CandidateComparison, Comparison, MetricValue } from "../../contracts/comparison.ts";
import type { ScoreProfile } from "../../contracts/score-profile.ts";
import {
  columnFormatter,
  formatQuantity,
  sentenceList,
  formatNumber,
  isMissing,
  type Optional,
  plural,
  unitWords,
} from "./format.ts";
import { intervalEnds, intervalNotes } from "./interval-words.ts";
import { metricPlots } from "./metric-plots.ts";
import { plotKey, type Plots } from "./plots.ts";
import { cell, collectNotes, left, type Notes, optionalCell, right, table } from "./table.ts";
import type { Block, Cell, Section, Text } from "./view-model.ts";

interface Owned {
  readonly label: string;
  readonly metric: MetricValue;
}

/** Every figure of a metric's table, so that all of them get the same unit and decimals. */
function figuresOf({ metric: { distribution, interval, p95 } }: Owned): readonly Optional[] {
  const { mean, median, sd, minimum, maximum } = distribution;
  const ends = isMissing(interval) ? [] : [interval.low, interval.high];
  return [mean, median, sd, minimum, maximum, p95.value, p95.upper, ...ends];
}

/** `tail`: whether some candidate has runs enough for a 95th percentile. */
function spreadRow(
  { label, metric }: Owned,
  tail: boolean,
  format: (value: number) => string,
  notes: Notes,
): readonly Cell[] {
  const { distribution: one, interval, p95 } = metric;
  const shown = (value: Optional) => optionalCell(value, label, notes, format);
  const upper = isMissing(p95.upper) ? "" : `, at most ${format(p95.upper)}`;
  const range =
    isMissing(one.minimum) || isMissing(one.maximum)
      ? shown(one.minimum)
      : cell(
          one.minimum === one.maximum
            ? format(one.minimum)
            : `${format(one.minimum)} to ${format(one.maximum)}`,
        );
  return [
    cell(label),
    cell(formatNumber(one.n)),
    shown(one.mean),
    shown(one.median),
    shown(one.sd),
    optionalCell(interval, `interval of ${label}`, notes, (known) => intervalEnds(known, format)),
    ...(tail
      ? [
          optionalCell(
            p95.value,
            `95th percentile of ${label}`,
            notes,
            (known) => `${format(known)}${upper}`,
          ),
        ]
      : []),
    range,
  ];
}

function ownedBy(candidates: readonly CandidateComparison[], id: string): readonly Owned[] {
  return candidates.flatMap((one) =>
    one.metrics
      .filter((metric) => metric.id === id)
      .map((metric) => ({ label: one.label, metric })),
  );
}

/** The one value that all runs of all candidates have, or null: there is nothing to draw of it. */
function oneValue(found: readonly Owned[]): number | null {
  const ends = found.flatMap(({ metric: { distribution } }) =>
    distribution.n === 0 ? [] : [distribution.minimum, distribution.maximum],
  );
  const [first] = ends;
  const all = ends.every((value) => value === first);
  return first === undefined || isMissing(first) || !all ? null : first;
}

/** How many runs of whom have the one value, and who has none. */
function constantWords(found: readonly Owned[], value: string): string {
  const counts = found.map(({ label, metric }) => ({ label, n: metric.distribution.n }));
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  const each = counts.flatMap(({ label, n }) => (n === 0 ? [] : [`${label} ${formatNumber(n)}`]));
  const without = counts.flatMap(({ label, n }) => (n === 0 ? [label] : []));
  const none = without.length === 0 ? "" : ` No value: ${sentenceList(without)}.`;
  return `The same in all ${plural(total, "run")} (${each.join(", ")}): ${value}.${none}`;
}

function metricBlocks(
  id: string,
  candidates: readonly CandidateComparison[],
  plots: Plots | null,
): readonly Block[] {
  const notes = collectNotes();
  const found = ownedBy(candidates, id);
  const unit = found[0]?.metric.unit ?? "";
  const heading: Block = { kind: "heading", text: [`${id}${unitWords(id, unit)}`] };
  const reached: readonly Text[] = plots === null || plots.caption === "" ? [] : [[plots.caption]];
  const constant = oneValue(found);
  if (constant !== null) {
    const said = constantWords(found, formatQuantity(constant, unit));
    return [heading, { kind: "list", items: [[said], ...reached] }];
  }
  const format = columnFormatter(found.flatMap(figuresOf), unit);
  const tail = found.some(({ metric }) => !isMissing(metric.p95.value));
  const columns = [
    left(""),
    right("runs"),
    right("mean"),
    right("median"),
    right("SD"),
    right("interval"),
    ...(tail ? [right("95th percentile")] : []),
    right("lowest to highest"),
  ];
  const rows = found.map((one) => spreadRow(one, tail, format, notes));
  const intervals = intervalNotes(
    found.map(({ label, metric: { interval } }) => ({ label, interval })),
  ).map((note): Text => [note]);
  return [
    heading,
    ...(plots === null ? [] : [{ kind: "plots" as const, plots }]),
    {
      kind: "table",
      table: table(columns, rows, { notes: [...intervals, ...reached, ...notes.lines()] }),
    },
  ];
}

/** How many blocks and runs there are, then every metric over the runs that have a value. */
export function spreadSection(comparison: Comparison, profile: ScoreProfile | null): Section {
  const { candidates, evidence } = comparison;
  const ids = [...new Set(candidates.flatMap((one) => one.metrics.map((metric) => metric.id)))];
  const runs = candidates.reduce((total, one) => total + one.runs, 0);
  const size = `${plural(runs, "run")} in ${formatNumber(evidence.complete_blocks)} complete of ${plural(evidence.planned_blocks, "planned block")}, ${formatNumber(evidence.live_blocks)} of them live, over ${plural(evidence.cases, "case")}.`;
  const drawn = ids.map((id) =>
    metricPlots(
      id,
      candidates,
      profile?.metrics.find((rule) => rule.id === id),
    ),
  );
  const spread = ids.flatMap((id, at) =>
    oneValue(ownedBy(candidates, id)) === null ? (drawn[at] ?? []) : [],
  );
  const entries = plotKey(spread, "median");
  return {
    id: "spread",
    title: "Sample sizes and spread",
    importance: "bulk",
    drawn: true,
    blocks: [
      { kind: "text", text: [size] },
      ...(entries.length === 0 ? [] : [{ kind: "key" as const, entries }]),
      ...ids.flatMap((id, at) => metricBlocks(id, candidates, drawn[at] ?? null)),
    ],
  };
}
