import { describe, expect, test } from "vitest";

import { ownEnvironment } from "../../src/commands/own-environment.ts";
import { agentEnvironment, isReservedVariable } from "../../src/contracts/agent-environment.ts";
import type { Shell } from "../../src/core/ports.ts";

const accepts = (env: unknown): boolean => agentEnvironment.safeParse(env).success;

test("every variable that a program is given is reserved, but for the language and the time zone", () => {
  const shell = { environment: (name: string) => name } as unknown as Shell;
  const session = {
    base_url: "http://127.0.0.1:1/v1",
    token: "t",
    tools_url: "u",
    case_file: "c",
    output_file: "o",
    run_id: "r",
  };
  const given = ownEnvironment(shell, { home: "h", temporary: "t" }, session, {});
  const open = Object.keys(given).filter((name) => !isReservedVariable(name));
  expect(open.toSorted()).toEqual(["LANG", "LC_ALL", "TZ"]);
});

describe("names", () => {
  test.each([
    "PATH",
    "Path",
    "HOME",
    "TMPDIR",
    "OPENAI_BASE_URL",
    "openai_api_key",
    "AGENT_LAB_ANYTHING",
    "NODE_OPTIONS",
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "DYLD_INSERT_LIBRARIES",
  ])("%s can't be set", (name) => {
    expect(accepts({ [name]: "x" })).toBe(false);
    expect(accepts({ [name]: { from: "MODE" } })).toBe(false);
  });

  test.each([
    "GITHUB_TOKEN",
    "GH_TOKEN",
    "GITHUB_ENV",
    "ACTIONS_RUNTIME_TOKEN",
    "INPUT_GITHUB-TOKEN".replace("-", "_"),
    "OPENAI_API_KEY",
    "AGENT_LAB_SECRETS",
  ])("%s is not handed on", (name) => {
    expect(accepts({ MODE: { from: name } })).toBe(false);
    expect(accepts({ MODE: { from: name.toLowerCase() } })).toBe(false);
  });

  test("a commit may say where its own modules lie, not where the host's do", () => {
    expect(accepts({ PYTHONPATH: "src" })).toBe(true);
    expect(accepts({ PYTHONPATH: { from: "PYTHONPATH" } })).toBe(false);
  });

  test("a name is a name, a value is text", () => {
    expect(accepts({ MODE: "test", DATABASE_URL: { from: "DATABASE_URL" }, TZ: "UTC" })).toBe(true);
    for (const env of [
      { "A-B": "x" },
      { "A=B": "x" },
      { "": "x" },
      { PORT: 80 },
      { A: { from: "B", or: "c" } },
      { A: "a\0b" },
    ])
      expect(accepts(env)).toBe(false);
  });
});
