/** Every digest of the product: SHA-256 with a domain, so that one kind of document never passes for another. */
import { createHash } from "node:crypto";

import type { Digest } from "../../contracts/primitives.ts";
import { canonicalJson } from "./canonical.ts";

/** `sha256:<hex>` of the bytes as they are; text is taken as UTF-8. */
export function digestBytes(bytes: Uint8Array | string): Digest {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/**
 * `sha256:<hex>` of "agent-lab/<tag>/v1\n" followed by the value's RFC 8785 text.
 * `tag` is the document's kind ("run-result", "plan"). Throws a TypeError where the value is not plain JSON.
 */
export function digestDocument(tag: string, value: unknown): Digest {
  return digestText(tag, canonicalJson(value));
}

/** `digestDocument` over text that is canonical already. */
export function digestText(tag: string, canonical: string): Digest {
  return digestBytes(`agent-lab/${tag}/v1\n${canonical}`);
}

/** What the first event of every stream is chained to: the digest of a domain tag with nothing after it. */
export const genesis: Digest = digestBytes("agent-lab/genesis/v1\n");

/**
 * One link: sha256 of "agent-lab/event/v1\n", the previous link as text ("sha256:<64 hex>", so no separator is
 * needed) and the RFC 8785 text of {event_id, job_id, sequence, at, body}. Throws a TypeError on a value that is not plain JSON.
 */
export function chainHash(previous: Digest, value: unknown): Digest {
  return chainText(previous, canonicalJson(value));
}

/** `chainHash` over text that is canonical already. */
export function chainText(previous: Digest, canonical: string): Digest {
  return digestBytes(`agent-lab/event/v1\n${previous}${canonical}`);
}
