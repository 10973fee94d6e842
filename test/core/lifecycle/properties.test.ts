import fc from "fast-check";
import { expect, test } from "vitest";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import { event as eventContract } from "../../../src/contracts/event.ts";
import { canonicalJson } from "../../../src/core/digest/canonical.ts";
import { reduceStream } from "../../../src/core/lifecycle/reduce.ts";
import type { JobSnapshot, Snapshot } from "../../../src/core/lifecycle/snapshot.ts";
import { aJobCreated } from "../../builders/events.ts";
import { anyEvent } from "./any-event.ts";

const at = "2026-11-30T08:39:11.000Z";
const limits = { model_calls: 3, tool_calls: 3, cost_pico: "1000", wall_ms: 1 };

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

/** Replays what is legal and drops the rest; every snapshot on the way is frozen, so a change in place throws. */
function replayLegal(bodies: readonly RuntimeEvent[], check: (job: JobSnapshot) => void): number {
  let snapshot: Snapshot | null = null;
  let taken = 0;
  for (const body of [aJobCreated({ limits }), ...bodies]) {
    const step = reduceStream(snapshot, { sequence: taken + 1, at, body });
    if (!step.ok) continue;
    taken += 1;
    expect(step.snapshot.revision).toBe(taken);
    freeze(step.snapshot);
    canonicalJson(step.snapshot);
    if (step.snapshot.kind === "job") check(step.snapshot);
    snapshot = step.snapshot;
  }
  return taken;
}

function total(job: JobSnapshot, unit: "model_calls" | "tool_calls"): number {
  return Object.values(job.reservations).reduce((sum, held) => sum + held[unit], job.settled[unit]);
}

test("the events of these properties are valid events", () => {
  fc.assert(
    fc.property(anyEvent, (body) => {
      expect(eventContract.safeParse(body).error).toBeUndefined();
    }),
  );
});

test("property: whatever comes in whatever order, settled plus outstanding stays within the limits", () => {
  let longest = 0;
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 120, size: "max" }), (bodies) => {
      const taken = replayLegal(bodies, (job) => {
        const cost = Object.values(job.reservations).reduce(
          (sum, held) => sum + BigInt(held.cost_pico),
          BigInt(job.settled.cost_pico),
        );
        expect(cost <= 1000n).toBe(true);
        expect(total(job, "model_calls")).toBeLessThanOrEqual(3);
        expect(total(job, "tool_calls")).toBeLessThanOrEqual(3);
      });
      longest = Math.max(longest, taken);
    }),
    // A fixed seed: the guards below count what was reached.
    { numRuns: 300, seed: 20_261_130 },
  );
  // Guards against a pass in which everything was refused.
  expect(longest).toBeGreaterThan(15);
});

test("property: no tool call with a rejected action and arguments ever starts after the rejection", () => {
  let rejections = 0;
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 120, size: "max" }), (bodies) => {
      let before: JobSnapshot | null = null;
      replayLegal(bodies, (job) => {
        for (const [id, operation] of Object.entries(job.operations)) {
          if (operation.state !== "executing") continue;
          if (before?.operations[id]?.state === "executing") continue;
          const rejected = Object.values(before?.approvals ?? {}).filter(
            (known) => known.decision === "rejected" && known.action === operation.name,
          );
          for (const known of rejected)
            expect(known.arguments_sha256).not.toBe(operation.arguments_sha256);
        }
        rejections += Object.values(job.approvals).filter(
          (known) => known.decision === "rejected",
        ).length;
        before = job;
      });
    }),
    // A fixed seed: the guards below count what was reached.
    { numRuns: 300, seed: 20_261_130 },
  );
  expect(rejections).toBeGreaterThan(0);
});
