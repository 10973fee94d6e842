import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { checkSources, emptyLayers, type Layer } from "./architecture/checker.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { layers } = JSON.parse(readFileSync(join(root, "architecture.json"), "utf8")) as {
  layers: (Layer & { about: string })[];
};

function readTree(): Map<string, string> {
  const sources = new Map<string, string>();
  for (const top of ["src", "scripts", "test", "adapters"]) {
    if (!existsSync(join(root, top))) continue;
    const found = readdirSync(join(root, top), { recursive: true, encoding: "utf8" });
    for (const file of found.map((name) => posix.join(top, name.split(sep).join("/")))) {
      if (!/\.(ts|js|mjs|py)$/.test(file) || file.includes("/node_modules/")) continue;
      sources.set(file, readFileSync(join(root, file), "utf8"));
    }
  }
  return sources;
}

describe("the tree", () => {
  const sources = readTree();

  test("obeys architecture.json", () => {
    expect(sources.size).toBeGreaterThan(20);
    expect(checkSources(sources, layers)).toEqual([]);
  });

  test("has files in every layer that architecture.json names", () => {
    expect(emptyLayers(sources, layers)).toEqual([]);
  });
});

describe("the checker", () => {
  const clean: [string, string][] = [
    ["src/contracts/plan.ts", `import { z } from "zod";\nexport const plan = z.string();\n`],
    [
      "src/core/digest/digest.ts",
      `import { createHash } from "node:crypto";\nexport const h = createHash;\n`,
    ],
    [
      "src/core/scoring/points.ts",
      `import type { plan } from "../../contracts/plan.ts";\nexport type P = typeof plan;\n`,
    ],
    [
      "src/shell/ledger/open.ts",
      `import Database from "better-sqlite3";\nexport const open = Database;\n`,
    ],
    ["src/shell/gateway/serve.ts", `export const serve = 1;\n`],
    ["src/commands/run.ts", `export const run = 1;\n`],
  ];
  const planted = (...files: [string, string][]): string[] =>
    checkSources(new Map([...clean, ...files]), layers);

  test("accepts a clean tree", () => {
    expect(planted()).toEqual([]);
  });

  test.each([
    ["I/O in core", "src/core/scoring/a.ts", `import "node:fs";`, `may not import "node:fs"`],
    [
      "a type of node in core",
      "src/core/scoring/a.ts",
      `import type { Stats } from "node:fs";\nexport type S = Stats;`,
      `"node:fs"`,
    ],
    [
      "import() in a type",
      "src/core/scoring/a.ts",
      `export type S = import("node:fs").Stats;`,
      `"node:fs"`,
    ],
    [
      "crypto outside digest",
      "src/core/scoring/a.ts",
      `import { createHash } from "node:crypto";\nexport const a = createHash;`,
      `"node:crypto"`,
    ],
    [
      "a subpath beside a node: name",
      "src/core/digest/a.ts",
      `import "node:crypto/evil";`,
      `"node:crypto/evil"`,
    ],
    [
      "zod in core",
      "src/core/scoring/a.ts",
      `import { z } from "zod";\nexport const a = z;`,
      `"zod"`,
    ],
    [
      "a dynamic import in core",
      "src/core/scoring/a.ts",
      `export const a = () => import("node:fs");`,
      `may not import dynamically "node:fs"`,
    ],
    [
      "a computed import in core",
      "src/core/scoring/a.ts",
      `export const a = (n: string) => import(n);`,
      "not a literal",
    ],
    [
      "a shell sibling",
      "src/shell/ledger/a.ts",
      `import { serve } from "../gateway/serve.ts";\nexport const a = serve;`,
      "src/shell/ledger may not import src/shell/gateway/serve.ts",
    ],
    [
      "a re-export of a sibling",
      "src/shell/ledger/a.ts",
      `export { serve } from "../gateway/serve.ts";`,
      "may not import src/shell/gateway/serve.ts",
    ],
    [
      "a star re-export of the shell",
      "src/commands/a.ts",
      `export * from "../shell/gateway/serve.ts";`,
      "src/commands may not import",
    ],
    [
      "a package the layer does not own",
      "src/shell/gateway/a.ts",
      `import Database from "better-sqlite3";\nexport const a = Database;`,
      `"better-sqlite3"`,
    ],
    ["an unclassified file", "src/stray.ts", `export const a = 1;`, "belongs to no layer"],
    [
      "a way out of src",
      "src/core/scoring/a.ts",
      `import { b } from "../../../test/b.ts";\nexport const a = b;`,
      "may not import test/b.ts",
    ],
    ["a default export", "src/core/scoring/a.ts", `export default 1;`, "export default"],
    [
      "a renamed default export",
      "src/core/scoring/a.ts",
      `const a = 1;\nexport { a as default };`,
      "export default",
    ],
    [
      "a vague folder",
      "src/core/scoring/utils/a.ts",
      `export const a = 1;`,
      "named for what it holds",
    ],
    ["a folder name used twice", "src/core/ledger/a.ts", `export const a = 1;`, "unique in src"],
    ["a long file", "scripts/a.ts", "\n".repeat(401), "401 lines"],
    ["a file that does not parse", "src/core/scoring/a.ts", `export const = ;`, "does not parse"],
  ])("finds %s", (_, file, text, sentence) => {
    const faults = planted([file, text]);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(sentence);
    expect(faults[0]).toContain(
      file.includes("utils") || file.includes("core/ledger") ? "src/" : file,
    );
  });

  test("finds a cycle of type-only imports", () => {
    const faults = planted(
      ["src/core/scoring/a.ts", `import type { B } from "../budget/b.ts";\nexport type A = B;`],
      ["src/core/budget/b.ts", `import type { A } from "../scoring/a.ts";\nexport type B = A | 1;`],
    );
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(
      "src/core/scoring/a.ts -> src/core/budget/b.ts -> src/core/scoring/a.ts",
    );
  });

  test("names a layer whose folder is gone", () => {
    expect(emptyLayers(new Map(clean), layers)).toContain("src/verify");
    expect(emptyLayers(new Map(clean), layers)).not.toContain("src/commands");
  });
});
