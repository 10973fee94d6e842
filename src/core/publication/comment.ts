/** The words of our comment: marker, report, what changed since the comment before, where the evidence is. */
import { digestBytes } from "../digest/digest.ts";
import { escapeMarkdown, markdownCode } from "../report/escape.ts";
import { commentLimit, fitMarkdown, insertBeforeFold } from "./fit.ts";
import { lineageLine, type Uploaded } from "./links.ts";
import { boundFacts, commentKey, encodeMarker, type CommentMarker } from "./marker.ts";
import { compareRuns } from "./ordering.ts";
import type { PublicationContext, PublicationOutcome } from "./outcome.ts";
import { changedFacts, type FactChange } from "./sticky.ts";

export interface ComposedComment {
  readonly marker: CommentMarker;
  /** The body, given the marker of the comment it replaces. */
  readonly render: (previous: CommentMarker | null) => string;
}

export function composeComment(
  outcome: PublicationOutcome,
  context: PublicationContext,
  lineage: { readonly bundle: Uploaded; readonly html: Uploaded },
): ComposedComment {
  const lines = lineageLine(outcome, context, lineage.bundle, lineage.html);
  const marker: CommentMarker = {
    key: commentKey(context.workflow, context.job, outcome.config),
    run_id: context.run_id,
    run_attempt: context.run_attempt,
    head_sha: context.head_sha,
    text_sha256: digestBytes(`${outcome.markdown.join("\n")}\n${lines}`),
    facts: boundFacts(outcome.facts),
  };
  const render = (previous: CommentMarker | null): string => {
    const extra = [changeLine(previous, marker), lines]
      .filter((line) => line !== null)
      .join("\n\n");
    return fitMarkdown(
      outcome.markdown,
      (markdown) => `${encodeMarker(marker)}\n${insertBeforeFold(markdown, extra)}`,
      commentLimit,
      `### ${outcome.verdict}\n\nThe report is too long for a comment; it is in the job summary.\n`,
    );
  };
  return { marker, render };
}

const shown = 6;

/** null without an earlier result of another run. */
function changeLine(previous: CommentMarker | null, now: CommentMarker): string | null {
  if (previous === null || compareRuns(previous, now) === 0) return null;
  const changes = changedFacts(previous.facts, now.facts);
  const since =
    previous.head_sha === now.head_sha
      ? `the previous run of ${markdownCode(now.head_sha.slice(0, 7), false)}`
      : markdownCode(previous.head_sha.slice(0, 7), false);
  const words = [
    ...changes.slice(0, shown).map(changeWords),
    ...(changes.length > shown ? [`${changes.length - shown} more`] : []),
  ];
  const text = words.length === 0 ? "verdict, reasons and figures are the same" : words.join(" · ");
  return `**Since ${since}:** ${text}`;
}

function changeWords({ name, before, now }: FactChange): string {
  const label = escapeMarkdown(name, false, 60);
  if (before === null) return `${label} ${escapeMarkdown(now ?? "", false, 120)} (new)`;
  if (now === null) return `${label} ${escapeMarkdown(before, false, 120)} (gone)`;
  return `${label} ${escapeMarkdown(before, false, 120)} → ${escapeMarkdown(now, false, 120)}`;
}
