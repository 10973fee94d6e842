/** What a candidate's framework really sent, against the contract: the first request and every difference, counted in runs. */

import type { CandidateComparison } from "../../contracts/comparison.ts";
import type { ShapeDifference } from "../../contracts/wire-evidence.ts";
import { absent } from "./missing.ts";
import type { Observation } from "./observation.ts";

type Wire = CandidateComparison["wire"];

/** `runs` arrive in execution order; a difference is counted once a run, however many requests carry it. */
export function tabulateWire(runs: readonly Observation[]): Wire {
  const differences = new Map<string, { difference: ShapeDifference; runs: Set<string> }>();
  const wires = new Set<string>();
  let shape: Wire["shape"] = absent("no model request was seen");
  for (const run of runs) {
    for (const call of run.result?.model_calls ?? []) {
      // An embeddings request carries no conversation, so it says nothing about the prompt.
      if ("missing" in shape && call.wire !== "embeddings") shape = call.shape;
      wires.add(call.wire);
      for (const difference of call.differences) {
        const key = JSON.stringify([difference.field, difference.kind, difference.detail]);
        const known = differences.get(key) ?? { difference, runs: new Set<string>() };
        known.runs.add(run.run_id);
        differences.set(key, known);
      }
    }
  }
  return {
    shape,
    differences: [...differences.values()].map((one) => ({
      ...one.difference,
      runs: one.runs.size,
    })),
    wires: [...wires].toSorted(),
  };
}
