import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { shortestSecret } from "../../../src/core/redaction/forms.ts";
import { createRedactor } from "../../../src/core/redaction/redactor.ts";

const KEY = 'canary/Key+with="quotes"&ünï-7c41e9';
const redactor = createRedactor([{ name: "CANARY", value: KEY }]);

function hexOf(text: string): string {
  return Buffer.from(text).toString("hex");
}

describe("a secret in every form", () => {
  const python = JSON.stringify(KEY).replaceAll(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  test.each([
    ["as it is", KEY],
    ["JSON", JSON.stringify(KEY).slice(1, -1)],
    ["JSON as Python writes it", python.slice(1, -1)],
    ["JSON in JSON", JSON.stringify(JSON.stringify(KEY)).slice(3, -3)],
    ["a URL", encodeURIComponent(KEY)],
    ["a form", new URLSearchParams({ k: KEY }).toString().slice(2)],
    ["percent signs only", hexOf(KEY).replaceAll(/../g, "%$&")],
    ["hex", hexOf(KEY)],
    ["HEX", hexOf(KEY).toUpperCase()],
    ["base64", Buffer.from(KEY).toString("base64")],
    ["base64url", Buffer.from(KEY).toString("base64url")],
    ["HTML", KEY.replaceAll("&", "&amp;").replaceAll('"', "&quot;")],
  ])("%s", (_name, form) => {
    const text = `before ${form} after`;
    const clean = redactor.redactText(text);
    expect(clean).toContain("[redacted:CANARY]");
    expect(clean).toMatch(/^before \[redacted:CANARY\].{0,4} after$/);
    expect(redactor.redactBytes(Buffer.from(text))).toMatchObject({ count: 1, known: ["CANARY"] });
  });

  test("base64 of a text around it, whatever comes before and after, leaves no byte of it", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 40 }),
        fc.string({ unit: "binary", maxLength: 40 }),
        fc.constantFrom("base64" as const, "base64url" as const),
        (before, after, encoding) => {
          const encoded = Buffer.from(before + KEY + after).toString(encoding);
          const clean = redactor.redactText(encoded);
          expect(clean).toContain("[redacted:CANARY]");
          const left = clean.split("[redacted:CANARY]").map((part) => Buffer.from(part, encoding));
          for (const part of left) expect(part.toString("latin1")).not.toContain("canary");
        },
      ),
    );
  });

  test("each long line of a key of many lines", () => {
    const pem = ["-----BEGIN KEY-----", "MIIEowIBAAKCAQEA7bq9", "ZzY0c2VjcmV0bGluZQ", ""].join(
      "\n",
    );
    const lines = createRedactor([{ name: "PEM", value: pem }]);
    expect(lines.redactText("log: MIIEowIBAAKCAQEA7bq9 | ZzY0c2VjcmV0bGluZQ")).toBe(
      "log: [redacted:PEM] | [redacted:PEM]",
    );
    expect(lines.redactText(JSON.stringify({ pem }))).toBe('{"pem":"[redacted:PEM]"}');
  });

  test("a value of fewer than 8 bytes is left alone", () => {
    const short = createRedactor([{ name: "SHORT", value: "1234567" }]);
    expect(shortestSecret).toBe(8);
    expect(short.redactText("call 1234567 now")).toBe("call 1234567 now");
  });

  test("of two that overlap nothing is left, whichever begins first", () => {
    const both = createRedactor([
      { name: "A", value: "abcdefgh12" },
      { name: "B", value: "gh12345678" },
    ]);
    expect(both.redactText("<abcdefgh12345678>")).toBe("<[redacted:A]>");
  });

  test("a marker says no more than a name", () => {
    const odd = createRedactor([{ name: "A]\n::x", value: "abcdefgh12" }]);
    expect(odd.redactText("abcdefgh12")).toBe("[redacted:A____x]");
  });
});

