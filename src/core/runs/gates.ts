/** What one run's events say about each hard gate: passed, failed, or not observed. */
import type { RuntimeEvent } from "../../contracts/event.ts";
import type { GateId } from "../../contracts/readiness-policy.ts";
import type {
  GateObservation,
  ModelCallRecord,
  RunResult,
  ToolCallRecord,
} from "../../contracts/run-result.ts";
import { observeOwnGates } from "./own-gates.ts";
import { foldToolCalls } from "./tool-calls.ts";

export interface GateEvidence {
  readonly bodies: readonly RuntimeEvent[];
  /** Those that the finished run rests on; all of them, unless the host was stopped in between. */
  readonly effective: readonly RuntimeEvent[];
  readonly status: RunResult["status"];
  readonly reason: RunResult["reason"];
  readonly model_calls: readonly ModelCallRecord[];
  readonly tool_calls: readonly ToolCallRecord[];
  readonly audit: RunResult["audit"];
}

const passed = (detail: string): GateObservation => ({ state: "passed", detail });
const failed = (detail: string): GateObservation => ({
  state: "failed",
  detail: detail.slice(0, 500).toWellFormed(),
});
const unseen = (detail: string): GateObservation => ({ state: "not_observed", detail });

/** preflight_clean and isolation_floor are decided for the matrix, not for a run, and are absent here. */
export function observeGates(evidence: GateEvidence): Partial<Record<GateId, GateObservation>> {
  const created = evidence.bodies.find((body) => body.type === "job.created");
  const own = created?.type === "job.created" && created.track === "own";
  const seen = observeAll(evidence);
  if (!own) return seen;
  const { effective, tool_calls, status } = evidence;
  return observeOwnGates(seen, {
    bodies: effective,
    tool_calls,
    completed: status === "completed",
  });
}

function observeAll(evidence: GateEvidence): Partial<Record<GateId, GateObservation>> {
  return {
    approvals_bound: observeApprovals(withAll(evidence)),
    tools_authorised: observeAuthorisation(withAll(evidence)),
    calls_reconciled: observeReconciliation(evidence),
    events_gap_free: evidence.audit.gap_free
      ? passed("sequence and chain are whole")
      : failed("the event stream has a gap"),
    budget_settled: observeBudget(evidence),
    no_duplicate_effects: observeEffects(evidence),
    checkpoint_verifiable: observeFlag(evidence.audit.checkpoint_verified, "checkpoint"),
    terminal_artifact_verifiable: observeFlag(
      evidence.audit.terminal_artifact_verified,
      "final output",
    ),
    protocol_clean: observeProtocol(evidence),
    model_contract: observeModel(evidence),
  };
}

/** A deed counts, also where the attempt it was done in was given up. */
function withAll(evidence: GateEvidence): GateEvidence {
  const { bodies, effective } = evidence;
  return effective === bodies ? evidence : { ...evidence, tool_calls: foldToolCalls(bodies) };
}

function observeApprovals({ bodies, tool_calls }: GateEvidence): GateObservation {
  const needing = new Set(
    bodies.flatMap((body) =>
      body.type === "tool.requested" && body.approval_needed ? [body.operation_id] : [],
    ),
  );
  const executed = new Set(
    bodies.flatMap((body) => (body.type === "tool.executing" ? [body.operation_id] : [])),
  );
  const bypassed = tool_calls.filter(
    (call) =>
      needing.has(call.operation_id) &&
      executed.has(call.operation_id) &&
      call.approval !== "approved",
  );
  const first = bypassed[0];
  if (first !== undefined)
    return failed(`${first.name} ran without an approval of these arguments`);
  return passed(
    needing.size === 0
      ? "no call needed an approval"
      : `${needing.size} call(s) needed an approval; none ran without one`,
  );
}

function observeAuthorisation({ bodies, tool_calls }: GateEvidence): GateObservation {
  const created = bodies.find((body) => body.type === "job.created");
  const allowed = new Set(created?.type === "job.created" ? created.authorised_tools : []);
  const outside = tool_calls.find((call) => call.outcome !== "refused" && !allowed.has(call.name));
  return outside === undefined
    ? passed("only authorised tools ran")
    : failed(`${outside.name} ran and is not in the case's tools`);
}

type AskedCall = ModelCallRecord["calls"][number];

/**
 * Every whole tool call on the wire has one execution or one recorded refusal, and nothing ran that the model did not
 * ask for. A call the wire could not read whole owes nothing, and a call the host refused did not run.
 */
function observeReconciliation(evidence: GateEvidence): GateObservation {
  const { model_calls, tool_calls, status } = evidence;
  if (status !== "completed") return unseen("the run did not complete");
  const doubtful = findUnsettled(evidence);
  if (doubtful !== null)
    return failed(`${doubtful} began and has no receipt, and the run went on as if it had`);
  const asked = model_calls.flatMap((call) => call.calls);
  const { open, unasked } = matchCalls(asked, tool_calls);
  const unanswered = open.filter((one) => one.ok);
  const ran = unasked.filter((call) => call.outcome !== "refused");
  if (unanswered[0] !== undefined)
    return failed(
      `the model asked for ${unanswered[0].name} and nothing ran or was refused (${unanswered.length} call(s))`,
    );
  if (ran[0] !== undefined)
    return failed(
      `${ran[0].name} ran although the model did not ask for it with these arguments (${ran.length} call(s))`,
    );
  const only = unasked.length;
  const refused = only === 0 ? "" : `; ${only} more refused`;
  const whole = asked.filter((one) => one.ok).length;
  const broken = asked.length - whole;
  const unread = broken === 0 ? "" : `; ${broken} not whole on the wire`;
  return passed(`${whole} call(s) asked, ${whole} answered${unread}${refused}`);
}

