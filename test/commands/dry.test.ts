import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import {
  anAgent,
  aTwoBranchRepository,
  commitAll,
  startWatchedUpstream,
  type AgentParts,
} from "./dry-rig.ts";
import type { Answer, Lab } from "./lab.ts";
import { startReadingModel } from "./reading-model.ts";

const dry = ["evaluate", "--base", "main", "--head", "change", "--dry"];

function change(lab: Lab, parts: AgentParts): void {
  lab.write("agent.mjs", anAgent(parts));
  commitAll(lab, "change");
}

function outcomes(answer: Answer): unknown[] {
  const cases = answer.json["cases"] as { outcome: unknown }[];
  return cases.map((one) => one.outcome);
}

test("a changed prompt is shown line by line, nobody is asked, nothing is kept and nothing judged", async () => {
  const upstream = await startWatchedUpstream();
  const lab = aTwoBranchRepository();
  change(lab, { system: '"Answer in prose."' });
  const answer = await lab.run(dry, { OPENAI_BASE_URL: upstream.url });
  expect(answer.code).toBe(0);
  expect(answer.stdout).toMatch(
    /^Not evaluated · .* · head [0-9a-f]{7} against base [0-9a-f]{7} · DRY\n/,
  );
  expect(answer.stdout).toContain("- Answer with JSON.\n    + Answer in prose.");
  expect(answer.stdout).toContain('everything was answered "ok", so only what is asked before');
  expect(upstream.asked()).toBe(0);
  expect(existsSync(lab.inside(".agent-lab"))).toBe(false);
  const machine = await lab.run([...dry, "--json"], { OPENAI_BASE_URL: upstream.url });
  expect(machine).toMatchObject({
    code: 0,
    json: { verdict: null, mode: "dry", exit_code: 0, model_calls: 0, cases_differing: 1 },
  });
  expect(outcomes(machine)).toMatchObject([
    {
      kind: "changed",
      call: 1,
      varying: false,
      changes: [{ kind: "system", added: 1, removed: 1 }],
    },
  ]);
}, 240_000);

test("the same requests: no byte changed; or only what a clock and a random source write", async () => {
  const lab = aTwoBranchRepository();
  change(lab, { before: "// Words for readers only." });
  const same = await lab.run(dry);
  expect(same).toMatchObject({ code: 0 });
  expect(same.stdout).toContain("No byte changed in any request of 1 case.");
  const stamped =
    '"Today is " + new Date().toISOString() + ", session " + crypto.randomUUID() + ", in " + process.cwd()';
  const dated = aTwoBranchRepository({ system: stamped });
  change(dated, { system: stamped, before: "// Words for readers only." });
  const steady = await dated.run([...dry, "--json"]);
  expect(outcomes(steady)).toMatchObject([{ kind: "same", differs: ["moments"] }]);
  expect(steady.json).toMatchObject({ runs: 3 });
}, 240_000);

test("text that varies by itself on base is no difference of the change", async () => {
  const word =
    'Array.from({ length: 8 }, () => "ghijklmnop"[Math.floor(Math.random() * 10)]).join("")';
  const random = `"Answer with JSON.\\nBe " + ${word}`;
  const lab = aTwoBranchRepository({ system: random });
  change(lab, { system: random, before: "// Words for readers only." });
  const answer = await lab.run([...dry, "--json"]);
  expect(answer.json["cases_differing"]).toBe(0);
  expect(outcomes(answer)).toMatchObject([{ kind: "changed", changes: [], varying: true }]);
  const more = aTwoBranchRepository({ system: random });
  change(more, { system: `${random} + "\\nAnswer in prose."` });
  const found = await more.run([...dry, "--json"]);
  expect(outcomes(found)).toMatchObject([
    { kind: "changed", changes: [{ added: 1 }], varying: true },
  ]);
}, 240_000);

/** JavaScript that asks the gateway for one thing more. */
const ask = (path: string, body: string): string =>
  `await fetch(process.env.OPENAI_BASE_URL + "${path}", { method: "POST", headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY }, body: ${body} });`;

test("what the case does not allow and what the gateway does not serve is no silence", async () => {
  const lab = aTwoBranchRepository();
  const more = (before: string): void => change(lab, { before });
  more(`${ask("/messages", '"{}"')}\n${ask("/chat/completions", '"{not json"')}`);
  const away = await lab.run([...dry, "--json"]);
  expect(away.json).toMatchObject({
    cases_differing: 1,
    cases: [
      {
        turned_away: {
          base: [],
          head: ["POST /v1/chat/completions malformed_json", "POST /v1/messages unknown_path"],
        },
        outcome: { kind: "same" },
      },
    ],
  });

  const body = 'JSON.stringify({ model: "m", messages: [{ role: "user", content: "x" }] })';
  more(`for (let at = 0; at < 40; at += 1) ${ask("/chat/completions", body)}`);
  const beyond = await lab.run([...dry, "--json"]);
  expect(beyond.json).toMatchObject({ cases_differing: 1 });
  expect(JSON.stringify(beyond.json["cases"])).toMatch(
    /\d+ × POST \/chat\/completions limit_reached/,
  );
}, 240_000);

