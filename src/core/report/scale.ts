/** One scale for everything a plot shows: where a value stands between the ends, and round ticks with their units. */
import { formatNumber, formatShare } from "./format.ts";

/** `at`: a place on the scale, 0..1. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** `low` and `high`: the ends that are drawn. `from` and `to`: the ends that values have, inside them. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly Tick[];
}

const MARGIN = 0.04;

/** Where a value stands, 0..1; what lies outside is drawn at the end. */
export function place(value: number, { low, high }: Pick<Scale, "low" | "high">): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** 1, 2 or 5 times a power of ten, six steps over the range or a few less. */
function roundStep(range: number): number {
  const rough = range / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10;
  return step * power;
}

function decimalsOf(step: number): number {
  return Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

function tickWords(value: number, unit: string, step: number, high: number): string {
  if (unit === "ms") {
    return high < 1_000
      ? `${formatNumber(value, decimalsOf(step))} ms`
      : `${formatNumber(value / 1_000, decimalsOf(step / 1_000))} s`;
  }
  if (unit === "share") return formatShare(value);
  const figure = formatNumber(value, decimalsOf(step));
  if (unit === "USD") return value < 0 ? `−$${figure.slice(1)}` : `$${figure}`;
  return unit === "s" ? `${figure} s` : figure;
}

/** Scales that have ends of their own. */
const whole: Readonly<Record<string, readonly [number, number]>> = {
  points: [0, 100],
  "0 or 1": [0, 1],
  share: [0, 1],
};

/** Ticks from `from` to `to`, which may be less than the scale: the rest is room for whole dots. */
function ticksOf(
  ends: { readonly low: number; readonly high: number },
  from: number,
  to: number,
  unit: string,
): readonly Tick[] {
  const step = unit === "0 or 1" ? 1 : roundStep(to - from);
  const ticks: Tick[] = [];
  for (let index = Math.ceil(from / step - 1e-9); index * step <= to + step * 1e-9; index += 1) {
    const value = index * step;
    ticks.push({ at: place(value, ends), label: tickWords(value, unit, step, to) });
  }
  return ticks;
}

/** Points and shares from end to end, other values as far as they reach; no tick below 0 where no value is. */
export function scaleOf(values: readonly number[], unit: string): Scale {
  const known = whole[unit];
  const [low, high] = [...(known ?? []), ...values].reduce<readonly [number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  );
  if (low > high) return { low: 0, high: 1, from: 0, to: 1, ticks: [] };
  const span = high - low;
  const margin = span > 0 ? span * MARGIN : Math.abs(low) * 0.1 || 1;
  const ends = { low: low - margin, high: high + margin };
  const from = low >= 0 ? Math.max(0, ends.low) : ends.low;
  const ticks =
    known === undefined ? ticksOf(ends, from, ends.high, unit) : ticksOf(ends, low, high, unit);
  return { ...ends, from: low, to: high, ticks };
}

/** The same to both sides of 0. */
export function scaleAroundZero(values: readonly number[], unit: string): Scale {
  const reach = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const end = reach === 0 ? 1 : reach * (1 + 2 * MARGIN);
  const ends = { low: -end, high: end };
  return { ...ends, from: -reach, to: reach, ticks: ticksOf(ends, -end, end, unit) };
}
