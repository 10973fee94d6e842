/** Every contract a plan rests on, with its digest and its place in the bundle. */
import type { CaseContract } from "../../contracts/case.ts";
import type { MatrixFile } from "../../contracts/matrix.ts";
import type { ModelContract } from "../../contracts/model.ts";
import type { BoundContract, ContractKind } from "../../contracts/plan.ts";
import type { PricingCatalogue } from "../../contracts/pricing.ts";
import type { ReadinessPolicy } from "../../contracts/readiness-policy.ts";
import type { Rubric } from "../../contracts/rubric.ts";
import type { ScoreProfile } from "../../contracts/score-profile.ts";
import type { ToolCatalogue } from "../../contracts/tool-catalogue.ts";
import { digestDocument } from "../digest/digest.ts";
import { contractPath } from "../evidence/layout.ts";

export interface FrozenContracts {
  readonly matrix: MatrixFile;
  readonly cases: readonly CaseContract[];
  readonly catalogue: ToolCatalogue;
  readonly models: readonly ModelContract[];
  readonly pricing: PricingCatalogue;
  readonly profile: ScoreProfile;
  readonly policy: ReadinessPolicy;
  readonly rubric?: Rubric;
  /** The file each case was read from, by case id, for messages only; it is never digested. */
  readonly case_files?: Readonly<Record<string, string>>;
}

/** Digest of one contract under its kind's domain tag. */
export function contractDigest(kind: ContractKind, document: unknown): string {
  return digestDocument(kind.replaceAll("_", "-"), document);
}

/** In a fixed order: matrix, cases as listed, tools, models, prices, profile, policy, rubric. */
export function bindContracts(contracts: FrozenContracts): BoundContract[] {
  const { matrix, cases, catalogue, models, pricing, profile, policy, rubric } = contracts;
  return [
    bindContract("matrix", matrix.id, 1, matrix),
    ...cases.map((one) => bindContract("case", one.id, one.version, one)),
    bindContract("tool_catalogue", catalogue.id, catalogue.version, catalogue),
    ...models.map((one) => bindContract("model", one.id, 1, one)),
    bindContract("pricing_catalogue", pricing.name, 1, pricing),
    bindContract("score_profile", profile.name, 1, profile),
    bindContract("readiness_policy", policy.name, 1, policy),
    ...(rubric === undefined ? [] : [bindContract("rubric", rubric.name, rubric.version, rubric)]),
  ];
}

/** One contract with its digest and its place in the bundle. */
export function bindContract(
  kind: ContractKind,
  id: string,
  version: number,
  document: unknown,
): BoundContract {
  return {
    kind,
    id,
    version,
    digest: contractDigest(kind, document),
    path: contractPath(kind, id, version),
  };
}
