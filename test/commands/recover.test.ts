import { expect, test } from "vitest";

import { openPassingWorld } from "../../src/commands/attempt.ts";
import { createRecorder } from "../../src/commands/recorder.ts";
import { readyAttempt } from "../../src/commands/recover.ts";
import { closeCell } from "../../src/commands/run-cell.ts";
import type { RunResult } from "../../src/contracts/run-result.ts";
import { endingKind } from "../../src/core/scoring/endings.ts";
import { aCase, aCatalogue } from "../builders/cases.ts";
import {
  aJobCreated,
  anAttemptEnded,
  aReservation,
  aRunScored,
  aToolCall,
} from "../builders/events.ts";
import { aClock, isSound, job, openRig, startJob } from "./rig.ts";

const cell = { run_id: job, case: aCase() };

/** What a host does for a cell that it can't start again. */
async function close(
  rig: ReturnType<typeof openRig>,
  one: typeof cell,
  world = openPassingWorld(one.case.world),
): Promise<RunResult> {
  const end = await closeCell(
    {
      ...rig,
      shell: { clock: aClock() },
      writer: "later",
      contracts: { catalogue: aCatalogue() },
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
