/** A run in memory, in as few words as possible: what a small model of budget, tools and approvals allows, written without the reducer. */
import type { RuntimeEvent } from "../../src/contracts/event.ts";
import { digestDocument } from "../../src/core/digest/digest.ts";
import * as a from "../builders/events.ts";

export const cap = 12;
export const toolLimit = 4;

export type Act =
  | "reserve"
  | "settle"
  | "request"
  | "ask"
  | "approve"
  | "reject"
  | "execute"
  | "receipt"
  | "checkpoint";

export interface Step {
  readonly act: Act;
  /** Which of the run's operations it is about. */
  readonly slot: number;
  readonly amount: number;
  readonly guarded: boolean;
}

interface Slot {
  readonly reserved: number | null;
  readonly settled: number | null;
  readonly tool: "requested" | "executing" | "settled" | null;
  readonly guarded: boolean;
  readonly approval: "asked" | "approve" | "reject" | null;
}

export type Model = ReadonlyMap<number, Slot>;

const fresh: Slot = { reserved: null, settled: null, tool: null, guarded: false, approval: null };

function slotOf(model: Model, slot: number): Slot {
  return model.get(slot) ?? fresh;
}

/** Settled and outstanding money and calls. */
export function committed(model: Model): { cost: number; calls: number } {
  const taken = [...model.values()].filter((slot) => slot.reserved !== null);
  const cost = taken.reduce((sum, slot) => sum + (slot.settled ?? slot.reserved ?? 0), 0);
  return { cost, calls: taken.length };
}

/** The model after a step, or null where the step is not allowed. */
export function take(model: Model, { act, slot, amount, guarded }: Step): Model | null {
  const now = slotOf(model, slot);
  const to = (change: Partial<Slot>): Model => new Map(model).set(slot, { ...now, ...change });
  const { cost, calls } = committed(model);
  const isHeld = now.reserved !== null && now.settled === null;
  switch (act) {
    case "reserve":
      return now.reserved === null && cost + amount <= cap && calls < toolLimit
        ? to({ reserved: amount })
        : null;
    case "settle":
      return isHeld && amount <= (now.reserved ?? 0) ? to({ settled: amount }) : null;
    case "request":
      return now.tool === null ? to({ tool: "requested", guarded }) : null;
    case "ask":
      return now.tool === "requested" && now.approval === null ? to({ approval: "asked" }) : null;
    case "approve":
    case "reject":
      return now.approval === "asked" ? to({ approval: act }) : null;
    case "execute":
      return now.tool === "requested" && isHeld && isGranted(now)
        ? to({ tool: "executing" })
        : null;
    case "receipt":
      return now.tool === "executing" ? to({ tool: "settled" }) : null;
    case "checkpoint":
      return to({});
  }
}

/** Asked is asked, also where it was not needed: an open question and a rejection both hold a call back. */
function isGranted({ guarded, approval }: Slot): boolean {
  return approval === "approve" || (approval === null && !guarded);
}

export function eventOf({ act, slot, amount, guarded }: Step): RuntimeEvent {
  const operation_id = `op-${slot}`;
  const input = { slot };
  const arguments_sha256 = digestDocument("arguments", input);
  const money = { reservation_id: `r-${slot}`, operation_id, cost_pico: `${amount}` };
  const approval = { approval_id: `approval-${slot}`, operation_id, arguments_sha256, revision: 4 };
  switch (act) {
    case "reserve":
      return a.aReservation({ ...money, model_calls: 0, tool_calls: 1 });
    case "settle":
      return a.aSettlement({ ...money, model_calls: 0, tool_calls: 1 });
    case "request":
      return a.aToolRequested({
        operation_id,
        arguments: input,
        arguments_sha256,
        idempotency_key: `key-${slot}`,
        approval_needed: guarded,
      });
    case "ask":
      return a.anApprovalRequested(approval);
    case "approve":
      return a.anApprovalDecided({ ...approval, decision: "approved" });
    case "reject":
      return a.anApprovalDecided({ ...approval, decision: "rejected" });
    case "execute":
      return a.aToolExecuting({ operation_id });
    case "receipt":
      return a.aToolSettled({ operation_id });
    case "checkpoint":
      return a.aCheckpointSaved({ stage: `stage-${slot}` });
  }
}
