import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readPlace } from "../../../src/shell/github/pull-request.ts";

const inputs = { comment: "always", check_run: true, status: false, job_id: "" } as const;
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-lab-place-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function environment(event: string, file: string): Record<string, string> {
  const path = join(folder, "event.json");
  writeFileSync(path, file);
  return {
    GITHUB_REPOSITORY: "example/agent",
    GITHUB_SHA: "c".repeat(40),
    GITHUB_RUN_ID: "41",
    GITHUB_RUN_ATTEMPT: "3",
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: path,
    GITHUB_WORKFLOW_REF: "example/agent/.github/workflows/gate.yml@refs/pull/7/merge",
  };
}

test("a pull request is read from the event file", () => {
  const payload = {
    repository: { full_name: "example/agent" },
    pull_request: {
      number: 7,
      head: { sha: "d".repeat(40), repo: { full_name: "example/agent" } },
    },
  };
  expect(
    readPlace(environment("pull_request", JSON.stringify(payload)), { ...inputs, job_id: "12" }),
  ).toMatchObject({
    found: true,
    context: {
      head_sha: "d".repeat(40),
      pull_request: { number: 7, from_fork: false },
      run_attempt: 3,
      job_id: "12",
      workflow: "example/agent/.github/workflows/gate.yml",
      server_url: "https://github.com",
    },
  });
});

test.each(["", "{", "null", "[]", '{"pull_request":null}'])(
  "an event file %j leaves the commit",
  (file) => {
    expect(readPlace(environment("pull_request", file), inputs)).toMatchObject({
      found: true,
      context: { head_sha: "c".repeat(40), pull_request: null, job_id: null },
    });
  },
);

test("outside GitHub Actions there is no place, with the reason", () => {
  expect(readPlace({}, inputs)).toEqual({
    found: false,
    reason: "this is not a run of GitHub Actions",
  });
});
