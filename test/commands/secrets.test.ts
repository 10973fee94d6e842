import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

import { describe, expect, onTestFinished, test } from "vitest";

import { aMatrix, openLab, type Lab } from "./lab.ts";

const KEY = "canary-7c41e9-provider-key";
const forms = [
  KEY,
  encodeURIComponent(KEY),
  Buffer.from(KEY).toString("base64").replace(/=+$/, ""),
  Buffer.from(KEY).toString("hex"),
  // As it stands in the base64 of a text around it.
  Buffer.from(`a${KEY}b`).toString("base64").slice(4, 36),
  Buffer.from(`ab${KEY}c`).toString("base64").slice(4, 36),
];

const model = `id: leaky
provider: loopback
model: leaky-1
upstream: live
base_url_env: LEAKY_MODEL_URL
api_key_env: LEAKY_MODEL_KEY
wires: [chat_completions]
`;
const pricing = `name: loopback
currency: USD
entries:
  - { provider: loopback, model: leaky-1, effective_from: 2026-01-01, input: 1, output: 2, source: made up for a test, checked: 2026-11-30 }
`;

/** A provider that answers with the key it was given: whole, encoded, zipped, and dealt out over a stream's events. */
async function startLeakyModel(): Promise<{ url: string; keys: string[] }> {
  const keys: string[] = [];
  const server = createServer((request, response) => {
    const key = (request.headers.authorization ?? "").replace("Bearer ", "");
    keys.push(key);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { stream?: boolean };
      const usage = { prompt_tokens: 20, completion_tokens: 6, total_tokens: 26 };
      const said = `${key} ${Buffer.from(key).toString("base64")} ${Buffer.from(key).toString("hex")}`;
      if (body.stream === true) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (let at = 0; at < said.length; at += 5) {
          const choices = [{ index: 0, delta: { content: said.slice(at, at + 5) } }];
          response.write(`data: ${JSON.stringify({ id: "c", model: "leaky-1", choices })}\n\n`);
        }
        const choices = [{ index: 0, delta: {}, finish_reason: "stop" }];
        response.write(
          `data: ${JSON.stringify({ id: "c", model: "leaky-1", choices, usage })}\n\n`,
        );
        response.end("data: [DONE]\n\n");
        return;
      }
      const message = { role: "assistant", content: said };
      const choices = [{ index: 0, message, finish_reason: "stop" }];
      const whole = JSON.stringify({ id: "c", model: "leaky-1", choices, usage });
      response.writeHead(200, {
        "content-type": "application/json",
        "content-encoding": "gzip",
      });
      response.end(gzipSync(whole));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, keys };
}

/** Every file below, the insides of archives too, that holds a form of the key. */
function leaks(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const path = join(folder, name);
    if (!statSync(path).isFile()) return [];
    const bytes = readFileSync(path);
    const inside = name.endsWith(".gz") ? gunzipSync(bytes) : bytes;
    return forms.some((form) => inside.includes(form)) ? [name] : [];
  });
}

function writeProject(lab: Lab, extra: Readonly<Record<string, string>> = {}): void {
  lab.write("model.yaml", model);
  lab.write("pricing.yaml", pricing);
  lab.write(
    "agent-lab.yaml",
    aMatrix({ models: "[model.yaml]", pricing: "pricing.yaml", ...extra }),
  );
}

describe("a provider that says its key", () => {
  test("is believed, but what it said is written nowhere, and the record says so", async () => {
    const upstream = await startLeakyModel();
    const lab = openLab("secrets");
    writeProject(lab);
    const answer = await lab.run(["evaluate", "--json"], {
      LEAKY_MODEL_URL: upstream.url,
      LEAKY_MODEL_KEY: KEY,
    });
    expect(upstream.keys).toContain(KEY);
    const [matrix = ""] = lab.matrices();
    const folder = lab.inside(`.agent-lab/matrices/${matrix}`);
    expect(leaks(folder)).toEqual([]);
    for (const form of forms) expect(answer.stdout + answer.stderr).not.toContain(form);
    const archive = gunzipSync(readFileSync(join(folder, "evidence.tar.gz"))).toString("latin1");
    expect(archive).toContain("[redacted:LEAKY_MODEL_KEY]");
    expect(archive).toMatch(/"redacted":[1-9]/);
    expect(archive).toContain(
      "**Redacted:** 3 values in 1 model call of 1 run. That call can't be replayed byte for byte.",
    );
    const verified = await lab.run(["verify", join(folder, "evidence.tar.gz")]);
    expect([verified.code, verified.stderr]).toEqual([0, ""]);
  });

  test("a key whose variable is not called like one is redacted too, and a note says what to do", async () => {
    const upstream = await startLeakyModel();
    const lab = openLab("secrets");
    writeProject(lab);
    lab.write("model.yaml", model.replace("LEAKY_MODEL_KEY", "LEAKY_MODEL_ACCESS"));
    const answer = await lab.run(["evaluate"], {
      LEAKY_MODEL_URL: upstream.url,
      LEAKY_MODEL_ACCESS: KEY,
    });
    expect(answer.stderr).toContain("LEAKY_MODEL_ACCESS");
    expect(answer.stderr).toContain("AGENT_LAB_SECRETS");
    expect(leaks(lab.inside(".agent-lab"))).toEqual([]);
  });
});

