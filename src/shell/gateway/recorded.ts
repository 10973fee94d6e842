/** Gives a recorded answer again: the provider's bytes, less the usage chunk that this client did not ask for. */

import type { ServerResponse } from "node:http";

import type { ModelCall } from "../../core/ports.ts";
import type { RecordedTarget } from "../../core/replay-ports.ts";
import { splitSse } from "../../core/wire/sse.ts";
import { withoutUsageChunk } from "../../core/wire/usage-edit.ts";
import { type Performed, performWhole } from "./performed.ts";

export function performRecorded(
  target: RecordedTarget,
  call: ModelCall,
  response: ServerResponse,
): Performed {
  const { status, content_type } = target;
  const headers = { "content-type": content_type };
  return performWhole(call, response, { status, headers, body: asAsked(target, call) });
}

/** The gateway asks every live stream for its usage, so the record has the chunk whether or not the client did. */
function asAsked({ body }: RecordedTarget, { wire, request }: ModelCall): Uint8Array {
  if (!request.stream || request.include_usage) return body;
  const splitter = splitSse(wire);
  const frames = [...splitter.push(body), ...splitter.finish()];
  return Buffer.concat(withoutUsageChunk(wire, frames, true).map((frame) => frame.bytes));
}
