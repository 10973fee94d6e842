import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  copyExample,
  failuresOf,
  inputOf,
  readEvals,
  readShortForm,
  root,
  runAgent,
} from "./rig.ts";

const shipped = {
  "own-agent-py": {
    sources: "refund_bot",
    ours: /agent.?lab(?!_CASE)/i,
    path: "/chat/completions",
  },
  "own-agent-ts": { sources: "src", ours: /agent.?lab(?!_CASE)/i, path: "/responses" },
} as const;

describe.each(["own-agent-py", "own-agent-ts"] as const)("%s as shipped", (example) => {
  let copy: ReturnType<typeof copyExample>;
  const evals = readEvals(join(root, "examples", example));
  beforeAll(() => {
    copy = copyExample(example);
  }, 300_000);
  afterAll(() => {
    copy.dispose();
  });

  test.each([...evals.values()])("passes $id", async (one) => {
    const run = await runAgent(copy.checkout, inputOf(one));
    expect({ failures: failuresOf(one, run), stderr: run.stderr }).toMatchObject({ failures: [] });
    const paths = new Set(run.requests.map((seen) => seen.path));
    expect(paths).toContain(shipped[example].path);
    expect(paths.has("/embeddings")).toBe(run.calls.includes("search_policy"));
    expect(run.requests.map((seen) => seen.authorization)).not.toContain("");
  });

  test("calls only the models that agent-lab.yaml declares", async () => {
    const one = evals.get("small-refund");
    if (one === undefined) throw new Error("the case small-refund is gone");
    const run = await runAgent(copy.checkout, inputOf(one));
    const called = new Set(run.requests.map((seen) => String(seen.body["model"])));
    expect([...called].toSorted()).toEqual([...readShortForm(copy.checkout).models].toSorted());
  });

  test("asks for two tools at once where it can, and sends both results back", async () => {
    const run = await runAgent(copy.checkout, "Please refund order 4410.");
    const [first] = run.requests;
    expect(first?.said).toMatchObject({
      kind: "calls",
      calls: [{ name: "lookup_order" }, { name: "search_policy" }],
    });
  });

  test("reads the case from the file that AGENT_LAB_CASE names, and JSON as well as text", async () => {
    const file = join(copy.checkout, "case.json");
    writeFileSync(file, JSON.stringify({ message: "Please refund order 9999." }));
    const byFile = await runAgent(copy.checkout, "", { env: { AGENT_LAB_CASE: file } });
    expect(byFile.answer).toBe("Order 9999 was not found.");
    const byJson = await runAgent(copy.checkout, JSON.stringify("Please refund order 9999."));
    expect(byJson.answer).toBe("Order 9999 was not found.");
  });

  test("runs never see each other's refunds unless they share a database, which reset builds anew", async () => {
    const ask = async (env: Record<string, string>): Promise<string> =>
      (await runAgent(copy.checkout, "Please refund order 4410.", { env })).answer;
    expect(await ask({})).toContain("Refunded 42.50");
    expect(await ask({})).toContain("Refunded 42.50");
    const shared = { ORDERS_DB: join(copy.checkout, "shared.db") };
    expect(await ask(shared)).toContain("Refunded 42.50");
    expect(await ask(shared)).toContain("already");
    const fresh = hook(example, copy.checkout, "snapshot", {});
    const world = JSON.parse(hook(example, copy.checkout, "snapshot", shared)) as {
      refunds: object[];
    };
    expect(world.refunds.at(-1)).toEqual({ refund_id: 2, order_id: "4410", amount_cents: 4250 });
    hook(example, copy.checkout, "reset", shared);
    expect(hook(example, copy.checkout, "snapshot", shared)).toBe(fresh);
  });

  test("without a message it says what to do and exits 2", async () => {
    const run = await runAgent(copy.checkout, "");
    expect(run).toMatchObject({ exit_code: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain("give it on stdin or name a file in AGENT_LAB_CASE");
  });

  test("imports nothing of ours, and its YAML with the workflow step stays within 25 lines", () => {
    const folder = join(root, "examples", example);
    const sources = readdirSync(join(folder, shipped[example].sources)).filter((file) =>
      /\.(?:py|ts)$/.test(file),
    );
    for (const file of sources) {
      const lines = readFileSync(join(folder, shipped[example].sources, file), "utf8").split("\n");
      const imports = lines.filter((line) => /^\s*(?:import|from)\b/.test(line));
      expect(imports.filter((line) => shipped[example].ours.test(line))).toEqual([]);
    }
    const lines = (file: string): number =>
      readFileSync(join(folder, file), "utf8").trimEnd().split("\n").length;
    const cases = readdirSync(join(folder, "evals")).map((file) => lines(join("evals", file)));
    expect(lines("agent-lab.yaml")).toBeLessThanOrEqual(6);
    const workflow = readFileSync(
      join(folder, ".github/workflows/agent-lab.yml"),
      "utf8",
    ).trimEnd();
    const step = workflow.slice(workflow.indexOf("- uses: OWNER/agent-lab")).split("\n").length;
    expect(
      lines("agent-lab.yaml") + cases.reduce((sum, one) => sum + one, 0) + step,
    ).toBeLessThanOrEqual(25);
  });
});

function hook(
  example: string,
  checkout: string,
  name: "reset" | "snapshot",
  env: Record<string, string>,
): string {
  const [command, args] =
    example === "own-agent-py"
      ? [join(checkout, ".venv/bin/python"), ["-m", `refund_bot.${name}`]]
      : [process.execPath, [`src/${name}.ts`]];
  return execFileSync(command, args, {
    cwd: checkout,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    encoding: "utf8",
    stdio: "pipe",
  });
}
