/** Plays a simulated reply to the client as bytes that a provider could have sent. */

import type { ServerResponse } from "node:http";

import type { Clock, ModelCall, UpstreamTarget } from "../../core/ports.ts";
import { encodeResponse, encodeStream } from "../../core/wire/encode.ts";
import { decodeResponse } from "../../core/wire/response.ts";
import { writeChunk } from "./answers.ts";
import { performError, type Performed, performWhole } from "./performed.ts";

type SimulatedTarget = Extract<UpstreamTarget, { kind: "simulated" }>;

/** Streams pass all events but the last; a whole body waits for the settlement. */
export async function performSimulated(
  target: SimulatedTarget,
  call: ModelCall,
  response: ServerResponse,
  clock: Clock,
): Promise<Performed> {
  const { reply, delay_ms, response_id, created } = target.reply();
  const ids = { response_id, created, item_ids: [] };
  await clock.sleep(delay_ms);
  const { wire } = call;
  if (wire === "embeddings") {
    const message = "a conversation can't be the answer to an embeddings request";
    return performError(call, response, { status: 500, code: "gateway_fault", message });
  }
  if (!call.request.stream) {
    const { content_type, body } = encodeResponse(wire, reply, call.request, ids);
    const headers = { "content-type": content_type };
    return performWhole(call, response, { status: 200, headers, body: Buffer.from(body) });
  }
  const events = encodeStream(wire, reply, call.request, ids);
  const body = Buffer.from(events.join(""));
  const content_type = "text/event-stream; charset=utf-8";
  const outcome = decodeResponse(wire, { status: 200, content_type, body });
  if (!response.destroyed) response.writeHead(200, { "content-type": content_type });
  await writeChunk(response, Buffer.from(events.slice(0, -1).join("")));
  return {
    settled: { status: 200, body, content_type, outcome },
    deliver: () => void response.end(events.at(-1)),
  };
}
