import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseYaml, yamlLimits } from "../../../src/shell/workspace/yaml-text.ts";

function valueOf(text: string, limit?: number): unknown {
  const parsed = parseYaml(text, "f.yaml", limit);
  if (!parsed.ok) throw new Error(`${parsed.faults[0].code}: ${parsed.faults[0].message}`);
  return parsed.value;
}

function faultOf(text: string, limit?: number) {
  const parsed = parseYaml(text, "f.yaml", limit);
  if (parsed.ok) throw new Error(`read: ${JSON.stringify(parsed.value).slice(0, 80)}`);
  expect(parsed.faults[0].fix).not.toBe("");
  return parsed.faults[0];
}

const keys = (n: number): string[] => Array.from({ length: n }, (_, at) => `k${at}: 1`);

describe("size", () => {
  test("64 KiB is read, one byte more is not; bytes count, not characters", () => {
    const most = `a: ${"x".repeat(yamlLimits.bytes - 3)}`;
    expect(new TextEncoder().encode(most)).toHaveLength(65_536);
    expect(valueOf(most)).toHaveProperty("a");
    expect(faultOf(`${most}x`)).toMatchObject({
      code: "yaml_too_large",
      message: "f.yaml has 65537 bytes; 65536 is the limit",
    });
    expect(faultOf(`a: ${"ü".repeat(32_767)}`).code).toBe("yaml_too_large");
    expect(valueOf(`a: ${"ü".repeat(32_766)}`)).toHaveProperty("a");
  });

  test("another limit, for fixtures", () => {
    expect(faultOf("a: 12", 4).code).toBe("yaml_too_large");
    expect(valueOf(`a: ${"x".repeat(70_000)}`, 80_000)).toHaveProperty("a");
  });

  test.each([
    ["block", (n: number) => keys(n).join("\n")],
    ["block with blank lines and comments", (n: number) => `${keys(n).join("\n\n# c\n")}\n# end\n`],
    ["flow", (n: number) => `{${keys(n).join(", ")}}`],
    ["flow with a trailing comma", (n: number) => `{${keys(n).join(", ")},}`],
    [
      "nested",
      (n: number) =>
        `a:\n  b:\n${keys(n)
          .map((key) => `    ${key}`)
          .join("\n")}`,
    ],
    [
      "keys alone",
      (n: number) =>
        `{${keys(n)
          .map((key) => key.slice(0, -3))
          .join(", ")}}`,
    ],
  ])("500 keys in a map, not 501: %s", (_name, write) => {
    expect(valueOf(write(500))).toBeTypeOf("object");
    expect(faultOf(write(501))).toMatchObject({ code: "yaml_too_many_keys" });
  });

  test("a list may be longer than 500, block and flow alike", () => {
    const numbers = Array.from({ length: 2_000 }, (_, at) => at);
    expect(valueOf(`[${numbers.join(",")}]`)).toEqual(numbers);
    expect(valueOf(numbers.map((one) => `- ${one}`).join("\n"))).toEqual(numbers);
  });

  test("32 levels, not 33, whatever they are made of", () => {
    expect(valueOf("[".repeat(32) + "]".repeat(32))).toBeInstanceOf(Array);
    expect(valueOf(`${"- ".repeat(31)}x`)).toBeInstanceOf(Array);
    expect(faultOf("[".repeat(33) + "]".repeat(33)).code).toBe("yaml_too_deep");
    expect(faultOf(`${"- ".repeat(32)}x`).code).toBe("yaml_too_deep");
  });

  test("tens of thousands of keys, brackets and dashes are refused before the quadratic step", () => {
    expect(faultOf(keys(8_000).join("\n").slice(0, 65_000)).code).toBe("yaml_too_many_keys");
    expect(faultOf(`{${keys(8_000).join(",").slice(0, 65_000)}}`).code).toBe("yaml_too_many_keys");
    expect(faultOf(`a: ${"[".repeat(65_000)}`).code).toBe("yaml_too_deep");
    expect(faultOf("- ".repeat(32_000)).code).toBe("yaml_too_deep");
    expect(faultOf("? ".repeat(32_000)).code).toBe("yaml_too_deep");
  });
});

