/** Random operations with faults over the real ledger file, beside a small model in memory, on a clock that jumps. */
import { join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import type { CrashPoint } from "../../src/core/crash-points.ts";
import { canonicalJson } from "../../src/core/digest/canonical.ts";
import { auditStream, replayStream } from "../../src/core/lifecycle/audit.ts";
import type { AppendOutcome, AppendRequest, Ledger } from "../../src/core/ports.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { aCompletedRun } from "../builders/events.ts";
import { freshFolder } from "../shell/ledger/folder.ts";
import { anAppend } from "../shell/ledger/requests.ts";
import { checkStream } from "./checks.ts";
import type { Act, Model, Step } from "./model.ts";
import { cap, committed, eventOf, take, toolLimit } from "./model.ts";

const full = process.env["AGENT_LAB_CRASH_PLACES"] === "all";

/** `lost`: the answer never arrived, so it is sent again. `dies`: before the commit, and opened again. */
const faults = ["none", "lost", "dies", "stale", "reused", "restart", "other"] as const;

const acts: readonly Act[] = [
  "reserve",
  "request",
  "execute",
  "receipt",
  "settle",
  "ask",
  "approve",
  "reject",
  "checkpoint",
];
const move = fc.record({
  act: fc.constantFrom(...acts),
  slot: fc.integer({ min: 1, max: 5 }),
  amount: fc.integer({ min: 0, max: 9 }),
  guarded: fc.boolean(),
  fault: fc.constantFrom("none", "none", "none", ...faults),
  /** Minutes on the wall clock; an hour back is as good as one forward. */
  minutes: fc.integer({ min: -60, max: 60 }),
});

/** The ledger as its client has it: a process that may die at a point, and one that writes beside it. */
class Client {
  #dies = false;
  readonly #file: string;
  readonly #crashPoint: CrashPoint = (name) => {
    if (!this.#dies || name !== "append.before-commit") return;
    this.#dies = false;
    throw new Error("died before the commit");
  };
  ledger: Ledger;
  readonly beside: Ledger;

  constructor(file: string) {
    this.#file = file;
    this.ledger = openLedger(file, { crashPoint: this.#crashPoint });
    this.beside = openLedger(file);
  }

  restart(): void {
    this.ledger.close();
    this.ledger = openLedger(this.#file, { crashPoint: this.#crashPoint });
  }

  /** Whether it died on the way: a refused append never comes to its commit. */
  async dieIn(request: AppendRequest): Promise<boolean> {
    this.#dies = true;
    const died = await this.ledger.append(request).then(
      () => false,
      () => true,
    );
    this.#dies = false;
    this.restart();
    return died;
  }

  close(): void {
    this.beside.close();
    this.ledger.close();
  }
}

interface Counts {
  accepted: number;
  refused: number;
  died: number;
}

type Move = Step & { readonly fault: (typeof faults)[number]; readonly minutes: number };

/** What goes wrong before the append proper; gives sentences where the ledger answers otherwise than it must. */
async function disturb(
  client: Client,
  fault: Move["fault"],
  request: AppendRequest,
  allowed: boolean,
): Promise<string[]> {
  const { job_id, expected_revision: revision } = request;
  const expectCode = async (code: string, change: Partial<AppendRequest>): Promise<string[]> => {
    const outcome = await client.ledger.append({ ...request, ...change });
    return !outcome.ok && outcome.code === code ? [] : [`${code} expected: ${say(outcome)}`];
  };
  switch (fault) {
    case "restart":
      client.restart();
      return [];
    case "stale":
      return expectCode("state_conflict", { expected_revision: revision - 1 });
    case "reused":
      return expectCode("event_id_reused", { event_id: `${job_id}-start` });
    case "dies": {
      const died = await client.dieIn(request);
      const found = client.ledger.head(job_id)?.revision;
      if (died !== allowed) return [`${died ? "died" : "lived"}, and allowed was ${allowed}`];
      return found === revision ? [] : [`died at ${revision}, found ${found}`];
    }
    case "none":
    case "other":
    case "lost":
      return [];
  }
}

async function play(client: Client, job_id: string, moves: readonly Move[], counts: Counts) {
  const limits = { model_calls: 0, tool_calls: toolLimit, cost_pico: `${cap}`, wall_ms: 1 };
  const started = aCompletedRun({ limits }).slice(0, 4);
  await client.ledger.append(anAppend(0, started, { job_id, event_id: `${job_id}-start` }));
  let model: Model = new Map();
  let revision = 4;
  let at = Date.parse("2026-11-30T08:39:11.000Z");
  const wrong: string[] = [];
  for (const [index, { fault, minutes, ...step }] of moves.entries()) {
    at += minutes * 60_000;
    const next = take(model, step);
    const request = anAppend(revision, [eventOf(step)], {
      job_id,
      event_id: `${job_id}-${index}`,
      at: new Date(at).toISOString(),
    });
    const disturbed = await disturb(client, fault, request, next !== null);
    const writer = fault === "other" ? client.beside : client.ledger;
    const outcome = await writer.append(request);
    const answers = [...disturbed, ...judge(outcome, next === null ? null : revision + 1)];
    // Whatever revision a client believes in that had no answer: the id decides.
    if (fault === "lost" && outcome.ok) {
      const again = await client.beside.append({ ...request, expected_revision: 1 });
      if (say(again) !== say({ ...outcome, repeated: true })) answers.push(`again: ${say(again)}`);
    }
    wrong.push(
      ...answers.map((what) => `${index}, ${step.act} of ${step.slot}, ${fault}: ${what}`),
    );
    counts[next === null ? "refused" : "accepted"] += 1;
    if (fault === "dies" && next !== null) counts.died += 1;
    if (next === null) continue;
    model = next;
    revision += 1;
  }
  return { model, revision, wrong };
}

/** `revision` null: the model does not allow it. */
function judge(outcome: AppendOutcome, revision: number | null): string[] {
  const good = outcome.ok
    ? outcome.revision === revision && !outcome.repeated
    : revision === null && outcome.code === "invalid_transition";
  return good ? [] : [`the model says ${revision ?? "refused"}, the ledger ${say(outcome)}`];
}

function say(outcome: AppendOutcome): string {
  return canonicalJson(outcome);
}

function compare(ledger: Ledger, job_id: string, model: Model, revision: number): void {
  const events = ledger.events(job_id);
  expect(events).toHaveLength(revision);
  expect(auditStream(events).first_fault).toBeNull();
  expect(checkStream(ledger, events)).toEqual([]);
  const { snapshot: job } = replayStream(events);
  if (job?.kind !== "job") throw new Error("not a job");
  const held = Object.values(job.reservations).reduce((sum, one) => sum + Number(one.cost_pico), 0);
  const { cost, calls } = committed(model);
  expect(Number(job.settled.cost_pico) + held).toBe(cost);
  expect(job.settled.tool_calls + Object.keys(job.reservations).length).toBe(calls);
  const states = [...model].flatMap(([slot, { tool }]) =>
    tool === null ? [] : [[`op-${slot}`, tool] as const],
  );
  const found = Object.entries(job.operations).map(([id, { state }]) => [id, state] as const);
  expect(new Map(found)).toEqual(new Map(states));
}

test("A6 property: the ledger does what a small model allows, whatever is lost, repeated, stale or dies", async () => {
  const seed = Number(process.env["AGENT_LAB_SEED"] ?? Math.trunc(Math.random() * 2 ** 31));
  process.stderr.write(`simulation: AGENT_LAB_SEED=${seed}\n`);
  const client = new Client(join(freshFolder(), "ledger.db"));
  const counts: Counts = { accepted: 0, refused: 0, died: 0 };
  let runs = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 20, maxLength: 60 }), async (moves) => {
        runs += 1;
        const job_id = `job-${runs}`;
        const { model, revision, wrong } = await play(client, job_id, moves, counts);
        expect(wrong).toEqual([]);
        client.restart();
        compare(client.ledger, job_id, model, revision);
      }),
      { seed, numRuns: full ? 250 : 20 },
    );
  } finally {
    client.close();
  }
  // Enough was accepted, refused and killed for the comparison to mean something.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(4);
});
