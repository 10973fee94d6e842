/** The registered analysis is the one that the bound contracts give: nobody widened a family or added a look afterwards. */
import type { MatrixFile } from "../contracts/matrix.ts";
import type { ReadinessPolicy } from "../contracts/readiness-policy.ts";
import type { BundleContents } from "../core/evidence/documents.ts";
import type { Fault } from "../core/evidence/fault.ts";
import { bundlePaths } from "../core/evidence/layout.ts";
import { documentText } from "../core/evidence/manifest.ts";
import { withControl } from "../core/planning/control-lane.ts";
import { registerAnalysis } from "../core/planning/register-analysis.ts";

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
  if (plan.analysis === undefined) return undefined;
  const path = bundlePaths.plan;
  if (matrix === undefined)
    return { code: "E-analysis_differs", path, message: "registers an analysis of no matrix" };
  const candidates = withControl(matrix);
  const expected = registerAnalysis({ matrix: { ...matrix, candidates }, policy, cases });
  return documentText(expected) === documentText(plan.analysis)
    ? undefined
    : {
        code: "E-analysis_differs",
        path,
        message: "registers another analysis than its matrix, policy and cases give",
      };
}
