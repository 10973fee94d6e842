import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { artifactName } from "../../../src/core/publication/artifact-name.ts";
import {
  checkName,
  checkSummary,
  conclusionOf,
  noteBatches,
  stateOf,
  statusWords,
} from "../../../src/core/publication/check.ts";
import { composeComment } from "../../../src/core/publication/comment.ts";
import {
  checkLimit,
  commentLimit,
  fits,
  insertBeforeFold,
} from "../../../src/core/publication/fit.ts";
import { contractUrl, jobUrl, type Uploaded } from "../../../src/core/publication/links.ts";
import { decodeMarker } from "../../../src/core/publication/marker.ts";
import type { CodeNote } from "../../../src/core/publication/outcome.ts";
import { refusalWords } from "../../../src/core/publication/refusal.ts";
import { contextWith, outcomeWith } from "./outcomes.ts";

const digest = `sha256:${"4f1c".repeat(16)}`;
const bundle: Uploaded = {
  state: "uploaded",
  url: "https://github.com/example/agent/actions/runs/41/artifacts/9",
  name: "e",
};
const html: Uploaded = { state: "absent", reason: "refused" };

describe("the comment", () => {
  const outcome = outcomeWith({ bundle: { path: "/e.tar.gz", sha256: digest }, html: "/r.html" });
  const composed = composeComment(outcome, contextWith({ job_id: "77" }), { bundle, html });

  test("reads marker, report above the fold, links, fold", () => {
    const lines = composed.render(null).split("\n");
    expect(decodeMarker(lines.join("\n"))).toEqual(composed.marker);
    expect(lines.slice(1)).toEqual([
      "### Go",
      "",
      "All cases pass.",
      "",
      `<sub>[evidence bundle](${bundle.url}) \`${digest}\` · HTML report (not uploaded) · [run 41, attempt 1](https://github.com/example/agent/actions/runs/41/job/77) · [\`agent-lab.yaml\` at \`a1b2c3d\`](https://github.com/example/agent/blob/${"a1b2c3d".padEnd(40, "0")}/agent-lab.yaml)</sub>`,
      "",
      "<details><summary>More</summary>",
      "",
      "more",
      "",
      "</details>",
      "",
    ]);
  });

  test("says what changed since the run before, and stays the same text", () => {
    const previous = {
      ...composed.marker,
      run_id: "40",
      head_sha: "9f8e7d6".padEnd(40, "0"),
      facts: { verdict: "No-Go", "`@x`": "<b>" },
    };
    const body = composed.render(previous);
    expect(body).toContain("**Since `9f8e7d6`:** verdict No-Go → Go · ");
    expect(body).toContain("&lt;b&gt; (gone)");
    expect(decodeMarker(body)?.text_sha256).toBe(composed.marker.text_sha256);
    expect(composed.render({ ...previous, facts: { verdict: "Go" } })).toContain(
      "verdict, reasons and figures are the same",
    );
    expect(composed.render({ ...previous, head_sha: composed.marker.head_sha })).toContain(
      "Since the previous run of `a1b2c3d`:",
    );
    expect(composed.render({ ...composed.marker })).not.toContain("Since");
  });

  test("fits at every size, in characters and in bytes, and is never cut inside", () => {
    const unit = fc.constantFrom(
      "x",
      "é",
      "漢",
      "😀",
      "\n\n<details><summary>s</summary>\n\nb\n\n</details>",
    );
    const text = fc
      .tuple(unit, fc.integer({ min: 1, max: 70_000 }))
      .map(([one, count]) => `### Go\n\n${one.repeat(count)}`);
    fc.assert(
      fc.property(text, (report) => {
        const body = composeComment({ ...outcome, markdown: [report] }, contextWith(), {
          bundle,
          html,
        }).render(null);
        expect(fits(body, commentLimit)).toBe(true);
        expect(body.isWellFormed()).toBe(true);
        expect(body).toContain("### Go");
        expect(body).toContain("run 41, attempt 1");
        expect(fits(checkSummary({ ...outcome, markdown: [report] }, "links"), checkLimit)).toBe(
          true,
        );
      }),
      { numRuns: 60 },
    );
  });

  test("gives up one folded section before it gives up a sentence above the fold", () => {
    const fold = `\n\n<details><summary>s</summary>\n\n${"x".repeat(30_000)}\n\n</details>`;
    const body = composeComment(
      outcomeWith({ markdown: [`### Go\n\nwhy${fold}${fold}${fold}\n`] }),
      contextWith(),
      { bundle, html },
    ).render(null);
    expect(body.match(/<details>/g)).toHaveLength(2);
    expect(body).toContain("why");
    expect(body).toContain("Shortened to fit");
  });

  test("keeps its links out of a fence that quotes a fold", () => {
    const quoted = "**Not evaluated**\n\n```text\na\n\n<details><summary>x\n```\n";
    expect(insertBeforeFold(quoted, "LINKS")).toBe(`${quoted.trimEnd()}\n\nLINKS\n`);
  });
});

