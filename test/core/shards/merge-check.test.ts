import { expect, test } from "vitest";

import type { StoredEvent } from "../../../src/contracts/event.ts";
import { findMergeFault } from "../../../src/core/shards/merge-check.ts";
import { nameShardStream } from "../../../src/core/shards/streams.ts";

const record = (matrix_id: string) => ({
  where: "a bundle",
  matrix_id,
  plan_sha256: "sha256:1",
  preflight_sha256: "sha256:2",
  streams: new Map<string, readonly StoredEvent[]>([
    [nameShardStream(matrix_id, { index: 1, count: 2 }), []],
  ]),
});

test("a record whose matrix id would lead out of the folder is refused", () => {
  expect(findMergeFault([record("20261130T083911Z-d5c844")])).toBeNull();
  for (const id of ["../../elsewhere", "/root", "..", "a/b", "20261130T083911Z-d5c844/.."])
    expect(findMergeFault([record(id)])).toMatchObject({
      code: "foreign_shard",
      where: "a bundle",
      message: expect.stringContaining("no matrix id"),
    });
});
