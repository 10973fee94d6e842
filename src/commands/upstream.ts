/** Where an admitted model call goes: the case's simulation, or the provider the model contract names. */
import type { ModelContract } from "../contracts/model.ts";
import { digestBytes } from "../core/digest/digest.ts";
import type { ModelCall, Shell, UpstreamTarget } from "../core/ports.ts";
import { simulateEmbeddings } from "../core/simulation/embeddings.ts";
import { simulateReply } from "../core/simulation/simulate.ts";
import { isAzure } from "../core/wire/azure.ts";
import { decideBaseUrl } from "../core/wire/base-url.ts";
import type { Cell, MatrixRun } from "./cell.ts";

/** The simulated model is seeded per (case, repetition), never per candidate, so that all meet the same one. */
export function chooseUpstream(
  run: MatrixRun,
  cell: Cell,
  call: ModelCall,
  ordinal: number,
  model: ModelContract,
): UpstreamTarget {
  if (model.upstream === "live") return liveTarget(run.shell, model);
  if (call.wire === "embeddings") return simulatedVectors(run, call);
  const { simulation } = cell.case;
  if (simulation === undefined)
    return {
      kind: "simulated_error",
      status: 400,
      code: "no_simulation",
      message: `case ${cell.case.id} has no simulation; give it one or use a live model`,
    };
  const simulated = simulateReply({
    simulation,
    case_id: cell.case.id,
    request: call.request,
    model: model.model,
    seed: digestBytes(`agent-lab/simulation/v1\n${cell.case.id}\n${cell.block.repetition}`).slice(
      "sha256:".length,
    ),
    ordinal,
    count_tokens: run.shell.countTokens,
  });
  if ("error" in simulated) return { kind: "simulated_error", ...simulated.error };
  const id = digestBytes(`agent-lab/response/v1\n${cell.run_id}\n${ordinal}`).slice(7, 31);
  const created = Math.floor(Date.parse(run.shell.clock.now()) / 1_000);
  return {
    kind: "simulated",
    reply: () => ({
      reply: simulated.reply,
      delay_ms: simulated.delay_ms,
      response_id: id,
      created,
    }),
  };
}

/** Vectors need no script: they depend on the text alone. */
function simulatedVectors(run: MatrixRun, call: ModelCall): UpstreamTarget {
  const simulated = simulateEmbeddings({
    request: call.request,
    model: call.request.model,
    count_tokens: run.shell.countTokens,
  });
  return "error" in simulated
    ? { kind: "simulated_error", ...simulated.error }
    : { kind: "simulated_embeddings", reply: simulated.reply };
}

const publicAddresses: Readonly<Record<string, string>> = { openai: "https://api.openai.com/v1" };

/** The variable the contract names, else the provider's own public address; undefined where neither is known. */
function baseUrlOf(shell: Shell, model: ModelContract): string | undefined {
  const named =
    model.base_url_env === undefined ? undefined : shell.environment(model.base_url_env);
  return named === undefined || named === "" ? publicAddresses[model.provider] : named;
}

/** The provider, or why nothing may be sent to it; the message names the variable, never its value's secrets. */
export function liveTarget(shell: Shell, model: ModelContract): UpstreamTarget {
  const base_url = baseUrlOf(shell, model);
  const api_key =
    model.api_key_env === undefined ? undefined : shell.environment(model.api_key_env);
  if (base_url === undefined || base_url === "")
    return {
      kind: "simulated_error",
      status: 400,
      code: "no_base_url",
      message: `model ${model.id} is live; set ${model.base_url_env ?? "base_url_env in its contract"}`,
    };
  const decision = decideBaseUrl(base_url, allowsPrivate(shell));
  if (!decision.ok)
    return {
      kind: "simulated_error",
      status: 400,
      code: decision.code,
      message: `${model.base_url_env ?? "the base URL"} of model ${model.id} can't be used: ${decision.message}`,
    };
  // A server on this machine may want no key; a provider always does.
  if (model.api_key_env !== undefined && !api_key && decision.place !== "loopback")
    return {
      kind: "simulated_error",
      status: 400,
      code: "no_api_key",
      message: `model ${model.id} is live, and ${model.api_key_env} is not set`,
    };
  return {
    kind: "live",
    base_url,
    api_key: api_key ?? "",
    azure: isAzure(model.provider, base_url),
  };
}

/** Variables of keys that live models need and that are not set; a server on this machine needs none. */
export function findMissingKeys(shell: Shell, models: readonly ModelContract[]): string[] {
  const names = models.flatMap((model) => {
    const { upstream, api_key_env: name } = model;
    if (upstream !== "live" || name === undefined || shell.environment(name)) return [];
    return upstreamKind(shell, model) === "test" ? [] : [name];
  });
  return [...new Set(names)];
}

/** `test`: a live upstream on this very machine. It is real traffic, but says nothing about a real model. */
export function upstreamKind(shell: Shell, model: ModelContract): "simulated" | "live" | "test" {
  if (model.upstream !== "live") return "simulated";
  const decision = decideBaseUrl(baseUrlOf(shell, model) ?? "", allowsPrivate(shell));
  return decision.ok && decision.place === "loopback" ? "test" : "live";
}

function allowsPrivate(shell: Shell): boolean {
  return shell.environment("AGENT_LAB_ALLOW_PRIVATE") === "1";
}
