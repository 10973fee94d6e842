import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join, relative } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { buildDist } from "../../scripts/build.ts";
import { digestBytes } from "../../src/core/digest/digest.ts";
import { findBomFaults } from "../core/sbom/bom-rules.ts";

const root = join(import.meta.dirname, "../..");
const dist = join(root, "dist");
const again = join(root, "tmp", `dist-${process.pid}`);

const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, { version: string; license: string }>;
};

/** Relative path to digest, for every file of a folder. */
function digests(folder: string): Record<string, string> {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist: run \`npm run build\` first`);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [relative(folder, file), digestBytes(readFileSync(file))] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

describe("dist/", () => {
  beforeAll(async () => {
    mkdirSync(join(root, "tmp"), { recursive: true });
    await buildDist(again);
  }, 300_000);
  afterAll(() => {
    rmSync(again, { recursive: true, force: true });
  });

  test("is byte for byte what src/ gives: else run `npm run build`", () => {
    expect(digests(dist)).toEqual(digests(again));
  });

  test("has SQLite's native code for every system that may run it", () => {
    const names = readdirSync(join(again, "app", "prebuilds"));
    for (const system of ["linux", "darwin", "win32", "linuxmusl"]) {
      for (const machine of ["x64", "arm64"]) expect(names).toContain(`${system}-${machine}.node`);
    }
  });

  test("has the verifier as one file that starts no process, opens no socket and loads no native code", () => {
    // Type annotations in comments name modules too; they load nothing.
    const text = readFileSync(join(again, "verify.mjs"), "utf8").replaceAll(/^\s*\/?\*.*$/gm, "");
    const calls =
      /createRequire\(import\.meta\.url\)\("([^"]+)"\)|^import .* from "([^"]+)"|\bimport\(/gm;
    const modules = new Set([...text.matchAll(calls)].map(([all, one, two]) => one ?? two ?? all));
    expect([...modules].toSorted()).toEqual([
      "module",
      "node:crypto",
      "node:fs",
      "node:path",
      "node:util",
      "node:zlib",
    ]);
  });

  test("has a verifier that runs on the machine's own Node, from any folder, whatever its name", () => {
    const folder = join(again, "Ausgabe für Ωmega & Söhne");
    mkdirSync(folder, { recursive: true });
    const archive = join(folder, "evidence 1 (копия).tar.gz");
    const verifier = join(folder, "verify.mjs");
    copyFileSync(join(root, "test/golden/bundle/evidence.tar.gz"), archive);
    copyFileSync(join(again, "verify.mjs"), verifier);
    const verify = (node: string, file: string) => {
      const { status, stdout } = spawnSync(node, [verifier, file, "--json"], {
        cwd: folder,
        encoding: "utf8",
        env: {},
      });
      return { status, ...(JSON.parse(stdout) as { checks: { id: number; state: string }[] }) };
    };
    const nodes = findNodes();
    console.log(`verify.mjs ran on ${nodes.map(({ version }) => version).join(" and ")}`);
    for (const { path } of nodes) {
      const { checks } = verify(path, archive);
      // The report's words may have changed since the bundle was made; see test/verify/golden-bundle.test.ts.
      expect(checks.filter(({ state }) => state === "passed").length).toBeGreaterThanOrEqual(7);
      writeFileSync(join(folder, "cut.tar.gz"), readFileSync(archive).subarray(0, 40_000));
      expect(verify(path, join(folder, "cut.tar.gz")).status).toBe(60);
    }
  });

  test("names every package it contains, with its version and its licence text", () => {
    const notices = readFileSync(join(again, "THIRD_PARTY_NOTICES"), "utf8");
    const named = [...notices.matchAll(/^={78}\n(\S+) (\S+) \((.+)\)\n\n([^=]{200,})/gm)];
    // The bundler's own comments, read independently of the list it gave to the build.
    const parts = readdirSync(join(again, "app")).filter((name) => name.endsWith("index.js"));
    const code = [...parts.map((name) => `app/${name}`), "verify.mjs"].map((file) =>
      readFileSync(join(again, file), "utf8"),
    );
    const marks = code.join("\n").matchAll(/^;?\/\/ .*node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//gm);
    const names = named.map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining([...marks].map(([, name]) => name)));
    expect(names).toEqual(
      expect.arrayContaining(["zod", "yaml", "better-sqlite3", "node-addon-api"]),
    );
    expect(names).toEqual(
      expect.arrayContaining(["@actions/core", "undici", "commander", "re2js"]),
    );
    // One name may be there in two versions, the second one inside the package that needs it.
    const locked = Object.entries(lock.packages);
    for (const [, name = "", version, license] of named) {
      const installed = locked
        .filter(([folder]) => folder.endsWith(`node_modules/${name}`))
        .map(([, one]) => ({ name, version: one.version, license: one.license }));
      expect(installed).toContainEqual({ name, version, license });
    }
  });

  test("has a bill of materials of the very packages that its notices name", () => {
    const text = readFileSync(join(again, "sbom.cdx.json"), "utf8");
    const bom = JSON.parse(text) as { components: { name: string; version: string }[] };
    expect(findBomFaults(bom)).toEqual([]);
    const notices = readFileSync(join(again, "THIRD_PARTY_NOTICES"), "utf8");
    const named = [...notices.matchAll(/^={78}\n(\S+) (\S+) \(/gm)];
    expect(bom.components.map(({ name, version }) => `${name} ${version}`).toSorted()).toEqual(
      named.map(([, name, version]) => `${name} ${version}`).toSorted(),
    );
  });
});

/** Every Node on the PATH, once a version; npm's own comes first, the machine's after it. */
function findNodes(): readonly { readonly path: string; readonly version: string }[] {
  const paths = (process.env["PATH"] ?? "").split(delimiter).map((one) => join(one, "node"));
  const found = new Map<string, string>();
  for (const path of [process.execPath, ...paths]) {
    const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
    if (typeof stdout === "string" && !found.has(stdout.trim())) found.set(stdout.trim(), path);
  }
  return [...found].map(([version, path]) => ({ version, path }));
}
