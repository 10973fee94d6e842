/** Folds a job's model events into one record a call; a repeated identical request is a hidden retry. */
import type { RuntimeEvent } from "../../contracts/event.ts";
import type { ModelCallRecord } from "../../contracts/run-result.ts";

type Requested = Extract<RuntimeEvent, { type: "model.requested" }>;
type Settled = Extract<RuntimeEvent, { type: "model.settled" }>;

/** In order of request. A request that never settled keeps stated absences and end "unsettled". */
export function foldModelCalls(bodies: readonly RuntimeEvent[]): ModelCallRecord[] {
  const settled = new Map<string, Settled>();
  for (const body of bodies)
    if (body.type === "model.settled") settled.set(body.operation_id, body);
  const seen = new Map<string, boolean>();
  const records: ModelCallRecord[] = [];
  for (const body of bodies) {
    if (body.type !== "model.requested") continue;
    const answer = settled.get(body.operation_id);
    const repeated = seen.get(body.request_key_sha256) === false;
    seen.set(body.request_key_sha256, answer !== undefined && answer.error === null);
    records.push(recordCall(body, answer, repeated));
  }
  return records;
}

/** Only a repeat after a failure is a retry: an agent may rightly ask the same twice. */
function recordCall(
  request: Requested,
  answer: Settled | undefined,
  repeated: boolean,
): ModelCallRecord {
  const redacted = (request.redacted ?? 0) + (answer?.redacted ?? 0);
  const absent = { missing: "the call was never settled" };
  return {
    ordinal: request.ordinal,
    wire: request.wire,
    model: request.model,
    served_model: answer?.served_model ?? null,
    status: answer?.status ?? 0,
    end: answer?.end ?? "unsettled",
    error: answer === undefined ? "the call was never settled" : answer.error,
    usage: answer?.usage ?? null,
    cost_pico: answer?.cost_pico ?? absent,
    calls: answer?.calls ?? [],
    duration_ms: answer?.duration_ms ?? absent,
    hidden_retry: repeated,
    request_sha256: request.request.sha256,
    request_size: request.request.size,
    response_sha256: answer?.response.sha256 ?? absent,
    ...(redacted === 0 ? {} : { redacted }),
    shape: request.shape,
    differences: request.differences,
  };
}
