/** The paths of commits and those that differ between two, asked of git alone: an API would list no more than 3,000. */
import type { Outcome } from "../../contracts/fault.ts";
import { runGit, type GitOptions } from "./git.ts";

/** Both commits are here already. A file that was moved counts at its old place and at its new one. */
export async function changedFiles(
  request: { readonly repository: string; readonly base: string; readonly head: string },
  options: GitOptions,
): Promise<Outcome<readonly string[]>> {
  const { repository, base, head } = request;
  return listPaths(
    repository,
    [
      "diff",
      "--name-only",
      "--no-renames",
      "--no-ext-diff",
      "--ignore-submodules=none",
      "-z",
      base,
      head,
      "--",
    ],
    options,
  );
}

/** Every path of a commit that is here already, a submodule as one. */
export async function filesOf(
  { repository, sha }: { readonly repository: string; readonly sha: string },
  options: GitOptions,
): Promise<Outcome<readonly string[]>> {
  return listPaths(
    repository,
    ["ls-tree", "-r", "--full-tree", "--name-only", "-z", sha, "--"],
    options,
  );
}

async function listPaths(
  repository: string,
  args: readonly string[],
  options: GitOptions,
): Promise<Outcome<readonly string[]>> {
  const listed = await runGit(repository, args, options);
  if (listed.ok)
    return { ok: true, value: listed.stdout.split("\0").filter((path) => path !== "") };
  const fault = {
    code: "changes_unknown",
    message: `git can't tell what changed: ${listed.complaint}`,
    where: repository,
    fix: "Give the checkout step the whole history: fetch-depth: 0.",
  };
  return { ok: false, faults: [fault] };
}
