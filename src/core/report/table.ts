/** Builds tables: cells with one unit and the same decimals down a column, absence in words with its reason below. */
import type { Missing } from "../../contracts/primitives.ts";
import {
  formatDuration,
  formatNumber,
  isMissing,
  type Optional,
  sharedDecimals,
} from "./format.ts";
import type { Cell, Column, Table, Text } from "./view-model.ts";

export function left(title: string): Column {
  return { title, align: "left" };
}

export function right(title: string): Column {
  return { title, align: "right" };
}

export function cell(...text: Text): Cell {
  return { text };
}

export function muted(...text: Text): Cell {
  return { text, tone: "muted" };
}

/** A table without caption and notes unless given. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  about: { readonly caption?: Text; readonly notes?: readonly Text[] } = {},
): Table {
  return { columns, rows, caption: about.caption ?? null, notes: about.notes ?? [] };
}

/** Collects why values are absent: one note a reason, naming everything it holds for. */
export interface Notes {
  add(what: string, missing: Missing): void;
  lines(): readonly Text[];
}

export function collectNotes(): Notes {
  const reasons = new Map<string, Set<string>>();
  return {
    add(what, missing) {
      reasons.set(missing.missing, (reasons.get(missing.missing) ?? new Set()).add(what));
    },
    lines() {
      return [...reasons].map(([reason, what]) => [
        `Not known (${[...what].join(", ")}): ${reason}`,
      ]);
    },
  };
}

/** The value in words, or "not known" with a note. */
export function optionalCell<T>(
  value: T | Missing,
  what: string,
  notes: Notes,
  format: (value: T) => string,
): Cell {
  if (!isMissing(value)) return cell(format(value));
  notes.add(what, value);
  return muted("not known");
}

export function numberFormatter(
  values: readonly Optional[],
  most: number,
): (value: number) => string {
  const decimals = sharedDecimals(values, most);
  return (value) => formatNumber(value, decimals);
}

export function durationFormatter(values: readonly Optional[]): (value: number) => string {
  const largest = Math.max(0, ...values.filter((value) => typeof value === "number"));
  return (value) => formatDuration(value, largest);
}
