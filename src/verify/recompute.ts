/** The one place where the verifier meets the folds: the evidence goes in, the text of every run and view comes out. */
import type { z } from "zod";

import { type CaseContract, caseContract } from "../contracts/case.ts";
import type { ContractKind } from "../contracts/plan.ts";
import { pricingCatalogue } from "../contracts/pricing.ts";
import { readinessPolicy } from "../contracts/readiness-policy.ts";
import { scoreProfile } from "../contracts/score-profile.ts";
import { digestDocument } from "../core/digest/digest.ts";
import { scoreStream } from "../core/evaluation/score-stream.ts";
import type { BundleContents } from "../core/evidence/documents.ts";
import { bundlePaths, runPath } from "../core/evidence/layout.ts";
import { documentText } from "../core/evidence/manifest.ts";
import type { Recompute } from "../core/evidence/verify.ts";
import { renderMarkdown } from "../core/report/markdown.ts";
import { reportView } from "../core/report/view.ts";
import { decodeRequests } from "../core/runs/decode-requests.ts";
import { runResult } from "../core/runs/run-result.ts";
import { decideMatrix } from "../core/verdict/decide-matrix.ts";
import type { CanonicalRequest } from "../core/wire/request.ts";

function refused(path: string, message: string): ReturnType<Recompute> {
  return { path, refused: message };
}

/** The same four folds as the host's, over the bundle's own events, plan and contracts. */
export const recomputeBundle: Recompute = (contents) => {
  const { comparison, readiness, report } = bundlePaths;
  try {
    const cases = bound(contents, "case", caseContract);
    const unscored = checkScores(contents, cases);
    if (unscored !== null) return unscored;
    const files = foldRuns(contents);
    const [pricing] = bound(contents, "pricing_catalogue", pricingCatalogue);
    const [profile] = bound(contents, "score_profile", scoreProfile);
    const [policy] = bound(contents, "readiness_policy", readinessPolicy);
    if (!pricing || !profile || !policy) {
      return refused(bundlePaths.plan, "the plan binds no pricing, no profile or no policy");
    }
    const names = [...contents.results.keys()].toSorted();
    const { manifest, plan, preflight } = contents;
    const verdict = decideMatrix({
      matrix_id: manifest.matrix_id,
      plan,
      plan_sha256: manifest.plan_sha256,
      preflight,
      results: names.flatMap((name) => {
        const result = contents.results.get(name);
        return result ? [{ result, digest: digestDocument("run-result", result) }] : [];
      }),
      requests: requestsOf(contents),
      stream: contents.streams.get(manifest.matrix_id) ?? [],
      cases,
      profile,
      pricing,
      policy,
    });
    if (!verdict.ok) return refused(comparison, verdict.message);
    files.set(comparison, documentText(verdict.comparison));
    files.set(readiness, documentText(verdict.readiness));
    files.set(report, renderMarkdown(reportView(verdict.report)));
    return { files };
  } catch (error) {
    // A fold throws on evidence that no run of ours could have left; here that is a finding, not a bug.
    return refused(comparison, error instanceof Error ? error.message : String(error));
  }
};

/** Points follow from answers, calls and the case: those that were recorded are derived again. */
function checkScores(
  { results, streams }: BundleContents,
  cases: readonly CaseContract[],
): ReturnType<Recompute> | null {
  for (const [name, { case_id, case_version }] of results) {
    const task = cases.find((one) => one.id === case_id && one.version === case_version);
    if (task === undefined)
      return refused(runPath(name), `there is no case ${case_id} to score by`);
    const bodies = (streams.get(name) ?? []).map((event) => event.body);
    const recorded = bodies.findLast((body) => body.type === "run.scored");
    const score = scoreStream(bodies, task);
    const same =
      recorded?.type === "run.scored"
        ? score !== null && documentText(recorded.score) === documentText(score)
        : score === null;
    if (!same)
      return refused(
        runPath(name),
        "the recorded points are not what the case's checks give for this run",
      );
  }
  return null;
}

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
