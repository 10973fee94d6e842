/** Three stages, researcher, analyst, reviewer: the host dies after a checkpoint, and only the stages after it run. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import type { RuntimeEvent } from "../../src/contracts/event.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { aMatrix, type Lab } from "../commands/lab.ts";
import { folderOf, gateStates, inspect, killAt, openProject } from "./kill-host.ts";

const stages = (adapter: string): string =>
  aMatrix({
    track: "native",
    candidates: `[{ id: ${adapter}, adapter: ${adapter} }]`,
    cases: '["shipped:cases/native/restock-order.yaml"]',
  });

const countOf = (events: readonly RuntimeEvent[], type: RuntimeEvent["type"]): number =>
  events.filter((body) => body.type === type).length;

describe("the host dies after the researcher", () => {
  test.each([
    ["langgraph-js-stages", "checkpoint.after-event"],
    ["openai-agents-js-stages", "checkpoint.after-event"],
  ])(
    "C3 %s at %s: the analyst and the reviewer go on, and nobody asks the researcher again",
    async (adapter, armed) => {
      const lab = openProject(stages(adapter));
      await killAt(lab, armed);
      const again = await lab.run(["evaluate"]);
      expect(again).toMatchObject({ code: 0 });
      const { results, effects, events } = await inspect(lab, again);
      const all = events(0);
      const started = all.filter((body) => body.type === "attempt.started");
      expect(started).toMatchObject([{ attempt: 1 }, { attempt: 2, lease_epoch: 2 }]);
      const from = started[1]?.type === "attempt.started" ? started[1].resumed_from : undefined;
      const saved = all.findIndex((body) => body.type === "checkpoint.saved");
      expect(from).toMatchObject({ stage: "researcher", sequence: saved + 1 });
      const later = all.slice(all.lastIndexOf(started[1] as RuntimeEvent));
      const earlier = all.slice(0, saved);
      // An undisturbed run makes seven model calls and four tool calls.
      expect(countOf(earlier, "model.settled") + countOf(later, "model.settled")).toBe(7);
      expect(countOf(earlier, "tool.executing") + countOf(later, "tool.executing")).toBe(4);
      expect(countOf(later, "checkpoint.saved")).toBe(1);
      expect(effects).toEqual([1]);
      expect(results[0]).toMatchObject({
        attempt: 2,
        status: "completed",
        score: { total: 100 },
        audit: { checkpoint_verified: true },
      });
      expect(gateStates(results[0])).not.toContain("failed");
    },
  );

  test("C1 between the checkpoint's bytes and its event: an artifact that nothing names, and the stage is done again", async () => {
    const lab = openProject(stages("langgraph-js-stages"));
    await killAt(lab, "checkpoint.after-artifact");
    const again = await lab.run(["evaluate"]);
    const { results, effects, events } = await inspect(lab, again);
    expect(effects).toEqual([1]);
    const started = events(0).filter((body) => body.type === "attempt.started");
    expect(started[1]).not.toHaveProperty("resumed_from");
    expect(results[0]).toMatchObject({ status: "completed", score: { total: 100 } });
  });
});

/** Where the checkpoint of the killed run lies. */
function checkpointOf(folder: string): string {
  const ledger = openLedger(join(folder, "ledger.db"));
  const saved = ledger
    .heads()
    .flatMap(({ job_id }) => ledger.events(job_id))
    .find(({ body }) => body.type === "checkpoint.saved")?.body;
  ledger.close();
  if (saved?.type !== "checkpoint.saved") throw new Error("there is no checkpoint");
  const hex = saved.artifact.sha256.slice(7);
  return join(folder, "artifacts/sha256", hex.slice(0, 2), hex);
}

function another(file: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replace("PMP-12", "PMP-08"));
}

describe("a checkpoint that is not what was saved", () => {
  const damages: readonly (readonly [string, (file: string) => void])[] = [
    ["C2 cut short", (file) => truncateSync(file, 10)],
    ["C2 one word changed", another],
    ["C2 removed", (file) => rmSync(file)],
    [
      "C2 a link to its own bytes",
      (file) => {
        cpSync(file, `${file}.real`);
        rmSync(file);
        symlinkSync(`${file}.real`, file);
      },
    ],
    [
      "C2 a folder",
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
  ];
  test.each(damages)(
    "%s: nothing goes on from it, and the report says why",
    async (_what, damage) => {
      const lab = await killedProject();
      damage(checkpointOf(folderOf(lab)));
      const again = await lab.run(["evaluate"]);
      expect(again.code).not.toBe(0);
      const folder = folderOf(lab);
      const ledger = openLedger(join(folder, "ledger.db"));
      const bodies = ledger
        .heads()
        .flatMap(({ job_id }) => ledger.events(job_id).map(({ body }) => body));
      ledger.close();
      const ends = bodies.filter((body) => body.type === "attempt.ended");
      expect(ends.at(-1)).toMatchObject({
        reason: "checkpoint_unusable",
        message: expect.stringContaining("researcher"),
      });
      expect(countOf(bodies, "attempt.started")).toBe(2);
      expect(existsSync(join(folder, "worlds"))).toBe(false);
    },
  );
});

/** Killed once and kept; each damage is done to a copy. */
const kept = mkdtempSync(join(tmpdir(), "killed-once-"));
afterAll(() => rmSync(kept, { recursive: true, force: true }));

async function killedProject(): Promise<Lab> {
  const lab = openProject(stages("langgraph-js-stages"));
  if (!existsSync(join(kept, ".agent-lab"))) {
    await killAt(lab, "checkpoint.after-event");
    cpSync(lab.folder, kept, { recursive: true });
  } else cpSync(kept, lab.folder, { recursive: true });
  return lab;
}
