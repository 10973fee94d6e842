import type { Holders } from "../../core/lease-ports.ts";
import {
  isSameProcess,
  nameHolder,
  readHolder,
  type ProcessIdentity,
} from "../../core/leases/holder.ts";
/** This process as a holder of leases: its names, and whether the process of another holder still runs. */
import type { Entropy } from "../../core/ports.ts";

export interface HolderOptions {
  readonly ttl_ms: number;
  readonly entropy: Entropy;
  readonly own: ProcessIdentity;
  readonly isRunning: (identity: ProcessIdentity) => boolean;
}

export function createHolders({ ttl_ms, entropy, own, isRunning }: HolderOptions): Holders {
  return {
    ttl_ms,
    name: () => nameHolder(own, entropy.hex(8)),
    isOwn(holder) {
      const other = readHolder(holder);
      return other !== null && isSameProcess(other, own);
    },
    isAlive(holder) {
      const other = readHolder(holder);
      return other === null || isRunning(other);
    },
    every(milliseconds, act) {
      const timer = setInterval(act, milliseconds);
      return () => clearInterval(timer);
    },
  };
}
