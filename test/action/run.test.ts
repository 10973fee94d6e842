import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterEach, beforeEach, expect, test } from "vitest";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-lab-run-"));
  for (const name of ["summary", "output"]) writeFileSync(join(folder, name), "");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A step of its own, because @actions/core reads and prints for the whole process. `publish` is the body of an async function. */
function run(publish: string): { status: number | null; stdout: string } {
  const module = pathToFileURL(join(import.meta.dirname, "../../src/action/run.ts")).href;
  const script = `import { runAction } from ${JSON.stringify(module)};
    const at = (line) => ({ level: "error", title: "t", message: "line " + line, file: "a.yaml", line });
    const found = { verdict: "No-Go", exit_code: 20, matrix_id: null, bundle_sha256: null, facts: {},
      paths: { report: null, summary: null, bundle: null }, summaries: ["# No-Go\\n"],
      annotations: [at(1), { level: "error", title: "t", message: "nowhere" }, at(2), at(3), { ...at(4), file: "../b.yaml" }] };
    const none = { state: "absent", reason: "x" };
    const publication = { bundle: none, html: none, comment: "none", comment_url: null, check_run_url: "https://check", check_notes: 0, warnings: [] };
    process.exitCode = await runAction(async () => found, {
      summary_file: process.env.GITHUB_STEP_SUMMARY,
      log: (text) => process.stdout.write(text),
      publish: async () => { ${publish} },
    });`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    env: { GITHUB_STEP_SUMMARY: join(folder, "summary"), GITHUB_OUTPUT: join(folder, "output") },
  });
}

test("a publisher that breaks takes no verdict, no summary and no annotation with it", () => {
  const { status, stdout } = run(`throw new Error("gone\\n::error::injected");`);
  expect(status).toBe(20);
  expect(stdout.match(/^::error title=t/gm)).toHaveLength(5);
  expect(stdout).not.toMatch(/^::error::injected/m);
  expect(readFileSync(join(folder, "summary"), "utf8")).toBe("# No-Go\n");
});

test("what stands in the check already is not said twice; warnings are said on one line", () => {
  const { status, stdout } = run(
    `return { done: true, lineage: "LINKS", publication: { ...publication, check_notes: 2, warnings: ["no\\n::error::injected"] } };`,
  );
  expect(status).toBe(20);
  expect(stdout.match(/^::error title=t.*::(.*)$/gm)).toEqual([
    "::error title=t::nowhere",
    "::error title=t,file=a.yaml,line=3::line 3",
    "::error title=t,file=../b.yaml,line=4::line 4",
  ]);
  expect(stdout).toContain("::warning title=Agent Lab::no ::error::injected");
  expect(readFileSync(join(folder, "summary"), "utf8")).toBe("# No-Go\n\nLINKS\n");
  expect(readFileSync(join(folder, "output"), "utf8")).toMatch(
    /check-run-url<<(\S+)\nhttps:\/\/check\n/,
  );
});
