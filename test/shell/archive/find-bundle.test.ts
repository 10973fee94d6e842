import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { findBundle } from "../../../src/shell/archive/find-bundle.ts";
import { writeArchive } from "../../../src/shell/archive/gzip.ts";

const files = new Map([["manifest.json", new TextEncoder().encode("{}")]]);

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "find-bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("an archive, its folder, or a folder with one archive in it, whatever it is called", () => {
  const folder = aFolder();
  writeFileSync(join(folder, "evidence-1.tar.gz"), writeArchive(files));
  writeFileSync(join(folder, "report.html"), "");
  const unpacked = join(folder, "unpacked");
  mkdirSync(unpacked);
  writeFileSync(join(unpacked, "manifest.json"), "{}");
  for (const path of [folder, join(folder, "evidence-1.tar.gz"), unpacked]) {
    const found = findBundle(path);
    expect(found.ok && [...found.value.keys()]).toEqual(["manifest.json"]);
  }
});

test("an archive one folder down is found, as several downloaded artifacts lie", () => {
  const folder = aFolder();
  for (const name of ["evidence", "report"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "evidence", "evidence.tar.gz"), writeArchive(files));
  expect(findBundle(folder).ok).toBe(true);
});

function refused(path: string): string {
  const found = findBundle(path);
  return found.ok ? "found" : found.faults[0].message;
}

test("none, two, nothing there or no archive: refused with what to name", () => {
  const folder = aFolder();
  expect(refused(folder)).toContain("holds 0 archives");
  for (const name of ["a.tar.gz", "b.tar.gz"]) writeFileSync(join(folder, name), "no archive");
  expect(refused(folder)).toContain("holds 2 archives");
  expect(refused(join(folder, "absent"))).toContain("nothing is there");
  expect(refused(join(folder, "a.tar.gz"))).toContain("byte 0 is not the one every bundle has");
});
