/** The capability vector of each candidate: five dimensions from its runs, three from a rubric, none of them added up. */

import type { CandidateCapability, CapabilityRow } from "../../contracts/capability.ts";
import type { Comparison } from "../../contracts/comparison.ts";
import type { PricingCatalogue } from "../../contracts/pricing.ts";
import type { Digest } from "../../contracts/primitives.ts";
import type { Rubric } from "../../contracts/rubric.ts";
import { absent } from "../scoring/missing.ts";
import type { Observation } from "../scoring/observation.ts";
import { assessByRubric } from "./assess.ts";
import { readTelemetry, type TelemetryRow } from "./telemetry.ts";

/** `added_after_runs`: the plan did not bind this rubric. */
export interface GivenRubric {
  readonly document: Rubric;
  readonly digest: Digest;
  readonly added_after_runs: boolean;
}

export interface CapabilityInput {
  readonly comparison: Pick<Comparison, "candidates" | "upstream">;
  readonly runs: readonly Observation[];
  readonly pricing: PricingCatalogue;
  readonly rubric: GivenRubric | null;
}

/** In the order of the comparison's candidates. Nothing is measured anew: the figures are those of the stored runs. */
export function describeCapabilities(input: CapabilityInput): CandidateCapability[] {
  const { comparison, pricing, rubric, runs } = input;
  return comparison.candidates.map((candidate) => {
    const measured = {
      candidate,
      runs: runs.filter((run) => run.candidate === candidate.candidate),
      upstream: comparison.upstream,
      currency: pricing.currency,
    };
    return {
      candidate: candidate.candidate,
      rubric: rubric === null ? absent("no rubric was given") : named(rubric),
      rows: [
        ...readTelemetry(measured).map(asRow),
        ...assessByRubric(rubric?.document ?? null, candidate),
      ],
    };
  });
}

function named({ document, digest, added_after_runs }: GivenRubric) {
  const { name, version } = document;
  return { name, version, digest, added_after_runs };
}

function asRow({ dimension, facts, reason }: TelemetryRow): CapabilityRow {
  const row = { dimension, origin: "telemetry" as const, facts: [...facts] };
  return reason === null
    ? { ...row, state: "measured" }
    : { ...row, state: "not_measured", reason };
}
