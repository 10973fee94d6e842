/** Commits and their merge base, fetched only as far as needed; a merge base found in shallow history is proven before it is used. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { runGit, type GitOptions, type GitResult } from "./git.ts";

const quiet = [
  "--no-tags",
  "--no-recurse-submodules",
  "--no-write-fetch-head",
  "--refmap=",
  "--quiet",
];

/** The full id of the commit that `name` stands for, or undefined when the repository does not hold it. */
export async function findCommit(
  repository: string,
  name: string,
  options: GitOptions,
): Promise<string | undefined> {
  const asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  const found = await runGit(repository, asked, options);
  return found.ok ? found.stdout.trim() : undefined;
}

/** The tip of a branch as origin has it now, or undefined. */
export async function askOrigin(
  repository: string,
  branch: string,
  options: GitOptions,
): Promise<string | undefined> {
  const listed = await runGit(
    repository,
    ["ls-remote", "--quiet", "--end-of-options", "origin", `refs/heads/${branch}`],
    options,
  );
  return listed.ok ? /^([0-9a-f]{40,64})\t/.exec(listed.stdout)?.[1] : undefined;
}

/** `depth`: commits of history from each commit; undefined asks for all that is missing. */
export async function fetchCommits(
  repository: string,
  commits: readonly string[],
  depth: number | undefined,
  options: GitOptions,
): Promise<GitResult> {
  const deep = depth === undefined ? [] : [`--depth=${depth}`];
  return runGit(
    repository,
    ["fetch", ...quiet, ...deep, "--end-of-options", "origin", ...commits],
    options,
  );
}

export async function isShallow(repository: string, options: GitOptions): Promise<boolean> {
  const asked = await runGit(repository, ["rev-parse", "--is-shallow-repository"], options);
  return asked.stdout.trim() === "true";
}

export type MergeBase =
  | { readonly found: string; readonly others: number; readonly proven: boolean }
  | { readonly found: undefined };

/**
 * The best common ancestor. In shallow history it is proven only when no cut-off commit lies between it and the two
 * tips: behind a cut there could be a later common ancestor.
 */
export async function findMergeBase(
  repository: string,
  base: string,
  head: string,
  options: GitOptions,
): Promise<MergeBase> {
  const asked = await runGit(repository, ["merge-base", "--all", base, head], options);
  const [found, ...others] = asked.stdout.trim().split("\n");
  if (!asked.ok || found === undefined || found === "") return { found: undefined };
  const cut = await readCuts(repository, options);
  if (cut.size === 0) return { found, others: others.length, proven: true };
  const between = await runGit(repository, ["rev-list", base, head, "--not", found], options);
  const proven = between.ok && !between.stdout.split("\n").some((commit) => cut.has(commit));
  return { found, others: others.length, proven };
}

/** Commits whose parents this clone does not have. */
async function readCuts(repository: string, options: GitOptions): Promise<ReadonlySet<string>> {
  const asked = await runGit(repository, ["rev-parse", "--git-path", "shallow"], options);
  try {
    const text = readFileSync(resolve(repository, asked.stdout.replace(/\n$/, "")), "utf8");
    return new Set(text.split("\n").filter((line) => line !== ""));
  } catch {
    return new Set();
  }
}
