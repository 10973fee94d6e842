import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { HostEnvironment } from "../../../src/shell/environment/enter-clean.ts";
import type { Exposure } from "../../../src/shell/environment/exposures.ts";
import { takeSecrets } from "../../../src/shell/environment/take-secrets.ts";

interface Seen extends HostEnvironment {
  readonly pid: number;
  readonly arguments: readonly string[];
  readonly stdin: string | null;
  readonly walk: { readonly found: readonly string[]; readonly parent: readonly string[] };
  readonly exposures: readonly Exposure[];
}

const KEY = "canary-7c41e9-one";
const TOKEN = "canary-7c41e9-two\nsecond line";
const secrets = { OPENAI_API_KEY: KEY, GITHUB_TOKEN: TOKEN };

/** Runs the small host as a process of its own, bounded in time. */
async function startHost(
  environment: Readonly<Record<string, string>>,
): Promise<{ seen: Seen; code: number | null; pid: number; stderr: string }> {
  const child = spawn(
    process.execPath,
    ["--stack-trace-limit=20", join(import.meta.dirname, "host.mjs"), "a", "b c", ""],
    { env: environment, stdio: ["pipe", "pipe", "pipe"], timeout: 30_000 },
  );
  child.stdin.end("never read");
  const [out, errors]: [string[], string[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const stderr = errors.join("");
  if (out.length === 0) throw new Error(`the host said nothing (${code}): ${stderr}`);
  return { seen: JSON.parse(out.join("")) as Seen, code, pid: child.pid ?? 0, stderr };
}

const linux = existsSync("/proc/self/environ");
if (!linux) console.warn("skipped: there is no /proc here, so there is nothing to see in it");

describe.skipIf(!linux)("a host with secrets", () => {
  const path = process.env["PATH"] ?? "";

  test("shows none of them in /proc, keeps its pid, arguments and exit code, and has them all", async () => {
    const { seen, code, pid, stderr } = await startHost({ PATH: path, PLAIN: "yes", ...secrets });
    expect(seen.level).toBe("clean");
    expect(seen.walk.found).toEqual([]);
    expect(seen.walk.parent.map((line) => line.replace(/=.*/, "")).toSorted()).toEqual([
      "AGENT_LAB_SECRETS_FD",
      "PATH",
      "PLAIN",
    ]);
    expect(seen.secrets).toEqual(secrets);
    expect(seen.clean).toEqual({ PATH: path, PLAIN: "yes" });
    expect(seen.exposures).toEqual([]);
    expect([seen.pid, code, seen.arguments, seen.stdin]).toEqual([pid, 7, ["a", "b c", ""], ""]);
    expect(stderr).toBe("");
  });

  test("that can't hand them over says so, and /proc shows them", async () => {
    const { seen, pid } = await startHost({ PATH: "", ...secrets });
    expect(seen).toMatchObject({ level: "exposed", reason: "mkfifo does not work here", secrets });
    expect(seen.walk.found).toContain(`${pid} environ`);
    expect(seen.exposures).toEqual([
      expect.objectContaining({ pid, names: ["OPENAI_API_KEY", "GITHUB_TOKEN"] }),
    ]);
  });

  test("with more of them than a pipe holds says so", async () => {
    const environment = { PATH: path, BIG_KEY: "x".repeat(70_000) };
    const { seen } = await startHost(environment);
    expect(seen.level).toBe("exposed");
    expect(seen.reason).toContain("65536 fit");
    expect(seen.secrets).toEqual({ BIG_KEY: environment.BIG_KEY });
  });

  test("and 60,000 bytes of them gets every one", async () => {
    const { seen } = await startHost({ PATH: path, BIG_KEY: "x".repeat(60_000) });
    expect([seen.level, seen.secrets["BIG_KEY"]?.length]).toEqual(["clean", 60_000]);
  });

  test("a descriptor that was named by somebody else holds nothing that is taken for secrets", async () => {
    await expect(startHost({ PATH: path, AGENT_LAB_SECRETS_FD: "0" })).rejects.toThrow(
      /said nothing \(1\)/,
    );
  });
});

test.skipIf(!linux)("a host without secrets stays as it is", async () => {
  const { seen, code } = await startHost({ PATH: process.env["PATH"] ?? "", PLAIN: "yes" });
  expect([seen.level, code]).toEqual(["nothing", 7]);
});

test("what is taken: what is listed and what is called like a secret, nothing else", () => {
  const environment = {
    PATH: "/bin",
    ODD_NAME: "a",
    AGENT_LAB_SECRETS: "ODD_NAME, ABSENT",
    ANTHROPIC_API_KEY: "b",
    ACTIONS_RUNTIME_TOKEN: "c",
    "INPUT_GITHUB-TOKEN": "d",
    DB_PASSWORD: "e",
    AWS_SECRET_ACCESS_KEY: "f",
    OPENAI_API_KEY_2: "g",
    KEYBOARD: "us",
    TOKENIZERS_PARALLELISM: "false",
    MONKEY: "m",
    EMPTY_KEY: "",
    UNSET_KEY: undefined,
  };
  const { secrets: taken, clean } = takeSecrets(environment);
  expect(Object.values(taken).toSorted()).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
  expect(Object.keys(clean)).toEqual([
    "PATH",
    "AGENT_LAB_SECRETS",
    "KEYBOARD",
    "TOKENIZERS_PARALLELISM",
    "MONKEY",
    "EMPTY_KEY",
  ]);
});
