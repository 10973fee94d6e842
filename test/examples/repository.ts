/** A git repository of a test's own, untouched by the configuration of the machine. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";

export function startRepository(folder: string): void {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet", "--initial-branch=main");
}

/** Commits everything, on a new branch where one is named; the commit's id. */
export function commitAll(folder: string, message: string, branch?: string): string {
  if (branch !== undefined) git(folder, "checkout", "--quiet", "-b", branch);
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message", message);
  return git(folder, "rev-parse", "HEAD").trim();
}

export function git(folder: string, ...args: readonly string[]): string {
  const who = { NAME: "Agent Lab", EMAIL: "agent-lab@example.invalid" };
  const identity = Object.entries(who).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  const env = {
    PATH: process.env["PATH"],
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    ...Object.fromEntries(identity),
  };
  return execFileSync("git", args, { cwd: folder, env, encoding: "utf8" });
}
