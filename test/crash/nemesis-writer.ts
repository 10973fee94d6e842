/**
 * One of several that write to the same ledger, over and over, until it is killed.
 * `FILE NAME`: appends to a stream of its own and to one that all share; one JSON line for each acknowledgement.
 */
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import type { RuntimeEvent } from "../../src/contracts/event.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { aCancelRequested, aJobCreated } from "../builders/events.ts";
import { anAppend } from "../shell/ledger/requests.ts";

const [file = "", name = ""] = process.argv.slice(2);
const ledger = openLedger(file, { busy_timeout_ms: 2_000 });

async function appendTo(job_id: string, event_id: string): Promise<void> {
  const revision = ledger.head(job_id)?.revision ?? 0;
  const body: RuntimeEvent =
    revision === 0
      ? aJobCreated()
      : aCancelRequested({ reason: `by ${event_id}`.padEnd(300, "x") });
  const outcome = await ledger.append(anAppend(revision, [body], { job_id, event_id }));
  if (outcome.ok)
    writeSync(
      1,
      `${JSON.stringify({ job_id, event_id, revision: outcome.revision, head: outcome.head })}\n`,
    );
  else if (outcome.code !== "state_conflict" && outcome.code !== "ledger_busy")
    throw new Error(`${outcome.code}: ${outcome.message}`);
}

for (let round = 1; ; round += 1) {
  await appendTo(`own-${name}`, `${name}-${process.pid}-own-${round}`);
  await appendTo("shared", `${name}-${process.pid}-shared-${round}`);
  // Without a pause the one who has the lock has it again: SQLite keeps no queue.
  await sleep(3);
}
