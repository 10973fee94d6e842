import type { ModelContract } from "../contracts/model.ts";
/** Where an admitted model call goes: the case's simulation, or the provider the model contract names. */
import { digestBytes } from "../core/digest/digest.ts";
import type { ModelCall, Shell, UpstreamTarget } from "../core/ports.ts";
import { simulateReply } from "../core/simulation/simulate.ts";
import type { Cell, MatrixRun } from "./cell.ts";

/** The simulated model is seeded per (case, repetition), never per candidate, so that all meet the same one. */
export function chooseUpstream(
  run: MatrixRun,
  cell: Cell,
  call: ModelCall,
  ordinal: number,
): UpstreamTarget {
  if (run.model.upstream === "live") return liveTarget(run.shell, run.model);
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
    model: run.model.model,
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

export function liveTarget(shell: Shell, model: ModelContract): UpstreamTarget {
  const base_url =
    model.base_url_env === undefined ? undefined : shell.environment(model.base_url_env);
  const api_key =
    model.api_key_env === undefined ? undefined : shell.environment(model.api_key_env);
  if (base_url === undefined || base_url === "")
    return {
      kind: "simulated_error",
      status: 400,
      code: "no_base_url",
      message: `model ${model.id} is live; set ${model.base_url_env ?? "base_url_env in its contract"}`,
    };
  return { kind: "live", base_url, api_key: api_key ?? "" };
}

/** `test`: a live upstream on this very machine. It is real traffic, but says nothing about a real model. */
export function upstreamKind(shell: Shell, model: ModelContract): "simulated" | "live" | "test" {
  if (model.upstream !== "live") return "simulated";
  const base_url =
    model.base_url_env === undefined ? "" : (shell.environment(model.base_url_env) ?? "");
  return /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])([:/]|$)/.test(base_url) ? "test" : "live";
}
