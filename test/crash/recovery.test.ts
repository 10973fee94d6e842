/** What recovery refuses to guess: deeds of unknown outcome, a host that dies again and again, keys used for something else. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { aMatrix, shippedRoot } from "../commands/lab.ts";
import { countEffects, folderOf, gateStates, inspect, killAt, openProject } from "./kill-host.ts";

const refund = aMatrix({ cases: '["shipped:cases/refund-approval.yaml"]' });

/** The shipped tools, but nobody can ask any of them what it did. */
function mute(): string {
  const text = readFileSync(join(shippedRoot, "config/tools/enterprise.yaml"), "utf8");
  return text.replaceAll("    reconcile: by_key\n", "").replace("../../schemas/", "schemas/");
}
const unasked = aMatrix({
  cases: '["shipped:cases/refund-approval.yaml"]',
  tools: "tools.yaml",
});

describe("an unsafe tool that can't be asked", () => {
  test.each(["tool.after-executing:3", "tool.after-effect:3"])(
    "T2 the host dies at %s: the run ends blocked, says so, and nothing runs again",
    async (armed) => {
      const lab = openProject(unasked, { "tools.yaml": mute() });
      await killAt(lab, armed);
      const before = countEffects(folderOf(lab));
      const again = await lab.run(["evaluate"]);
      const { results, effects, events } = await inspect(lab, again);
      expect(effects).toEqual(before);
      expect(results[0]).toMatchObject({
        status: "failed",
        reason: "ambiguous_after_stop",
        message: expect.stringContaining("issue_refund"),
        attempt: 1,
      });
      expect(results[0]?.tool_calls.at(-1)).toMatchObject({ outcome: "ambiguous" });
      expect(events(0).filter(({ type }) => type === "tool.executing")).toHaveLength(3);
      expect(again.stdout.replaceAll(/\s+/g, " ")).toContain("Agent Lab was stopped");
    },
  );
});

describe("a tool that can be asked", () => {
  test("T2 killed between effect and receipt: the receipt is taken from the world, and the report can tell", async () => {
    const lab = openProject(refund);
    await killAt(lab, "tool.after-effect:3");
    expect(countEffects(folderOf(lab))).toEqual([1]);
    const again = await lab.run(["evaluate"]);
    const { results, events } = await inspect(lab, again);
    const settled = events(0).filter((body) => body.type === "tool.settled" && body.reconciled);
    expect(settled).toHaveLength(1);
    expect(results[0]).toMatchObject({ attempt: 2, status: "completed", score: { total: 100 } });
    expect(results[0]?.tool_calls.find(({ name }) => name === "issue_refund")).toMatchObject({
      outcome: "settled",
      carried: true,
      effects: 1,
      approval: "approved",
    });
    expect(results[0]?.findings).toMatchObject([
      { code: "went_on", message: expect.stringContaining("stopped in attempt 1") },
    ]);
  });
});

describe("a host that dies while it recovers", () => {
  test.each(["recover.before-close", "recover.after-close", "recover.after-start"])(
    "C3 at %s: the third try ends as the second would have",
    async (armed) => {
      const lab = openProject(refund);
      await killAt(lab, "tool.after-effect:3");
      await killAt(lab, armed);
      const again = await lab.run(["evaluate"]);
      expect(again.code).toBe(0);
      const { results, effects, events } = await inspect(lab, again);
      expect(effects).toEqual([1]);
      expect(results[0]).toMatchObject({ status: "completed", score: { total: 100 } });
      expect(gateStates(results[0])).not.toContain("failed");
      const ends = events(0).filter(({ type }) => type === "attempt.ended");
      expect(ends).toHaveLength(results[0]?.attempt ?? 0);
    },
  );

  test("L4 in every attempt: after three the cell is given up, and the matrix goes on", async () => {
    const lab = openProject(
      aMatrix({ cases: '["shipped:cases/refund-approval.yaml"]', repetitions: "2" }),
    );
    for (let attempt = 1; attempt <= 3; attempt += 1) await killAt(lab, "model.after-reserve");
    const again = await lab.run(["evaluate"]);
    const { results } = await inspect(lab, again);
    expect(results.map(({ status, reason, attempt }) => ({ status, reason, attempt }))).toEqual([
      { status: "failed", reason: "dead_letter", attempt: 3 },
      { status: "completed", reason: "ok", attempt: 1 },
    ]);
  });
});
