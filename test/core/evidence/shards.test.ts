import { describe, expect, test } from "vitest";

import type { RuntimeEvent, StoredEvent } from "../../../src/contracts/event.ts";
import { absentBlocks, checkShards } from "../../../src/core/evidence/shards.ts";
import {
  aBlockAdmitted,
  aBlockSettled,
  aMatrixCompleted,
  aMatrixRegistered,
  aRunRecorded,
  storeEvents,
} from "../../builders/events.ts";
import { aPlan } from "../../builders/runs.ts";

const id = "20261130T083911Z-d5c844";
const plan = aPlan({ repetitions: 4, overrides: { budget: "1 USD" } });
const manifest = { matrix_id: id };

type Shard = NonNullable<Extract<RuntimeEvent, { type: "matrix.registered" }>["shard"]>;

function aShard(index: number, change: Partial<Shard> = {}): Shard {
  return { index, count: 2, budget_pico: "500000000000", ...change };
}

function streamOf(name: string, ...bodies: RuntimeEvent[]): [string, StoredEvent[]] {
  return [name, storeEvents(bodies, name)];
}

const [one, two] = [`${id}.s01of02`, `${id}.s02of02`];
const first = streamOf(
  one,
  aMatrixRegistered({ shard: aShard(1) }),
  aBlockAdmitted({ block: 1 }),
  aRunRecorded({ run_id: "r1" }),
  aBlockSettled({ block: 1 }),
  aMatrixCompleted(),
);
const second = streamOf(
  two,
  aMatrixRegistered({ shard: aShard(2) }),
  aBlockAdmitted({ block: 2 }),
  aBlockSettled({ block: 2 }),
);

function ends(...streams: [string, StoredEvent[]][]) {
  return streams.map(([job_id, events]) => {
    const last = events.at(-1);
    return { job_id, revision: last?.sequence ?? 0, head: last?.hash ?? "" };
  });
}

function check(...streams: [string, StoredEvent[]][]) {
  return checkShards({ streams: new Map(streams), plan, manifest });
}

describe("the streams of a matrix", () => {
  test("whole, a part, and gone on with from where the shards ended: no fault", () => {
    expect(check(first, second)).toBeUndefined();
    expect(check(second)).toBeUndefined();
    expect(check(streamOf(id, aMatrixRegistered(), aBlockAdmitted({ block: 2 })))).toBeUndefined();
    const own = streamOf(id, aMatrixRegistered({ continues: ends(first, second) }));
    expect(check(first, second, own)).toBeUndefined();
  });

  test.each<[string, string, [string, StoredEvent[]][]]>([
    ["a shard under another number", two, [streamOf(two, aMatrixRegistered({ shard: aShard(1) }))]],
    ["a whole matrix under a shard's name", two, [streamOf(two, aMatrixRegistered())]],
    [
      "a shard under the matrix's own name",
      id,
      [streamOf(id, aMatrixRegistered({ shard: aShard(1) }))],
    ],
    [
      "a matrix under any other name",
      "other",
      [streamOf("other", aMatrixRegistered({ shard: aShard(1) }))],
    ],
    [
      "a shard of another number of them",
      `${id}.s03of04`,
      [
        first,
        streamOf(
          `${id}.s03of04`,
          aMatrixRegistered({ shard: aShard(3, { count: 4, budget_pico: "0" }) }),
        ),
      ],
    ],
    [
      "a block of another shard",
      one,
      [streamOf(one, aMatrixRegistered({ shard: aShard(1) }), aBlockAdmitted({ block: 2 }))],
    ],
    [
      "a block behind the plan's",
      one,
      [streamOf(one, aMatrixRegistered({ shard: aShard(1) }), aBlockAdmitted({ block: 5 }))],
    ],
    ["gone on with, and no word of the shards", id, [first, streamOf(id, aMatrixRegistered())]],
    [
      "gone on with from one shard more than is there",
      id,
      [first, streamOf(id, aMatrixRegistered({ continues: ends(first, second) }))],
    ],
    [
      "gone on with from another end",
      id,
      [
        first,
        streamOf(
          id,
          aMatrixRegistered({ continues: ends(first).map((head) => ({ ...head, revision: 2 })) }),
        ),
      ],
    ],
  ])("%s: E-shard_foreign", (_, job_id, streams) => {
    expect(check(...streams)).toMatchObject({
      code: "E-shard_foreign",
      path: `events/${job_id}.jsonl`,
    });
  });

  test("a run or a block that two streams close", () => {
    for (const body of [aRunRecorded({ run_id: "r1" }), aBlockSettled({ block: 1 })]) {
      const own = streamOf(id, aMatrixRegistered({ continues: ends(first) }), body);
      expect(check(first, own)).toMatchObject({
        code: "E-cell_duplicate",
        path: `events/${id}.jsonl`,
        line: 2,
      });
    }
  });

  test("parts of the budget that are more than the whole, by one pico", () => {
    const rich = streamOf(
      two,
      aMatrixRegistered({ shard: aShard(2, { budget_pico: "500000000001" }) }),
    );
    expect(check(first, rich)).toMatchObject({
      code: "E-shard_budget",
      path: `events/${two}.jsonl`,
    });
  });
});

/** One shard with a part of 100 pico that admits and settles blocks of its own. */
const admitting = (...reserved: readonly string[]) =>
  streamOf(
    one,
    aMatrixRegistered({ shard: aShard(1, { budget_pico: "100" }) }),
    ...reserved.flatMap((reserved_pico, at) => [
      aBlockAdmitted({ block: 1 + 2 * at, reserved_pico }),
      aBlockSettled({ block: 1 + 2 * at, spent_pico: "40" }),
    ]),
  );

test("a block that did not fit the shard's own part, whatever the whole has left", () => {
  expect(check(admitting("100", "60"))).toBeUndefined();
  expect(check(admitting("101"))).toMatchObject({ code: "E-shard_budget", line: 2 });
  expect(check(admitting("100", "61"))).toMatchObject({ code: "E-shard_budget", line: 4 });
});

function absent(...streams: [string, StoredEvent[]][]): number[] {
  return absentBlocks({ streams: new Map(streams), plan, manifest }).map((block) => block.index);
}

test("blocks are elsewhere only while nothing has gone on without their shard", () => {
  expect(absent(first)).toEqual([2, 4]);
  expect(absent(second)).toEqual([1, 3]);
  expect(absent(first, second)).toEqual([]);
  expect(absent(streamOf(id, aMatrixRegistered()))).toEqual([]);
  const own = streamOf(id, aMatrixRegistered({ continues: ends(first) }));
  expect(absent(first, own)).toEqual([]);
});
