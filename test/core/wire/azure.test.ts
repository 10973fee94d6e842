import { expect, test } from "vitest";

import { isAzure, upstreamUrl } from "../../../src/core/wire/azure.ts";

test.each([
  ["azure", "http://127.0.0.1:1", true],
  ["azure-openai", "http://127.0.0.1:1", true],
  ["openai", "https://x.openai.azure.com/openai/v1", true],
  ["openai", "https://x.services.ai.azure.com", true],
  ["openai", "https://api.openai.com/v1", false],
  ["azurite", "https://example.com", false],
  ["openai", "https://openai.azure.com.example.com", false],
])("%s at %s: %s", (provider, base, azure) => {
  expect(isAzure(provider, base)).toBe(azure);
});

const azurePath = {
  path: "/openai/deployments/gpt/chat/completions",
  search: "?api-version=2024-10-21",
  deployment: "gpt",
};

test.each([
  [
    "Azure to Azure keeps path and api-version, whatever form the base has",
    ["https://r.example/", "https://r.example/openai", "https://r.example/openai/v1/"],
    true,
    azurePath,
    "https://r.example/openai/deployments/gpt/chat/completions?api-version=2024-10-21",
  ],
  [
    "plain to Azure goes to its v1",
    ["https://r.example", "https://r.example/openai/v1"],
    true,
    null,
    "https://r.example/openai/v1/chat/completions",
  ],
  [
    "Azure to plain drops what only Azure knows",
    ["https://r.example/v1", "https://r.example/v1/"],
    false,
    azurePath,
    "https://r.example/v1/chat/completions",
  ],
])("%s", (_name, bases, upstream, azure, url) => {
  for (const base of bases)
    expect(upstreamUrl(base, upstream, { operation: "/chat/completions", azure })).toBe(url);
});
