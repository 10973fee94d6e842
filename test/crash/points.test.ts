/** Every named crash point: that it stands in one place, has a test, and what is left when the process dies there. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test, vi } from "vitest";

import { composeShell } from "../../src/compose.ts";
import type { CrashPointName } from "../../src/core/crash-points.ts";
import { crashPoints, neverCrash } from "../../src/core/crash-points.ts";
import { armCrashPoint, crashVariable } from "../../src/shell/crash/crash-point.ts";
import { openLab } from "../commands/lab.ts";
import { freshFolder } from "../shell/ledger/folder.ts";
import { checkArtifacts, checkFiles, checkLedger } from "./checks.ts";
import { startWriter, wasKilled } from "./start.ts";

const root = join(import.meta.dirname, "../..");

function readSources(folder: string): Map<string, string> {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((file) => file.endsWith(".ts"))
      .map((file) => [join(folder, file), readFileSync(join(root, folder, file), "utf8")]),
  );
}

describe("the registry", () => {
  const names = Object.keys(crashPoints);
  test("each point stands in exactly one place of the source", () => {
    const used = [...readSources("src").values()].flatMap((text) =>
      [...text.matchAll(/\bcrashPoint\(\s*"([^"]+)"/g)].map((match) => String(match[1])),
    );
    expect(used.toSorted()).toEqual(names.toSorted());
  });
  test("each point has a test that names it", () => {
    const tests = [...readSources("test").values()].join("\n");
    expect(names.filter((name) => !tests.includes(`"${name}"`))).toEqual([]);
  });
});

describe("arming", () => {
  test("without the variable there is nothing to pass", () => {
    expect(armCrashPoint(undefined)).toBe(neverCrash);
  });
  test.each([
    ["artifact.after-sync", 1],
    ["artifact.after-sync:3", 3],
  ])("%s dies at pass %i of that point, and of no other", (armed, pass) => {
    const die = vi.fn<() => void>();
    const crashPoint = armCrashPoint(armed, die);
    for (let passed = 1; passed < pass; passed += 1) {
      crashPoint("artifact.after-sync");
      crashPoint("artifact.after-write");
    }
    expect(die).not.toHaveBeenCalled();
    crashPoint("artifact.after-sync");
    expect(die).toHaveBeenCalledOnce();
  });
  test.each(["", "append", "append.after-commit:0", "append.after-commit:x", "constructor"])(
    "%j is an error that lists the names",
    (armed) => {
      expect(() => armCrashPoint(armed)).toThrow(/names no crash point\. Known: append\.before/);
    },
  );
});

describe("the variable reaches no child", () => {
  test("the shell's own view of the environment does not have it", () => {
    const shell = composeShell({
      project: root,
      environment: { [crashVariable]: "append.after-commit:9", OTHER: "kept" },
      node: process.execPath,
      platform: "linux-x64",
      node_version: process.version,
      output: { is_tty: false, columns: 80 },
      errors: { write: () => true, is_tty: false },
    });
    expect(shell.environment(crashVariable)).toBeUndefined();
    expect(shell.environment("OTHER")).toBe("kept");
    expect(shell.crashPoint).not.toBe(neverCrash);
  });

  test("a program, its setup and its hooks do not find it", async () => {
    const lab = openLab("crash-variable");
    // What a checkout holds is removed with it, so each writes into the lab.
    const look = (what: string): string =>
      `[node, -e, "require('fs').appendFileSync('${lab.inside("found.txt")}', '${what} ' + Object.keys(process.env).filter((name) => name.includes('CRASH')).join() + ';')"]`;
    lab.write(
      "agent-lab.yaml",
      `agent: ${look("agent")}\nsetup: ${look("setup")}\nreset: ${look("reset")}\nmodels: [gpt-4.1-mini]\ncases: evals/*.yaml\nrepetitions: 1\n`,
    );
    lab.write("evals/hi.yaml", "id: hi\ninput: hi\nexpect: { contains: [MODE] }\n");
    const git = (...args: string[]) =>
      spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args], {
        cwd: lab.folder,
      });
    git("init", "--quiet", "--initial-branch=main");
    git("add", "--all");
    git("commit", "--quiet", "--message", "base");
    git("checkout", "--quiet", "-b", "change");
    git("commit", "--quiet", "--allow-empty", "--message", "change");
    await lab.run(["evaluate", "--dry", "--base", "main", "--head", "change"], {
      [crashVariable]: "append.after-commit:999",
    });
    const found = readFileSync(lab.inside("found.txt"), "utf8");
    for (const what of ["agent", "setup", "reset"]) expect(found).toContain(`${what} ;`);
    expect(found).not.toContain("CRASH");
  });
});

describe("A1 an append dies at its points", () => {
  test.each([
    // The third append: two were acknowledged before it.
    ["append.before-begin", 2, 2],
    ["append.after-events", 2, 2],
    ["append.before-commit", 2, 2],
    ["append.after-commit", 2, 3],
  ] as const)("A1 %s: %i acknowledged, %i found", async (name, acknowledged, found) => {
    const folder = freshFolder();
    const environment = { [crashVariable]: `${name}:3` };
    const died = await startWriter({ arguments: ["append", folder], environment });
    expect(wasKilled(died)).toBe(true);
    expect(died.acks).toHaveLength(acknowledged);
    expect(checkLedger(folder, died)).toEqual([]);
    // The same appends again: what was found is not repeated, and the run comes to its end.
    const again = await startWriter({ arguments: ["append", folder] });
    expect(again.acks.filter((ack) => ack["ok"] === true)).toHaveLength(8 - found);
    expect(again.acks.at(-1)).toEqual({ closed: true });
  });
});

/** Absent or whole, named by no event, and put again. */
async function diesInPut(name: CrashPointName): Promise<void> {
  const folder = freshFolder();
  const environment = { [crashVariable]: `${name}:2` };
  const died = await startWriter({ arguments: ["artifacts", folder], environment });
  expect(wasKilled(died)).toBe(true);
  expect(died.acks.filter((ack) => "put" in ack)).toHaveLength(1);
  expect(checkLedger(folder, died)).toEqual([]);
  expect(await checkArtifacts(folder, died)).toEqual([]);
  const again = await startWriter({ arguments: ["artifacts", folder] });
  expect(again.acks.at(-1)).toEqual({ closed: true });
  expect(await checkArtifacts(folder, again)).toEqual([]);
}

describe("a put dies at its points, before the event that names it", () => {
  test.each(["artifact.after-write", "artifact.after-sync"] as const)(
    "S1 %s: nothing under the name, and put again",
    diesInPut,
  );
  test.each(["artifact.after-rename", "artifact.after-folder-sync"] as const)(
    "C1 %s: whole, named by no event, and put again",
    diesInPut,
  );
});

describe("X1 a file of a matrix folder dies at its points", () => {
  test.each(["file.before-rename", "file.after-rename"] as const)(
    "X1 %s: the old content or the new, whole",
    async (name) => {
      for (const pass of [1, 4, 6]) {
        const folder = freshFolder();
        const environment = { [crashVariable]: `${name}:${pass}` };
        const died = await startWriter({ arguments: ["files", folder], environment });
        expect(wasKilled(died)).toBe(true);
        expect(died.acks).toHaveLength(pass - 1);
        expect(checkFiles(folder, died)).toEqual([]);
      }
    },
  );
});
