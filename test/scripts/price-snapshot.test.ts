import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { calcPrice } from "@pydantic/genai-prices";
import { describe, expect, test } from "vitest";

import { describeSnapshot } from "../../scripts/price-snapshot.ts";
import { pricingCatalogue, type PriceEntry } from "../../src/contracts/pricing.ts";
import { callCost, worstCaseCall } from "../../src/core/budget/cost.ts";
import { toPico } from "../../src/core/budget/money.ts";
import { findPrice } from "../../src/core/budget/price.ts";
import { loadYaml } from "../../src/shell/workspace/documents.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const snapshot = describeSnapshot();

function loadCatalogue() {
  const loaded = loadYaml(join(root, snapshot.file), pricingCatalogue, snapshot.file);
  if (!loaded.ok) throw new Error(loaded.faults[0].message);
  return loaded.value;
}
const catalogue = loadCatalogue();
const rates = (entry: PriceEntry) =>
  [entry.input, entry.cached_input, entry.cache_write, entry.output, entry.reasoning].filter(
    (rate) => rate !== undefined,
  );

function priceOn(provider: string, model: string, day: string): PriceEntry {
  const found = findPrice(catalogue, provider, model, day);
  if ("missing" in found) throw new Error(found.missing);
  return found;
}

/** What the package itself charges, in pico-USD. Its sums are binary fractions; these are rounded to a nano-USD. */
function packageCost(entry: PriceEntry, at: string, usage: Record<string, number>): bigint {
  const found = calcPrice(usage, entry.model, {
    providerId: entry.provider,
    timestamp: new Date(at),
  });
  if (found === null) throw new Error(`${entry.model} has no price in the package`);
  return BigInt(Math.round(found.total_price * 1e9)) * 1_000n;
}

describe("the public price snapshot", () => {
  test("is what the script writes from the installed package, byte for byte", () => {
    expect(readFileSync(join(root, snapshot.file), "utf8")).toBe(snapshot.text);
    expect(describeSnapshot()).toEqual(snapshot);
  });

  test("has the models people use, and every rate is exact", () => {
    const names = new Set(catalogue.entries.map((entry) => `${entry.provider} ${entry.model}`));
    expect(names.size).toBeGreaterThanOrEqual(60);
    expect(new Set(catalogue.entries.map((entry) => entry.provider))).toEqual(
      new Set(["openai", "anthropic", "google", "mistral", "deepseek", "zai"]),
    );
    for (const entry of catalogue.entries) {
      for (const rate of rates(entry)) {
        expect(toPico(rate), `${entry.model} ${rate}`).toBeGreaterThanOrEqual(0n);
      }
    }
  });

  test("only embedding models have no output rate", () => {
    const free = catalogue.entries.filter((entry) => toPico(entry.output) === 0n);
    expect(free.length).toBeGreaterThan(0);
    for (const entry of free) expect(entry.model).toMatch(/embed/);
    expect(catalogue.entries.filter((entry) => toPico(entry.input) === 0n)).toEqual([]);
  });

  test.each([
    ["openai", "o3", "2025-06-01", "10", "0.5", "40"],
    ["openai", "o3", "2025-06-09", "10", "0.5", "40"],
    ["openai", "o3", "2025-06-10", "2", "0.5", "8"],
    ["openai", "o3", "2025-06-20", "2", "0.5", "8"],
    ["openai", "gpt-4o-mini", "2026-11-30", "0.15", "0.075", "0.6"],
    ["openai", "text-embedding-3-small", "2026-11-30", "0.02", undefined, "0"],
    ["openai", "gpt-5.5", "2026-11-30", "10", "1", "45"],
    ["google", "gemini-3.8-flash", "2026-12-31", "0.75", "0.075", "3.75"],
    ["google", "gemini-3.8-flash", "2027-01-01", "1.5", "0.15", "7.5"],
    ["anthropic", "claude-sonnet-4-6", "2026-11-30", "3", "0.3", "15"],
    ["deepseek", "deepseek-v4-pro", "2026-11-30", "1.32", "0.044", "3.96"],
  ])("%s %s on %s costs %s, cached %s, output %s", (provider, model, day, ...expected) => {
    const entry = priceOn(provider, model, day);
    expect([entry.input, entry.cached_input, entry.output]).toEqual(expected);
  });

  test("a model that is not listed has no price", () => {
    expect(findPrice(catalogue, "openai", "gpt-4o-turbo", "2026-11-30")).toHaveProperty("missing");
  });

  test("no hour, length of prompt or cache write costs more than the entry's bound, by the package's own sums", () => {
    let flat = 0;
    for (const entry of catalogue.entries) {
      const day = entry.effective_from < "2024-01-01" ? "2025-01-01" : entry.effective_from;
      const embeds = toPico(entry.output) === 0n;
      const out = embeds ? 0 : 1_000;
      for (const input of [1_000, 900_000]) {
        const usage = { in: input, cached: 0, out, reasoning: 0, complete: true };
        const own = callCost(usage, entry);
        if (typeof own !== "bigint") throw new Error(own.missing);
        const bound = worstCaseCall({ input_tokens: input, max_output_tokens: out }, entry);
        for (const hour of ["00:10", "02:00", "08:00", "12:00", "20:00"]) {
          const at = `${day}T${hour}:00Z`;
          const counts = { input_tokens: input, output_tokens: out };
          const theirs = packageCost(entry, at, counts);
          expect(own, `${entry.model} ${at} ${input}`).toBeGreaterThanOrEqual(theirs);
          if (own === theirs) flat += 1;
          const written = packageCost(entry, at, { ...counts, cache_write_tokens: input });
          expect(bound, `${entry.model} ${at}`).toBeGreaterThanOrEqual(written);
        }
      }
    }
    // Most prices have neither tiers nor hours: there our sum is the package's, to the pico.
    expect(flat).toBeGreaterThan(catalogue.entries.length * 10 * 0.7);
  });
});
