import type { Step } from "./refusal.ts";
import { accept, refuse } from "./refusal.ts";
/** No run spends what it has not reserved: settled plus outstanding never passes the limits, at any revision. */
import type { Body, JobSnapshot, Reservation } from "./snapshot.ts";
import { lookup } from "./snapshot.ts";

/** Totals in pico-units and calls. */
interface Totals {
  readonly cost: bigint;
  readonly model_calls: number;
  readonly tool_calls: number;
}

export function reserve(job: JobSnapshot, body: Body<"budget.reserved">): Step<JobSnapshot> {
  const subject = { type: body.type, of: body.operation_id };
  const id = body.reservation_id;
  if (lookup(job.reservations, id) ?? lookup(job.closed, id))
    return refuse("reservation_exists", subject, "a new reservation id", `${id}, used before`);
  const earlier = reservationOf(job, body.operation_id);
  if (earlier !== undefined)
    return refuse("operation_reserved", subject, "an operation without one", earlier);

  const wanted = add(committed(job), body);
  const cap = job.limits.cost_pico;
  if (typeof cap === "string" && wanted.cost > BigInt(cap))
    return refuse("limit_exceeded", subject, `at most ${cap} pico in all`, `${wanted.cost}`);
  for (const unit of ["model_calls", "tool_calls"] as const)
    if (wanted[unit] > job.limits[unit]) {
      const limit = `at most ${job.limits[unit]} ${unit} in all`;
      return refuse("limit_exceeded", subject, limit, `${wanted[unit]}`);
    }
  return accept({ ...job, reservations: { ...job.reservations, [id]: amountsOf(body) } });
}

export function settle(job: JobSnapshot, body: Body<"budget.settled">): Step<JobSnapshot> {
  const subject = { type: body.type, of: body.operation_id };
  const id = body.reservation_id;
  const closed = lookup(job.closed, id);
  if (closed !== undefined)
    return same(closed, body)
      ? refuse("already_settled", subject, "one settlement a reservation", `a second for ${id}`)
      : refuse("settlement_conflict", subject, say(closed), `another settlement, ${say(body)}`);
  const reserved = lookup(job.reservations, id);
  if (reserved === undefined)
    return refuse(
      "unknown_reservation",
      subject,
      "an outstanding reservation",
      `${id}, not reserved`,
    );
  if (reserved.operation_id !== body.operation_id)
    return refuse(
      "unknown_reservation",
      subject,
      `operation ${reserved.operation_id} for ${id}`,
      body.operation_id,
    );
  if (exceeds(body, reserved))
    return refuse("overdraft", subject, `at most ${say(reserved)}`, say(body));
  if (body.worst_case && !same(reserved, body))
    return refuse("not_worst_case", subject, `all that was reserved, ${say(reserved)}`, say(body));

  const total = add(sum([job.settled]), body);
  const { [id]: _settled, ...outstanding } = job.reservations;
  return accept({
    ...job,
    reservations: outstanding,
    closed: { ...job.closed, [id]: amountsOf(body) },
    settled: {
      cost_pico: String(total.cost),
      model_calls: total.model_calls,
      tool_calls: total.tool_calls,
    },
  });
}

/** The reservation an operation has, outstanding or settled; undefined when it has none. */
export function reservationOf(job: JobSnapshot, operation_id: string): string | undefined {
  for (const record of [job.reservations, job.closed])
    for (const [id, reservation] of Object.entries(record))
      if (reservation.operation_id === operation_id) return id;
  return undefined;
}

/** Whether money and calls are held for an operation that is about to run. */
export function isReserved(job: JobSnapshot, operation_id: string): boolean {
  return Object.values(job.reservations).some((held) => held.operation_id === operation_id);
}

function committed(job: JobSnapshot): Totals {
  return sum([job.settled, ...Object.values(job.reservations)]);
}

function sum(amounts: readonly Omit<Reservation, "operation_id">[]): Totals {
  return amounts.reduce<Totals>(add, { cost: 0n, model_calls: 0, tool_calls: 0 });
}

function add(total: Totals, more: Omit<Reservation, "operation_id">): Totals {
  return {
    cost: total.cost + BigInt(more.cost_pico),
    model_calls: total.model_calls + more.model_calls,
    tool_calls: total.tool_calls + more.tool_calls,
  };
}

function amountsOf(body: Reservation): Reservation {
  const { operation_id, cost_pico, model_calls, tool_calls } = body;
  return { operation_id, cost_pico, model_calls, tool_calls };
}

function same(left: Reservation, right: Reservation): boolean {
  return say(left) === say(right) && left.operation_id === right.operation_id;
}

function exceeds(asked: Reservation, held: Reservation): boolean {
  return (
    BigInt(asked.cost_pico) > BigInt(held.cost_pico) ||
    asked.model_calls > held.model_calls ||
    asked.tool_calls > held.tool_calls
  );
}

function say(amount: Reservation): string {
  return `${amount.cost_pico} pico, ${amount.model_calls} model calls, ${amount.tool_calls} tool calls`;
}
