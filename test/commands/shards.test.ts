import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { changeLedger, edit } from "./kept-matrix.ts";
import { aMatrix, openLab, type Answer, type Lab } from "./lab.ts";
import { partition, recordedEvents } from "./shard-rig.ts";

const id = "20261130T083911Z-d5c844";

function shard(which: string, matrix_id = id, dir = `s${which[0]}`): string[] {
  return ["run", "--shard", which, "--matrix-id", matrix_id, "--dir", dir];
}

async function merge(lab: Lab, into: string, ...inputs: string[]): Promise<Answer> {
  return lab.run(["merge", ...inputs, "--dir", into, "--json"]);
}

function faultOf({ json }: Answer): { code: string; message: string; where: string } {
  const [fault] = json["faults"] as { code: string; message: string; where: string }[];
  if (fault === undefined) throw new Error("nothing was refused");
  return fault;
}

test("two shards run on their own, merged from a folder and a bundle: one ordinary matrix", async () => {
  const lab = openLab("shards");
  lab.write("agent-lab.yaml", aMatrix({ repetitions: "3", budget: "0.9 USD" }));
  const planned = await lab.run(["plan", "--shards", "2", "--json"]);
  expect(planned.json).toMatchObject({
    shards: {
      count: 2,
      empty: 0,
      matrix: {
        include: [
          { shard: "1/2", name: "shard-1-of-2", blocks: [1, 3], cells: 2, budget: "0.60 USD" },
          { shard: "2/2", name: "shard-2-of-2", blocks: [2], cells: 1, budget: "0.30 USD" },
        ],
      },
    },
  });
  const matrix_id = String(planned.json["matrix_id"]);
  for (const which of ["1/2", "2/2"]) {
    const ran = await lab.run(shard(which, matrix_id));
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toContain(`shard ${which} of matrix ${matrix_id}`);
  }
  const [first, second] = ["s1", "s2"].map((dir) => lab.inside(`${dir}/${matrix_id}`));
  expect(readdirSync(`${first}/runs`)).toHaveLength(2);
  expect(readdirSync(`${second}/runs`)).toEqual([`${matrix_id}.inventory-order.bare-loop.2.json`]);
  const part = await lab.run(["verify", `${first}/evidence.tar.gz`]);
  expect(part).toMatchObject({ code: 0 });
  expect(part.stdout).toContain("1 of 3 blocks belong to shards that are not here");

  const merged = await merge(lab, "out", "s1", `s2/${matrix_id}/evidence.tar.gz`);
  expect(merged).toMatchObject({ code: 0, json: { verdict: "Conditional-Go", matrix_id } });
  const out = lab.inside(`out/${matrix_id}`);
  for (const later of [
    ["verify", `${out}/evidence.tar.gz`],
    ["audit", "--dir", "out"],
    ["report", "--dir", "out"],
  ])
    expect(await lab.run(later)).toMatchObject({ code: 0 });
  const gate = await lab.run(["gate", "--dir", "out", "--json"]);
  expect(gate).toMatchObject({ code: 10, json: { incomplete: false } });
  const compared = await lab.run([
    "compare",
    "--json",
    "--dir=out",
    "--score-profile",
    "shipped:config/score-profiles/cost-first-v1.yaml",
  ]);
  expect(compared).toMatchObject({ code: 0, json: { status: "exploratory" } });
  for (const name of readdirSync(`${first}/runs`))
    expect(readFileSync(`${out}/runs/${name}`)).toEqual(readFileSync(`${first}/runs/${name}`));

  // As a job's artifacts come down: a folder each, with the archive in it, or below under the matrix's id.
  for (const [to, from] of [
    ["down/one/evidence.tar.gz", first],
    [`down/two/${matrix_id}/evidence.tar.gz`, second],
  ] as const)
    cpSync(`${from}/evidence.tar.gz`, lab.inside(to));
  expect(await merge(lab, "third", "down/one", "down/two")).toMatchObject({ code: 0 });

  // It is there now, and a second merge writes nothing over it.
  expect(faultOf(await merge(lab, "out", "s1", "s2")).code).toBe("already_there");
  // A finished shard is handed back as it is.
  const again = await lab.run(shard("1/2", matrix_id));
  expect(again.stdout).toContain("Resumed shard 1/2");
});

