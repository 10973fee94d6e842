/** preflight: are the cases themselves sound? No model is called. */
import type { PreflightReport } from "../contracts/preflight.ts";
import { preflightCase } from "../core/evaluation/preflight.ts";
import { contractDigest, type FrozenContracts } from "../core/planning/bind-contracts.ts";

/** Checks every case with its oracle, a null agent, an echo agent and an error-path agent. */
export function checkCases(
  contracts: Pick<FrozenContracts, "cases" | "catalogue">,
): PreflightReport {
  const cases = contracts.cases.map((one) =>
    preflightCase({
      case: one,
      case_sha256: contractDigest("case", one),
      catalogue: contracts.catalogue,
    }),
  );
  const problems = cases.reduce((sum, one) => sum + one.problems.length, 0);
  return { schema_version: 1, passed: problems === 0, model_calls: 0, cases, problems };
}
