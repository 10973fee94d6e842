/** Which block a worker takes next: what was begun and left first, then the plan's order. */
import type { Admission } from "./admission.ts";
import type { MatrixStanding } from "./matrix-standing.ts";

export type NextBlock =
  | { readonly kind: "take"; readonly block: number }
  /** Others work on what is left, or hold what the next block needs. */
  | { readonly kind: "wait" }
  /** Every block is closed or waits for a person. */
  | { readonly kind: "none" };

/**
 * Blocks are admitted in order: the first that is neither admitted nor refused is the only one that may be. Otherwise
 * what is refused would depend on who came first.
 */
export function nextBlock(
  blocks: readonly number[],
  { closed, admitted }: Pick<MatrixStanding, "closed" | "admitted">,
  parked: ReadonlySet<number>,
  isFree: (block: number) => boolean,
  admission: (block: number) => Admission,
): NextBlock {
  const open = blocks.filter((block) => !closed.has(block));
  const left = open.find((block) => admitted.has(block) && !parked.has(block) && isFree(block));
  if (left !== undefined) return { kind: "take", block: left };
  const fresh = open.find((block) => !admitted.has(block));
  if (fresh !== undefined && isFree(fresh) && admission(fresh) !== "wait")
    return { kind: "take", block: fresh };
  return { kind: open.every((block) => parked.has(block)) ? "none" : "wait" };
}
