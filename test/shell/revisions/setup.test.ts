import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { createRedactor } from "../../../src/core/redaction/redactor.ts";
import type { Checkout } from "../../../src/core/revision-ports.ts";
import { openCheckout } from "../../../src/shell/revisions/checkout.ts";
import { findInstallTrouble } from "../../../src/shell/revisions/install-trouble.ts";
import { runSetup } from "../../../src/shell/revisions/setup.ts";
import { endsSoon } from "../workers/children.ts";
import { create, environment, folder, options } from "./repository.ts";

const secret = "postgres://shop:Canary-7c41e9-Canary-7c41e9@db.example/shop";
const block = ["-----BEGIN PART-----", "canaryLineOne0123456789", "canaryLineTwo0123456789"].join(
  "\n",
);
const redactor = createRedactor([
  { name: "DSN", value: secret },
  { name: "BLOCK", value: block },
]);

async function checkoutOf(files: Record<string, string>): Promise<Checkout> {
  const repository = create();
  const sha = repository.commit("one", files);
  const outcome = await openCheckout(
    { repository: repository.path, sha, name: "base", parent: folder() },
    options,
  );
  if (!outcome.ok) throw new Error(outcome.faults[0].message);
  return outcome.value;
}

async function run(
  checkout: Checkout,
  source: string,
  extra: { env?: Record<string, string>; timeout_ms?: number } = {},
) {
  return runSetup(
    {
      checkout,
      argv: [process.execPath, "-e", source],
      env: extra.env ?? {},
      timeout_ms: extra.timeout_ms ?? 20_000,
      redactor,
    },
    environment,
  );
}
const text = (log: Uint8Array) => Buffer.from(log).toString("utf8");

