import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";

import { expect, test } from "vitest";

import { openMatrixStore } from "../../../src/shell/workspace/matrix-folder.ts";
import { aFolder } from "./folder.ts";

const ids = ["20260101T000000Z-0000ff", "20261130T083911Z-d5c844", "20261130T083912Z-000000"];

test("what is written is read back whole, over and over, and leaves nothing beside it", () => {
  const matrix = openMatrixStore(aFolder().at("store")).create(ids[0] ?? "");
  expect(matrix.read("runs/a.json")).toBeNull();
  expect(matrix.list("runs")).toEqual([]);
  const large = "ü😀".repeat(300_000);
  for (const content of ["first, and longer than the second", "second", "", large]) {
    matrix.write("runs/a.json", content);
    expect(new TextDecoder().decode(matrix.read("runs/a.json") ?? undefined)).toBe(content);
  }
  const bytes = new Uint8Array([0, 255, 10]);
  matrix.write("runs/b.bin", bytes);
  expect(new Uint8Array(matrix.read("runs/b.bin") ?? [])).toEqual(bytes);
  expect(readdirSync(matrix.locate("runs"))).toEqual(["a.json", "b.bin"]);
  expect(matrix.list("runs")).toEqual(["a.json", "b.bin"]);
});

test("ids are the folders named like one, newest first", () => {
  const folder = aFolder();
  const store = openMatrixStore(folder.at("store"));
  expect(store.ids()).toEqual([]);
  for (const id of ids.toReversed()) store.create(id);
  mkdirSync(folder.at("store/notes"));
  mkdirSync(folder.at("store/20261130T083911Z-d5c844.old"));
  folder.write("store/20261231T235959Z-ffffff", "a file");
  expect(store.ids()).toEqual(ids.toReversed());
});

test("open gives what is there and refuses any other name", () => {
  const folder = aFolder();
  const store = openMatrixStore(folder.at("store"));
  store.create(ids[0] ?? "").write("plan.json", "{}");
  folder.write("store/file", "x");
  folder.write("outside/plan.json", "{}");
  expect(store.open(ids[0] ?? "")?.list(".")).toEqual(["plan.json"]);
  for (const odd of ["", ".", "..", "../outside", "a/b", "..\\outside", "file", "absent", "x\0"])
    expect(store.open(odd)).toBeNull();
});

test("evidence stays out of the user's commits, in our own folder only", () => {
  const folder = aFolder();
  const ignore = folder.at(".agent-lab/.gitignore");
  const store = openMatrixStore(folder.at(".agent-lab/matrices"));
  store.create(ids[0] ?? "");
  expect(readFileSync(ignore, "utf8")).toBe("*\n");

  // One that the user changed is the user's.
  folder.write(".agent-lab/.gitignore", "matrices\n");
  store.create(ids[1] ?? "");
  expect(readFileSync(ignore, "utf8")).toBe("matrices\n");

  openMatrixStore(folder.at("elsewhere/matrices")).create(ids[0] ?? "");
  expect(existsSync(folder.at("elsewhere/.gitignore"))).toBe(false);
});
