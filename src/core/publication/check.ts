/** A result as a check run and as a commit status: names, conclusions and sizes as GitHub takes them. */
import { cleanText } from "../report/escape.ts";
import { checkLimit, fitMarkdown, insertBeforeFold } from "./fit.ts";
import type { CodeNote, PublicationOutcome } from "./outcome.ts";

/** Exit codes with which a step fails whatever fail-on says: nothing was shown that could let a change pass. */
const unsound: ReadonlySet<number> = new Set([30, 40, 50, 60]);

/**
 * Go and not applicable success, Conditional-Go and not evaluated neutral, No-Go failure; failure wherever the step fails, so that a
 * required check can't be passed by breaking its contracts.
 */
export function conclusionOf(
  outcome: Pick<PublicationOutcome, "verdict" | "exit_code">,
): "success" | "neutral" | "failure" {
  if (outcome.verdict === "No-Go" || outcome.exit_code !== 0) return "failure";
  return outcome.verdict === "Go" || outcome.verdict === "not applicable" ? "success" : "neutral";
}

/** A status knows no neutral: a condition passes with its words, and without a verdict it stays pending. */
export function stateOf(
  outcome: Pick<PublicationOutcome, "verdict" | "exit_code">,
): "success" | "pending" | "failure" | "error" {
  if (unsound.has(outcome.exit_code)) return "error";
  if (conclusionOf(outcome) === "failure") return "failure";
  return outcome.verdict === "not evaluated" ? "pending" : "success";
}

/** Known before anything is planned, and the same on every event: a required check is found by its name. */
export function checkName(config: string): string {
  const plan = cleanText(config.replace(/^\.\//, "").replace(/\.ya?ml$/i, ""), 80);
  return plan === "agent-lab" ? "Agent Lab" : `Agent Lab · ${plan}`;
}

/** Beside the check's name and unlike it, as branch rules match both kinds by name. At most 140 characters of words. */
export function statusWords(outcome: PublicationOutcome): {
  readonly context: string;
  readonly description: string;
} {
  const plan = cleanText(outcome.config.replace(/^\.\//, "").replace(/\.ya?ml$/i, ""), 80);
  const codes: Readonly<Record<number, string>> = {
    30: "incomplete, or too little evidence",
    40: "stopped by infrastructure",
    50: "input, contracts or preflight",
    60: "the evidence is broken",
  };
  const why = codes[outcome.exit_code];
  return {
    context: plan === "agent-lab" ? "agent-lab/verdict" : `agent-lab/${plan}`,
    description: why === undefined ? outcome.title : `${outcome.verdict}: ${why}`,
  };
}

export interface CheckNote {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number;
  readonly end_column?: number;
  readonly annotation_level: "notice" | "warning" | "failure";
  readonly title: string;
  readonly message: string;
}

/** GitHub takes 50 annotations a request and adds those of later requests: at least one batch, the first may be empty. */
export function noteBatches(notes: readonly CodeNote[]): [CheckNote[], ...CheckNote[][]] {
  const all = notes.map(checkNote);
  const rest: CheckNote[][] = [];
  for (let start = 50; start < all.length; start += 50) rest.push(all.slice(start, start + 50));
  return [all.slice(0, 50), ...rest];
}

function checkNote({ level, title, message, file, line, column }: CodeNote): CheckNote {
  return {
    path: file,
    start_line: line,
    end_line: line,
    ...(column === null ? {} : { start_column: column, end_column: column }),
    annotation_level: level === "error" ? "failure" : level,
    title: cleanText(title, 200),
    message: cleanText(message, 8_000, true),
  };
}

export function checkSummary(outcome: PublicationOutcome, lineage: string): string {
  return fitMarkdown(
    outcome.markdown,
    (markdown) => insertBeforeFold(markdown, lineage),
    checkLimit,
    `**${outcome.verdict}**\n\nThe report is too long for a check; it is in the job summary.\n`,
  );
}
