/** Sends simulated vectors as a provider would, in one piece and only after the settlement. */

import type { ServerResponse } from "node:http";

import type { ModelCall } from "../../core/ports.ts";
import { encodeEmbeddings, type EmbeddingsReply } from "../../core/wire/encode-embeddings.ts";
import { type Performed, performWhole } from "./performed.ts";

export function performEmbeddings(
  reply: EmbeddingsReply,
  call: ModelCall,
  response: ServerResponse,
): Performed {
  const headers = { "content-type": "application/json" };
  const body = Buffer.from(encodeEmbeddings(reply));
  return performWhole(call, response, { status: 200, headers, body });
}
