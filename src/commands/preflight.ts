/** preflight: are the cases themselves sound? No model is called. */
import type { PreflightReport } from "../contracts/preflight.ts";
import { preflightCase } from "../core/evaluation/preflight.ts";
import { contractDigest, type FrozenContracts } from "../core/planning/bind-contracts.ts";
import type { Workspace } from "../core/ports.ts";
import type { ReportView } from "../core/report/view-model.ts";
import { preflightView } from "../core/report/view.ts";

type Checked = Pick<FrozenContracts, "cases" | "catalogue" | "case_files"> & {
  readonly matrix?: Pick<FrozenContracts["matrix"], "track">;
};

/**
 * Checks every case with its oracle, a null agent, an echo agent and an error-path agent. Where a case's file is known,
 * each problem's `where` is the place in it; else it is a JSON Pointer into the frozen case.
 */
export function checkCases(
  { cases, catalogue, case_files = {}, matrix }: Checked,
  workspace: Pick<Workspace, "placeInCase">,
): PreflightReport {
  const checked = cases.map((one) => {
    const found = preflightCase({
      case: one,
      case_sha256: contractDigest("case", one),
      catalogue,
      ...(matrix === undefined ? {} : { track: matrix.track }),
    });
    const file = case_files[one.id];
    const place = (where: string): string =>
      file !== undefined && where.startsWith("/") ? workspace.placeInCase(file, where) : where;
    const problems = found.problems.map((each) => ({ ...each, where: place(each.where) }));
    return { ...found, problems };
  });
  const problems = checked.reduce((sum, one) => sum + one.problems.length, 0);
  return { schema_version: 1, passed: problems === 0, model_calls: 0, cases: checked, problems };
}

/** The report of a failed preflight. `cases`: those checked and those of the matrix, which show what has a history. */
export function preflightFace(
  title: string,
  preflight: PreflightReport,
  cases: FrozenContracts["cases"],
): ReportView {
  const versioned = preflight.cases.some(
    (wrong) =>
      wrong.problems.length > 0 &&
      cases.some(
        (one) =>
          one.id === wrong.case_id &&
          (one.version > 1 || one.supersedes !== undefined || one.superseded !== undefined),
      ),
  );
  return preflightView({ title, preflight, versioned, paths: [] });
}
