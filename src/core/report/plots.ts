/** What the page draws: marks as places on one scale, with what they show in words, and the key to them. */
import type { Tick } from "./scale.ts";

/** `at` and `level`: a dot's place on the scale, and how many dots it stands above. */
export interface Dot {
  readonly at: number;
  readonly level: number;
}

/** `height`: share of the tallest bar of the whole figure. */
export interface Column {
  readonly from: number;
  readonly to: number;
  readonly height: number;
  readonly words: string;
}

/** `words`: what the drawing shows, for who cannot see it. `note`: the same in short, beside the label. */
export interface PlotRow {
  readonly label: string;
  readonly note: string;
  readonly words: string;
  readonly dots: readonly Dot[];
  readonly columns: readonly Column[];
  readonly whisker: { readonly low: number; readonly high: number } | null;
  readonly middle: number | null;
  readonly p95: number | null;
}

/** `bounds`: of the profile, where runs reach them. `band`: differences that do not matter. `origin`: where 0 is. */
export interface Plots {
  readonly title: string;
  readonly ticks: readonly Tick[];
  readonly rows: readonly PlotRow[];
  readonly bounds: readonly number[];
  readonly band: { readonly low: number; readonly high: number } | null;
  readonly origin: number | null;
  readonly caption: string;
}

export type Mark = "dot" | "column" | "whisker" | "middle" | "p95" | "bound" | "band";

/** What each mark that occurs stands for. */
export interface KeyEntry {
  readonly mark: Mark;
  readonly words: string;
}

/** The marks of these drawings; `middle`: what the tall stroke is. */
export function plotKey(all: readonly Plots[], middle: string): readonly KeyEntry[] {
  const rows = all.flatMap((plots) => plots.rows);
  const entries: readonly (KeyEntry & { readonly shown: boolean })[] = [
    { mark: "dot", words: "a run", shown: rows.some((row) => row.dots.length > 0) },
    {
      mark: "column",
      words: "how many runs fell in a step",
      shown: rows.some((row) => row.columns.length > 0),
    },
    { mark: "middle", words: middle, shown: rows.some((row) => row.middle !== null) },
    { mark: "whisker", words: "its interval", shown: rows.some((row) => row.whisker !== null) },
    { mark: "p95", words: "95th percentile", shown: rows.some((row) => row.p95 !== null) },
    {
      mark: "bound",
      words: "bound of the profile",
      shown: all.some((plots) => plots.bounds.length > 0),
    },
    {
      mark: "band",
      words: "differences too small to matter, says the profile",
      shown: all.some((plots) => plots.band !== null),
    },
  ];
  return entries.filter((one) => one.shown).map(({ mark, words }) => ({ mark, words }));
}
