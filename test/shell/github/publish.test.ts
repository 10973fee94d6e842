import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { CodeNote } from "../../../src/core/publication/outcome.ts";
import { contextWith } from "../../core/publication/outcomes.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
const publish: Stage["publish"] = async (...given) => stage.publish(...given);
beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => stage.close());

describe("without a pull request", () => {
  test("there is a check, and no comment", async () => {
    expect(await publish({}, { pull_request: null, head_sha: "e".repeat(40) })).toMatchObject({
      comment: "none",
      warnings: [],
    });
    expect(stage.writes()).toEqual(["POST /repos/example/agent/check-runs"]);
    expect(stage.emulator.checks[0]?.given).toMatchObject({ head_sha: "e".repeat(40) });
  });

  test("without a token there are artifacts alone", async () => {
    const page = join(stage.folder, "report.html");
    writeFileSync(page, "<!doctype html>");
    expect(await publish({ html: page }, {}, null)).toMatchObject({
      html: { state: "uploaded" },
      check_run_url: null,
      warnings: [],
    });
  });
});

describe("the check run", () => {
  test("names plan, commit, run and conclusion", async () => {
    await publish(
      { verdict: "Conditional-Go", config: "config/nightly.yaml" },
      { comment: "off", job_id: "88" },
    );
    expect(stage.emulator.checks[0]?.given).toMatchObject({
      name: "Agent Lab · config/nightly",
      head_sha: contextWith().head_sha,
      status: "completed",
      conclusion: "neutral",
      external_id: "20261130T083911Z-d5c844:41:1",
      details_url: "https://github.com/example/agent/actions/runs/41/job/88",
      output: { title: "Conditional-Go" },
    });
  });

  test.each([0, 50, 51, 120])("carries %i annotations, 50 a request", async (count) => {
    const notes = Array.from({ length: count }, (_, index): CodeNote => ({
      level: index % 2 === 0 ? "error" : "warning",
      title: "t",
      message: "::error::m",
      file: "cases/a.yaml",
      line: index + 1,
      column: index % 3 === 0 ? 4 : null,
    }));
    expect(await publish({ notes }, { comment: "off" })).toMatchObject({
      check_notes: count,
      warnings: [],
    });
    expect(stage.emulator.checks[0]?.annotations).toHaveLength(count);
    expect(stage.writes()).toHaveLength(Math.max(1, Math.ceil(count / 50)));
  });

  test("survives one 500 and a request to come back later", async () => {
    stage.emulator.fail({ method: "POST", path: /check-runs$/, status: 500 });
    stage.emulator.fail({
      method: "POST",
      path: /check-runs$/,
      status: 403,
      headers: { "retry-after": "7" },
    });
    expect(await publish({}, { comment: "off" })).toMatchObject({ warnings: [] });
    expect(stage.slept).toEqual([1_000, 7_000]);
    expect(stage.emulator.checks).toHaveLength(1);
  });

  test("that stays refused is a warning, not a failure", async () => {
    stage.emulator.fail({
      method: "POST",
      path: /check-runs$/,
      status: 404,
      body: { message: "Not Found" },
    });
    const { warnings } = await publish({}, { comment: "off" });
    expect(warnings).toEqual([expect.stringMatching(/404 \(Not Found\).*checks: write/)]);
  });
});

test("the commit status is written when it is asked for", async () => {
  await publish(
    { verdict: "No-Go", exit_code: 20 },
    { comment: "off", check_run: false, status: true },
  );
  expect(stage.emulator.statuses).toEqual([
    {
      sha: contextWith().head_sha,
      given: {
        state: "failure",
        context: "agent-lab/verdict",
        description: "No-Go",
        target_url: "https://github.com/example/agent/actions/runs/41/attempts/1",
      },
    },
  ]);
});

describe("the evidence bundle", () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 256));
  const sha256 = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  const bundle = (): { path: string; sha256: string } => {
    const path = join(stage.folder, "evidence.tar.gz");
    writeFileSync(path, bytes);
    return { path, sha256 };
  };

  test("is stored byte for byte under its own digest, and linked", async () => {
    const published = await publish({ bundle: bundle() });
    const [stored] = stage.emulator.artifacts;
    expect(stored).toMatchObject({
      digest: sha256,
      mime_type: "application/gzip",
      name: `agent-lab-evidence-20261130T083911Z-d5c844-1-${sha256.slice(7, 15)}.tar.gz`,
    });
    expect(stored?.bytes.equals(bytes)).toBe(true);
    const url = `https://github.com/example/agent/actions/runs/41/artifacts/${stored?.id}`;
    expect(published.bundle).toMatchObject({ state: "uploaded", url });
    expect(stage.bodies()[0]).toContain(`[evidence bundle](${url}) \`${sha256}\``);
  });

  test("published twice is one artifact", async () => {
    await publish({ bundle: bundle() });
    const again = await publish({ bundle: bundle() });
    expect(again).toMatchObject({ bundle: { state: "uploaded" }, warnings: [] });
    expect(stage.emulator.artifacts).toHaveLength(1);
  });

  test("whose name is taken by other bytes is said, not overwritten", async () => {
    await publish({ bundle: bundle() });
    const [stored] = stage.emulator.artifacts;
    Object.assign(stored ?? {}, { digest: `sha256:${"0".repeat(64)}` });
    const { bundle: second, warnings } = await publish({ bundle: bundle() });
    expect(second.state).toBe("absent");
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The evidence was not uploaded: an artifact agent-lab-evidence-\S+ exists with sha256:0{64}, not sha256:/,
      ),
    ]);
  });

  test("that changed on disk is not published as evidence", async () => {
    const packed = bundle();
    writeFileSync(packed.path, "other");
    const { warnings } = await publish({ bundle: packed });
    expect(warnings).toEqual([expect.stringContaining("something changed it")]);
    expect(stage.emulator.artifacts).toEqual([]);
    expect(stage.bodies()[0]).toContain("evidence bundle (not uploaded)");
  });

  test("gets through one 500 of the results service", async () => {
    stage.emulator.fail({ method: "POST", path: /CreateArtifact$/, status: 500 });
    expect(await publish({ bundle: bundle() }, { comment: "off", check_run: false })).toMatchObject(
      { bundle: { state: "uploaded" }, warnings: [] },
    );
  });

  test("stays on the runner where a company's server has no such service", async () => {
    process.env["GITHUB_SERVER_URL"] = "https://github.example.com";
    const { warnings } = await publish({ bundle: bundle() });
    expect(warnings).toEqual([
      expect.stringMatching(/GHES.*It is at .*evidence\.tar\.gz on this runner\./),
    ]);
  });
});
