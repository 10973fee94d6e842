/** From a stored matrix to its verdict: contracts read back from its folder, views written beside it. */
import { caseContract } from "../contracts/case.ts";
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { ContractKind } from "../contracts/plan.ts";
import { pricingCatalogue } from "../contracts/pricing.ts";
import { readinessPolicy } from "../contracts/readiness-policy.ts";
import { scoreProfile } from "../contracts/score-profile.ts";
import { toolCatalogue, type ToolCatalogue } from "../contracts/tool-catalogue.ts";
import type { Ledger } from "../core/ports.ts";
import { renderHtml } from "../core/report/html.ts";
import { renderMarkdown } from "../core/report/markdown.ts";
import { reportView, type ReportInput } from "../core/report/view.ts";
import type { ComparisonRefusal } from "../core/scoring/lineage.ts";
import type { MatrixEvidence, MatrixVerdict } from "../core/verdict/decide-matrix.ts";
import { readDocument, serialise, type Format, type StoredMatrix } from "./load-matrix.ts";

export interface StoredEvidence extends MatrixEvidence {
  readonly catalogue: ToolCatalogue;
}

/** Reads the contracts a stored matrix is bound to and joins them with its runs and its stream. */
export function gatherEvidence(stored: StoredMatrix, ledger: Ledger): Outcome<StoredEvidence> {
  const faults: Fault[] = [];
  const read = <T>(kind: ContractKind, format: Format<T>): T[] =>
    stored.plan.contracts
      .filter((bound) => bound.kind === kind)
      .flatMap((bound) => {
        const document = readDocument(stored.folder, bound.path, format);
        if (document.ok) return [document.value];
        faults.push(...document.faults);
        return [];
      });
  const cases = read("case", caseContract);
  const [catalogue] = read("tool_catalogue", toolCatalogue);
  const [pricing] = read("pricing_catalogue", pricingCatalogue);
  const [profile] = read("score_profile", scoreProfile);
  const [policy] = read("readiness_policy", readinessPolicy);
  const [first, ...rest] = faults;
  if (first !== undefined || !catalogue || !pricing || !profile || !policy)
    return {
      ok: false,
      faults: [
        first ?? {
          code: "contract_missing",
          message: "the plan binds no pricing, profile, policy or tools",
          where: stored.folder.path,
          fix: "Run it again.",
        },
        ...rest,
      ],
    };
  return {
    ok: true,
    value: {
      matrix_id: stored.folder.matrix_id,
      plan: stored.plan,
      plan_sha256: stored.plan_sha256,
      preflight: stored.preflight,
      results: stored.runs,
      stream: ledger.events(stored.folder.matrix_id),
      cases,
      catalogue,
      profile,
      pricing,
      policy,
    },
  };
}

export interface ViewPaths {
  readonly comparison: string;
  readonly readiness: string;
  readonly markdown: string;
  readonly html: string;
}

/** Writes the views. `label` keeps a later look beside the planned one: views/later-cost-first/… */
export function writeViews(
  stored: StoredMatrix,
  verdict: MatrixVerdict,
  label: string | null,
): ViewPaths {
  const at = label === null ? "views" : `views/${label}`;
  const view = reportView(verdict.report);
  const files: Record<keyof ViewPaths, string> = {
    comparison: `${at}/comparison.json`,
    readiness: `${at}/readiness.json`,
    markdown: `${at}/report.md`,
    html: `${at}/report.html`,
  };
  stored.folder.write(files.comparison, serialise(verdict.comparison));
  stored.folder.write(files.readiness, serialise(verdict.readiness));
  stored.folder.write(files.markdown, renderMarkdown(view));
  stored.folder.write(files.html, renderHtml(view));
  return {
    comparison: stored.folder.locate(files.comparison),
    readiness: stored.folder.locate(files.readiness),
    markdown: stored.folder.locate(files.markdown),
    html: stored.folder.locate(files.html),
  };
}

/** The same report with the places on this machine, for the terminal only: evidence never names a machine. */
export function withPaths(
  report: ReportInput,
  paths: ReportInput["paths"],
  digests: ReportInput["digests"],
): ReportInput {
  return { ...report, paths, digests };
}

/** A refused comparison as a fault; all but an unusable profile mean that the evidence is broken. */
export function lineageFault(
  refusal: ComparisonRefusal,
  where: string,
): { fault: Fault; exit_code: 50 | 60 } {
  return {
    fault: {
      code: refusal.code,
      message: refusal.message,
      where: refusal.run_id === "" ? where : `run ${refusal.run_id}`,
      fix: "Compare only runs of one matrix, as they were recorded.",
    },
    exit_code: refusal.code === "profile_unsupported" ? 50 : 60,
  };
}
