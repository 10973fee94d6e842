import { expect, test } from "vitest";

import {
  isDone,
  matrixStreams,
  nameShardStream,
  readShardStream,
} from "../../../src/core/shards/streams.ts";
import { aMatrixCompleted, aMatrixRegistered } from "../../builders/events.ts";

const id = "20261130T083911Z-d5c844";

test("a shard's stream is named so that it can be read back, and nothing else is", () => {
  expect(nameShardStream(id, { index: 3, count: 8 })).toBe(`${id}.s03of08`);
  expect(nameShardStream(id, { index: 7, count: 128 })).toBe(`${id}.s007of128`);
  expect(readShardStream(id, `${id}.s03of08`)).toEqual({ index: 3, count: 8 });
  expect(readShardStream(id, `${id}.s007of128`)).toEqual({ index: 7, count: 128 });
  for (const other of [
    id,
    `${id}.s3of8`,
    `${id}.s003of008`,
    `${id}.price-question.s03of08.1`,
    `20261130T083911Z-000000.s03of08`,
  ])
    expect(readShardStream(id, other)).toBeNull();
});

test("shards by number, then the matrix's own stream; runs and other matrices are none of it", () => {
  const names = [`${id}.s10of10`, id, `${id}.case.bare-loop.1`, `${id}.s02of10`, "other"];
  expect(matrixStreams(names, id)).toEqual([`${id}.s02of10`, `${id}.s10of10`, id]);
  expect(matrixStreams(names.slice(2), id)).toEqual([`${id}.s02of10`]);
});

test("a matrix is done when all its shards are, or when it said so itself after them", () => {
  const open = [aMatrixRegistered()];
  const done = [aMatrixRegistered(), aMatrixCompleted()];
  const [one, two] = [`${id}.s01of02`, `${id}.s02of02`];
  expect(isDone(new Map([[id, done]]), id)).toBe(true);
  expect(isDone(new Map([[one, done]]), id)).toBe(true);
  expect(
    isDone(
      new Map([
        [one, done],
        [two, open],
      ]),
      id,
    ),
  ).toBe(false);
  expect(
    isDone(
      new Map([
        [one, done],
        [two, open],
        [id, done],
      ]),
      id,
    ),
  ).toBe(true);
  expect(
    isDone(
      new Map([
        [one, done],
        [two, done],
        [id, open],
      ]),
      id,
    ),
  ).toBe(false);
  expect(isDone(new Map(), id)).toBe(false);
});
