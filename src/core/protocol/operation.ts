/** One tool operation as the frame protocol sees it: asked, answered, settled, each at most once. */

/**
 * `asked`: intent received, host has not answered. `host`: accepted, the host executes and will settle.
 * `child`: accepted, the child executes and must settle. `closed`: settled or rejected.
 */
export type OperationState = "asked" | "host" | "child" | "closed";

export type Operations = ReadonlyMap<string, OperationState>;

/** A copy of `operations` in which `id` is in `state`. */
export function withOperation(
  operations: Operations,
  id: string,
  state: OperationState,
): Operations {
  const next = new Map(operations);
  next.set(id, state);
  return next;
}

/** Ids of the operations that are neither settled nor rejected, in the order they were asked. */
export function openOperations(operations: Operations): readonly string[] {
  return [...operations].filter(([, state]) => state !== "closed").map(([id]) => id);
}
