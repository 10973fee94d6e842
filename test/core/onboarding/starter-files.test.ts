import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";

import { caseFile as caseFormat } from "../../../src/contracts/case.ts";
import { shortForm } from "../../../src/contracts/matrix.ts";
import {
  caseText,
  configText,
  workflowText,
  type Starter,
} from "../../../src/core/onboarding/starter-files.ts";
import { yamlList } from "../../../src/core/onboarding/yaml-words.ts";

/** The fullest that init can write. */
const full: Starter = {
  agent: ["uv", "run", "python", "-m", "refund_bot"],
  setup: ["uv", "sync", "--frozen"],
  models: ["gpt-4.1-mini", "ft:gpt-4.1:me::1"],
  notes: ["ft:gpt-4.1:me::1 stands in\nrefund_bot/agent.py"],
  tools: ["lookup_order", "issue_refund", "sendMail", "sender", "delete"],
  folder: "services/refund bot",
  installer: "pipx install uv",
  version: "0.1.0",
  schemas: "node_modules/agent-lab/schemas",
};

test("three documents of their formats, 25 lines of YAML at most", () => {
  expect(shortForm.parse(parse(configText(full)))).toMatchObject({
    agent: full.agent,
    setup: full.setup,
    models: full.models,
  });
  expect(caseFormat.parse(parse(caseText(full)))).toMatchObject({
    id: "first-case",
    expect: { contains: ["help"], never_calls: ["issue_refund", "sendMail", "delete"] },
  });
  expect(parse(workflowText(full))).toMatchObject({
    on: "pull_request",
    permissions: { contents: "read", "pull-requests": "write", checks: "write" },
    concurrency: { "cancel-in-progress": true },
    jobs: {
      gate: {
        steps: [
          { with: { "fetch-depth": 0 } },
          { run: "pipx install uv" },
          {
            with: { config: "services/refund bot/agent-lab.yaml" },
            env: { OPENAI_API_KEY: "${{ secrets.OPENAI_API_KEY }}" },
          },
        ],
      },
    },
  });
  const lines = [configText, caseText, workflowText]
    .flatMap((write) => write(full).split("\n"))
    .filter((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  expect(lines.length).toBeLessThanOrEqual(25);
});

test("the editor's line stands first where the schemas can be reached, and is absent elsewhere", () => {
  expect(configText(full).split("\n")[0]).toBe(
    "# yaml-language-server: $schema=node_modules/agent-lab/schemas/agent-lab.schema.json",
  );
  expect(caseText(full).split("\n")[0]).toBe(
    "# yaml-language-server: $schema=../node_modules/agent-lab/schemas/case.schema.json",
  );
  expect(configText({ ...full, schemas: null })).not.toContain("$schema");
});

test("any words read back from YAML as they are", () => {
  const word = fc.oneof(
    fc.string({ unit: "binary" }).filter((one) => one.isWellFormed()),
    fc.constantFrom(
      "true",
      "no",
      "null",
      "-",
      "--",
      "-m",
      "1e3",
      ".5",
      "-1",
      "~",
      "a: b",
      "#x",
      "=",
      "0x1f",
      ".inf",
      "a:",
      "y",
    ),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      expect(parse(yamlList(words))).toEqual(words);
    }),
  );
});
