/** The artifacts an event names: one rule for the packer that takes them along and for the verifier that misses them. */
import type { RuntimeEvent } from "../../contracts/event.ts";
import type { ArtifactRef } from "../../contracts/primitives.ts";

/** Where an event may name an artifact. Its other members can hold what an agent said, which may look like a reference. */
export const artifactMembers: readonly string[] = ["artifact", "log", "request", "response"];

export function artifactsOf(body: RuntimeEvent): ArtifactRef[] {
  return Object.entries(body).flatMap(([key, value]: [string, unknown]) =>
    artifactMembers.includes(key) && isReference(value) ? [value] : [],
  );
}

function isReference(value: unknown): value is ArtifactRef {
  return typeof value === "object" && value !== null && "sha256" in value && "media_type" in value;
}
