import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";

import { digestBytes } from "../../../src/core/digest/digest.ts";
import { artifactPath } from "../../../src/shell/artifacts/path.ts";
import { openArtifactStore } from "../../../src/shell/artifacts/store.ts";

const about = { media_type: "application/json", role: "model_request" } as const;
const bytes = new TextEncoder().encode('{"total":906.5}');

function freshStore() {
  const parent = mkdtempSync(join(tmpdir(), "agent-lab-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }));
  const folder = join(parent, "artifacts");
  mkdirSync(folder);
  return { folder, store: openArtifactStore(folder) };
}
function pathOf(folder: string, of: Uint8Array = bytes): string {
  const path = artifactPath(folder, digestBytes(of));
  if (path === null) throw new Error("no path");
  return path;
}

describe("put", () => {
  test("stores the bytes under their digest, for the owner only, and leaves nothing behind", async () => {
    const { folder, store } = freshStore();
    const ref = await store.put(bytes, about);
    expect(ref).toEqual({ sha256: digestBytes(bytes), size: bytes.length, ...about });
    const file = pathOf(folder);
    expect(file).toMatch(/sha256[/\\]([0-9a-f]{2})[/\\]\1[0-9a-f]{62}$/);
    expect(new Uint8Array(readFileSync(file))).toEqual(bytes);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
    const mode = process.platform === "win32" ? 0o600 : statSync(file).mode & 0o777;
    expect(mode).toBe(0o600);
  });
  test("the same bytes many times at once are one file", async () => {
    const { folder, store } = freshStore();
    const other = openArtifactStore(folder);
    const puts = Array.from({ length: 20 }, async (_, k) =>
      (k % 2 ? store : other).put(bytes, about),
    );
    expect(new Set((await Promise.all(puts)).map((ref) => ref.sha256)).size).toBe(1);
    expect(readdirSync(dirname(pathOf(folder)))).toHaveLength(1);
    expect(await store.read({ sha256: digestBytes(bytes), size: bytes.length })).toHaveProperty(
      "length",
      bytes.length,
    );
  });
  test("mends a file that was damaged", async () => {
    const { folder, store } = freshStore();
    const ref = await store.put(bytes, about);
    truncateSync(pathOf(folder), 3);
    await store.put(bytes, about);
    expect(await store.read(ref)).toHaveProperty("length", bytes.length);
  });
  test("a disk that does not take it rejects, names nothing and keeps no leftover", async () => {
    const { folder, store } = freshStore();
    await store.put(new Uint8Array([1]), about);
    mkdirSync(pathOf(folder), { recursive: true });
    await expect(store.put(bytes, about)).rejects.toThrow(/EISDIR|ENOTEMPTY|EPERM|EEXIST/);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });
});

describe("read", () => {
  test("property: any bytes come back as they were", async () => {
    const { store } = freshStore();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4_096 }), async (any) => {
        const found = await store.read(await store.put(any, about));
        expect(Buffer.from(found as Uint8Array).equals(Buffer.from(any))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
  test.each([
    ["gone", "absent", (file: string) => rmSync(file)],
    ["cut off", "wrong_size", (file: string) => truncateSync(file, 3)],
    ["one bit flipped", "wrong_digest", (file: string) => flip(file)],
    [
      "another artifact of the same size",
      "wrong_digest",
      (file: string) => writeFileSync(file, '{"total":388.5}'),
    ],
    ["a folder", "not_a_file", (file: string) => replace(file, () => mkdirSync(file))],
  ] as const)("%s: %s", async (_what, fault, damage) => {
    const { folder, store } = freshStore();
    const ref = await store.put(bytes, about);
    damage(pathOf(folder));
    expect(await store.read(ref)).toMatchObject({
      fault,
      message: expect.stringContaining(ref.sha256),
    });
  });
  test.runIf(process.platform !== "win32")(
    "a link or a pipe is refused, and waits for nobody",
    async () => {
      const { folder, store } = freshStore();
      const ref = await store.put(bytes, about);
      const file = pathOf(folder);
      const away = join(folder, "away");
      renameSync(file, away);
      symlinkSync(away, file);
      expect(await store.read(ref)).toMatchObject({ fault: "not_a_file" });
      replace(file, () => execFileSync("mkfifo", [file]));
      expect(await store.read(ref)).toMatchObject({ fault: "not_a_file" });
    },
  );
  test("a text that is not a digest names no path", async () => {
    const { store } = freshStore();
    for (const sha256 of [
      "",
      "sha256:../../etc/passwd",
      `sha256:${"A".repeat(64)}`,
      `md5:${"a".repeat(64)}`,
    ])
      expect(await store.read({ sha256, size: 1 })).toMatchObject({ fault: "absent" });
  });
});

function replace(file: string, make: () => void): void {
  rmSync(file);
  make();
}
function flip(file: string): void {
  const content = readFileSync(file);
  content[0] = (content[0] ?? 0) ^ 1;
  chmodSync(file, 0o600);
  writeFileSync(file, content);
}
