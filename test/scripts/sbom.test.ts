import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { packagesOf } from "../../scripts/notices.ts";
import { writeSbom } from "../../scripts/sbom.ts";
import { findBomFaults } from "../core/sbom/bom-rules.ts";

const root = join(import.meta.dirname, "..", "..");
const taken = ["zod/index.js", "better-sqlite3/lib/index.js", "@actions/core/lib/core.js"].map(
  (file) => join(root, "node_modules", file),
);

test("dist's bill of materials names what was bundled, with the lockfile's digests, and no time or machine", () => {
  const text = writeSbom(packagesOf(taken, root), root);
  const bom = JSON.parse(text) as {
    components: { name: string; version: string; purl: string; hashes: { content: string }[] }[];
  };
  expect(findBomFaults(bom)).toEqual([]);
  expect(bom.components.map(({ name }) => name)).toEqual([
    "@actions/core",
    "better-sqlite3",
    "node-addon-api",
    "zod",
  ]);
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string; integrity: string }>;
  };
  const locked = lock.packages["node_modules/zod"];
  const zod = bom.components.find(({ name }) => name === "zod");
  expect(zod?.purl).toBe(`pkg:npm/zod@${locked?.version}`);
  const digest = Buffer.from(zod?.hashes[0]?.content ?? "", "hex").toString("base64");
  expect(`sha512-${digest}`).toBe(locked?.integrity);
  expect(text).toMatch(/"name":"sqlite".*"version":"3\.\d+\.\d+"/);
  expect(text).not.toContain(root);
  expect(writeSbom(packagesOf(taken.toReversed(), root), root)).toBe(text);
});

test("a package that no lockfile names is an error, not a gap", () => {
  const [first] = packagesOf(taken, root);
  const elsewhere = { ...first, folder: join(root, "node_modules", "unknown") };
  expect(() => writeSbom([elsewhere as never], root)).toThrow(/no lockfile names it/);
});
