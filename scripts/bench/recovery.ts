/** Opening a ledger after a stop and going on with what is unfinished, by how much history lies in the file. */
import { join } from "node:path";

import type { Ledger } from "../../src/core/ports.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import * as a from "../../test/builders/events.ts";
import type { Bench, Comparison, Variant } from "./compare.ts";
import { sample } from "./compare.ts";
import { begun, openPen } from "./ledger-jobs.ts";

const histories = [100, 1_000, 4_000] as const;

export const recoveryBench: Bench = {
  name: "recovery",
  about: "opening the ledger and one append to each unfinished job, by finished jobs in the file",
  async prepare(folder) {
    return [await compare(folder, 1), await compare(folder, 10)];
  },
};

async function compare(folder: string, unfinished: number): Promise<Comparison> {
  const [first, ...others] = histories;
  const variants: [Variant, ...Variant[]] = [await recover(folder, first, unfinished)];
  for (const finished of others) variants.push(await recover(folder, finished, unfinished));
  return { title: `${unfinished} unfinished`, variants };
}

async function recover(folder: string, finished: number, unfinished: number): Promise<Variant> {
  const file = join(folder, `${finished}-${unfinished}.db`);
  const ledger = openLedger(file);
  for (let job = 1; job <= finished; job += 1)
    await openPen(ledger, `finished-${job}`).write(a.aCompletedRun());
  const names = Array.from({ length: unfinished }, (_, job) => `unfinished-${job + 1}`);
  for (const name of names)
    await openPen(ledger, name).write([...begun, ...a.aToolCall(1).slice(0, 3)]);
  ledger.close();
  return {
    name: `${finished} finished jobs`,
    measure: async () => {
      const opened: Ledger[] = [];
      const taken = await sample(1, async () => {
        const again = openLedger(file);
        opened.push(again);
        for (const name of names) await openPen(again, name).write([a.aCancelRequested()]);
      });
      for (const again of opened) again.close();
      return taken;
    },
  };
}
