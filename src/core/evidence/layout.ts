/** Names every path of an evidence bundle, and says from a path alone what the file is. */
import type { BundleFile } from "../../contracts/bundle-manifest.ts";
import type { ContractKind } from "../../contracts/plan.ts";
import type { Digest } from "../../contracts/primitives.ts";

/** Files every bundle may have once. `manifest` lists all others and is not listed itself. */
export const bundlePaths = {
  manifest: "manifest.json",
  plan: "plan.json",
  preflight: "preflight.json",
  comparison: "views/comparison.json",
  readiness: "views/readiness.json",
  report: "views/report.md",
  ledger: "ledger.db",
  sbom: "sbom.cdx.json",
} as const;

/** What a plan's `contracts[].path` says. */
export function contractPath(kind: ContractKind, id: string, version: number): string {
  return `contracts/${kind}/${id}.v${version}.json`;
}

/** `job_id` is a stream's name: a cell's, or the matrix's own. */
export function eventsPath(job_id: string): string {
  return `events/${job_id}.jsonl`;
}

export function runPath(run_id: string): string {
  return `runs/${run_id}.json`;
}

/** Content-addressed: artifacts/sha256/<first two hex digits>/<all 64>. */
export function artifactPath(sha256: Digest): string {
  const hex = sha256.slice("sha256:".length);
  return `artifacts/sha256/${hex.slice(0, 2)}/${hex}`;
}

type Described = Pick<BundleFile, "role" | "media_type">;

const json = "application/json";
const rules: readonly (readonly [RegExp, Described])[] = [
  [/^plan\.json$/, { role: "plan", media_type: json }],
  [/^preflight\.json$/, { role: "preflight", media_type: json }],
  [/^contracts\/[^/]+\/[^/]+\.v\d+\.json$/, { role: "contract", media_type: json }],
  [/^events\/[^/]+\.jsonl$/, { role: "events", media_type: "application/jsonl" }],
  [/^runs\/[^/]+\.json$/, { role: "run_result", media_type: json }],
  [
    /^artifacts\/sha256\/([0-9a-f]{2})\/\1[0-9a-f]{62}$/,
    { role: "artifact", media_type: "application/octet-stream" },
  ],
  [/^views\/(comparison|readiness)\.json$/, { role: "view", media_type: json }],
  [/^views\/report\.md$/, { role: "view", media_type: "text/markdown" }],
  [/^ledger\.db$/, { role: "ledger_copy", media_type: "application/vnd.sqlite3" }],
  [/^sbom\.cdx\.json$/, { role: "sbom", media_type: "application/vnd.cyclonedx+json" }],
];

/** What a listed file is, or undefined where the layout has no such place. */
export function describePath(path: string): Described | undefined {
  return rules.find(([pattern]) => pattern.test(path))?.[1];
}

/** The stream or run a path names: "events/a.jsonl" and "runs/a.json" give "a". */
export function nameInPath(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl?$/, "");
}
