/** The right to write on, for one writer at a time: a number that only grows says who has it, and the ledger checks it. */

/** What a holder shows with each append: the resource, and the epoch under which it was taken. */
export interface Fence {
  readonly resource: string;
  readonly epoch: number;
}

/** A lease as it is stored. `beat` counts the signs of life within an epoch. */
export interface LeaseRow {
  readonly resource: string;
  readonly epoch: number;
  readonly holder: string;
  readonly beat: number;
  readonly released: boolean;
}

/**
 * Time plays no part here: who may take a lease over is decided by its observer (`src/core/leases`). While another
 * writer holds the ledger each call answers and does not throw.
 */
export interface Leases {
  read(resource: string): LeaseRow | undefined;
  /** By resource. */
  all(): readonly LeaseRow[];
  /**
   * Takes it only if it still is as `seen` (undefined: not there); the epoch goes up by one. Null: somebody was faster,
   * or the ledger was busy; look again.
   */
  take(resource: string, holder: string, seen: LeaseRow | undefined): Fence | null;
  /** One more beat; false when the epoch is another by now, or the lease was released. A busy ledger skips the beat. */
  beat(fence: Fence): boolean;
  /** Nothing happens when the epoch is another by now. Where the ledger is busy it stays, and runs out instead. */
  release(fence: Fence): void;
  /**
   * Does `work` while no other writer can take the lease: between the look at it and the work's end nothing else is
   * written. The ledger itself stays as it is.
   */
  whileHeld(fence: Fence, work: () => void): "done" | "lost" | "busy";
}

/** Who this process is among the holders of leases. */
export interface Holders {
  /** How long a holder that lives and gives no sign of life is waited for, in milliseconds. */
  readonly ttl_ms: number;
  /** A name no other loop has, of this process or another. */
  name(): string;
  isOwn(holder: string): boolean;
  /** False only where it is known that the holder's process has ended. */
  isAlive(holder: string): boolean;
  /** Calls `act` again and again until the answer is called. */
  every(milliseconds: number, act: () => void): () => void;
}

export interface HolderPort {
  readonly holders: Holders;
}
