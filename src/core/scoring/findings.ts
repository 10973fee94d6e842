/** What the host noticed about a candidate's program, folded over its runs. */
import type { CandidateComparison } from "../../contracts/comparison.ts";
import type { Observation } from "./observation.ts";

/** Most often first. Nothing is returned where nothing was noticed, so that the document stays as it was. */
export function tabulateFindings(
  runs: readonly Observation[],
): Pick<CandidateComparison, "findings"> {
  const found = new Map<string, NonNullable<CandidateComparison["findings"]>[number]>();
  for (const run of runs) {
    for (const { code, message, fix } of run.findings) {
      const key = JSON.stringify([code, message]);
      found.set(key, { code, message, fix, runs: (found.get(key)?.runs ?? 0) + 1 });
    }
  }
  const findings = [...found.values()].toSorted((left, right) => right.runs - left.runs);
  return findings.length === 0 ? {} : { findings };
}
