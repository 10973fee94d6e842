/** Writes the result as a check run on the head commit, its annotations in the batches that GitHub takes. */
import {
  checkName,
  checkSummary,
  conclusionOf,
  noteBatches,
} from "../../core/publication/check.ts";
import type { PublicationContext, PublicationOutcome } from "../../core/publication/outcome.ts";
import { ask, type Answer, type Sleep } from "./ask.ts";
import type { GitHub } from "./clients.ts";

export interface CheckRequest {
  readonly owner: string;
  readonly repo: string;
  readonly outcome: PublicationOutcome;
  readonly context: PublicationContext;
  readonly details_url: string;
  /** The line of links under the report. */
  readonly lineage: string;
}

/** `notes`: annotations that GitHub took; a later batch that it refused leaves the check with the earlier ones. */
export interface CheckWritten {
  readonly url: string | null;
  readonly notes: number;
}

export async function publishCheckRun(
  github: GitHub,
  { owner, repo, outcome, context, details_url, lineage }: CheckRequest,
  sleep: Sleep,
): Promise<Answer<CheckWritten>> {
  const [first, ...rest] = noteBatches(outcome.notes);
  const output = { title: outcome.title, summary: checkSummary(outcome, lineage) };
  const made = await ask(
    async () =>
      github.rest.checks.create({
        owner,
        repo,
        name: checkName(outcome.config),
        head_sha: context.head_sha,
        status: "completed",
        conclusion: conclusionOf(outcome),
        external_id: `${outcome.matrix_id ?? "none"}:${context.run_id}:${context.run_attempt}`,
        details_url,
        output: { ...output, annotations: first },
      }),
    sleep,
  );
  if (!made.ok) return made;
  let notes = first.length;
  for (const annotations of rest) {
    const added = await ask(
      async () =>
        github.rest.checks.update({
          owner,
          repo,
          check_run_id: made.value.id,
          output: { ...output, annotations },
        }),
      sleep,
    );
    if (!added.ok) break;
    notes += annotations.length;
  }
  return { ok: true, value: { url: made.value.html_url, notes } };
}
