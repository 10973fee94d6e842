/** Adapters that save checkpoints: stages in order, a state that survives storage, and a resumed run that asks nothing twice. */
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import type { AdapterManifest } from "../../src/contracts/adapter.ts";
import type { ChildFrame, StartPayload } from "../../src/contracts/frame.ts";
import type { Json } from "../../src/contracts/primitives.ts";
import { canonicalJson } from "../../src/core/digest/canonical.ts";
import { ensureInstalled } from "../../src/shell/packages/install.ts";
import { startFakeModel, type SeenRequest, type Turn } from "./fake-model.ts";
import { runOnTinyHost, type HostRun } from "./tiny-host.ts";

const adapters = readdirSync("adapters", { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .flatMap(({ name }) => manifestOf(name) ?? [])
  .filter(({ checkpoints }) => checkpoints);
const wires = ["chat_completions", "responses"] as const;
type Wire = (typeof wires)[number];
type Checkpoint = Extract<ChildFrame, { kind: "checkpoint" }>;

function manifestOf(name: string): AdapterManifest | undefined {
  try {
    return JSON.parse(readFileSync(resolve("adapters", name, "adapter.json"), "utf8"));
  } catch {
    return undefined;
  }
}

const calls = (name: string, args: string): Turn => ({ calls: [{ name, arguments: args }] });
/** What the model says, stage after stage: each asks one tool, then ends. */
const turns: readonly Turn[] = [
  calls("get_stock", '{"sku":"A-7"}'),
  { text: "Seven in stock." },
  calls("add", '{"left":7,"right":10}'),
  { text: "Seventeen in all." },
  calls("order", '{"pieces":17}'),
  { text: '{"ordered":17}' },
];
const answers: Readonly<Record<string, string>> = {
  get_stock: '{"pieces":7}',
  add: '{"sum":17}',
  order: '{"id":"O-1"}',
};
const team = ["researcher", "analyst", "reviewer"];

function start(base_url: string, wire: Wire, checkpoint: StartPayload["checkpoint"]): StartPayload {
  return {
    run_id: "run-1",
    case: { id: "restock", version: 1, system: "Answer in JSON.", user: "Order ten more A-7." },
    tools: Object.keys(answers).map((name) => ({
      name,
      description: name,
      input_schema: { type: "object" },
    })),
    model: { name: "fake-model", temperature: 0, max_output_tokens: 256, wire },
    gateway: { base_url, token: "token-of-run-1" },
    limits: { model_calls: 12, tool_calls: 12, wall_seconds: 20 },
    checkpoint,
  };
}

interface Ran extends HostRun {
  readonly requests: readonly SeenRequest[];
  readonly checkpoints: readonly Checkpoint[];
}

/** `kill_at`: the child is killed while it waits for the answer to this request. */
async function run(
  { name, entry }: AdapterManifest,
  wire: Wire,
  options: { from?: Checkpoint | undefined; kill_at?: number; says?: readonly Turn[] } = {},
): Promise<Ran> {
  const folder = resolve("adapters", name);
  const { from, kill_at = Infinity, says = turns } = options;
  const hangs = kill_at === Infinity ? [] : [{ hang: true } as const];
  const before = turns.length - says.length;
  const model = await startFakeModel([...says.slice(0, kill_at - 1), ...hangs], before);
  const checkpoint = from === undefined ? null : { stage: from.stage, state: from.state };
  const done = await runOnTinyHost({
    argv: [process.execPath, resolve(folder, entry)],
    cwd: folder,
    start: start(model.base_url, wire, stored(checkpoint)),
    tool: (asked) => answers[asked] ?? "no tool",
    killWhen: () => model.requests.length === kill_at,
  });
  await model.close();
  const checkpoints = done.frames.filter((frame) => frame.kind === "checkpoint");
  return { ...done, requests: model.requests, checkpoints };
}

/** What a host's storage may make of a state: the same JSON, its keys in another order. */
function stored<T extends Json>(value: T): T {
  return JSON.parse(canonicalJson(value)) as T;
}

const stagesAsked = ({ requests }: Ran): readonly (string | undefined)[] =>
  requests.map(({ body }) => /You are the (\w+), stage/.exec(JSON.stringify(body))?.[1]);
const twice = (names: readonly string[]): readonly string[] => names.flatMap((one) => [one, one]);
const toolsAsked = ({ intents }: Ran): readonly string[] => intents.map((one) => one.payload.name);
const keys = ({ intents }: Ran): readonly string[] =>
  intents.map((one) => one.payload.idempotency_key);

/** A request but for the ids that the model and the framework make anew. */
const textOf = ({ body }: SeenRequest): string =>
  canonicalJson(body).replaceAll(/call_\d+_\d+|(?:chatcmpl|msg|fc|resp)[-_][\w-]{36}/g, "id");

test("the staged adapters are among those that declare checkpoints", () => {
  const names = adapters.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["langgraph-js-stages", "openai-agents-js-stages"]));
});

