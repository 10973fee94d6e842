/** What a step leaves behind: summary, outputs and annotations, by file commands; model text never becomes a command. */
import { stat } from "node:fs/promises";

/** The runner drops a step's summary beyond this many bytes. */
export const summaryLimit = 1024 * 1024;

export type SummaryOutcome =
  | { readonly written: true; readonly rung: number; readonly bytes: number }
  | { readonly written: false; readonly reason: string };

/**
 * Appends the first of `rungs` (fullest first) that still fits into the step's summary file.
 * A refusal is a value: a run's verdict must not depend on its page.
 */
export async function writeSummary(
  rungs: readonly string[],
  file: string | undefined,
): Promise<SummaryOutcome> {
  if (!file) return { written: false, reason: "GITHUB_STEP_SUMMARY is not set" };
  const { summary } = await import("@actions/core");
  try {
    const { size } = await stat(file);
    for (const [rung, text] of rungs.entries()) {
      const bytes = Buffer.byteLength(text);
      if (size + bytes > summaryLimit) continue;
      await summary.addRaw(text).write();
      return { written: true, rung, bytes };
    }
    return { written: false, reason: `no form of the summary fits ${summaryLimit} bytes` };
  } catch (error) {
    summary.emptyBuffer();
    return { written: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Sets each output; a value that is not there is an empty output, as GitHub has no other absence. */
export async function setOutputs(
  outputs: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const { setOutput } = await import("@actions/core");
  for (const [name, value] of Object.entries(outputs)) setOutput(name, value ?? "");
}

/** `line` and `column` count from 1; `message` and `title` are our own words. */
export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** GitHub shows ten annotations of a level a step and cuts messages; the rest is counted in the last one. */
export async function annotate(annotations: readonly Annotation[]): Promise<void> {
  const core = await import("@actions/core");
  for (const level of ["error", "warning", "notice"] as const) {
    const all = annotations.filter((one) => one.level === level);
    for (const [index, one] of all.slice(0, 10).entries()) {
      const hidden = index === 9 && all.length > 10 ? ` (and ${all.length - 10} more)` : "";
      core[level](`${plainText(one.message, 3_000)}${hidden}`, {
        title: plainText(one.title, 200),
        ...(one.file === undefined ? {} : { file: one.file }),
        ...(one.line === undefined ? {} : { startLine: one.line }),
        ...(one.column === undefined ? {} : { startColumn: one.column }),
      });
    }
  }
}

/**
 * Text for the log in which no line is a workflow command any more: neither `::name::` at a line's start
 * nor the older `##[name]` anywhere.
 */
export function disarmCommands(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/^(\s*):(?=:)/gm, "$1:\u200A")
    .replaceAll("##[", "##\u200A[");
}

/** One line without control or direction characters, at most `cap` UTF-16 units and no half pair at the end. */
function plainText(text: string, cap: number): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ");
  return clean.length <= cap
    ? clean
    : `${clean.slice(0, cap - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
