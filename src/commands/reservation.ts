/** What a tool call reserves of its run's budget, and the names of what belongs to it. */
import type { RuntimeEvent } from "../contracts/event.ts";
import { digestBytes } from "../core/digest/digest.ts";

/** An id for what belongs to an operation. The child chooses operation ids of up to 100 characters, as long as ours may be. */
export function nameFor(what: "res" | "approval", operation_id: string): string {
  const whole = `${what}-${operation_id}`;
  return whole.length <= 100 ? whole : `${what}-${digestBytes(operation_id).slice(7, 71)}`;
}

/** A child's operation id as ours: with the prefix of its start, and no longer than an id may be. */
export function nameOperation(prefix: string, child_id: string): string {
  const whole = `${prefix}${child_id}`;
  return whole.length <= 100 ? whole : `${prefix}${digestBytes(child_id).slice(7, 71)}`;
}

export function reservation<T extends "budget.reserved" | "budget.settled">(
  intent: { readonly operation_id: string },
  type: T,
): Extract<RuntimeEvent, { type: T }>;
export function reservation(
  intent: { readonly operation_id: string },
  type: "budget.reserved" | "budget.settled",
): RuntimeEvent {
  const amount = {
    reservation_id: nameFor("res", intent.operation_id),
    operation_id: intent.operation_id,
    cost_pico: "0",
    model_calls: 0,
    tool_calls: 1,
  };
  return type === "budget.reserved" ? { type, ...amount } : { type, ...amount, worst_case: false };
}
