/**
 * The reference values in test/vectors/statistics.json: computed independently of this code with R, scipy and exact
 * fractions; each group says how. 1e-9 absolute unless a row says otherwise.
 */
import { readFileSync } from "node:fs";

import { expect } from "vitest";

export type Check = (group: unknown) => void;

const file = new URL("../../../vectors/statistics.json", import.meta.url);
export const groups = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;

export function rowsOf<T>(group: unknown): T[] {
  const { rows } = group as { rows: T[] };
  expect(rows.length).toBeGreaterThan(0);
  return rows;
}

/** Equal to the stated tolerance of 1e-9, or another. */
export function near(found: number | null | undefined, expected: number, within = 1e-9): void {
  expect(Math.abs((found ?? Number.NaN) - expected)).toBeLessThanOrEqual(within);
}