describe("check and status", () => {
  test.each([
    ["Go", 0, "success", "success"],
    ["Conditional-Go", 0, "neutral", "success"],
    ["Conditional-Go", 10, "failure", "failure"],
    ["Conditional-Go", 30, "failure", "error"],
    ["No-Go", 20, "failure", "failure"],
    ["No-Go", 0, "failure", "failure"],
    ["not evaluated", 0, "neutral", "pending"],
    ["not evaluated", 50, "failure", "error"],
    ["not evaluated", 60, "failure", "error"],
    ["not applicable", 0, "success", "success"],
  ] as const)("%s with exit %i is %s, as a status %s", (verdict, exit_code, conclusion, state) => {
    expect(conclusionOf({ verdict, exit_code })).toBe(conclusion);
    expect(stateOf({ verdict, exit_code })).toBe(state);
  });

  test("are named after the plan, before it is read", () => {
    expect(checkName("agent-lab.yaml")).toBe("Agent Lab");
    expect(checkName("./config/matrices/bare-loop.yaml")).toBe(
      "Agent Lab · config/matrices/bare-loop",
    );
    expect(statusWords(outcomeWith({ exit_code: 50, verdict: "not evaluated" }))).toEqual({
      context: "agent-lab/verdict",
      description: "not evaluated: input, contracts or preflight",
    });
    const title = "Not evaluated: needs a maintainer";
    const dry = outcomeWith({ exit_code: 0, verdict: "not evaluated", title });
    expect(statusWords(dry).description).toBe(title);
  });

  test.each([0, 1, 50, 51, 100, 101])("%i annotations lose none", (count) => {
    const notes = Array.from({ length: count }, (_, line): CodeNote => ({
      level: "error",
      title: "t",
      message: "m",
      file: "a.yaml",
      line: line + 1,
      column: null,
    }));
    const batches = noteBatches(notes);
    expect(batches.every((batch) => batch.length <= 50)).toBe(true);
    expect(batches.flat().map((note) => note.start_line)).toEqual(notes.map(({ line }) => line));
    expect(batches).toHaveLength(Math.max(1, Math.ceil(count / 50)));
  });
});

describe("addresses and names", () => {
  test("a job is linked by its number, else by the attempt", () => {
    expect(jobUrl(contextWith({ job_id: "5" }))).toMatch(/\/actions\/runs\/41\/job\/5$/);
    expect(jobUrl(contextWith({ run_attempt: 3 }))).toMatch(/\/actions\/runs\/41\/attempts\/3$/);
  });

  test("a contract's address holds no bracket and leads nowhere outside", () => {
    expect(contractUrl(contextWith(), "a b/(c)#1.yaml")).toMatch(/\/a%20b\/%28c%29%231\.yaml$/);
    for (const config of ["../x.yaml", "/etc/x.yaml", "a//b.yaml"])
      expect(contractUrl(contextWith(), config)).toBeNull();
  });

  test("an artifact's name is unique for its bytes and attempt, and legal", () => {
    expect(artifactName("evidence", "20261130T083911Z-d5c844", 2, digest)).toBe(
      "agent-lab-evidence-20261130T083911Z-d5c844-2-4f1c4f1c.tar.gz",
    );
    expect(artifactName("report", 'a:b/"c', 1, digest)).toMatch(/^[\w.-]+$/);
  });
});

describe("a refused write says what to do", () => {
  const refused = { status: 403, message: "Resource not accessible by integration" };
  test("with all the permissions that this step needs, because the key replaces the defaults", () => {
    expect(refusalWords("The comment", "pull-requests", refused, contextWith())).toBe(
      "The comment was not written: GitHub answered 403 (Resource not accessible by integration). Paste into the job: permissions: { contents: read, pull-requests: write, checks: write } The result stands; it is in the job summary.",
    );
    expect(
      refusalWords(
        "The commit status",
        "statuses",
        { ...refused, status: 404 },
        contextWith({ comment: "off", check_run: false }),
      ),
    ).toContain("{ contents: read, statuses: write }");
  });
  test("that it is expected on a fork, and no permission where that is not the reason", () => {
    expect(
      refusalWords(
        "x",
        "checks",
        refused,
        contextWith({ pull_request: { number: 1, from_fork: true } }),
      ),
    ).toContain("read-only token");
    for (const other of [
      { status: 500, message: "x" },
      { status: null, message: "x" },
      { status: 403, message: "API rate limit exceeded" },
    ]) {
      expect(refusalWords("x", "checks", other, contextWith())).not.toContain("permissions:");
    }
  });
});
