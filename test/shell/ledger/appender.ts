/**
 * A process that appends; its parent speaks to it over IPC.
 * `race FILE`: one append at each revision the parent names, its outcome sent back.
 * `flood FILE REVISION`: appends one event after the other and writes each acknowledged revision on stdout, until it is killed.
 * `stop FILE`: stops itself (SIGSTOP) inside the append's transaction, all written and not committed; goes on when it is let go.
 * `take FILE`: tries to take the lease "matrix" as the parent saw it ("none": not there), and says whether it got it.
 * `hold FILE`: takes the lease "matrix", then beats or appends under it as the parent says.
 */
import { writeSync } from "node:fs";

import type { Fence, LeaseRow } from "../../../src/core/lease-ports.ts";
import { openDatabase } from "../../../src/shell/ledger/database.ts";
import type { Connection } from "../../../src/shell/ledger/database.ts";
import { createLedger } from "../../../src/shell/ledger/ledger.ts";
import { aCancelRequested } from "../../builders/events.ts";
import { anAppend } from "./requests.ts";

const [mode, file = "", from = "0"] = process.argv.slice(2);
const ledger = createLedger(mode === "stop" ? openStopping : () => openDatabase(file));

/** A connection whose COMMIT stops the process first. */
function openStopping(): Connection {
  const database = openDatabase(file);
  const prepare = database.prepare.bind(database);
  database.prepare = ((source: string) => {
    const statement = prepare(source);
    if (source !== "COMMIT") return statement;
    const run = statement.run.bind(statement);
    statement.run = () => {
      writeSync(1, "inside\n");
      process.kill(process.pid, "SIGSTOP");
      return run();
    };
    return statement;
  }) as Connection["prepare"];
  return database;
}

async function appendAt(revision: number, fence?: Fence): Promise<string> {
  const reason = `by ${process.pid} `.padEnd(600, "x");
  const event_id = `${process.pid}-${revision}`;
  const more = fence === undefined ? { event_id } : { event_id, fence };
  const outcome = await ledger.append(anAppend(revision, [aCancelRequested({ reason })], more));
  return outcome.ok ? "ok" : `${outcome.code}${fence ? `: ${outcome.message}` : ""}`;
}

if (mode === "race" || mode === "stop") {
  process.on("message", (revision: number) => {
    void appendAt(revision).then((outcome) => process.send?.(outcome));
  });
  process.on("disconnect", () => ledger.close());
  process.send?.("ready");
} else if (mode === "take") {
  process.on("message", (seen: LeaseRow | "none") => {
    const fence = ledger.leases.take(
      "matrix",
      `${process.pid}`,
      seen === "none" ? undefined : seen,
    );
    process.send?.(fence === null ? "late" : "taken");
  });
  process.on("disconnect", () => ledger.close());
  process.send?.("ready");
} else if (mode === "hold") {
  const fence = ledger.leases.take("matrix", "first", undefined);
  if (fence === null) throw new Error("the lease was not taken");
  process.on("message", (said: "beat" | number) => {
    if (said === "beat") process.send?.(ledger.leases.beat(fence));
    else void appendAt(said, fence).then((outcome) => process.send?.(outcome));
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
