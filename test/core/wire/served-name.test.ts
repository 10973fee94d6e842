import { expect, test } from "vitest";

import { acceptsServedName } from "../../../src/core/wire/served-name.ts";

const accepted = ["gpt-4.1-mini", "gpt-4.1-mini-YYYY-MM-DD"];

test.each([
  ["gpt-4.1-mini", true],
  ["gpt-4.1-mini-2025-04-14", true],
  ["gpt-4.1-mini-2025-04-14-x", false],
  ["gpt-4.1-mini-latest", false],
  ["gpt-4.1-mini-9999-99-99", false],
  ["gpt-4.1", false],
  ["GPT-4.1-mini", false],
  ["gpt-4.1-mini-", false],
  ["gpt-4.1-mini-YYYY-MM-DD", true],
])("%s", (served, expected) => {
  expect(acceptsServedName(accepted, served)).toBe(expected);
});

test("without a dated entry only the exact name is accepted", () => {
  expect(acceptsServedName(["gpt-4.1-mini"], "gpt-4.1-mini-2025-04-14")).toBe(false);
});
