/**
 * Writes config/pricing/public-<day>.yaml: the public prices of the models people use, from the installed
 * @pydantic/genai-prices. The same package always gives the same bytes.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import {
  calcPrice,
  type ConditionalPrice,
  type ModelInfo,
  type ModelPrice,
} from "@pydantic/genai-prices";

/** The package release that is read, and the day it came out: no price was checked later than that. */
const source = {
  name: "@pydantic/genai-prices",
  version: "0.1.8",
  released: "2026-09-23",
} as const;
/** Stands where the package names no first day. */
const beginning = "2020-01-01";

/** Names as agents ask for them, under the package's provider names. Embedding models have no output to price. */
const models: Readonly<Record<string, { readonly chat: string; readonly embeddings?: string }>> = {
  openai: {
    chat: `gpt-4o gpt-4o-2024-05-13 gpt-4o-2024-08-06 gpt-4o-2024-11-20 gpt-4o-mini gpt-4o-mini-2024-07-18
      gpt-4.1 gpt-4.1-2025-04-14 gpt-4.1-mini gpt-4.1-mini-2025-04-14 gpt-4.1-nano gpt-4.1-nano-2025-04-14
      gpt-5 gpt-5-2025-08-07 gpt-5-mini gpt-5-mini-2025-08-07 gpt-5-nano gpt-5-nano-2025-08-07 gpt-5-pro
      gpt-5.1 gpt-5.1-2025-11-13 gpt-5.1-codex-mini gpt-5.2 gpt-5.2-2025-12-11 gpt-5.2-pro gpt-5.3 gpt-5.3-codex
      gpt-5.4 gpt-5.4-2026-03-05 gpt-5.4-mini gpt-5.4-mini-2026-03-17 gpt-5.4-nano gpt-5.4-nano-2026-03-17 gpt-5.4-pro
      gpt-5.5 gpt-5.5-2026-04-23 gpt-5.5-pro gpt-5.6 gpt-5.6-luna gpt-5.6-sol gpt-5.6-terra
      gpt-6-astra gpt-6-luna gpt-6-sol o1 o1-mini o1-pro o3 o3-2025-04-16 o3-mini o3-pro o4-mini o4-mini-2025-04-16`,
    embeddings: "text-embedding-3-small text-embedding-3-large text-embedding-ada-002",
  },
  anthropic: {
    chat: `claude-3-5-haiku-latest claude-3-7-sonnet-latest claude-haiku-4-5 claude-haiku-4-5-20251001
      claude-opus-4-1 claude-opus-4-5 claude-opus-4-6 claude-opus-4-7 claude-opus-4-8 claude-opus-5 claude-opus-5-5
      claude-fable-5 claude-fable-5-1 claude-sonnet-4-0 claude-sonnet-4-5 claude-sonnet-4-5-20250929 claude-sonnet-4-6
      claude-sonnet-5`,
  },
  google: {
    chat: `gemini-2.0-flash gemini-2.5-flash gemini-2.5-flash-lite gemini-2.5-pro gemini-3-flash-preview
      gemini-3-pro-preview gemini-3.1-flash-lite gemini-3.1-pro-preview gemini-3.5-flash gemini-3.5-flash-lite
      gemini-3.6-flash gemini-3.7-flash gemini-3.8-flash`,
    embeddings: "gemini-embedding-001 gemini-embedding-2",
  },
  mistral: {
    chat: `codestral-2508 devstral-2512 magistral-medium-latest ministral-8b-2512 ministral-8b-latest
      mistral-large-2512 mistral-medium-latest mistral-small-2603`,
    embeddings: "mistral-embed",
  },
  deepseek: { chat: "deepseek-v4-flash deepseek-v4-pro" },
  zai: { chat: "glm-5.2 glm-5.3" },
};

/** The package's own words where it doubts a price, or gives one that is no upper bound. */
const doubt = /openrouter|can't find|trusting|cheapest|launch promotion|not sure/i;

const header = `# yaml-language-server: $schema=../../schemas/pricing-catalogue.schema.json
# Public list prices in USD per million tokens, copied by scripts/price-snapshot.ts from the npm package
# ${source.name} ${source.version} (MIT, released ${source.released}). Not a quotation: your contract may say otherwise, and
# providers change prices. "checked" is the day of that release: nobody has looked at the providers' pages since.
#
# Every rate is chosen so that a bound stays a bound:
# - Prices that rise with the length of the prompt are taken at the dearest tier, even for short prompts.
# - Prices that change with the hour of the day (DeepSeek) are taken at the dearest hour.
# - cache_write is the dearest way to write to the provider's prompt cache; only bounds use it.
# Left out: what is not text (audio, images), fees of the provider's own tools (web search, file search), batch and
# priority service, regional surcharges, storage of caches. Embedding models answer with no tokens, so their output is 0.
#
# effective_from ${beginning} means that the package names no first day. An entry without effective_until still holds.
# Names match exactly. Left out because the package's own notes doubt them: GLM on Zhipu's platform (cheapest tier
# only), promotional and second-hand prices. A model that is not here has no price, which is not the same as 0: copy
# the entry of a similar model into a catalogue of your own, and name where you read the rates.
#
# To renew: npm i -D -E ${source.name}, set version and release day in scripts/price-snapshot.ts, then
# node scripts/price-snapshot.ts. Keep old snapshots: finished comparisons name them by digest.
`;