describe("keys by their shape", () => {
  const plain = createRedactor([]);
  test.each([
    ["provider-key", `sk-proj-${"aB3_".repeat(20)}`],
    ["provider-key", `sk-ant-api03-${"x9".repeat(40)}`],
    ["github-token", `ghp_${"a1".repeat(18)}`],
    ["github-token", `ghs_${"a1".repeat(18)}`],
    ["github-token", `github_pat_${"a1_".repeat(20)}`],
    ["aws-key-id", "AKIAIOSFODNN7EXAMPLE"],
    ["google-key", `AIza${"Sy5".repeat(11)}_-`],
  ])("%s", (name, key) => {
    for (const text of [key, `"${key}"`, `x=${key}&y`, `a\n${key}\nb`]) {
      expect(plain.redactText(text)).toBe(text.replace(key, `[redacted:${name}]`));
      const inJson = JSON.stringify({ text });
      expect(plain.redactText(inJson)).toBe(inJson.replace(key, `[redacted:${name}]`));
    }
    expect(plain.redactBytes(Buffer.from(key)).known).toEqual([]);
  });

  test.each([
    "sk-fading-circle-spinner-animation",
    "task-2026-11-30-abcdefghijklmnop",
    "sk-short1",
    "AKIAIOSFODNN7EXAMPLE0",
    "xAKIAIOSFODNN7EXAMPLE",
    "ghp_toshort1",
  ])("%s is none", (text) => {
    expect(plain.redactText(text)).toBe(text);
  });

  test("one that stands in public text is an example", () => {
    const key = `sk-test-${"a1".repeat(12)}`;
    const lenient = createRedactor([], [`the agent must not say ${key}.`]);
    expect(lenient.redactText(`It said ${key}!`)).toBe(`It said ${key}!`);
    expect(lenient.redactText(`It said ${key}2!`)).toBe("It said [redacted:provider-key]!");
  });
});

describe("a stream", () => {
  const forms = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString("base64"), hexOf(KEY)];
  const piece = fc.oneof(
    fc.constantFrom(...forms, "sk-", "sk-abcdefghij0123456789xyz", "AKIAIOSFODNN7EXAMPLE", "\\n"),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom(KEY.slice(0, 9), KEY.slice(9), KEY.slice(0, -1)),
  );

  test("gives the same bytes for any cut, and the same count", () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 40 }),
        (pieces, cuts) => {
          const bytes = Buffer.from(pieces.join(""));
          const whole = redactor.redactBytes(bytes);
          const stream = redactor.redactStream();
          const out: Uint8Array[] = [];
          let at = 0;
          for (let turn = 0; at < bytes.length; turn += 1) {
            const size = Math.max(1, cuts[turn % cuts.length] ?? 1);
            out.push(stream.push(bytes.subarray(at, at + size)));
            at += size;
          }
          out.push(stream.finish());
          expect(Buffer.concat(out).equals(whole.bytes)).toBe(true);
          expect(stream.count()).toBe(whole.count);
          for (const form of forms) expect(Buffer.concat(out).toString()).not.toContain(form);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("cut at every byte", () => {
    const bytes = Buffer.from(`a ${forms.join(" b ")} c`);
    const whole = Buffer.from(redactor.redactBytes(bytes).bytes).toString();
    expect(whole).not.toContain("canary");
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const stream = redactor.redactStream();
      const parts = [stream.push(bytes.subarray(0, cut)), stream.push(bytes.subarray(cut))];
      expect(Buffer.concat([...parts, stream.finish()]).toString()).toBe(whole);
    }
  });

  test("gives out what can't be part of a secret any more, and holds no more than it must", () => {
    const stream = redactor.redactStream();
    let given = 0;
    for (let turn = 0; turn < 64; turn += 1) given += stream.push(Buffer.alloc(1_024, "x")).length;
    expect(given).toBeGreaterThan(64 * 1_024 - 1_024);
    expect(given + stream.finish().length).toBe(64 * 1_024);
  });
});
