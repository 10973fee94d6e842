/** Writes the result as a commit status, for branch rules that ask for one. */
import { stateOf, statusWords } from "../../core/publication/check.ts";
import type { PublicationOutcome } from "../../core/publication/outcome.ts";
import { ask, type Answer, type Sleep } from "./ask.ts";
import type { GitHub } from "./clients.ts";

export async function publishStatus(
  github: GitHub,
  request: {
    readonly owner: string;
    readonly repo: string;
    readonly sha: string;
    readonly target_url: string;
    readonly outcome: PublicationOutcome;
  },
  sleep: Sleep,
): Promise<Answer<null>> {
  const { owner, repo, sha, target_url, outcome } = request;
  const state = stateOf(outcome);
  const written = await ask(
    async () =>
      github.rest.repos.createCommitStatus({
        owner,
        repo,
        sha,
        state,
        target_url,
        ...statusWords(outcome),
      }),
    sleep,
  );
  return written.ok ? { ok: true, value: null } : written;
}
