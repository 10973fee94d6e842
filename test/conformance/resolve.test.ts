/** The framework that runs is the one that the candidate's own folder sees, in the layouts that npm and pnpm make. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { importFrom, packageFolder, resolveFrom } from "../../adapters/kit-js/resolve.js";
import { runOnTinyHost } from "./tiny-host.ts";

function tree(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-lab-resolve-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const dual = JSON.stringify({
  name: "@scope/sdk",
  version: "2.1.0",
  exports: {
    ".": { types: "./index.d.ts", require: "./index.cjs", import: "./index.mjs" },
    "./sub": { browser: "./web.js", import: { types: "./sub.d.ts", default: "./sub.mjs" } },
    "./deep/*": "./lib/*.mjs",
    "./private/*": null,
  },
});
const sdk = {
  "package.json": dual,
  "index.mjs": 'export const kind = "esm"; export { name } from "client";',
  "index.cjs": 'exports.kind = "cjs";',
  "sub.mjs": "",
  "lib/a.mjs": "",
};
const client = {
  "package.json": '{"name":"client","version":"7.0.0","type":"module","main":"main.js"}',
  "main.js": 'export const name = "client 7";',
};

function at(prefix: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`${prefix}/${name}`, text]),
  );
}

function npmLayout(): string {
  return tree({ ...at("node_modules/@scope/sdk", sdk), ...at("node_modules/client", client) });
}

function pnpmLayout(): string {
  const store = "node_modules/.pnpm/sdk@2.1.0/node_modules";
  const folder = tree({ ...at(`${store}/@scope/sdk`, sdk), ...at(`${store}/client`, client) });
  mkdirSync(join(folder, "node_modules/@scope"));
  symlinkSync(
    join(folder, store, "@scope/sdk"),
    join(folder, "node_modules/@scope/sdk"),
    "junction",
  );
  return folder;
}

describe.each([
  ["npm", npmLayout],
  ["pnpm", pnpmLayout],
])("%s layout", (_name, make) => {
  test("the ES module build is imported, and it finds its own dependency", async () => {
    const folder = make();
    const loaded = await importFrom(folder, "@scope/sdk");
    expect(loaded).toMatchObject({ kind: "esm", name: "client 7" });
    expect(resolveFrom(folder, "@scope/sdk").version).toBe("2.1.0");
  });

  test("a framework's dependency is reached through the framework", async () => {
    const folder = make();
    const behind = packageFolder(folder, "@scope/sdk");
    expect(await importFrom(behind, "client")).toMatchObject({ name: "client 7" });
  });

  test("subpaths: nested conditions and patterns; what is not exported is refused by name", () => {
    const folder = make();
    const file = (specifier: string): string => resolveFrom(folder, specifier).file;
    expect(file("@scope/sdk/sub")).toMatch(/sub\.mjs$/);
    expect(file("@scope/sdk/deep/a")).toMatch(/a\.mjs$/);
    expect(() => file("@scope/sdk/private/a")).toThrow(/2\.1\.0 .* does not export \.\/private\/a/);
    expect(() => file("@scope/sdk/index.cjs")).toThrow(/does not export/);
  });
});

test("pnpm does not show a framework's dependency at the top, and the error says where it looked", () => {
  const folder = pnpmLayout();
  expect(() => resolveFrom(folder, "client")).toThrow(`looked upwards from ${folder}`);
});

test("an adapter whose framework the candidate lacks fails with that reason, not with its own copy", async () => {
  const folder = tree({ "package.json": "{}" });
  const done = await runOnTinyHost({
    argv: [process.execPath, resolve("adapters/openai-agents-js/main.js")],
    cwd: folder,
    env: { AGENT_LAB_FRAMEWORK_FROM: folder },
    start: {
      run_id: "run-1",
      case: { id: "c", version: 1, system: "", user: "" },
      tools: [],
      model: { name: "m", temperature: 0, max_output_tokens: 1, wire: "chat_completions" },
      gateway: { base_url: "", token: "" },
      limits: { model_calls: 1, tool_calls: 1, wall_seconds: 1 },
      checkpoint: null,
    },
  });
  expect(done.violation).toBeUndefined();
  expect(done.result).toMatchObject({ status: "failed" });
  expect(done.result?.error).toContain("@openai/agents is not installed where the candidate runs");
});
