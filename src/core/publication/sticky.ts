/** The next request that brings our comments on a pull request to one: the oldest, saying what the newest run found. */
import type { CommentMarker } from "./marker.ts";
import { compareRuns } from "./ordering.ts";
import type { CommentMode } from "./outcome.ts";

/** A comment of our own author with our key. */
export interface OwnComment {
  readonly id: number;
  readonly marker: CommentMarker;
}

export interface DesiredComment {
  readonly marker: CommentMarker;
  readonly mode: Exclude<CommentMode, "off">;
  readonly no_go: boolean;
}

export type StickyStep =
  | { readonly kind: "create" }
  | { readonly kind: "update"; readonly id: number; readonly previous: CommentMarker }
  | { readonly kind: "delete"; readonly ids: readonly [number, ...number[]] }
  | { readonly kind: "done"; readonly reason: "current" | "superseded" | "quiet" };

/**
 * Called again after every request until it says done. GitHub has no compare-and-set, so racing runs are settled by what
 * all of them see alike: the oldest comment stays, the newest run's words win, each run removes only what is older than
 * itself or its own. One window stays open: an older run that looked before a newer one wrote, and writes after the newer
 * one's last look. A `concurrency` group in the workflow closes it.
 */
export function nextStickyStep(found: readonly OwnComment[], desired: DesiredComment): StickyStep {
  const [keeper, ...younger] = found.toSorted((a, b) => a.id - b.id);
  if (keeper === undefined) {
    const wanted = desired.mode !== "on-no-go" || desired.no_go;
    return wanted ? { kind: "create" } : { kind: "done", reason: "quiet" };
  }
  const order = (comment: OwnComment): number => compareRuns(comment.marker, desired.marker);
  if (found.some((comment) => order(comment) > 0)) {
    return remove(
      younger.filter((comment) => order(comment) === 0),
      "superseded",
    );
  }
  if (saysTheSame(keeper.marker, desired)) return remove(younger, "current");
  return { kind: "update", id: keeper.id, previous: keeper.marker };
}

function remove(comments: readonly OwnComment[], reason: "current" | "superseded"): StickyStep {
  const [first, ...rest] = comments.map(({ id }) => id);
  return first === undefined ? { kind: "done", reason } : { kind: "delete", ids: [first, ...rest] };
}

/** `on-change` leaves a comment alone when the same commit had the same result, whichever run found it. */
function saysTheSame(there: CommentMarker, { marker, mode }: DesiredComment): boolean {
  if (compareRuns(there, marker) === 0) return there.text_sha256 === marker.text_sha256;
  return (
    mode === "on-change" &&
    there.head_sha === marker.head_sha &&
    changedFacts(there.facts, marker.facts).length === 0
  );
}

export interface FactChange {
  readonly name: string;
  readonly before: string | null;
  readonly now: string | null;
}

/** Facts that differ, in the order of `now`, then those that are gone. */
export function changedFacts(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): FactChange[] {
  const [old, current] = [new Map(Object.entries(before)), new Map(Object.entries(now))];
  return [...new Set([...current.keys(), ...old.keys()])]
    .map((name) => ({ name, before: old.get(name) ?? null, now: current.get(name) ?? null }))
    .filter((one) => one.before !== one.now);
}
