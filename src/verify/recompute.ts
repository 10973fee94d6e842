/** The one place where the verifier meets the folds: the evidence goes in, the text of every run and view comes out. */
import type { z } from "zod";

import { caseContract } from "../contracts/case.ts";
import { matrixFile } from "../contracts/matrix.ts";
import { modelContract } from "../contracts/model.ts";
import type { ContractKind } from "../contracts/plan.ts";
import { pricingCatalogue } from "../contracts/pricing.ts";
import { readinessPolicy } from "../contracts/readiness-policy.ts";
import { rubric } from "../contracts/rubric.ts";
import { scoreProfile } from "../contracts/score-profile.ts";
import type { BundleContents } from "../core/evidence/documents.ts";
import { bundlePaths, runPath } from "../core/evidence/layout.ts";
import { documentText } from "../core/evidence/manifest.ts";
import type { Recompute } from "../core/evidence/verify.ts";
import { renderMarkdown } from "../core/report/markdown.ts";
import { reportView } from "../core/report/view.ts";
import { decodeRequests } from "../core/runs/decode-requests.ts";
import { runResult } from "../core/runs/run-result.ts";
import { candidatesBom } from "../core/sbom/candidates.ts";
import { gatherMatrix } from "../core/shards/streams.ts";
import { decideMatrix } from "../core/verdict/decide-matrix.ts";
import type { CanonicalRequest } from "../core/wire/request.ts";
import { checkDerived } from "./derive.ts";
import { checkAnalysis } from "./registered-analysis.ts";

function refused(path: string, message: string): ReturnType<Recompute> {
  return { path, refused: message };
}

/** The same four folds as the host's, over the bundle's own events, plan and contracts. */
export const recomputeBundle: Recompute = (contents) => {
  const { comparison, readiness, report } = bundlePaths;
  try {
    const cases = bound(contents, "case", caseContract);
    const [pricing] = bound(contents, "pricing_catalogue", pricingCatalogue);
    const [profile] = bound(contents, "score_profile", scoreProfile);
    const [policy] = bound(contents, "readiness_policy", readinessPolicy);
    const [judged] = bound(contents, "rubric", rubric);
    const models = bound(contents, "model", modelContract);
    if (!pricing || !profile || !policy) {
      return refused(bundlePaths.plan, "the plan binds no pricing, no profile or no policy");
    }
    const [matrix] = bound(contents, "matrix", matrixFile);
    const fault =
      checkAnalysis(contents, { matrix, policy, cases: cases.length }) ??
      checkDerived(contents, { cases, models, pricing });
    if (fault !== undefined) return { fault };
    const files = foldRuns(contents);
    const names = [...contents.results.keys()].toSorted();
    const { manifest, plan, preflight } = contents;
    const verdict = decideMatrix({
      matrix_id: manifest.matrix_id,
      plan,
      plan_sha256: manifest.plan_sha256,
      preflight,
      results: names.flatMap((name) => {
        const result = contents.results.get(name);
        const digest = contents.result_digests.get(name);
        return result && digest !== undefined ? [{ result, digest }] : [];
      }),
      requests: requestsOf(contents),
      stream: gatherMatrix(contents.streams, manifest.matrix_id),
      cases,
      profile,
      pricing,
      policy,
      ...(judged === undefined ? {} : { rubric: judged }),
    });
    if (!verdict.ok) return refused(comparison, verdict.message);
    files.set(comparison, documentText(verdict.comparison));
    files.set(readiness, documentText(verdict.readiness));
    files.set(report, renderMarkdown(reportView(verdict.report)));
    files.set(bundlePaths.sbom, documentText(candidatesBom(manifest.matrix_id, contents.streams)));
    return { files };
  } catch (error) {
    // A fold throws on evidence that no run of ours could have left; here that is a finding, not a bug.
    return refused(comparison, error instanceof Error ? error.message : String(error));
  }
};

function foldRuns({ results, streams }: BundleContents): Map<string, string> {
  const folded = new Map<string, string>();
  for (const name of results.keys()) {
    folded.set(runPath(name), documentText(runResult(streams.get(name) ?? [])));
  }
  return folded;
}

function bound<T>(
  { plan, contracts }: BundleContents,
  kind: ContractKind,
  form: z.ZodType<T>,
): T[] {
  return plan.contracts
    .filter((one) => one.kind === kind)
    .map(({ path }) => form.parse(contracts.get(path)?.document));
}

function requestsOf({
  results,
  artifacts,
}: BundleContents): ReadonlyMap<string, readonly CanonicalRequest[]> {
  return new Map(
    [...results].map(([run_id, result]) => [run_id, decodeRequests(result, artifacts)]),
  );
}
