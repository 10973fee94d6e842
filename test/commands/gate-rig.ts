/** A model gate on a real ledger and artifact store, and the calls and answers it is given. */
import { createModelGate, type ModelGate } from "../../src/commands/model-gate.ts";
import { modelContract } from "../../src/contracts/model.ts";
import { priceEntry, type PriceEntry } from "../../src/contracts/pricing.ts";
import { worstCaseCall } from "../../src/core/budget/cost.ts";
import type { ModelCall, SettledCall } from "../../src/core/ports.ts";
import type { CanonicalOutcome } from "../../src/core/wire/outcome.ts";
import { decodeRequest } from "../../src/core/wire/request.ts";
import { aCase } from "../builders/cases.ts";
import { aCatalogueOfPrices } from "../builders/runs.ts";
import { startJob, type Rig } from "./rig.ts";

export const price: PriceEntry = priceEntry.parse(aCatalogueOfPrices().entries[0]);

export function aCall(
  overrides: Record<string, unknown> = {},
  wire: ModelCall["wire"] = "chat_completions",
) {
  const json = {
    model: "sim-1",
    messages: [{ role: "user", content: "Hi" }],
    max_tokens: 100,
    ...overrides,
  };
  const request = decodeRequest(wire, json);
  if (request.kind === "rejection") throw new Error(request.message);
  const body = new TextEncoder().encode(JSON.stringify(json));
  return { wire, path: "/chat/completions", body, json, request, user_agent: "test" };
}

export const worst = (call: ModelCall): bigint =>
  worstCaseCall({ input_tokens: call.body.length, max_output_tokens: 100 }, price);

export function anAnswer(
  outcome: Partial<CanonicalOutcome> = {},
  more: Partial<SettledCall> = {},
): SettledCall {
  return {
    status: 200,
    body: new TextEncoder().encode("{}"),
    content_type: "application/json",
    duration_ms: 12.4,
    outcome: {
      text: "Hi",
      reasoning: "",
      refusal: null,
      calls: [],
      usage: { in: 10, cached: 0, cache_write: null, out: 5, reasoning: 0, complete: true },
      model: "sim-1",
      models: ["sim-1"],
      response_id: null,
      response_ids: [],
      end: "stop",
      raw_end: "stop",
      error: null,
      runnable: false,
      choices: 1,
      ...outcome,
    },
    ...more,
  };
}

export async function openGate(
  limits: {
    model_calls?: number;
    cap?: bigint;
    model?: Record<string, unknown>;
    /** A program of the user's own: no request has a contract. */
    own?: boolean;
  } = {},
) {
  const cap_pico = limits.cap ?? 10n ** 12n;
  const model_calls = limits.model_calls ?? 6;
  const rig = await startJob({
    limits: { model_calls, tool_calls: 6, cost_pico: cap_pico.toString(), wall_ms: 60_000 },
  });
  const gate = createModelGate({
    begun: { ordinal: 0, spent_pico: 0n },
    recorder: rig.recorder,
    artifacts: rig.artifacts,
    case: aCase({ limits: { model_calls } }),
    contract: limits.own === true ? null : { system: "Answer.", tools: [] },
    models: [
      {
        contract: modelContract.parse({
          id: "sim",
          provider: "simulated",
          model: "sim-1",
          ...limits.model,
        }),
        price,
      },
    ],
    currency: "USD",
    cap_pico,
    upstream: () => ({ kind: "live", base_url: "https://x.example", api_key: "" }),
  });
  return { rig, gate };
}

export async function admitted(gate: ModelGate, call: ModelCall): Promise<string> {
  const admission = await gate.admit(call);
  if (!admission.admitted) throw new Error(admission.message);
  return admission.operation_id;
}

export const typesOf = (rig: Rig): string[] => rig.bodies().map((body) => body.type);
