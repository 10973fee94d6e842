/** A real bundle passes; each of several hundred single changes of it is refused, under a code of its own kind. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { RunResult } from "../../../src/contracts/run-result.ts";
import { runPath } from "../../../src/core/evidence/layout.ts";
import { readArchive } from "../../../src/shell/archive/gzip.ts";
import { verify } from "../../../src/verify/main.ts";
import { forge, streamsOf, type Streams } from "./forge.ts";
import { text, type Mutation } from "./mutation.ts";
import { archiveMutations } from "./of-archive.ts";
import { fileMutations } from "./of-files.ts";
import { recordMutations } from "./of-record.ts";
import { makeRealBundle, pack, type Files } from "./real-bundle.ts";

let archive = new Uint8Array();
let files: Files = new Map();
let other: Files = new Map();
const folder = mkdtempSync(join(tmpdir(), "mutations-"));
const counted = new Map<string, number>();

beforeAll(() => {
  archive = new Uint8Array(makeRealBundle());
  files = filesOf(archive);
  other = filesOf(makeRealBundle());
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  const table = [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const total = table.reduce((sum, [, count]) => sum + count, 0);
  console.log(
    [`${total} mutations refused:`, ...table.map(([code, count]) => `  ${code} ${count}`)].join(
      "\n",
    ),
  );
});

function filesOf(bytes: Uint8Array): Files {
  const read = readArchive(bytes);
  if (!read.ok) throw new Error(read.fault.message);
  return read.files;
}

interface Found {
  readonly exit: number;
  readonly code: string;
  readonly path: string;
  readonly line: number;
  readonly message: string;
  readonly noticed: readonly string[];
}

function check(bytes: Uint8Array): Found {
  const file = join(folder, "evidence.tar.gz");
  writeFileSync(file, bytes);
  return look(file);
}

function look(file: string): Found {
  let out = "";
  const exit = verify(
    [file, "--json"],
    (said) => (out += said),
    (said) => (out += said),
  );
  const { first_fault, noticed } = JSON.parse(out) as {
    noticed: readonly string[];
    first_fault: { code: string; path: string; line?: number; message: string } | null;
  };
  const { code = "none", path = "", line = 0, message = "" } = first_fault ?? {};
  return { exit, code, path, line, message, noticed };
}

/** Every mutation that passed, or was found under a code of another kind. */
function survivors(mutations: Iterable<Mutation>): string[] {
  const wrong: string[] = [];
  for (const mutation of mutations) {
    const { exit, code, path, line, message } = check(mutation.archive);
    const there = mutation.path === undefined || mutation.path === path;
    const expected = there && (mutation.codes as readonly string[]).includes(code);
    const where = `${path}:${line}`;
    if (exit === 60 && expected) counted.set(code, (counted.get(code) ?? 0) + 1);
    else
      wrong.push(
        `${mutation.kind}: ${mutation.name}: exit ${exit}, ${code} in ${where} (${message})`,
      );
  }
  return wrong;
}

test("the bundle as it is passes, and so does the same bundle packed by these tests", () => {
  expect(check(archive)).toMatchObject({ exit: 0, code: "none" });
  expect(check(pack(files))).toMatchObject({ exit: 0, code: "none" });
});

test("a change that passes, and one found under another code, would be seen", () => {
  const none: Mutation = { kind: "none", name: "as it is", codes: ["E-not_json"], archive };
  expect(survivors([none, { ...none, archive: new Uint8Array(0) }])).toEqual([
    expect.stringContaining("exit 0, none"),
    expect.stringContaining("exit 60, E-gzip_header"),
  ]);
});

describe("no change passes", () => {
  test("of the archive", () => {
    expect(survivors(archiveMutations(archive, files))).toEqual([]);
  });

  test("of a file", () => {
    expect(survivors(fileMutations(files, other))).toEqual([]);
  });

  test("of the record, with every digest, chain, result and view made to fit", () => {
    expect(survivors(recordMutations(files, other))).toEqual([]);
  });
});

