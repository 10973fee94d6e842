/** One revision's files in a private folder of their own: the user's work tree, index and branches are never touched. */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";

import type { Fault, Outcome } from "../../contracts/fault.ts";
import type { Checkout } from "../../core/revision-ports.ts";
import { runGit, type GitOptions } from "./git.ts";

export interface CheckoutRequest {
  readonly repository: string;
  /** A full commit id that the repository holds. */
  readonly sha: string;
  /** Names the folder: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** An existing folder outside the repository: inside, package managers would find the user's own packages above. */
  readonly parent: string;
}

/**
 * A detached work tree `work` beside `home` and `tmp` in a new folder that only this user can open. Hooks do not run;
 * submodules and Git LFS files are not fetched, and said so. Refusals: checkout_name_invalid,
 * checkout_inside_repository, checkout_failed.
 */
export async function openCheckout(
  request: CheckoutRequest,
  options: GitOptions,
): Promise<Outcome<Checkout>> {
  const { repository, sha, name } = request;
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) {
    return refuse(
      "checkout_name_invalid",
      `"${name.slice(0, 80)}" can't name a checkout`,
      name.slice(0, 80),
      "Use lower-case letters, digits and hyphens.",
    );
  }
  const parent = realpathSync(request.parent);
  const top = await runGit(repository, ["rev-parse", "--show-toplevel"], options);
  const root = top.stdout.replace(/\n$/, "");
  if (top.ok && root !== "" && contains(realpathSync(root), parent)) {
    return refuse(
      "checkout_inside_repository",
      `${parent} lies inside the repository, where a checkout would find the packages installed above it`,
      parent,
      "Use a folder outside, such as the runner's temporary folder.",
    );
  }
  const folder = await mkdtemp(join(parent, `${name}-`));
  const path = join(folder, "work");
  const home = join(folder, "home");
  const temp = join(folder, "tmp");
  await mkdir(home);
  await mkdir(temp);
  const added = await runGit(
    repository,
    ["worktree", "add", "--detach", "--force", "--quiet", path, sha],
    options,
  );
  const remove = async (): Promise<Fault | null> =>
    removeCheckout(repository, folder, path, options);
  if (!added.ok) {
    await remove();
    return refuse(
      "checkout_failed",
      `${name} (${sha.slice(0, 12)}) can't be checked out: ${added.complaint}`,
      repository,
      "Check free disk space and that the commit is in this clone.",
    );
  }
  const not_fetched = await listNotFetched(path, options);
  return {
    ok: true,
    value: { name, sha, repository, folder, path, home, temp, not_fetched, remove },
  };
}

function contains(root: string, folder: string): boolean {
  const way = relative(root, resolve(folder));
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && resolve(root, way) !== way);
}

/** Files first: git would refuse a work tree whose own .git file an agent has deleted. */
async function removeCheckout(
  repository: string,
  folder: string,
  path: string,
  options: GitOptions,
): Promise<Fault | null> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return {
      code: "checkout_left_behind",
      message: `${folder} can't be deleted: ${reason}`.slice(0, 2_000),
      where: folder,
      fix: "Delete the folder by hand, then run: git worktree prune",
    };
  }
  await runGit(repository, ["worktree", "remove", "--force", "--force", path], options);
  return null;
}

async function listNotFetched(path: string, options: GitOptions): Promise<readonly Fault[]> {
  const found: Fault[] = [];
  const links = await runGit(path, ["ls-files", "--stage", "-z"], options);
  const modules = links.stdout
    .split("\0")
    .flatMap((entry) =>
      entry.startsWith("160000 ") ? [entry.slice(entry.indexOf("\t") + 1)] : [],
    );
  if (modules.length > 0) {
    found.push({
      code: "submodules_not_fetched",
      message: `${modules.length} submodules are not fetched, their folders are empty: ${shorten(modules)}`,
      where: existsSync(join(path, ".gitmodules")) ? ".gitmodules" : (modules[0] ?? ""),
      fix: "If the agent needs them, fetch them in setup: git submodule update --init --depth 1",
    });
  }
  const marked = await runGit(path, ["ls-files", "-z", "--", ":(attr:filter=lfs)"], options);
  const large = marked.stdout.split("\0").filter((file) => isPointer(path, file));
  if (large.length > 0) {
    found.push({
      code: "lfs_not_fetched",
      message: `${large.length} Git LFS files are not fetched, only their pointers are there: ${shorten(large)}`,
      where: ".gitattributes",
      fix: "If the agent needs them, fetch them in setup: git lfs pull",
    });
  }
  return found;
}

/** A pointer is a small text of the keys version, oid and size (Git LFS specification, v1). */
function isPointer(path: string, file: string): boolean {
  if (file === "") return false;
  try {
    if (statSync(join(path, file)).size >= 1_024) return false;
    return /^version .+\n(?:.+\n)*oid sha256:[0-9a-f]{64}\n/.test(
      readFileSync(join(path, file), "utf8"),
    );
  } catch {
    return false;
  }
}

function shorten(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(", ");
  return (names.length > 5 ? `${shown} and ${names.length - 5} more` : shown).slice(0, 600);
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message: message.slice(0, 2_000), where, fix }] };
}
