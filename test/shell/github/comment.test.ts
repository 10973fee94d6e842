import { afterEach, beforeEach, describe, expect, test } from "vitest";

import {
  commentKey,
  decodeMarker,
  encodeMarker,
  type CommentMarker,
} from "../../../src/core/publication/marker.ts";
import { contextWith } from "../../core/publication/outcomes.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
const publish: Stage["publish"] = async (...given) => stage.publish(...given);
beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => stage.close());

function foreign(body: string, login = "somebody"): void {
  stage.emulator.comments.push({
    id: stage.emulator.comments.length + 1,
    issue: 7,
    user: { login, type: login.endsWith("[bot]") ? "Bot" : "User" },
    body,
    edits: 0,
  });
}

function markerOf(more: Partial<CommentMarker>): CommentMarker {
  const { workflow, job } = contextWith();
  return {
    key: commentKey(workflow, job, "agent-lab.yaml"),
    run_id: "40",
    run_attempt: 1,
    head_sha: "9".repeat(40),
    text_sha256: `sha256:${"0".repeat(64)}`,
    facts: {},
    ...more,
  };
}

describe("the comment", () => {
  test("is created once, then updated by each newer run, and says what changed", async () => {
    expect(
      await publish(
        { verdict: "No-Go", exit_code: 20, facts: { verdict: "No-Go" } },
        { check_run: false },
      ),
    ).toMatchObject({ comment: "created", warnings: [] });
    const second = await publish({}, { run_id: "42", head_sha: "b".repeat(40), check_run: false });
    expect(second).toMatchObject({
      comment: "updated",
      comment_url: "https://github.com/example/agent/pull/7#issuecomment-1001",
    });
    expect(stage.emulator.comments).toHaveLength(1);
    expect(stage.bodies()[0]).toContain("**Since `a1b2c3d`:** verdict No-Go → Go");
  });

  test("is not written again when the same attempt says the same", async () => {
    await publish({}, { check_run: false });
    expect(await publish({}, { check_run: false })).toMatchObject({ comment: "unchanged" });
    expect(stage.writes()).toHaveLength(1);
    expect(stage.emulator.comments[0]?.edits).toBe(0);
  });

  test.each([
    ["an older run", { run_id: "40" }],
    ["an older attempt", { run_attempt: 1 }],
  ])("of a newer run is not overwritten by %s", async (_name, older) => {
    await publish({ verdict: "No-Go", exit_code: 20 }, { run_attempt: 2, check_run: false });
    const [written] = stage.bodies();
    expect(await publish({}, { run_attempt: 2, ...older, check_run: false })).toMatchObject({
      comment: "superseded",
      warnings: [],
    });
    expect(stage.bodies()).toEqual([written]);
  });

  test("is found behind 150 others", async () => {
    for (let index = 0; index < 101; index += 1) foreign(`talk ${index}`);
    await publish({}, { check_run: false });
    for (let index = 0; index < 49; index += 1) foreign(`more talk ${index}`);
    // The stage.emulator numbers its own from 1,001 on, so ours comes last in any case.
    expect(await publish({}, { run_id: "42", check_run: false })).toMatchObject({
      comment: "updated",
    });
    expect(stage.emulator.comments).toHaveLength(151);
    expect(stage.emulator.requests.filter((one) => one.startsWith("GET "))).toHaveLength(
      2 + 2 + 2 + 2,
    );
  });

  test("of somebody else is never touched, whatever marker it carries", async () => {
    const stolen = `${encodeMarker(markerOf({ run_id: "99" }))}\n### Go`;
    foreign(stolen);
    foreign(stolen, "other-app[bot]");
    foreign(stolen, "github-actions");
    expect(await publish({}, { check_run: false })).toMatchObject({ comment: "created" });
    expect(stage.emulator.comments.map(({ edits }) => edits)).toEqual([0, 0, 0, 0]);
    expect(stage.bodies().slice(0, 3)).toEqual([stolen, stolen, stolen]);
  });

  test("of another gate in the same repository stays beside ours", async () => {
    await publish({ config: "other.yaml" }, { check_run: false });
    await publish({}, { check_run: false });
    expect(stage.emulator.comments).toHaveLength(2);
  });

  test("stays one when two runs race, and says what the newer found", async () => {
    let lists = 0;
    const both = Promise.withResolvers<null>();
    stage.emulator.before = async ({ method, path }) => {
      if (method !== "GET" || !path.endsWith("/comments")) return;
      lists += 1;
      if (lists === 2) both.resolve(null);
      // Neither sees the other's comment before both have looked.
      if (lists <= 2) await both.promise;
    };
    const outcomes = await Promise.all([
      publish({ facts: { verdict: "Go" } }, { run_id: "50", check_run: false }),
      publish({ facts: { verdict: "No-Go" } }, { run_id: "51", check_run: false }),
    ]);
    expect(outcomes.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(stage.writes().filter((one) => one.startsWith("POST"))).toHaveLength(2);
    expect(stage.emulator.comments).toHaveLength(1);
    expect(decodeMarker(stage.bodies()[0] ?? "")?.run_id).toBe("51");
  });

  test("is not doubled when the answer to its creation is lost", async () => {
    for (const status of [500, 0]) {
      stage.emulator.comments.length = 0;
      stage.emulator.fail({ method: "POST", path: /\/comments$/, status, after: true });
      expect(await publish({}, { check_run: false })).toMatchObject({ warnings: [] });
      expect(stage.emulator.comments).toHaveLength(1);
    }
  });

  test("is not doubled by a list that lags behind", async () => {
    const hidden: (typeof stage.emulator.comments)[number][] = [];
    stage.emulator.before = async ({ method }) => {
      if (method === "GET") hidden.push(...stage.emulator.comments.splice(0));
    };
    expect(await publish({}, { check_run: false })).toMatchObject({ comment: "created" });
    expect([...hidden, ...stage.emulator.comments]).toHaveLength(1);
  });

  test("is written after one 500 before it", async () => {
    stage.emulator.fail({ method: "POST", path: /\/comments$/, status: 500 });
    expect(await publish({}, { check_run: false })).toMatchObject({
      comment: "created",
      warnings: [],
    });
    expect(stage.slept).toEqual([1_000]);
  });

  test("is written anew when it was deleted meanwhile", async () => {
    await publish({}, { check_run: false });
    stage.emulator.before = async ({ method }) => {
      if (method === "PATCH") stage.emulator.comments.length = 0;
    };
    expect(await publish({}, { run_id: "42", check_run: false })).toMatchObject({
      comment: "created",
      warnings: [],
    });
    expect(decodeMarker(stage.bodies()[0] ?? "")?.run_id).toBe("42");
  });

  test("that may not be written is a warning with the line to paste", async () => {
    stage.emulator.permissions.delete("pull-requests");
    const { comment, warnings } = await publish();
    expect(comment).toBe("refused");
    expect(warnings).toEqual([
      expect.stringContaining(
        "permissions: { contents: read, pull-requests: write, checks: write }",
      ),
    ]);
    expect(stage.emulator.checks).toHaveLength(1);
  });

  test("on a fork is refused without advice that can't help", async () => {
    stage.emulator.permissions.clear();
    const { warnings } = await publish(
      {},
      { pull_request: { number: 7, from_fork: true }, status: true },
    );
    expect(warnings).toHaveLength(3);
    for (const warning of warnings) expect(warning).toContain("read-only token");
  });

  test("can belong to a person's token", async () => {
    Object.assign(stage.emulator.viewer, { login: "octocat", type: "User" });
    await publish({}, { check_run: false });
    expect(await publish({}, { run_id: "42", check_run: false })).toMatchObject({
      comment: "updated",
    });
  });

  test("is written as the workflow's bot when GitHub does not say who we are", async () => {
    stage.emulator.fail({ method: "POST", path: /^\/graphql$/, status: 403, times: 9 });
    await publish({}, { check_run: false });
    expect(await publish({}, { run_id: "42", check_run: false })).toMatchObject({
      comment: "updated",
    });
  });

  test("keeps quiet as it is told", async () => {
    expect(await publish({}, { comment: "off", check_run: false })).toMatchObject({
      comment: "none",
    });
    expect(await publish({}, { comment: "on-no-go", check_run: false })).toMatchObject({
      comment: "quiet",
    });
    expect(stage.writes()).toEqual([]);
    await publish({}, { comment: "on-change", check_run: false });
    expect(
      await publish({}, { comment: "on-change", run_id: "42", check_run: false }),
    ).toMatchObject({ comment: "unchanged" });
    expect(
      await publish(
        { facts: { verdict: "No-Go" } },
        { comment: "on-change", run_id: "43", check_run: false },
      ),
    ).toMatchObject({ comment: "updated" });
  });

  test.each([
    ["characters", "x".repeat(65_400)],
    ["bytes", "漢".repeat(21_700)],
    ["nothing but one giant line", "y".repeat(400_000)],
  ])("at the edge in %s is taken by GitHub", async (_name, filler) => {
    const markdown = `### Go\n\nwhy\n\n<details><summary>s</summary>\n\n${filler}\n\n</details>\n`;
    expect(await publish({ markdown: [markdown] })).toMatchObject({
      comment: "created",
      warnings: [],
    });
    expect(stage.bodies()[0]).toContain("why");
    expect(Buffer.byteLength(stage.bodies()[0] ?? "")).toBeLessThanOrEqual(65_536);
  });
});
