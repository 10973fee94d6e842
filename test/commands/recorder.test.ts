import fc from "fast-check";
import { expect, test } from "vitest";

import {
  createRecorder,
  createSharedRecorder,
  RecordingRefused,
} from "../../src/commands/recorder.ts";
import type { AppendRequest } from "../../src/core/ports.ts";
import * as event from "../builders/events.ts";
import { aClock, isSound, job, openRig, startJob } from "./rig.ts";

const admit = (block: number) => ({ type: "block.admitted", block, reserved_pico: "1" }) as const;

test("appends made at once are stored in the order they were made, each whole", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 12 }), async (sizes) => {
      const rig = await startJob();
      let fault = 0;
      const appends = sizes.map(async (size) =>
        rig.recorder.append(
          ...Array.from({ length: size }, () => event.aFaultFired({ at: `${++fault}` })),
        ),
      );
      await Promise.all(appends);
      expect(rig.bodies().map((body) => body.type === "fault.fired" && body.at)).toEqual(
        Array.from({ length: fault }, (_, at) => `${at + 1}`),
      );
      expect(rig.recorder.revision()).toBe(4 + fault);
      expect(rig.recorder.fault()).toBeNull();
      expect(isSound(rig.events())).toBe(true);
    }),
    { numRuns: 15 },
  );
});

test("a refusal rejects its own append, is remembered first and whole, and loses nothing else", async () => {
  const rig = await startJob();
  const first = rig.recorder.append(event.aFaultFired(), event.aToolExecuting());
  const second = rig.recorder.append(event.aRunStarted());
  const third = rig.recorder.append(event.aFaultFired());
  await expect(first).rejects.toBeInstanceOf(RecordingRefused);
  await expect(first).rejects.toMatchObject({ code: "invalid_transition" });
  await expect(second).rejects.toBeInstanceOf(RecordingRefused);
  await third;
  expect(rig.bodies().map((body) => body.type)).toEqual(["fault.fired"]);
  expect(rig.recorder.fault()).toContain("tool.executing");
  expect(rig.recorder.revision()).toBe(5);
  expect(isSound(rig.events())).toBe(true);
});

test("two recorders of one job: the second writer is refused, never mixed in", async () => {
  const rig = await startJob();
  const other = createRecorder(rig.ledger, aClock(), job, "other");
  await rig.recorder.append(event.aFaultFired());
  await expect(other.append(event.aFaultFired())).rejects.toMatchObject({ code: "state_conflict" });
  const later = createRecorder(rig.ledger, aClock(), job, "later");
  expect(later.revision()).toBe(5);
  await later.append(event.aFaultFired());
  expect(rig.events()).toHaveLength(6);
});

test("event ids differ between writers and jobs, also where the job's name is as long as it may be", async () => {
  const { ledger } = openRig();
  const requests: AppendRequest[] = [];
  const spy = {
    ...ledger,
    append: async (request: AppendRequest) => {
      requests.push(request);
      return ledger.append(request);
    },
  };
  const names = ["a", "b"].map((last) => `${"j".repeat(99)}${last}`);
  for (const name of names)
    await createRecorder(spy, aClock(), name, "0123456789abcdef").append(event.aJobCreated());
  for (const name of names)
    await createRecorder(spy, aClock(), name, "fedcba9876543210").append(event.anAttemptStarted());
  for (const name of names) expect(ledger.events(name)).toHaveLength(2);
  expect(new Set(requests.map((one) => one.event_id)).size).toBe(4);
  for (const { event_id } of requests) expect(event_id.length).toBeLessThanOrEqual(90);
});

test("a shared stream: an append that others came before is decided anew, and all are there once", async () => {
  const { ledger } = openRig();
  const first = createSharedRecorder(ledger, aClock(), "m", "first");
  await first.append(event.aMatrixRegistered());
  const second = createSharedRecorder(ledger, aClock(), "m", "second");
  const seen: number[] = [];
  await second.decide(() => {
    seen.push(second.revision());
    // Another writer comes between the look and the append, the first time.
    if (seen.length === 1) void first.append(admit(1));
    return [admit(2)];
  });
  expect(seen).toEqual([1, 2]);
  await second.decide(() => []);
  expect(ledger.events("m").map(({ body }) => body)).toMatchObject([
    { type: "matrix.registered" },
    { type: "block.admitted", block: 1 },
    { type: "block.admitted", block: 2 },
  ]);
  expect(second.fault()).toBeNull();
  await expect(first.append(admit(2))).rejects.toMatchObject({ code: "invalid_transition" });
});

test("a shared stream: somebody who always comes first is told of, not waited for without end", async () => {
  const { ledger } = openRig();
  await createSharedRecorder(ledger, aClock(), "m", "first").append(event.aMatrixRegistered());
  let tries = 0;
  const late = {
    ...ledger,
    append: async () => {
      tries += 1;
      return { ok: false, code: "state_conflict", message: "another append came first" } as const;
    },
  };
  const second = createSharedRecorder(late, aClock(), "m", "second");
  await expect(second.append(admit(1))).rejects.toMatchObject({ code: "state_conflict" });
  expect(tries).toBe(100);
});
