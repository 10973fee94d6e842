/** Publishes one result wherever the run may: artifacts, then comment, check and status; what is refused is a warning. */
import { composeComment } from "../../core/publication/comment.ts";
import { artifactUrl, jobUrl, lineageLine, type Uploaded } from "../../core/publication/links.ts";
import type { PublicationContext, PublicationOutcome } from "../../core/publication/outcome.ts";
import { refusalWords, type Permission, type Refused } from "../../core/publication/refusal.ts";
import { uploadArtifact, type UploadRequest } from "./artifact-upload.ts";
import { publishCheckRun } from "./check-run.ts";
import type { GitHub, PublicationClients } from "./clients.ts";
import { publishComment, type CommentOutcome } from "./comment.ts";
import { publishStatus } from "./commit-status.ts";

export interface Publication {
  readonly bundle: Uploaded;
  readonly html: Uploaded;
  /** What became of the comment; `none`: no pull request, no token, or mode off. */
  readonly comment: Extract<CommentOutcome, { ok: true }>["state"] | "none" | "refused";
  readonly comment_url: string | null;
  readonly check_run_url: string | null;
  /** How many of the outcome's notes stand at their lines in the check. */
  readonly check_notes: number;
  /** Complete sentences for annotations and log. */
  readonly warnings: readonly string[];
}

/** Never throws and never changes a verdict. Writes in order, so that comment and check can link to what was uploaded. */
export async function publishOutcome(
  outcome: PublicationOutcome,
  context: PublicationContext,
  clients: PublicationClients,
  scratch: string | null,
): Promise<Publication> {
  const warnings: string[] = [];
  const upload = async (
    kind: UploadRequest["kind"],
    path: string | null,
    expected: string | null,
  ): Promise<Uploaded> => {
    if (path === null) return { state: "absent", reason: "nothing was written" };
    if (clients.artifacts === null)
      return { state: "absent", reason: "this runner has no artifact service" };
    const { matrix_id } = outcome;
    const { run_attempt } = context;
    const sent = await uploadArtifact(clients.artifacts, {
      kind,
      path,
      expected,
      matrix_id,
      run_attempt,
      scratch,
    });
    if (sent.ok) return { state: "uploaded", url: artifactUrl(context, sent.id), name: sent.name };
    warnings.push(`The ${kind} was not uploaded: ${sent.reason}. It is at ${path} on this runner.`);
    return { state: "absent", reason: sent.reason };
  };
  const bundle = await upload(
    "evidence",
    outcome.bundle?.path ?? null,
    outcome.bundle?.sha256 ?? null,
  );
  const html = await upload("report", outcome.html, null);
  const published =
    clients.github === null
      ? nothing
      : await writeFaces(
          outcome,
          context,
          { bundle, html },
          clients.github,
          clients.sleep,
          warnings,
        );
  return { bundle, html, ...published, warnings };
}

type Faces = Pick<Publication, "comment" | "comment_url" | "check_run_url" | "check_notes">;
const nothing: Faces = { comment: "none", comment_url: null, check_run_url: null, check_notes: 0 };

async function writeFaces(
  outcome: PublicationOutcome,
  context: PublicationContext,
  uploads: { readonly bundle: Uploaded; readonly html: Uploaded },
  github: GitHub,
  sleep: PublicationClients["sleep"],
  warnings: string[],
): Promise<Faces> {
  const [owner = "", repo = ""] = context.repository.split("/");
  const refuse = (what: string, permission: Permission, refused: Refused): void => {
    warnings.push(refusalWords(what, permission, refused, context));
  };
  const { comment: mode, pull_request } = context;
  let comment: CommentOutcome | null = null;
  const silent = mode === "off" || outcome.verdict === "not applicable";
  if (!silent && pull_request !== null) {
    comment = await publishComment(
      github,
      {
        owner,
        repo,
        issue_number: pull_request.number,
        mode,
        no_go: outcome.verdict === "No-Go",
        composed: composeComment(outcome, context, uploads),
      },
      sleep,
    );
    if (!comment.ok) refuse("The comment", "pull-requests", comment);
  }
  const details_url = jobUrl(context);
  let faces: Faces = {
    ...nothing,
    comment: comment === null ? "none" : comment.ok ? comment.state : "refused",
    comment_url: comment?.ok === true ? comment.url : null,
  };
  if (context.check_run) {
    const lineage = lineageLine(outcome, context, uploads.bundle, uploads.html);
    const check = await publishCheckRun(
      github,
      { owner, repo, outcome, context, details_url, lineage },
      sleep,
    );
    if (check.ok) {
      faces = { ...faces, check_run_url: check.value.url, check_notes: check.value.notes };
    } else refuse("The check run", "checks", check);
  }
  if (context.status) {
    const status = await publishStatus(
      github,
      { owner, repo, sha: context.head_sha, target_url: details_url, outcome },
      sleep,
    );
    if (!status.ok) refuse("The commit status", "statuses", status);
  }
  return faces;
}