describe("a setup hook", () => {
  test("runs in the checkout with a clean environment, its own HOME and temporary folder", async () => {
    const checkout = await checkoutOf({ "a.txt": "a" });
    const outcome = await run(
      checkout,
      `console.log(JSON.stringify([process.cwd(), process.env, require("node:os").homedir(), require("node:os").tmpdir()]))`,
      { env: { MODE: "ci" } },
    );
    if (!outcome.ok) throw new Error(outcome.fault.message);
    const [cwd, seen, home, temp] = JSON.parse(text(outcome.log));
    expect([cwd, home, temp]).toEqual([checkout.path, checkout.home, checkout.temp]);
    expect(seen["MODE"]).toBe("ci");
    expect(
      Object.keys(seen).filter(
        (name) => !/^(PATH|MODE|HOME|USERPROFILE|TMPDIR|TMP|TEMP)$/.test(name),
      ),
    ).toEqual([]);
    expect(text(outcome.log)).not.toContain("sk-canary");
  });

  test("its failure is a value with its last lines, colours removed", async () => {
    const checkout = await checkoutOf({ "a.txt": "a" });
    const outcome = await run(
      checkout,
      `for (let i = 0; i < 40; i++) console.log("line " + i); console.error("\\u001b[31mno compiler\\u001b[0m"); process.exit(3)`,
    );
    expect(outcome).toMatchObject({ ok: false, trouble: "failed", exit_code: 3, line: null });
    if (outcome.ok) return;
    expect(outcome.last_lines).toHaveLength(15);
    expect(outcome.last_lines.at(-1)).toBe("no compiler");
    expect(outcome.fault.message).toBe(
      "base cannot be installed: setup failed (exit code 3): no compiler",
    );
  });

  test("a log of any length stays small, and its end is kept", async () => {
    const checkout = await checkoutOf({ "a.txt": "a" });
    const outcome = await run(
      checkout,
      `for (let i = 0; i < 60; i++) require("node:fs").writeSync(1, "x".repeat(99_999) + "\\n"); console.log("the end")`,
    );
    expect(outcome.ok).toBe(true);
    expect(outcome.log.length).toBeLessThan(300_000);
    expect(text(outcome.log)).toMatch(/^\[\.\.\. \d+ bytes left out \.\.\.\]\n/);
    expect(text(outcome.log).endsWith("the end\n")).toBe(true);
  });

  test("that hangs is stopped with all it started", async () => {
    const checkout = await checkoutOf({ "a.txt": "a" });
    const outcome = await run(
      checkout,
      `const c = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
       console.log("child " + c.pid); setInterval(() => {}, 1000)`,
      { timeout_ms: 1_500 },
    );
    expect(outcome).toMatchObject({
      ok: false,
      trouble: "timeout",
      fault: { code: "setup_timeout" },
    });
    const child = Number(/child (\d+)/.exec(text(outcome.log))?.[1]);
    expect(child).toBeGreaterThan(1);
    expect(await endsSoon(child, 5_000)).toBe(true);
  });

  test("that leaves a daemon holding its output ends all the same, and the daemon with it", async () => {
    const checkout = await checkoutOf({ "a.txt": "a" });
    const outcome = await run(
      checkout,
      `const c = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
       console.log("child " + c.pid); c.unref(); process.exit(0)`,
    );
    expect(outcome.ok).toBe(true);
    const child = Number(/child (\d+)/.exec(text(outcome.log))?.[1]);
    expect(await endsSoon(child, 5_000)).toBe(true);
  });

  test.each([
    ["where the line is cut", `console.error("npm error code EX " + "x".repeat(462) + SECRET)`],
    [
      "where a known trouble's line is cut",
      `console.error("npm error code ERESOLVE " + "x".repeat(255) + SECRET)`,
    ],
    ["where the last lines are cut", `console.error("y".repeat(480) + SECRET + "\\nthe end")`],
    ["over several lines", `console.error(BLOCK)`],
    ["with control characters inside", `console.error(SECRET.split("").join("\\u001b[0m"))`],
    [
      "where the log is cut",
      `require("node:fs").writeSync(2, SECRET + "z".repeat(256 * 1024 - 30))`,
    ],
  ])("a secret that it prints is in no part of the outcome: %s", async (_name, source) => {
    const given = `const SECRET = ${JSON.stringify(secret)}, BLOCK = ${JSON.stringify(block)};`;
    const checkout = await checkoutOf({
      "print.cjs": `${given} ${source}; process.exitCode = 1`,
    });
    const outcome = await run(checkout, `require("./print.cjs")`);
    if (outcome.ok) throw new Error("it should have failed");
    const { fault, line, last_lines, log } = outcome;
    const said = JSON.stringify([fault, line, last_lines]);
    expect(fault.message).toContain("(exit code 1): ");
    expect(text(log)).not.toContain(secret);
    for (const part of ["postgres:", "shop:", "anary", "7c41e9", "db.example"])
      expect(said).not.toContain(part);
  });

  test("a secret in its own command is not in the fault's place, also where that is cut", async () => {
    const checkout = await checkoutOf({ "a.txt": "a" });
    const before = `setup of base (123456789012): ${process.execPath} -e process.exit(1) //`.length;
    const outcome = await run(checkout, `process.exit(1) //${"x".repeat(480 - before)}${secret}`);
    expect(outcome).toMatchObject({ ok: false, trouble: "failed" });
    expect(JSON.stringify(outcome)).not.toContain("postgres:");
  });

  test("whose program is absent", async () => {
    const checkout = await checkoutOf({ "a.txt": "a" });
    const outcome = await runSetup(
      { checkout, argv: ["no-such-installer", "sync"], env: {}, timeout_ms: 5_000, redactor },
      environment,
    );
    expect(outcome).toMatchObject({ ok: false, trouble: "not_started", exit_code: null });
    expect(outcome).toHaveProperty("fault.message", expect.stringContaining("no-such-installer"));
  });

  test.each(["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "AZURE_OPENAI_API_KEY", "GITHUB_TOKEN"])(
    "is refused %s, and does not run",
    async (name) => {
      const checkout = await checkoutOf({ "a.txt": "a" });
      const outcome = await run(checkout, `console.log("ran")`, { env: { [name]: "sk-canary" } });
      expect(outcome).toMatchObject({ ok: false, trouble: "given_a_key" });
      if (outcome.ok) return;
      expect(outcome.log).toHaveLength(0);
      expect(outcome.fault.message).toContain(name);
      expect(JSON.stringify(outcome.fault)).not.toContain("sk-canary");
    },
  );

  test("npm's own words for a lockfile that is out of sync", async () => {
    const checkout = await checkoutOf({
      "package.json": JSON.stringify({
        name: "a",
        version: "1.0.0",
        dependencies: { part: "file:part" },
      }),
      "part/package.json": JSON.stringify({ name: "part", version: "1.0.0" }),
      "package-lock.json": JSON.stringify({
        name: "a",
        version: "1.0.0",
        lockfileVersion: 3,
        packages: { "": { name: "a", version: "1.0.0" } },
      }),
    });
    const outcome = await runSetup(
      { checkout, argv: ["npm", "ci", "--offline"], env: {}, timeout_ms: 60_000, redactor },
      { PATH: process.env["PATH"] },
    );
    expect(outcome).toMatchObject({ ok: false, trouble: "lockfile_out_of_sync" });
    if (outcome.ok) return;
    expect(outcome.line).toContain("in sync");
    expect(outcome.fault.message).toMatch(
      /^base cannot be installed: its lockfile is out of sync with its manifest \(exit code 1\): npm/,
    );
    expect(readFileSync(join(checkout.path, "package.json"), "utf8")).toContain("file:part");
  });
});

describe("an installer's words", () => {
  test.each([
    ["npm error code ERESOLVE", "dependency_conflict"],
    ["ERROR: ResolutionImpossible: for help visit …", "dependency_conflict"],
    ["  × No solution found when resolving dependencies:", "dependency_conflict"],
    ["Because a depends on b (1), version solving failed.", "dependency_conflict"],
    ['ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"', "lockfile_out_of_sync"],
    ["➤ YN0028: │ The lockfile would have been modified by this install", "lockfile_out_of_sync"],
    [
      "error: The lockfile at `uv.lock` needs to be updated, but `--locked` was provided.",
      "lockfile_out_of_sync",
    ],
    [
      "pyproject.toml changed significantly since poetry.lock was last generated.",
      "lockfile_out_of_sync",
    ],
    [
      "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.",
      "lockfile_out_of_sync",
    ],
    ["npm error code ETARGET", "package_gone"],
    ["npm error 404 Not Found - GET …/no-such-package", "package_gone"],
    ["ERROR: No matching distribution found for openai==99.0.0", "package_gone"],
    ["ERR_PNPM_NO_MATCHING_VERSION  No matching version found for openai@99", "package_gone"],
    ['error Couldn\'t find any versions for "openai" that matches "99"', "package_gone"],
  ])("%s", (line, trouble) => {
    expect(findInstallTrouble(["Collecting things", line])).toEqual({
      trouble,
      line: line.trim(),
    });
  });

  test("a conflict is not taken for the missing package that it ends in", () => {
    const lines = [
      "ERROR: Could not find a version that satisfies the requirement b<1",
      "ERROR: ResolutionImpossible",
    ];
    expect(findInstallTrouble(lines)?.trouble).toBe("dependency_conflict");
  });

  test.each([
    [
      "npm's conflict, by what could not be resolved",
      [
        "npm error code ERESOLVE",
        "npm error ERESOLVE unable to resolve dependency tree",
        "npm error",
        "npm error Could not resolve dependency:",
        'npm error peer react@"17.0.2" from react-dom@17.0.2',
        "npm error node_modules/react-dom",
      ],
      'npm error Could not resolve dependency: peer react@"17.0.2" from react-dom@17.0.2',
    ],
    [
      "pip's conflict, by its causes",
      [
        "ERROR: Cannot install -r r.txt (line 1) and b==1 because these package versions have conflicting dependencies.",
        "The conflict is caused by:",
        "    The user requested b==1",
        "    a 1.50.0 depends on b<3 and >=1.9.0",
        "To fix this you could try to:",
      ],
      "The conflict is caused by: The user requested b==1; a 1.50.0 depends on b<3 and >=1.9.0",
    ],
    [
      "uv's conflict, with its reason",
      [
        "  × No solution found when resolving dependencies:",
        "  ╰─▶ Because there is no version of a==99 and b depends on it",
      ],
      "× No solution found when resolving dependencies: ╰─▶ Because there is no version of a==99 and b depends on it",
    ],
    [
      "npm's missing package, by its name and not by a code",
      ["npm error code E404", "npm error 404 Not Found - GET …/no-such - Not found"],
      "npm error 404 Not Found - GET …/no-such - Not found",
    ],
    [
      "pip's missing version, without all those that exist",
      [
        `ERROR: Could not find a version that satisfies the requirement a==99 (from versions: ${"1.0, ".repeat(200)}2.0)`,
        "ERROR: No matching distribution found for a==99",
      ],
      "ERROR: No matching distribution found for a==99",
    ],
    [
      "a list of versions that was cut in the middle",
      [`ERROR: Could not find a version that satisfies the requirement a==99 (from versions: 1.0,`],
      "ERROR: Could not find a version that satisfies the requirement a==99",
    ],
  ])("%s", (_name, lines, line) => {
    expect(findInstallTrouble(lines)?.line).toBe(line);
  });

  test("anything else is left to speak for itself", () => {
    expect(findInstallTrouble(["gcc: command not found", "exit 1"])).toBeUndefined();
  });
});
