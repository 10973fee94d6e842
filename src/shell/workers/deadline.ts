/** Idle and total time of one worker, measured on the clock handed in; fires at most once. */
import type { Clock } from "../../core/ports.ts";

export interface Deadlines {
  /** The worker did something: the idle time starts again. */
  touch(): void;
  /** Only the total time still counts. */
  stopIdle(): void;
  cancel(): void;
}

/**
 * Times in milliseconds. `owes` is asked when idle time has run out: if the next move is not the worker's,
 * its idle time starts again.
 */
export function watchDeadlines(options: {
  readonly clock: Clock;
  readonly idle_ms: number;
  readonly total_ms: number;
  readonly owes: () => boolean;
  readonly onDeadline: (which: "idle" | "total") => void;
}): Deadlines {
  const { clock } = options;
  const started = clock.monotonic();
  let touched = started;
  let idle = true;
  let timer: NodeJS.Timeout | undefined;

  function remaining(): { readonly which: "idle" | "total"; readonly ms: number } {
    const now = clock.monotonic();
    const total = started + options.total_ms - now;
    const rest = touched + options.idle_ms - now;
    return idle && rest < total ? { which: "idle", ms: rest } : { which: "total", ms: total };
  }

  function check(): void {
    const next = remaining();
    if (next.ms > 0) {
      arm();
    } else if (next.which === "idle" && !options.owes()) {
      touched = clock.monotonic();
      arm();
    } else {
      options.onDeadline(next.which);
    }
  }

  function arm(): void {
    timer = setTimeout(check, Math.min(Math.max(1, Math.ceil(remaining().ms)), 2 ** 31 - 1));
  }

  arm();
  return {
    touch: () => {
      touched = clock.monotonic();
    },
    stopIdle: () => {
      idle = false;
    },
    cancel: () => clearTimeout(timer),
  };
}
