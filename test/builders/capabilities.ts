/** The capability vector of one candidate, whose runs a test describes one by one; checked against its contract. */
import {
  candidateCapability,
  type CandidateCapability,
  type CapabilityDimension,
} from "../../src/contracts/capability.ts";
import type { Rubric } from "../../src/contracts/rubric.ts";
import type { RunResult } from "../../src/contracts/run-result.ts";
import { describeCapabilities } from "../../src/core/capability/describe-capabilities.ts";
import { digestBytes } from "../../src/core/digest/digest.ts";
import { observeResult } from "../../src/core/scoring/observe-result.ts";
import {
  aCatalogueOfPrices,
  aCompareInput,
  aPlan,
  comparisonOf,
  runsOf,
  type RunOverrides,
} from "./runs.ts";

type Make = (repetition: number) => RunOverrides | RunResult | null;

/** The vector of the first of two candidates; every run of it is what `make` says. */
export function vectorOf(
  make: Make = () => ({}),
  about: {
    readonly live?: boolean;
    readonly repetitions?: number;
    readonly rubric?: Rubric;
    readonly currency?: string;
  } = {},
) {
  const upstream = about.live === true ? ("live" as const) : ("simulated" as const);
  const plan = aPlan({ repetitions: about.repetitions ?? 3, overrides: { upstream } });
  const results = runsOf(plan, ({ candidate, repetition }) => {
    const special = candidate === "alpha" ? make(repetition) : {};
    if (special === null) return null;
    return { ...special, metadata: { ...special.metadata, upstream } };
  });
  const pricing = aCatalogueOfPrices(
    about.currency === undefined ? {} : { currency: about.currency },
  );
  const comparison = comparisonOf(aCompareInput(plan, results, { pricing }));
  const vectors = describeCapabilities({
    comparison,
    runs: results.map((stored) => observeResult(stored, pricing)),
    pricing,
    rubric:
      about.rubric === undefined
        ? null
        : { document: about.rubric, digest: digestBytes("rubric"), added_after_runs: true },
  });
  for (const one of vectors) candidateCapability.parse(one);
  const [first] = vectors;
  if (first === undefined) throw new Error("no candidate");
  return first;
}

export function rowOf(vector: CandidateCapability, dimension: CapabilityDimension) {
  const found = vector.rows.find((one) => one.dimension === dimension);
  if (found === undefined) throw new Error(`no ${dimension}`);
  return found;
}

export function factOf(vector: CandidateCapability, dimension: CapabilityDimension, name: string) {
  const { facts } = rowOf(vector, dimension);
  const found = facts.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no ${name} in ${facts.map((one) => one.name).join()}`);
  return found;
}
