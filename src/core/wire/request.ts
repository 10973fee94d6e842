/** Decodes a request of any wire into one canonical request, or says which field cannot be read. */

import type { Wire } from "../../contracts/model.ts";
import type { Json } from "../../contracts/primitives.ts";
import { readChatMessages } from "./chat-request.ts";
import { type EmbeddingInput, readEmbeddings } from "./embeddings-request.ts";
import { isRecord, type JsonRecord, wordOf } from "./json.ts";
import type { CanonicalMessage, RemoteReference } from "./messages.ts";
import { reject, type WireRejection } from "./rejection.ts";
import { readResponsesInput } from "./responses-request.ts";
import { readSampling, type Sampling } from "./sampling.ts";
import { type CanonicalTool, readTools } from "./tools.ts";

export interface CanonicalRequest {
  readonly kind: "request";
  readonly wire: Wire;
  readonly model: string;
  /** All system, developer and instructions text, in order, joined with a blank line. */
  readonly system: string;
  /** The part of `system` that stood among Responses input items; absent where there was none. */
  readonly kept_system?: string;
  readonly messages: readonly CanonicalMessage[];
  readonly tools: readonly CanonicalTool[];
  readonly sampling: Sampling;
  readonly stream: boolean;
  /** True when the client will be shown usage: asked for in a Chat stream, always otherwise. */
  readonly include_usage: boolean;
  readonly n: number;
  /** "remote": part of the history lies with the provider; `remote` says under which ids. */
  readonly history: "complete" | "remote";
  readonly remote: readonly RemoteReference[];
  /** JSON pointers of input items that carry no message text (reasoning, provider-run calls). */
  readonly opaque_items: readonly string[];
  /** Ids of such items that say nothing here and that the provider reads from its own store; absent where there are none. */
  readonly stored_items?: readonly string[];
  /** What an embeddings request wants vectors of, in order; absent on every wire that carries messages. */
  readonly inputs?: readonly EmbeddingInput[];
}

/** What a simulated upstream wants to say; the encoders turn it into bytes of one wire. */
export interface CanonicalReply {
  readonly model: string;
  readonly text: string;
  readonly calls: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: { readonly [key: string]: Json };
  }[];
  /** tokens; `in` includes cached, `out` includes reasoning */
  readonly usage: {
    readonly in: number;
    readonly cached: number;
    readonly out: number;
    readonly reasoning: number;
  };
  readonly end: "stop" | "tool_calls" | "length";
}

function readAlternatives(body: JsonRecord): number | WireRejection {
  const n = body["n"] ?? 1;
  if (typeof n === "number" && Number.isSafeInteger(n) && n >= 1) return n;
  return reject("bad_field", "/n", "expected a whole number of at least 1");
}

function decodeEmbeddings(model: string, body: JsonRecord): CanonicalRequest | WireRejection {
  const read = readEmbeddings(body);
  if (read.kind === "rejection") return read;
  return {
    kind: "request",
    wire: "embeddings",
    model,
    system: "",
    messages: [],
    tools: [],
    sampling: read.sampling,
    stream: false,
    include_usage: true,
    n: 1,
    history: "complete",
    remote: [],
    opaque_items: [],
    inputs: read.inputs,
  };
}

function storedItems(ids: readonly string[]): { readonly stored_items?: readonly string[] } {
  return ids.length === 0 ? {} : { stored_items: ids };
}

function keptSystem(parts: readonly string[]): { readonly kept_system?: string } {
  const kept_system = parts.filter((part) => part !== "").join("\n\n");
  return kept_system === "" ? {} : { kept_system };
}

/**
 * Decodes a parsed request body. `deployment`: the name an Azure path carries; it decides which model answers, whatever
 * the body says, and the body may then name none. Unknown fields are ignored (the original bytes are kept by the caller); a known field
 * of a type no provider accepts is a rejection with its JSON pointer.
 */
export function decodeRequest(
  wire: Wire,
  body: unknown,
  deployment: string | null = null,
): CanonicalRequest | WireRejection {
  if (!isRecord(body)) return reject("not_an_object", "", "expected a JSON object");
  const model = deployment ?? wordOf(body["model"]);
  if (model === null) return reject("no_model", "/model", "expected the name of a model");
  if (wire === "embeddings") return decodeEmbeddings(model, body);
  const chat = wire === "chat_completions";
  const conversation = chat ? readChatMessages(body) : readResponsesInput(body);
  if (conversation.kind === "rejection") return conversation;
  const toolbox = readTools(body);
  if (toolbox.kind === "rejection") return toolbox;
  const settings = readSampling(wire, body);
  if (settings.kind === "rejection") return settings;
  const n = chat ? readAlternatives(body) : 1;
  if (typeof n !== "number") return n;
  const stream = body["stream"] === true;
  const options = isRecord(body["stream_options"]) ? body["stream_options"] : {};
  return {
    kind: "request",
    wire,
    model,
    system: conversation.system.filter((part) => part !== "").join("\n\n"),
    ...keptSystem(conversation.kept_system ?? []),
    messages: conversation.messages,
    tools: toolbox.tools,
    sampling: settings.sampling,
    stream,
    include_usage: !chat || !stream || options["include_usage"] === true,
    n,
    history: conversation.remote.length > 0 ? "remote" : "complete",
    remote: conversation.remote,
    opaque_items: conversation.opaque_items,
    ...storedItems(conversation.stored_items ?? []),
  };
}
