/** Admits, records and settles the model calls of one run: bound, reserve, forward, settle from the wire. */
import type { CaseContract } from "../contracts/case.ts";
import type { RuntimeEvent } from "../contracts/event.ts";
import type { ModelContract } from "../contracts/model.ts";
import type { PriceEntry } from "../contracts/pricing.ts";
import type { ArtifactRef } from "../contracts/primitives.ts";
import type { ShapeDifference } from "../contracts/wire-evidence.ts";
import { callCost, inputTokenBound, worstCaseCall } from "../core/budget/cost.ts";
import { formatPico } from "../core/budget/money.ts";
import { neverCrash, type CrashPoint } from "../core/crash-points.ts";
import { tryCanonicalJson } from "../core/digest/canonical.ts";
import { digestBytes, digestDocument } from "../core/digest/digest.ts";
import type {
  Admission,
  ArtifactStore,
  ModelCall,
  ModelCallGate,
  SettledCall,
  UpstreamTarget,
} from "../core/ports.ts";
import type { EndEvidence } from "../core/runs/status.ts";
import { digestArguments } from "../core/tools/digest-arguments.ts";
import { createHistory, type ResolvedRequest } from "../core/wire/history.ts";
import { sortedJson } from "../core/wire/json.ts";
import type { CanonicalOutcome } from "../core/wire/outcome.ts";
import type { CanonicalRequest } from "../core/wire/request.ts";
import { requestKey } from "../core/wire/retries.ts";
import { acceptsServedName } from "../core/wire/served-name.ts";
import { diffShape, requestShape } from "../core/wire/shape.ts";
import type { Recorder } from "./recorder.ts";

export interface ModelGateInputs {
  readonly recorder: Recorder;
  readonly artifacts: ArtifactStore;
  readonly case: CaseContract;
  /** What every request must carry on the controlled track; null where the program is free to ask as it likes. */
  readonly contract: {
    readonly system: string;
    readonly tools: readonly {
      readonly name: string;
      readonly description: string;
      readonly input_schema: CaseContract["world"];
    }[];
  } | null;
  /** Every call must match one of them by name and wire. */
  readonly models: readonly PricedModel[];
  readonly currency: string;
  readonly cap_pico: bigint;
  /** Where an earlier start of the run had come to. */
  readonly crashPoint?: CrashPoint;
  readonly begun: { readonly ordinal: number; readonly spent_pico: bigint };
  upstream(call: ModelCall, ordinal: number, model: ModelContract): UpstreamTarget;
  /** Told about each request before it is reserved and each response after it is settled. */
  readonly observe?: {
    request(messages: CanonicalRequest["messages"]): Promise<void>;
    response(outcome: CanonicalOutcome): void;
  };
}

export interface PricedModel {
  readonly contract: ModelContract;
  readonly price: PriceEntry;
}

export interface ModelGate extends ModelCallGate {
  lastCall(): EndEvidence["last_model_call"];
  breach(): EndEvidence["contract_breach"];
  /** Requests seen, refused ones included. */
  calls(): number;
  /** A call that cost more than its bound, in words; null while all bounds held. */
  settlementFault(): string | null;
  /** Calls admitted and not yet settled. */
  inFlight(): number;
}

interface OpenCall {
  readonly worst: bigint;
  readonly model: PricedModel;
  readonly asked: ResolvedRequest;
  /** Whether a provider answers, and not the simulation. */
  readonly live: boolean;
}