/** An unsafe call of the run that began and was neither settled nor closed. */
function findUnsettled({ effective }: GateEvidence): string | null {
  const over = new Set(
    effective.flatMap((body) =>
      body.type === "tool.settled" || body.type === "tool.voided" ? [body.operation_id] : [],
    ),
  );
  const began = new Set(
    effective.flatMap((body) => (body.type === "tool.executing" ? [body.operation_id] : [])),
  );
  for (const body of effective)
    if (
      body.type === "tool.requested" &&
      body.side_effect_class === "unsafe_write" &&
      began.has(body.operation_id) &&
      !over.has(body.operation_id)
    )
      return body.name;
  return null;
}

/**
 * What was asked and what was done, paired from the surest sign to the weakest: id and digest; id alone, where nothing
 * ran or the wire could not read the arguments; digest alone, for adapters that hand no id on.
 */
function matchCalls(asked: readonly AskedCall[], done: readonly ToolCallRecord[]) {
  const open = [...asked];
  const sameId = (call: ToolCallRecord, one: AskedCall) =>
    one.name === call.name && one.id !== "" && one.id === call.tool_call_id;
  const sameDigest = (call: ToolCallRecord, one: AskedCall) =>
    one.name === call.name && one.arguments_sha256 === call.arguments_sha256;
  const signs: readonly ((call: ToolCallRecord, one: AskedCall) => boolean)[] = [
    (call, one) => sameId(call, one) && sameDigest(call, one),
    (call, one) => sameId(call, one) && (call.outcome === "refused" || !one.ok),
    (call, one) => sameDigest(call, one) && (call.outcome === "refused" || one.ok),
  ];
  // What ran first: a refused try of the same call must not take the place of the one that ran.
  let unasked = done.toSorted(
    (left, right) => Number(left.outcome === "refused") - Number(right.outcome === "refused"),
  );
  for (const matches of signs)
    unasked = unasked.filter((call) => {
      const at = open.findIndex((one) => matches(call, one));
      if (at >= 0) open.splice(at, 1);
      return at < 0;
    });
  return { open, unasked };
}

function observeBudget({ audit, reason, bodies }: GateEvidence): GateObservation {
  const overdrawn = findOverdraft(bodies);
  if (overdrawn !== null) return failed(overdrawn);
  if (reason === "settlement_failed") return failed("a settlement failed");
  if (audit.outstanding_reservations > 0)
    return failed(`${audit.outstanding_reservations} reservation(s) were never settled`);
  return passed("every reservation is settled within the limits");
}

/** A call that cost more than was reserved for it, whatever else ended the run. */
function findOverdraft(bodies: readonly RuntimeEvent[]): string | null {
  const reserved = new Map(
    bodies.flatMap((body) =>
      body.type === "budget.reserved" ? [[body.operation_id, BigInt(body.cost_pico)] as const] : [],
    ),
  );
  for (const body of bodies) {
    if (body.type !== "model.settled" || typeof body.cost_pico !== "string") continue;
    const most = reserved.get(body.operation_id);
    if (most !== undefined && BigInt(body.cost_pico) > most)
      return `${body.operation_id} cost ${body.cost_pico} pico; ${most} were reserved`;
  }
  return null;
}

/** Counted twice over: from the receipts, and by the world itself, which also knows of what left no receipt. */
function observeEffects({ bodies }: GateEvidence): GateObservation {
  const unsafe = new Map<string, string>();
  for (const body of bodies)
    if (body.type === "tool.requested" && body.side_effect_class === "unsafe_write")
      unsafe.set(body.operation_id, `${body.name} ${body.arguments_sha256}`);
  const effects = new Map<string, number>();
  for (const body of bodies) {
    if (body.type !== "tool.settled" || body.replayed || body.effects === 0) continue;
    const key = unsafe.get(body.operation_id);
    if (key !== undefined) effects.set(key, (effects.get(key) ?? 0) + 1);
  }
  const ended = bodies.findLast((body) => body.type === "attempt.ended");
  const counted = new Map<string, number>();
  for (const one of ended?.type === "attempt.ended" ? (ended.effects ?? []) : []) {
    const key = unsafe.get(one.operation_id);
    if (key !== undefined) counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  for (const [key, times] of counted) effects.set(key, Math.max(times, effects.get(key) ?? 0));
  const twice = [...effects].find(([, times]) => times > 1);
  return twice === undefined
    ? passed("no unsafe effect happened twice")
    : failed(`${nameOf(twice[0])} took effect ${twice[1]} times with the same arguments`);
}

function observeFlag(flag: boolean | { readonly missing: string }, what: string): GateObservation {
  if (typeof flag !== "boolean") return unseen(flag.missing);
  return flag
    ? passed(`the ${what} was read back and its digest is right`)
    : failed(`the ${what} can't be read back with its digest`);
}

function observeProtocol({ bodies }: GateEvidence): GateObservation {
  const violation = bodies.find((body) => body.type === "protocol.violated");
  return violation?.type === "protocol.violated"
    ? failed(`${violation.code}: ${violation.message}`)
    : passed("frames were well formed and in order");
}

function observeModel({ status, bodies, model_calls }: GateEvidence): GateObservation {
  if (status === "blocked_gateway_contract") {
    const ended = bodies.findLast((body) => body.type === "attempt.ended");
    const said = ended?.type === "attempt.ended" ? ended.message : "";
    return failed(said === "" ? "the wire broke the model contract" : said);
  }
  if (model_calls.length === 0) return unseen("the gateway saw no request");
  const silent = model_calls.every((call) => call.served_model === null);
  return silent
    ? unseen("no response named the model that served it")
    : passed("served models are accepted by the contract");
}

function nameOf(key: string): string {
  return key.split(" ")[0] ?? key;
}
