/** Ends an attempt that its host left open: in one list of events, so that it is closed whole or not at all. */
import type { RuntimeEvent } from "../../contracts/event.ts";
import type { Digest, JsonObject } from "../../contracts/primitives.ts";
import type { JobSnapshot, Operation } from "../lifecycle/snapshot.ts";
import { lookup } from "../lifecycle/snapshot.ts";
import type { WorldEffect } from "../world-port.ts";
import { mostAttempts, waitingCalls } from "./next-step.ts";

/** What the world said, asked by key. `unknown`: the tool can't be asked. */
export type WorldAnswer =
  | {
      readonly kind: "took_effect";
      readonly request_sha256: Digest;
      readonly output: string;
      readonly output_sha256: Digest;
      readonly is_error: boolean;
      readonly effects: number;
    }
  | { readonly kind: "none" }
  | { readonly kind: "unknown" };

/** The world as the stopped host left it. */
export interface WorldLeft {
  readonly state: JsonObject;
  readonly effects: readonly WorldEffect[];
  /** How often this attempt was put aside already because its host was stopped. */
  readonly stops: number;
}

/** Calls of the open attempt that began and have no receipt. */
export function callsInDoubt(job: JobSnapshot): readonly (readonly [string, Operation])[] {
  return Object.entries(job.operations).filter(
    ([, known]) =>
      known.kind === "tool" && known.state === "executing" && known.attempt === job.attempt,
  );
}

/**
 * Unknown model calls settle at their worst case. A call in doubt takes the world's word, is open to repetition where its
 * class allows, and else blocks the run. A call that waits for a person keeps waiting: its attempt is suspended, not ended.
 */
export function closeAttempt(
  job: JobSnapshot,
  answers: ReadonlyMap<string, WorldAnswer>,
  left: WorldLeft & { readonly suspendable: boolean },
): readonly RuntimeEvent[] {
  const events: RuntimeEvent[] = [];
  const free = new Set<string>();
  const blocked: string[] = [];
  for (const [operation_id, operation] of callsInDoubt(job)) {
    const known = answers.get(operation_id) ?? { kind: "unknown" };
    if (known.kind === "took_effect") {
      const { kind: _kind, ...receipt } = known;
      const settled = { ...receipt, replayed: false, reconciled: true as const };
      events.push({ type: "tool.settled", operation_id, ...settled });
    } else if (known.kind === "none") {
      free.add(operation_id);
      events.push({ type: "tool.voided", operation_id, proof: "world_knows_none" });
    } else if (operation.side_effect_class === "unsafe_write") blocked.push(operation.name);
    else events.push({ type: "tool.voided", operation_id, proof: "safe_to_repeat" });
  }
  const suspends =
    left.suspendable &&
    blocked.length === 0 &&
    left.stops + 1 < mostAttempts &&
    waitingCalls(job).some(stillUsable);
  const waiting = new Set(suspends ? waitingCalls(job).map((one) => one.operation_id) : []);
  for (const [operation_id, operation] of Object.entries(job.operations)) {
    if (operation.kind !== "tool" || operation.state !== "requested") continue;
    if (waiting.has(operation_id)) continue;
    free.add(operation_id);
    events.push({ type: "tool.voided", operation_id, proof: "never_ran" });
  }
  events.push(...settleAll(job, waiting, free));
  return [...events, suspends ? suspension(job) : ending(job, blocked, left)];
}

/** Closes the calls that a suspended attempt still holds; none of them began. */
export function closeStanding(job: JobSnapshot): readonly RuntimeEvent[] {
  const open = Object.entries(job.operations).filter(
    ([, known]) => known.kind === "tool" && known.state === "requested",
  );
  const ids = new Set(open.map(([operation_id]) => operation_id));
  return [
    ...[...ids].map((operation_id) => ({
      type: "tool.voided" as const,
      operation_id,
      proof: "never_ran" as const,
    })),
    ...settleAll(job, new Set(), ids),
  ];
}

/** A request that was turned down has nothing left to wait for. */
function stillUsable({ decision }: { readonly decision: string | null }): boolean {
  return decision === null || decision === "approved";
}

function settleAll(
  job: JobSnapshot,
  waiting: ReadonlySet<string>,
  free: ReadonlySet<string>,
): RuntimeEvent[] {
  return Object.entries(job.reservations).flatMap(([reservation_id, held]) => {
    if (waiting.has(held.operation_id)) return [];
    const known = lookup(job.operations, held.operation_id);
    const receipt = known?.kind === "tool";
    const tool_calls = free.has(held.operation_id) ? 0 : held.tool_calls;
    const worst_case = !receipt || tool_calls === held.tool_calls;
    return [{ type: "budget.settled" as const, ...held, reservation_id, tool_calls, worst_case }];
  });
}

function suspension(job: JobSnapshot): RuntimeEvent {
  const { attempt } = job;
  const message = "the host stopped while a call waited for an approval";
  return { type: "attempt.suspended", attempt, reason: "host_stopped", message };
}

function ending(job: JobSnapshot, blocked: readonly string[], left: WorldLeft): RuntimeEvent {
  const [first] = blocked;
  const spent = job.attempt >= mostAttempts || left.stops + 1 >= mostAttempts;
  const end =
    first !== undefined
      ? {
          reason: "ambiguous_after_stop" as const,
          message: `the host stopped while ${first} ran: nobody knows whether it took effect, and it can't be asked; it was not run again`,
        }
      : spent
        ? {
            reason: "dead_letter" as const,
            message: `the host stopped ${job.attempt + left.stops} times in this cell; it is not tried again`,
          }
        : { reason: "host_stopped" as const, message: "the host stopped during this attempt" };
  return {
    type: "attempt.ended",
    attempt: Math.max(1, job.attempt),
    status: "failed",
    ...end,
    exit_code: null,
    signal: null,
    duration_ms: { missing: "the host stopped during this attempt" },
    log: null,
    world: left.state,
    effects: countEffects(left.effects),
  };
}

/** As the world counted them, in an event's form. */
export function countEffects(effects: WorldLeft["effects"]): {
  operation_id: string;
  request_sha256: Digest;
  effects: number;
}[] {
  return effects.map(({ operation_id, request_sha256, effects: count }) => ({
    operation_id,
    request_sha256,
    effects: count,
  }));
}
