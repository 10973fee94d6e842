/** The terminal face of transcribed runs: a table and a label, no verdict, because nobody can derive them again. */
import type { Comparison } from "../../contracts/comparison.ts";
import { pad } from "./columns.ts";
import { cleanText } from "./escape.ts";
import { firmnessStatements } from "./firmness-words.ts";
import { formatNumber, isMissing, type Optional } from "./format.ts";
import { wordsOf } from "./view-model.ts";

const titles = ["candidate", "score", "time", "tokens", "model/tool calls", "weighted"];

export function renderForeign(comparison: Comparison): string {
  const rows = comparison.candidates.map((one) => {
    const { summary } = one;
    return [
      cleanText(one.label, 60),
      figure(summary.score.mean, 0),
      seconds(summary.duration_ms.mean),
      figure(summary.tokens.mean, 0),
      `${figure(summary.model_calls.mean, 0)} / ${figure(summary.tool_calls.mean, 0)}`,
      figure(one.weighted, 4),
    ];
  });
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const lines = [titles, ...rows].map((row) =>
    row
      .map((text, column) => pad(text, widths[column] ?? 0, column === 0 ? "left" : "right"))
      .join("  "),
  );
  return `Transcribed, not re-derivable: figures somebody else published, copied by hand.\n\n  ${lines.join("\n  ")}\n\n${firmness(comparison)}\n`;
}

/** One sentence a line: who can be told apart, what turns the order over, which weight reaches nobody. */
function firmness(comparison: Comparison): string {
  const lines = firmnessStatements(comparison).map(
    ({ label, text }) => `${label}: ${wordsOf(text)}`,
  );
  return lines.map((line) => cleanText(line, 2_000)).join("\n");
}

function figure(value: Optional, decimals: number): string {
  return isMissing(value) ? "not known" : formatNumber(value, decimals);
}

function seconds(milliseconds: Optional): string {
  return isMissing(milliseconds) ? "not known" : `${formatNumber(milliseconds / 1_000, 3)} s`;
}
