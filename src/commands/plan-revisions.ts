/** A pull request's plan: both commits found, each checked out in a folder of its own, one plan made from the two. */
import type { Fault, Outcome } from "../contracts/fault.ts";
import { digestDocument } from "../core/digest/digest.ts";
import type { FrozenContracts } from "../core/planning/bind-contracts.ts";
import { mergeRevisions } from "../core/planning/merge-revisions.ts";
import { findForeignKeys } from "../core/planning/model-keys.ts";
import { planMatrix } from "../core/planning/plan-matrix.ts";
import type { Shell } from "../core/ports.ts";
import type { Checkout, ResolvedRevisions } from "../core/revision-ports.ts";
import type { Planned } from "./plan.ts";
import type { ProgramPlace } from "./prepare.ts";

export interface RevisionNames {
  readonly base: string;
  readonly head: string;
}

export interface PlannedRevisions {
  readonly planned: Planned;
  readonly places: ReadonlyMap<string, ProgramPlace>;
  readonly notes: readonly string[];
  /** Deletes both checkouts; faults say what is left behind. */
  remove(): Promise<readonly Fault[]>;
}

/** `named` is the configuration's path from the project's folder, or an absolute one inside it. */
export async function planRevisions(
  shell: Shell,
  named: string,
  names: RevisionNames,
): Promise<Outcome<PlannedRevisions>> {
  const inside = named.startsWith(`${shell.project}/`)
    ? named.slice(shell.project.length + 1)
    : named;
  const file = `${await shell.revisions.prefix(shell.project)}${inside}`;
  const resolved = await shell.revisions.resolve({ repository: shell.project, ...names });
  if (!resolved.ok) return resolved;
  const parent = shell.scratch();
  const open = async (name: "base" | "head"): Promise<Outcome<Checkout>> =>
    shell.revisions.openCheckout({
      repository: shell.project,
      sha: resolved.value[name],
      name,
      parent: parent.path,
    });
  const base = await open("base");
  if (!base.ok) {
    parent.remove();
    return base;
  }
  const head = await open("head");
  if (!head.ok) {
    await base.value.remove();
    parent.remove();
    return head;
  }
  const remove = async (): Promise<readonly Fault[]> => {
    const left = [await base.value.remove(), await head.value.remove()].filter(
      (fault) => fault !== null,
    );
    parent.remove();
    return left;
  };
  const planned = planBoth(shell, file, resolved.value, base.value, head.value);
  if (!planned.ok) {
    await remove();
    return planned;
  }
  return { ok: true, value: { ...planned.value, remove } };
}

function planBoth(
  shell: Shell,
  file: string,
  resolved: ResolvedRevisions,
  base: Checkout,
  head: Checkout,
): Outcome<Omit<PlannedRevisions, "remove">> {
  const after = shell.openWorkspace(head.path).loadContracts(file);
  if (!after.ok)
    return after.faults[0].where === file ? notCommitted(after, file, resolved) : after;
  const before = shell.openWorkspace(base.path).loadContracts(file);
  const absent =
    !before.ok && before.faults[0].code === "file_missing" && before.faults[0].where === file;
  if (!before.ok && !absent) return before;
  const [foreign, ...others] = findForeignKeys(before.ok ? before.value : null, after.value, file);
  if (foreign !== undefined) return { ok: false, faults: [foreign, ...others] };
  const merged = mergeRevisions(
    before.ok ? before.value : null,
    callAfter(after.value, shell.project),
    {
      base: resolved.base,
      head: resolved.head,
    },
  );
  const plan = planMatrix(merged.contracts, shell.clock.now().slice(0, 10), file);
  if (!plan.ok) return plan;
  const value = {
    ...plan.value,
    case_changes: merged.case_changes,
    ignored_changes: merged.ignored_changes,
    ...(merged.withheld_variables.length === 0
      ? {}
      : { withheld_variables: [...merged.withheld_variables] }),
  };
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : "";
  return {
    ok: true,
    value: {
      planned: {
        contracts: merged.contracts,
        plan: value,
        plan_sha256: digestDocument("plan", value),
      },
      places: new Map(
        value.candidates.map((one) => [
          one.id,
          { checkout: (one.control_of ?? one.id) === "head" ? head : base, folder },
        ]),
      ),
      notes: [
        ...resolved.notes,
        ...(merged.from_head
          ? [`base has no ${file} yet: policy, prices and cases come from this pull request`]
          : []),
        ...merged.withheld_variables.map(
          (name) =>
            `${name} of the host is not handed to this pull request's program: base's ${file} does not list it under env`,
        ),
      ],
    },
  };
}

/** The file may well lie in the work tree: what is compared are commits. */
function notCommitted(
  refused: Extract<Outcome<never>, { ok: false }>,
  file: string,
  { head }: ResolvedRevisions,
): Outcome<never> {
  const [first, ...others] = refused.faults;
  if (first.code !== "file_missing") return refused;
  const told = {
    ...first,
    message: `head (${head.slice(0, 12)}) has no ${file}: it is not committed there`,
    fix: "Commit it on the branch you name as --head; where there is none yet, agent-lab init writes it.",
  };
  return { ok: false, faults: [told, ...others] };
}

/** A checkout's folder has a name of ours; the matrix is called after the user's own project. */
function callAfter(contracts: FrozenContracts, project: string): FrozenContracts {
  const last = project.split(/[/\\]/).findLast((part) => part !== "") ?? "";
  const id = last
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 63);
  return { ...contracts, matrix: { ...contracts.matrix, id: id === "" ? "agent" : id } };
}
