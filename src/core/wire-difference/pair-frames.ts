/** Puts each new frame of head beside the frame of base it came from. */

import type { Frame } from "./frames.ts";
import { linesOf } from "./text-lines.ts";

function overlap(left: readonly string[], right: readonly string[]): number {
  const [a, b] = [new Set(left), new Set(right)];
  const union = new Set([...a, ...b]).size;
  return union === 0 ? 1 : [...a].filter((one) => b.has(one)).length / union;
}

function toolNames(frame: Frame): string[] {
  return frame.tools.map((tool) => tool.name);
}

function likeness(before: Frame, after: Frame): number {
  return (
    2 * overlap(toolNames(before), toolNames(after)) +
    2 * overlap(linesOf(before.system), linesOf(after.system)) +
    (before.model === after.model ? 1 : 0) +
    ([...after.calls].some((call) => before.calls.has(call)) ? 1 : 0)
  );
}

export interface FramePair {
  readonly before: Frame | null;
  readonly after: Frame | null;
}

/**
 * New frames of head, each with the frame of base most like it (one that head no longer sends, where there is a choice),
 * then frames that every run of base sent and nothing of head came from. A frame both sides send is in no pair. A new frame that is
 * like none of base's, at a place base never called from, stands alone.
 */
export function pairFrames(
  base: readonly Frame[],
  head: readonly Frame[],
  base_runs: number,
): FramePair[] {
  const [old_keys, new_keys] = [base, head].map((side) => new Set(side.map((one) => one.key)));
  const gone = new Set(base.filter((one) => new_keys?.has(one.key) !== true));
  const pairs: FramePair[] = [];
  for (const after of head) {
    if (old_keys?.has(after.key) === true) continue;
    const weight = (one: Frame) => likeness(one, after) + (gone.has(one) ? 0.75 : 0);
    const nearest = base.toSorted((left, right) => weight(right) - weight(left))[0];
    if (nearest === undefined || likeness(nearest, after) < 1) {
      pairs.push({ before: null, after });
      continue;
    }
    gone.delete(nearest);
    pairs.push({ before: nearest, after });
  }
  const lost = [...gone].filter((one) => one.runs.size === base_runs);
  return [...pairs, ...lost.map((before) => ({ before, after: null }))];
}
