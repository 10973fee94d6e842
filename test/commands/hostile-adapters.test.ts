import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { storedEvent } from "../../src/contracts/event.ts";
import { runResult } from "../../src/contracts/run-result.ts";
import { auditStream } from "../../src/core/lifecycle/audit.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { aMatrix, openLab, type Lab } from "./lab.ts";

/** Plain programs that break the protocol in one way each; `say` writes one frame on the channel. */
const preamble = `
import { createWriteStream, writeSync } from "node:fs";
import { createInterface } from "node:readline";
const nonce = process.env.AGENT_LAB_NONCE;
let sequence = 0;
const frame = (body) => JSON.stringify({ v: 1, nonce, frame_sequence: ++sequence, ...body }) + "\\n";
const say = (body) => writeSync(3, frame(body));
const hello = () => say({ kind: "hello", adapter: "hostile", protocol: 1 });
const started = new Promise((resolve) => createInterface({ input: process.stdin }).once("line", resolve));
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
`;

const hostile: readonly {
  name: string;
  program: string;
  reason: string;
  says: RegExp;
  wall?: number;
}[] = [
  {
    name: "prints garbage on the channel",
    program: `hello(); await started; writeSync(3, "this is not a frame\\n"); await wait(60000);`,
    reason: "protocol_violation",
    says: /frame/i,
  },
  {
    name: "exits in the middle of a frame",
    program: `hello(); await started; writeSync(3, frame({ kind: "result", status: "completed", output: "{}", usage: { missing: "none" } }).slice(0, 40)); process.exit(0);`,
    reason: "protocol_violation",
    says: /frame/i,
  },
  {
    name: "exits without a word",
    program: `process.exit(3);`,
    reason: "protocol_violation",
    says: /hello|exit/i,
  },
  {
    name: "never answers",
    program: `hello(); await started; await wait(600000);`,
    reason: "timeout",
    says: /too long|limit/i,
    wall: 3,
  },
  {
    name: "floods the channel",
    program: `hello(); await started; const beat = () => { for (let i = 0; i < 500; i++) say({ kind: "heartbeat" }); setImmediate(beat); }; beat();`,
    reason: "protocol_violation",
    says: /frames/i,
  },
  {
    name: "sends a line of 512 MiB",
    program: `hello(); await started; const out = createWriteStream(null, { fd: 3 }); out.on("error", () => process.exit(0)); const block = Buffer.alloc(1 << 20, 97); for (let i = 0; i < 512; i++) if (!out.write(block)) await new Promise((resolve) => out.once("drain", resolve));`,
    reason: "protocol_violation",
    says: /line|bytes/i,
  },
  {
    name: "answers without asking the model",
    program: `hello(); await started; say({ kind: "result", status: "failed", output: "", usage: { missing: "none" }, error: "I gave up" }); process.stdin.destroy();`,
    reason: "adapter_error",
    says: /I gave up/,
  },
];

function install(lab: Lab, program: string): void {
  lab.write(
    "adapters/hostile/adapter.json",
    JSON.stringify({
      name: "hostile",
      framework: null,
      packages: [],
      entry: "main.mjs",
      install: false,
    }),
  );
  lab.write("adapters/hostile/main.mjs", `${preamble}\n${program}\n`);
}

test.each(hostile)("an adapter that $name: the run fails, the record stays whole", async (one) => {
  const lab = openLab("hostile");
  install(lab, one.program);
  lab.write(
    "agent-lab.yaml",
    aMatrix({ candidates: "[{ id: hostile, adapter: hostile }]", cases: "[case.yaml]" }),
  );
  lab.write(
    "case.yaml",
    `id: short\nprompt: { user: hi }\nexpect: { contains: [hello] }\nlimits: { wall_seconds: ${one.wall ?? 20} }\nsimulation: { turns: [{ text: hello }] }\n`,
  );
  const answer = await lab.run(["evaluate"]);
  expect([20, 30, 40]).toContain(answer.code);
  expect(answer.stdout).toMatch(/No-Go|Not evaluated|Conditional-Go/);

  const [matrix = ""] = lab.matrices();
  const folder = lab.inside(`.agent-lab/matrices/${matrix}`);
  const result = runResult.parse(
    JSON.parse(readFileSync(`${folder}/runs/${matrix}.short.hostile.1.json`, "utf8")),
  );
  expect(result).toMatchObject({ status: "failed", reason: one.reason });
  expect(result.message).toMatch(one.says);
  expect(result.final_output).not.toBe("");

  const ledger = openLedger(`${folder}/ledger.db`);
  for (const { job_id } of ledger.heads()) {
    const events = ledger.events(job_id);
    expect(auditStream(events)).toMatchObject({
      gap_free: true,
      chain_valid: true,
      outstanding_reservations: 0,
      first_fault: null,
    });
    for (const event of events) expect(storedEvent.safeParse(event).success).toBe(true);
  }
  ledger.close();
  expect((await lab.run(["verify", `${folder}/evidence.tar.gz`])).code).toBe(0);
});
