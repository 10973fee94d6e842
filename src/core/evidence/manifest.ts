/** Builds the manifest of a set of bundle files: every file once, sorted, with what its path says it is. */
import type { BundleManifest } from "../../contracts/bundle-manifest.ts";
import { canonicalJson } from "../digest/canonical.ts";
import { digestBytes } from "../digest/digest.ts";
import { bundlePaths, describePath } from "./layout.ts";

/** Everything the manifest says that the files do not say themselves. `created_at`: UTC with milliseconds. */
export interface ManifestFacts {
  readonly tool_version: string;
  readonly matrix_id: string;
  readonly plan_sha256: string;
  readonly created_at: string;
  readonly heads: BundleManifest["heads"];
  readonly source: BundleManifest["source"];
}

/** Throws a TypeError for a path the layout does not know: the caller asked `layout.ts` for it, or did not. */
export function buildManifest(
  facts: ManifestFacts,
  files: ReadonlyMap<string, Uint8Array>,
): BundleManifest {
  const listed = [...files]
    .filter(([path]) => path !== bundlePaths.manifest)
    .map(([path, bytes]) => {
      const described = describePath(path);
      if (!described) throw new TypeError(`${JSON.stringify(path)} has no place in a bundle`);
      return { path, sha256: digestBytes(bytes), size: bytes.length, ...described };
    });
  return {
    schema_version: 1,
    tool: { name: "agent-lab", version: facts.tool_version },
    matrix_id: facts.matrix_id,
    plan_sha256: facts.plan_sha256,
    created_at: facts.created_at,
    files: listed.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    heads: facts.heads.toSorted((a, b) => (a.job_id < b.job_id ? -1 : 1)),
    source: facts.source,
  };
}

/** The only text a JSON document has inside a bundle: its RFC 8785 form and a newline. */
export function documentText(value: unknown): string {
  return `${canonicalJson(value)}\n`;
}

/** The only text a stream of events has inside a bundle: one RFC 8785 line an event. */
export function eventLines(events: readonly unknown[]): string {
  return events.map(documentText).join("");
}
