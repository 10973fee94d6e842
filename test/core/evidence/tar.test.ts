import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { crc32 } from "../../../src/core/evidence/crc32.ts";
import { describePath } from "../../../src/core/evidence/layout.ts";
import { explainUnsafePath, findPathFault, splitPath } from "../../../src/core/evidence/paths.ts";
import { readTar, writeTar, type TarFaultCode } from "../../../src/core/evidence/tar.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sample = new Map([
  ["b/two.json", bytes("{}")],
  ["a.txt", bytes("x".repeat(513))],
  ["empty", bytes("")],
]);

const segment = fc
  .stringMatching(/^[a-z0-9_-]{1,40}$/)
  .filter((one) => explainUnsafePath(one) === undefined);
const path = fc
  .array(segment, { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join("/"))
  .filter((one) => explainUnsafePath(one) === undefined);
const content = fc.uint8Array({ maxLength: 1_600 });
const files = fc.uniqueArray(fc.tuple(path, content), { selector: ([name]) => name, maxLength: 8 });

describe("writeTar and readTar", () => {
  test("give back what was put in, whatever the order", () => {
    fc.assert(
      fc.property(files, (list) => {
        const archive = writeTar(new Map(list));
        expect(writeTar(new Map(list.toReversed()))).toEqual(archive);
        const found = readTar(archive);
        if (!found.ok) throw new Error(found.fault.message);
        expect(new Map(found.files)).toEqual(new Map(list));
      }),
    );
  });

  test("refuse every archive with one byte changed, or answer with other content", () => {
    const archive = writeTar(sample);
    const survived: number[] = [];
    for (let at = 0; at < archive.length; at += 1) {
      const copy = archive.slice();
      copy[at] = (copy[at] ?? 0) ^ 1;
      if (readTar(copy).ok) survived.push(at);
    }
    // Only the files' own 515 bytes may change without the archive noticing: the manifest notices those.
    expect(survived).toHaveLength(515);
  });

  test("agree with the system's tar", () => {
    const folder = mkdtempSync(join(tmpdir(), "agent-lab-tar-"));
    try {
      const long = `${"d".repeat(90)}/${"e".repeat(90)}.json`;
      writeFileSync(join(folder, "one.tar"), writeTar(new Map([...sample, [long, bytes("{}")]])));
      const list = execFileSync("tar", ["-tvf", "one.tar"], { cwd: folder, encoding: "utf8" });
      expect(
        list
          .trim()
          .split("\n")
          .map((line) => line.split(/\s+/).at(-1)),
      ).toEqual(["a.txt", "b/two.json", long, "empty"].toSorted());
      expect(list).toMatch(/^-rw-r--r--/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  const edits: [string, TarFaultCode, (archive: Uint8Array) => Uint8Array][] = [
    ["a link", "archive_entry_kind", (one) => one.with(156, 0x32)],
    ["a mode", "archive_header", (one) => one.with(103, 0x37)],
    ["an old-style type", "archive_entry_kind", (one) => one.with(156, 0)],
    ["padding", "archive_padding", (one) => one.with(512 + 514, 1)],
    ["one zero block", "archive_truncated", (one) => one.slice(0, -512)],
    [
      "a third zero block",
      "archive_trailing",
      (one) => Uint8Array.from([...one, ...new Uint8Array(512)]),
    ],
    ["a byte in the end blocks", "archive_trailing", (one) => one.with(one.length - 1, 1)],
    ["a cut file", "archive_truncated", (one) => one.slice(0, 1_024)],
    ["a parent folder", "path_unsafe", (one) => renamed(one, "../x")],
    ["an absolute path", "path_unsafe", (one) => renamed(one, "/x")],
    ["a backslash", "path_unsafe", (one) => renamed(one, "a\\x")],
    ["a composed letter", "path_unsafe", (one) => renamed(one, "\u00e9")],
  ];
  test.each(edits)("refuses %s: %s", (_, code, edit) => {
    expect(readTar(edit(writeTar(sample)))).toMatchObject({ ok: false, fault: { code } });
  });

  test("refuses entries out of order, twice and alike but for case", () => {
    expect(readTar(glue("b", "a"))).toMatchObject({ fault: { code: "archive_order", path: "a" } });
    expect(readTar(glue("a", "a"))).toMatchObject({ fault: { code: "path_duplicate", path: "a" } });
    expect(readTar(glue("A", "a"))).toMatchObject({ fault: { code: "path_twin", path: "a" } });
  });

  test("stop at their limits", () => {
    const limits = { files: 3, file_bytes: 513, total_bytes: 515 };
    expect(readTar(writeTar(sample), limits).ok).toBe(true);
    for (const name of ["files", "file_bytes", "total_bytes"] as const) {
      const less = { ...limits, [name]: limits[name] - 1 };
      expect(readTar(writeTar(sample), less)).toMatchObject({ fault: { code: "limit_exceeded" } });
    }
  });

  test("throw for a path of our own that cannot be kept", () => {
    expect(() => writeTar(new Map([["x".repeat(120), bytes("")]]))).toThrow(/fits no ustar header/);
  });
});

describe("paths", () => {
  test("split at a slash that leaves both parts short enough", () => {
    expect(splitPath(`${"a".repeat(150)}/${"b".repeat(80)}`)).toEqual({
      prefix: "a".repeat(150),
      name: "b".repeat(80),
    });
    expect(splitPath(`${"a".repeat(160)}/b`)).toBeUndefined();
  });

  test.each([
    "",
    "/a",
    "a/",
    "a//b",
    "./a",
    "a/..",
    "a\\b",
    "C:x",
    "a b",
    "a\u0000",
    "aux",
    "com1.txt",
    "a.",
  ])("%j is unsafe", (name) => {
    expect(explainUnsafePath(name)).toBeTypeOf("string");
  });

  test("find the first twin", () => {
    expect(findPathFault(["runs/a.json", "runs/A.json"])).toMatchObject({ code: "path_twin" });
    expect(findPathFault(["runs/a.json", "runs/b.json"])).toBeUndefined();
  });

  test("say what a file is, and that an artifact lies under its own first digits", () => {
    const hex = "ab".padEnd(64, "0");
    expect(describePath(`artifacts/sha256/ab/${hex}`)?.role).toBe("artifact");
    expect(describePath(`artifacts/sha256/cd/${hex}`)).toBeUndefined();
    expect(describePath("views/report.html")).toBeUndefined();
  });
});

test("crc32 gives RFC 1952's check value", () => {
  expect(crc32(bytes("123456789")).toString(16)).toBe("cbf43926");
});

/** Empty files under these names, in this order. */
function glue(...names: string[]): Uint8Array {
  const headers = names.map((name) => writeTar(new Map([[name, bytes("")]])).subarray(0, 512));
  return Uint8Array.from([...headers.flatMap((one) => [...one]), ...new Uint8Array(1_024)]);
}

function renamed(archive: Uint8Array, name: string): Uint8Array {
  const copy = archive.slice();
  copy.fill(0, 0, 100);
  for (let at = 0; at < name.length; at += 1) copy[at] = name.charCodeAt(at);
  return copy;
}
