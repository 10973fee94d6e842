/** One metric of every candidate on one scale: every run or how many fell where, the middle, the interval, bounds that are reached. */
import type { CandidateComparison, MetricValue } from "../../contracts/comparison.ts";
import type { MetricRule } from "../../contracts/score-profile.ts";
import { formatNumber, formatQuantity, isMissing, type Optional, plural } from "./format.ts";
import { intervalWords } from "./interval-words.ts";
import type { Column, Dot, PlotRow, Plots } from "./plots.ts";
import { place, type Scale, scaleOf } from "./scale.ts";

const STEPS = 24;
/** Dots closer than this share of the scale stand above one another. */
const PITCH = 1 / 80;
const HIGHEST_STACK = 9;

/** Each dot at its own place, above those that it would hide. Null where a stack would be too high to read. */
function stack(values: readonly number[], scale: Scale): readonly Dot[] | null {
  const last: number[] = [];
  const dots = values.map((value) => {
    const at = place(value, scale);
    const free = last.findIndex((before) => at - before >= PITCH);
    const level = free === -1 ? last.length : free;
    last[level] = at;
    return { at, level };
  });
  return last.length > HIGHEST_STACK ? null : dots;
}

interface Counted {
  readonly low: number;
  readonly high: number;
  readonly counts: readonly number[];
}

/** Where all values are one, the scale's own ends give the steps their width. */
function countValues(values: readonly number[], scale: Scale): Counted {
  const [low, high] = scale.to > scale.from ? [scale.from, scale.to] : [scale.low, scale.high];
  const counts = Array.from({ length: STEPS }, () => 0);
  for (const value of values) {
    const step = Math.min(STEPS - 1, Math.floor(((value - low) / (high - low)) * STEPS));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return { low, high, counts };
}

function columnsOf(
  counted: Counted,
  scale: Scale,
  tallest: number,
  unit: string,
): readonly Column[] {
  const { low, high, counts } = counted;
  const width = (high - low) / counts.length;
  return counts.flatMap((count, index): Column[] => {
    if (count === 0) return [];
    const from = low + index * width;
    const span = `${formatQuantity(from, unit)} to ${formatQuantity(from + width, unit)}`;
    return [
      {
        from: place(from, scale),
        to: place(from + width, scale),
        height: count / tallest,
        words: `${plural(count, "run")}, ${span}`,
      },
    ];
  });
}

function known(value: Optional): readonly number[] {
  return isMissing(value) ? [] : [value];
}

/** What stands in a metric's drawing: the sample, the interval's ends, p95, and bounds that runs reach. */
function valuesOf(metric: MetricValue): readonly number[] {
  const { sample, interval, p95, distribution } = metric;
  return [
    ...(isMissing(sample)
      ? []
      : sample.kind === "values"
        ? sample.values
        : [sample.low, sample.high]),
    ...(isMissing(interval) ? [] : [interval.low, interval.high]),
    ...known(distribution.minimum),
    ...known(distribution.maximum),
    ...known(p95.value),
  ];
}

/** A bound is drawn where some run's value lies on it or outside. */
function reachedBounds(
  metrics: readonly MetricValue[],
  rule: MetricRule | undefined,
): readonly number[] {
  if (rule === undefined || metrics.every((metric) => metric.at_bound === 0)) return [];
  const reached = (test: (least: number, most: number) => boolean) =>
    metrics.some(({ distribution: { minimum, maximum } }) =>
      isMissing(minimum) || isMissing(maximum) ? false : test(minimum, maximum),
    );
  return [
    ...(reached((least) => least <= rule.minimum) ? [rule.minimum] : []),
    ...(reached((_least, most) => most >= rule.maximum) ? [rule.maximum] : []),
  ];
}

function rowWords(label: string, metric: MetricValue): { note: string; words: string } {
  const { distribution, interval, unit, p95 } = metric;
  const parts = [plural(distribution.n, "run")];
  if (!isMissing(distribution.median)) {
    parts.push(`median ${formatQuantity(distribution.median, unit)}`);
  }
  const note = parts.join(" · ");
  if (!isMissing(distribution.minimum) && !isMissing(distribution.maximum)) {
    parts.push(
      `from ${formatQuantity(distribution.minimum, unit)} to ${formatQuantity(distribution.maximum, unit)}`,
    );
  }
  if (!isMissing(interval)) parts.push(`interval ${intervalWords(interval, unit)}`);
  if (!isMissing(p95.value)) parts.push(`95th percentile ${formatQuantity(p95.value, unit)}`);
  return { note, words: `${label}, ${metric.id}: ${parts.join(", ")}` };
}

interface Owned {
  readonly label: string;
  readonly metric: MetricValue;
}

/** One metric of every candidate on one scale; null where no run has a value. */
export function metricPlots(
  id: string,
  candidates: readonly CandidateComparison[],
  rule: MetricRule | undefined,
): Plots | null {
  const owned: readonly Owned[] = candidates.flatMap((one) =>
    one.metrics
      .filter((metric) => metric.id === id)
      .map((metric) => ({ label: one.label, metric })),
  );
  const [first] = owned;
  const values = owned.flatMap(({ metric }) => valuesOf(metric));
  if (first === undefined || values.length === 0) return null;
  const { unit } = first.metric;
  const bounds = reachedBounds(
    owned.map(({ metric }) => metric),
    rule,
  );
  const scale = scaleOf([...values, ...bounds], unit);
  const drawn = owned.map(({ metric: { sample } }) => {
    if (isMissing(sample)) return { dots: [], counted: null };
    if (sample.kind === "counts") return { dots: [], counted: sample };
    const dots = stack(sample.values, scale);
    return dots === null
      ? { dots: [], counted: countValues(sample.values, scale) }
      : { dots, counted: null };
  });
  const tallest = Math.max(1, ...drawn.flatMap(({ counted }) => counted?.counts ?? []));
  const rows = owned.map(({ label, metric }, at): PlotRow => {
    const { dots = [], counted = null } = drawn[at] ?? {};
    const { interval, p95, distribution } = metric;
    return {
      label,
      ...rowWords(label, metric),
      dots,
      columns: counted === null ? [] : columnsOf(counted, scale, tallest, unit),
      whisker: isMissing(interval)
        ? null
        : { low: place(interval.low, scale), high: place(interval.high, scale) },
      middle: isMissing(distribution.median) ? null : place(distribution.median, scale),
      p95: isMissing(p95.value) ? null : place(p95.value, scale),
    };
  });
  const atBound = owned.reduce((total, { metric }) => total + metric.at_bound, 0);
  const outside = owned.reduce((total, { metric }) => total + metric.clipped, 0);
  return {
    title: "",
    ticks: scale.ticks,
    rows,
    bounds: bounds.map((bound) => place(bound, scale)),
    band: null,
    origin: null,
    caption:
      atBound === 0
        ? ""
        : `${plural(atBound, "run lies", "runs lie")} on or outside a bound of the profile, ${formatNumber(outside)} of them outside: beyond it differences earn no points.`,
  };
}
