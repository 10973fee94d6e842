/** Appends large events to FOLDER until the disk says no, and says the answer to each. */
import { writeSync } from "node:fs";
import { join } from "node:path";

import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { aCancelRequested, aJobCreated } from "../builders/events.ts";
import { anAppend } from "../shell/ledger/requests.ts";

const ledger = openLedger(join(process.argv[2] ?? "", "ledger.db"));
for (let revision = 0; revision < 2_000; revision += 1) {
  const body =
    revision === 0
      ? aJobCreated()
      : aCancelRequested({ reason: `${revision} `.padEnd(1_900, "x") });
  const outcome = await ledger.append(anAppend(revision, [body]));
  writeSync(1, `${JSON.stringify(outcome)}\n`);
  if (!outcome.ok) break;
}