export function createModelGate(inputs: ModelGateInputs): ModelGate {
  const { recorder, artifacts, crashPoint = neverCrash } = inputs;
  const open = new Map<string, OpenCall>();
  const history = createHistory();
  /** Admissions one after the other, so that ordinals reach the ledger in order. */
  let admissions: Promise<unknown> = Promise.resolve();
  let { ordinal } = inputs.begun;
  let admitted = 0;
  let settled = inputs.begun.spent_pico;
  let last: EndEvidence["last_model_call"] = null;
  let overdraft: string | null = null;
  let breach: EndEvidence["contract_breach"] = null;
  let refused = false;

  async function putRequest({ body }: ModelCall): Promise<ArtifactRef> {
    return artifacts.put(body, { media_type: "application/json", role: "model_request" });
  }

  async function refuse(
    call: ModelCall,
    status: 400 | 402,
    code: string,
    message: string,
    request?: ArtifactRef,
  ): Promise<Admission> {
    const said = shorten(message, 2_000);
    await recorder.append({
      type: "model.refused",
      ordinal,
      wire: call.wire,
      status,
      code,
      message: said,
      ...(request === undefined ? {} : { request }),
    });
    return { admitted: false, status, code, message: said };
  }

  /** The first breach is the one the run is blocked for; its request is kept, to show what was asked in its place. */
  async function refuseForContract(
    call: ModelCall,
    code: string,
    message: string,
  ): Promise<Admission> {
    breach ??= { reason: "wire_contract", message };
    const request = refused ? undefined : await putRequest(call);
    refused = true;
    return refuse(call, 400, code, message, request);
  }

  async function refuseForBudget(
    call: ModelCall,
    reason: "budget_exhausted" | "limit_reached",
    message: string,
  ): Promise<Admission> {
    last = { state: "refused", reason, message };
    return refuse(call, 402, reason, message);
  }

  async function admitNext(call: ModelCall): Promise<Admission> {
    ordinal += 1;
    const named = inputs.models.filter((one) => one.contract.model === call.request.model);
    const model = named.find((one) => one.contract.wires.includes(call.wire));
    if (named.length === 0)
      return refuseForContract(
        call,
        "model_not_in_contract",
        `the agent asked for model ${shorten(call.request.model, 200)}; the contract says ${inputs.models.map((one) => one.contract.model).join(", ")}`,
      );
    if (model === undefined)
      return refuseForContract(
        call,
        "wire_not_allowed",
        `the agent used ${call.wire}; model contract ${named[0]?.contract.id ?? ""} allows ${named.flatMap((one) => one.contract.wires).join(", ")}`,
      );
    const unbounded = findUnbounded(call, inputs.contract !== null);
    if (unbounded !== null) return refuseForContract(call, "not_bounded", unbounded);
    if (admitted >= inputs.case.limits.model_calls)
      return refuseForBudget(
        call,
        "limit_reached",
        `this would be model call ${admitted + 1}; case ${inputs.case.id} allows ${inputs.case.limits.model_calls}`,
      );
    const asked = history.resolve(call.request, call.sent_bytes ?? call.body.length);
    const worst = worstCaseCall(
      {
        input_tokens: inputBound(asked, model.contract),
        max_output_tokens: outputBound(call, model.contract),
      },
      model.price,
    );
    const outstanding = [...open.values()].reduce((sum, one) => sum + one.worst, 0n);
    if (settled + outstanding + worst > inputs.cap_pico)
      return refuseForBudget(
        call,
        "budget_exhausted",
        `model call ${ordinal} could cost ${formatPico(worst, inputs.currency)}; ${formatPico(inputs.cap_pico - settled - outstanding, inputs.currency)} of this run's ${formatPico(inputs.cap_pico, inputs.currency)} is left`,
      );
    return reserve(call, { worst, model, asked, live: model.contract.upstream === "live" });
  }

  async function reserve(call: ModelCall, opened: OpenCall): Promise<Admission> {
    const { worst, model, asked } = opened;
    const operation_id = `model-${ordinal}`;
    const mine = ordinal;
    admitted += 1;
    open.set(operation_id, opened);
    await inputs.observe?.request(asked.request.messages);
    const request = await putRequest(call);
    await recorder.append(
      {
        type: "budget.reserved",
        reservation_id: `res-${operation_id}`,
        operation_id,
        cost_pico: worst.toString(),
        model_calls: 1,
        tool_calls: 0,
      },
      {
        type: "model.requested",
        operation_id,
        ordinal: mine,
        wire: call.wire,
        model: call.request.model,
        request,
        request_key_sha256: digestBytes(`agent-lab/request-key/v1\n${requestKey(call.json)}`),
        shape: requestShape(call.request, digestPart),
        differences: differencesOf(call, model.contract),
        ...(call.redacted === undefined ? {} : { redacted: call.redacted }),
      },
    );
    crashPoint("model.after-reserve");
    return {
      admitted: true,
      operation_id,
      upstream: inputs.upstream({ ...call, request: asked.request }, mine, model.contract),
    };
  }

  function differencesOf(call: ModelCall, model: ModelContract): ShapeDifference[] {
    if (inputs.contract === null) return [];
    const { temperature, max_output_tokens } = model;
    const contract = { ...inputs.contract, sampling: { temperature, max_output_tokens } };
    return diffShape(contract, call.request).map(({ field, kind, detail }) => ({
      field: shorten(field, 200),
      kind,
      detail: shorten(detail, 500),
    }));
  }

  async function settle(operation_id: string, call: SettledCall): Promise<void> {
    const reservation = open.get(operation_id);
    if (reservation === undefined) throw new Error(`${operation_id} was never admitted`);
    const { outcome } = call;
    crashPoint("model.after-response");
    history.add(reservation.asked, outcome, call.body.length);
    const response = await artifacts.put(call.body, {
      media_type:
        call.content_type === "" ? "application/octet-stream" : shorten(call.content_type, 100),
      role: "model_response",
    });
    // Held until here and released in one step with what was spent: in between, no other call may count it as free.
    if (!open.delete(operation_id)) throw new Error(`${operation_id} was settled twice`);
    const usage =
      outcome.usage === null
        ? null
        : {
            in: outcome.usage.in,
            cached: outcome.usage.cached,
            out: outcome.usage.out,
            reasoning: outcome.usage.reasoning,
            complete: outcome.usage.complete,
          };
    const { contract, price } = reservation.model;
    const accepted = [contract.model, ...contract.accepted_served_names];
    const cost = callCost(usage, price);
    const spent = typeof cost === "bigint" && cost <= reservation.worst ? cost : reservation.worst;
    // What a call cost beyond its bound is gone all the same: the cap closes on what was really spent.
    settled += typeof cost === "bigint" && cost > spent ? cost : spent;
    if (typeof cost === "bigint" && cost > reservation.worst)
      overdraft ??= `${operation_id} cost ${formatPico(cost, inputs.currency)}, more than the ${formatPico(reservation.worst, inputs.currency)} it could cost by its request`;
    const error =
      outcome.error === null
        ? null
        : `${shorten(outcome.error.code ?? outcome.error.type ?? "error", 400)} (status ${call.status})`;
    last = lastOf(error, call, reservation.live);
    const served = outcome.model?.toWellFormed() ?? null;
    if (served !== null && error === null && !acceptsServedName(accepted, served))
      breach ??= {
        reason: "served_model_mismatch",
        message: `model ${shorten(served, 200)} answered; the contract accepts ${accepted.join(", ")}`,
      };
    const events: RuntimeEvent[] = [
      {
        type: "model.settled",
        operation_id,
        status: call.status,
        response,
        served_model: served,
        usage,
        cost_pico: typeof cost === "bigint" ? cost.toString() : cost,
        end: outcome.end,
        error,
        calls: outcome.calls
          .filter((one) => one.by === "client")
          .map((one) => ({
            id: one.id.toWellFormed(),
            name: one.name.toWellFormed(),
            arguments_sha256: digestArguments(one.args ?? one.raw ?? null),
            ok: one.ok && outcome.runnable,
          })),
        duration_ms: Math.round(call.duration_ms),
        ...(call.redacted === undefined ? {} : { redacted: call.redacted }),
      },
      {
        type: "budget.settled",
        reservation_id: `res-${operation_id}`,
        operation_id,
        cost_pico: spent.toString(),
        model_calls: 1,
        tool_calls: 0,
        worst_case: typeof cost !== "bigint",
      },
    ];
    await recorder.append(...events);
    inputs.observe?.response(outcome);
  }

  return {
    admit: async (call) => {
      const mine = admissions.then(async () => admitNext(call));
      admissions = mine.catch(() => undefined);
      return mine;
    },
    settle,
    lastCall: () => last,
    breach: () => breach,
    calls: () => ordinal - inputs.begun.ordinal,
    settlementFault: () => overdraft,
    inFlight: () => open.size,
  };
}

