/** Folds a job's tool and approval events into one record an operation. */
import type { RuntimeEvent } from "../../contracts/event.ts";
import type { ToolCallRecord } from "../../contracts/run-result.ts";
import { effectiveHistory } from "./effective-history.ts";
import { mergeCalls, type CallPair } from "./own-calls.ts";

type Observed = Extract<RuntimeEvent, { type: "tool.observed" }>;
type Requested = Extract<RuntimeEvent, { type: "tool.requested" }>;
type Refused = Extract<RuntimeEvent, { type: "tool.refused" }>;
type Settled = Extract<RuntimeEvent, { type: "tool.settled" }>;

/**
 * The calls of a run that may have been stopped in between: those its end rests on, in order. A call that a later attempt
 * found done is told as it was done, once.
 */
export function foldRunCalls(bodies: readonly RuntimeEvent[]): ToolCallRecord[] {
  const effective = effectiveHistory(bodies);
  const records = foldToolCalls(effective);
  if (effective === bodies) return records;
  const keys = keysOf(bodies);
  const done = new Map<string, ToolCallRecord>();
  for (const record of foldToolCalls(bodies))
    if (record.outcome === "settled" && !record.replayed)
      done.set(keys.get(record.operation_id) ?? "", record);
  const present = new Set(
    records.flatMap((one) => (one.replayed ? [] : [keys.get(one.operation_id) ?? ""])),
  );
  return inOrderOfDeed(records, bodies).map((record) => {
    const key = keys.get(record.operation_id) ?? "";
    const original = done.get(key);
    if (!record.replayed || original === undefined || present.has(key)) return record;
    present.add(key);
    const { effects, approval } = original;
    return { ...record, replayed: false, carried: true as const, effects, approval };
  });
}

/** A call that waited for a person stands where it was carried out, not where it was asked. */
function inOrderOfDeed(
  records: readonly ToolCallRecord[],
  bodies: readonly RuntimeEvent[],
): ToolCallRecord[] {
  const place = (id: string): number => {
    const mine = bodies.flatMap((body, index) =>
      "operation_id" in body && body.operation_id === id ? [index] : [],
    );
    return mine.find((index) => bodies[index]?.type === "tool.executing") ?? mine[0] ?? 0;
  };
  return records.toSorted((one, other) => place(one.operation_id) - place(other.operation_id));
}

function keysOf(bodies: readonly RuntimeEvent[]): ReadonlyMap<string, string> {
  return new Map(
    bodies.flatMap((body) =>
      body.type === "tool.requested" ? [[body.operation_id, body.idempotency_key] as const] : [],
    ),
  );
}

/** In order of request. An operation that began and never settled is ambiguous: nobody knows whether it took effect. */
export function foldToolCalls(bodies: readonly RuntimeEvent[]): ToolCallRecord[] {
  return [...mergeCalls(recordAll(bodies)).records];
}

/** The calls of a program that wire and kit both saw. */
export function pairToolCalls(bodies: readonly RuntimeEvent[]): readonly CallPair[] {
  return mergeCalls(recordAll(bodies)).pairs;
}

function recordAll(bodies: readonly RuntimeEvent[]): ToolCallRecord[] {
  const requested = new Set<string>();
  for (const body of bodies) if (body.type === "tool.requested") requested.add(body.operation_id);
  const records: ToolCallRecord[] = [];
  for (const body of bodies) {
    if (body.type === "tool.requested") records.push(recordOperation(body, bodies));
    if (body.type === "tool.observed") records.push(recordObserved(body));
    if (body.type === "tool.refused" && !requested.has(body.operation_id))
      records.push(recordRefusal(body));
  }
  return records;
}

function recordOperation(request: Requested, bodies: readonly RuntimeEvent[]): ToolCallRecord {
  const mine = bodies.filter(
    (body) => "operation_id" in body && body.operation_id === request.operation_id,
  );
  const settled = mine.find((body): body is Settled => body.type === "tool.settled");
  const voided = mine.some((body) => body.type === "tool.voided");
  const refused = mine.find((body): body is Refused => body.type === "tool.refused");
  return {
    operation_id: request.operation_id,
    tool_call_id: request.tool_call_id,
    name: request.name,
    arguments: request.arguments,
    arguments_sha256: request.arguments_sha256,
    outcome:
      settled !== undefined ? "settled" : refused !== undefined || voided ? "refused" : "ambiguous",
    refusal:
      refused !== undefined
        ? `${refused.code}: ${refused.message}`
        : voided
          ? "voided: the host was stopped, and the call had done nothing that lasts"
          : null,
    output: settled?.output ?? null,
    is_error: settled?.is_error ?? false,
    effects: settled?.effects ?? 0,
    replayed: settled?.replayed ?? false,
    ...(settled?.reconciled === true ? { reconciled: true as const } : {}),
    approval: approvalState(mine),
    provenance: request.runs_in === "program" ? "kit" : "host",
  };
}

/** Effects, errors and approvals inside the user's own program can't be seen from the wire: none is claimed. */
function recordObserved(seen: Observed): ToolCallRecord {
  return {
    operation_id: seen.operation_id,
    tool_call_id: seen.tool_call_id,
    name: seen.name,
    arguments: seen.arguments,
    arguments_sha256: seen.arguments_sha256,
    outcome: seen.output === null ? "ambiguous" : "settled",
    refusal: null,
    output: seen.output,
    is_error: false,
    effects: 0,
    replayed: false,
    approval: "none",
    provenance: "wire",
  };
}

function recordRefusal(refusal: Refused): ToolCallRecord {
  return {
    operation_id: refusal.operation_id,
    tool_call_id: refusal.tool_call_id,
    name: refusal.name,
    arguments: null,
    arguments_sha256: refusal.arguments_sha256,
    outcome: "refused",
    refusal: `${refusal.code}: ${refusal.message}`,
    output: null,
    is_error: false,
    effects: 0,
    replayed: false,
    approval: "none",
    provenance: "host",
  };
}

function approvalState(mine: readonly RuntimeEvent[]): ToolCallRecord["approval"] {
  for (const body of mine) if (body.type === "approval.decided") return body.decision;
  return mine.some((body) => body.type === "approval.requested") ? "pending" : "none";
}
