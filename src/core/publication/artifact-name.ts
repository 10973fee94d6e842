/** Names of our artifacts: unique in a run, the same for the same bytes, and legal on GitHub. */
import type { Digest } from "../../contracts/primitives.ts";

/**
 * `agent-lab-<kind>-<matrix>-<attempt>-<digest8><extension>`. A re-run gets another name, because artifacts can't be
 * replaced; a name that is taken holds the same bytes or is a fault.
 */
export function artifactName(
  kind: "evidence" | "report",
  matrix_id: string | null,
  run_attempt: number,
  digest: Digest,
): string {
  const matrix = (matrix_id ?? "none").replaceAll(/[^\w.-]/g, "-").slice(0, 80);
  const extension = kind === "evidence" ? ".tar.gz" : ".html";
  return `agent-lab-${kind}-${matrix}-${run_attempt}-${digest.slice("sha256:".length, 15)}${extension}`;
}