describe("what is not plain data", () => {
  test.each([
    ["an alias", "a: 1\nb: *x", "yaml_alias", "f.yaml:2:4"],
    ["an anchor", "a: &x 1", "yaml_alias", "f.yaml:1:7"],
    ["an anchor on a map", "a: &x\n  b: 1", "yaml_alias", "f.yaml:2:3"],
    ["an anchor on a list", "a: &x [1]", "yaml_alias", "f.yaml:1:7"],
    ["an alias as a key", "a: &x 1\n*x : 2", "yaml_alias", "f.yaml:2:1"],
    ["an alias in a list", "- &x 1\n- *x", "yaml_alias", "f.yaml:2:3"],
    ["a code tag", 'a: !!js/function "x"', "yaml_tag", "f.yaml:1:4"],
    ["a local tag", "a: !mine 1", "yaml_tag", "f.yaml:1:4"],
    ["a core tag", "a: !!str 1", "yaml_tag", "f.yaml:1:10"],
    ["a map tag", "a: !!map {b: 1}", "yaml_tag", "f.yaml:1:10"],
    ["a binary", "a: !!binary aGk=", "yaml_tag", "f.yaml:1:13"],
    ["a bare tag", "a: ! 1", "yaml_tag", "f.yaml:1:6"],
    ["a key twice", "a: 1\nb:\n  c: 1\n  c: 2", "yaml_syntax", "f.yaml:4:3"],
    ["a key twice in a flow map", "{a: 1, a: 2}", "yaml_syntax", "f.yaml:1:8"],
    ["a list as a key", "? [a]\n: 1", "yaml_syntax", "f.yaml:1:3"],
    ["a second document", "a: 1\n---\nb: 2", "yaml_syntax", "f.yaml:2:1"],
    ["a tab", "a:\n\tb: 1", "yaml_syntax", "f.yaml:2:1"],
    ["the key __proto__", "a:\n  __proto__: 1", "yaml_text", "f.yaml:2:3"],
    ["half a surrogate pair", 'a: "\\ud800"', "yaml_text", "f.yaml:1:4"],
    ["half a pair in a key", '"\\udc00": 1', "yaml_text", "f.yaml:1:1"],
  ])("%s is refused with its place", (_name, text, code, where) => {
    expect(faultOf(text)).toMatchObject({ code, where });
  });

  test("the core schema, also where a directive asks for YAML 1.1", () => {
    expect(valueOf("a: yes\nb: on\nc: 2026-01-01\nd: 0o17\ne: 0x1F\nf: ~\ng: True")).toEqual({
      a: "yes",
      b: "on",
      c: "2026-01-01",
      d: 15,
      e: 31,
      f: null,
      g: true,
    });
    expect(valueOf("%YAML 1.1\n---\na: yes\n<<: { b: 1 }")).toEqual({ a: "yes", "<<": { b: 1 } });
  });
});

describe("numbers", () => {
  test.each([
    ["0.15", 0.15],
    ["123456789012.345", 123456789012.345],
    ["-0.00000000000000001", -1e-17],
    ["1.5e-7", 1.5e-7],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["-9007199254740991", Number.MIN_SAFE_INTEGER],
    ["0.0", 0],
    ["0.00000000000000000000", 0],
    ["1e3", 1_000],
  ])("%s is kept exactly", (text, value) => {
    expect(valueOf(`a: ${text}`)).toEqual({ a: value });
  });

  test.each([
    ["1234567890.1234567", "more digits than can be kept"],
    ["0.1234567890123456", "more digits than can be kept"],
    ["1.0000000000000001", "more digits than can be kept"],
    ["9007199254740992", "too large to be kept exactly"],
    ["12345678901234567890", "too large to be kept exactly"],
    ["0xFFFFFFFFFFFFFFFF", "too large to be kept exactly"],
    ["1e21", "too large to be kept exactly"],
    ["1e-400", "too small to be kept exactly"],
    ["1e999", "not a finite number"],
    [".inf", "not a finite number"],
    ["-.INF", "not a finite number"],
    [".nan", "not a finite number"],
  ])("%s is refused", (text, says) => {
    const fault = faultOf(`a:\n  - ${text}`);
    expect(fault).toMatchObject({ code: "yaml_number", where: "f.yaml:2:5" });
    expect(fault.message).toContain(says);
    expect(valueOf(`a: "${text}"`)).toEqual({ a: text });
  });

  test("a decimal of at most 15 digits comes back as it was written", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999_999 }),
        fc.nat({ max: 15 }),
        (n, at) => {
          const digits = String(n).padStart(at + 1, "0");
          const text = at === 0 ? digits : `${digits.slice(0, -at)}.${digits.slice(-at)}`;
          const value = (valueOf(`a: ${text}`) as { a: number }).a;
          expect(value.toFixed(at)).toBe(text);
        },
      ),
    );
  });
});