type Rate = ModelPrice[string];
interface Period {
  readonly from: string;
  readonly prices: readonly ModelPrice[];
}

/**
 * What holds from which day on. The package lets the last entry whose constraint fits win; entries for hours of the
 * day have no date, so they join every period.
 */
function periodsOf(model: ModelInfo): readonly Period[] {
  const all: readonly ConditionalPrice[] = Array.isArray(model.prices)
    ? model.prices
    : [{ prices: model.prices }];
  const hourly = all.flatMap((one) =>
    one.constraint?.type === "time_of_date" ? [one.prices] : [],
  );
  const dated = all.flatMap(({ constraint, prices }) => {
    if (constraint === undefined) return [{ from: beginning, prices: [prices, ...hourly] }];
    return constraint.type === "start_date"
      ? [{ from: constraint.start_date.slice(0, 10), prices: [prices, ...hourly] }]
      : [];
  });
  return dated.toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

function ratesIn(rate: Rate): readonly number[] {
  if (rate === undefined) return [];
  return typeof rate === "number" ? [rate] : [rate.base, ...rate.tiers.map((tier) => tier.price)];
}

/** The dearest of all tiers and hours as decimal text, or undefined where no rate is given. */
function dearest(prices: readonly ModelPrice[], ...keys: readonly string[]): string | undefined {
  const given = prices.flatMap((price) => keys.flatMap((key) => ratesIn(price[key])));
  if (given.length === 0) return undefined;
  const text = String(Math.max(...given));
  if (!/^\d+(\.\d{1,12})?$/.test(text)) throw new Error(`${text} is no exact decimal rate`);
  return text;
}

function describeRates(model: ModelInfo, period: Period, embeds: boolean): readonly string[] {
  const { prices } = period;
  const input = dearest(prices, "input_mtok");
  const output = dearest(prices, "output_mtok") ?? (embeds ? "0" : undefined);
  if (input === undefined || output === undefined) {
    throw new Error(`${source.name} gives no input or output rate for ${model.id}`);
  }
  const rates = {
    input,
    cached_input: dearest(prices, "cache_read_mtok"),
    cache_write: dearest(prices, "cache_write_mtok", "cache_write_1h_mtok"),
    output,
    reasoning: dearest(prices, "output_reasoning_mtok"),
  };
  return Object.entries(rates).flatMap(([name, rate]) =>
    rate === undefined ? [] : [`    ${name}: ${rate}`],
  );
}

function findModel(provider: string, name: string): ModelInfo {
  const found = calcPrice({ input_tokens: 1 }, name, {
    providerId: provider,
    timestamp: new Date(`${source.released}T12:00:00Z`),
  });
  if (found === null || found.provider.id !== provider) {
    throw new Error(`${source.name} ${source.version} knows no ${provider} ${name}`);
  }
  if (doubt.test(found.model.price_comments ?? "")) {
    throw new Error(`${provider} ${name}: the package says "${found.model.price_comments}"`);
  }
  return found.model;
}

function describeModel(provider: string, name: string, embeds: boolean): readonly string[] {
  const model = findModel(provider, name);
  const periods = periodsOf(model).map((period) => ({
    from: period.from,
    rates: describeRates(model, period, embeds).join("\n"),
  }));
  const changes = periods.filter((one, index) => one.rates !== periods[index - 1]?.rates);
  return changes.map(({ from, rates }, index) => {
    const until = changes[index + 1]?.from;
    return [
      `  - provider: ${provider}`,
      `    model: ${name}`,
      `    effective_from: "${from}"`,
      ...(until === undefined ? [] : [`    effective_until: "${until}"`]),
      rates,
      `    source: "${source.name} ${source.version}: ${provider} ${model.id}"`,
      `    checked: "${source.released}"`,
    ].join("\n");
  });
}

/** Where the snapshot belongs, from the repository's root, and its text. Throws when the package is another one. */
export function describeSnapshot(): { readonly file: string; readonly text: string } {
  const installed = installedVersion();
  if (installed !== source.version) {
    throw new Error(
      `${source.name} is ${installed}, not ${source.version}: see "To renew" in the snapshot`,
    );
  }
  const entries = Object.entries(models).flatMap(([provider, { chat, embeddings = "" }]) => [
    ...namesIn(chat).flatMap((name) => describeModel(provider, name, false)),
    ...namesIn(embeddings).flatMap((name) => describeModel(provider, name, true)),
  ]);
  const name = `public-${source.released}`;
  const top = `schema_version: 1\nname: ${name}\ncurrency: USD\nentries:\n`;
  return { file: `config/pricing/${name}.yaml`, text: `${header}${top}${entries.join("\n")}\n` };
}

function namesIn(list: string): readonly string[] {
  return list.split(/\s+/).filter((name) => name !== "");
}

function installedVersion(): string {
  const entry = createRequire(import.meta.url).resolve(source.name);
  const manifest: unknown = JSON.parse(
    readFileSync(join(dirname(entry), "..", "package.json"), "utf8"),
  );
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
}

if (import.meta.main) {
  const { file, text } = describeSnapshot();
  writeFileSync(join(import.meta.dirname, "..", file), text);
  process.stdout.write(`wrote ${file}\n`);
}
