/** runResult(events): the first of the four folds. The same events give the same RunResult, byte for byte. */
import type { RuntimeEvent, StoredEvent } from "../../contracts/event.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { ModelCallRecord, RunResult, ToolCallRecord } from "../../contracts/run-result.ts";
import { digestBytes } from "../digest/digest.ts";
import { auditStream } from "../lifecycle/audit.ts";
import { abandonedHistory, effectiveHistory } from "./effective-history.ts";
import { observeGates } from "./gates.ts";
import { foldModelCalls } from "./model-calls.ts";
import { foldRunCalls, foldToolCalls } from "./tool-calls.ts";

type Body<T extends RuntimeEvent["type"]> = Extract<RuntimeEvent, { type: T }>;

/** The last event of a type, or undefined. */
function last<T extends RuntimeEvent["type"]>(
  bodies: readonly RuntimeEvent[],
  type: T,
): Body<T> | undefined {
  return bodies.findLast((body): body is Body<T> => body.type === type);
}

const absent = (reason: string): Missing => ({ missing: reason });

/**
 * Folds a finished job's events into its RunResult.
 * Throws when the stream does not begin with job.created or has no attempt.ended: such a stream has no result yet.
 */
export function runResult(events: readonly StoredEvent[]): RunResult {
  const bodies = events.map((event) => event.body);
  const first = events[0];
  const created = first?.body;
  const ended = last(bodies, "attempt.ended");
  const final = events.at(-1);
  if (
    first === undefined ||
    final === undefined ||
    created?.type !== "job.created" ||
    ended === undefined
  )
    throw new Error(
      `job ${first?.job_id ?? "?"} has no result yet: its stream does not reach attempt.ended`,
    );
  const attempt = last(bodies, "attempt.started");
  const output = last(bodies, "output.received");
  const finished = last(bodies, "run.finished");
  const started = events.findLast((event) => event.body.type === "run.started");
  const effective = effectiveHistory(bodies);
  const modelCalls = foldModelCalls(effective);
  const toolCalls = foldRunCalls(bodies);
  const allModelCalls = effective === bodies ? modelCalls : foldModelCalls(bodies);
  const found = auditStream(events);
  const audit = {
    gap_free: found.gap_free && found.chain_valid,
    outstanding_reservations: found.outstanding_reservations,
    terminal_artifact_verified:
      finished?.terminal_artifact_verified ?? absent("the run was not finished"),
    checkpoint_verified: finished?.checkpoint_verified ?? absent("the run was not finished"),
  };
  const score = last(bodies, "run.scored");
  return {
    schema_version: 1,
    run_id: first.job_id,
    matrix_id: created.matrix_id,
    plan_sha256: created.plan_sha256,
    candidate: created.candidate,
    framework: attempt?.framework ?? {
      name: created.candidate,
      version: absent("the run never started"),
    },
    track: created.track,
    case_id: created.case_id,
    case_version: created.case_version,
    case_sha256: created.case_sha256,
    repetition: created.repetition,
    block: created.block,
    position: created.position,
    attempt: attempt?.attempt ?? 0,
    status: ended.status,
    reason: ended.reason,
    message: ended.message,
    final_output: finalOutput(output, ended.message),
    final_output_artifact: output?.artifact ?? null,
    tool_calls: toolCalls,
    model_calls: modelCalls,
    ...abandoned(bodies, effective),
    refused_model_calls: bodies.filter((body) => body.type === "model.refused").length,
    ...refusedRequest(bodies),
    usage: {
      wire: totalUsage(modelCalls, toolCalls),
      sdk_reported: output?.sdk_usage ?? absent("no result frame"),
    },
    duration_ms: ended.duration_ms,
    started_at: started?.at ?? absent("the run never started"),
    trace_id: digestBytes(`agent-lab/trace/v1\n${first.job_id}`).slice(7, 39),
    world: ended.world,
    findings: bodies.flatMap((body) =>
      body.type === "finding.noted"
        ? [{ code: body.code, message: body.message, fix: body.fix }]
        : [],
    ),
    gates: observeGates({
      bodies,
      effective,
      status: ended.status,
      reason: ended.reason,
      model_calls: modelCalls,
      tool_calls: toolCalls,
      audit,
    }),
    audit,
    metadata: {
      model_provider: created.model_provider,
      model: created.model,
      served_models: [
        ...new Set(
          allModelCalls.flatMap((call) => (call.served_model === null ? [] : [call.served_model])),
        ),
      ].toSorted(),
      upstream: created.upstream,
      packages: attempt?.packages ?? [],
      lockfile_sha256: attempt?.lockfile_sha256 ?? absent("the run never started"),
      runtime: attempt?.runtime ?? absent("the run never started"),
      pricing_catalog: created.pricing_catalog,
      pricing_catalog_sha256: created.pricing_catalog_sha256,
      currency: created.currency,
      catalog_cost_pico: totalCost(allModelCalls),
      isolation: attempt?.isolation ?? absent("the run never started"),
      concurrency: created.concurrency,
    },
    events: { count: events.length, head: final.hash },
    score: score?.score ?? absent("the run was not scored"),
  };
}

