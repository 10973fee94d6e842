/** Requests as an agent sends them, decoded by the real decoder from Chat Completions bodies. */
import type { CaseRequests } from "../../src/core/wire-difference/diff-revisions.ts";
import type { RunRequests } from "../../src/core/wire-difference/frames.ts";
import type { CanonicalRequest } from "../../src/core/wire/request.ts";
import { decodeRequest } from "../../src/core/wire/request.ts";

export const SYSTEM = [
  "You are the refund desk.",
  "Look the order up first.",
  "Ask for an approval before any refund over 100 dollars.",
].join("\n");

export function aTool(name: string, properties: Record<string, unknown> = {}, more = {}) {
  return {
    type: "function",
    function: {
      name,
      description: `What ${name} does.`,
      parameters: { type: "object", properties, required: Object.keys(properties) },
      ...more,
    },
  };
}

export const TOOLS = [
  aTool("lookup_order", { order: { type: "integer" } }),
  aTool("refund", { order: { type: "integer" }, amount: { type: "number" } }),
];

/** `more` replaces members of the body. */
export function aBody(more: Record<string, unknown> = {}): Record<string, unknown> {
  const { system = SYSTEM, user = "I want 180 dollars back for order 7731.", ...rest } = more;
  return {
    model: "gpt-5.6-mini",
    temperature: 0,
    tools: TOOLS,
    messages: [
      ...(system === "" ? [] : [{ role: "system", content: system }]),
      { role: "user", content: user },
    ],
    ...rest,
  };
}

export function aRequest(more: Record<string, unknown> = {}): CanonicalRequest {
  const request = decodeRequest("chat_completions", aBody(more));
  if (request.kind === "rejection") throw new Error(JSON.stringify(request));
  return request;
}

export function aRun(
  run_id: string,
  requests: readonly CanonicalRequest[],
  embedding_models: readonly string[] = [],
): RunRequests {
  return { run_id, requests, embedding_models };
}

/** Two runs a side of two calls each; each side's calls differ from the usual ones by `base` and `head`. */
export function aCaseOf(
  case_id: string,
  base: Record<string, unknown>,
  head: Record<string, unknown>,
): CaseRequests {
  const side = (name: string, more: Record<string, unknown>) =>
    [1, 2].map((turn) =>
      aRun(`${name}.${case_id}.${String(turn)}`, [aRequest(more), aRequest(more)]),
    );
  return { case_id, base: side("base", base), head: side("head", head) };
}
