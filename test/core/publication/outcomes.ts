import type {
  PublicationContext,
  PublicationOutcome,
} from "../../../src/core/publication/outcome.ts";

/** A pull request's result; a test says what differs. */
export function outcomeWith(more: Partial<PublicationOutcome> = {}): PublicationOutcome {
  return {
    verdict: "Go",
    title: more.verdict ?? "Go",
    exit_code: 0,
    matrix_id: "20261130T083911Z-d5c844",
    config: "agent-lab.yaml",
    markdown: [
      "### Go\n\nAll cases pass.\n\n<details><summary>More</summary>\n\nmore\n\n</details>\n",
    ],
    facts: { verdict: "Go" },
    notes: [],
    bundle: null,
    html: null,
    ...more,
  };
}

export function contextWith(more: Partial<PublicationContext> = {}): PublicationContext {
  return {
    server_url: "https://github.com",
    repository: "example/agent",
    run_id: "41",
    run_attempt: 1,
    workflow: "example/agent/.github/workflows/agent-lab.yml",
    job: "gate",
    job_id: null,
    head_sha: "a1b2c3d".padEnd(40, "0"),
    pull_request: { number: 7, from_fork: false },
    comment: "always",
    check_run: true,
    status: false,
    ...more,
  };
}
