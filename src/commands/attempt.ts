/** One start of a cell's work: what it is called, and what earlier starts left behind. */
import type { Json, JsonObject, Missing } from "../contracts/primitives.ts";
import { noToolHistory, type ToolHistory } from "../core/recovery/tool-history.ts";
import type { World, WorldEffect } from "../core/world-port.ts";

export interface Attempt {
  readonly number: number;
  /** Fences the start: each one has a higher one than the last. */
  readonly epoch: number;
  readonly history: ToolHistory;
  readonly world: World;
  /** Ordinal of the job's newest model call. */
  readonly ordinal: number;
  readonly spent_pico: bigint;
  /** Whether everything the run needs is done in this start, so that its time and calls can be compared. */
  readonly whole: boolean;
  readonly checkpoint: { readonly stage: string; readonly state: Json } | null;
}

export function firstAttempt(world: World): Attempt {
  const fresh = { ordinal: 0, spent_pico: 0n, whole: true, checkpoint: null };
  return { number: 1, epoch: 1, history: noToolHistory, world, ...fresh };
}

/** A child that is started again numbers its operations from the beginning; the ledger knows each id once. */
export function operationPrefix({ epoch }: Pick<Attempt, "epoch">): string {
  return epoch === 1 ? "" : `e${epoch}.`;
}

/** The time of a run that stood still in between says nothing about the agent. */
export function wholeTime({ whole }: Attempt, duration_ms: number | Missing): number | Missing {
  return whole ? duration_ms : { missing: "the run was stopped and went on" };
}

/** A world that nobody will ask later: of runs that are not recorded. */
export function openPassingWorld(initial: JsonObject): World {
  const effects: WorldEffect[] = [];
  let state = initial;
  return {
    state: () => state,
    effects: () => effects,
    apply: (call, { world, output, is_error, effects: count }) => {
      if (count > 0) effects.push({ ...call, output, is_error, effects: count });
      state = world;
    },
  };
}
