/** What the gateway saw of one run of an agent: each model with its wires, tools, system text and streaming. */
import type { Wire } from "../../contracts/model.ts";
import { formatNumber, plural } from "../report/format.ts";
import type { CanonicalRequest } from "../wire/request.ts";

export interface SeenModel {
  readonly model: string;
  readonly wires: readonly Wire[];
  readonly calls: number;
  /** Calls that asked for a stream. */
  readonly streamed: number;
  /** Names of all tools that any call offered, in the order they were first seen. */
  readonly tools: readonly string[];
  /** Bytes of the longest system text. */
  readonly system_bytes: number;
  /** Texts to make vectors of; null where the model was never asked for vectors. */
  readonly texts: number | null;
}

/** Requests to rows, one a model, in the order of their first call. */
export function foldRequests(requests: readonly CanonicalRequest[]): SeenModel[] {
  return [...new Set(requests.map((one) => one.model))].map((model) => {
    const mine = requests.filter((one) => one.model === model);
    const vectors = mine.flatMap((one) => (one.inputs === undefined ? [] : [one.inputs.length]));
    return {
      model,
      wires: [...new Set(mine.map((one) => one.wire))],
      calls: mine.length,
      streamed: mine.filter((one) => one.stream).length,
      tools: [...new Set(mine.flatMap((one) => one.tools.map((tool) => tool.name)))],
      system_bytes: Math.max(...mine.map((one) => new TextEncoder().encode(one.system).length)),
      texts: vectors.length === 0 ? null : vectors.reduce((sum, count) => sum + count, 0),
    };
  });
}

/** `1 call, gpt-4.1-mini, 7 tools, 41 KB system text, streaming (chat completions)`. */
export function describeModel(seen: SeenModel): string {
  const wires = seen.wires.map((wire) => wire.replaceAll("_", " ")).join(", ");
  const head = `${plural(seen.calls, "call")}, ${seen.model}`;
  if (seen.texts !== null && seen.wires.length === 1)
    return `${head}, ${plural(seen.texts, "text")} (${wires})`;
  const tools = seen.tools.length === 0 ? "no tools" : plural(seen.tools.length, "tool");
  const system =
    seen.system_bytes === 0 ? "no system text" : `${formatBytes(seen.system_bytes)} system text`;
  return `${head}, ${tools}, ${system}, ${streaming(seen)} (${wires})`;
}

function streaming({ calls, streamed }: SeenModel): string {
  if (streamed === 0) return "not streaming";
  return streamed === calls ? "streaming" : `streaming in ${formatNumber(streamed)}`;
}

/** 1 KB = 1,024 bytes. */
function formatBytes(bytes: number): string {
  if (bytes < 1_024) return plural(bytes, "byte");
  const size = bytes / 1_024;
  return `${formatNumber(size, size < 10 ? 1 : 0)} KB`;
}
