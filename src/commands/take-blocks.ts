/** Workers of one process, each taking block after block under a lease, beside whoever else works on the matrix. */
import type { RuntimeEvent } from "../contracts/event.ts";
import type { Block } from "../contracts/plan.ts";
import { formatPico } from "../core/budget/money.ts";
import { decideAdmission, type Admission } from "../core/leases/admission.ts";
import { matrixStanding } from "../core/leases/matrix-standing.ts";
import { nextBlock } from "../core/leases/next-block.ts";
import { matrixStreams, shardWords } from "../core/shards/streams.ts";
import type { MatrixRun } from "./cell.ts";
import { blockResource, createCrew } from "./crew.ts";
import { takeLease } from "./lease-block.ts";
import { createSharedRecorder, RecordingRefused, type SharedRecorder } from "./recorder.ts";

/** How long a worker with nothing to take waits before it looks again, in milliseconds. */
const looking = 100;

/** A block that was taken and may run; everything in it is refused once the lease is lost. */
export interface TakenBlock {
  readonly run: MatrixRun;
  readonly recorder: SharedRecorder;
  readonly block: Block;
  readonly recorded: ReadonlySet<string>;
  /** How many blocks are closed already. */
  readonly done: number;
}

export interface BlockWork<W> {
  /** Every block there is now, in order. */
  readonly blocks: () => readonly Block[];
  readonly worst: (block: Block) => bigint;
  /** Runs it to its settlement, or gives back what waits for a person. */
  readonly work: (taken: TakenBlock) => Promise<readonly W[]>;
}

export interface BlocksTaken<W> {
  readonly waiting: readonly W[];
  /** How many blocks this process settled. */
  readonly ran: number;
}

/** Resolves when every block is closed or waits for a person, whoever ran it. */
export async function takeBlocks<W>(
  run: MatrixRun,
  workers: number,
  { blocks, worst, work }: BlockWork<W>,
): Promise<BlocksTaken<W>> {
  const { clock } = run.shell;
  const budget = run.share.budget_pico;
  const standing = byRevision(run, matrixStanding);
  const parked = new Set<number>();
  const waiting: W[] = [];
  let ran = 0;
  const failed = new AbortController();

  const open = (): number =>
    blocks().filter(({ index }) => !standing().closed.has(index) && !parked.has(index)).length;
  const crew = createCrew(run.shell, run.ledger, workers, open);
  const admission = (block: Block): Admission =>
    decideAdmission(standing(), parked, worst(block), budget);

  /** False: it has to wait for what others hold, or is closed now. */
  async function admit(recorder: SharedRecorder, block: Block): Promise<boolean> {
    let admitted = false;
    await recorder.decide(() => {
      const now = standing();
      admitted = now.admitted.has(block.index);
      if (admitted || now.closed.has(block.index)) return [];
      const answer = admission(block);
      admitted = answer === "admit";
      if (answer === "wait") return [];
      if (answer === "refuse")
        return [
          {
            type: "block.refused",
            block: block.index,
            reason: "budget_not_reserved",
            message: `the block could cost more than what is left of ${budgetWords(run)}`,
          },
        ];
      const reserved_pico = worst(block).toString();
      return [{ type: "block.admitted", block: block.index, reserved_pico }];
    });
    return admitted;
  }

  async function workOn(leased: MatrixRun, block: Block): Promise<void> {
    const recorder = createSharedRecorder(leased.ledger, clock, run.stream, leased.writer);
    if (!(await admit(recorder, block))) return;
    const { recorded, closed } = standing();
    const done = closed.size;
    const left = await work({ run: leased, recorder, block, recorded, done });
    if (left.length === 0) ran += 1;
    else parked.add(block.index);
    waiting.push(...left);
  }

  /** False: there is nothing left to take. */
  async function takeOne(): Promise<boolean> {
    const all = new Map(blocks().map((block) => [block.index, block]));
    const next = nextBlock(
      [...all.keys()],
      standing(),
      parked,
      (block) => crew.isFree(blockResource(block)),
      (index) => {
        const block = all.get(index);
        return block === undefined ? "wait" : admission(block);
      },
    );
    if (next.kind === "none") return false;
    const block = next.kind === "take" ? all.get(next.block) : undefined;
    const lease = block === undefined ? null : takeLease(run, crew, block.index);
    if (block === undefined || lease === null) {
      await clock.sleep(looking);
      return true;
    }
    try {
      await workOn(lease.run, block);
    } catch (error) {
      if (!(error instanceof RecordingRefused) || error.code !== "lease_lost") throw error;
      const text = `block ${block.index} was taken over by another process; nothing more of it is written here`;
      run.shell.progress.report({ kind: "note", text });
    } finally {
      lease.release();
    }
    return true;
  }

  async function serve(): Promise<void> {
    try {
      while (!failed.signal.aborted && (await takeOne()));
    } catch (error) {
      // The others finish the block they are at: what they have open must not be left behind.
      failed.abort();
      throw error;
    }
  }

  const ends = await Promise.allSettled(Array.from({ length: workers }, serve));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return { waiting, ran };
}

function budgetWords({ plan, share, contracts }: MatrixRun): string {
  if (share.shard === null) return plan.budget;
  const part = formatPico(share.budget_pico, contracts.pricing.currency);
  return `the ${part} that shard ${shardWords(share.shard)} has of ${plan.budget}`;
}

/**
 * What `read` makes of this host's stream, made again only where something was appended since. `earlier`: what the
 * streams say that it goes on from; nobody writes those any more.
 */
export function byRevision<T>(
  run: Pick<MatrixRun, "ledger" | "matrix_id" | "stream">,
  read: (bodies: readonly RuntimeEvent[], earlier: readonly RuntimeEvent[]) => T,
): () => T {
  const names = run.ledger.heads().map(({ job_id }) => job_id);
  const earlier = matrixStreams(names, run.matrix_id)
    .filter((name) => name !== run.stream)
    .flatMap((name) => run.ledger.events(name).map((event) => event.body));
  let known: { readonly revision: number; readonly value: T } | null = null;
  return () => {
    const revision = run.ledger.head(run.stream)?.revision ?? 0;
    if (known?.revision !== revision) {
      const bodies = run.ledger.events(run.stream).map((event) => event.body);
      known = { revision, value: read(bodies, earlier) };
    }
    return known.value;
  };
}
