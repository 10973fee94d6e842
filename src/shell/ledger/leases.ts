/** Leases: each change is one statement that names what it expects to find, so that of two writers one is refused. */
import type { Fence, LeaseRow, Leases } from "../../core/lease-ports.ts";
import type { AppendRequest } from "../../core/ports.ts";
import type { AppendRefusal } from "./failures.ts";
import { isBusy, refuse } from "./failures.ts";
import type { Statements, StoredLease } from "./statements.ts";

/** `current`: the statements of the connection that is open now. */
export function keepLeases(current: () => Statements): Leases {
  function read(resource: string): LeaseRow | undefined {
    const row = current().findLease.get(resource);
    return row === undefined ? undefined : leaseOf(row);
  }

  return {
    read,
    all: () => current().allLeases.all().map(leaseOf),
    take(resource, holder, seen) {
      const { addLease, moveLease } = current();
      const taken = changed(() =>
        seen === undefined
          ? addLease.run({ resource, holder })
          : moveLease.run({ ...seen, resource, released: seen.released ? 1 : 0, next: holder }),
      );
      return taken === true ? { resource, epoch: (seen?.epoch ?? 0) + 1 } : null;
    },
    beat(fence) {
      const beaten = changed(() => current().beatLease.run(fence));
      return beaten === "busy" ? isHeld(read(fence.resource), fence) : beaten;
    },
    release(fence) {
      changed(() => current().releaseLease.run(fence));
    },
    whileHeld(fence, work) {
      const { begin, rollback } = current();
      if (began(() => begin.run()) === "busy") return "busy";
      try {
        if (!isHeld(read(fence.resource), fence)) return "lost";
        work();
        return "done";
      } finally {
        rollback.run();
      }
    },
  };
}

/** Why the lease that an append shows is not its own any more; null when it is, or when it shows none. Asked inside the transaction. */
export function findLostLease(
  statements: Statements,
  request: AppendRequest,
): AppendRefusal | null {
  const { fence, job_id } = request;
  if (fence === undefined) return null;
  const row = statements.findLease.get(fence.resource);
  const lease = row === undefined ? undefined : leaseOf(row);
  if (isHeld(lease, fence)) return null;
  const what = `the lease of ${fence.resource} under epoch ${fence.epoch} is lost: ${say(lease)}; stop writing`;
  return refuse("lease_lost", job_id, what);
}

function isHeld(lease: LeaseRow | undefined, fence: Fence): boolean {
  return lease?.epoch === fence.epoch && !lease.released;
}

function say(lease: LeaseRow | undefined): string {
  if (lease === undefined) return "nobody ever took it";
  return lease.released
    ? `it was released under epoch ${lease.epoch} by ${lease.holder}`
    : `${lease.holder} holds it under epoch ${lease.epoch}`;
}

function leaseOf(row: StoredLease): LeaseRow {
  return { ...row, released: row.released === 1 };
}

function changed(run: () => { readonly changes: number }): boolean | "busy" {
  const result = began(run);
  return result === "busy" ? "busy" : result.changes === 1;
}

/** What the statement gave, or that another writer was in the way. */
function began<T>(run: () => T): T | "busy" {
  try {
    return run();
  } catch (error) {
    if (isBusy(error)) return "busy";
    throw error;
  }
}
