/** Forbidden tools that were called in runs which did not complete: the ending must not hide the deed. */
import type { CandidateComparison } from "../../contracts/comparison.ts";
import type { Observation } from "./observation.ts";

const MOST_LISTED = 50;

/** In execution order, runs lost to something outside the agent too. Nothing is returned where there is none. */
export function listForbiddenCalls(
  runs: readonly Observation[],
): Pick<CandidateComparison, "forbidden_calls"> {
  const found = runs.flatMap(({ run_id, case_id, checks }) =>
    (checks?.forbidden ?? []).map((detail) => ({ run_id, case_id, detail })),
  );
  return found.length === 0 ? {} : { forbidden_calls: found.slice(0, MOST_LISTED) };
}
