import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { resolveRevisions, type ResolveRequest } from "../../../src/shell/revisions/resolve.ts";
import {
  at,
  cloneShallow,
  create,
  folder,
  options,
  publish,
  type TestRepository,
} from "./repository.ts";

async function resolved(request: ResolveRequest) {
  const outcome = await resolveRevisions(request, options);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults));
  return outcome.value;
}
async function refused(request: ResolveRequest) {
  const outcome = await resolveRevisions(request, options);
  if (outcome.ok) throw new Error(`not refused: ${JSON.stringify(outcome.value)}`);
  return outcome.faults[0];
}

/**
 * main: root, m1 … m24; pull: p1, p2, p3 on m12; refs/pull/7/merge at origin as GitHub makes it. Built once, then
 * copied.
 */
function buildTemplate() {
  const work = at(mkdtempSync(join(tmpdir(), "revisions template ")));
  work.git("init", "--quiet", "--initial-branch=main");
  work.commit("root");
  for (let index = 1; index <= 12; index += 1) work.commit(`m${index}`, { main: `${index}` });
  const fork = work.git("rev-parse", "HEAD");
  work.git("checkout", "--quiet", "-b", "pull");
  for (const name of ["p1", "p2", "p3"]) work.commit(name, { pull: name });
  const head = work.git("rev-parse", "HEAD");
  work.git("checkout", "--quiet", "main");
  for (let index = 13; index <= 24; index += 1) work.commit(`m${index}`, { main: `${index}` });
  const tip = work.git("rev-parse", "HEAD");
  work.git("checkout", "--quiet", "--detach");
  work.git("merge", "--quiet", "--no-ff", "-m", "merge", "pull");
  const merge = work.git("rev-parse", "HEAD");
  return { path: work.path, head, tip, merge, fork };
}
const template = buildTemplate();
afterAll(() => rmSync(template.path, { recursive: true, force: true }));

function pullRequest() {
  const work = at(folder());
  cpSync(template.path, work.path, { recursive: true });
  const origin = publish(work);
  origin.git("fetch", "--quiet", work.path, `${template.merge}:refs/pull/7/merge`);
  return { ...template, work, origin };
}

function countCommits(repository: TestRepository, from: string): number {
  return Number(repository.git("rev-list", "--count", from));
}

describe("in a whole clone", () => {
  test("base is the merge base, not the tip of the target branch", async () => {
    const { work, head, tip, fork } = pullRequest();
    const found = await resolved({ repository: work.path, base: "main", head: "pull" });
    expect(found).toEqual({ base: fork, head, base_tip: tip, merge_bases: 1, notes: [] });
  });

  test("only the absent commit is fetched, and the clone stays whole", async () => {
    const { origin, head, tip, fork } = pullRequest();
    const clone = create();
    clone.git("remote", "add", "origin", origin.url);
    clone.git("fetch", "--quiet", "origin", "main:refs/remotes/origin/main");
    const found = await resolved({ repository: clone.path, base: "main", head });
    expect(found).toMatchObject({ base: fork, head, base_tip: tip });
    expect(found.notes).toEqual([
      `fetched ${head.slice(0, 12)} with all history from origin to find the merge base`,
    ]);
    expect(clone.git("rev-parse", "--is-shallow-repository")).toBe("false");
    expect(clone.git("for-each-ref", "--format=%(refname)")).toBe("refs/remotes/origin/main");
  });

  test("a head that is itself a merge of main is taken as it is", async () => {
    const { work, tip } = pullRequest();
    work.git("checkout", "--quiet", "pull");
    work.git("merge", "--quiet", "--no-ff", "-m", "take main in", "main");
    const head = work.git("rev-parse", "HEAD");
    const found = await resolved({ repository: work.path, base: "main", head });
    expect(found).toMatchObject({ base: tip, head });
  });

  test("two merge bases: git's first, and it is said", async () => {
    const work = create();
    work.commit("root");
    work.git("checkout", "--quiet", "-b", "pull");
    const pull = work.commit("p", { pull: "p" });
    work.git("checkout", "--quiet", "main");
    const main = work.commit("m", { main: "m" });
    work.git("merge", "--quiet", "--no-ff", "-m", "x", pull);
    work.git("checkout", "--quiet", "pull");
    work.git("merge", "--quiet", "--no-ff", "-m", "y", main);
    const found = await resolved({ repository: work.path, base: "main", head: "pull" });
    expect([pull, main]).toContain(found.base);
    expect(found.merge_bases).toBe(2);
    expect(found.notes).toEqual([
      `base and head have 2 merge bases; git's first, ${found.base}, is used`,
    ]);
  });

  test("histories without a common root are refused", async () => {
    const work = create();
    work.commit("root");
    work.git("checkout", "--quiet", "--orphan", "other");
    work.commit("another root");
    const fault = await refused({ repository: work.path, base: "main", head: "other" });
    expect(fault.code).toBe("no_common_history");
  });
});

