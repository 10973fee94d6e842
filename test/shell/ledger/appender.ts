/**
 * A process that appends. `race FILE`: one append at each revision the parent names, its outcome sent back.
 * `flood FILE REVISION`: appends one event after the other and writes each acknowledged revision on stdout, until it is killed.
 */
import { writeSync } from "node:fs";

import { openLedger } from "../../../src/shell/ledger/ledger.ts";
import { aCancelRequested } from "../../builders/events.ts";
import { anAppend } from "./requests.ts";

const [mode, file = "", from = "0"] = process.argv.slice(2);
const ledger = openLedger(file);

async function appendAt(revision: number): Promise<string> {
  const reason = `by ${process.pid} `.padEnd(600, "x");
  const event_id = `${process.pid}-${revision}`;
  const outcome = await ledger.append(
    anAppend(revision, [aCancelRequested({ reason })], { event_id }),
  );
  return outcome.ok ? "ok" : outcome.code;
}

if (mode === "race") {
  process.on("message", (revision: number) => {
    void appendAt(revision).then((outcome) => process.send?.(outcome));
  });
  process.on("disconnect", () => ledger.close());
  process.send?.("ready");
} else {
  for (let revision = Number(from); ; revision += 1) {
    const outcome = await appendAt(revision);
    if (outcome !== "ok") throw new Error(outcome);
    writeSync(1, `${revision + 1}\n`);
  }
}
