/** Pens: a job's, which is one writer's alone, and a matrix's, which several may hold; both stop when the ledger refuses. */
import type { RuntimeEvent } from "../contracts/event.ts";
import { digestBytes } from "../core/digest/digest.ts";
import type { Clock, Ledger } from "../core/ports.ts";

/** The ledger would not take an event. The run can't go on, because what follows could not be proved. */
export class RecordingRefused extends Error {
  override readonly name = "RecordingRefused";
  readonly code: string;
  constructor(job_id: string, code: string, message: string) {
    super(`${job_id}: the ledger refused an event (${code}): ${message}`);
    this.code = code;
  }
}

export interface Recorder {
  /** Resolves when all the events are durable; rejects with RecordingRefused. Calls are served in order. */
  append(...events: RuntimeEvent[]): Promise<void>;
  revision(): number;
  /** The first refusal, in words; null while every event was taken. */
  fault(): string | null;
}

/** Starts at the job's present revision; `writer` makes event ids unique across processes. */
export function createRecorder(
  ledger: Ledger,
  clock: Clock,
  job_id: string,
  writer: string,
): Recorder {
  const name = nameAppends(writer, job_id);
  let revision = ledger.head(job_id)?.revision ?? 0;
  let appends = 0;
  let fault: string | null = null;
  let tail: Promise<void> = Promise.resolve();

  async function write(events: readonly RuntimeEvent[]): Promise<void> {
    appends += 1;
    const outcome = await ledger.append({
      job_id,
      expected_revision: revision,
      event_id: `${name}-${appends}`,
      at: clock.now(),
      events,
    });
    if (!outcome.ok) {
      const refused = new RecordingRefused(job_id, outcome.code, outcome.message);
      fault ??= refused.message;
      throw refused;
    }
    revision = outcome.revision;
  }

  return {
    append: async (...events) => {
      const mine = tail.then(async () => write(events));
      tail = mine.catch(() => undefined);
      return mine;
    },
    revision: () => revision,
    fault: () => fault,
  };
}

/** How often an append is tried that others came before. Each time one of them got on. */
const tries = 100;

export interface SharedRecorder extends Recorder {
  /** `make` is asked again whenever another writer came between; nothing is written where it gives nothing. */
  decide(make: () => readonly RuntimeEvent[]): Promise<void>;
}

/** Of a stream with several writers: what is said must not depend on the revision, or be decided anew by `decide`. */
export function createSharedRecorder(
  ledger: Ledger,
  clock: Clock,
  job_id: string,
  writer: string,
): SharedRecorder {
  const name = nameAppends(writer, job_id);
  let appends = 0;
  let fault: string | null = null;
  const revision = (): number => ledger.head(job_id)?.revision ?? 0;

  async function decide(make: () => readonly RuntimeEvent[]): Promise<void> {
    for (let left = tries; ; left -= 1) {
      const expected_revision = revision();
      const events = make();
      if (events.length === 0) return;
      appends += 1;
      const event_id = `${name}-${appends}`;
      const at = clock.now();
      const outcome = await ledger.append({ job_id, expected_revision, event_id, at, events });
      if (outcome.ok) return;
      if (outcome.code === "state_conflict" && left > 1) continue;
      const refused = new RecordingRefused(job_id, outcome.code, outcome.message);
      fault ??= refused.message;
      throw refused;
    }
  }

  return {
    decide,
    append: async (...events) => decide(() => events),
    revision,
    fault: () => fault,
  };
}

/** An event id holds 100 characters: where writer and job are longer, a digest stands for the job, never a part of the name. */
function nameAppends(writer: string, job_id: string): string {
  const whole = `${writer}-${job_id}`;
  return whole.length <= 80 ? whole : `${writer}-${digestBytes(job_id).slice(7, 39)}`;
}
