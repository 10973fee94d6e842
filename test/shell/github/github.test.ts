import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { disarmCommands, summaryLimit } from "../../../src/shell/github/outcome.ts";

const module = (name: string): string =>
  JSON.stringify(pathToFileURL(join(import.meta.dirname, "../../../src/shell/github", name)).href);
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-lab-github-"));
  for (const name of ["summary", "output"]) writeFileSync(join(folder, name), "");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A process of its own with a runner's environment, because @actions/core reads and prints for the whole process. */
function inStep(script: string, environment: Record<string, string> = {}): string {
  const env = {
    GITHUB_STEP_SUMMARY: join(folder, "summary"),
    GITHUB_OUTPUT: join(folder, "output"),
    ...environment,
  };
  return execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    env,
    encoding: "utf8",
  });
}

function readInputs(environment: Record<string, string>): unknown {
  const script = `import { readActionInputs } from ${module("inputs.ts")};
    process.stdout.write(JSON.stringify(await readActionInputs()));`;
  return JSON.parse(inStep(script, environment));
}

describe("inputs", () => {
  test("have defaults", () => {
    expect(readInputs({})).toEqual({
      ok: true,
      value: {
        command: "evaluate",
        config: "agent-lab.yaml",
        mode: "auto",
        cassette: null,
        paths: [],
        fail_on: "no-go",
        output_dir: null,
        comment: "on-change",
        check_run: true,
        status: false,
        github_token: null,
        job_id: "",
      },
    });
  });

  test("are read under the runner's names", () => {
    const given = {
      INPUT_CONFIG: "a.yaml",
      INPUT_MODE: "dry",
      INPUT_CASSETTE: "earlier",
      INPUT_PATHS: "src/**\n\n  !**/*.md  \r\n",
      "INPUT_FAIL-ON": "never",
      "INPUT_OUTPUT-DIR": "out",
      INPUT_COMMENT: "off",
      "INPUT_CHECK-RUN": "false",
      INPUT_STATUS: "true",
      "INPUT_GITHUB-TOKEN": "t",
      "INPUT_JOB-ID": "12",
    };
    expect(readInputs(given)).toMatchObject({
      value: {
        config: "a.yaml",
        mode: "dry",
        cassette: "earlier",
        paths: ["src/**", "!**/*.md"],
        fail_on: "never",
        output_dir: "out",
        comment: "off",
        check_run: false,
        status: true,
        github_token: "t",
        job_id: "12",
      },
    });
  });

  test("are refused by name, all at once", () => {
    const wrong = {
      INPUT_COMMAND: "deploy",
      INPUT_MODE: "replay",
      "INPUT_FAIL-ON": "maybe",
      INPUT_CONFIG: "a\nb",
      INPUT_COMMENT: "loud",
      INPUT_STATUS: "yes",
    };
    expect(readInputs(wrong)).toMatchObject({
      ok: false,
      faults: [
        { where: "the step's with: command", fix: "Use evaluate." },
        { where: "the step's with: mode", fix: "Use auto, evaluate, dry." },
        { where: "the step's with: fail-on", fix: "Use no-go, conditional, never." },
        { where: "the step's with: comment", fix: "Use always, on-change, on-no-go, off." },
        { where: "the step's with: status", fix: "Use true, false." },
        { where: "the step's with: config" },
      ],
    });
  });
});

function summarise(rungs: string, file = join(folder, "summary")): unknown {
  const script = `import { writeSummary } from ${module("outcome.ts")};
    const big = "x".repeat(${summaryLimit});
    process.stdout.write(JSON.stringify(await writeSummary(${rungs}, ${JSON.stringify(file)})));`;
  return JSON.parse(inStep(script));
}

describe("the job summary", () => {
  test("is appended to what the step wrote before", () => {
    writeFileSync(join(folder, "summary"), "before\n");
    expect(summarise('["# Go\\n"]')).toEqual({ written: true, rung: 0, bytes: 5 });
    expect(readFileSync(join(folder, "summary"), "utf8")).toBe("before\n# Go\n");
  });

  test("takes the fullest form that fits, counted in bytes", () => {
    expect(summarise('[big + "y", "é".repeat(600_000), "short"]')).toMatchObject({ rung: 2 });
    expect(readFileSync(join(folder, "summary"), "utf8")).toBe("short");
  });

  test("counts what is in the file already", () => {
    writeFileSync(join(folder, "summary"), "y");
    expect(summarise("[big]")).toMatchObject({ written: false });
    expect(readFileSync(join(folder, "summary"), "utf8")).toBe("y");
  });

  test("that cannot be written is a reason, not a crash", () => {
    expect(summarise('["x"]', "")).toEqual({
      written: false,
      reason: "GITHUB_STEP_SUMMARY is not set",
    });
    expect(summarise('["x"]', join(folder, "absent"))).toMatchObject({ written: false });
  });
});

describe("outputs and annotations", () => {
  test("outputs go by file command, whatever they contain", () => {
    const script = `import { setOutputs } from ${module("outcome.ts")};
      await setOutputs({ verdict: "Go\\n::error::no", report: null, "exit-code": 0 });`;
    expect(inStep(script)).toBe("");
    const written = readFileSync(join(folder, "output"), "utf8");
    expect(written).toMatch(
      /^verdict<<(\S+)\nGo\n::error::no\n\1\nreport<<(\S+)\n\n\2\nexit-code<<(\S+)\n0\n\3\n$/,
    );
  });

  test("an annotation is one command at its line, whatever its words contain", () => {
    const script = `import { annotate } from ${module("outcome.ts")};
      await annotate([{ level: "error", title: "a,b", message: "one\\n::warning::two\\u202e", file: "a.yaml", line: 3, column: 5 }]);`;
    expect(inStep(script)).toBe(
      "::error title=a%2Cb,file=a.yaml,line=3,col=5::one ::warning::two \n",
    );
  });

  test("the eleventh annotation is counted, not lost", () => {
    const script = `import { annotate } from ${module("outcome.ts")};
      await annotate(Array.from({ length: 13 }, (_, n) => ({ level: "warning", title: "t", message: "m" + n })));`;
    const lines = inStep(script).trim().split("\n");
    expect(lines).toHaveLength(10);
    expect(lines[9]).toBe("::warning title=t::m9 (and 3 more)");
  });
});

test.each([
  "::error::x",
  "  ::add-mask::x",
  "a\r::error::x",
  "a\n::set-output name=a::b",
  "say ##[error]x",
  "::::error::",
])("%j is no command any more once disarmed", (text) => {
  for (const line of disarmCommands(text).split(/\r\n|\r|\n/)) {
    expect(line.trimStart()).not.toMatch(/^::/);
    expect(line).not.toContain("##[");
  }
  expect(disarmCommands(text).replaceAll(/[\u200A\r\n]/g, "")).toBe(text.replaceAll(/[\r\n]/g, ""));
});

test("ordinary text is left alone", () => {
  const text = "std::vector at 10:30\n  ratio 1::2 ## [link]\n";
  expect(disarmCommands(text)).toBe(text);
});
