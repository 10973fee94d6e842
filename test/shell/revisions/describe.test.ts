import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { openCheckout } from "../../../src/shell/revisions/checkout.ts";
import { describeCheckout } from "../../../src/shell/revisions/describe.ts";
import {
  readNpmLock,
  readPnpmLock,
  readRequirements,
  readTomlLock,
  readYarnLock,
} from "../../../src/shell/revisions/lock-packages.ts";
import { create, folder, options } from "./repository.ts";

const npm = JSON.stringify({
  name: "agent",
  lockfileVersion: 3,
  packages: {
    "": { name: "agent", dependencies: { openai: "^6.0.0" } },
    "node_modules/openai": { version: "6.3.0" },
    "node_modules/@langchain/core": { version: "1.0.2" },
    "node_modules/@langchain/core/node_modules/openai": { version: "5.1.0" },
    "node_modules/my-ai": { name: "ai", version: "6.0.1" },
    "node_modules/local": { resolved: "packages/local", link: true },
    "packages/local": { name: "local", version: "0.0.1" },
    "node_modules/left-pad": { version: "1.3.0" },
  },
});
const uv = `version = 1
requires-python = ">=3.12"

[[package]]
name = "my-agent"
source = { virtual = "." }
dependencies = [
    { name = "pydantic-ai-slim", version = "9.9.9" },
]

[package.metadata]
name = "not a package"

[[package]]
name = "pydantic-ai-slim" # the small one
version = "1.22.0"
source = { registry = "somewhere" }
sdist = { url = "x", hash = "sha256:00" }

[[package]]
name = "OpenAI"
version = '2.7.1'
description = """
[[package]]
name = "fake"
version = "0.0.0"
"""

[metadata]
version = "3"
`;
const pnpm = `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      openai: {specifier: ^6.0.0, version: 6.3.0(zod@4.1.0)}
packages:
  '@mastra/core@1.2.3':
    resolution: {integrity: sha512-x}
  openai@6.3.0:
    resolution: {integrity: sha512-x}
  left-pad@1.3.0:
    resolution: {integrity: sha512-x}
`;
const yarn1 = `# yarn lockfile v1


"@langchain/core@^1.0.0", "@langchain/core@^1.0.1":
  version "1.0.2"
  resolved "somewhere"
  dependencies:
    version "0.0.0"

openai@^6.0.0:
  version "6.3.0"
`;
const yarn4 = `__metadata:
  version: 8

"agent@workspace:.":
  version: 0.0.0-use.local
  resolution: "agent@workspace:."

"my-openai@npm:openai@^6.0.0, openai@npm:^6.0.0":
  version: 6.3.0
  resolution: "openai@npm:6.3.0"
`;

const older = (key: string) =>
  readPnpmLock(`lockfileVersion: 5.4\npackages:\n  ${key}: {dev: false}\n`);

describe("a lockfile's packages", () => {
  test("npm, version 3: nested copies, renamed packages, no links and no workspace members", () => {
    expect(readNpmLock(npm)).toEqual([
      { name: "openai", version: "6.3.0" },
      { name: "@langchain/core", version: "1.0.2" },
      { name: "openai", version: "5.1.0" },
      { name: "ai", version: "6.0.1" },
      { name: "left-pad", version: "1.3.0" },
    ]);
  });
  test("npm, version 1", () => {
    const lock = { a: { version: "1.0.0", dependencies: { b: { version: "2.0.0" } } } };
    expect(readNpmLock(JSON.stringify({ lockfileVersion: 1, dependencies: lock }))).toEqual([
      { name: "a", version: "1.0.0" },
      { name: "b", version: "2.0.0" },
    ]);
  });
  test("uv, Poetry, PDM: only what directly belongs to [[package]]", () => {
    expect(readTomlLock(uv)).toEqual([
      { name: "pydantic-ai-slim", version: "1.22.0" },
      { name: "openai", version: "2.7.1" },
    ]);
  });
  test("pnpm, versions 9, 6 and 5", () => {
    expect(readPnpmLock(pnpm)).toEqual([
      { name: "@mastra/core", version: "1.2.3" },
      { name: "openai", version: "6.3.0" },
      { name: "left-pad", version: "1.3.0" },
    ]);
    expect(older("/@ai-sdk/openai@2.0.1-beta.3(zod@3.25.0)")).toEqual([
      { name: "@ai-sdk/openai", version: "2.0.1-beta.3" },
    ]);
    expect(older("/@ai-sdk/openai/2.0.1_zod@3.25.0")).toEqual([
      { name: "@ai-sdk/openai", version: "2.0.1" },
    ]);
  });
  test("Yarn 1 and later", () => {
    expect(readYarnLock(yarn1)).toEqual([
      { name: "@langchain/core", version: "1.0.2" },
      { name: "openai", version: "6.3.0" },
    ]);
    expect(readYarnLock(yarn4)).toEqual([{ name: "openai", version: "6.3.0" }]);
  });
  test("requirements: pins, hashes over several lines, markers, options, comments", () => {
    const read = readRequirements(
      [
        "# comment",
        "--index-url somewhere",
        "-r other.txt",
        "OpenAI==2.7.1 \\",
        "    --hash=sha256:aa \\",
        "    --hash=sha256:bb",
        "pydantic.ai_slim[openai]==1.22.0 ; python_version > '3.10'",
        "langgraph>=1.0  # loose",
        "mcp",
        "anthropic==1.*",
      ].join("\n"),
    );
    expect(read).toEqual({
      total: 5,
      pinned: [
        { name: "openai", version: "2.7.1" },
        { name: "pydantic-ai-slim", version: "1.22.0" },
      ],
      unlocked: ["pydantic-ai-slim", "langgraph", "mcp", "anthropic"],
    });
  });
  test("text that is no lockfile throws", () => {
    for (const broken of ["{", "[]", "{}"]) {
      expect(() => readNpmLock(broken)).toThrow(/JSON|npm lockfile/);
    }
    expect(() => readPnpmLock("a: 1")).toThrow("not a pnpm lockfile");
  });
});

