import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { digestBytes } from "../../src/core/digest/digest.ts";
import { writeArchive } from "../../src/shell/archive/gzip.ts";
import { verify } from "../../src/verify/main.ts";
import { bundleOf, MATRIX, parts, put, write, type Files } from "../core/evidence/a-bundle.ts";

const made = parts();
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-lab-verify-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function run(...argv: string[]): { code: number; out: string; err: string } {
  const said = { out: "", err: "" };
  const code = verify(
    argv,
    (text) => (said.out += text),
    (text) => (said.err += text),
  );
  return { code, ...said };
}

function pack(files: Files): { file: string; digest: string } {
  const archive = writeArchive(files);
  const file = join(folder, "evidence.tar.gz");
  writeFileSync(file, archive);
  return { file, digest: digestBytes(archive) };
}

describe("verify", () => {
  test("says what it checked, what it could not, and that nobody signed", () => {
    const { file, digest } = pack(bundleOf(made));
    const { code, out, err } = run(file);
    expect(err).toBe("");
    expect(out).toBe(`Evidence bundle ${file}
matrix  ${MATRIX}
archive ${digest}

ok   1 limits: counts, sizes, safe and distinct paths
ok   2 manifest: every file listed, none missing, none extra, sizes and digests right
ok   3 schemas: every document canonical and of its published form
ok   4 plan: contracts bound, every cell with one recorded result or a reason, no foreign run, second look by the rule
ok   5 chains: every stream gapless and anchored, its artifacts present, admitted before it ran
ok   6 replay: every event legal where it stands: phases, budget, receipts, approvals
ok   7 results: opening, points, cost and every RunResult worked out again
ok   8 views: comparison, readiness and report recomputed byte for byte

Not checked:
  analysis and order of the blocks: the plan is of a version that registered none
  9: a signature or attestation
  whether ledger.db holds the same events (it is listed, never opened)
  the tool version and the CI run that manifest.json names: nothing else in the bundle says them
  preflight: bound by digest before the first call, not worked out again
  whether usage, tool calls and shape of a model call are what its stored bytes say
  positions in the ledger: no hash covers them; they have to fit the chains
  how often the same plan was run before: counted in the folder where it was registered
  whether the model, the tools and the clock told the truth when the events were written

Unsigned: consistent with itself; authentic only against the published digest (--digest sha256:...).
`);
    expect(code).toBe(0);
  });

  test("holds the archive against a published digest", () => {
    const { file, digest } = pack(bundleOf(made));
    const same = run(file, "--digest", digest);
    expect(same.code).toBe(0);
    expect(same.out).toContain("it is the archive whose digest you gave");
    const other = run(file, "--digest", digestBytes("other"), "--json");
    expect(other.code).toBe(60);
    expect(JSON.parse(other.out)).toMatchObject({
      ok: false,
      exit_code: 60,
      first_fault: { code: "E-published_digest" },
      archive_sha256: digest,
    });
  });

  test("names the first fault with file and line, and exits with 60", () => {
    const { file } = pack(bundleOf(made, (files) => write(files, "views/report.md", "# Go\n")));
    const { code, out } = run(file);
    expect(code).toBe(60);
    expect(out).toContain("FAIL 8 views");
    expect(out).toContain("First fault: E-view_differs in views/report.md:1\n");
    expect(out).toContain("NOT VERIFIED");
    expect(out).not.toContain("Unsigned: consistent");
  });

  test("checks an unpacked folder too, but no published digest of it", () => {
    const root = join(folder, "bundle");
    for (const [path, content] of bundleOf(made)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    expect(run(root).code).toBe(0);
    const asked = run(root, "--digest", digestBytes("x"));
    expect(asked.code).toBe(60);
    expect(asked.out).toContain("give the archive, not its folder");
  });

  test("says what is wrong with a file that is no bundle", () => {
    writeFileSync(join(folder, "x.tar.gz"), "hello");
    const { code, out } = run(join(folder, "x.tar.gz"));
    expect(code).toBe(60);
    expect(out).toContain("First fault: E-gzip_header");
  });

  test("a file that is not there is wrong usage, not broken evidence", () => {
    const { code, out, err } = run(join(folder, "nope.tar.gz"));
    expect(code).toBe(50);
    expect(out).toBe("");
    expect(err).toContain(`there is no file ${join(folder, "nope.tar.gz")}\n`);
    expect(run(join(folder, "x\u001b[2J")).err).not.toContain("\u001b");
  });

  test("lets no control character of the bundle reach the terminal", () => {
    const files = bundleOf(made, (some) => put(some, "preflight.json", { "\u001b[2Jkey": 1 }));
    const { out } = run(pack(files).file);
    expect(out).toContain("E-schema_invalid");
    expect(out.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });

  test.each([
    [[], "Which bundle?"],
    [["a", "b"], "one too many"],
    [["a", "--digest", "abc"], "64 lower-case hex digits"],
    [["a", "--sign"], "--sign"],
  ])("refuses %j with 50 and its usage", (argv, sentence) => {
    const { code, out, err } = run(...argv);
    expect(code).toBe(50);
    expect(out).toBe("");
    expect(err).toContain(sentence);
    expect(err).toContain("Usage: verify.mjs BUNDLE");
  });

  test("--help is no error", () => {
    expect(run("--help")).toMatchObject({ code: 0, err: "" });
  });
});
