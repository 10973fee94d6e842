import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { digestBytes } from "../../../src/core/digest/digest.ts";
import { defaultTarLimits, writeTar } from "../../../src/core/evidence/tar.ts";
import { readArchive, writeArchive } from "../../../src/shell/archive/gzip.ts";
import { readBundle } from "../../../src/shell/archive/read-bundle.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const files = new Map([
  ["manifest.json", bytes("{}\n")],
  ["runs/a.json", bytes(`{"a":"${"x".repeat(5_000)}"}\n`)],
]);
/** Plain arrays, because zlib answers with Buffers. */
function contentOf(archive: Uint8Array): Map<string, Uint8Array> | undefined {
  const found = readArchive(archive);
  if (!found.ok) return undefined;
  return new Map([...found.files].map(([path, content]) => [path, Uint8Array.from(content)]));
}

function code(archive: Uint8Array): string {
  const found = readArchive(archive);
  return found.ok ? "ok" : found.fault.code;
}

function unpack(): string {
  const root = join(folder, "bundle");
  mkdirSync(join(root, "runs"), { recursive: true });
  for (const [path, content] of files) writeFileSync(join(root, path), content);
  return root;
}

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-lab-archive-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe("the archive", () => {
  test("comes back whole, and gzip and tar read it too", () => {
    const archive = writeArchive(files);
    expect(contentOf(archive)).toEqual(files);
    writeFileSync(join(folder, "b.tar.gz"), archive);
    const list = execFileSync("tar", ["-tzf", "b.tar.gz"], { cwd: folder, encoding: "utf8" });
    expect(list).toBe("manifest.json\nruns/a.json\n");
  });

  test("has the same bytes each time, with a fixed header", () => {
    const archive = writeArchive(files);
    expect(writeArchive(new Map([...files].toReversed()))).toEqual(archive);
    expect([...archive.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
  });

  test("never gives other content after a change of one bit", () => {
    const archive = writeArchive(files);
    const accepted: number[] = [];
    for (let at = 0; at < archive.length * 8; at += 1) {
      const byte = (archive[at >> 3] ?? 0) ^ (1 << (at & 7));
      const content = contentOf(archive.with(at >> 3, byte));
      if (content === undefined) continue;
      accepted.push(at >> 3);
      expect(content).toEqual(files);
    }
    // Deflate leaves up to seven bits unused in its last byte; the archive's digest is what pins those.
    expect(accepted.length).toBeLessThan(8);
    expect(accepted.every((at) => at === archive.length - 9)).toBe(true);
  });

  test("names what is wrong", () => {
    const archive = writeArchive(files);
    expect(code(bytes("hello"))).toBe("gzip_header");
    expect(code(archive.with(4, 1))).toBe("gzip_header");
    expect(code(gzipSync(writeTar(files)))).toBe("gzip_header");
    expect(code(archive.with(40, 0).with(41, 0))).toBe("gzip_data");
    expect(code(archive.slice(0, 60))).toBe("gzip_data");
    expect(code(archive.slice(0, -3))).toBe("gzip_checksum");
    expect(code(archive.with(archive.length - 8, 0).with(archive.length - 7, 0))).toBe(
      "gzip_checksum",
    );
    expect(code(Uint8Array.from([...archive, 0]))).toBe("gzip_trailing");
    expect(code(Uint8Array.from([...archive, ...archive]))).toBe("gzip_trailing");
  });

  test("inflates under a cap", () => {
    const bomb = writeArchive(new Map([["a", new Uint8Array(4_000_000)]]));
    expect(bomb.length).toBeLessThan(10_000);
    const limits = { files: 10, file_bytes: 1_000_000, total_bytes: 1_000_000 };
    expect(readArchive(bomb, limits)).toMatchObject({ fault: { code: "limit_exceeded" } });
    expect(readArchive(bomb).ok).toBe(true);
  });
});

describe("readBundle", () => {
  test("reads folder and archive alike; only an archive has a digest", () => {
    const archive = writeArchive(files);
    writeFileSync(join(folder, "b.tar.gz"), archive);
    const packed = readBundle(join(folder, "b.tar.gz"));
    const plain = readBundle(unpack());
    expect(packed).toMatchObject({ ok: true, archive_sha256: digestBytes(archive) });
    expect(plain).toMatchObject({ ok: true, archive_sha256: null });
    expect(packed.ok && plain.ok && [...packed.files.keys()]).toEqual(
      plain.ok && [...plain.files.keys()].toSorted(),
    );
  });

  test("keeps the digest of an archive it refuses", () => {
    writeFileSync(join(folder, "x"), "hello");
    expect(readBundle(join(folder, "x"))).toMatchObject({
      ok: false,
      archive_sha256: digestBytes("hello"),
      fault: { code: "gzip_header" },
    });
  });

  test("refuses links to files and folders, a missing path and a folder that is no bundle", () => {
    const root = unpack();
    symlinkSync(join(root, "manifest.json"), join(root, "runs", "b.json"));
    expect(readBundle(root)).toMatchObject({
      fault: { code: "archive_entry_kind", path: "runs/b.json" },
    });
    rmSync(join(root, "runs", "b.json"));
    symlinkSync("/", join(root, "events"));
    expect(readBundle(root)).toMatchObject({
      fault: { code: "archive_entry_kind", path: "events" },
    });
    expect(readBundle(join(folder, "nothing"))).toMatchObject({
      fault: { code: "unreadable", message: "ENOENT" },
    });
    expect(readBundle(folder)).toMatchObject({ fault: { code: "not_a_bundle" } });
  });

  test("stops at its limits", () => {
    const limits = { ...defaultTarLimits, total_bytes: 5_000 };
    expect(readBundle(unpack(), limits)).toMatchObject({ fault: { code: "limit_exceeded" } });
  });
});
