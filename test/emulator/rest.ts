/** GitHub's REST calls that we make, with its limits, its permissions and its words of refusal. */
import type { EmulatorAnswer, EmulatorRequest } from "./exchange.ts";
import { jsonBody, textMember } from "./exchange.ts";
import type { MatchedOperation } from "./openapi.ts";
import type { StoredArtifact } from "./results.ts";

export interface StoredComment {
  readonly id: number;
  readonly issue: number;
  readonly user: { readonly login: string; readonly type: "Bot" | "User" };
  body: string;
  edits: number;
}

export interface StoredCheck {
  readonly id: number;
  readonly given: Record<string, unknown>;
  readonly annotations: unknown[];
}

export interface StoredStatus {
  readonly sha: string;
  readonly given: Record<string, unknown>;
}

export type Permission = "pull-requests" | "checks" | "statuses";

export interface RestState {
  readonly repository: string;
  readonly comments: StoredComment[];
  readonly checks: StoredCheck[];
  readonly statuses: StoredStatus[];
  /** Writes that the token may make. */
  readonly permissions: Set<Permission>;
  readonly viewer: StoredComment["user"];
}

type Handler = (
  request: EmulatorRequest,
  matched: MatchedOperation,
  origin: string,
) => EmulatorAnswer;

const forbidden: EmulatorAnswer = {
  status: 403,
  body: {
    message: "Resource not accessible by integration",
    documentation_url: "https://docs.github.com/rest",
    status: "403",
  },
};
const missing: EmulatorAnswer = {
  status: 404,
  body: { message: "Not Found", documentation_url: "https://docs.github.com/rest", status: "404" },
};
const invalid = (text: string): EmulatorAnswer => ({
  status: 422,
  body: {
    message: `Validation Failed: ${text}`,
    documentation_url: "https://docs.github.com/rest",
    errors: [{ code: "unprocessable", message: text }],
  },
});

export function restHandlers(
  state: RestState,
  artifacts: readonly StoredArtifact[],
): Readonly<Record<string, Handler>> {
  const writes =
    (permission: Permission, handler: Handler): Handler =>
    (...given) =>
      state.permissions.has(permission) ? handler(...given) : forbidden;
  let next = 1_000;
  return {
    "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": (request, { path }, origin) => {
      const size = Number(request.query.get("per_page") ?? 30);
      const page = Number(request.query.get("page") ?? 1);
      const all = state.comments
        .filter((one) => one.issue === Number(path["issue_number"]))
        .toSorted((a, b) => a.id - b.id);
      const more = page * size < all.length;
      const link = `<${origin}${request.path}?per_page=${size}&page=${page + 1}>; rel="next"`;
      return {
        status: 200,
        body: all.slice((page - 1) * size, page * size).map((one) => showComment(one, state)),
        ...(more ? { headers: { link } } : {}),
      };
    },
    "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": writes(
      "pull-requests",
      (request, { path }) => {
        const body = String(jsonBody(request)["body"]);
        if (body.length > 65_536) return invalid("Body is too long (maximum is 65536 characters)");
        const comment: StoredComment = {
          id: (next += 1),
          issue: Number(path["issue_number"]),
          user: state.viewer,
          body,
          edits: 0,
        };
        state.comments.push(comment);
        return { status: 201, body: showComment(comment, state) };
      },
    ),
    "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}": writes(
      "pull-requests",
      (request, { path }) => {
        const comment = state.comments.find(({ id }) => id === Number(path["comment_id"]));
        if (!comment) return missing;
        const body = String(jsonBody(request)["body"]);
        if (body.length > 65_536) return invalid("Body is too long (maximum is 65536 characters)");
        comment.body = body;
        comment.edits += 1;
        return { status: 200, body: showComment(comment, state) };
      },
    ),
    "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}": writes(
      "pull-requests",
      (_request, { path }) => {
        const at = state.comments.findIndex(({ id }) => id === Number(path["comment_id"]));
        if (at === -1) return missing;
        state.comments.splice(at, 1);
        return { status: 204, body: "" };
      },
    ),
    "POST /repos/{owner}/{repo}/check-runs": writes("checks", (request) => {
      const given = jsonBody(request);
      if (tooManyBytes(given)) return invalid("summary exceeds the maximum size of 65535 bytes");
      const check = { id: (next += 1), given, annotations: [...annotationsOf(given)] };
      state.checks.push(check);
      return { status: 201, body: showCheck(check, state) };
    }),
    "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}": writes(
      "checks",
      (request, { path }) => {
        const check = state.checks.find(({ id }) => id === Number(path["check_run_id"]));
        if (!check) return missing;
        const given = jsonBody(request);
        if (tooManyBytes(given)) return invalid("summary exceeds the maximum size of 65535 bytes");
        check.annotations.push(...annotationsOf(given));
        return { status: 200, body: showCheck(check, state) };
      },
    ),
    "POST /repos/{owner}/{repo}/statuses/{sha}": writes("statuses", (request, { path }, origin) => {
      const given = jsonBody(request);
      if (textMember(given, "description").length > 140) return invalid("description is too long");
      state.statuses.push({ sha: path["sha"] ?? "", given });
      return { status: 201, body: showStatus(given, state, origin) };
    }),
    "GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts": (_request, _matched, origin) => ({
      status: 200,
      body: {
        total_count: artifacts.length,
        artifacts: artifacts.map((one) => showArtifact(one, state, origin)),
      },
    }),
    "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}": (
      _request,
      { path },
      origin,
    ) => {
      const found = artifacts.find(({ id }) => id === Number(path["artifact_id"]));
      if (!found) return missing;
      const location = `${origin}/blobs/${encodeURIComponent(found.name)}?sig=down`;
      return { status: 302, body: "", headers: { location } };
    },
  };
}

