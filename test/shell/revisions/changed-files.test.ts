import { expect, test } from "vitest";

import { changedFiles, filesOf } from "../../../src/shell/revisions/changed-files.ts";
import { create, options } from "./repository.ts";

test("every path as it is called, a moved file at both places, a gone one too", async () => {
  const work = create();
  const base = work.commit("base", {
    "src/agent.py": "one\ntwo\nthree\n",
    "gone.txt": "gone",
    "kept.txt": "kept",
  });
  work.git("mv", "src/agent.py", "moved.py");
  work.git("rm", "--quiet", "gone.txt");
  const odd = ["ein Ordner/模型.md", 'a "quoted" name', "two\nlines", "-n", "!x"];
  const head = work.commit("head", Object.fromEntries(odd.map((name) => [name, name])));
  const changed = await changedFiles({ repository: work.path, base, head }, options);
  const expected = [...odd, "src/agent.py", "moved.py", "gone.txt"];
  expect(changed.ok && changed.value.toSorted()).toEqual(expected.toSorted());
});

test("settings of the repository that would hide a move or a submodule do not", async () => {
  const work = create();
  const base = work.commit("base", { "a.txt": "one\ntwo\nthree\n" });
  work.git("config", "diff.renames", "copies");
  work.git("config", "diff.ignoreSubmodules", "all");
  work.git("mv", "a.txt", "b.txt");
  work.git("update-index", "--add", "--cacheinfo", `160000,${base},lib`);
  work.git("commit", "--quiet", "-m", "head");
  const head = work.git("rev-parse", "HEAD");
  const changed = await changedFiles({ repository: work.path, base, head }, options);
  expect(changed).toEqual({ ok: true, value: ["a.txt", "b.txt", "lib"] });
});

test("a commit that is not there is a fault with what to do", async () => {
  const work = create();
  const base = work.commit("base");
  const changed = await changedFiles(
    { repository: work.path, base, head: "b".repeat(40) },
    options,
  );
  expect(changed).toMatchObject({ ok: false, faults: [{ code: "changes_unknown" }] });
});

test("every path of a commit, whatever folder git is asked from", async () => {
  const work = create();
  const sha = work.commit("base", { "src/agent.py": "1", "ein Ordner/模型.md": "2" });
  const found = await filesOf({ repository: `${work.path}/src`, sha }, options);
  expect(found.ok && found.value).toEqual(
    expect.arrayContaining(["src/agent.py", "ein Ordner/模型.md"]),
  );
  expect(await filesOf({ repository: work.path, sha: "b".repeat(40) }, options)).toMatchObject({
    ok: false,
    faults: [{ code: "changes_unknown" }],
  });
});
