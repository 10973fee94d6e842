/** Builds a comparison from stored runs, one profile and one pricing catalogue; it never asks a model and always gives the same document. */

import type { Comparison } from "../../contracts/comparison.ts";
import type { ContractKind, Plan } from "../../contracts/plan.ts";
import type { PricingCatalogue } from "../../contracts/pricing.ts";
import type { Digest, Missing } from "../../contracts/primitives.ts";
import type { ScoreProfile } from "../../contracts/score-profile.ts";
import { roundDerived } from "../statistics/round.ts";
import { STATISTICS_SPEC } from "../statistics/spec.ts";
import type { BlockView } from "./blocks.ts";
import { countAbsent, layOutBlocks } from "./blocks.ts";
import { compareCandidate } from "./candidate.ts";
import { pairCosts } from "./cost-pairs.ts";
import { invalidity, weakestUpstream, weighEvidence } from "./evidence.ts";
import type { ComparisonRefusal } from "./lineage.ts";
import { refuse } from "./lineage.ts";
import { totalWeight } from "./metrics.ts";
import { absent } from "./missing.ts";
import type { Observation } from "./observation.ts";
import { byRunId, observeRuns, type ObservedRuns, type RunSource } from "./observe-runs.ts";
import { findOrderEffects } from "./order-effects.ts";
import { PRIMARY } from "./pair-measures.ts";
import { ALPHA, familySizes, observePairs } from "./pairs.ts";
import { describeProfileChange } from "./profile-changes.ts";
import { rank } from "./ranking.ts";
import { tallyRedactions } from "./redactions.ts";
import { weighSensitivity } from "./sensitivity.ts";

/** Everything but the runs. `exploratory_reasons`: what the caller changed. */
export interface ComparisonTerms {
  readonly matrix_id: string;
  readonly plan: Plan | null;
  readonly plan_sha256?: Digest;
  readonly profile: ScoreProfile;
  readonly profile_sha256: Digest;
  readonly pricing: PricingCatalogue;
  readonly pricing_sha256: Digest;
  readonly preflight: { readonly passed: boolean; readonly digest: Digest } | Missing;
  readonly not_run: Comparison["not_run"];
  readonly evaluation_data_errors: Comparison["evaluation_data_errors"];
  readonly exploratory_reasons: readonly string[];
  /** The profile that the plan fixed, where another one is used. */
  readonly planned_profile?: ScoreProfile;
  /** How many of the plan's blocks were planned before anything was seen; the others are a second look. */
  readonly first_look_blocks?: number;
}

export interface CompareInput extends ComparisonTerms, RunSource {
  readonly plan_sha256?: Digest;
}

export type ComparisonOutcome =
  | { readonly ok: true; readonly comparison: Comparison }
  | ComparisonRefusal;

function ambiguousGroup(profile: ScoreProfile, runs: readonly Observation[]) {
  if (profile.group_by.includes("candidate")) return null;
  const owners = new Map<string, string>();
  for (const run of runs) {
    const owner = owners.get(run.framework) ?? run.candidate;
    if (owner !== run.candidate) {
      return refuse(
        "profile_unsupported",
        "",
        `Profile ${profile.name} groups by framework, but ${owner} and ${run.candidate} are both ${run.framework}. Use group_by: [candidate].`,
      );
    }
    owners.set(run.framework, owner);
  }
  return null;
}

function exploratoryReasons(
  input: ComparisonTerms,
  transcribed: boolean,
  blocks: readonly BlockView[],
): string[] {
  const reasons = [...input.exploratory_reasons];
  const bound = (kind: ContractKind, digest: Digest) =>
    input.plan?.contracts.some((one) => one.kind === kind && one.digest === digest) ?? false;
  if (transcribed) {
    reasons.push("the runs are transcribed, not re-derivable");
  } else if (input.plan === null) {
    reasons.push("there is no plan: nothing was fixed before the first model call");
  } else {
    if (!bound("score_profile", input.profile_sha256)) {
      reasons.push(
        input.planned_profile === undefined
          ? `score profile ${input.profile.name} is not the one the plan fixed`
          : describeProfileChange(input.planned_profile, input.profile),
      );
    }
    if (!bound("pricing_catalogue", input.pricing_sha256)) {
      reasons.push(`pricing catalogue ${input.pricing.name} is not the one the plan fixed`);
    }
  }
  const holes = countAbsent(blocks);
  if (holes > 0)
    reasons.push(`${holes} planned ${holes === 1 ? "run has" : "runs have"} no result`);
  return reasons;
}

