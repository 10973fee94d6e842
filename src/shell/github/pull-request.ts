/** Reads from the runner's environment and event file where this run's result belongs. */
import { readFileSync } from "node:fs";

import type { CommentMode, PublicationContext } from "../../core/publication/outcome.ts";
import { placeOfEvent } from "../../core/publication/place.ts";

export type PlaceFound =
  | { readonly found: true; readonly context: PublicationContext }
  | { readonly found: false; readonly reason: string };

/** What the step's inputs say about publishing. `job_id`: `job.check_run_id`, empty on servers that have none. */
export interface PublicationInputs {
  readonly comment: CommentMode;
  readonly check_run: boolean;
  readonly status: boolean;
  readonly job_id: string;
}

/** An event file that is missing or no JSON leaves the commit of GITHUB_SHA and no pull request. */
export function readPlace(
  environment: Readonly<Record<string, string | undefined>>,
  inputs: PublicationInputs,
): PlaceFound {
  const {
    GITHUB_REPOSITORY: repository = "",
    GITHUB_SHA: sha = "",
    GITHUB_RUN_ID: run_id = "",
    GITHUB_EVENT_NAME: event = "",
  } = environment;
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || !/^\d{1,20}$/.test(run_id) || sha === "") {
    return { found: false, reason: "this is not a run of GitHub Actions" };
  }
  const attempt = Number(environment["GITHUB_RUN_ATTEMPT"] ?? "1");
  return {
    found: true,
    context: {
      ...placeOfEvent(event, readPayload(environment["GITHUB_EVENT_PATH"]), sha),
      server_url: (environment["GITHUB_SERVER_URL"] ?? "https://github.com").replace(/\/+$/, ""),
      repository,
      run_id,
      run_attempt: Number.isSafeInteger(attempt) && attempt > 0 ? attempt : 1,
      workflow: workflowPath(environment["GITHUB_WORKFLOW_REF"], environment["GITHUB_WORKFLOW"]),
      job: environment["GITHUB_JOB"] ?? "",
      job_id: /^\d{1,20}$/.test(inputs.job_id) ? inputs.job_id : null,
      comment: inputs.comment,
      check_run: inputs.check_run,
      status: inputs.status,
    },
  };
}

function readPayload(path: string | undefined): unknown {
  if (path === undefined || path === "") return null;
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** `owner/name/.github/workflows/file.yml@ref` without its ref, which differs from event to event. */
function workflowPath(reference: string | undefined, name: string | undefined): string {
  return reference?.split("@", 1)[0] ?? name ?? "";
}
