import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "vitest";

import { ensureInstalled } from "../../../src/shell/packages/install.ts";
import { lockfileDigest } from "../../../src/shell/packages/lockfile.ts";
import { readVersions } from "../../../src/shell/packages/versions.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "agent-lab-packages-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Installs without a network: one dependency, in a folder of the project itself. */
function installable(): string {
  const root = { name: "adapter", dependencies: { leaf: "file:leaf" } };
  const lock = {
    name: "adapter",
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": root,
      leaf: { version: "1.2.3" },
      "node_modules/leaf": { resolved: "leaf", link: true },
    },
  };
  return project({
    "package.json": JSON.stringify(root),
    "package-lock.json": JSON.stringify(lock),
    "leaf/package.json": JSON.stringify({
      name: "leaf",
      version: "1.2.3",
      scripts: { install: "touch ran" },
    }),
  });
}

describe("ensureInstalled", () => {
  test("installs on first use, without scripts, and then has nothing to do", async () => {
    const folder = installable();
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    expect(await ensureInstalled(folder, { log })).toMatchObject({ ok: true, installed: true });
    expect(existsSync(join(folder, "leaf/ran"))).toBe(false);
    expect(await ensureInstalled(folder, { log })).toMatchObject({ ok: true, installed: false });
    expect(lines).toEqual([`installing ${folder} (npm ci, first use)`]);
    expect(readVersions(folder, ["leaf"])).toEqual([{ name: "leaf", version: "1.2.3" }]);
  });

  test("installs again when the lockfile has changed", async () => {
    const folder = installable();
    await ensureInstalled(folder, { log: () => undefined });
    const lock = join(folder, "package-lock.json");
    writeFileSync(lock, `${readFileSync(lock, "utf8")}\n`);
    const outcome = await ensureInstalled(folder, { log: () => undefined });
    expect(outcome).toMatchObject({ ok: true, installed: true });
  });

  test("two at once: one installs, the other waits for it", async () => {
    const folder = installable();
    const outcomes = await Promise.all(
      [0, 1].map(async () => ensureInstalled(folder, { log: () => undefined })),
    );
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
    expect(outcomes.filter((outcome) => outcome.ok && outcome.installed)).toHaveLength(1);
  });

  test("a failed install says why in npm's words and leaves no stamp", async () => {
    const folder = installable();
    writeFileSync(join(folder, "package.json"), "{ not json");
    const outcome = await ensureInstalled(folder, { log: () => undefined });
    expect(outcome).toMatchObject({ ok: false });
    expect(outcome.ok ? "" : outcome.message).toMatch(/npm ci in .* ended with code 1:\n.*npm/s);
    const again = await ensureInstalled(folder, { log: () => undefined });
    expect(again.ok).toBe(false);
  });

  test("no lockfile, no npm: refusals", async () => {
    const bare = project({ "package.json": "{}" });
    expect(await ensureInstalled(bare, { log: () => undefined })).toMatchObject({ ok: false });
    const outcome = await ensureInstalled(installable(), {
      log: () => undefined,
      npm: ["no-such-npm"],
    });
    expect(outcome.ok ? "" : outcome.message).toMatch(/Is npm on PATH\?|ended with code/);
  });
});

const manifest = (version: string): string => JSON.stringify({ version, exports: {} });

describe("readVersions", () => {
  test("reads where Node would look: nearest node_modules first, then upwards", () => {
    const folder = project({
      "node_modules/a/package.json": manifest("1.0.0"),
      "node_modules/@scope/b/package.json": manifest("2.0.0-rc.1"),
      "candidate/node_modules/a/package.json": manifest("1.1.0"),
    });
    expect(readVersions(join(folder, "candidate"), ["a", "@scope/b", "absent"])).toEqual([
      { name: "a", version: "1.1.0" },
      { name: "@scope/b", version: "2.0.0-rc.1" },
      { name: "absent", version: { missing: "absent is not installed where the candidate runs" } },
    ]);
  });

  test("through the framework: its own copy counts, also behind a link", () => {
    const folder = project({
      "store/sdk/package.json": manifest("3.0.0"),
      "store/sdk/node_modules/client/package.json": manifest("7.0.0"),
      "node_modules/client/package.json": manifest("4.0.0"),
    });
    symlinkSync(join(folder, "store/sdk"), join(folder, "node_modules/sdk"), "junction");
    const versions = [
      { name: "sdk", version: "3.0.0" },
      { name: "client", version: "7.0.0" },
    ];
    expect(readVersions(folder, ["sdk", "client"], "sdk")).toEqual(versions);
    expect(readVersions(folder, ["client"])).toEqual([{ name: "client", version: "4.0.0" }]);
  });

  test("a package.json without a version, or without JSON, is a stated absence", () => {
    const folder = project({
      "node_modules/a/package.json": "{}",
      "node_modules/b/package.json": "not json",
    });
    for (const { version } of readVersions(folder, ["a", "b"])) {
      expect(version).toHaveProperty("missing");
    }
  });
});

test("lockfileDigest is the SHA-256 of the bytes, or the reason there is none", () => {
  const text = "lock\n";
  const expected = createHash("sha256").update(text).digest("hex");
  expect(lockfileDigest(project({ "pnpm-lock.yaml": text }))).toBe(`sha256:${expected}`);
  expect(lockfileDigest(project({}))).toEqual({
    missing: "no lockfile: versions were resolved at install time",
  });
});
