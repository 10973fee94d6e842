/** What will be tested, fixed before the first model call: the family of comparisons, its level, the looks. */
import type { RegisteredAnalysis } from "../../contracts/analysis.ts";
import type { MatrixFile } from "../../contracts/matrix.ts";
import type { ReadinessPolicy } from "../../contracts/readiness-policy.ts";
import { FAMILY_ALPHA, FRESH_BLOCKS, MOST_CASES, TOTAL_ALPHA } from "../screening/levels.ts";

/** Of the family; research's default, fixed for every plan of this version. */
const ALPHA = 0.05;

/**
 * From the bound contracts alone, so that anyone can make it again. One look, at all planned blocks. `cases`: how many
 * the plan binds. A control is compared with nobody: its family would cost the real pairs their power.
 */
export function registerAnalysis(contracts: {
  readonly matrix: Pick<MatrixFile, "candidates" | "repetitions" | "variable">;
  readonly policy: Pick<ReadinessPolicy, "decision">;
  readonly cases: number;
}): RegisteredAnalysis {
  const { matrix, policy, cases } = contracts;
  const real = matrix.candidates.filter((one) => one.control_of === undefined);
  const planned_blocks = cases * matrix.repetitions;
  const base = real.find((one) => one.role === "base");
  const head = real.find((one) => one.role === "head");
  const screened = matrix.variable === "revision" && base !== undefined && head !== undefined;
  return {
    spec: "agentlab-stats/1",
    alpha: ALPHA,
    primary: "weighted",
    family: real.flatMap((a, index) =>
      real.slice(index + 1).map((b) => ({ a: a.id, b: b.id, metric: "weighted" as const })),
    ),
    looks: [{ blocks: planned_blocks, alpha: ALPHA }],
    planned_blocks,
    decision: policy.decision,
    ...(screened
      ? {
          screen: {
            base: base.id,
            head: head.id,
            total_alpha: TOTAL_ALPHA,
            family_alpha: FAMILY_ALPHA,
            most_cases: MOST_CASES,
            fresh_blocks: FRESH_BLOCKS,
          },
        }
      : {}),
  };
}
