/** docs/crash-matrix.md against the tests: no row without a test, no test file named that has none for it. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Rows without a test as yet. Empty at the end; a row that has one must not stand here. */
const open = words("");

const ids = words(
  "A1,A2,A3,A4,A5,A6,A7,B1,B2,B3,B4,T1,T2,T3,T4,P1,P2,P3,C1,C2,C3,C4,S1,S2,L1,L2,L3,L4,X1",
);

function words(text: string): readonly string[] {
  return text.split(",").filter((word) => word !== "");
}

interface Row {
  readonly id: string;
  readonly files: readonly string[];
  readonly open: boolean;
}

function readRows(): Row[] {
  const text = readFileSync(join(root, "docs/crash-matrix.md"), "utf8");
  return text.split("\n").flatMap((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const [, id, happens, holds, tests] = cells;
    if (id === undefined || !/^[A-Z]\d$/.test(id) || tests === undefined) return [];
    if (happens === "" || holds === "") throw new Error(`row ${id} says nothing`);
    const files = [...tests.matchAll(/`([^`]+)`/g)].map((match) => String(match[1]));
    return [{ id, files, open: tests === "open" }];
  });
}

/** The ids that titles of a test file begin with: a text that stands first in a call's parentheses, or in a row of a table of tests. */
function idsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/[([]\s*["'`]([A-Z]\d) /g)].map((match) => String(match[1])));
}

/** By test file; the Windows forms count for nothing, because they do not run here. */
function readTitles(): Map<string, ReadonlySet<string>> {
  const files = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .map((file) => `test/${file.split(sep).join("/")}`)
    .filter((file) => file.endsWith(".test.ts") && file !== "test/crash/windows.test.ts");
  return new Map(files.map((file) => [file, idsIn(readFileSync(join(root, file), "utf8"))]));
}

const rows = readRows();
const titles = readTitles();
const tested = (id: string): boolean => [...titles.values()].some((found) => found.has(id));

test("every row is in the table, once, in order", () => {
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

test("a row has a test, or is on the open list and says so", () => {
  expect(ids.filter((id) => !tested(id))).toEqual(open);
  expect(rows.filter((row) => row.open).map(({ id }) => id)).toEqual(open);
});

test("each file a row names has a test of that row", () => {
  const missing = rows.flatMap(({ id, files }) =>
    files.filter((file) => titles.get(file)?.has(id) !== true).map((file) => `${id}: ${file}`),
  );
  expect(missing).toEqual([]);
});

test("each row that is not open names a file", () => {
  expect(rows.filter((row) => !row.open && row.files.length === 0)).toEqual([]);
});

test("each file that can do more is in the full suite", () => {
  const config = readFileSync(join(root, "vitest.crash.config.ts"), "utf8");
  const able = readdirSync(import.meta.dirname).filter((name) => {
    const text = readFileSync(join(import.meta.dirname, name), "utf8");
    const asks = /choosePlaces\((places|await)|env\["AGENT_LAB_CRASH_PLACES"\]/.test(text);
    return name.endsWith(".test.ts") && asks;
  });
  const listed = able.filter((name) => config.includes(`"${name.replace(".test.ts", "")}"`));
  expect(listed).toEqual(able);
  expect(listed.length).toBeGreaterThan(5);
});
