/** Tools that a case's checks name and that no run offered to its model: a typing error there makes a guard that never fails. */
import type { CaseContract } from "../../contracts/case.ts";
import type { Comparison } from "../../contracts/comparison.ts";
import { namedTools } from "../evaluation/named-tools.ts";
import type { Observation } from "./observation.ts";

/** Nothing where no request offered any tool: then there is nothing to hold the names against. */
export function findUnofferedTools(
  cases: readonly CaseContract[],
  runs: readonly Observation[],
): Pick<Comparison, "unoffered_tools"> {
  const offered = new Set(runs.flatMap(({ wire }) => wire?.offered_tools ?? []));
  if (offered.size === 0) return {};
  const called = runs.flatMap(({ wire }) => wire?.called_tools ?? []);
  const known = new Set([...offered, ...called]);
  const found = cases.flatMap(({ id, evaluator }) => {
    const tools = new Set(evaluator.checks.flatMap(namedTools).filter((name) => !known.has(name)));
    return tools.size === 0 ? [] : [{ case_id: id, tools: [...tools].toSorted() }];
  });
  return found.length === 0 ? {} : { unoffered_tools: found };
}
