/** Several profiles over the same runs, several matrices beside each other: one look, no call, no verdict across them. */
import { existsSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { comparison } from "../../src/contracts/comparison.ts";
import { aMatrix, openLab, shippedRoot, type Lab } from "./lab.ts";

const shipped = (name: string) => `shipped:config/score-profiles/${name}.yaml`;
const profiles = (...names: string[]) => names.flatMap((name) => ["--score-profile", name]);

async function evaluated(lab: Lab, id: string): Promise<string> {
  lab.write("agent-lab.yaml", aMatrix({ id }));
  expect((await lab.run(["evaluate"])).code).toBe(0);
  return lab.matrices()[0] ?? "";
}

test("profiles side by side, then matrices side by side", async () => {
  const lab = openLab();
  const first = await evaluated(lab, "one");
  const folder = lab.inside(`.agent-lab/matrices/${first}`);
  const planned = readFileSync(`${folder}/views/comparison.json`, "utf8");

  const names = profiles(shipped("realtime-v1"), shipped("bulk-v1"));
  const weighed = await lab.run(["compare", ...names, "--json"]);
  expect(weighed.code).toBe(0);
  const looks = comparison.array().parse(weighed.json["profiles"]);
  // The planned profile is what the others are held against, and stays what it was.
  expect(looks.map((one) => [one.profile.name, one.status])).toEqual([
    ["balanced-v1", "confirmatory"],
    ["realtime-v1", "exploratory"],
    ["bulk-v1", "exploratory"],
  ]);
  expect(looks[0]).toEqual(comparison.parse(JSON.parse(planned)));
  expect(weighed.json["profile_orders"]).toMatchObject([
    { profile: "balanced-v1" },
    { profile: "realtime-v1" },
    { profile: "bulk-v1" },
  ]);
  for (const path of ["realtime-v1", "bulk-v1"])
    expect(existsSync(`${folder}/views/${path}/report.md`)).toBe(true);
  expect(readFileSync(`${folder}/views/comparison.json`, "utf8")).toBe(planned);
  const face = await lab.run(["compare", ...names]);
  expect(face.stdout).toContain("The same runs under several profiles");
  expect(face.stdout).toContain("balanced-v1 (planned)");

  // The planned one among them is not a column of its own again; a single one is looked at as before.
  const again = await lab.run([
    "compare",
    ...profiles(shipped("bulk-v1"), shipped("balanced-v1")),
    "--json",
  ]);
  expect(
    comparison
      .array()
      .parse(again.json["profiles"])
      .map((one) => one.profile.name),
  ).toEqual(["balanced-v1", "bulk-v1"]);
  const one = await lab.run(["compare", ...profiles(shipped("bulk-v1")), "--json"]);
  expect(one.json).toMatchObject({ status: "exploratory" });
  expect(one.json).not.toHaveProperty("profiles");

  const second = await evaluated(lab, "two");
  const both = ["--matrix", first, "--matrix", second];
  const apart = await lab.run(["compare", ...both]);
  expect(apart.code).toBe(0);
  expect(apart.stdout).toContain(`track controlled · one · ${first}\n`);
  expect(apart.stdout).toContain(`track controlled · two · ${second}\n`);
  expect(apart.stdout).toContain(
    "2 matrices of track controlled are separate executions: no verdict is taken across them.",
  );
  const machine = await lab.run(["compare", ...both, "--json"]);
  expect(machine.json).toMatchObject({
    verdict: null,
    exit_code: 0,
    matrices: [
      { track: "controlled", matrix_id: first },
      { track: "controlled", matrix_id: second },
    ],
  });
  const unknown = await lab.run(["compare", "--matrix", first, "--matrix", "nobody"]);
  expect(unknown.code).toBe(50);
  expect(unknown.stderr).toContain("there is no matrix nobody");
});

test("two profiles of one name would write over each other, and are refused", async () => {
  const lab = openLab();
  await evaluated(lab, "one");
  const text = readFileSync(`${shippedRoot}/config/score-profiles/bulk-v1.yaml`, "utf8");
  lab.write("a.yaml", text);
  lab.write("b.yaml", text.replace("weight: 0.40", "weight: 0.41"));
  const refused = await lab.run(["compare", ...profiles("a.yaml", "b.yaml")]);
  expect(refused.code).toBe(50);
  expect(refused.stderr).toContain("b.yaml: two different score profiles are named bulk-v1");
});

test("transcribed runs under several profiles", async () => {
  const lab = openLab();
  const args = ["compare", "--runs", `${shippedRoot}/examples/published-rc2`];
  const names = profiles(shipped("balanced-v1"), shipped("cost-first-v1"));
  const answer = await lab.run([...args, ...names]);
  expect(answer.code).toBe(0);
  expect(answer.stdout).toContain("Under balanced-v1\n");
  expect(answer.stdout).toContain("The same order under all 2 profiles");
  expect(answer.stdout).toContain("99.2503");
});
