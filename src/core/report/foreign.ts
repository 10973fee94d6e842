/** The terminal face of transcribed runs: a table and a label, no verdict, because nobody can derive them again. */
import type { Comparison } from "../../contracts/comparison.ts";
import { orderByProfiles } from "../scoring/profile-orders.ts";
import { pad } from "./columns.ts";
import { cleanText } from "./escape.ts";
import { firmnessStatements } from "./firmness-words.ts";
import { formatNumber, isMissing, type Optional } from "./format.ts";
import { profileSentences } from "./side-by-side.ts";
import { wordsOf } from "./view-model.ts";

const titles = ["candidate", "score", "time", "tokens", "model/tool calls", "weighted"];

const origin = "Transcribed, not re-derivable: figures somebody else published, copied by hand.";

/** One comparison a profile, all of the same runs; with several, the order each gives and what turns it over. */
export function renderForeign(comparisons: readonly Comparison[]): string {
  const [first] = comparisons;
  if (first === undefined || comparisons.length === 1)
    return `${origin}\n\n${first === undefined ? "" : body(first)}`;
  const labels = new Map(first.candidates.map((one) => [one.candidate, cleanText(one.label, 60)]));
  const bodies = comparisons.map((one) => `Under ${one.profile.name}\n\n${body(one)}`);
  const sentences = profileSentences(orderByProfiles(comparisons), labels);
  return `${origin}\n\n${bodies.join("\n")}\n${sentences.join("\n")}\n`;
}

function body(comparison: Comparison): string {
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
  return `  ${lines.join("\n  ")}\n\n${firmness(comparison)}\n`;
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
