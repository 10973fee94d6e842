/** A stored matrix, or a shard of one, judged and packed: views beside it and the evidence bundle. */
import type { BundleManifest } from "../contracts/bundle-manifest.ts";
import type { MatrixFolder, Shell } from "../core/ports.ts";
import { decideMatrix, type MatrixVerdict } from "../core/verdict/decide-matrix.ts";
import { packMatrix, type Bundle } from "./bundle.ts";
import { gatherEvidence, lineageFault, writeViews, type ViewPaths } from "./judge.ts";
import { loadMatrix, openStoredLedger, type IntegrityOutcome } from "./load-matrix.ts";

export interface Packed {
  readonly verdict: MatrixVerdict;
  readonly paths: ViewPaths;
  readonly bundle: Bundle;
}

export async function packStored(
  shell: Shell,
  folder: MatrixFolder,
  source: BundleManifest["source"],
): Promise<IntegrityOutcome<Packed>> {
  const opened = openStoredLedger(shell, folder);
  if (!opened.ok) return opened;
  const ledger = opened.value;
  try {
    const stored = loadMatrix(folder, ledger);
    if (!stored.ok) return stored;
    const evidence = await gatherEvidence(shell, stored.value, ledger);
    if (!evidence.ok) return { ...evidence, integrity: true };
    const verdict = decideMatrix(evidence.value);
    if (!verdict.ok) {
      const { fault, exit_code } = lineageFault(verdict, folder.path);
      return { ok: false, faults: [fault], integrity: exit_code === 60 };
    }
    const paths = writeViews(stored.value, verdict, null);
    const bundle = await packMatrix(shell, stored.value, ledger, source);
    if (!bundle.ok) return { ...bundle, integrity: true };
    return { ok: true, value: { verdict, paths, bundle: bundle.value } };
  } finally {
    ledger.close();
  }
}
