import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { PriceEntry, PricingCatalogue } from "../../../src/contracts/pricing.ts";
import type { Usage } from "../../../src/contracts/wire-evidence.ts";
import {
  callCost,
  inputTokenBound,
  worstCaseCall,
  worstCaseRun,
} from "../../../src/core/budget/cost.ts";
import { findPrice } from "../../../src/core/budget/price.ts";

function aPrice(overrides: Partial<PriceEntry> = {}): PriceEntry {
  return {
    provider: "openai",
    model: "gpt-4o-mini",
    effective_from: "2026-01-01",
    input: "0.15",
    output: "0.60",
    source: "a price list",
    checked: "2026-01-01",
    ...overrides,
  };
}

function aUsage(overrides: Partial<Usage> = {}): Usage {
  return { in: 1_000, cached: 0, out: 500, reasoning: 0, complete: true, ...overrides };
}

describe("the cost of a call", () => {
  test("is tokens times rate, exactly", () => {
    // 1,000 x 0.15 + 500 x 0.60 per million = 0.00045
    expect(callCost(aUsage(), aPrice())).toBe(450_000_000n);
  });

  test("charges cached, reasoning and the request at their own rates", () => {
    const price = aPrice({ cached_input: "0.075", reasoning: "1.20", request: "0.01" });
    const usage = aUsage({ cached: 400, reasoning: 200 });
    // 600 x 0.15 + 400 x 0.075 + 300 x 0.60 + 200 x 1.20 per million, plus 0.01
    expect(callCost(usage, price)).toBe(540_000_000n + 10_000_000_000n);
  });

  test("never gets cheaper for a count that was not reported", () => {
    const discount = aPrice({ cached_input: "0.01", reasoning: "0.10" });
    const silent = aUsage({ cached: null, reasoning: null });
    expect(callCost(silent, discount)).toBe(450_000_000n);
    const surcharge = aPrice({ reasoning: "2.40" });
    expect(callCost(silent, surcharge)).toBe(150_000_000n + 1_200_000_000n);
  });

  test("rounds half up at one pico", () => {
    const price = aPrice({ input: "0.0000005", output: "0" });
    expect(callCost(aUsage({ in: 1, out: 0 }), price)).toBe(1n);
    expect(callCost(aUsage({ in: 2, out: 0 }), price)).toBe(1n);
    const less = aPrice({ input: "0.000000499999", output: "0" });
    expect(callCost(aUsage({ in: 1, out: 0 }), less)).toBe(0n);
  });

  test.each([
    ["no usage", null, /no usage/],
    ["incomplete usage", aUsage({ complete: false }), /incomplete/],
    ["no input count", aUsage({ in: null }), /incomplete/],
    ["no output count", aUsage({ out: null }), /incomplete/],
    ["more cached than input", aUsage({ cached: 1_001 }), /1001 cached tokens/],
    ["more reasoning than output", aUsage({ reasoning: 501 }), /501 reasoning tokens/],
  ])("is missing with a reason for %s", (_name, usage, reason) => {
    expect(callCost(usage, aPrice())).toEqual({ missing: expect.stringMatching(reason) });
  });
});

describe("the worst case", () => {
  test("is the published formula", () => {
    const price = aPrice({ reasoning: "1.20", request: "0.01" });
    // (32,000 x 0.15 + 1,024 x 0.60 + 1,024 x 1.20) / 1e6 + 0.01
    const call = 4_800_000_000n + 614_400_000n + 1_228_800_000n + 10_000_000_000n;
    const bound = { input_tokens: 32_000, max_output_tokens: 1_024 };
    expect(worstCaseCall(bound, price)).toBe(call);
    const run = { model_calls: 12, input_tokens_per_call: 32_000, max_output_tokens: 1_024 };
    expect(worstCaseRun(run, price)).toBe(12n * call);
  });

  test("rounds up, for each call of a run", () => {
    const price = aPrice({ input: "0.0000001", output: "0" });
    expect(worstCaseCall({ input_tokens: 1, max_output_tokens: 0 }, price)).toBe(1n);
    const run = { model_calls: 12, input_tokens_per_call: 1, max_output_tokens: 0 };
    expect(worstCaseRun(run, price)).toBe(12n);
  });

  test("a token is at least one byte", () => {
    expect(inputTokenBound(4_096)).toBe(4_096);
  });

  test("is never below what calls inside their limits really cost", () => {
    const rate = fc.bigInt({ min: 0n, max: 10n ** 14n }).map((pico) => {
      const digits = pico.toString().padStart(13, "0");
      return `${digits.slice(0, -12)}.${digits.slice(-12)}`;
    });
    const price = fc.record(
      { input: rate, output: rate, cached_input: rate, reasoning: rate, request: rate },
      { requiredKeys: ["input", "output"] },
    );
    const limits = fc.record({
      input: fc.integer({ min: 0, max: 200_000 }),
      output: fc.integer({ min: 0, max: 20_000 }),
    });
    const shares = fc.array(
      fc.tuple(fc.nat(1_000), fc.nat(1_000), fc.nat(1_000), fc.nat(1_000), fc.boolean()),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(price, limits, shares, (rates, limit, calls) => {
        const entry = aPrice(rates);
        let spent = 0n;
        for (const [a, b, c, d, reported] of calls) {
          const input = Math.floor((limit.input * a) / 1_000);
          const out = Math.floor((limit.output * b) / 1_000);
          const cached = reported ? Math.floor((input * c) / 1_000) : null;
          const reasoning = reported ? Math.floor((out * d) / 1_000) : null;
          const cost = callCost({ in: input, out, cached, reasoning, complete: true }, entry);
          if (typeof cost !== "bigint") throw new Error(cost.missing);
          spent += cost;
        }
        const bound = worstCaseRun(
          {
            model_calls: calls.length,
            input_tokens_per_call: limit.input,
            max_output_tokens: limit.output,
          },
          entry,
        );
        expect(bound).toBeGreaterThanOrEqual(spent);
      }),
    );
  });
});

describe("findPrice", () => {
  const first = aPrice({ effective_from: "2026-01-01", effective_until: "2026-07-01" });
  const second = aPrice({ effective_from: "2026-06-01", input: "0.10" });
  const catalogue: PricingCatalogue = {
    schema_version: 1,
    name: "public-2026",
    currency: "USD",
    entries: [second, first],
  };

  test.each([
    ["2026-01-01", first],
    ["2026-05-31", first],
    ["2026-06-01", second],
    ["2026-07-01", second],
  ])("on %s the latest entry that has begun and not ended holds", (day, entry) => {
    expect(findPrice(catalogue, "openai", "gpt-4o-mini", day)).toBe(entry);
  });

  test("the first day of effective_until is outside", () => {
    const only = { ...catalogue, entries: [first] };
    expect(findPrice(only, "openai", "gpt-4o-mini", "2026-06-30")).toBe(first);
    expect(findPrice(only, "openai", "gpt-4o-mini", "2026-07-01")).toEqual({
      missing:
        "public-2026 has no price for openai gpt-4o-mini on 2026-07-01: its 1 entries hold on other days",
    });
  });

  test("a name must match exactly; the reason names provider, model and day", () => {
    expect(findPrice(catalogue, "openai", "gpt-4o", "2026-06-01")).toEqual({
      missing: "public-2026 has no price for openai gpt-4o on 2026-06-01",
    });
  });
});