/** RFC 9110: what is wrong with the request itself. Keys (401, 403), conflicts, timeouts and limits are not the agent's doing. */
const rejections: ReadonlySet<number> = new Set([400, 404, 405, 413, 414, 415, 422]);

/** Billing, quota and keys are answered with 400 by some: the account's state, whatever was asked. */
function isAccount({ error }: CanonicalOutcome): boolean {
  const account = /billing|quota|credit|payment|api.?key|unauthori[sz]ed|permission|account/i;
  return [error?.code, error?.type, error?.message].some((text) => account.test(text ?? ""));
}

/** An answer that broke off, or that the provider ended with an error, is none. */
function lastOf(
  error: string | null,
  { status, outcome }: SettledCall,
  live: boolean,
): EndEvidence["last_model_call"] {
  if (live && rejections.has(status) && !isAccount(outcome)) {
    const said = outcome.error?.message ?? null;
    const words = said === null ? "" : `: ${shorten(said, 300)}`;
    return { state: "rejected", message: `${error ?? `status ${status}`}${words}` };
  }
  if (error !== null || status >= 400)
    return { state: "failed", message: error ?? `status ${status}` };
  if (outcome.end === "truncated")
    return { state: "failed", message: "the answer broke off before its end" };
  if (outcome.end === "error")
    return { state: "failed", message: "the provider ended the answer with an error" };
  return { state: "answered" };
}

/** Parts of a request are the agent's: what has no canonical text is digested by the text it has. */
function digestPart(value: unknown): string {
  return tryCanonicalJson(value).ok
    ? digestDocument("wire-part", value)
    : digestBytes(`agent-lab/wire-part-text/v1\n${sortedJson(value)}`);
}

/** Text from outside, fit for an event: capped, and no half of a surrogate pair. */
function shorten(text: string, limit: number): string {
  return text.slice(0, limit).toWellFormed();
}

/** tokens; vectors are not charged as output */
function outputBound({ request }: ModelCall, model: ModelContract): number {
  if (request.inputs !== undefined) return 0;
  return request.sampling.max_output_tokens ?? model.max_output_tokens;
}

/** tokens; a request whose history or content lies elsewhere is bounded by the contract, not by its bytes */
function inputBound({ request, tokens, complete }: ResolvedRequest, model: ModelContract): number {
  const linked = request.messages.some((one) => one.other_parts.length > 0);
  const known = inputTokenBound(tokens);
  return complete && !linked ? known : Math.max(known, model.max_input_tokens);
}

/** What may not be asked: more answers than one anywhere; on the controlled track also history or content kept elsewhere. */
function findUnbounded({ request }: ModelCall, controlled: boolean): string | null {
  if (request.n > 1) return `the agent asked for ${request.n} answers at once; one is allowed`;
  if (!controlled) return null;
  if (request.history === "remote")
    return "the agent left part of its conversation with the provider; the controlled track needs it whole";
  const part = request.messages.flatMap((message) => message.other_parts)[0];
  return part === undefined ? null : `the agent sent content other than text (${part})`;
}