async function describeFiles(
  files: Record<string, string>,
  where = ".",
  later: Record<string, string> = {},
) {
  const repository = create();
  const sha = repository.commit("one", files);
  const outcome = await openCheckout(
    { repository: repository.path, sha, name: "base", parent: folder() },
    options,
  );
  if (!outcome.ok) throw new Error(outcome.faults[0].message);
  for (const [name, content] of Object.entries(later))
    writeFileSync(join(outcome.value.path, name), content);
  return describeCheckout(outcome.value, where, options);
}
const digest = (content: string) => `sha256:${createHash("sha256").update(content).digest("hex")}`;

describe("a checkout's description", () => {
  test("lockfiles with digests, and what they lock, frameworks before their model clients", async () => {
    const found = await describeFiles({
      "package-lock.json": npm,
      "py/uv.lock": uv,
      "package.json": "{}",
    });
    expect(found).toEqual({
      lockfiles: [
        { path: "package-lock.json", sha256: digest(npm), versions_read: true },
        { path: "py/uv.lock", sha256: digest(uv), versions_read: true },
      ],
      frameworks: [
        { name: "@langchain/core", version: "1.0.2", lockfile: "package-lock.json" },
        { name: "ai", version: "6.0.1", lockfile: "package-lock.json" },
        { name: "openai", version: "5.1.0", lockfile: "package-lock.json" },
        { name: "openai", version: "6.3.0", lockfile: "package-lock.json" },
        { name: "pydantic-ai-slim", version: "1.22.0", lockfile: "py/uv.lock" },
        { name: "openai", version: "2.7.1", lockfile: "py/uv.lock" },
      ],
      findings: [],
    });
  });

  test("the agent's own folder first, then above, then below; neighbours and fixtures not at all", async () => {
    const found = await describeFiles(
      {
        "pnpm-lock.yaml": pnpm,
        "agents/refund/uv.lock": uv,
        "agents/refund/tools/yarn.lock": yarn1,
        "agents/refund/fixtures/yarn.lock": yarn1,
        "agents/other/uv.lock": uv,
      },
      "agents/refund",
    );
    expect(found.lockfiles.map((one) => one.path)).toEqual([
      "agents/refund/uv.lock",
      "pnpm-lock.yaml",
      "agents/refund/tools/yarn.lock",
    ]);
  });

  test("no lockfile", async () => {
    const found = await describeFiles({ "package.json": "{}", "main.ts": "" });
    expect(found.lockfiles).toEqual([]);
    expect(found.findings).toMatchObject([
      {
        code: "no_lockfile",
        message: "no lockfile: versions resolved at install time",
        where: "package.json",
      },
    ]);
  });

  test("a lockfile that is not committed is none", async () => {
    const found = await describeFiles({ "package.json": "{}" }, ".", { "package-lock.json": npm });
    expect(found.findings.map((one) => one.code)).toEqual(["no_lockfile"]);
  });

  test("requirements without hashes: pins are shown, and that they lock nothing", async () => {
    const loose = "openai==2.7.1\nlanggraph>=1\n";
    const found = await describeFiles({ "requirements.txt": loose });
    expect(found.lockfiles).toEqual([]);
    expect(found.frameworks).toEqual([
      { name: "openai", version: "2.7.1", lockfile: "requirements.txt" },
    ]);
    expect(found.findings).toMatchObject([{ code: "requirements_not_locked" }]);
    expect(found.findings[0]?.message).toBe(
      "requirements.txt locks 0 of 2 packages by version and hash (not openai, langgraph): versions resolved at install time",
    );
  });

  test("requirements with hashes are a lockfile; loose ones beside one are only its input", async () => {
    const hashed = "openai==2.7.1 --hash=sha256:aa\n";
    const found = await describeFiles({ "requirements.txt": hashed });
    expect(found.lockfiles).toEqual([
      { path: "requirements.txt", sha256: digest(hashed), versions_read: true },
    ]);
    expect(found.findings).toEqual([]);
    const beside = await describeFiles({ "requirements.txt": "openai\n", "uv.lock": uv });
    expect(beside.findings).toEqual([]);
  });

  test("a lockfile that can't be read keeps its digest and says so", async () => {
    const found = await describeFiles({ "package-lock.json": "{ <<<<<<< HEAD" });
    expect(found.lockfiles).toMatchObject([{ path: "package-lock.json" }]);
    expect(found.findings).toMatchObject([
      { code: "lockfile_unreadable", where: "package-lock.json" },
    ]);
  });

  test("a format of which only the digest is taken", async () => {
    const found = await describeFiles({ "bun.lock": "{}" });
    expect(found.lockfiles).toEqual([
      { path: "bun.lock", sha256: digest("{}"), versions_read: false },
    ]);
  });
});
