/**
 * A process that appends to a matrix's ledger until it is killed: jobs of its own, each artifact durable before the event
 * that names it. Writes the number of acknowledged appends on stdout.
 */
import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { RuntimeEvent } from "../../src/contracts/event.ts";
import { openArtifactStore } from "../../src/shell/artifacts/store.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import {
  aJobCreated,
  anAttemptEnded,
  anAttemptStarted,
  anOutputReceived,
  aRunFinished,
  aRunStarted,
} from "../builders/events.ts";

const [folder = "", matrix_id = ""] = process.argv.slice(2);
const ledger = openLedger(join(folder, "ledger.db"), { busy_timeout_ms: 60_000 });
const artifacts = openArtifactStore(join(folder, "artifacts"));
let acknowledged = 0;

for (let number = 1; ; number += 1) {
  const job_id = `${matrix_id}.load.${process.pid}.${number}`;
  const artifact = await artifacts.put(randomBytes(4_000), {
    media_type: "text/plain",
    role: "final_output",
  });
  const text = randomBytes(1_000).toString("hex");
  const appends: RuntimeEvent[][] = [
    [aJobCreated({ matrix_id }), anAttemptStarted(), aRunStarted()],
    [anOutputReceived({ artifact, text })],
    [anAttemptEnded({ log: null }), aRunFinished()],
  ];
  await sleep(20);
  let revision = 0;
  for (const [index, events] of appends.entries()) {
    const event_id = `${process.pid}-${number}-${index}`;
    const at = "2026-11-30T08:39:11.000Z";
    const outcome = await ledger.append({
      job_id,
      expected_revision: revision,
      event_id,
      at,
      events,
    });
    if (!outcome.ok) throw new Error(outcome.message);
    ({ revision } = outcome);
    acknowledged += 1;
    writeSync(1, `${acknowledged}\n`);
  }
}