/** What was paid for and led nowhere is kept apart: the finished run does not rest on it, and it is not hidden either. */
function abandoned(
  bodies: readonly RuntimeEvent[],
  effective: readonly RuntimeEvent[],
): Pick<RunResult, "abandoned"> {
  if (effective === bodies) return {};
  const rest = abandonedHistory(bodies);
  const tool_calls = foldToolCalls(rest);
  const model_calls = rest.filter((body) => body.type === "model.requested").length;
  return { abandoned: { model_calls, tool_calls } };
}

function refusedRequest(bodies: readonly RuntimeEvent[]): Pick<RunResult, "refused_request"> {
  for (const body of bodies) {
    if (body.type !== "model.refused" || body.request === undefined) continue;
    const { ordinal, wire, request } = body;
    const refused_request = {
      ordinal,
      wire,
      request_sha256: request.sha256,
      request_size: request.size,
    };
    return { refused_request };
  }
  return {};
}

/** An empty answer is no answer: it is stated as missing, never kept as "". */
function finalOutput(
  output: Body<"output.received"> | undefined,
  message: string,
): string | Missing {
  if (output !== undefined && output.text !== "") return output.text;
  if (message !== "") return absent(message.slice(0, 300).toWellFormed());
  return absent(
    output === undefined ? "the run gave no output" : "the agent answered with nothing",
  );
}

function totalUsage(
  modelCalls: readonly ModelCallRecord[],
  toolCalls: readonly ToolCallRecord[],
): RunResult["usage"]["wire"] {
  const sum = (
    pick: (usage: NonNullable<ModelCallRecord["usage"]>) => number | null,
    what: string,
  ): number | Missing => {
    let total = 0;
    for (const call of modelCalls) {
      const value = call.usage === null ? null : pick(call.usage);
      if (value === null) return absent(`call ${call.ordinal} reported no ${what}`);
      total += value;
    }
    return total;
  };
  return {
    model_calls: modelCalls.length,
    tool_calls: toolCalls.length,
    hidden_retries: modelCalls.filter((call) => call.hidden_retry).length,
    tokens_in: sum((usage) => usage.in, "input tokens"),
    tokens_out: sum((usage) => usage.out, "output tokens"),
    tokens_cached: sum((usage) => usage.cached, "cached tokens"),
    tokens_reasoning: sum((usage) => usage.reasoning, "reasoning tokens"),
  };
}

function totalCost(modelCalls: readonly ModelCallRecord[]): string | Missing {
  let total = 0n;
  for (const call of modelCalls) {
    if (typeof call.cost_pico !== "string")
      return absent(`call ${call.ordinal}: ${call.cost_pico.missing}`.slice(0, 300));
    total += BigInt(call.cost_pico);
  }
  return total.toString();
}
