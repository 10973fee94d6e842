/**
 * Which requests the gateway serves: paths under /v1 (also without it, and doubled, as SDKs join base URLs), the same
 * under Azure's /openai, the desk of a program's tools, one host, and the run's token in either of two headers.
 */

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

import type { Wire } from "../../contracts/model.ts";
import type { AzurePath } from "../../core/wire/azure.ts";
import type { TurnedAway } from "../../core/witness-ports.ts";

export type Route =
  | {
      readonly kind: "call";
      readonly wire: Wire;
      /** The operation with the client's query, without anything of Azure's. */
      readonly upstream_path: string;
      readonly azure: AzurePath | null;
    }
  | { readonly kind: "models" }
  | { readonly kind: "tool"; readonly action: "intent" | "settlement" }
  | { readonly kind: "wrong_method"; readonly allow: string }
  | { readonly kind: "unknown" };

export const SERVED =
  "POST /v1/chat/completions, POST /v1/responses, POST /v1/embeddings, GET /v1/models, and Azure's paths under /openai";

const WIRES: ReadonlyMap<string, Wire> = new Map([
  ["/chat/completions", "chat_completions"],
  ["/responses", "responses"],
  ["/embeddings", "embeddings"],
]);

/** Where a program's tools speak; no provider's path begins like it. */
export const TOOLS_PATH = "/agent-lab/tools";
const TOOLS: ReadonlyMap<string, "intent" | "settlement"> = new Map([
  [`${TOOLS_PATH}/intent`, "intent"],
  [`${TOOLS_PATH}/settlement`, "settlement"],
]);

const PLAIN = /^(?:\/v1){0,2}(\/[a-z/]+)$/;
const AZURE = /^(?:\/v1)?(\/openai(?:\/v1|\/deployments\/([^/]+))?(\/[a-z/]+))$/;

/** A percent-encoded name; null when it is not one. */
function decodeName(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Azure's api-version means nothing to anyone else. */
function withoutVersion(search: string): string {
  const kept = search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !/^api-version=/i.test(part));
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}

/** `target` is the request target as it came; the query goes upstream with the path. */
export function matchRoute(method: string, target: string): Route {
  const query = target.indexOf("?");
  const path = query === -1 ? target : target.slice(0, query);
  const search = query === -1 ? "" : target.slice(query);
  const action = TOOLS.get(path);
  if (action !== undefined)
    return method === "POST" ? { kind: "tool", action } : { kind: "wrong_method", allow: "POST" };
  const azure = AZURE.exec(path);
  const served = azure?.[3] ?? PLAIN.exec(path)?.[1] ?? "";
  const wire = WIRES.get(served);
  const deployment = azure?.[2] === undefined ? null : decodeName(azure[2]);
  if (azure?.[2] !== undefined && deployment === null) return { kind: "unknown" };
  if (wire === undefined && (served !== "/models" || deployment !== null))
    return { kind: "unknown" };
  const allow = wire === undefined ? "GET" : "POST";
  if (method !== allow) return { kind: "wrong_method", allow };
  if (wire === undefined) return { kind: "models" };
  if (azure === null) return { kind: "call", wire, upstream_path: served + search, azure: null };
  return {
    kind: "call",
    wire,
    upstream_path: served + withoutVersion(search),
    azure: { path: azure[1] ?? "", search, deployment },
  };
}

/** A Host header other than our own address is a page or a name that was pointed at us (DNS rebinding). */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`;
}

/** The run's token: `Authorization: Bearer <token>`, or Azure's `api-key: <token>` where that is not sent; else null. */
export function readToken(headers: IncomingHttpHeaders): string | null {
  const { authorization, "api-key": key } = headers;
  if (authorization !== undefined && authorization !== "")
    return /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization)?.[1] ?? null;
  return typeof key === "string" && key !== "" ? key : null;
}

/** The query is left out: it may hold a key. */
export function describeTurnedAway(request: IncomingMessage, code: string): TurnedAway {
  const [path = ""] = (request.url ?? "").split("?");
  return { method: request.method ?? "", path, code };
}
