import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { openProjectFiles } from "../../../src/shell/workspace/project-files.ts";
import { aFolder, type Folder } from "./folder.ts";

function openFolder(files: Readonly<Record<string, string>>): Folder {
  const folder = aFolder();
  for (const [path, text] of Object.entries(files)) folder.write(path, text);
  return folder;
}

test("sees manifests and sources, not what was installed; a large file has no text", () => {
  const { path: project } = openFolder({
    "package.json": "{}",
    "uv.lock": "x".repeat(300_000),
    "bot/agent.py": "x = 1",
    "node_modules/openai/index.js": "",
    ".venv/bin/python": "",
    ".venv/lib/x.py": "",
    "photo.png": "",
  });
  const view = openProjectFiles({ project, shipped: "/nowhere" }).look();
  expect([...view.files]).toEqual([
    ["bot/agent.py", "x = 1"],
    ["package.json", "{}"],
    ["uv.lock", ""],
  ]);
  expect(view.interpreters).toEqual([".venv/bin/python"]);
  expect(view.below_repository).toBeNull();
  expect(view.schemas).toBeNull();
});

test("knows its place in a repository, a worktree's too, and schemas that lie inside", () => {
  const top = openFolder({
    ".git": "gitdir: elsewhere",
    "services/bot/node_modules/agent-lab/schemas/case.schema.json": "{}",
  });
  const shipped = top.at("services/bot/node_modules/agent-lab");
  const view = openProjectFiles({ project: top.at("services/bot"), shipped }).look();
  expect(view.below_repository).toBe("services/bot");
  expect(view.schemas).toBe("node_modules/agent-lab/schemas");
  expect(openProjectFiles({ project: top.path, shipped }).look().below_repository).toBe("");
});

test("writes a new file with its folders, never over another, and says why it can't", () => {
  const folder = openFolder({ "mine.yaml": "mine", "a-file": "" });
  const files = openProjectFiles({ project: folder.path, shipped: "/nowhere" });
  expect(files.create("evals/deep/new.yaml", "new")).toBe("written");
  expect(readFileSync(folder.at("evals/deep/new.yaml"), "utf8")).toBe("new");
  expect(files.create("mine.yaml", "ours")).toBe("exists");
  expect(readFileSync(folder.at("mine.yaml"), "utf8")).toBe("mine");
  const refused = { code: "not_written", where: "a-file/x.yaml" };
  expect(files.create("a-file/x.yaml", "x")).toMatchObject(refused);
});
