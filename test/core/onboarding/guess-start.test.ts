import { describe, expect, test } from "vitest";

import {
  guessAgent,
  guessSetup,
  installerOf,
  splitCommand,
} from "../../../src/core/onboarding/guess-start.ts";
import type { ProjectView } from "../../../src/core/onboarding/project-view.ts";

function project(
  files: Readonly<Record<string, string>>,
  interpreters: string[] = [],
): ProjectView {
  const view = { files: new Map(Object.entries(files)), interpreters };
  return { ...view, below_repository: "", schemas: null };
}

const scripts = (one: object): string => JSON.stringify({ scripts: one });

/** Agent, setup and installer, as one would type them. */
function guess(view: ProjectView): string[] {
  const agent = guessAgent(view);
  if (agent === null) return [];
  const setup = guessSetup(view, agent.argv);
  return [
    agent.argv.join(" "),
    setup?.argv.join(" ") ?? "none",
    installerOf(view, agent.argv) ?? "there",
  ];
}

describe("how an agent is started and installed", () => {
  test("a Python package with __main__.py, by the tool whose lockfile is there", () => {
    const files = { "pyproject.toml": "[project]\n", "refund_bot/__main__.py": "" };
    expect(guess(project({ ...files, "uv.lock": "" }))).toEqual([
      "uv run --frozen python -m refund_bot",
      "uv sync --frozen",
      "pipx install uv",
    ]);
    expect(guess(project({ ...files, "poetry.lock": "" }))).toEqual([
      "poetry run python -m refund_bot",
      "poetry install --no-interaction",
      "pipx install poetry",
    ]);
    expect(guess(project({ ...files, "requirements.txt": "openai" }))).toEqual([
      ".venv/bin/python -m refund_bot",
      "sh -c python3 -m venv .venv && .venv/bin/python -m pip install --quiet -r requirements.txt",
      "there",
    ]);
  });

  test("setup.sh is the project's own word, and names the interpreter it makes", () => {
    const files = { "bot/__main__.py": "", "requirements.txt": "" };
    expect(
      guess(project({ ...files, "setup.sh": "python3 -m venv venv\nvenv/bin/pip x" })),
    ).toEqual(["venv/bin/python -m bot", "sh setup.sh", "there"]);
    expect(guess(project({ ...files, "setup.sh": "true" }))).toEqual([
      "python3 -m bot",
      "sh setup.sh",
      "there",
    ]);
  });

  test("a console script of pyproject.toml where there is no package to run", () => {
    const pyproject =
      '[project]\nname = "x"\n\n[project.scripts]\nmy-agent = "x.main:run"\nother = "x:y"\n\n[tool.uv]\n';
    expect(guess(project({ "pyproject.toml": pyproject, "uv.lock": "" }))[0]).toBe(
      "uv run --frozen my-agent",
    );
    expect(guess(project({ "pyproject.toml": pyproject }))[0]).toBe(".venv/bin/my-agent");
  });

  test("package.json: node lines as they are, others through npm, agent before start", () => {
    expect(
      guess(
        project({
          "package.json": scripts({ start: "node src/main.ts" }),
          "package-lock.json": "",
        }),
      ),
    ).toEqual(["node src/main.ts", "npm ci", "there"]);
    expect(
      guess(
        project({
          "package.json": scripts({ start: "vite", agent: "tsx src/agent.ts" }),
          "pnpm-lock.yaml": "",
        }),
      ),
    ).toEqual([
      "npm run --silent agent",
      "pnpm install --frozen-lockfile",
      "npm install --global pnpm",
    ]);
  });

  test("nothing is guessed from nothing, and a damaged package.json is nothing", () => {
    expect(guess(project({}))).toEqual([]);
    expect(guess(project({ "package.json": "{", "README.md": "" }))).toEqual([]);
  });

  test("the agent's language decides which lockfile counts", () => {
    const both = project({ "main.py": "", "package-lock.json": "", "uv.lock": "" });
    expect(guessSetup(both, ["python", "main.py"])?.from).toBe("uv.lock");
    expect(guessSetup(both, ["node", "x.js"])?.from).toBe("package-lock.json");
  });

  test("a command line is split at blanks; what needs a shell gets one", () => {
    expect(splitCommand(`uv run python -m "my agent"`)).toEqual([
      "uv",
      "run",
      "python",
      "-m",
      "my agent",
    ]);
    expect(splitCommand("cat | python x.py")).toEqual(["sh", "-c", "cat | python x.py"]);
    expect(splitCommand("   ")).toBeNull();
  });
});