describe("in the depth-1 clone that actions/checkout makes", () => {
  test("both commits are fetched by id, no deeper than the merge base needs", async () => {
    const { origin, head, tip, fork, merge } = pullRequest();
    const clone = cloneShallow(origin, "refs/pull/7/merge");
    expect(() => clone.git("cat-file", "-e", `${head}^{commit}`)).toThrow("Command failed");
    expect(() => clone.git("cat-file", "-e", `${tip}^{commit}`)).toThrow("Command failed");
    const found = await resolved({ repository: clone.path, base: tip, head, depths: [5, 14] });
    expect(found).toMatchObject({ base: fork, head, base_tip: tip });
    expect(found.notes[0]).toMatch(/with 14 commits of history from origin/);
    // m24 to m13 from main's tip and m12 to m2 from head: m1 and root are not fetched.
    expect(countCommits(clone, tip)).toBe(23);
    expect(countCommits(origin, tip)).toBe(25);
    expect(clone.git("rev-parse", "HEAD")).toBe(merge);
  });

  test("everything is fetched when no depth is enough", async () => {
    const { origin, head, tip, fork } = pullRequest();
    const clone = cloneShallow(origin, "refs/pull/7/merge");
    const found = await resolved({ repository: clone.path, base: tip, head, depths: [2] });
    expect(found.base).toBe(fork);
    expect(found.notes[0]).toMatch(/with all history/);
  });

  test("GitHub's own merge commit is never head", async () => {
    const { origin, tip, merge } = pullRequest();
    const clone = cloneShallow(origin, "refs/pull/7/merge");
    for (const head of [merge, "HEAD"]) {
      const fault = await refused({ repository: clone.path, base: tip, head });
      expect(fault).toMatchObject({
        code: "head_is_merge_commit",
        fix: "Pass github.event.pull_request.head.sha.",
      });
    }
  });

  test("a head that was force-pushed away since is still the head that was asked for", async () => {
    const { work, origin, head, tip, fork } = pullRequest();
    work.git("checkout", "--quiet", "-B", "pull", fork);
    work.commit("rewritten");
    work.git("push", "--quiet", "--force", origin.path, "pull");
    const clone = cloneShallow(origin, "refs/heads/pull");
    const found = await resolved({ repository: clone.path, base: tip, head });
    expect(found).toMatchObject({ base: fork, head });
  });

  test("a head that origin has dropped is refused, with the lines to paste", async () => {
    const { origin, tip } = pullRequest();
    const clone = cloneShallow(origin, "refs/pull/7/merge");
    const gone = "1234567890".repeat(4);
    const fault = await refused({ repository: clone.path, base: tip, head: gone });
    expect(fault.code).toBe("revision_unavailable");
    expect(fault.message).toMatch(/123456789012 can't be fetched from origin: .*force-pushed/);
    expect(fault.fix).toContain("actions/checkout");
    expect(fault.fix).toContain("          fetch-depth: 0");
  });

  test("an origin out of reach is refused with git's own words", async () => {
    const { origin, head, tip } = pullRequest();
    const clone = cloneShallow(origin, "refs/pull/7/merge");
    clone.git("remote", "set-url", "origin", `${origin.url}-moved`);
    const fault = await refused({ repository: clone.path, base: tip, head });
    expect(fault.code).toBe("revision_unavailable");
    expect(fault.message).toMatch(/origin: .*does not (appear to be a git repository|exist)/);
    expect(fault.fix).toContain("fetch-depth: 0");
  });

  /*
   * root - a1 - a2 - a3 - a4 … a7 - join      main's tip also merges a side branch off root,
   *                   \- p1 … p4 - join      and so does pull's.
   * Cut three deep, only root looks common; the true merge base a3 lies behind the cut.
   */
  test("an ancestor that only looks like the merge base in cut history is not used", async () => {
    const work = create();
    const root = work.commit("root");
    for (const side of ["side1", "side2"]) {
      work.git("checkout", "--quiet", "-b", side, root);
      work.commit(side, { [side]: side });
    }
    work.git("checkout", "--quiet", "main");
    for (const name of ["a1", "a2", "a3"]) work.commit(name, { a: name });
    const fork = work.git("rev-parse", "HEAD");
    for (const name of ["a4", "a5", "a6", "a7"]) work.commit(name, { a: name });
    work.git("merge", "--quiet", "--no-ff", "-m", "join", "side1");
    const tip = work.git("rev-parse", "HEAD");
    work.git("checkout", "--quiet", "-b", "pull", fork);
    for (const name of ["p1", "p2", "p3", "p4"]) work.commit(name, { p: name });
    work.git("merge", "--quiet", "--no-ff", "-m", "join", "side2");
    const head = work.git("rev-parse", "HEAD");
    const clone = cloneShallow(publish(work), "refs/heads/main");
    clone.git("fetch", "--quiet", "--depth=3", "origin", tip, head);
    expect(clone.git("merge-base", tip, head)).toBe(root);
    const found = await resolved({ repository: clone.path, base: tip, head, depths: [3] });
    expect(found.base).toBe(fork);
  });
});

describe("bad input", () => {
  test.each(["--upload-pack=touch x", "-h", "", "a b", "main:note.txt"])(
    "%j names no revision",
    async (head) => {
      const work = create();
      work.commit("root");
      const fault = await refused({ repository: work.path, base: "main", head });
      expect(fault.code).toBe("revision_invalid");
    },
  );

  test("a branch that is nowhere", async () => {
    const work = create();
    work.commit("root");
    const fault = await refused({ repository: work.path, base: "main", head: "no-such-branch" });
    expect(fault).toMatchObject({ code: "revision_unavailable" });
    expect(fault.message).toContain('"no-such-branch" names no commit here');
  });

  test("a folder without a repository", async () => {
    const fault = await refused({ repository: folder(), base: "main", head: "main" });
    expect(fault.code).toBe("not_a_repository");
  });

  test("no git at all", async () => {
    const request = { repository: folder(), base: "main", head: "main" };
    const bare = { ...options, environment: { PATH: "/nonexistent" } };
    const outcome = await resolveRevisions(request, bare);
    expect(outcome).toMatchObject({ ok: false, faults: [{ code: "git_missing" }] });
  });

  test("the work tree, index and branches are the same afterwards", async () => {
    const { origin, head, tip } = pullRequest();
    const clone = cloneShallow(origin, "refs/pull/7/merge");
    writeFileSync(join(clone.path, "main"), "my own change");
    writeFileSync(join(clone.path, "new.txt"), "mine");
    clone.git("add", "new.txt");
    const before = [clone.git("status", "--porcelain"), clone.git("show-ref")];
    await resolved({ repository: clone.path, base: tip, head });
    expect([clone.git("status", "--porcelain"), clone.git("show-ref")]).toEqual(before);
    expect(before[0]).toBe("M main\nA  new.txt");
  });
});
