/** The right to work on one block: taken, kept alive, shown with everything that is written, given back. */
import type { Fence, Leases } from "../core/lease-ports.ts";
import type { Worker } from "../core/ports.ts";
import type { World } from "../core/world-port.ts";
import type { MatrixRun } from "./cell.ts";
import { blockResource, type Crew } from "./crew.ts";
import { RecordingRefused } from "./recorder.ts";

export interface LeasedBlock {
  /** The run as the holder of this lease sees it: whatever it writes is refused once the lease is another's. */
  readonly run: MatrixRun;
  /** Ends the beats and gives the block back. */
  release(): void;
}

/** Null: somebody was faster, or the ledger was busy; look again. */
export function takeLease(run: MatrixRun, crew: Crew, block: number): LeasedBlock | null {
  const { holders, entropy } = run.shell;
  const { leases } = run.ledger;
  const resource = blockResource(block);
  const seen = leases.read(resource);
  if (!crew.isFree(resource)) return null;
  const fence = leases.take(resource, holders.name(), seen);
  if (fence === null) return null;
  const children = new Set<Worker>();
  const lost = new AbortController();
  const lose = (): void => {
    lost.abort();
    for (const child of children) child.stop(`the lease of ${resource} was lost`);
  };
  const stopBeating = holders.every(holders.ttl_ms / 3, () => {
    if (lost.signal.aborted || leases.beat(fence)) return;
    lose();
  });
  return {
    run: {
      ...run,
      // An event id names one append: a block that is taken twice by one process is written by two writers.
      writer: entropy.hex(8),
      company: crew.watch(resource),
      ledger: {
        ...run.ledger,
        append: async (request) => {
          const outcome = await run.ledger.append({ ...request, fence });
          if (!outcome.ok && outcome.code === "lease_lost") lose();
          return outcome;
        },
      },
      openWorld: (cell) => fenceWorld(run.openWorld(cell), leases, fence, cell.run_id),
      workers: {
        start(spec) {
          const child = run.workers.start(spec);
          children.add(child);
          if (lost.signal.aborted) child.stop(`the lease of ${resource} was lost`);
          return child;
        },
      },
      programs: { run: async (spec) => run.programs.run({ ...spec, stop: lost.signal }) },
    },
    release() {
      stopBeating();
      leases.release(fence);
    },
  };
}

/** An effect is outside the ledger and can't be refused there: it happens while nobody else can take the lease, or not at all. */
function fenceWorld(world: World, leases: Leases, fence: Fence, run_id: string): World {
  return {
    ...world,
    apply(call, answer) {
      if (answer.effects === 0) return world.apply(call, answer);
      const done = leases.whileHeld(fence, () => world.apply(call, answer));
      if (done === "done") return;
      if (done === "lost")
        throw new RecordingRefused(run_id, "lease_lost", `the lease of ${fence.resource} is lost`);
      throw new Error(
        `${run_id}: a tool's effect was not made, because another writer held the ledger too long. Run the same command again.`,
      );
    },
  };
}
