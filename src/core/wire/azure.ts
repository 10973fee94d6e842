/** Azure's way of naming a model: by the path. Which upstream speaks it, and where a call goes there. */

/** How a client wrote an Azure call: `path` begins with /openai, `search` is "" or starts with "?". */
export interface AzurePath {
  readonly path: string;
  readonly search: string;
  /** The model of the path; null on /openai/v1 and /openai/responses, where the body names it. */
  readonly deployment: string | null;
}

/** The provider of a model contract says so, or the host is one of Azure's. */
export function isAzure(provider: string, base_url: string): boolean {
  if (/^azure(?:[-_ ]|$)/i.test(provider)) return true;
  const host = URL.canParse(base_url) ? new URL(base_url).hostname : "";
  return /\.(?:openai|cognitiveservices|services\.ai)\.azure\.(?:com|us|cn)$/.test(host);
}

/**
 * The URL of a call. An Azure upstream gets the client's Azure path and api-version as they came; a client that speaks
 * plain OpenAI reaches its /openai/v1. Any other upstream gets the plain operation, without the api-version.
 * `operation` is "/embeddings" and its kin, with the client's query.
 */
export function upstreamUrl(
  base_url: string,
  upstream_is_azure: boolean,
  call: { readonly operation: string; readonly azure: AzurePath | null },
): string {
  const base = base_url.replace(/\/+$/, "");
  if (!upstream_is_azure) return base + call.operation;
  const resource = base.replace(/\/openai(?:\/v1)?$/, "");
  if (call.azure !== null) return resource + call.azure.path + call.azure.search;
  return `${resource}/openai/v1${call.operation}`;
}