test("a shard that is not there: 30 with its cells named; going on runs these alone, and verify holds", async () => {
  const lab = openLab("shards");
  lab.write("agent-lab.yaml", aMatrix({ repetitions: "2" }));
  expect((await lab.run(shard("1/2"))).code).toBe(0);
  const merged = await merge(lab, "out", "s1");
  expect(merged).toMatchObject({ code: 30, json: { verdict: null } });
  expect(merged.json["missing"]).toEqual([
    {
      candidate: "bare-loop",
      case_id: "inventory-order",
      repetition: 2,
      block: 2,
      shard: "2/2",
    },
  ]);
  expect(faultOf(merged).message).toBe(
    "1 of 2 cells have no result (1 of shard 2/2): bare-loop on inventory-order, repetition 2",
  );
  const out = lab.inside(`out/${id}`);
  expect(existsSync(`${out}/evidence.tar.gz`)).toBe(false);
  const kept = readFileSync(`${out}/runs/${id}.inventory-order.bare-loop.1.json`);
  const gate = await lab.run(["gate", "--dir", "out"]);
  expect(gate.code).toBe(30);

  const went = await lab.run(["evaluate", "--dir", "out", "--json"]);
  expect(went).toMatchObject({ code: 0, json: { matrix_id: id, incomplete: false } });
  expect(went.stderr).not.toMatch(/rep 1 /);
  expect(readFileSync(`${out}/runs/${id}.inventory-order.bare-loop.1.json`)).toEqual(kept);
  for (const later of [
    ["verify", `${out}/evidence.tar.gz`],
    ["audit", "--dir", "out"],
  ])
    expect(await lab.run(later)).toMatchObject({ code: 0 });
  // What went on as a whole is no shard any more.
  expect(await merge(lab, "again", `out/${id}`)).toMatchObject({ code: 60 });
});

test("what does not belong is refused with 60, and named; what can't be a shard with 50", async () => {
  const lab = openLab("shards");
  lab.write("agent-lab.yaml", aMatrix({ repetitions: "4" }));
  expect((await lab.run(["evaluate"])).code).toBe(0);
  const [matrix_id = ""] = lab.matrices();
  const folder = lab.inside(`.agent-lab/matrices/${matrix_id}`);
  const [one = "", two = ""] = partition(folder, matrix_id, 2, lab.inside("parts"));
  const [, third = ""] = partition(folder, matrix_id, 4, lab.inside("quarters"));
  const refused = async (...inputs: string[]) => {
    const answer = await merge(lab, "out", ...inputs);
    expect(answer.code).toBe(60);
    expect(existsSync(lab.inside("out"))).toBe(false);
    return faultOf(answer);
  };
  /** A copy that may be spoiled, under any name. */
  const spoil = (from: string, change: (path: string) => void): string => {
    const path = lab.inside(`spoiled-${readdirSync(lab.folder).length}`);
    cpSync(from, path, { recursive: true });
    change(path);
    return path;
  };
  const run = `${matrix_id}.inventory-order.bare-loop.2`;

  expect(await refused(one, one)).toMatchObject({ code: "duplicate_shard" });
  expect(
    await refused(
      one,
      spoil(one, () => {}),
    ),
  ).toMatchObject({ code: "duplicate_shard" });
  expect(await refused(folder, two)).toMatchObject({ code: "foreign_shard" });
  expect(await refused(one, third)).toMatchObject({
    code: "foreign_shard",
    message: expect.stringContaining("shard 2/4 is one of 4"),
  });

  const altered = spoil(two, (path) =>
    edit(join(path, `runs/${run}.json`), '"total":100', '"total":99'),
  );
  expect(await refused(one, altered)).toMatchObject({
    code: "shard_altered",
    message: expect.stringContaining(run),
    where: altered,
  });
  const rewritten = spoil(two, (path) =>
    changeLedger(
      join(path, "ledger.db"),
      `UPDATE events SET body = replace(body, '100', '99') WHERE job_id = '${run}' AND body LIKE '%run.scored%'`,
    ),
  );
  expect((await refused(one, rewritten)).message).toContain(run);
  const lost = spoil(two, (path) => {
    const [part = ""] = readdirSync(join(path, "artifacts/sha256"));
    const [name = ""] = readdirSync(join(path, "artifacts/sha256", part));
    writeFileSync(join(path, "artifacts/sha256", part, name), "other bytes");
  });
  expect(await refused(one, lost)).toMatchObject({ code: "shard_altered", where: lost });

  // Another execution of the same plan, and the same id for another plan.
  lab.write("agent-lab.yaml", aMatrix({ repetitions: "4" }));
  expect((await lab.run(shard("2/2", id, "foreign"))).code).toBe(0);
  expect(await refused(one, "foreign")).toMatchObject({
    code: "foreign_shard",
    message: `is of matrix ${id}; ${one} is of ${matrix_id}`,
  });
  lab.write("agent-lab.yaml", aMatrix({ repetitions: "4", budget: "6 USD" }));
  expect((await lab.run(shard("2/2", matrix_id, "other"))).code).toBe(0);
  expect((await refused(one, "other")).message).toContain("a contract differs");
  const bundle = lab.inside(`other/${matrix_id}/evidence.tar.gz`);
  const bytes = readFileSync(bundle);
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  writeFileSync(lab.inside("bent.tar.gz"), bytes);
  expect((await refused(one, "bent.tar.gz")).where).toContain("bent.tar.gz");

  for (const [args, code] of [
    [shard("1/2", "my-matrix", "x"), "no_matrix_id"],
    [shard("1/2", matrix_id, "other"), "other_shard"],
    [shard("9/9", matrix_id, "y"), "empty_shard"],
  ] as const) {
    const answer = await lab.run([...args, "--json"]);
    expect([answer.code, faultOf(answer).code]).toEqual([50, code]);
  }
  expect((await merge(lab, "out", "nowhere")).code).toBe(50);
});

