/** A snapshot in parts: what there is once, and the entries of its maps, so that one can be stored without the others. */
import type { JobSnapshot, MatrixSnapshot, Snapshot } from "./snapshot.ts";

/** Names of the fields that hold entries by a name from outside: taken from the type, so that a new map is a part at once. */
type MapOf<S> = { [K in keyof S]: string extends keyof S[K] ? K : never }[keyof S];
type JobPart = MapOf<JobSnapshot>;
type MatrixPart = MapOf<MatrixSnapshot>;
export type Part = JobPart | MatrixPart;

type Maps = Pick<JobSnapshot, JobPart> & Pick<MatrixSnapshot, MatrixPart>;
type Entries = Readonly<Record<string, unknown>>;

export interface EntryName {
  readonly part: Part;
  readonly key: string;
}

type EntryOf<P extends Part> = EntryName & { readonly part: P; readonly value: Maps[P][string] };
export type Entry = { [P in Part]: EntryOf<P> }[Part];

export type Scalars = Omit<JobSnapshot, JobPart> | Omit<MatrixSnapshot, MatrixPart>;

export function splitSnapshot(snapshot: Snapshot): {
  readonly scalars: Scalars;
  readonly maps: Readonly<Partial<Record<Part, Entries>>>;
} {
  if (snapshot.kind === "matrix") {
    const { blocks, runs, ...scalars } = snapshot;
    const maps: Record<MatrixPart, Entries> = { blocks, runs };
    return { scalars, maps };
  }
  const { reservations, closed, operations, approvals, keys, ...scalars } = snapshot;
  const maps: Record<JobPart, Entries> = { reservations, closed, operations, approvals, keys };
  return { scalars, maps };
}

/** The snapshot whose parts these are. Nothing may depend on the order of its entries: it is not kept. */
export function joinSnapshot(scalars: Scalars, entries: readonly Entry[]): Snapshot {
  if (scalars.kind === "matrix")
    return { ...scalars, blocks: collect(entries, "blocks"), runs: collect(entries, "runs") };
  return {
    ...scalars,
    reservations: collect(entries, "reservations"),
    closed: collect(entries, "closed"),
    operations: collect(entries, "operations"),
    approvals: collect(entries, "approvals"),
    keys: collect(entries, "keys"),
  };
}

function collect<P extends Part>(
  entries: readonly Entry[],
  part: P,
): Readonly<Record<string, EntryOf<P>["value"]>> {
  return Object.fromEntries(
    entries
      .filter((entry): entry is Extract<Entry, EntryOf<P>> => entry.part === part)
      .map((entry) => [entry.key, entry.value]),
  );
}
