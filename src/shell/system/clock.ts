/** The real clock and the real entropy. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import type { Clock, Entropy } from "../../core/ports.ts";

export function createClock(): Clock {
  return {
    now: () => new Date().toISOString(),
    monotonic: () => performance.now(),
    sleep: async (milliseconds) => delay(milliseconds),
  };
}

export function createEntropy(): Entropy {
  return { hex: (bytes) => randomBytes(bytes).toString("hex") };
}
