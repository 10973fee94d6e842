/** What the k-th operation of one job costs: the append, the reducer's part of it, and what is left for the ledger. */
import { join } from "node:path";

import { reduceStream } from "../../src/core/lifecycle/reduce.ts";
import type { Snapshot } from "../../src/core/lifecycle/snapshot.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import type { Bench, Comparison, Later, Sample, Variant } from "./compare.ts";
import { sample } from "./compare.ts";
import { anIntent, at, begun, openPen } from "./ledger-jobs.ts";

const places = [100, 1_000, 10_000] as const;
const times = 10;

/** A job with k operations, in a ledger and as the reducer alone has it. */
interface Grown {
  readonly k: number;
  readonly append: () => Promise<void>;
  readonly reduce: () => void;
}

export const operationsBench: Bench = {
  name: "operations",
  about: "the k-th tool call asked for in one job",
  async prepare(folder, later) {
    const [first, ...others] = places;
    const grown: [Grown, ...Grown[]] = [await grow(folder, first, later)];
    for (const k of others) grown.push(await grow(folder, k, later));
    return [
      compare("the whole append", grown, wholeAppend),
      compare("of it, the reducer", grown, reducerAlone),
      compare("of it, the rest", grown, withoutReducer),
    ];
  },
};

function compare(
  title: string,
  grown: readonly [Grown, ...Grown[]],
  measure: (job: Grown) => Promise<Sample>,
): Comparison {
  const variant = (job: Grown): Variant => ({
    name: `k = ${job.k.toLocaleString("en")}`,
    measure: async () => measure(job),
  });
  const [first, ...others] = grown;
  return { title, variants: [variant(first), ...others.map(variant)] };
}

async function grow(folder: string, k: number, later: Later): Promise<Grown> {
  const ledger = openLedger(join(folder, `${k}.db`));
  later(() => ledger.close());
  const pen = openPen(ledger, "job");
  await pen.write(begun);
  // Many in one append: only the last ones, one an append, are what is measured.
  for (let from = 1; from < k; from += 500)
    await pen.write(Array.from({ length: Math.min(500, k - from) }, (_, n) => anIntent(from + n)));
  let asked = k - 1;
  let reduced = k - 1;
  let snapshot: Snapshot = JSON.parse(ledger.snapshot("job") ?? "");
  return {
    k,
    append: async () => {
      asked += 1;
      await pen.write([anIntent(asked)]);
    },
    reduce: () => {
      reduced += 1;
      const event = { sequence: snapshot.revision + 1, at, body: anIntent(reduced) };
      const step = reduceStream(snapshot, event);
      if (!step.ok) throw new Error(step.message);
      snapshot = step.snapshot;
    },
  };
}

async function wholeAppend({ append }: Grown): Promise<Sample> {
  return sample(times, append);
}

async function reducerAlone({ reduce }: Grown): Promise<Sample> {
  return sample(times, reduce);
}

async function withoutReducer(job: Grown): Promise<Sample> {
  const whole = await wholeAppend(job);
  const part = await reducerAlone(job);
  return { wall_us: whole.wall_us - part.wall_us, cpu_us: whole.cpu_us - part.cpu_us };
}
