import { expect, test } from "vitest";

import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { aMatrix, openLab } from "./lab.ts";
import { startReadingModel } from "./reading-model.ts";

const model = `id: reading
provider: loopback
model: reader-1
upstream: live
base_url_env: READING_MODEL_URL
api_key_env: READING_MODEL_KEY
wires: [chat_completions]
`;
const pricing = `name: loopback
currency: USD
entries:
  - { provider: loopback, model: reader-1, effective_from: 2026-01-01, input: 1, output: 2, source: made up for a test, checked: 2026-11-30 }
`;

test("live: a prompt that drops an instruction scores lower, and the upstream is labelled a test", async () => {
  const upstream = await startReadingModel();
  const lab = openLab("live");
  lab.write("model.yaml", model);
  lab.write("pricing.yaml", pricing);
  lab.write(
    "agent-lab.yaml",
    aMatrix({
      variable: "prompt",
      candidates: `[{ id: full, adapter: bare-loop, role: base }, { id: dropped, adapter: bare-loop, role: head, prompt: { system: "You quote prices. Use inventory_lookup and calculate." } }]`,
      models: "[model.yaml]",
      pricing: "pricing.yaml",
      repetitions: "2",
    }),
  );
  const answer = await lab.run(["evaluate", "--json"], {
    READING_MODEL_URL: upstream.url,
    READING_MODEL_KEY: "not-a-key",
  });
  expect(answer.json).toMatchObject({ upstream: "test" });
  const candidates = answer.json["candidates"] as {
    candidate: string;
    score: number;
    tokens: number;
  }[];
  const [full, dropped] = candidates;
  expect(full).toMatchObject({ candidate: "full", score: 100, tokens: 360 });
  expect(dropped?.candidate).toBe("dropped");
  expect(dropped?.score).toBeLessThan(60);
  expect(upstream.requests()).toBe(12);

  const [matrix = ""] = lab.matrices();
  const report = await lab.run(["report", "--matrix", matrix, "--markdown"]);
  expect(report.stdout.toUpperCase()).toContain("TEST");
  expect(report.stdout).not.toContain("not-a-key");
  expect(
    (await lab.run(["verify", lab.inside(`.agent-lab/matrices/${matrix}/evidence.tar.gz`)])).code,
  ).toBe(0);
});

test("live without its variable is refused before anything starts", async () => {
  const lab = openLab("live");
  lab.write("model.yaml", model);
  lab.write("pricing.yaml", pricing);
  lab.write("agent-lab.yaml", aMatrix({ models: "[model.yaml]", pricing: "pricing.yaml" }));
  const answer = await lab.run(["evaluate"]);
  expect(answer.code).toBe(50);
  expect(answer.stderr).toContain("READING_MODEL_URL");
});

test("live: a provider that reports more than a call could cost is a No-Go, recorded as it was, and wedges nothing", async () => {
  const upstream = await startReadingModel(3_000_000);
  const lab = openLab("live");
  lab.write("model.yaml", model);
  lab.write("pricing.yaml", pricing);
  lab.write(
    "agent-lab.yaml",
    aMatrix({ models: "[model.yaml]", pricing: "pricing.yaml", repetitions: "2" }),
  );
  const answer = await lab.run(["evaluate", "--json"], {
    READING_MODEL_URL: upstream.url,
    READING_MODEL_KEY: "not-a-key",
  });
  expect(answer.code).toBe(20);
  const [matrix = ""] = lab.matrices();
  const folder = lab.inside(`.agent-lab/matrices/${matrix}`);
  const ledger = openLedger(`${folder}/ledger.db`);
  const blocks = ledger
    .events(matrix)
    .map((event) => event.body)
    .filter((body) => body.type.startsWith("block."));
  ledger.close();
  const calls = upstream.requests();
  // Each call: 100 tokens in at 1 and 3,000,000 out at 2 USD a million; after the first block nothing is left of 5 USD.
  expect(blocks).toMatchObject([
    { type: "block.admitted", block: 1 },
    { type: "block.settled", block: 1, spent_pico: String(calls * 6_000_100_000_000) },
    { type: "block.refused", block: 2, reason: "budget_not_reserved" },
  ]);
  expect((await lab.run(["verify", `${folder}/evidence.tar.gz`])).code).toBe(0);
});
