/** The stored parts of a snapshot follow the reducer, whatever events come: written entry by entry, never whole. */
import fc from "fast-check";
import { expect, test } from "vitest";

import type { EventType, RuntimeEvent } from "../../../src/contracts/event.ts";
import { event as eventContract } from "../../../src/contracts/event.ts";
import { canonicalJson } from "../../../src/core/digest/canonical.ts";
import { reduceStream } from "../../../src/core/lifecycle/reduce.ts";
import type { Entry, Part } from "../../../src/core/lifecycle/snapshot-parts.ts";
import { joinSnapshot, splitSnapshot } from "../../../src/core/lifecycle/snapshot-parts.ts";
import type { Snapshot } from "../../../src/core/lifecycle/snapshot.ts";
import { touchedEntries } from "../../../src/core/lifecycle/touched.ts";
import * as a from "../../builders/events.ts";
import { anyEvent } from "./any-event.ts";

const at = "2026-11-30T08:39:11.000Z";
const limits = { model_calls: 30, tool_calls: 30, cost_pico: "100000", wall_ms: 1 };
const block = fc.integer({ min: 1, max: 4 });

const anyMatrixEvent: fc.Arbitrary<RuntimeEvent> = fc.oneof(
  { weight: 6, arbitrary: block.map((n) => a.aBlockAdmitted({ block: n })) },
  { weight: 4, arbitrary: block.map((n) => a.aBlockSettled({ block: n })) },
  { weight: 2, arbitrary: block.map((n) => a.aBlockRefused({ block: n })) },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom("run-1", "run-2", "__proto__", "constructor")
      .map((run_id) => a.aRunRecorded({ run_id })),
  },
  {
    weight: 1,
    arbitrary: fc.constant<RuntimeEvent>({
      type: "look.registered",
      cases: [{ case_id: "inventory-order", blocks: 2 }],
      first_block: 3,
      reason: "passed less often",
    }),
  },
  { weight: 1, arbitrary: block.map((runs) => a.aMatrixCompleted({ runs: runs - 1 })) },
);

/** The rarer events of a job beside those over shared ids. */
const anyJobEvent: fc.Arbitrary<RuntimeEvent> = fc.oneof(
  { weight: 40, arbitrary: anyEvent },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom("__proto__", "constructor")
      .map((operation_id) => a.aToolRequested({ operation_id, idempotency_key: operation_id })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      a.anAdapterReady(),
      {
        type: "attempt.suspended",
        attempt: 1,
        reason: "approval_pending",
        message: "m",
      } as const,
      { type: "attempt.resumed", attempt: 1, lease_epoch: 2, holder: "h" } as const,
      { type: "tool.voided", operation_id: "op-1", proof: "never_ran" } as const,
      { type: "tool.voided", operation_id: "op-2", proof: "safe_to_repeat" } as const,
      a.aModelRefused({ ordinal: 9 }),
      a.aCheckpointSaved({ pending_operation_id: null, tool_name: null, arguments_sha256: null }),
      a.anOutputReceived(),
      a.aRunScored(),
      a.aRunFinished(),
      { type: "finding.noted", code: "c", message: "m", fix: "f" } as const,
      {
        type: "tool.observed",
        operation_id: "op-1",
        tool_call_id: "call-1",
        name: "calculate",
        arguments: {},
        arguments_sha256: a.argumentsDigest,
        output: null,
      } as const,
    ),
  },
);

/** The stored rows, as the ledger keeps them: by part and key, each the text of one entry. */
type Rows = Map<string, { readonly part: Part; readonly key: string; readonly text: string }>;

function store(rows: Rows, body: RuntimeEvent, after: Snapshot): void {
  const { maps } = splitSnapshot(after);
  for (const { part, key } of touchedEntries(body)) {
    const entries = maps[part] ?? {};
    const name = `${part} ${key}`;
    if (Object.hasOwn(entries, key))
      rows.set(name, { part, key, text: canonicalJson(entries[key]) });
    else rows.delete(name);
  }
}

function load(rows: Rows, of: Snapshot): Snapshot {
  const entries = [...rows.values()]
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ part, key, text }) => ({ part, key, value: JSON.parse(text) as unknown }) as Entry);
  return joinSnapshot(JSON.parse(canonicalJson(splitSnapshot(of).scalars)), entries);
}

/** Follows a history twice, once with the reducer's own snapshot and once with the one read back; returns what was taken. */
function follow(first: RuntimeEvent, bodies: readonly RuntimeEvent[]): EventType[] {
  const rows: Rows = new Map();
  const taken: EventType[] = [];
  let kept: Snapshot | null = null;
  let read: Snapshot | null = null;
  for (const body of [first, ...bodies]) {
    const event = { sequence: taken.length + 1, at, body };
    const step = reduceStream(kept, event);
    const again = reduceStream(read, event);
    // The order of entries is not stored: it must not decide.
    expect(again.ok).toBe(step.ok);
    if (!step.ok || !again.ok) continue;
    expect(canonicalJson(again.snapshot)).toBe(canonicalJson(step.snapshot));
    store(rows, body, step.snapshot);
    kept = step.snapshot;
    read = load(rows, kept);
    expect(canonicalJson(read)).toBe(canonicalJson(kept));
    taken.push(body.type);
  }
  return taken;
}

test("property: what the touched entries say is all that an event changed, of every type of event there is", () => {
  const seen = new Set<EventType>();
  const fixed = { numRuns: 300, seed: 20_261_130 };
  fc.assert(
    fc.property(fc.array(anyJobEvent, { maxLength: 120, size: "max" }), (bodies) => {
      for (const type of follow(a.aJobCreated({ limits }), bodies)) seen.add(type);
    }),
    fixed,
  );
  fc.assert(
    fc.property(fc.array(anyMatrixEvent, { maxLength: 30, size: "max" }), (bodies) => {
      const first = a.aMatrixRegistered({ planned_blocks: 2 });
      for (const type of follow(first, bodies)) seen.add(type);
    }),
    fixed,
  );
  // Guards against a type that these histories never hold, and so never judge.
  const types = eventContract.options.map((option) => option.shape.type.value);
  expect(types.filter((type) => !seen.has(type))).toEqual([]);
});

test("a history in which an entry is forgotten is told from the reducer's snapshot", () => {
  const rows: Rows = new Map();
  const step = reduceStream(null, { sequence: 1, at, body: a.aMatrixRegistered() });
  if (!step.ok) throw new Error(step.message);
  const next = reduceStream(step.snapshot, { sequence: 2, at, body: a.aRunRecorded() });
  if (!next.ok) throw new Error(next.message);
  expect(canonicalJson(load(rows, next.snapshot))).not.toBe(canonicalJson(next.snapshot));
});
