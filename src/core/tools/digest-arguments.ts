/** One digest for the arguments of a tool call, whatever they are: the wire's record and the host's agree on it. */
import type { Digest } from "../../contracts/primitives.ts";
import { tryCanonicalJson } from "../digest/canonical.ts";
import { digestBytes, digestDocument } from "../digest/digest.ts";
import { sortedJson } from "../wire/json.ts";

/**
 * The digest of the canonical text. A model may also write what has none (an integer beyond 2^53-1, half of a surrogate
 * pair): that is digested by its sorted JSON text under a domain of its own. Never throws.
 */
export function digestArguments(value: unknown): Digest {
  return tryCanonicalJson(value).ok
    ? digestDocument("tool-arguments", value)
    : digestBytes(`agent-lab/tool-arguments-text/v1\n${sortedJson(value)}`);
}

/** Why these arguments can't be recorded exactly and so must not run; null when they can. */
export function findInexactArguments(value: unknown): string | null {
  const canonical = tryCanonicalJson(value);
  return canonical.ok ? null : canonical.message;
}
