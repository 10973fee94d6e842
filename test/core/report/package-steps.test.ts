import { expect, test } from "vitest";

import { packageSteps } from "../../../src/core/report/package-steps.ts";

const locked = (...names: readonly string[]) => ({
  framework: "openai",
  framework_version: "1.0.0",
  packages: names.map((one) => ({
    name: one.slice(0, one.lastIndexOf(" ")),
    version: one.slice(one.lastIndexOf(" ") + 1),
  })),
});

const plain = (framework_version: string | { missing: string }) => ({
  framework: "langgraph",
  framework_version,
});

test.each([
  ["nothing", locked("openai 1.0.0"), locked("openai 1.0.0"), []],
  ["one step", locked("openai 1.0.0"), locked("openai 1.1.0"), ["openai 1.0.0 → 1.1.0"]],
  [
    "packages that move together, named once",
    locked("@openai/agents 0.9.0", "@openai/agents-core 0.9.0", "openai 6.49.0"),
    locked("@openai/agents 0.11.0", "@openai/agents-core 0.11.0", "openai 6.49.0"),
    ["@openai/agents 0.9.0 → 0.11.0 (and 1 more package)"],
  ],
  [
    "several versions of one package",
    locked("openai 6.49.0", "openai 7.59.0"),
    locked("openai 7.59.0"),
    ["openai 6.49.0 and 7.59.0 → 7.59.0"],
  ],
  [
    "one that came and one that went",
    locked("openai 1.0.0"),
    locked("anthropic 2.0.0"),
    ["anthropic 2.0.0 is new", "openai 1.0.0 is gone"],
  ],
])("%s", (_name, base, head, steps) => {
  expect(packageSteps(base, head)).toEqual(steps);
});

test("without a list the framework's own version speaks, and nothing where it is missing", () => {
  expect(packageSteps(plain("1.0.0"), plain("1.1.0"))).toEqual(["langgraph 1.0.0 → 1.1.0"]);
  expect(packageSteps(plain({ missing: "no lockfile" }), plain("1.1.0"))).toEqual([]);
});
