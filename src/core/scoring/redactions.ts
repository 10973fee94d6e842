/** How many secrets were taken out of the model calls of a matrix before they were kept: such calls are not what the wire carried. */
import type { Comparison } from "../../contracts/comparison.ts";
import type { Observation } from "./observation.ts";

/** Nothing is returned where nothing was taken out, so that the document stays as it was. */
export function tallyRedactions(runs: readonly Observation[]): Pick<Comparison, "redacted"> {
  const redacted = { values: 0, calls: 0, runs: 0 };
  for (const { wire } of runs) {
    if (wire === null || wire.redacted.calls === 0) continue;
    redacted.values += wire.redacted.values;
    redacted.calls += wire.redacted.calls;
    redacted.runs += 1;
  }
  return redacted.runs === 0 ? {} : { redacted };
}
