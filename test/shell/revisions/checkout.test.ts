import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";

import { describe, expect, test } from "vitest";

import { openCheckout } from "../../../src/shell/revisions/checkout.ts";
import { at, create, folder, options, type TestRepository } from "./repository.ts";

async function opened(repository: TestRepository, sha: string, name = "head", parent = folder()) {
  const outcome = await openCheckout({ repository: repository.path, sha, name, parent }, options);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults));
  return outcome.value;
}
async function refused(
  repository: TestRepository,
  request: { name?: string; parent?: string; sha?: string },
) {
  const parent = request.parent ?? folder();
  const outcome = await openCheckout(
    {
      repository: repository.path,
      sha: request.sha ?? "HEAD",
      name: request.name ?? "head",
      parent,
    },
    options,
  );
  if (outcome.ok) throw new Error("not refused");
  return { fault: outcome.faults[0], left: readdirSync(parent) };
}

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12345\n`;

describe("a checkout", () => {
  test("holds the revision's files, apart from everything, with a home and a temporary folder beside them", async () => {
    const repository = create();
    const base = repository.commit("one", { "prompt.txt": "old", "ünï/datei.txt": "ä" });
    const head = repository.commit("two", { "prompt.txt": "new" });
    const parent = folder();
    const [first, second] = [
      await opened(repository, base, "base", parent),
      await opened(repository, head, "head", parent),
    ];
    expect(readFileSync(join(first.path, "prompt.txt"), "utf8")).toBe("old");
    expect(readFileSync(join(second.path, "prompt.txt"), "utf8")).toBe("new");
    expect(readFileSync(join(second.path, "ünï/datei.txt"), "utf8")).toBe("ä");
    for (const checkout of [first, second]) {
      expect(readdirSync(checkout.folder).toSorted()).toEqual(["home", "tmp", "work"]);
      expect(statSync(checkout.folder).mode & 0o777).toBe(0o700);
      expect(at(checkout.path).git("rev-parse", "HEAD")).toBe(checkout.sha);
      expect(checkout.not_fetched).toEqual([]);
    }
    expect(relative(first.folder, second.path).startsWith("..")).toBe(true);
    await first.remove();
    await second.remove();
  });

  test("leaves the user's dirty work tree, index, branches and stash alone, and nothing behind", async () => {
    const repository = create();
    const sha = repository.commit("one", { tracked: "1", removed: "1" });
    const hook = join(repository.path, ".git/hooks/post-checkout");
    mkdirSync(join(repository.path, ".git/hooks"), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\ntouch "$(git rev-parse --git-common-dir)/hook-ran"\n', {
      mode: 0o755,
    });
    writeFileSync(join(repository.path, "tracked"), "dirty");
    writeFileSync(join(repository.path, "untracked"), "mine");
    writeFileSync(join(repository.path, "staged"), "staged");
    repository.git("add", "staged");
    rmSync(join(repository.path, "removed"));
    const look = () => [
      repository.git("status", "--porcelain=v2", "--branch"),
      repository.git("show-ref"),
      repository.git("worktree", "list"),
      readFileSync(join(repository.path, "tracked"), "utf8"),
      readFileSync(join(repository.path, ".git/config"), "utf8"),
    ];
    const before = look();
    const parent = folder();
    const checkout = await opened(repository, sha, "head", parent);
    writeFileSync(join(checkout.path, "tracked"), "written by an agent");
    expect(await checkout.remove()).toBeNull();
    expect(look()).toEqual(before);
    expect(readdirSync(parent)).toEqual([]);
    expect(existsSync(join(repository.path, ".git/hook-ran"))).toBe(false);
    expect(await checkout.remove()).toBeNull();
  });

  test("is removed even when the agent deleted its .git file", async () => {
    const repository = create();
    const checkout = await opened(repository, repository.commit("one"));
    rmSync(join(checkout.path, ".git"));
    expect(await checkout.remove()).toBeNull();
    expect(repository.git("worktree", "list").split("\n")).toHaveLength(1);
  });

  test("says which submodules are not fetched", async () => {
    const inner = create();
    inner.commit("inner");
    const repository = create();
    repository.commit("one");
    repository.git(
      "-c",
      "protocol.file.allow=always",
      "submodule",
      "add",
      "--quiet",
      inner.url,
      "libs/inner",
    );
    const checkout = await opened(repository, repository.commit("with a submodule", {}));
    expect(checkout.not_fetched).toMatchObject([
      { code: "submodules_not_fetched", where: ".gitmodules" },
    ]);
    expect(checkout.not_fetched[0]?.message).toContain("libs/inner");
    expect(readdirSync(join(checkout.path, "libs/inner"))).toEqual([]);
    expect(await checkout.remove()).toBeNull();
  });

  test("says which Git LFS files are only pointers, and runs no LFS filter", async () => {
    const repository = create();
    const sha = repository.commit("large", {
      ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n",
      "model ä.bin": pointer,
      "plain.bin": "not a pointer",
    });
    repository.git("config", "filter.lfs.smudge", "false");
    repository.git("config", "filter.lfs.process", "false");
    repository.git("config", "filter.lfs.required", "true");
    const checkout = await opened(repository, sha);
    expect(readFileSync(join(checkout.path, "model ä.bin"), "utf8")).toBe(pointer);
    expect(checkout.not_fetched).toHaveLength(1);
    expect(checkout.not_fetched[0]?.code).toBe("lfs_not_fetched");
    expect(checkout.not_fetched[0]?.message).toMatch(/^1 Git LFS files .*: model ä\.bin$/);
    await checkout.remove();
  });
});

describe("what can't be checked out", () => {
  test("a commit that the clone does not hold", async () => {
    const repository = create();
    repository.commit("one");
    const { fault, left } = await refused(repository, { sha: "1".repeat(40) });
    expect(fault.code).toBe("checkout_failed");
    expect(fault.message).toMatch(/head \(111111111111\) can't be checked out: fatal:/);
    expect(left).toEqual([]);
  });

  test("a folder inside the repository", async () => {
    const repository = create();
    repository.commit("one");
    const inside = join(repository.path, "tmp");
    mkdirSync(inside);
    for (const parent of [inside, repository.path]) {
      const { fault } = await refused(repository, { parent });
      expect(fault.code).toBe("checkout_inside_repository");
    }
    expect(readdirSync(inside)).toEqual([]);
  });

  test.each(["../up", "", "A", "a b"])("the name %j", async (name) => {
    const repository = create();
    repository.commit("one");
    const { fault, left } = await refused(repository, { name });
    expect(fault.code).toBe("checkout_name_invalid");
    expect(left).toEqual([]);
  });
});
