/** plan and validate: contracts read, frozen, ordered, priced and digested, without starting anything. */
import type { AdapterManifest } from "../contracts/adapter.ts";
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { Plan } from "../contracts/plan.ts";
import { digestDocument } from "../core/digest/digest.ts";
import { type FrozenContracts } from "../core/planning/bind-contracts.ts";
import { planMatrix } from "../core/planning/plan-matrix.ts";
import type { Shell } from "../core/ports.ts";
import { liveTarget } from "./upstream.ts";

export interface Planned {
  readonly contracts: FrozenContracts;
  readonly plan: Plan;
  readonly plan_sha256: string;
}

/** Plans the matrix or short form in `file`; the lookup day for prices is today's. */
export function makePlan(shell: Shell, file: string): Outcome<Planned> {
  const contracts = shell.workspace.loadContracts(file);
  if (!contracts.ok) return contracts;
  const planned = planMatrix(contracts.value, shell.clock.now().slice(0, 10), file);
  const [unfit, ...others] = findUnfitAdapters(shell, contracts.value, file);
  if (unfit !== undefined)
    return { ok: false, faults: [unfit, ...others, ...(planned.ok ? [] : planned.faults)] };
  if (!planned.ok) return planned;
  return {
    ok: true,
    value: {
      contracts: contracts.value,
      plan: planned.value,
      plan_sha256: digestDocument("plan", planned.value),
    },
  };
}

/** Adapters that do not exist, and those made for another track: tracks are never merged into one ranking. */
function findUnfitAdapters(shell: Shell, { matrix }: FrozenContracts, where: string): Fault[] {
  const names = new Set(matrix.candidates.flatMap((one) => one.adapter ?? []));
  const otherTrack = (name: string, track: AdapterManifest["track"]): Fault => ({
    code: "adapter_of_other_track",
    message: `the adapter "${name}" is made for track ${track}, and this matrix is on track ${matrix.track}`,
    where,
    fix:
      track === "native"
        ? "It brings its own prompts: write track: native, with native adapters alone."
        : "Compare it on track: controlled, or name native adapters alone.",
  });
  return [...names].flatMap((name) => {
    const looked = shell.adapters.find(name);
    if (looked.found) return looked.track === matrix.track ? [] : [otherTrack(name, looked.track)];
    const meant = looked.close === null ? "" : `; did you mean "${looked.close}"?`;
    return [
      {
        code: "adapter_missing",
        message: `there is no adapter "${name}"${meant}`,
        where,
        fix: `There are: ${looked.known.join(", ")}. Your own goes into adapters/NAME with an adapter.json.`,
      },
    ];
  });
}

/** A live model whose address is not set or can't be used on this machine; for commands that are about to call it. */
export function findUnreachableModels(
  shell: Shell,
  { models, matrix: { variable } }: FrozenContracts,
): Fault[] {
  return models.flatMap((model) => {
    const target = model.upstream === "live" ? liveTarget(shell, model) : null;
    return target?.kind === "simulated_error"
      ? [
          {
            code: target.code,
            message: target.message,
            where: `model ${model.id}`,
            fix: unreachableFix(target.code, variable),
          },
        ]
      : [];
  });
}

function unreachableFix(code: string, variable: FrozenContracts["matrix"]["variable"]): string {
  return code === "no_api_key" && variable === "revision"
    ? "Set the variable and run again; or see what changes on the wire without it: --dry, as the Action's input mode: dry. A pull request from a fork gets no secrets."
    : "Set the variable and run again.";
}

/** Every frozen contract under its path in the bundle. */
export function contractDocuments({ contracts, plan }: Planned): ReadonlyMap<string, unknown> {
  const byKind: Record<string, readonly unknown[]> = {
    matrix: [contracts.matrix],
    case: contracts.cases,
    tool_catalogue: [contracts.catalogue],
    model: contracts.models,
    pricing_catalogue: [contracts.pricing],
    score_profile: [contracts.profile],
    readiness_policy: [contracts.policy],
    rubric: contracts.rubric === undefined ? [] : [contracts.rubric],
  };
  const used: Record<string, number> = {};
  const documents = new Map<string, unknown>();
  for (const bound of plan.contracts) {
    const at = used[bound.kind] ?? 0;
    used[bound.kind] = at + 1;
    documents.set(bound.path, byKind[bound.kind]?.[at]);
  }
  return documents;
}
