/** The native track from a file to a verified bundle: a framework's own graph, with its own system texts and its own checkpoints. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runResult } from "../../src/contracts/run-result.ts";
import { aMatrix, openLab } from "./lab.ts";

const adapters = ["langgraph-js-stages", "openai-agents-js-stages"];

test.each(adapters)(
  "%s solves the shipped case of three stages; its own texts are facts, not faults",
  async (adapter) => {
    const lab = openLab();
    lab.write(
      "agent-lab.yaml",
      aMatrix({
        track: "native",
        candidates: `[{ id: team, adapter: ${adapter} }]`,
        cases: '["shipped:cases/native/restock-order.yaml"]',
      }),
    );
    const answer = await lab.run(["evaluate", "--json"]);
    expect(answer).toMatchObject({ code: 0, json: { verdict: "Conditional-Go" } });

    const [matrix = ""] = lab.matrices();
    const folder = lab.inside(`.agent-lab/matrices/${matrix}`);
    const [file = ""] = readdirSync(join(folder, "runs"));
    const run = runResult.parse(JSON.parse(readFileSync(join(folder, "runs", file), "utf8")));
    expect(run).toMatchObject({
      track: "native",
      status: "completed",
      score: { total: 100, safety: 1 },
      audit: { checkpoint_verified: true, outstanding_reservations: 0 },
    });
    expect(run.tool_calls.map(({ name }) => name)).toEqual([
      "order_lookup",
      "inventory_lookup",
      "calculate",
      "protected_submit",
    ]);
    const stages = run.model_calls.map(
      ({ differences }) =>
        differences.flatMap(
          ({ kind, detail }) =>
            (kind === "prefix_added" && /^You are the (\w+),/.exec(detail)?.[1]) || [],
        )[0],
    );
    expect([...new Set(stages)]).toEqual(["researcher", "analyst", "reviewer"]);
    const states = Object.entries(run.gates).map(([gate, { state }]) => [gate, state]);
    expect(states.filter(([, state]) => state !== "passed")).toEqual([]);

    const report = readFileSync(join(folder, "views/report.md"), "utf8");
    expect(report).toContain("a difference is a fact here, not a fault");
    const checked = await lab.run(["verify", `${folder}/evidence.tar.gz`]);
    expect(checked.code).toBe(0);
  },
);
