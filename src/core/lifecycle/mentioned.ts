/** Which digests a record speaks of: what garbage collection must leave alone. */
import type { StoredEvent } from "../../contracts/event.ts";
import type { Digest } from "../../contracts/primitives.ts";
import { canonicalJson } from "../digest/canonical.ts";

/**
 * Every digest that stands anywhere in these events, whatever the field is called: an event type that names an artifact
 * in a new field keeps it without a word here. That it also keeps what only has the form of a digest costs some space.
 */
export function mentionedDigests(streams: Iterable<readonly StoredEvent[]>): ReadonlySet<Digest> {
  const found = new Set<Digest>();
  for (const events of streams)
    for (const { body } of events)
      for (const [digest] of canonicalJson(body).matchAll(/sha256:[0-9a-f]{64}/g))
        found.add(digest);
  return found;
}
