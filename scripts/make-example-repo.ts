/**
 * Makes a git repository of an example: `main` as shipped and `change` with one planted head, the same SHAs every time.
 * `node scripts/make-example-repo.ts --example own-agent-py --head drop-approval-rule --into FOLDER`, or `--list`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { z } from "zod";

const examples = join(import.meta.dirname, "../examples");

export const exampleName = z.enum(["own-agent-py", "own-agent-ts"]);
export type ExampleName = z.infer<typeof exampleName>;

const plantedHead = z.strictObject({
  name: z.string(),
  change: z.string(),
  verdict: z.enum(["go", "conditional-go", "no-go", "not-evaluated"]),
  /** Cases of main that this head fails; words stand for what no list of cases can say. */
  breaks: z.union([z.array(z.string()), z.enum(["every", "flaky", "never-starts"])]),
  says: z.string(),
  /** Where the change exists; absent: in both. */
  examples: z.array(exampleName).optional(),
  /** Whose patch of main it starts from; absent: its own, where there is one. */
  main: z.string().optional(),
});
export type PlantedHead = z.infer<typeof plantedHead>;

/** Every planted head, in the order of heads.json. `none` is not among them: it is the branch without a change. */
export function listHeads(): PlantedHead[] {
  return z
    .array(plantedHead)
    .parse(JSON.parse(readFileSync(join(examples, "planted/heads.json"), "utf8")));
}

export interface ExampleRepository {
  readonly folder: string;
  readonly base_sha: string;
  readonly head_sha: string;
}

/**
 * Fills `folder` (made if missing, must be empty). `change` is checked out at the end. Throws where head is unknown or a
 * patch no longer fits the example.
 */
export function makeExampleRepository(
  example: ExampleName,
  head: string,
  folder: string,
): ExampleRepository {
  const planted = listHeads().find((one) => one.name === head);
  if (head !== "none" && planted === undefined)
    throw new Error(`there is no planted head named ${head}; --list names them`);
  const where = planted?.examples ?? [example];
  if (!where.includes(example))
    throw new Error(`${head} exists in ${where.join(" and ")}: name it with --example`);
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  cpSync(join(examples, example), folder, { recursive: true, filter: isSource });
  git(folder, "init", "--quiet", "--initial-branch=main");
  applyPatch(folder, example, `${planted?.main ?? head}.base`);
  const base_sha = commit(folder, "The refund agent");
  git(folder, "checkout", "--quiet", "-b", "change");
  if (head !== "none" && !applyPatch(folder, example, head))
    throw new Error(`examples/planted/${example}/${head}.patch is missing`);
  const head_sha = commit(folder, head === "none" ? "No change" : `Change: ${head}`);
  return { folder, base_sha, head_sha };
}

function isSource(path: string): boolean {
  return ![".venv", "node_modules", "__pycache__", "orders.db"].includes(basename(path));
}

function applyPatch(folder: string, example: string, name: string): boolean {
  const patch = join(examples, "planted", example, `${name}.patch`);
  if (!existsSync(patch)) return false;
  git(folder, "apply", "--whitespace=nowarn", patch);
  return true;
}

function commit(folder: string, message: string): string {
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--allow-empty", "--message", message);
  return git(folder, "rev-parse", "HEAD").trim();
}

/** Fixed names and dates, and no configuration of this machine, so that the SHAs depend on the files alone. */
function git(folder: string, ...args: readonly string[]): string {
  const who = {
    NAME: "Agent Lab",
    EMAIL: "agent-lab@example.invalid",
    DATE: "2026-01-01T00:00:00Z",
  };
  const identity = Object.entries(who).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  const inherited = Object.entries(process.env).filter(([key]) => !key.startsWith("GIT_"));
  const env = {
    ...Object.fromEntries(inherited),
    ...Object.fromEntries(identity),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  return execFileSync("git", args, { cwd: folder, env, encoding: "utf8" });
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      list: { type: "boolean", default: false },
      example: { type: "string", default: "own-agent-py" },
      head: { type: "string", default: "none" },
      into: { type: "string" },
    },
  });
  if (values.list) {
    for (const one of listHeads())
      process.stdout.write(`${one.name.padEnd(22)}${one.verdict.padEnd(15)}${one.change}\n`);
  } else {
    const folder = resolve(values.into ?? mkdtempSync(join(tmpdir(), "example-")));
    const made = makeExampleRepository(exampleName.parse(values.example), values.head, folder);
    process.stdout.write(`${JSON.stringify(made)}\n`);
  }
}
