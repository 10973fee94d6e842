import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { onTestFinished } from "vitest";

const identity = {
  GIT_AUTHOR_NAME: "A Tester",
  GIT_AUTHOR_EMAIL: "tester@example.invalid",
  GIT_COMMITTER_NAME: "A Tester",
  GIT_COMMITTER_EMAIL: "tester@example.invalid",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

/** The host's environment as the product's git gets it here: nobody's personal settings, and one key to look for. */
export const environment = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  OPENAI_API_KEY: "sk-canary",
};
export const options = { environment, timeout_ms: 30_000 };

export interface TestRepository {
  readonly path: string;
  readonly url: string;
  git(...args: string[]): string;
  /** Writes files, commits all, returns the commit's id. */
  commit(message: string, files?: Record<string, string>): string;
}

/** A fresh folder, gone when the test ends. The name has a space and letters beyond ASCII on purpose. */
export function folder(name = "ein Ordner für 模型"): string {
  const base = mkdtempSync(join(tmpdir(), "revisions "));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const path = join(base, name);
  mkdirSync(path);
  return path;
}

export function at(path: string): TestRepository {
  const git = (...args: string[]): string =>
    execFileSync("git", ["-C", path, ...args], {
      encoding: "utf8",
      env: { ...process.env, ...identity },
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  return {
    path,
    url: pathToFileURL(path).href,
    git,
    commit: (message, files = { "note.txt": message }) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), text);
      }
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD");
    },
  };
}

export function create(name?: string): TestRepository {
  const repository = at(folder(name));
  repository.git("init", "--quiet", "--initial-branch=main");
  return repository;
}

/** A bare copy to clone from, as a server would hold it. */
export function publish(source: TestRepository): TestRepository {
  const path = join(folder(), "origin.git");
  source.git("clone", "--quiet", "--bare", source.path, path);
  return at(path);
}

/** What actions/checkout leaves by default: depth 1 at the given ref, with `origin` set. */
export function cloneShallow(origin: TestRepository, ref: string): TestRepository {
  const clone = create();
  clone.git("remote", "add", "origin", origin.url);
  clone.git(
    "fetch",
    "--quiet",
    "--no-tags",
    "--depth=1",
    "origin",
    `+${ref}:refs/remotes/pull/7/merge`,
  );
  clone.git("checkout", "--quiet", "--detach", "refs/remotes/pull/7/merge");
  return clone;
}
