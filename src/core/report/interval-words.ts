/** An interval in words: its ends, the level it really has, and what it is an interval of. */
import type { Interval, IntervalMethod } from "../../contracts/interval.ts";
import type { Missing } from "../../contracts/primitives.ts";
import { formatNumber, formatQuantity, isMissing, sentenceList } from "./format.ts";

const methods: Readonly<Record<IntervalMethod, string>> = {
  range: "lowest to highest run",
  order_statistic: "between two runs",
  permutation: "from every subset of the blocks",
  t: "Student's t",
  bounded: "from the natural bounds",
};

/** A level as a percentage, never rounded up: 99.61 % is 99.6 %. */
export function levelWords(level: number): string {
  const tenths = Math.floor(level * 1_000 + 1e-9) / 10;
  return `${formatNumber(tenths, Number.isInteger(tenths) ? 0 : 1)} %`;
}

/** What an interval is, without its ends: what the foot of a column says once for all of them. */
export function intervalKind({ of, method, level }: Interval): string {
  return `${levelWords(level)} for the ${of}, ${methods[method]}`;
}

/** For a column of intervals, whose level and method stand at its foot. */
export function intervalEnds({ low, high }: Interval, format: (value: number) => string): string {
  return low === high ? format(low) : `${format(low)} to ${format(high)}`;
}

export function intervalWords(interval: Interval, unit: string): string {
  const ends = intervalEnds(interval, (value) => formatQuantity(value, unit));
  return `${ends} (${intervalKind(interval)})`;
}

/** Level and method of every interval of a column, said once where they are the same. */
export function intervalNotes(
  owned: readonly { readonly label: string; readonly interval: Interval | Missing }[],
): readonly string[] {
  const kinds = new Map<string, string[]>();
  for (const { label, interval } of owned) {
    if (isMissing(interval)) continue;
    const kind = intervalKind(interval);
    kinds.set(kind, [...(kinds.get(kind) ?? []), label]);
  }
  return [...kinds].map(([kind, whose]) =>
    kinds.size === 1 ? `Interval: ${kind}.` : `Interval of ${sentenceList(whose)}: ${kind}.`,
  );
}
