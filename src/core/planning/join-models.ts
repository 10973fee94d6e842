/** The model contracts of two revisions in one plan: each revision keeps its own, also where both use one id. */
import type { ModelContract } from "../../contracts/model.ts";
import { canonicalJson } from "../digest/canonical.ts";

export interface JoinedModels {
  readonly models: readonly ModelContract[];
  /** Ids in `models` that each revision may ask. */
  readonly base: readonly string[];
  readonly head: readonly string[];
}

const longestId = 63;

/** A contract of head's that differs from base's of the same id is kept as `ID-head`; equal ones are one. */
export function joinModels(
  base: readonly ModelContract[],
  head: readonly ModelContract[],
): JoinedModels {
  const joined = new Map(base.map((one) => [one.id, one]));
  const declared = new Set([...base, ...head].map((one) => one.id));
  const ids = new Map<string, string>();
  for (const one of new Map(head.map((model) => [model.id, model])).values()) {
    const same = joined.get(one.id);
    const free = same === undefined || canonicalJson(same) === canonicalJson(one);
    const id = free ? one.id : findFreeId(one.id, declared);
    joined.set(id, { ...one, id });
    declared.add(id);
    ids.set(one.id, id);
  }
  return {
    models: [...joined.values()],
    base: [...new Set(base.map((one) => one.id))],
    head: [...ids.values()],
  };
}

function findFreeId(id: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? "-head" : `-head-${count}`;
    const name = `${id.slice(0, longestId - suffix.length)}${suffix}`;
    if (!taken.has(name)) return name;
  }
}
