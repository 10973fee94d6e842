/** Your own agent in shards: the second look is due once the first is whole, and an A/A lane runs base's checkout again. */
import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { agent, aRepository, commitAll } from "./own-repository.ts";
import { startReadingModel } from "./reading-model.ts";

const id = "20261130T083911Z-d5c844";
const revisions = ["--base", "main", "--head", "change"];

test("two shards of a pull request: merged, the second look is due; going on in a checkout runs it", async () => {
  const model = await startReadingModel();
  const environment = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "canary-key-0123456789" };
  const lab = aRepository();
  lab.write("agent.mjs", agent("Answer in prose."));
  commitAll(lab, "change");
  const planned = await lab.run(["plan", "--shards", "2", "--json", ...revisions], environment);
  expect(planned.code).toBe(0);
  for (const which of ["1/2", "2/2"]) {
    const where = ["--shard", which, "--matrix-id", id, "--dir", `.agent-lab/s${which[0]}`];
    const ran = await lab.run(["run", ...where, ...revisions, "--json"], environment);
    expect(ran).toMatchObject({ code: 0, json: { digests: planned.json["digests"] } });
    const part = await lab.run(["verify", `.agent-lab/s${which[0]}/${id}/evidence.tar.gz`]);
    expect(part.code).toBe(0);
  }
  const merged = await lab.run([
    "merge",
    ".agent-lab/s1",
    ".agent-lab/s2",
    "--dir=.agent-lab/out",
    "--json",
  ]);
  expect(merged).toMatchObject({
    code: 30,
    json: { second_look: ["quote"], faults: [{ code: "second_look_due" }] },
  });
  const out = lab.inside(`.agent-lab/out/${id}`);
  expect(readdirSync(`${out}/runs`)).toHaveLength(4);

  const went = await lab.run(["evaluate", "--dir", ".agent-lab/out", ...revisions], environment);
  expect(went.code).toBe(20);
  expect(went.stdout).toMatch(/quote broke: on 8 fresh blocks base 8 of 8, this pull request 0/);
  expect(readdirSync(`${out}/runs`)).toHaveLength(4 + 16);
  const checked = await lab.run(["verify", `${out}/evidence.tar.gz`]);
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining("ok   8 views")]);
  expect((await lab.run(["audit", "--dir", ".agent-lab/out"])).code).toBe(0);
}, 120_000);

test("an A/A lane on a pull request: base's program runs twice, head's verdict is head's", async () => {
  const model = await startReadingModel();
  const environment = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "canary-key-0123456789" };
  const lab = aRepository();
  const explained = await lab.run(["plan", "--explain", "--json"]);
  const contracts = explained.json["contracts"] as Record<string, { models: unknown }>;
  const matrix = Object.entries(contracts).find(([path]) => path.startsWith("contracts/matrix/"));
  lab.write("agent-lab.yaml", JSON.stringify({ ...matrix?.[1], aa_control: true }));
  commitAll(lab, "lane");
  const base = ["--base", "change", "--head", "change"];
  const answer = await lab.run(["evaluate", ...base, "--json"], environment);
  expect(answer.code).toBe(0);
  const [name = ""] = lab.matrices();
  const folder = lab.inside(`.agent-lab/matrices/${name}`);
  const runs = readdirSync(`${folder}/runs`).filter((one) => one.includes(".base-aa."));
  expect(runs).toHaveLength(2);
  const readiness = JSON.parse(readFileSync(`${folder}/views/readiness.json`, "utf8"));
  expect(readiness).toMatchObject({ subject: "head", candidates: [{}, {}] });
  expect((await lab.run(["verify", `${folder}/evidence.tar.gz`])).code).toBe(0);
}, 120_000);
