import { expect, test } from "vitest";

import { isSameProcess, nameHolder, readHolder } from "../../../src/core/leases/holder.ts";

test.each([
  [{ pid: 4_711, started: "123456" }, "4711:123456:a1b2"],
  [{ pid: 4_711, started: null }, "4711::a1b2"],
])("a holder's name gives back its process: %o", (identity, name) => {
  expect(nameHolder(identity, "a1b2")).toBe(name);
  expect(readHolder(name)).toEqual(identity);
});

test.each(["", "host-1", "0:1:a", "-1:1:a", "1:x:a", "1:1:", "1:1", "1".repeat(20) + ":1:a"])(
  "a name that tells no process is not read as one: %s",
  (name) => {
    expect(readHolder(name)).toBeNull();
  },
);

test("a number that was given out again is another process", () => {
  const first = { pid: 7, started: "100" };
  expect(isSameProcess(first, { pid: 7, started: "100" })).toBe(true);
  expect(isSameProcess(first, { pid: 7, started: "900" })).toBe(false);
  expect(isSameProcess(first, { pid: 8, started: "100" })).toBe(false);
});