/**
 * The comparison of one matrix, or which run does not belong to it. Confirmatory only when the plan fixed this profile
 * and this catalogue before the first model call and every planned cell has a run. Derived numbers are rounded to nine
 * significant digits. Throws RangeError only on numbers its contracts already exclude (infinities, a price finer than a pico-unit).
 */
export function compareRuns(input: CompareInput): ComparisonOutcome {
  const observed = observeRuns(input);
  return observed.ok ? compareObserved(input, observed) : observed;
}

/** The same, for runs that were observed already. */
export function compareObserved(input: ComparisonTerms, observed: ObservedRuns): ComparisonOutcome {
  const { plan, profile, pricing, preflight } = input;
  const { observations, transcribed } = observed;
  const ambiguous = ambiguousGroup(profile, observations);
  if (ambiguous !== null) return ambiguous;

  const found = [...new Set(observations.map((run) => run.candidate))].toSorted();
  const ids = plan?.candidates.map((one) => one.id) ?? found;
  const blocks = layOutBlocks(plan, observations, ids);
  const upstream = weakestUpstream(observations, plan);
  const evidence = weighEvidence(blocks, upstream, preflight);
  const status_reasons = exploratoryReasons(input, transcribed, blocks);
  const exploratory = status_reasons.length > 0;
  const candidates = ids.map((id) => {
    const runs = observations.filter((run) => run.candidate === id);
    const planned =
      plan === null ? runs.length : blocks.filter((block) => block.members.includes(id)).length;
    const declared = plan?.candidates.find((one) => one.id === id);
    return compareCandidate({ id, declared, runs, planned, profile, preflight });
  });
  const cost_pairs = pairCosts(plan, blocks);
  const invalid = invalidity(blocks, preflight);
  const plan_sha256 = input.plan_sha256 ?? observed.plan_sha256;
  const seed = plan_sha256 ?? input.matrix_id;
  const first = blocks.slice(0, input.first_look_blocks ?? blocks.length);
  const controls = new Map(
    (plan?.candidates ?? []).flatMap(({ id, control_of }) =>
      control_of === undefined ? [] : [[id, control_of] as const],
    ),
  );
  const pairs = observePairs({
    blocks: first,
    candidates: ids,
    controls,
    profile,
    exploratory,
    invalid,
    seed,
  });
  const sensitivity = weighSensitivity(candidates, seed);
  const family = familySizes({ candidates: ids, controls });
  return {
    ok: true,
    comparison: {
      schema_version: 1,
      matrix_id: input.matrix_id,
      plan_sha256: plan_sha256 ?? absent("no plan was given"),
      variable: plan?.variable ?? absent("no plan was given"),
      track: plan?.track ?? observed.track ?? absent("no plan was given"),
      status: exploratory ? "exploratory" : "confirmatory",
      status_reasons,
      upstream,
      provenance: transcribed
        ? "transcribed, not re-derivable"
        : "re-derivable from the stored RunResults",
      profile: { name: profile.name, digest: input.profile_sha256 },
      pricing: { name: pricing.name, digest: input.pricing_sha256, currency: pricing.currency },
      total_weight: roundDerived(totalWeight(profile)),
      statistics: {
        spec: STATISTICS_SPEC,
        alpha: ALPHA,
        primary: PRIMARY,
        family: family.primary,
        secondary: family.secondary,
      },
      evidence,
      preflight,
      not_run: input.not_run,
      candidates,
      pairs,
      ...tallyRedactions(observations),
      ...(cost_pairs === null ? {} : { cost_pairs }),
      ranking: rank({ candidates, pairs, evidence, upstream, invalid, exploratory, sensitivity }),
      sensitivity,
      order_effects:
        plan === null
          ? absent("without a plan nobody knows in which order the runs were made")
          : findOrderEffects({ blocks: first, candidates: ids, profile, seed }),
      runs: observations.map(({ run_id, digest }) => ({ run_id, digest })).toSorted(byRunId),
      evaluation_data_errors: input.evaluation_data_errors,
    },
  };
}
