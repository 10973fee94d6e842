import { readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { openWorkspace } from "../../../src/shell/workspace/project.ts";
import { readCatalogue } from "../../builders/cases.ts";
import { aFolder } from "./folder.ts";

const shipped = join(import.meta.dirname, "../../..");
const aCase = (id: string, more = ""): string =>
  `id: ${id}\ninput: x\nexpect: { contains: [x] }\n${more}`;

test("texts and fixtures are read from beside the case", () => {
  const folder = aFolder();
  folder.write("texts/system.md", "You quote.\n");
  folder.write("cases/prices.jsonl", '{"sku":"A"}\n');
  const file = folder.write(
    "cases/c.yaml",
    "id: c\nprompt: { system: { file: ../texts/system.md }, user: Hi }\nfixtures: { prices: { file: prices.jsonl }, rates: { file: 7 } }\nexpect: { contains: [x] }\n",
  );
  const read = openWorkspace({ project: folder.path, shipped }).loadCase(file, readCatalogue());
  expect(read).toMatchObject({
    ok: true,
    value: {
      prompt: { system: "You quote.\n", user: "Hi" },
      fixtures: { prices: [{ sku: "A" }], rates: { file: 7 } },
    },
  });
});

test("a missing text is named by its place in the project", () => {
  const folder = aFolder();
  folder.write(
    "cases/c.yaml",
    "id: c\nprompt: { user: { file: no.md } }\nexpect: { contains: [x] }\n",
  );
  const read = openWorkspace({ project: folder.path, shipped }).loadCase(
    "cases/c.yaml",
    readCatalogue(),
  );
  expect(read).toMatchObject({
    ok: false,
    faults: [{ code: "file_missing", message: "there is no file cases/no.md" }],
  });
});

test("a project beside Agent Lab whose folder name begins alike is a project of its own", () => {
  const folder = aFolder();
  folder.write("lab/action.yml", "");
  folder.write("lab-project/t.md", "text");
  const file = folder.write(
    "lab-project/c.yaml",
    "id: c\nprompt: { user: { file: t.md } }\nexpect: { contains: [x] }\n",
  );
  const places = { project: folder.at("lab-project"), shipped: folder.at("lab") };
  expect(openWorkspace(places).loadCase(file, readCatalogue()).ok).toBe(true);
});

test("the short form: a case that two patterns find is read once, and every fault is told", () => {
  const folder = aFolder();
  const workspace = openWorkspace({ project: folder.path, shipped });
  folder.write("cases/a.yaml", aCase("a"));
  folder.write("cases/b.yaml", aCase("b"));
  folder.write("agent-lab.yaml", 'adapters: [bare-loop]\ncases: [cases/b.yaml, "cases/*.yaml"]\n');
  const read = workspace.loadContracts("agent-lab.yaml");
  expect(read.ok && read.value.cases.map((one) => one.id)).toEqual(["b", "a"]);

  folder.write("cases/b.yaml", aCase("b", "tagz: []\n"));
  folder.write("agent-lab.yaml", "adapters: [bare-loop]\npolicy: no.yaml\n");
  const refused = workspace.loadContracts("agent-lab.yaml");
  expect(!refused.ok && refused.faults.map((one) => `${one.code} ${one.where}`)).toEqual([
    "file_missing no.yaml",
    "unknown_key cases/b.yaml:4:1",
  ]);
});

test("the first line decides between matrix and short form", () => {
  const folder = aFolder();
  const line = "# yaml-language-server: $schema=x/matrix.schema.json\n";
  folder.write("m.yaml", `${line}adapters: [bare-loop]\n`);
  const read = openWorkspace({ project: folder.path, shipped }).loadContracts("m.yaml");
  expect(!read.ok && read.faults.map((one) => one.message)).toContain("candidates is missing");
});

test("every shipped contract is valid alone, of the kind its folder says", () => {
  const workspace = openWorkspace({ project: aFolder().path, shipped });
  const kinds = {
    cases: "case",
    "config/models": "model",
    "config/pricing": "pricing_catalogue",
    "config/readiness-policies": "readiness_policy",
    "config/score-profiles": "score_profile",
    "config/tools": "tool_catalogue",
  };
  const found = Object.entries(kinds).flatMap(([folder, kind]) =>
    readdirSync(join(shipped, folder))
      .filter((name) => name.endsWith(".yaml"))
      .map((name) => ({ file: `${folder}/${name}`, kind })),
  );
  expect(found.length).toBeGreaterThan(8);
  for (const { file, kind } of found)
    expect([file, workspace.loadDocument(`shipped:${file}`)]).toMatchObject([
      file,
      { ok: true, value: { contract: { kind } } },
    ]);
});