describe("places", () => {
  const text = "id: x\nlimits:\n  wall: 1\n  list:\n    - a\n    - b: 2\n      c: [10, { d: 3 }]\n";
  const places: readonly (readonly [PropertyKey[], string])[] = [
    [[], "1:1"],
    [["id"], "1:1"],
    [["limits"], "2:1"],
    [["limits", "wall"], "3:3"],
    [["limits", "list", 0], "5:7"],
    [["limits", "list", 1], "6:7"],
    [["limits", "list", 1, "b"], "6:7"],
    [["limits", "list", 1, "c"], "7:7"],
    [["limits", "list", 1, "c", 0], "7:11"],
    [["limits", "list", 1, "c", 1, "d"], "7:17"],
    [["limits", "absent"], "2:1"],
    [["limits", "list", 9, "deep"], "4:3"],
    [["absent", "deep"], "1:1"],
  ];

  test.each([
    ["LF", text, 0],
    ["CRLF", text.replaceAll("\n", "\r\n"), 0],
    ["a comment before", `# first\n${text}`, 1],
  ])("of keys, items and what is not there: %s", (_name, source, shift) => {
    const parsed = parseYaml(source, "f.yaml");
    if (!parsed.ok) throw new Error(parsed.faults[0].message);
    for (const [path, where] of places.slice(1)) {
      const { line, column } = parsed.locate(path);
      expect(`${JSON.stringify(path)} ${line - shift}:${column}`).toBe(
        `${JSON.stringify(path)} ${where}`,
      );
    }
  });

  test("a byte order mark is no column, and an empty document is null at 1:1", () => {
    const marked = parseYaml("\uFEFFa: 1\nb: 2", "f.yaml");
    if (!marked.ok) throw new Error(marked.faults[0].message);
    expect(marked.value).toEqual({ a: 1, b: 2 });
    expect(marked.locate(["b"])).toEqual({ line: 2, column: 1 });
    const empty = parseYaml("", "f.yaml");
    if (!empty.ok) throw new Error(empty.faults[0].message);
    expect(empty.value).toBeNull();
    expect(empty.locate(["x"])).toEqual({ line: 1, column: 1 });
  });
});

test("any text is read or refused with a place, and never throws", () => {
  const pieces = fc.constantFrom(
    "a",
    ":",
    " ",
    "\n",
    "-",
    "[",
    "]",
    "{",
    "}",
    ",",
    "&x",
    "*x",
    "!!t ",
    "|",
    ">",
    "'",
    '"',
    "#",
    "?",
    "%",
    "---",
    "...",
    "\t",
    "1e9",
    "~",
    "\\ud800",
    "<<",
    "\r\n",
  );
  const outcome = fc.check(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const parsed = parseYaml(parts.join(""), "f.yaml");
      const where = parsed.ok ? `f.yaml:1:1` : parsed.faults[0].where;
      return /^f\.yaml:\d+:\d+$/.test(where);
    }),
    { numRuns: 2_000 },
  );
  expect(outcome).toMatchObject({ failed: false, numRuns: 2_000 });
});
