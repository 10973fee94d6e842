/** What base and head cost inside the same block: the figures that a policy's cost margin is decided from. */
import type { CostPair } from "../../contracts/comparison.ts";
import type { Plan } from "../../contracts/plan.ts";
import type { Missing } from "../../contracts/primitives.ts";
import { type BlockView, isEvidence } from "./blocks.ts";
import { isMissing } from "./missing.ts";
import type { Observation } from "./observation.ts";

function costOf({ cost }: Observation): string | Missing {
  return isMissing(cost) ? cost : cost.toString();
}

/**
 * One row for each block that both completed, in plan order: what a run used before it broke off is no price of an answer.
 * Null without a base and a head, so that the document of any other matrix stays as it was.
 */
export function pairCosts(plan: Plan | null, blocks: readonly BlockView[]): CostPair[] | null {
  const base = plan?.candidates.find((one) => one.role === "base");
  const head = plan?.candidates.find((one) => one.role === "head");
  if (base === undefined || head === undefined) return null;
  return blocks.flatMap(({ runs }) => {
    const [before, after] = [runs.get(base.id), runs.get(head.id)];
    if (!isEvidence(before) || !isEvidence(after)) return [];
    if (before.status !== "completed" || after.status !== "completed") return [];
    return [
      {
        base_run: before.run_id,
        head_run: after.run_id,
        base_pico: costOf(before),
        head_pico: costOf(after),
      },
    ];
  });
}
