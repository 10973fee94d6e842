/** What somebody meets in the first hour: commands that can be typed, places that can be found, words that are true. */
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

import { expect, test } from "vitest";

import { digestBytes } from "../../src/core/digest/digest.ts";
import { aMatrix, openLab, shippedRoot } from "./lab.ts";

function line(text: string, name: string): string {
  return (
    text
      .split("\n")
      .find((one) => one.startsWith(`  ${name} `))
      ?.slice(`  ${name}`.length)
      .trim() ?? ""
  );
}

test("the terminal names short paths, the archive's digest and a command that can be typed", async () => {
  const lab = openLab();
  lab.write("agent-lab.yaml", aMatrix());
  const answer = await lab.run(["evaluate"]);
  const [matrix = ""] = lab.matrices();
  const bundle = `.agent-lab/matrices/${matrix}/evidence.tar.gz`;
  const digest = digestBytes(readFileSync(lab.inside(bundle)));
  expect(line(answer.stdout, "report")).toBe(`.agent-lab/matrices/${matrix}/views/report.md`);
  expect(line(answer.stdout, "bundle")).toBe(bundle);
  expect(line(answer.stdout, "bundle digest")).toBe(digest);
  const verifier = join(shippedRoot, "dist/verify.mjs");
  const shorter = [verifier, relative(lab.folder, verifier)].toSorted(
    (a, b) => a.length - b.length,
  )[0];
  const typed = line(answer.stdout, "verify");
  expect(typed).toBe(`node ${shorter} ${bundle} --digest ${digest}`);
  expect((await lab.run(["verify", ...typed.split(" ").slice(2)])).code).toBe(0);
  expect(answer.stderr).toContain("1 case: oracle 100");
  expect(answer.stderr).toContain("expected not known (no complete run of this plan yet)");

  // The Markdown lies inside the bundle and cannot know its digest.
  const report = readFileSync(lab.inside(`.agent-lab/matrices/${matrix}/views/report.md`), "utf8");
  expect(report).not.toContain(digest);
  expect(report).toContain("node verify.mjs evidence.tar.gz");

  // The planned verdict again: its bundle can be checked. A later look is in no bundle, and says so.
  const again = await lab.run(["gate"]);
  expect(line(again.stdout, "verify")).toBe(`node ${shorter} ${bundle}`);
  lab.write("policy.yaml", "name: another\nminimum_score: 1\n");
  for (const look of [
    ["gate", "--policy", "policy.yaml"],
    ["compare", "--score-profile", "shipped:config/score-profiles/cost-first-v1.yaml"],
  ]) {
    const later = await lab.run(look);
    expect(line(later.stdout, "verify")).toBe("");
    expect(line(later.stdout, "Later look")).toContain("Not in the evidence bundle");
    const path = resolve(lab.folder, line(later.stdout, "report"));
    expect(readFileSync(path, "utf8")).not.toContain("verify.mjs");
  }

  // The second run of the same plan knows what the first one cost.
  const spent = /(\$[\d.]+) of \$/.exec(answer.stdout)?.[1] ?? "nothing";
  expect((await lab.run(["run", "--new"])).stderr).toContain(`expected ${spent}, cap $5.00`);
  // `run` packs no bundle: there is nothing to verify yet.
  expect(line((await lab.run(["gate"])).stdout, "verify")).toBe("");
});

test("a case edited under the version that was run is refused; as a new version it is compared", async () => {
  const lab = openLab();
  const written = "id: hello\ninput: Greet.\nsimulation: { turns: [{ text: hello }] }\n";
  lab.write("hello.yaml", `${written}expect: { contains: [hello] }\n`);
  lab.write("agent-lab.yaml", aMatrix({ cases: "[hello.yaml]" }));
  expect((await lab.run(["evaluate"])).code).toBe(0);
  lab.write("hello.yaml", `${written}expect: { contains: [goodbye] }\n`);
  const edited = await lab.run(["compare", "--case", "hello.yaml"]);
  expect(edited.code).toBe(50);
  expect(edited.stderr).toContain(
    "hello.yaml: version 1 of case hello has other content than the one that was run; raise version",
  );
  lab.write("hello.yaml", `${written}version: 2\nexpect: { contains: [goodbye] }\n`);
  expect((await lab.run(["compare", "--case", "hello.yaml"])).code).toBe(0);
});

test("a damaged stored run is one line that names the field", async () => {
  const lab = openLab();
  lab.write("agent-lab.yaml", aMatrix());
  await lab.run(["evaluate"]);
  const [matrix = ""] = lab.matrices();
  const file = lab.inside(
    `.agent-lab/matrices/${matrix}/runs/${matrix}.inventory-order.bare-loop.1.json`,
  );
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace('"status":"completed"', '"status":"fine","x":1'));
  const answer = await lab.run(["gate"]);
  expect(answer.code).toBe(60);
  const [message = "", fix, ...others] = answer.stderr.trimEnd().split("\n");
  expect(message).toMatch(/does not have its format: status: .+ \(and 1 more\)$/);
  expect(message).not.toContain("{");
  expect(fix).toContain("restore it from the bundle");
  expect(others).toEqual([]);
});

test("preflight leads to the line that was written, in the short form too", async () => {
  const lab = openLab();
  lab.write("agent-lab.yaml", aMatrix({ cases: "[cases/sum.yaml]" }));
  const written = `id: sum
input: What is 2 + 2?
output: { format: json }
expect:
  contains: [sum]
  output: { sum: 5 }
oracle: { steps: [], answer: { sum: 4 } }
`;
  lab.write("cases/sum.yaml", written);
  const answer = await lab.run(["preflight"]);
  expect(answer.code).toBe(50);
  expect(answer.stderr.replaceAll(/\s+/g, " ")).toContain("Where: cases/sum.yaml:6:3.");
  expect(answer.stderr).toContain("Correct the case. Once a case has been run");
  expect(answer.stderr).toContain("1 of 1 case to correct");
  const alone = await lab.run(["preflight", "--case", "cases/sum.yaml", "--json"]);
  expect(alone.json).toMatchObject({
    preflight: { cases: [{ problems: [{ where: "cases/sum.yaml:6:3" }] }] },
  });

  // A case with a history is corrected by a new version; what is missing has no line, only a file.
  lab.write(
    "cases/sum.yaml",
    `${written.replace(/oracle.*\n/, "")}version: 2\ntools: [order_lookup]\n`,
  );
  const versioned = await lab.run(["preflight"]);
  expect(versioned.stderr).toContain("A new version of each case");
  expect(versioned.stderr.replaceAll(/\s+/g, " ")).toContain(
    "can be solved. Where: cases/sum.yaml.",
  );
});
