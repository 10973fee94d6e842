/** Admits, records and settles the model calls of one run: bound, reserve, forward, settle from the wire. */
import type { CaseContract } from "../contracts/case.ts";
import type { RuntimeEvent } from "../contracts/event.ts";
import type { ModelContract } from "../contracts/model.ts";
import type { PriceEntry } from "../contracts/pricing.ts";
import { callCost, inputTokenBound, worstCaseCall } from "../core/budget/cost.ts";
import { formatPico } from "../core/budget/money.ts";
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
import { requestKey } from "../core/wire/retries.ts";
import { diffShape, requestShape } from "../core/wire/shape.ts";
import type { Recorder } from "./recorder.ts";

export interface ModelGateInputs {
  readonly recorder: Recorder;
  readonly artifacts: ArtifactStore;
  readonly case: CaseContract;
  readonly system: string;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly input_schema: CaseContract["world"];
  }[];
  readonly model: ModelContract;
  readonly price: PriceEntry;
  readonly currency: string;
  readonly cap_pico: bigint;
  upstream(call: ModelCall, ordinal: number): UpstreamTarget;
}

export interface ModelGate extends ModelCallGate {
  lastCall(): EndEvidence["last_model_call"];
  breach(): EndEvidence["contract_breach"];
  /** A call that cost more than its bound, in words; null while all bounds held. */
  settlementFault(): string | null;
}

interface OpenCall {
  readonly worst: bigint;
}

export function createModelGate(inputs: ModelGateInputs): ModelGate {
  const { recorder, artifacts, model, price } = inputs;
  const open = new Map<string, OpenCall>();
  const accepted = new Set([model.model, ...model.accepted_served_names]);
  /** Admissions one after the other, so that ordinals reach the ledger in order. */
  let admissions: Promise<unknown> = Promise.resolve();
  let ordinal = 0;
  let settled = 0n;
  let last: EndEvidence["last_model_call"] = null;
  let overdraft: string | null = null;
  let breach: EndEvidence["contract_breach"] = null;

  async function refuse(
    call: ModelCall,
    status: 400 | 402,
    code: string,
    message: string,
  ): Promise<Admission> {
    await recorder.append({
      type: "model.refused",
      ordinal,
      wire: call.wire,
      status,
      code,
      message,
    });
    return { admitted: false, status, code, message };
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
    if (!model.wires.includes(call.wire)) {
      breach = {
        reason: "wire_contract",
        message: `the agent used ${call.wire}; model contract ${model.id} allows ${model.wires.join(", ")}`,
      };
      return refuse(call, 400, "wire_not_allowed", breach.message);
    }
    if (call.request.model !== model.model) {
      breach = {
        reason: "wire_contract",
        message: `the agent asked for model ${call.request.model}; the contract says ${model.model}`,
      };
      return refuse(call, 400, "model_not_in_contract", breach.message);
    }
    const unbounded = findUnbounded(call);
    if (unbounded !== null) {
      breach = { reason: "wire_contract", message: unbounded };
      return refuse(call, 400, "not_bounded", unbounded);
    }
    if (ordinal > inputs.case.limits.model_calls)
      return refuseForBudget(
        call,
        "limit_reached",
        `this would be model call ${ordinal}; case ${inputs.case.id} allows ${inputs.case.limits.model_calls}`,
      );
    const worst = worstCaseCall(
      {
        input_tokens: inputTokenBound(call.body.length),
        max_output_tokens: call.request.sampling.max_output_tokens ?? model.max_output_tokens,
      },
      price,
    );
    const outstanding = [...open.values()].reduce((sum, one) => sum + one.worst, 0n);
    if (settled + outstanding + worst > inputs.cap_pico)
      return refuseForBudget(
        call,
        "budget_exhausted",
        `model call ${ordinal} could cost ${formatPico(worst, inputs.currency)}; ${formatPico(inputs.cap_pico - settled - outstanding, inputs.currency)} of this run's ${formatPico(inputs.cap_pico, inputs.currency)} is left`,
      );
    return reserve(call, worst);
  }

  async function reserve(call: ModelCall, worst: bigint): Promise<Admission> {
    const operation_id = `model-${ordinal}`;
    const mine = ordinal;
    open.set(operation_id, { worst });
    const request = await artifacts.put(call.body, {
      media_type: "application/json",
      role: "model_request",
    });
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
        differences: [
          ...diffShape(
            {
              system: inputs.system,
              tools: inputs.tools,
              sampling: {
                temperature: model.temperature,
                max_output_tokens: model.max_output_tokens,
              },
            },
            call.request,
          ),
        ],
      },
    );
    return { admitted: true, operation_id, upstream: inputs.upstream(call, mine) };
  }

  async function settle(operation_id: string, call: SettledCall): Promise<void> {
    const reservation = open.get(operation_id);
    if (reservation === undefined) throw new Error(`${operation_id} was never admitted`);
    open.delete(operation_id);
    const { outcome } = call;
    const response = await artifacts.put(call.body, {
      media_type: call.content_type === "" ? "application/octet-stream" : call.content_type,
      role: "model_response",
    });
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
    const cost = callCost(usage, price);
    const spent = typeof cost === "bigint" && cost <= reservation.worst ? cost : reservation.worst;
    settled += spent;
    if (typeof cost === "bigint" && cost > reservation.worst)
      overdraft ??= `${operation_id} cost ${formatPico(cost, inputs.currency)}, more than the ${formatPico(reservation.worst, inputs.currency)} it could cost by its request`;
    const error =
      outcome.error === null
        ? null
        : `${outcome.error.code ?? outcome.error.type ?? "error"} (status ${call.status})`;
    last =
      error === null && call.status < 400
        ? { state: "answered" }
        : { state: "failed", message: error ?? `status ${call.status}` };
    if (outcome.model !== null && error === null && !accepted.has(outcome.model))
      breach = {
        reason: "served_model_mismatch",
        message: `model ${outcome.model} answered; the contract accepts ${[...accepted].join(", ")}`,
      };
    const events: RuntimeEvent[] = [
      {
        type: "model.settled",
        operation_id,
        status: call.status,
        response,
        served_model: outcome.model,
        usage,
        cost_pico: typeof cost === "bigint" ? cost.toString() : cost,
        end: outcome.end,
        error,
        calls: outcome.calls
          .filter((one) => one.by === "client")
          .map((one) => ({
            id: one.id,
            name: one.name ?? "",
            arguments_sha256: digestDocument("tool-arguments", one.args ?? one.raw ?? null),
            ok: one.ok && outcome.runnable,
          })),
        duration_ms: Math.round(call.duration_ms),
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
    settlementFault: () => overdraft,
  };
}

function digestPart(value: unknown): string {
  return digestDocument("wire-part", value);
}

/** What would make the worst case no bound: more answers than one, history or content the request does not carry. */
function findUnbounded({ request }: ModelCall): string | null {
  if (request.n > 1) return `the agent asked for ${request.n} answers at once; one is allowed`;
  if (request.history === "remote")
    return "the agent left part of its conversation with the provider; the controlled track needs it whole";
  const part = request.messages.flatMap((message) => message.other_parts)[0];
  return part === undefined ? null : `the agent sent content other than text (${part})`;
}
