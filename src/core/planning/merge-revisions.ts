/** One plan from two revisions: each brings its own agent; what judges them comes from base, so that no change grades itself. */
import type { CaseContract } from "../../contracts/case.ts";
import type { Candidate, MatrixFile } from "../../contracts/matrix.ts";
import type { Plan } from "../../contracts/plan.ts";
import { canonicalJson } from "../digest/canonical.ts";
import { allowVariables, type Allowed } from "../own/agent-variables.ts";
import { contractDigest, type FrozenContracts } from "./bind-contracts.ts";
import { joinModels } from "./join-models.ts";

export interface RevisionNames {
  readonly base: string;
  readonly head: string;
}

/** `from_head`: base has no agent-lab.yaml. */
export interface MergedRevisions {
  readonly contracts: FrozenContracts;
  readonly from_head: boolean;
  readonly case_changes: NonNullable<Plan["case_changes"]>;
  readonly ignored_changes: NonNullable<Plan["ignored_changes"]>;
  /** Host variables that head's program asked for and does not get. */
  readonly withheld_variables: readonly string[];
}

/**
 * Policy, profile, prices, budget, order and tools come from base; from head when base has no agent-lab.yaml.
 * Cases are the union, base's version where both have one. Agent, setup, hooks, env and models come from each revision,
 * so a model contract that head changed is kept beside base's under a name of its own;
 * of the host's variables env reaches only those that base's own env names.
 */
export function mergeRevisions(
  base: FrozenContracts | null,
  head: FrozenContracts,
  names: RevisionNames,
): MergedRevisions {
  const judge = base ?? head;
  const before = new Map((base?.cases ?? []).map((one) => [one.id, one]));
  const added = head.cases.filter((one) => !before.has(one.id));
  const cases: CaseContract[] = [...before.values(), ...added];
  const { models, ...ids } = joinModels(base?.models ?? head.models, head.models);
  const listed = base === null ? undefined : candidateOf(base, "base").env;
  const first = allowVariables(candidateOf(base ?? head, "base").env, listed);
  const second = allowVariables(candidateOf(head, "head").env, listed);
  const matrix: MatrixFile = {
    ...judge.matrix,
    id: head.matrix.id,
    candidates: [
      rename(candidateOf(base ?? head, "base"), "base", names.base, ids.base, first),
      rename(candidateOf(head, "head"), "head", names.head, ids.head, second),
    ],
    models: [...models],
  };
  return {
    contracts: {
      ...judge,
      matrix,
      cases,
      models,
      case_files: { ...head.case_files, ...base?.case_files },
    },
    from_head: base === null,
    ignored_changes: base === null ? [] : compareJudges(base, head),
    withheld_variables: second.withheld,
    case_changes: base === null ? [] : compareCases(base.cases, head.cases),
  };
}

/** What judges a pull request may be changed in it, but takes effect only once it is merged. */
function compareJudges(
  base: FrozenContracts,
  head: FrozenContracts,
): MergedRevisions["ignored_changes"] {
  const pairs = [
    ["policy", base.policy, head.policy],
    ["profile", base.profile, head.profile],
    ["prices", base.pricing, head.pricing],
    ["budget", base.matrix.budget, head.matrix.budget],
    ["repetitions", base.matrix.repetitions, head.matrix.repetitions],
    ["tools", base.catalogue, head.catalogue],
  ] as const;
  return pairs.flatMap(([name, before, after]) =>
    canonicalJson(before) === canonicalJson(after) ? [] : [name],
  );
}

function compareCases(
  before: readonly CaseContract[],
  after: readonly CaseContract[],
): MergedRevisions["case_changes"] {
  const was = new Map(before.map((one) => [one.id, one]));
  const now = new Map(after.map((one) => [one.id, one]));
  const kept = before.flatMap((one): MergedRevisions["case_changes"] => {
    const then = now.get(one.id);
    if (then === undefined)
      return [{ case_id: one.id, change: "removed", base_version: one.version }];
    return contractDigest("case", one) === contractDigest("case", then)
      ? []
      : [{ case_id: one.id, change: "changed", base_version: one.version }];
  });
  const added = after.filter((one) => !was.has(one.id));
  return [
    ...kept,
    ...added.map((one) => ({ case_id: one.id, change: "added" as const, base_version: null })),
  ];
}

function candidateOf(contracts: FrozenContracts, role: "base" | "head"): Candidate {
  const found =
    contracts.matrix.candidates.find((one) => one.role === role) ?? contracts.matrix.candidates[0];
  if (found === undefined) throw new Error(`the ${role} revision names no candidate`);
  return found;
}

function rename(
  candidate: Candidate,
  role: "base" | "head",
  revision: string,
  models: readonly string[],
  { env }: Allowed,
): Candidate {
  const { env: _asked, ...rest } = candidate;
  return {
    ...rest,
    id: role,
    role,
    revision,
    models: [...models],
    ...(env === undefined ? {} : { env }),
  };
}