function annotationsOf(given: Record<string, unknown>): unknown[] {
  const output = given["output"] as { annotations?: unknown[] } | undefined;
  return output?.annotations ?? [];
}

function tooManyBytes(given: Record<string, unknown>): boolean {
  const output = given["output"] as { summary?: string } | undefined;
  return Buffer.byteLength(output?.summary ?? "") > 65_535;
}

const at = "2026-11-30T12:00:00Z";

function showUser({ login, type }: StoredComment["user"]): Record<string, unknown> {
  const url = `https://api.github.com/users/${encodeURIComponent(login)}`;
  const more = [
    "followers",
    "following",
    "gists",
    "starred",
    "subscriptions",
    "organizations",
    "repos",
    "events",
    "received_events",
  ];
  return {
    login,
    id: 41_898_282,
    node_id: "MDM6Qm90",
    avatar_url: "https://avatars.githubusercontent.com/in/15368",
    gravatar_id: "",
    url,
    html_url: `https://github.com/${encodeURIComponent(login)}`,
    type,
    site_admin: false,
    ...Object.fromEntries(more.map((name) => [`${name}_url`, `${url}/${name}`])),
  };
}

function showComment(comment: StoredComment, { repository }: RestState): Record<string, unknown> {
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    url: `https://api.github.com/repos/${repository}/issues/comments/${comment.id}`,
    html_url: `https://github.com/${repository}/pull/${comment.issue}#issuecomment-${comment.id}`,
    issue_url: `https://api.github.com/repos/${repository}/issues/${comment.issue}`,
    user: showUser(comment.user),
    body: comment.body,
    created_at: at,
    updated_at: at,
    author_association: "NONE",
    performed_via_github_app: null,
  };
}

function showCheck({ id, given, annotations }: StoredCheck, { repository }: RestState): unknown {
  const output = given["output"] as { title: string; summary: string } | undefined;
  const url = `https://api.github.com/repos/${repository}/check-runs/${id}`;
  return {
    id,
    node_id: `CR_${id}`,
    head_sha: given["head_sha"],
    name: given["name"],
    url,
    html_url: `https://github.com/${repository}/runs/${id}`,
    details_url: given["details_url"] ?? null,
    external_id: given["external_id"] ?? null,
    status: given["status"] ?? "queued",
    conclusion: given["conclusion"] ?? null,
    started_at: at,
    completed_at: at,
    check_suite: { id: 5 },
    output: {
      title: output?.title ?? null,
      summary: output?.summary ?? null,
      text: null,
      annotations_count: annotations.length,
      annotations_url: `${url}/annotations`,
    },
    app: null,
    pull_requests: [],
  };
}

function showStatus(
  given: Record<string, unknown>,
  { viewer }: RestState,
  origin: string,
): unknown {
  return {
    url: `${origin}/statuses/1`,
    avatar_url: null,
    id: 1,
    node_id: "SC_1",
    state: given["state"],
    description: given["description"] ?? null,
    target_url: given["target_url"] ?? null,
    context: given["context"] ?? "default",
    created_at: at,
    updated_at: at,
    creator: showUser(viewer),
  };
}

function showArtifact(one: StoredArtifact, { repository }: RestState, origin: string): unknown {
  const url = `${origin}/repos/${repository}/actions/artifacts/${one.id}`;
  return {
    id: one.id,
    node_id: `AR_${one.id}`,
    name: one.name,
    size_in_bytes: one.bytes.length,
    url,
    archive_download_url: `${url}/zip`,
    expired: false,
    created_at: one.created_at,
    expires_at: null,
    updated_at: one.created_at,
    digest: one.digest,
  };
}
