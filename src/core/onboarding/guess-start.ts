/** How a project's agent is probably installed and started, read from its manifests; each guess names where it was read. */
import { isRecord, parseJson } from "../wire/json.ts";
import type { Argv, ProjectView } from "./project-view.ts";

export interface Guess {
  readonly argv: Argv;
  /** The file, or the part of it, that led to the guess. */
  readonly from: string;
}

type Family = "python" | "node";

/** `python` and `script`: how the tool starts an interpreter, and a console script of the project. */
interface Tool {
  readonly lockfile: string;
  readonly setup: Argv;
  readonly python?: Argv;
  readonly script?: (name: string) => Argv;
  /** A command that puts the tool itself on a GitHub runner that lacks it. */
  readonly install?: string;
}

const runWith = (...start: [string, ...string[]]): Pick<Tool, "python" | "script"> => ({
  python: [...start, "python"],
  script: (name) => [...start, name],
});
const python: readonly Tool[] = [
  {
    lockfile: "uv.lock",
    setup: ["uv", "sync", "--frozen"],
    install: "pipx install uv",
    ...runWith("uv", "run", "--frozen"),
  },
  {
    lockfile: "poetry.lock",
    setup: ["poetry", "install", "--no-interaction"],
    install: "pipx install poetry",
    ...runWith("poetry", "run"),
  },
  {
    lockfile: "pdm.lock",
    setup: ["pdm", "sync"],
    install: "pipx install pdm",
    ...runWith("pdm", "run"),
  },
  {
    lockfile: "Pipfile.lock",
    setup: ["pipenv", "sync"],
    install: "pipx install pipenv",
    ...runWith("pipenv", "run"),
  },
];
const node: readonly Tool[] = [
  { lockfile: "package-lock.json", setup: ["npm", "ci"] },
  { lockfile: "npm-shrinkwrap.json", setup: ["npm", "ci"] },
  {
    lockfile: "pnpm-lock.yaml",
    setup: ["pnpm", "install", "--frozen-lockfile"],
    install: "npm install --global pnpm",
  },
  { lockfile: "yarn.lock", setup: ["yarn", "install", "--frozen-lockfile"] },
  {
    lockfile: "bun.lock",
    setup: ["bun", "install", "--frozen-lockfile"],
    install: "npm install --global bun",
  },
];

/** Null where nothing in the project says how its agent is started. */
export function guessAgent(view: ProjectView): Guess | null {
  return guessPython(view) ?? guessNode(view);
}

/** `agent` decides the family: a Python agent is not installed by npm. */
export function guessSetup(view: ProjectView, agent: Argv): Guess | null {
  const family = familyOf(agent);
  if (view.files.has("setup.sh")) return { argv: ["sh", "setup.sh"], from: "setup.sh" };
  const tool = findTool(view, family);
  if (tool !== undefined) return { argv: tool.setup, from: tool.lockfile };
  if (family === "node") return null;
  if (view.files.has("requirements.txt"))
    return { argv: makeVenv("-r requirements.txt"), from: "requirements.txt" };
  return view.files.has("pyproject.toml")
    ? { argv: makeVenv("."), from: "pyproject.toml, without a lockfile" }
    : null;
}

/** The command that puts the project's installer on a GitHub runner; null where it is there already. */
export function installerOf(view: ProjectView, agent: Argv): string | null {
  return findTool(view, familyOf(agent))?.install ?? null;
}

/** Words apart by blanks, quotes respected; a line that needs a shell is given to one. */
export function splitCommand(line: string): Argv | null {
  const [first, ...rest] = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
  if (first === undefined || first === "") return null;
  return /[|&;<>$`*()]/.test(line) ? ["sh", "-c", line.trim()] : [first, ...rest];
}

function familyOf(agent: Argv): Family {
  return /\b(node|npm|npx|pnpm|yarn|bun|tsx|deno)\b|\.[cm]?[jt]sx?\b/.test(agent.join(" "))
    ? "node"
    : "python";
}

function findTool(view: ProjectView, family: Family): Tool | undefined {
  return (family === "python" ? python : node).find((one) => view.files.has(one.lockfile));
}

function makeVenv(what: string): Argv {
  return ["sh", "-c", `python3 -m venv .venv && .venv/bin/python -m pip install --quiet ${what}`];
}

function guessPython(view: ProjectView): Guess | null {
  const tool = findTool(view, "python");
  const interpreter = tool?.python ?? [plainInterpreter(view)];
  const paths = [...view.files.keys()];
  const packages = paths.filter((path) => /^(src\/)?[A-Za-z_]\w*\/__main__\.py$/.test(path));
  const [main] = packages.toSorted((one, other) => one.length - other.length);
  if (main !== undefined) {
    const name = main.split("/").at(-2) ?? "";
    return { argv: extend(interpreter, "-m", name), from: main };
  }
  const script = scriptOf(view.files.get("pyproject.toml") ?? "");
  if (script !== null)
    return {
      argv: tool?.script?.(script) ?? [`.venv/bin/${script}`],
      from: "the scripts of pyproject.toml",
    };
  const file = ["main.py", "agent.py", "app.py", "bot.py", "run.py", "src/main.py", "src/agent.py"];
  const found = file.find((path) => view.files.has(path));
  return found === undefined ? null : { argv: extend(interpreter, found), from: found };
}

function plainInterpreter(view: ProjectView): string {
  const setup = view.files.get("setup.sh");
  const made = setup === undefined ? null : /(?:^|[\s/'"])(\.?venv)\/bin\//.exec(setup)?.[1];
  if (typeof made === "string") return `${made}/bin/python`;
  if (setup !== undefined) return view.interpreters[0] ?? "python3";
  const installs = view.files.has("requirements.txt") || view.files.has("pyproject.toml");
  return installs ? ".venv/bin/python" : (view.interpreters[0] ?? "python3");
}

/** The first name under [project.scripts] or [tool.poetry.scripts]. */
function scriptOf(pyproject: string): string | null {
  const section = /^\[(?:project|tool\.poetry)\.scripts\]\s*\n((?:(?!\[).*\n?)*)/m.exec(pyproject);
  return /^\s*["']?([\w.-]+)["']?\s*=/m.exec(section?.[1] ?? "")?.[1] ?? null;
}

function guessNode(view: ProjectView): Guess | null {
  const manifest = parseJson(view.files.get("package.json") ?? "");
  const read = manifest.ok && isRecord(manifest.value) ? manifest.value : {};
  const scripts = isRecord(read["scripts"]) ? read["scripts"] : {};
  for (const name of ["agent", "start"]) {
    const line = scripts[name];
    if (typeof line !== "string") continue;
    const split = splitCommand(line);
    const plain = split?.[0] === "node" ? split : (["npm", "run", "--silent", name] as const);
    return { argv: plain, from: `scripts.${name} of package.json` };
  }
  const file = ["src/main", "src/index", "src/agent", "main", "index", "agent"]
    .flatMap((stem) => [".ts", ".mjs", ".js"].map((end) => `${stem}${end}`))
    .find((path) => view.files.has(path));
  return file === undefined ? null : { argv: ["node", file], from: file };
}

function extend([first, ...rest]: Argv, ...more: readonly string[]): Argv {
  return [first, ...rest, ...more];
}
