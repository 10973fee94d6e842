import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";

import { describe, expect, test } from "vitest";
import { z } from "zod";

import type { Outcome } from "../../../src/contracts/fault.ts";
import {
  expandGlobs,
  loadFixture,
  loadJson,
  loadYaml,
  readText,
  resolveInside,
} from "../../../src/shell/workspace/documents.ts";
import { aFolder } from "./folder.ts";

function faultOf(outcome: Outcome<unknown>) {
  if (outcome.ok) throw new Error(`read: ${JSON.stringify(outcome.value).slice(0, 80)}`);
  expect(outcome.faults[0].fix).not.toBe("");
  return outcome.faults[0];
}

describe("text", () => {
  test("what is not a file of text says which and what to do", () => {
    const folder = aFolder();
    mkdirSync(folder.at("d"));
    expect(faultOf(readText(folder.at("no"), "no"))).toMatchObject({
      code: "file_missing",
      message: "there is no file no",
      where: "no",
    });
    expect(faultOf(readText(folder.at("d"), "d")).code).toBe("file_is_folder");
    const binary = folder.write("b", new Uint8Array([0x61, 0xff, 0xfe]));
    expect(faultOf(readText(binary, "b"))).toMatchObject({ code: "file_unreadable" });
    expect(faultOf(readText(binary, "b")).fix).toContain("UTF-8");
  });

  test("a limit counts bytes: at the limit is read, one more is not", () => {
    const file = aFolder().write("t", "ü".repeat(5));
    expect(readText(file, "t", 10)).toEqual({ ok: true, value: "üüüüü" });
    expect(faultOf(readText(file, "t", 9))).toMatchObject({
      code: "file_too_large",
      message: "t has 10 bytes; 9 is the limit",
    });
  });

  test.skipIf(process.platform === "win32")(
    "a pipe or a device is refused, never waited for (not on Windows: it has no mkfifo)",
    () => {
      const folder = aFolder();
      execFileSync("mkfifo", [folder.at("pipe")]);
      expect(faultOf(readText(folder.at("pipe"), "pipe")).code).toBe("not_a_file");
      expect(faultOf(readText("/dev/zero", "zero")).code).toBe("not_a_file");
    },
  );
});

describe("fixtures", () => {
  test("JSON, JSONL and YAML give the same data; empty lines of JSONL are none", () => {
    const folder = aFolder();
    const rows = [
      { sku: "A", price: 1.5 },
      { sku: "B", price: null },
    ];
    const files = {
      "f.json": JSON.stringify(rows),
      "f.jsonl": `${JSON.stringify(rows[0])}\r\n\n${JSON.stringify(rows[1])}\n`,
      "f.yaml": "- { sku: A, price: 1.5 }\n- { sku: B, price: ~ }\n",
    };
    for (const [name, text] of Object.entries(files))
      expect(loadFixture(folder.write(name, text), name)).toEqual({ ok: true, value: rows });
  });

  test("a bad line of JSONL is named by its number, empty lines counted", () => {
    const file = aFolder().write("f.jsonl", '{"a":1}\n\n{"a":\n{"a":2}\n');
    expect(faultOf(loadFixture(file, "f.jsonl"))).toMatchObject({
      code: "json_syntax",
      where: "f.jsonl:3",
    });
  });

  test.each([
    ["an integer beyond 2^53", '{"id":12345678901234567890}', "/id"],
    ["half a surrogate pair", '["\\ud800"]', "/0"],
    ["the key __proto__", '{"a":{"__proto__":1}}', "__proto__"],
    ["65 levels", `${"[".repeat(65)}${"]".repeat(65)}`, "deeper than 64 levels"],
    ["a hundred thousand levels", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, ""],
  ])("JSON that can't be kept exactly is refused: %s", (_name, text, says) => {
    const folder = aFolder();
    const fault = faultOf(loadFixture(folder.write("f.json", text), "f.json"));
    expect(["not_plain_data", "json_syntax"]).toContain(fault.code);
    expect(fault.message).toContain(says);
    expect(faultOf(loadFixture(folder.write("f.jsonl", `1\n${text}`), "f.jsonl")).where).toBe(
      "f.jsonl:2",
    );
  });

  test("a YAML fixture may be larger than a contract", () => {
    const folder = aFolder();
    const text = Array.from({ length: 6_000 }, (_, at) => `- name: item ${at}\n`).join("");
    expect(loadFixture(folder.write("f.yml", text), "f.yml").ok).toBe(true);
    expect(faultOf(loadYaml(folder.write("f.yaml", text), z.any(), "f.yaml")).code).toBe(
      "yaml_too_large",
    );
  });

  test("a document of JSON is checked against its format", () => {
    const folder = aFolder();
    const format = z.strictObject({ a: z.number() });
    expect(loadJson(folder.write("a.json", '{"a":1}'), format)).toEqual({
      ok: true,
      value: { a: 1 },
    });
    expect(faultOf(loadJson(folder.write("b.json", '{"b":1}'), format, "b.json"))).toMatchObject({
      code: "missing_key",
      where: "b.json:1:1",
    });
  });
});

describe("paths", () => {
  test("globs give sorted absolute paths once; one without a match is a fault", () => {
    const folder = aFolder();
    for (const name of ["c/b.yaml", "c/a.yaml", "c/n.txt"]) folder.write(name, "");
    expect(expandGlobs(folder.path, ["c/*.yaml", "c/a.yaml"], "m")).toEqual({
      ok: true,
      value: [folder.at("c/a.yaml"), folder.at("c/b.yaml")],
    });
    expect(faultOf(expandGlobs(folder.path, ["c/*.yaml", "d/*"], "m.yaml"))).toMatchObject({
      code: "no_match",
      message: "no file matches d/*",
      where: "m.yaml",
    });
  });

  test("a named file stays inside the project", () => {
    const folder = aFolder();
    const from = folder.write("p/cases/c.yaml", "");
    const root = folder.at("p");
    const inside = (named: string) => resolveInside(root, from, named, "c.yaml");
    for (const named of ["t.md", "../t.md", "./../cases/../t.md", "..t.md"])
      expect(inside(named).ok).toBe(true);
    for (const named of ["../../t.md", "../..", "/etc/passwd", "../../p2/t.md"])
      expect(faultOf(inside(named))).toMatchObject({ code: "path_outside", where: "c.yaml" });
  });

  test.skipIf(process.platform === "win32")(
    "a symbolic link out of the project is refused, one inside is followed (not on Windows: it needs a privilege)",
    () => {
      const folder = aFolder();
      const from = folder.write("p/c.yaml", "");
      folder.write("secret.md", "secret");
      folder.write("p/real.md", "fine");
      mkdirSync(folder.at("outside"));
      folder.write("outside/s.md", "secret");
      symlinkSync(folder.at("secret.md"), folder.at("p/link.md"));
      symlinkSync(folder.at("outside"), folder.at("p/linked"));
      symlinkSync("real.md", folder.at("p/inner.md"));
      symlinkSync(folder.at("p"), folder.at("project"));
      const root = folder.at("p");
      for (const named of ["link.md", "linked/s.md"]) {
        const fault = faultOf(resolveInside(root, from, named, "c.yaml"));
        expect(fault.code).toBe("path_outside");
        expect(fault.message).toContain("symbolic link");
      }
      expect(resolveInside(root, from, "inner.md", "c.yaml").ok).toBe(true);
      expect(
        resolveInside(folder.at("project"), folder.at("project/c.yaml"), "real.md", "c").ok,
      ).toBe(true);
    },
  );
});
