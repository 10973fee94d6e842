/** What a candidate's framework really sent, against the contract: the first request and every difference, counted in runs. */

import type { CandidateComparison } from "../../contracts/comparison.ts";
import type { ShapeDifference } from "../../contracts/wire-evidence.ts";
import { absent } from "./missing.ts";
import type { Observation } from "./observation.ts";

type Wire = CandidateComparison["wire"];

/** `runs` arrive in execution order; a difference is counted once a run, however many requests carry it. */
export function tabulateWire(runs: readonly Observation[]): Wire {
  const differences = new Map<string, { difference: ShapeDifference; runs: number }>();
  const wires = new Set<string>();
  let shape: Wire["shape"] = absent("no model request was seen");
  for (const { wire } of runs) {
    if (wire === null) continue;
    if ("missing" in shape && wire.shape !== null) shape = wire.shape;
    for (const name of wire.wires) wires.add(name);
    for (const difference of wire.differences) {
      const key = JSON.stringify([difference.field, difference.kind, difference.detail]);
      const known = differences.get(key);
      differences.set(key, { difference, runs: (known?.runs ?? 0) + 1 });
    }
  }
  return {
    shape,
    differences: [...differences.values()].map(({ difference, runs: shown }) => ({
      ...difference,
      runs: shown,
    })),
    wires: [...wires].toSorted(),
  };
}
