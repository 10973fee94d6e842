/** compare --runs: runs that somebody else published, copied by hand. */
import type { Comparison } from "../contracts/comparison.ts";
import { digestDocument } from "../core/digest/digest.ts";
import { contractDigest } from "../core/planning/bind-contracts.ts";
import type { Shell } from "../core/ports.ts";
import { renderForeign } from "../core/report/foreign.ts";
import { compareRuns } from "../core/scoring/comparison.ts";
import { orderByProfiles } from "../core/scoring/profile-orders.ts";
import { lineageFault } from "./judge.ts";
import { refusalResult, type CommandResult } from "./result.ts";

const usualProfile = "shipped:config/score-profiles/balanced-v1.yaml";

/** A folder of transcribed runs under one profile or several. */
export function compareForeign(
  shell: Shell,
  folder: string,
  options: { readonly score_profiles: readonly string[]; readonly pricing?: string | undefined },
): CommandResult {
  const runs = shell.workspace.loadForeignRuns(folder);
  const named = options.score_profiles.length === 0 ? [usualProfile] : options.score_profiles;
  const profiles = [...new Set(named)].map((file) => shell.workspace.loadProfile(file));
  const pricing = shell.workspace.loadPricing(
    options.pricing ?? "shipped:config/pricing/free-glm-v1.yaml",
  );
  if (!runs.ok) return refusalResult(runs.faults, 50);
  if (!pricing.ok) return refusalResult(pricing.faults, 50);
  const comparisons: Comparison[] = [];
  for (const profile of profiles) {
    if (!profile.ok) return refusalResult(profile.faults, 50);
    const compared = compareRuns({
      matrix_id: runs.value[0]?.matrix_id ?? "",
      plan: null,
      results: [],
      foreign: runs.value.map((run) => ({ run, digest: digestDocument("foreign-run", run) })),
      profile: profile.value,
      profile_sha256: contractDigest("score_profile", profile.value),
      pricing: pricing.value,
      pricing_sha256: contractDigest("pricing_catalogue", pricing.value),
      preflight: { missing: "transcribed runs have no preflight" },
      not_run: [],
      evaluation_data_errors: [],
      exploratory_reasons: [],
    });
    if (compared.ok) comparisons.push(compared.comparison);
    else {
      const { fault, exit_code } = lineageFault(compared, folder);
      return refusalResult([fault], exit_code);
    }
  }
  const [comparison] = comparisons;
  const several = comparisons.length > 1;
  return {
    exit_code: 0,
    text: renderForeign(comparisons),
    json: {
      verdict: null,
      exit_code: 0,
      label: "transcribed, not re-derivable",
      digests: { comparison: digestDocument("comparison", comparison) },
      comparison,
      ...(several ? { profiles: comparisons, profile_orders: orderByProfiles(comparisons) } : {}),
    },
  };
}
