/** What a runner puts into the environment of a step, for a run that happens on an emulator. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Emulator } from "./emulator.ts";

export interface EmulatedRun {
  readonly event: "pull_request" | "push" | "merge_group";
  /** The event's payload; pullRequestEvent() makes one. */
  readonly payload: unknown;
  readonly run_id: string;
  readonly run_attempt: number;
  /** GITHUB_SHA: on a pull request the merge commit. */
  readonly sha: string;
}

/** The payload's members that anybody here reads. A fork is a head in another repository. */
export function pullRequestEvent(
  repository: string,
  number: number,
  head_sha: string,
  fork = false,
  base_sha = "b".repeat(40),
): unknown {
  const head = fork ? `someone/${repository.split("/")[1]}` : repository;
  return {
    action: "synchronize",
    number,
    repository: { full_name: repository },
    pull_request: {
      number,
      head: { sha: head_sha, ref: "change", repo: { full_name: head } },
      base: { sha: base_sha, ref: "main", repo: { full_name: repository } },
    },
  };
}

/** `folder` takes the event file. INPUT_GITHUB-TOKEN comes from the step's inputs, not from here. */
export function runnerEnvironment(
  emulator: Emulator,
  folder: string,
  run: EmulatedRun,
): Record<string, string> {
  mkdirSync(folder, { recursive: true });
  const event = join(folder, "event.json");
  writeFileSync(event, JSON.stringify(run.payload));
  return {
    GITHUB_API_URL: emulator.url,
    // The artifact client refuses hosts that it takes for a company's own server.
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_REPOSITORY: emulator.repository,
    GITHUB_EVENT_NAME: run.event,
    GITHUB_EVENT_PATH: event,
    GITHUB_RUN_ID: run.run_id,
    GITHUB_RUN_ATTEMPT: String(run.run_attempt),
    GITHUB_SHA: run.sha,
    GITHUB_JOB: "gate",
    GITHUB_WORKFLOW_REF: `${emulator.repository}/.github/workflows/agent-lab.yml@refs/pull/7/merge`,
    ACTIONS_RUNTIME_TOKEN: emulator.runtime_token,
    ACTIONS_RESULTS_URL: `${emulator.url}/`,
    NO_PROXY: "127.0.0.1,localhost",
    RUNNER_TEMP: folder,
  };
}