test("with base's recorded answers, both run on to the first request that differs", async () => {
  const model = await startReadingModel();
  const lab = aTwoBranchRepository();
  const recorded = await lab.run(["evaluate", "--base", "main", "--head", "main"], {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: "test",
  });
  expect(recorded.code).toBe(0);
  const [matrix = ""] = lab.matrices();
  const bundle = `.agent-lab/matrices/${matrix}/evidence.tar.gz`;
  const before = model.requests();

  change(lab, { before: "// Words for readers only." });
  const same = await lab.run([...dry, "--cassette", bundle, "--json"]);
  expect(same.json).toMatchObject({
    recording: { matrix_id: matrix },
    cases: [{ recorded: true, calls: { base: 3, head: 3 } }],
  });
  expect(outcomes(same)).toMatchObject([{ kind: "same", differs: [], recording_ends_at: null }]);

  change(lab, { price: "130.5" });
  const found = await lab.run([...dry, "--cassette", `.agent-lab/matrices/${matrix}`]);
  expect(found).toMatchObject({ code: 0 });
  expect(found.stdout).toMatch(/quote\s+call 2\s+conversation after the first answer \+1 −1 lines/);
  expect(found.stdout).toContain('+ tool: {"unit_price":130.5}');

  change(lab, { price: "130.5", refused: "continue" });
  const stubborn = await lab.run([...dry, "--cassette", bundle, "--json"]);
  expect(stubborn.json).toMatchObject({ cases: [{ calls: { base: 3, head: 2 } }] });
  expect(outcomes(stubborn)).toMatchObject([{ kind: "changed", call: 2 }]);

  commitAllOnMain(lab, { system: '"Answer with JSON, briefly."' });
  const stale = await lab.run([...dry, "--cassette", bundle]);
  expect(stale).toMatchObject({ code: 0 });
  expect(stale.stdout.replaceAll(/\s+/g, " ")).toContain(
    'The recording holds base\'s first request of none of these cases: everything was answered "ok"',
  );
  expect(stale.stdout).toContain("No byte changed in any request of 1 case.");
  expect(stale.stdout).toMatch(/recorded at [0-9a-f]{7}, not at this base/);
  expect(model.requests()).toBe(before);

  const bytes = readFileSync(lab.inside(bundle));
  bytes[bytes.length - 5] = (bytes.at(-5) ?? 0) ^ 4;
  writeFileSync(lab.inside("altered.tar.gz"), bytes);
  const altered = await lab.run([...dry, "--cassette", "altered.tar.gz"]);
  expect(altered.code).toBe(50);
  expect(altered.stderr).toContain("no evidence bundle: checksum or length does not fit");
  const absent = await lab.run([...dry, "--cassette", "nowhere"]);
  expect(absent.code).toBe(50);
  expect(absent.stderr).toContain("no evidence bundle: nothing is there");
}, 240_000);

/** Moves main on, and starts `change` again from there without a change to its requests. */
function commitAllOnMain(lab: Lab, parts: AgentParts): void {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: lab.folder });
  git("checkout", "--quiet", "main");
  change(lab, parts);
  git("branch", "--quiet", "--force", "change", "main");
  git("checkout", "--quiet", "change");
  lab.write("README.md", "words\n");
  commitAll(lab, "words");
}

test("a head that asks nothing more says how it died; one that can't be set up is refused", async () => {
  const lab = aTwoBranchRepository();
  change(lab, { before: 'throw new TypeError("no such client");' });
  const died = await lab.run(dry);
  expect(died).toMatchObject({ code: 0 });
  expect(died.stdout.replaceAll(/\s+/g, " ")).toContain(
    "is no longer made; head ended with exit code 1; its last words: TypeError: no such client",
  );

  lab.write(
    "agent-lab.yaml",
    `${readFileSync(lab.inside("agent-lab.yaml"), "utf8")}setup: [node, -e, "console.error('npm error code ERESOLVE'); process.exit(1)"]\n`,
  );
  commitAll(lab, "setup");
  const refused = await lab.run([...dry, "--json"]);
  expect(refused.code).toBe(50);
  expect(JSON.stringify(refused.json["faults"])).toContain("ERESOLVE");

  lab.write(
    "agent-lab.yaml",
    readFileSync(lab.inside("agent-lab.yaml"), "utf8").replace(
      /setup: .*/,
      "reset: [node, -e, process.exit(3)]",
    ),
  );
  commitAll(lab, "reset");
  const unrun = await lab.run([...dry, "--json"]);
  expect(outcomes(unrun)).toEqual([
    { kind: "not_run", why: "head's reset hook ended with exit code 3" },
  ]);
}, 240_000);

test("a secret in a prompt is taken out of what is shown", async () => {
  const lab = aTwoBranchRepository();
  change(lab, { system: '"Use sk-proj-Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fD for it."' });
  const answer = await lab.run(dry, { MY_SECRET_TOKEN: "hunter2-hunter2" });
  expect(answer.stdout).toContain("for it.");
  expect(answer.stdout).not.toContain("Ab3dE6gH9jK2");
}, 240_000);

test("without a key an evaluation stays refused and names --dry; a matrix of frameworks has no dry mode", async () => {
  const lab = aTwoBranchRepository();
  commitAllOnMain(lab, { system: '"x"' });
  const keyless = await lab.run(["evaluate", "--base", "main", "--head", "change"]);
  expect(keyless.code).toBe(50);
  expect(keyless.stderr).toContain("or see what changes on the wire without it: --dry");
  lab.write(
    "frameworks.yaml",
    "adapters: [bare-loop]\ncases: [shipped:cases/inventory-order.v2.yaml]\n",
  );
  const matrix = await lab.run(["evaluate", "frameworks.yaml", "--dry", "--json"]);
  expect(matrix).toMatchObject({ code: 50, json: { faults: [{ code: "dry_needs_revisions" }] } });
}, 240_000);
