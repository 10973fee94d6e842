import { expect, test } from "vitest";

import { findFixedAddresses, findNamedModels } from "../../../src/core/onboarding/source-hints.ts";

test("models in quotes that a price list knows, not in tests, docs or lockfiles", () => {
  const files = new Map([
    ["bot/agent.py", 'MODEL = "gpt-4.1-mini"\nOTHER = "gpt-9-unknown"\n# gpt-4o is dear\n'],
    ["bot/policy.py", "EMBED = 'text-embedding-3-small'; AGAIN = 'gpt-4.1-mini'"],
    ["tests/test_agent.py", 'MODEL = "gpt-4o"'],
    ["package-lock.json", '"gpt-4o"'],
    ["README.txt", '"gpt-4o"'],
  ]);
  const known = new Set(["gpt-4.1-mini", "text-embedding-3-small", "gpt-4o"]);
  expect(findNamedModels(files, known)).toEqual([
    { model: "gpt-4.1-mini", path: "bot/agent.py" },
    { model: "text-embedding-3-small", path: "bot/policy.py" },
  ]);
});

test("an address that is written out is found by file and line", () => {
  const files = new Map([
    ["a.py", 'x = 1\nclient = OpenAI(base_url="https://api.openai.com/v1")\n'],
    ["b.ts", "new OpenAI({ baseURL: 'https://x.example/v1' })"],
    ["c.ts", "new OpenAI({ baseURL: process.env.OPENAI_BASE_URL })"],
  ]);
  expect(findFixedAddresses(files)).toEqual(["a.py:2", "b.ts:1"]);
});
