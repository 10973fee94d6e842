/** Which requests the gateway serves: paths under /v1 (also without it, and doubled, as SDKs join base URLs), one host. */

import type { Wire } from "../../contracts/model.ts";

export type Route =
  | { readonly kind: "call"; readonly wire: Wire; readonly upstream_path: string }
  | { readonly kind: "models" }
  | { readonly kind: "wrong_method"; readonly allow: string }
  | { readonly kind: "unknown" };

export const SERVED = "POST /v1/chat/completions, POST /v1/responses and GET /v1/models";

/** `target` is the request target as it came; the query goes upstream with the path. */
export function matchRoute(method: string, target: string): Route {
  const query = target.indexOf("?");
  const path = query === -1 ? target : target.slice(0, query);
  const search = query === -1 ? "" : target.slice(query);
  const served = /^(?:\/v1){0,2}(\/chat\/completions|\/responses|\/models)$/.exec(path)?.[1];
  if (served === undefined) return { kind: "unknown" };
  const allow = served === "/models" ? "GET" : "POST";
  if (method !== allow) return { kind: "wrong_method", allow };
  if (served === "/models") return { kind: "models" };
  const wire = served === "/responses" ? "responses" : "chat_completions";
  return { kind: "call", wire, upstream_path: served + search };
}

/** A Host header other than our own address is a page or a name that was pointed at us (DNS rebinding). */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`;
}

/** The token of `Authorization: Bearer <token>`, or null. */
export function readBearer(authorization: string | undefined): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? "")?.[1] ?? null;
}
