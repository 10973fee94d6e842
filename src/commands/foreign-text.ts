/** A short table for transcribed runs: they have no verdict, because nobody can derive them again. */
import type { Comparison } from "../contracts/comparison.ts";

export function foreignText(comparison: Comparison): string {
  const figure = (value: number | { readonly missing: string }, digits: number): string => (typeof value === "number" ? value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }) : "not known");
  const rows = comparison.candidates.map((one) => [
    one.label,
    figure(one.summary.score.mean, 0),
    `${figure(typeof one.summary.duration_ms.mean === "number" ? one.summary.duration_ms.mean / 1_000 : one.summary.duration_ms.mean, 3)} s`,
    figure(one.summary.tokens.mean, 0),
    `${figure(one.summary.model_calls.mean, 0)} / ${figure(one.summary.tool_calls.mean, 0)}`,
    figure(one.weighted, 4),
  ]);
  const table = [["candidate", "score", "time", "tokens", "model / tool calls", "weighted"], ...rows];
  const widths = table[0]?.map((_title, column) => Math.max(...table.map((row) => (row[column] ?? "").length))) ?? [];
  const line = (row: readonly string[]): string => `  ${row.map((text, column) => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0))).join("   ")}`;
  return `Transcribed, not re-derivable: figures somebody else published, copied by hand.\n\n${table.map(line).join("\n")}\n\n${comparison.ranking.statement}\n`;
}
