import { readFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { idleGlobs, matchingFiles, unreadInGlobs } from "../../../src/core/planning/path-filter.ts";

test.each([
  ["**", "a", true],
  ["**", ".github/workflows/ci.yml", true],
  ["**/*.md", "README.md", true],
  ["**/*.md", "docs/a/b.md", true],
  ["*.md", "docs/b.md", false],
  ["**.md", "README.md", true],
  ["**.md", "docs/a/b.md", true],
  ["src/**", "src/a/b.ts", true],
  ["src/**", "src/.env", true],
  ["src/**", "lib/src/a.ts", false],
  ["src/", "src/a/b.ts", true],
  ["./src/*.ts", "src/a.ts", true],
  ["/src/*.ts", "src/a.ts", true],
  ["src/*.ts", "src/a/b.ts", false],
  ["src", "src/a.ts", false],
  ["**/evals/**", "evals/a.yaml", true],
  ["**/evals/**", "agents/refund/evals/a.yaml", true],
  ["a/**/z", "a/z", true],
  ["a/**/z", "a/b/c/z", true],
  ["a/**/z", "a/b/zz", false],
  ["?.ts", "a.ts", true],
  ["?.ts", "ab.ts", false],
  ["a+(b).ts", "a+(b).ts", true],
  ["*", "two words\nand a line.ts", true],
])("%s and %s: %s", (glob, file, matched) => {
  expect(matchingFiles([glob], [file])).toEqual(matched ? [file] : []);
});

test("the last glob that matches decides; a list that begins with ! begins with everything", () => {
  const files = ["src/a.ts", "src/a.test.ts", "docs/a.md"];
  expect(matchingFiles(["src/**", "!**/*.test.ts"], files)).toEqual(["src/a.ts"]);
  expect(matchingFiles(["src/**", "!src/**", "src/a.ts"], files)).toEqual(["src/a.ts"]);
  expect(matchingFiles(["!docs/**"], files)).toEqual(["src/a.ts", "src/a.test.ts"]);
});

const names = fc.array(fc.stringMatching(/^[a-c.]{1,4}$/), { minLength: 1, maxLength: 5 });

test("any file is matched by itself, by its folders with ** and by the kind of file it is", () => {
  fc.assert(
    fc.property(names, fc.nat(), (parts, seed) => {
      const file = ["x", ...parts].join("/");
      const kept = ["x", ...parts].slice(0, 1 + (seed % parts.length));
      for (const glob of [file, `${kept.join("/")}/**`, `**/${parts.at(-1)}`, `**${parts.at(-1)}`])
        expect(matchingFiles([glob], [file])).toEqual([file]);
    }),
  );
});

test("a star of one folder never crosses into another", () => {
  fc.assert(
    fc.property(names, (parts) => {
      const glob = parts.map(() => "*").join("/");
      expect(matchingFiles([glob], [parts.join("/")])).toHaveLength(1);
      expect(matchingFiles([glob], [[...parts, "more"].join("/")])).toEqual([]);
    }),
  );
});

test("a glob of many stars against a name it does not fit ends", () => {
  const glob = `${"*a".repeat(200)}z`;
  expect(matchingFiles([glob, `${"**/".repeat(200)}z`], ["a".repeat(5_000)])).toEqual([]);
});

test("the globs of the guide let no change of a prompt pass unseen", () => {
  const guide = join(import.meta.dirname, "../../../docs/own-agent.md");
  const [, list = ""] = /paths: \|\n((?: {6}.*\n)+)/.exec(readFileSync(guide, "utf8")) ?? [];
  const globs = list.trim().split(/\s*\n\s*/);
  expect(globs.length).toBeGreaterThan(3);
  expect(globs.filter((glob) => unreadInGlobs.test(glob))).toEqual([]);
  const made_of = ["prompts/system.md", "refund_bot/prompts/rules.md", "evals/a.yaml"];
  expect(matchingFiles(globs, made_of)).toEqual(made_of);
});

test("a glob that stands for no file is named, a no never", () => {
  const files = ["src/a.ts", "agent.mjs"];
  expect(idleGlobs(["src", "src/**", "lib/**", "!docs/**", "*.mjs"], files)).toEqual([
    "src",
    "lib/**",
  ]);
});

test.each([
  '"src/**"',
  "'src/**'",
  "`src/**`",
  "- src/**",
  "!- src/**",
  "src/**, agent.mjs",
  "# src",
  "#src",
])("%s is the writing of another list", (glob) => expect(unreadInGlobs.test(glob)).toBe(true));

test.each(["src/**", "-n", "a - b.txt", "src/#1/*", "!docs/**"])("%s is a glob", (glob) =>
  expect(unreadInGlobs.test(glob)).toBe(false),
);