describe.concurrent.each(adapters.map((one) => [one.name, one] as const))("%s", (_, adapter) => {
  beforeAll(async () => {
    if (!adapter.install) return;
    const outcome = await ensureInstalled(resolve("adapters", adapter.name), {
      log: () => undefined,
    });
    if (!outcome.ok) throw new Error(outcome.message);
  }, 600_000);

  describe.each(wires)("on %s", (wire) => {
    test("each stage is saved once, before the next one asks anything", async () => {
      const done = await run(adapter, wire);
      expect(done).toMatchObject({ violation: undefined, deadline: undefined, exit_code: 0 });
      expect(done.log).toBe("");
      expect(done.result).toMatchObject({ status: "completed", output: '{"ordered":17}' });
      expect(stagesAsked(done)).toEqual(twice(team));
      const said = done.frames.flatMap((frame) => {
        if (frame.kind === "intent") return [frame.payload.name];
        return frame.kind === "checkpoint" ? [frame.stage] : [];
      });
      expect(said).toEqual(["get_stock", "researcher", "add", "analyst", "order"]);
    });

    test("killed in the second stage: a new start asks for the later two, as if nothing had happened", async () => {
      const [whole, killed] = await Promise.all([
        run(adapter, wire),
        run(adapter, wire, { kill_at: 3 }),
      ]);
      expect(killed).toMatchObject({ signal: "SIGKILL", result: undefined });
      expect(killed.checkpoints.map(({ stage }) => stage)).toEqual(["researcher"]);

      const [from] = killed.checkpoints;
      const resumed = await run(adapter, wire, { from, says: turns.slice(2) });
      expect(resumed).toMatchObject({ violation: undefined, exit_code: 0 });
      expect(resumed.result).toMatchObject({ status: "completed", output: '{"ordered":17}' });
      expect(stagesAsked(resumed)).toEqual(twice(["analyst", "reviewer"]));
      expect(toolsAsked(resumed)).toEqual(["add", "order"]);
      expect(resumed.checkpoints.map(({ stage }) => stage)).toEqual(["analyst"]);
      expect(resumed.requests.map(textOf)).toEqual(whole.requests.slice(2).map(textOf));
      expect(keys(resumed)).toEqual(keys(whole).slice(1));
    });

    test("a call that was made before the kill is made again under its own key", async () => {
      const killed = await run(adapter, wire, { kill_at: 4 });
      expect(toolsAsked(killed)).toEqual(["get_stock", "add"]);
      const [from] = killed.checkpoints;
      const resumed = await run(adapter, wire, { from, says: turns.slice(2) });
      expect(toolsAsked(resumed)).toEqual(["add", "order"]);
      expect(keys(resumed)[0]).toBe(keys(killed)[1]);
    });

    test("killed again in the third stage: only that one is left", async () => {
      const killed = await run(adapter, wire, { kill_at: 3 });
      const again = await run(adapter, wire, {
        from: killed.checkpoints[0],
        says: turns.slice(2),
        kill_at: 3,
      });
      expect(stagesAsked(again)).toEqual(["analyst", "analyst", "reviewer"]);
      const resumed = await run(adapter, wire, {
        from: again.checkpoints[0],
        says: turns.slice(4),
      });
      expect(stagesAsked(resumed)).toEqual(twice(["reviewer"]));
      expect(resumed.checkpoints).toEqual([]);
      expect(resumed.result).toMatchObject({ status: "completed", output: '{"ordered":17}' });
      const whole = await run(adapter, wire);
      expect(resumed.requests.map(textOf)).toEqual(whole.requests.slice(4).map(textOf));
    });

    test.each([
      ["nothing", null],
      ["another shape", { agent_lab_kit: 1, answered: {}, state: { messages: "lost" } }],
    ])("a state that is not its own ends the run with nothing asked: %s", async (_name, state) => {
      const from = { stage: "researcher", state } as Checkpoint;
      const done = await run(adapter, wire, { from });
      expect(done.violation).toBeUndefined();
      expect(done.result).toMatchObject({ status: "failed", output: "" });
      expect(done.requests).toEqual([]);
    });
  });
});