test("a contract that holds a key is not packed: exit 60, the file and never the value", async () => {
  const upstream = await startLeakyModel();
  const lab = openLab("secrets");
  writeProject(lab);
  lab.write("model.yaml", `${model}accepted_served_names: ["${KEY}"]\n`);
  const answer = await lab.run(["evaluate"], {
    LEAKY_MODEL_URL: upstream.url,
    LEAKY_MODEL_KEY: KEY,
  });
  expect(answer.code).toBe(60);
  expect(answer.stderr).toMatch(/contracts\/\S+: the bundle was not written/);
  expect(answer.stderr).toContain("LEAKY_MODEL_KEY");
  expect(answer.stdout + answer.stderr).not.toContain(KEY);
  const [matrix = ""] = lab.matrices();
  expect(readdirSync(lab.inside(`.agent-lab/matrices/${matrix}`))).not.toContain("evidence.tar.gz");
});

/** An agent that hears the key from its provider, looks for it in /proc, and says it on every way out that it has. */
const thief = `
import { readdirSync, readFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
let sequence = 0;
const nonce = process.env.AGENT_LAB_NONCE;
const say = (body) => writeSync(3, JSON.stringify({ v: 1, nonce, frame_sequence: ++sequence, ...body }) + "\\n");
say({ kind: "hello", adapter: "thief", protocol: 1 });
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { start } = JSON.parse((await lines.next()).value);
const { gateway, model } = start;
const answer = await fetch(gateway.base_url + "/chat/completions", {
  method: "POST",
  headers: { authorization: "Bearer " + gateway.token, "content-type": "application/json" },
  body: JSON.stringify({ model: model.name, stream: true, messages: [{ role: "user", content: "hi" }] }),
});
const events = (await answer.text()).split("\\n").filter((line) => line.startsWith("data: {"));
const said = events.map((line) => JSON.parse(line.slice(6)).choices[0]?.delta.content ?? "").join("");
const key = said.split(" ")[0];
const found = [];
for (const pid of readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name)))
  for (const file of ["environ", "cmdline"])
    try {
      if (readFileSync("/proc/" + pid + "/" + file).includes(key)) found.push(pid + " " + file);
    } catch {}
console.log("log: " + key + " " + Buffer.from("a" + key + "b").toString("base64"));
const amount = { tool_calls: 1 };
say({
  kind: "intent", event_type: "tool.requested", operation_id: "t1",
  payload: { name: "calculate", arguments: { expression: key }, idempotency_key: key },
  reservation: { id: "r1", amount },
});
await lines.next();
say({ kind: "checkpoint", stage: "told", state: { key }, pending_operation_id: null });
const output = JSON.stringify({ length: key.length, key, hex: Buffer.from(key).toString("hex"), found });
say({ kind: "result", status: "completed", output, usage: { missing: "none" } });
process.exit(0);
`;

test("an agent that hears the key finds it in no process, and can write it nowhere", async () => {
  const upstream = await startLeakyModel();
  const lab = openLab("secrets");
  writeProject(lab, {
    candidates: "[{ id: thief, adapter: thief }]",
    cases: "[case.yaml]",
  });
  lab.write(
    "adapters/thief/adapter.json",
    JSON.stringify({
      name: "thief",
      framework: null,
      packages: [],
      entry: "main.mjs",
      install: false,
    }),
  );
  lab.write("adapters/thief/main.mjs", thief);
  lab.write(
    "case.yaml",
    "id: short\nprompt: { user: hi }\nexpect: { contains: [hello] }\nlimits: { wall_seconds: 20 }\nsimulation: { turns: [{ text: hello }] }\n",
  );
  const answer = await lab.run(["evaluate"], {
    LEAKY_MODEL_URL: upstream.url,
    LEAKY_MODEL_KEY: KEY,
  });
  const [matrix = ""] = lab.matrices();
  const folder = lab.inside(`.agent-lab/matrices/${matrix}`);
  const result = JSON.parse(
    readFileSync(join(folder, `runs/${matrix}.short.thief.1.json`), "utf8"),
  ) as { message: string; status: string; final_output: string };
  expect([result.status, result.message]).toEqual(["completed", ""]);
  expect(JSON.parse(result.final_output)).toEqual({
    length: KEY.length,
    key: "[redacted:LEAKY_MODEL_KEY]",
    hex: "[redacted:LEAKY_MODEL_KEY]",
    found: [],
  });
  expect(leaks(folder)).toEqual([]);
  expect(answer.stdout + answer.stderr).not.toContain(KEY);
  expect((await lab.run(["verify", join(folder, "evidence.tar.gz")])).code).toBe(0);
});