test("at least 300 changes were refused, under at least 30 codes", () => {
  expect([...counted.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(300);
  expect(counted.size).toBeGreaterThanOrEqual(30);
});

function unpacked(edit: (root: string) => void): { exit: number; code: string; path: string } {
  const root = mkdtempSync(join(tmpdir(), "unpacked-"));
  try {
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), bytes);
    }
    edit(root);
    return look(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

describe("of an unpacked folder", () => {
  test("nothing changed passes", () => {
    expect(unpacked(() => {})).toMatchObject({ exit: 0 });
  });

  test.each<[string, string, string, (root: string) => void]>([
    ["a link to a file", "E-archive_entry_kind", "plan.json", relink("/etc/hostname")],
    ["a link to the same file", "E-archive_entry_kind", "plan.json", relink("preflight.json")],
    ["a link to nothing", "E-archive_entry_kind", "plan.json", relink("nowhere")],
    ["a pipe", "E-archive_entry_kind", "plan.json", pipe],
    ["a folder for a file", "E-file_missing", "plan.json", asFolder],
    [
      "a linked folder",
      "E-archive_entry_kind",
      "more",
      (root) => symlinkSync(root, join(root, "more")),
    ],
    ["a twin", "E-path_twin", "plan.json", (root) => writeFileSync(join(root, "Plan.json"), "x")],
    [
      "a composed letter",
      "E-path_unsafe",
      "caf\u00e9",
      (root) => writeFileSync(join(root, "caf\u00e9"), "x"),
    ],
    [
      "one file more",
      "E-file_extra",
      ".DS_Store",
      (root) => writeFileSync(join(root, ".DS_Store"), "x"),
    ],
    ["no manifest", "E-not_a_bundle", "", (root) => rmSync(join(root, "manifest.json"))],
  ])("%s: %s", (_, code, path, edit) => {
    const found = unpacked(edit);
    expect(found).toMatchObject({ exit: 60, code });
    expect(found.path).toContain(path);
  });
});

function refund(): string {
  return [...streamsOf(files).keys()].find((job) => job.includes("refund-approval")) ?? "";
}

function told(edit: (streams: Streams) => void): Files {
  return forge(files, (_, streams) => edit(streams));
}

function without(job: string, type: string): Files {
  return told((streams) => {
    const stream = streams.get(job) ?? [];
    const at = stream.findIndex(({ body }) => body.type === type);
    streams.set(job, stream.toSpliced(at, 1));
  });
}

function resultOf(made: Files): RunResult {
  return JSON.parse(text(made.get(runPath(refund())))) as RunResult;
}

/** What nothing inside a bundle can tell: only the digest that was published for the archive tells it apart. */
describe("a consistent story passes, and says what it then must", () => {
  test("a settlement left out leaves a budget that is not settled", () => {
    const made = without(refund(), "budget.settled");
    expect(check(pack(made))).toMatchObject({ exit: 0 });
    expect(resultOf(made).gates.budget_settled).toMatchObject({ state: "failed" });
  });

  test("a receipt left out leaves a call nobody can account for", () => {
    const made = without(refund(), "tool.settled");
    expect(check(pack(made))).toMatchObject({ exit: 0 });
    const [call] = resultOf(made).tool_calls;
    expect(call).toMatchObject({ outcome: "ambiguous", output: null });
  });

  test("an end left out is noticed", () => {
    const [job = ""] = [...streamsOf(files).keys()].filter((one) => !one.includes("."));
    const found = check(pack(without(job, "matrix.completed")));
    expect(found).toMatchObject({ exit: 0 });
    expect(found.noticed.join()).toContain("does not end with matrix.completed");
  });

  test("a time put back is noticed", () => {
    const made = told((streams) => {
      const stream = streams.get(refund()) ?? [];
      const at = "2026-01-01T00:00:00.000Z";
      streams.set(
        refund(),
        stream.map((event, index) => (index === 9 ? { ...event, at } : event)),
      );
    });
    const found = check(pack(made));
    expect(found).toMatchObject({ exit: 0 });
    expect(found.noticed.join()).toContain("the clock went back once");
  });
});

function relink(target: string) {
  return (root: string): void => {
    rmSync(join(root, "plan.json"));
    symlinkSync(target, join(root, "plan.json"));
  };
}

function pipe(root: string): void {
  rmSync(join(root, "plan.json"));
  execFileSync("mkfifo", [join(root, "plan.json")]);
}

function asFolder(root: string): void {
  rmSync(join(root, "plan.json"));
  mkdirSync(join(root, "plan.json"));
}
