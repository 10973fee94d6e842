/** The example agent as a pull request through the built Action: installed once for all, base and head as a test makes them. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";

import { startTestModel } from "../../examples/test-model/server.ts";
import type { TestModelOptions } from "../../examples/test-model/server.ts";
import type { ExampleRepository } from "../../scripts/make-example-repo.ts";
import { tryPullRequest, type Tried } from "../../scripts/try-pull-request.ts";
import { commitAll, git, startRepository } from "./repository.ts";
import { keepInstalled, root } from "./rig.ts";

/** Starts faster than the Python one. */
const example = "own-agent-ts";

/** Edits a work tree before it is committed. */
export type Edit = (folder: string) => void;

/** `setup` links what a real setup has installed before, so that neither side of any matrix installs anew. */
function makeRepository(folder: string, base: Edit, head: Edit): ExampleRepository {
  startRepository(folder);
  cpSync(join(root, "examples", example), folder, {
    recursive: true,
    filter: (one) => !["node_modules", "orders.db"].includes(basename(one)),
  });
  const installed = keepInstalled(example, folder);
  replaceIn("agent-lab.yaml", /^setup: .*$/m, `setup: [ln, -s, ${installed}, node_modules]`)(
    folder,
  );
  base(folder);
  const base_sha = commitAll(folder, "The refund agent");
  head(folder);
  return { folder, base_sha, head_sha: commitAll(folder, "The change", "change") };
}

export interface PullRequest {
  readonly base: Edit;
  readonly head: Edit;
  readonly model: TestModelOptions;
}

export interface Outcome extends Tried {
  /** Requests that reached the model. */
  readonly calls: number;
}

/** Runs it and hands the repository with its matrices to `look` before everything is removed; checkouts lie beside it. */
export async function throughAction<T>(
  { base, head, model: options }: PullRequest,
  look: (outcome: Outcome, repository: string) => Promise<T>,
): Promise<T> {
  const place = mkdtempSync(join(tmpdir(), "through-action-"));
  const model = await startTestModel(options);
  try {
    const made = makeRepository(join(place, "refund-bot"), base, head);
    const temporary = join(place, "tmp");
    mkdirSync(temporary);
    const path = [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
    const tried = await tryPullRequest(place, made, model.url, {
      PATH: path,
      TMPDIR: temporary,
    });
    return await look({ ...tried, calls: model.requests.length }, made.folder);
  } finally {
    await model.close();
    rmSync(place, { recursive: true, force: true });
  }
}

export const unchanged: Edit = () => undefined;

export const harmless: Edit = (folder) => {
  writeFileSync(join(folder, "notes.md"), "Nothing that the agent reads.\n");
};

export function planted(name: string): Edit {
  return (folder) => {
    const patch = join(root, "examples/planted", example, `${name}.patch`);
    git(folder, "apply", "--whitespace=nowarn", patch);
  };
}

export function replaceIn(file: string, pattern: RegExp, by: string): Edit {
  return (folder) => {
    const before = readFileSync(join(folder, file), "utf8");
    const after = before.replace(pattern, () => by);
    if (after === before) throw new Error(`${file} has nothing to replace`);
    writeFileSync(join(folder, file), after);
  };
}

export function all(...edits: readonly Edit[]): Edit {
  return (folder) => {
    for (const edit of edits) edit(folder);
  };
}
