/** A queue between a worker and its one reader: bounded by asking the worker to pause, ended once, never losing a signal. */
import type { WorkerSignal } from "../../core/ports.ts";

export interface SignalQueue {
  readonly signals: AsyncIterable<WorkerSignal>;
  push(signal: WorkerSignal): void;
  /** No signal can follow; readers end after the last one. */
  end(): void;
}

/** `high`: signals waiting at which `onFull` is called; `onDrained` follows when half of them were read. */
export function createSignalQueue(options: {
  readonly high: number;
  readonly onFull: () => void;
  readonly onDrained: () => void;
}): SignalQueue {
  const waiting: WorkerSignal[] = [];
  let full = false;
  let ended = false;
  let wake: (() => void) | undefined;

  function push(signal: WorkerSignal): void {
    waiting.push(signal);
    if (!full && waiting.length >= options.high) {
      full = true;
      options.onFull();
    }
    wake?.();
  }

  async function* read(): AsyncGenerator<WorkerSignal, void, undefined> {
    for (;;) {
      const signal = waiting.shift();
      if (signal !== undefined) {
        if (full && waiting.length <= options.high / 2) {
          full = false;
          options.onDrained();
        }
        yield signal;
      } else if (ended) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  return {
    signals: { [Symbol.asyncIterator]: read },
    push,
    end: () => {
      ended = true;
      wake?.();
    },
  };
}