test("a shard whose host died in a block: its runs are kept, the block is finished in the merged matrix", async () => {
  const lab = openLab("shards");
  lab.write("agent-lab.yaml", aMatrix({ repetitions: "4", aa_control: "true" }));
  expect((await lab.run(["evaluate"])).code).toBe(0);
  const [matrix_id = ""] = lab.matrices();
  const folder = lab.inside(`.agent-lab/matrices/${matrix_id}`);
  const shards = partition(folder, matrix_id, 2, lab.inside("parts"), 2);
  const merged = await merge(lab, "out", ...shards);
  expect(merged).toMatchObject({ code: 30, json: { missing: [{ block: 4, shard: "2/2" }] } });
  const out = lab.inside(`out/${matrix_id}`);
  const before = readdirSync(`${out}/runs`);
  expect(before).toHaveLength(7);
  expect((await lab.run(["evaluate", "--dir", "out"])).code).toBe(0);
  expect(readdirSync(`${out}/runs`)).toEqual(readdirSync(`${folder}/runs`));
  for (const name of before)
    expect(readFileSync(`${out}/runs/${name}`)).toEqual(readFileSync(`${folder}/runs/${name}`));
  // Two streams admitted block 4, one settled it: with all that it cost.
  const said = recordedEvents(out).filter(({ body }) => "block" in body && body.block === 4);
  const of = (type: string) => said.filter(({ body }) => body.type === type);
  expect(of("block.admitted").map(({ job_id }) => job_id)).toEqual([
    `${matrix_id}.s02of02`,
    matrix_id,
  ]);
  expect(of("block.settled").map(({ job_id }) => job_id)).toEqual([matrix_id]);
  expect((await lab.run(["verify", `${out}/evidence.tar.gz`])).stdout).toContain("ok   8 views");
  expect((await lab.run(["audit", "--dir", "out"])).code).toBe(0);
});

test("the same results in 1, 8 or 64 shards give the same comparison and readiness, byte for byte", async () => {
  const lab = openLab("shards");
  // So much that each part holds the worst case of its blocks.
  lab.write("agent-lab.yaml", aMatrix({ repetitions: "64", budget: "20 USD" }));
  const whole = await lab.run(["evaluate", "--workers", "4"]);
  expect(whole.code).toBe(0);
  const [matrix_id = ""] = lab.matrices();
  const folder = lab.inside(`.agent-lab/matrices/${matrix_id}`);
  for (const count of [1, 8, 64]) {
    const shards = partition(folder, matrix_id, count, lab.inside(`in-${count}`));
    expect(shards).toHaveLength(count);
    // In another order than they were dealt, as downloads come.
    const merged = await merge(lab, `out-${count}`, ...shards.toReversed());
    expect(merged).toMatchObject({ code: 0, json: { exit_code: 0 } });
    const out = lab.inside(`out-${count}/${matrix_id}`);
    for (const name of ["comparison.json", "readiness.json"])
      expect(readFileSync(join(out, "views", name))).toEqual(
        readFileSync(join(folder, "views", name)),
      );
    expect((await lab.run(["verify", `${out}/evidence.tar.gz`])).code).toBe(0);
    const short = await merge(lab, `short-${count}`, ...shards.slice(1));
    expect(short.code).toBe(count === 1 ? 50 : 30);
    expect(((short.json["missing"] ?? []) as unknown[]).length).toBe(count === 1 ? 0 : 64 / count);
  }
}, 300_000);
