/** An append against a plain insert of the same bytes: same pragmas, same kind of transaction, one sync each. */
import { join } from "node:path";

import type { RuntimeEvent } from "../../src/contracts/event.ts";
import { openDatabase } from "../../src/shell/ledger/database.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import * as a from "../../test/builders/events.ts";
import type { Bench, Comparison, Later, Variant } from "./compare.ts";
import { sample } from "./compare.ts";
import { begun, openPen } from "./ledger-jobs.ts";

const times = 100;

const small = (): readonly RuntimeEvent[] => [a.aCancelRequested()];
const pair = (k: number): readonly RuntimeEvent[] => {
  const operation_id = `model-${k}`;
  return [
    a.aReservation({ reservation_id: `r-${k}`, operation_id, cost_pico: "1" }),
    a.aModelRequested({ operation_id, ordinal: k + 1 }),
  ];
};

export const appendBench: Bench = {
  name: "append",
  about: "one append against one plain insert of the same bytes",
  async prepare(folder, later) {
    return [
      compare({ folder, later }, "one small event", small),
      compare({ folder, later }, "a reservation and the model call it is for", pair),
    ];
  },
};

type Make = (k: number) => readonly RuntimeEvent[];
interface Place {
  readonly folder: string;
  readonly later: Later;
}

function compare(place: Place, title: string, make: Make): Comparison {
  return { title, variants: [plainInsert(place, title, make), ourAppend(place, title, make)] };
}

/** In a database that is opened as the ledger's is, with a table of its own beside the ledger's. */
function plainInsert({ folder, later }: Place, title: string, make: Make): Variant {
  const database = openDatabase(join(folder, `${title}, plain.db`));
  later(() => database.close());
  database.exec("CREATE TABLE plain (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT");
  const begin = database.prepare("BEGIN IMMEDIATE");
  const insert = database.prepare("INSERT INTO plain (body) VALUES (?)");
  const commit = database.prepare("COMMIT");
  return {
    name: "plain insert",
    measure: async () => {
      const bodies = Array.from({ length: times }, (_, k) => JSON.stringify(make(k)));
      return sample(times, (k) => {
        begin.run();
        insert.run(bodies[k]);
        commit.run();
      });
    },
  };
}

function ourAppend({ folder, later }: Place, title: string, make: Make): Variant {
  const ledger = openLedger(join(folder, `${title}, ledger.db`));
  later(() => ledger.close());
  let jobs = 0;
  return {
    name: "append",
    measure: async () => {
      jobs += 1;
      const pen = openPen(ledger, `job-${jobs}`);
      await pen.write(begun);
      return sample(times, async (k) => pen.write(make(k)));
    },
  };
}
