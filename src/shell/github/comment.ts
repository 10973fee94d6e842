/** Keeps exactly one comment of ours on a pull request, written by ourselves and carrying the newest run's result. */
import type { ComposedComment } from "../../core/publication/comment.ts";
import { decodeMarker } from "../../core/publication/marker.ts";
import type { CommentMode } from "../../core/publication/outcome.ts";
import { nextStickyStep, type OwnComment } from "../../core/publication/sticky.ts";
import { ask, type Answer, type Sleep } from "./ask.ts";
import type { GitHub } from "./clients.ts";

export type CommentOutcome =
  | {
      readonly ok: true;
      /** `superseded`: a newer run has written already. `quiet`: the mode wants none. */
      readonly state: "created" | "updated" | "unchanged" | "superseded" | "quiet";
      readonly url: string | null;
    }
  | { readonly ok: false; readonly status: number | null; readonly message: string };

export interface CommentRequest {
  readonly owner: string;
  readonly repo: string;
  readonly issue_number: number;
  readonly mode: Exclude<CommentMode, "off">;
  readonly no_go: boolean;
  readonly composed: ComposedComment;
}

interface Found extends OwnComment {
  readonly url: string;
}

/** Enough for a race with every step of it failing once; no run spends more on a comment. */
const rounds = 8;

/** Lists, takes one step, lists again, until nothing is left to do. Another author's comment is never touched. */
export async function publishComment(
  github: GitHub,
  request: CommentRequest,
  sleep: Sleep,
): Promise<CommentOutcome> {
  const desired = { marker: request.composed.marker, mode: request.mode, no_go: request.no_go };
  let author = await findAuthor(github, sleep);
  let written: { readonly state: "created" | "updated"; readonly url: string } | null = null;
  let refused: Answer<unknown> = { ok: true, value: null };
  for (let round = 0; round < rounds; round += 1) {
    const found = await listOwn(github, request, author, sleep);
    if (!found.ok) return found;
    const step = nextStickyStep(found.value, desired);
    switch (step.kind) {
      case "done":
        return conclude(step.reason, written, found.value);
      case "create": {
        // A list that lags behind must not make a second comment.
        if (written?.state === "created") return { ok: true, ...written };
        const made = await createComment(github, request);
        refused = made;
        if (made.ok) {
          written = { state: "created", url: made.value.html_url };
          author = made.value.user?.login ?? author;
        }
        break;
      }
      case "update": {
        const body = request.composed.render(step.previous);
        const put = await updateComment(github, request, step.id, body);
        refused = put;
        if (put.ok) written = { state: "updated", url: put.value.html_url };
        break;
      }
      case "delete": {
        const gone = await deleteComments(github, request, step.ids, sleep);
        if (!gone.ok) return conclude("current", written, found.value);
        break;
      }
    }
    if (!refused.ok) {
      if (!mayPass(refused.status) || round >= 3) return refused;
      await sleep(1_000 * 4 ** round);
    }
  }
  return { ok: false, status: null, message: "other runs kept rewriting the comment" };
}

/** Found again by the list that follows, so that an answer that got lost makes no second comment. 404: just deleted. */
function mayPass(status: number | null): boolean {
  return status === null || status === 404 || status === 429 || status >= 500;
}

function conclude(
  reason: "current" | "superseded" | "quiet",
  written: { readonly state: "created" | "updated"; readonly url: string } | null,
  found: readonly Found[],
): CommentOutcome {
  const url = found.toSorted((a, b) => a.id - b.id)[0]?.url ?? null;
  if (reason !== "current") return { ok: true, state: reason, url };
  return { ok: true, state: written?.state ?? "unchanged", url };
}

/** REST has no such question for a workflow's token; without an answer, it is the token every workflow has. */
async function findAuthor(github: GitHub, sleep: Sleep): Promise<string> {
  const asked = await ask(
    async () => ({
      data: await github.graphql<{ viewer: { login: string } }>("{ viewer { login } }"),
    }),
    sleep,
  );
  return asked.ok ? asked.value.viewer.login : "github-actions[bot]";
}

async function listOwn(
  github: GitHub,
  { owner, repo, issue_number, composed }: CommentRequest,
  author: string,
  sleep: Sleep,
): Promise<Answer<Found[]>> {
  const listed = await ask(
    async () => ({
      data: await github.paginate(github.rest.issues.listComments, {
        owner,
        repo,
        issue_number,
        per_page: 100,
      }),
    }),
    sleep,
  );
  if (!listed.ok) return listed;
  const value = listed.value.flatMap(({ id, body, html_url, user }) => {
    const marker = decodeMarker(body ?? "");
    const own = user?.login === author || (user?.type === "Bot" && user.login === `${author}[bot]`);
    return own && marker?.key === composed.marker.key ? [{ id, marker, url: html_url }] : [];
  });
  return { ok: true, value };
}

async function createComment(
  github: GitHub,
  { owner, repo, issue_number, composed }: CommentRequest,
): Promise<Answer<{ html_url: string; user: { login: string } | null }>> {
  const body = composed.render(null);
  return ask(
    async () => github.rest.issues.createComment({ owner, repo, issue_number, body }),
    async () => {},
    false,
  );
}

async function updateComment(
  github: GitHub,
  { owner, repo }: CommentRequest,
  comment_id: number,
  body: string,
): Promise<Answer<{ html_url: string }>> {
  return ask(
    async () => github.rest.issues.updateComment({ owner, repo, comment_id, body }),
    async () => {},
    false,
  );
}

/** One that is gone already is what was wanted. */
async function deleteComments(
  github: GitHub,
  { owner, repo }: CommentRequest,
  ids: readonly number[],
  sleep: Sleep,
): Promise<Answer<null>> {
  for (const comment_id of ids) {
    const gone = await ask(
      async () => github.rest.issues.deleteComment({ owner, repo, comment_id }),
      sleep,
    );
    if (!gone.ok && gone.status !== 404) return gone;
  }
  return { ok: true, value: null };
}
