/** Everybody who works on one matrix now: the workers of this process, and those of others as their leases show them. */
import type { Missing } from "../contracts/primitives.ts";
import type { LeaseRow } from "../core/lease-ports.ts";
import { mayTake, observe, type Observation } from "../core/leases/takeover.ts";
import type { Ledger, Shell } from "../core/ports.ts";

/** Who else is there while one block is worked on. */
export interface Company {
  /** Workers at work now, this one among them. */
  atWork(): number;
  /** Whether another one was at work at any time since the block was taken. */
  joined(): boolean;
}

export interface Crew {
  /** Whether nobody holds it, or whoever does has ended or stood still for the whole time to live. */
  isFree(resource: string): boolean;
  watch(resource: string): Company;
}

/** Of somebody who has taken no block yet. */
export const alone: Company = { atWork: () => 1, joined: () => false };

const prefix = "block-";

export function blockResource(block: number): string {
  return `${prefix}${block}`;
}

/** `open`: how many blocks are left to work on; more workers than that are not at work. */
export function createCrew(
  shell: Pick<Shell, "clock" | "holders">,
  ledger: Pick<Ledger, "leases">,
  workers: number,
  open: () => number,
): Crew {
  const { clock, holders } = shell;
  const observations = new Map<string, Observation>();

  function isLeft(row: LeaseRow): boolean {
    if (row.released) return true;
    if (holders.isOwn(row.holder)) return false;
    if (!holders.isAlive(row.holder)) return true;
    const now = clock.monotonic();
    const seen = observe(observations.get(row.resource), row, now);
    observations.set(row.resource, seen);
    return mayTake(row, seen.since_ms, now, holders.ttl_ms);
  }

  const blocks = (): readonly LeaseRow[] =>
    ledger.leases.all().filter(({ resource }) => resource.startsWith(prefix));
  const atWork = (): number =>
    Math.max(1, Math.min(workers, open())) +
    blocks().filter((row) => !holders.isOwn(row.holder) && !isLeft(row)).length;

  return {
    isFree(resource) {
      const row = ledger.leases.read(resource);
      return row === undefined || isLeft(row);
    },
    watch(resource) {
      const others = (): readonly LeaseRow[] => blocks().filter((row) => row.resource !== resource);
      const before = new Map(others().map((row) => [row.resource, row]));
      const accompanied = others().some((row) => !isLeft(row));
      return {
        atWork,
        joined: () =>
          accompanied ||
          others().some((row) => {
            const seen = before.get(row.resource);
            return row.epoch !== seen?.epoch || row.beat !== seen.beat || !isLeft(row);
          }),
      };
    },
  };
}

/** Time that was measured beside another worker says nothing about the agent; `concurrency` above 1 says so already. */
export function aloneTime(
  run: { readonly company: Company; readonly ledger: Pick<Ledger, "events"> },
  run_id: string,
  duration_ms: number | Missing,
): number | Missing {
  if (typeof duration_ms !== "number") return duration_ms;
  const created = run.ledger.events(run_id)[0]?.body;
  if (created?.type !== "job.created" || created.concurrency > 1) return duration_ms;
  return run.company.joined() ? { missing: "another worker ran beside it" } : duration_ms;
}
