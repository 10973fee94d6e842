/** Registered analysis and order are what the bound contracts give: nobody widened a family, added a look or chose who runs first. */
import type { MatrixFile } from "../contracts/matrix.ts";
import type { ReadinessPolicy } from "../contracts/readiness-policy.ts";
import { canonicalJson } from "../core/digest/canonical.ts";
import type { BundleContents } from "../core/evidence/documents.ts";
import type { Fault } from "../core/evidence/fault.ts";
import { bundlePaths } from "../core/evidence/layout.ts";
import { documentText } from "../core/evidence/manifest.ts";
import { arrangeBlocks } from "../core/planning/blocks.ts";
import { withControl } from "../core/planning/control-lane.ts";
import { registerAnalysis } from "../core/planning/register-analysis.ts";

/** What a plan says as its matrix does: who is compared, who is a control, in which roles, for how much. */
const takenOver = [
  "candidates",
  "variable",
  "track",
  "order",
  "repetitions",
  "budget",
  "on_exceed",
  "concurrency",
] as const;

function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** Plans of earlier versions register none; that no event says otherwise is looked at with the registration. */
export function checkAnalysis(
  { plan }: Pick<BundleContents, "plan">,
  bound: {
    readonly matrix: MatrixFile | undefined;
    readonly policy: ReadinessPolicy;
    readonly cases: number;
  },
): Fault | undefined {
  const { matrix, policy, cases } = bound;
  const path = bundlePaths.plan;
  if (matrix === undefined)
    return plan.analysis === undefined
      ? undefined
      : { code: "E-analysis_differs", path, message: "registers an analysis of no matrix" };
  const candidates = withControl(matrix);
  const differs = takenOver.find((field) => !isSame(plan[field], { ...matrix, candidates }[field]));
  if (differs !== undefined) {
    const message = `has other ${differs} than the matrix that it binds`;
    return { code: "E-plan_mismatch", path, message };
  }
  if (plan.analysis === undefined) return undefined;
  const expected = registerAnalysis({ matrix: { ...matrix, candidates }, policy, cases });
  if (documentText(expected) !== documentText(plan.analysis)) {
    const message = "registers another analysis than its matrix, policy and cases give";
    return { code: "E-analysis_differs", path, message };
  }
  const { repetitions, order } = matrix;
  const ids = candidates.map((one) => one.id);
  const bound_cases = plan.contracts.filter((one) => one.kind === "case");
  const blocks = arrangeBlocks(bound_cases, ids, repetitions, order.seed, order.design);
  const cells = blocks.length * candidates.length;
  if (documentText(blocks) === documentText(plan.blocks) && plan.cells === cells) return undefined;
  const message = "has its blocks in another order than its seed gives, or other blocks";
  return { code: "E-blocks_differ", path, message };
}
