import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseHttpDate } from "../../../src/core/wire/http-date.ts";
import { requestKey, retryHint } from "../../../src/core/wire/retries.ts";

const now = Date.UTC(2026, 10, 30, 12, 0, 0);

const info = (delay: string) => ({
  error: {
    details: [
      { "@type": "type.googleapis.com/google.rpc.Help" },
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: delay },
    ],
  },
});

const tool = (n: number) => [{ type: "function", function: { name: `extract-${n}` } }];

describe("retryHint", () => {
  test.each([
    ["seconds", { "Retry-After": "12" }, null, 12_000],
    ["a fraction of a second, rounded up", { "retry-after": "0.2005" }, null, 201],
    ["a date ahead", { "retry-after": "Mon, 30 Nov 2026 12:02:00 GMT" }, null, 120_000],
    ["a date gone by", { "retry-after": "Mon, 30 Nov 2026 11:59:00 GMT" }, null, 0],
    ["milliseconds before seconds", { "retry-after-ms": "250", "retry-after": "9" }, null, 250],
    ["a Go duration", { "retry-after": "1m2.5s" }, null, 62_500],
    ["Google's RetryInfo", {}, info("3.7s"), 3_700],
    ["RetryInfo in text, in a list", {}, JSON.stringify([info("8s")]), 8_000],
    [
      "the exhausted limit's reset",
      {
        "x-ratelimit-reset-requests": "6m0s",
        "x-ratelimit-reset-tokens": "300ms",
        "x-ratelimit-remaining-tokens": "0",
      },
      null,
      300,
    ],
    ["a reset of zero says nothing", { "x-ratelimit-reset-requests": "0s" }, null, null],
    ["a wait of a day is told as it is", { "retry-after": "86400" }, null, 86_400_000],
    ["nonsense", { "retry-after": "soon", "retry-after-ms": "NaN" }, "<html>", null],
    ["a negative wait", { "retry-after": "-5" }, null, null],
    ["nothing", {}, null, null],
  ] as const)("%s", (_title, headers, body, expected) => {
    expect(retryHint(headers, body, now)).toBe(expected);
  });

  test("is ignored on success", () => {
    expect(retryHint({ "retry-after": "5" }, null, now, 200)).toBeNull();
    expect(retryHint({ "retry-after": "5" }, null, now, 429)).toBe(5_000);
  });
});

describe("parseHttpDate", () => {
  test("agrees with the platform for every date of RFC 9110's preferred form", () => {
    const any = fc.integer({
      min: Date.UTC(1000, 0, 1) / 1000,
      max: Date.UTC(9999, 11, 31) / 1000,
    });
    fc.assert(
      fc.property(any, (seconds) => {
        expect(parseHttpDate(new Date(seconds * 1000).toUTCString())).toBe(seconds * 1000);
      }),
    );
  });

  test("reads the example of RFC 9110 5.6.7 in all three forms", () => {
    const expected = Date.UTC(1994, 10, 6, 8, 49, 37);
    expect(parseHttpDate("Sun, 06 Nov 1994 08:49:37 GMT")).toBe(expected);
    expect(parseHttpDate("Sunday, 06-Nov-94 08:49:37 GMT")).toBe(expected);
    expect(parseHttpDate("Sun Nov  6 08:49:37 1994")).toBe(expected);
    expect(parseHttpDate("Sun, 06 Nov 1994 25:49:37 GMT")).toBeNull();
  });
});

describe("requestKey", () => {
  const body = {
    model: "sim-a",
    messages: [{ role: "user", content: "extract-1" }],
    temperature: 0,
  };

  test("does not depend on key order or on a process-wide tool counter", () => {
    const reordered = { temperature: 0, tools: tool(4), messages: body.messages, model: "sim-a" };
    expect(requestKey(reordered)).toBe(requestKey({ ...body, tools: tool(5) }));
  });

  test("differs for any other change of content", () => {
    const key = requestKey(body);
    expect(requestKey({ ...body, temperature: 1 })).not.toBe(key);
    expect(requestKey({ ...body, messages: [{ role: "user", content: "extract-2" }] })).not.toBe(
      key,
    );
    expect(requestKey({ ...body, messages: [...body.messages, ...body.messages] })).not.toBe(key);
  });
});
