/** Where a result belongs on GitHub: the commit and the pull request, read from the event without trusting its shape. */

export interface PullRequest {
  readonly number: number;
  /** The token of such a run can't write: GitHub makes it read-only. */
  readonly from_fork: boolean;
}

/** `head_sha`: the commit people see; on a pull request never the merge commit that GITHUB_SHA names. */
export interface EventPlace {
  readonly head_sha: string;
  readonly pull_request: PullRequest | null;
}

/**
 * `payload` is the event file's JSON, of any shape; `sha` is GITHUB_SHA, the answer for events that name no other commit.
 * Source: GitHub's "Events that trigger workflows". merge_group, push, schedule and the like have no pull request.
 */
export function placeOfEvent(event: string, payload: unknown, sha: string): EventPlace {
  switch (event) {
    case "pull_request":
    case "pull_request_target": {
      const request = member(payload, "pull_request");
      const head = member(request, "head");
      const number = member(request, "number");
      return {
        head_sha: shaOf(member(head, "sha")) ?? sha,
        pull_request:
          typeof number === "number" && Number.isSafeInteger(number) && number > 0
            ? { number, from_fork: isFork(payload, head) }
            : null,
      };
    }
    case "merge_group":
      return elsewhere(member(member(payload, "merge_group"), "head_sha"), sha);
    case "workflow_run":
      return elsewhere(member(member(payload, "workflow_run"), "head_sha"), sha);
    default:
      return { head_sha: sha, pull_request: null };
  }
}

function elsewhere(found: unknown, sha: string): EventPlace {
  return { head_sha: shaOf(found) ?? sha, pull_request: null };
}

/** A deleted fork has no repository any more; its token was read-only all the same. */
function isFork(payload: unknown, head: unknown): boolean {
  const from = member(member(head, "repo"), "full_name");
  return from !== member(member(payload, "repository"), "full_name");
}

function shaOf(value: unknown): string | null {
  return typeof value === "string" && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(value) ? value : null;
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}
