import { expect, test } from "vitest";

import { secretsOf } from "../../../src/core/redaction/secret-names.ts";

test("a value that is only called a secret must be long; one that is known as one need not", () => {
  const environment = {
    DB_PASSWORD: "postgres",
    LONG_TOKEN: "0123456789abcdef",
    GITHUB_TOKEN: "ghs-short",
    ODD: "odd-value",
    AGENT_LAB_SECRETS: "ODD",
    MODEL_ACCESS: "model-pass",
    PATH: "/usr/bin:/usr/local/bin",
  };
  const names = (api_keys: readonly string[]) =>
    secretsOf(environment, api_keys).map((secret) => secret.name);
  expect(names([])).toEqual(["GITHUB_TOKEN", "LONG_TOKEN", "ODD"]);
  expect(names(["MODEL_ACCESS", "DB_PASSWORD", "NOT_SET"]).toSorted()).toEqual([
    "DB_PASSWORD",
    "GITHUB_TOKEN",
    "LONG_TOKEN",
    "MODEL_ACCESS",
    "ODD",
  ]);
});
