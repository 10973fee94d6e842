/** The published schemas as functions that name the first place where a document leaves its form. */
import type { z } from "zod";

import { bundleManifest } from "../contracts/bundle-manifest.ts";
import { caseContract } from "../contracts/case.ts";
import { comparison } from "../contracts/comparison.ts";
import { storedEvent } from "../contracts/event.ts";
import { matrixFile } from "../contracts/matrix.ts";
import { modelContract } from "../contracts/model.ts";
import { contractKind, plan, type ContractKind } from "../contracts/plan.ts";
import { preflightReport } from "../contracts/preflight.ts";
import { pricingCatalogue } from "../contracts/pricing.ts";
import { readinessPolicy } from "../contracts/readiness-policy.ts";
import { readiness } from "../contracts/readiness.ts";
import { rubric } from "../contracts/rubric.ts";
import { runResult } from "../contracts/run-result.ts";
import { scoreProfile } from "../contracts/score-profile.ts";
import { toolCatalogue } from "../contracts/tool-catalogue.ts";
import type { BundleParsers, Parse } from "../core/evidence/documents.ts";

const contracts: Readonly<Record<ContractKind, z.ZodType>> = {
  case: caseContract,
  tool_catalogue: toolCatalogue,
  model: modelContract,
  pricing_catalogue: pricingCatalogue,
  score_profile: scoreProfile,
  readiness_policy: readinessPolicy,
  matrix: matrixFile,
  rubric,
};

export const bundleParsers: BundleParsers = {
  manifest: parseWith(bundleManifest),
  plan: parseWith(plan),
  preflight: parseWith(preflightReport),
  contract: (kind) => {
    const known = contractKind.safeParse(kind);
    return known.success
      ? parseWith(contracts[known.data])
      : () => ({ ok: false, message: `contracts/${kind} is no kind of contract` });
  },
  event: parseWith(storedEvent),
  run_result: parseWith(runResult),
  comparison: parseWith(comparison),
  readiness: parseWith(readiness),
};

function parseWith<T>(schema: z.ZodType<T>): Parse<T> {
  return (value) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { ok: true, value: parsed.data };
    const [issue] = parsed.error.issues;
    const pointer = (issue?.path ?? []).map((key) => `/${String(key)}`).join("");
    return {
      ok: false,
      message: `${pointer || "the document"}: ${issue?.message ?? "is invalid"}`,
    };
  };
}
