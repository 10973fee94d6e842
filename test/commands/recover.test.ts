import { expect, test } from "vitest";

import { createRecorder } from "../../src/commands/recorder.ts";
import { closeOrphan } from "../../src/commands/recover.ts";
import { endingKind } from "../../src/core/scoring/endings.ts";
import { aJobCreated, aReservation } from "../builders/events.ts";
import { aClock, isSound, job, openRig, startJob } from "./rig.ts";

const host = { shell: { clock: aClock() }, writer: "later" };

test("what a stopped host left open is its own doing, not the agent's, and its reservation is settled in full", async () => {
  const rig = await startJob();
  await rig.recorder.append(aReservation());
  const result = await closeOrphan({ ...host, ledger: rig.ledger }, { run_id: job }, false);
  expect(result).toMatchObject({ status: "failed", reason: "host_stopped" });
  expect(endingKind(result.reason)).toBe("interrupted");
  expect(result.audit).toMatchObject({ gap_free: true, outstanding_reservations: 0 });
  expect(Object.values(result.gates).map((gate) => gate.state)).not.toContain("failed");
  expect(isSound(rig.events())).toBe(true);
});

test("a run that the host never came to start is unavailable for the same reason", async () => {
  const { ledger } = openRig();
  await createRecorder(ledger, aClock(), job, "host").append(aJobCreated());
  const result = await closeOrphan({ ...host, ledger }, { run_id: job }, false);
  expect(result).toMatchObject({ status: "unavailable", reason: "host_stopped" });
});
