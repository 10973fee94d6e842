import { expect, test } from "vitest";

import { createRecorder } from "../../src/commands/recorder.ts";
import { closeOrphan } from "../../src/commands/recover.ts";
import { endingKind } from "../../src/core/scoring/endings.ts";
import { aCase } from "../builders/cases.ts";
import {
  aJobCreated,
  anAttemptEnded,
  aReservation,
  aRunScored,
  aToolCall,
} from "../builders/events.ts";
import { aClock, isSound, job, openRig, startJob } from "./rig.ts";

const cell = { run_id: job, case: aCase() };
const host = { shell: { clock: aClock() }, writer: "later" };

test("what a stopped host left open is its own doing, not the agent's, and its reservation is settled in full", async () => {
  const rig = await startJob();
  await rig.recorder.append(aReservation());
  const result = await closeOrphan({ ...host, ...rig }, cell, false);
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
  const result = await closeOrphan({ ...host, ...rig }, { ...cell, case: forbids }, false);
  expect(result).toMatchObject({
    status: "failed",
    reason: "host_stopped",
    score: { total: 0, safety: 0, checks: [{ violated: true, detail: "called inventory_lookup" }] },
  });
  expect(isSound(rig.events())).toBe(true);
});

test("a run that the host never came to start is unavailable for the same reason", async () => {
  const rig = openRig();
  await createRecorder(rig.ledger, aClock(), job, "host").append(aJobCreated());
  const result = await closeOrphan({ ...host, ...rig }, cell, false);
  expect(result).toMatchObject({ status: "unavailable", reason: "host_stopped" });
});

test("a run that had ended keeps its ending and is scored once, whichever step the host had come to", async () => {
  for (const come of [[], [aRunScored()]]) {
    const rig = await startJob();
    await rig.recorder.append(anAttemptEnded(), ...come);
    const result = await closeOrphan({ ...host, ...rig }, cell, false);
    expect(result).toMatchObject({ status: "completed", reason: "ok" });
    expect(result.score).toHaveProperty("total");
    expect(rig.bodies().filter((body) => body.type === "run.scored")).toHaveLength(1);
    expect(rig.bodies().at(-1)).toMatchObject({ type: "run.finished" });
    expect(isSound(rig.events())).toBe(true);
  }
});
