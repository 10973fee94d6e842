/** What a finished run rests on, where the host was stopped in between: its last attempt, and what came before its checkpoint. */
import type { RuntimeEvent } from "../../contracts/event.ts";

/**
 * The bodies of a stream in order, without those of attempts that were given up. A run that was never resumed keeps all.
 * Calls of the kept part that had no end before its checkpoint are left out: the attempt that went on made them anew.
 */
export function effectiveHistory(bodies: readonly RuntimeEvent[]): readonly RuntimeEvent[] {
  const starts = bodies.flatMap((body, index) =>
    body.type === "attempt.started" || body.type === "attempt.resumed" ? [{ body, index }] : [],
  );
  if (starts.length < 2) return bodies;
  let kept: readonly number[] = range(0, starts[0]?.index ?? 0);
  for (const [at, { body, index }] of starts.entries()) {
    const from = body.resumed_from?.sequence ?? 1;
    const end = starts[at + 1]?.index ?? bodies.length;
    kept = [...kept.filter((one) => at === 0 || one < from), ...range(index, end)];
  }
  const last = starts.at(-1)?.index ?? 0;
  const going = new Set(bodies.slice(last).flatMap(endedOperation));
  const ended = new Set(kept.flatMap((index) => endedOperation(bodies[index])));
  const chosen = new Set(kept);
  return bodies.filter((body, index) => {
    const operation = operationOf(body);
    if (operation === null || index >= last) return chosen.has(index);
    // What a person approved while the run waited is carried out by a later part than the one that asked.
    return going.has(operation) || ended.has(operation);
  });
}

/** Those of the attempts that were given up. */
export function abandonedHistory(bodies: readonly RuntimeEvent[]): readonly RuntimeEvent[] {
  const effective = new Set(effectiveHistory(bodies));
  return bodies.filter((body) => !effective.has(body));
}

function operationOf(body: RuntimeEvent): string | null {
  return "operation_id" in body ? body.operation_id : null;
}

function endedOperation(body: RuntimeEvent | undefined): string[] {
  // Most events say nothing about it.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (body?.type) {
    case "tool.settled":
    case "tool.refused":
    case "tool.observed":
    case "model.settled":
      return [body.operation_id];
    default:
      return [];
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
