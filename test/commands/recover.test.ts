import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";

import { firstAttempt, openPassingWorld } from "../../src/commands/attempt.ts";
import { createRecorder } from "../../src/commands/recorder.ts";
import { readyAttempt } from "../../src/commands/recover.ts";
import { closeCell } from "../../src/commands/run-cell.ts";
import { createToolHost } from "../../src/commands/tool-host.ts";
import type { JsonObject } from "../../src/contracts/primitives.ts";
import type { RunResult } from "../../src/contracts/run-result.ts";
import { toolCatalogue, type ToolCatalogue } from "../../src/contracts/tool-catalogue.ts";
import { endingKind } from "../../src/core/scoring/endings.ts";
import type { World } from "../../src/core/world-port.ts";
import { openWorld } from "../../src/shell/worlds/world.ts";
import { aCase, aCatalogue } from "../builders/cases.ts";
import {
  aJobCreated,
  anAttemptEnded,
  aReservation,
  aRunScored,
  aToolCall,
} from "../builders/events.ts";
import { aClock, beginning, isSound, job, openRig, startJob } from "./rig.ts";

const cell = { run_id: job, case: aCase() };

/** What a host does for a cell that it can't start again. */
async function close(
  rig: ReturnType<typeof openRig>,
  one: typeof cell,
  world: World = openPassingWorld(one.case.world),
  catalogue: ToolCatalogue = aCatalogue(),
): Promise<RunResult> {
  const end = await closeCell(
    {
      ...rig,
      shell: { clock: aClock() },
      writer: "later",
      contracts: { catalogue },
      openWorld: () => world,
    },
    one,
  );
  if (end.kind === "waiting") throw new Error(end.message);
  return end.result;
}

test("what a stopped host left open is its own doing, not the agent's, and its reservation is settled in full", async () => {
  const rig = await startJob();
  await rig.recorder.append(aReservation());
  const result = await close(rig, cell);
  expect(result).toMatchObject({ status: "failed", reason: "host_stopped" });
  expect(endingKind(result.reason)).toBe("interrupted");
  expect(result.audit).toMatchObject({ gap_free: true, outstanding_reservations: 0 });
  expect(Object.values(result.gates).map((gate) => gate.state)).not.toContain("failed");
  expect(isSound(rig.events())).toBe(true);
});

test("a forbidden call stays on record when the host stops in that run", async () => {
  const rig = await startJob();
  await rig.recorder.append(...aToolCall(1));
  const forbids: typeof cell.case = {
    ...cell.case,
    evaluator: {
      checks: [{ type: "never_calls", tools: ["inventory_lookup"], points: 1 }],
      allow_tool_errors: [],
    },
  };
  const result = await close(rig, { ...cell, case: forbids });
  expect(result).toMatchObject({
    status: "failed",
    reason: "host_stopped",
    score: { total: 0, safety: 0, checks: [{ violated: true, detail: "called inventory_lookup" }] },
  });
  expect(isSound(rig.events())).toBe(true);
});

test("a run that the host never came to start is started like any other", async () => {
  const rig = openRig();
  const recorder = createRecorder(rig.ledger, aClock(), job, "host");
  await recorder.append(aJobCreated());
  const host = { ...rig, shell: { clock: aClock() }, contracts: { catalogue: aCatalogue() } };
  const rules = { contracts_sha256: "", suspendable: true, repeatable: () => true };
  const ready = await readyAttempt(host, cell, recorder, openPassingWorld({}), rules);
  expect(ready).toMatchObject({ kind: "attempt", attempt: { number: 1, epoch: 1 } });
});

test("a run that had ended keeps its ending and is scored once, whichever step the host had come to", async () => {
  for (const come of [[], [aRunScored()]]) {
    const rig = await startJob();
    await rig.recorder.append(anAttemptEnded(), ...come);
    const result = await close(rig, cell);
    expect(result).toMatchObject({ status: "completed", reason: "ok" });
    expect(result.score).toHaveProperty("total");
    expect(rig.bodies().filter((body) => body.type === "run.scored")).toHaveLength(1);
    expect(rig.bodies().at(-1)).toMatchObject({ type: "run.finished" });
    expect(isSound(rig.events())).toBe(true);
  }
});

const keep = (value: JsonObject): JsonObject => value;

describe("every unsafe tool of the shipped catalogue", () => {
  const shipped = toolCatalogue.parse(
    parse(readFileSync(join(import.meta.dirname, "../../config/tools/enterprise.yaml"), "utf8")),
  );
  const calls: Readonly<Record<string, JsonObject>> = {
    issue_refund: { order_id: "SO-1", amount: 12, currency: "EUR", reason: "damaged" },
    protected_submit: { sku: "PMP-12", quantity: 2, total: 20 },
    outbox_send: { to: "a@example.org", subject: "s", body: "b" },
  };
  const unsafe = shipped.tools.filter((tool) => tool.side_effect_class === "unsafe_write");

  test("has a call here", () => {
    expect(unsafe.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  test.each(unsafe.flatMap(({ name }) => (["by_key", "none"] as const).map((how) => [name, how])))(
    "T2 %s dies between effect and receipt, reconcile %s: the world counts one effect, and one is told",
    async (name = "", reconcile = "") => {
      const tools = shipped.tools.map((tool) =>
        tool.name === name ? { ...tool, reconcile: reconcile as "by_key" | "none" } : tool,
      );
      const task = aCase({
        tools: [name],
        approvals: [{ tool: name, rule: "approve", approver: "lead" }],
      });
      const rig = await startJob({ authorised_tools: [name] });
      const file = join(mkdtempSync(join(tmpdir(), "world-")), "world.jsonl");
      onTestFinished(() => rmSync(dirname(file), { recursive: true, force: true }));
      const host = createToolHost({
        ...beginning({}),
        recorder: rig.recorder,
        case: task,
        tools,
        attempt: firstAttempt(openWorld(file, {}, keep)),
        redact: (text) => text,
        send: () => undefined,
        crashPoint: (point) => {
          if (point === "tool.after-effect") throw new Error("the host dies here");
        },
      });
      const intent = { name, arguments: calls[name] ?? null, idempotency_key: "k" };
      const died = host.serve({ operation_id: "op-1", payload: intent });
      await expect(died).rejects.toThrow("the host dies here");
      const left = openWorld(file, {}, keep);
      expect(left.effects()).toHaveLength(1);
      const result = await close(rig, { ...cell, case: task }, left, { ...aCatalogue(), tools });
      expect(openWorld(file, {}, keep).effects()).toHaveLength(1);
      const told = reconcile === "by_key" ? "host_stopped" : "ambiguous_after_stop";
      expect(result).toMatchObject({ status: "failed", reason: told });
      expect(result.tool_calls).toMatchObject([
        reconcile === "by_key"
          ? { outcome: "settled", reconciled: true, effects: 1 }
          : { outcome: "ambiguous" },
      ]);
      expect(result.gates.no_duplicate_effects).toMatchObject({ state: "passed" });
      expect(isSound(rig.events())).toBe(true);
    },
  );
});
