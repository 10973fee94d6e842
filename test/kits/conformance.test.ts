/** Both kits against the real gateway, desk and ledger: one list, which each language must pass unchanged. */
import { execFile } from "node:child_process";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { openToolDesk } from "../../src/commands/tool-desk.ts";
import type { RuntimeEvent } from "../../src/contracts/event.ts";
import type { Json } from "../../src/contracts/primitives.ts";
import { toolCatalogue } from "../../src/contracts/tool-catalogue.ts";
import { foldToolCalls } from "../../src/core/runs/tool-calls.ts";
import { createGateway } from "../../src/shell/gateway/create-gateway.ts";
import { createClock, createEntropy } from "../../src/shell/system/clock.ts";
import { aCase } from "../builders/cases.ts";
import { shippedRoot } from "../commands/lab.ts";
import { beginning, isSound, startJob, type Rig } from "../commands/rig.ts";
import { aGate } from "../shell/gateway/rig.ts";

type Language = readonly ["Python" | "JavaScript", string, string];
const languages: readonly Language[] = [
  ["Python", "python3", "program.py"],
  ["JavaScript", process.execPath, "program.mjs"],
];

const own = (name: string, more: object = {}): object => ({
  name,
  description: name,
  side_effect_class: "unsafe_write",
  behaviour: { kind: "own" },
  ...more,
});
const looksUp = { kind: "lookup", fixture: "prices", key: "sku" };
const catalogue = toolCatalogue.parse({
  id: "shop",
  tools: [
    own("plain"),
    own("renamed"),
    own("forbidden"),
    own("rejected", { approval: "required" }),
    own("stubbed", { side_effect_class: "read", behaviour: looksUp }),
    own("stubbed_text", { side_effect_class: "read", behaviour: looksUp }),
  ],
});

interface Step {
  readonly tool: string;
  readonly arguments?: Record<string, Json>;
  readonly call?: {
    readonly tool_call_id?: string;
    readonly idempotency_key?: string;
    readonly text?: boolean;
  };
}
interface Said {
  readonly results: readonly Json[];
  readonly ran: readonly string[];
}

async function runProgram(
  [, command, file]: Language,
  steps: readonly Step[],
  environment: Record<string, string>,
  at_once = false,
): Promise<Said & { readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      [join(import.meta.dirname, file)],
      {
        env: { PATH: process.env["PATH"], PYTHONDONTWRITEBYTECODE: "1", ...environment },
        maxBuffer: 64 * 1024 * 1024,
      },
      (error, stdout, stderr) => {
        if (error === null) resolve({ ...(JSON.parse(stdout) as Said), stderr });
        else reject(new Error(stderr));
      },
    );
    child.stdin?.end(JSON.stringify({ steps, at_once }));
  });
}

async function play(
  language: Language,
  steps: readonly Step[],
  { at_once = false, ...changes }: { at_once?: boolean; tools?: readonly string[] } = {},
): Promise<Said & { readonly rig: Rig; readonly stderr: string }> {
  const contract = aCase({
    tools: ["plain", "renamed", "stubbed", "stubbed_text", "rejected", "nowhere"],
    approvals: [{ tool: "rejected", rule: "reject", approver: "lead" }],
    limits: { tool_calls: 8 },
    ...changes,
  });
  const rig = await startJob({
    track: "own",
    authorised_tools: [...contract.tools],
    limits: { model_calls: 6, tool_calls: 8, cost_pico: "0", wall_ms: 60_000 },
  });
  const { desk, host } = openToolDesk({
    recorder: rig.recorder,
    case: contract,
    ...beginning(contract.world),
    tools: catalogue.tools,
    redact: (text) => text,
  });
  const gateway = await createGateway({ clock: createClock(), entropy: createEntropy() });
  onTestFinished(async () => gateway.close());
  const session = gateway.open(aGate({}), desk);
  const environment = {
    AGENT_LAB_TOOLS_URL: session.tools_url,
    AGENT_LAB_TOOLS_TOKEN: session.token,
    // A proxy that is not there: the host must be reached without it.
    HTTP_PROXY: "http://127.0.0.1:9",
    http_proxy: "http://127.0.0.1:9",
  };
  const said = await runProgram(language, steps, environment, at_once);
  await session.close();
  await host.close();
  expect(rig.recorder.fault()).toBeNull();
  expect(isSound(rig.events())).toBe(true);
  return { ...said, rig };
}

const bodies = <T extends RuntimeEvent["type"]>(rig: Rig, type: T) =>
  rig
    .bodies()
    .flatMap((body) => (body.type === type ? [body as Extract<RuntimeEvent, { type: T }>] : []));
const records = (rig: Rig) =>
  foldToolCalls(rig.bodies()).map((one) => [one.name, one.provenance, one.outcome, one.output]);

describe.each(languages)("%s", (...language) => {
  test("a tool of the program runs once the host has it, and its result comes back unchanged", async () => {
    const { results, ran, rig } = await play(language, [
      { tool: "plain", arguments: { order_id: "7731", amount: 180.5 } },
      { tool: "renamed", arguments: { note: "ü 🙂" } },
    ]);
    const first = { from: "plain", given: { order_id: "7731", amount: 180.5 } };
    const second = { from: "renamed", given: { note: "ü 🙂" } };
    expect(results).toEqual([first, second]);
    expect(ran).toEqual(["plain", "renamed"]);
    expect(bodies(rig, "tool.settled").map((one) => [JSON.parse(one.output), one.effects])).toEqual(
      [
        [first, 1],
        [second, 1],
      ],
    );
    expect(rig.bodies().map((body) => body.type)).toEqual([
      "budget.reserved",
      "tool.requested",
      "tool.executing",
      "tool.settled",
      "budget.settled",
      "budget.reserved",
      "tool.requested",
      "tool.executing",
      "tool.settled",
      "budget.settled",
    ]);
  });

  test("a declared tool is answered from fixtures and does not run; text stays text where it is expected", async () => {
    const { results, ran, rig } = await play(language, [
      { tool: "stubbed", arguments: { sku: "A-1" } },
      { tool: "stubbed_text", arguments: { sku: "A-1" } },
      { tool: "stubbed", arguments: { sku: "none" } },
      { tool: "stubbed", arguments: { sku: "A-1" }, call: { tool_call_id: "c1", text: true } },
    ]);
    expect(results).toEqual([
      { sku: "A-1", price: 12.5 },
      '{"sku":"A-1","price":12.5}',
      { error: expect.stringContaining("no entry of prices") },
      '{"sku":"A-1","price":12.5}',
    ]);
    expect(ran).toEqual([]);
    expect(bodies(rig, "tool.requested").map((one) => one.tool_call_id)).toEqual([
      null,
      null,
      null,
      "c1",
    ]);
    expect(records(rig)[0]?.slice(0, 3)).toEqual(["stubbed", "host", "settled"]);
  });

  test("what the case does not offer, and what somebody rejects, does not run and reads as an error", async () => {
    const { results, ran, rig } = await play(language, [
      { tool: "forbidden" },
      { tool: "rejected", arguments: { a: 1 } },
    ]);
    expect(results).toEqual([
      { error: "the tool forbidden is not offered in this task" },
      { error: "lead rejected this call of rejected" },
    ]);
    expect(ran).toEqual([]);
    expect(bodies(rig, "tool.refused").map((one) => one.code)).toEqual([
      "not_authorised",
      "approval_rejected",
    ]);
  });

  test("an error of the tool is settled as one and goes on", async () => {
    const { results, ran, rig } = await play(language, [
      { tool: "plain", arguments: { fail: "no such order" } },
      { tool: "renamed", arguments: { fail: "nor this" } },
      { tool: "plain", arguments: { fail: "third" }, call: {} },
    ]);
    const error = language[0] === "Python" ? "ValueError" : "TypeError";
    expect(results).toEqual([{ threw: error }, { threw: error }, { threw: error }]);
    expect(ran).toHaveLength(3);
    const settled = bodies(rig, "tool.settled");
    expect(settled.map((one) => [one.is_error, one.effects, JSON.parse(one.output)])).toEqual(
      ["no such order", "nor this", "third"].map((said) => [
        true,
        0,
        { error: `${error}: ${said}` },
      ]),
    );
  });

  test("a repeated key gives the first result again without a second run", async () => {
    const again = { tool: "plain", arguments: { n: 1 }, call: { idempotency_key: "k" } };
    const { results, ran, rig } = await play(language, [
      again,
      again,
      { ...again, arguments: { n: 2 } },
    ]);
    const first = { from: "plain", given: { n: 1 } };
    expect(results).toEqual([first, first, { error: expect.stringContaining("idempotency key") }]);
    expect(ran).toEqual(["plain"]);
    expect(bodies(rig, "tool.settled").map((one) => one.replayed)).toEqual([false, true]);
  });

  test("without a key, a program that starts again and asks in another order sends the same keys", async () => {
    const steps = [
      { tool: "plain", arguments: { n: 1 } },
      { tool: "renamed", arguments: { n: 1 }, call: { tool_call_id: "call_1" } },
      { tool: "plain", arguments: { n: 2 } },
      { tool: "plain", arguments: { n: 1 }, call: {} },
    ];
    const starts = await Promise.all([play(language, steps), play(language, steps.toReversed())]);
    const [first, again] = starts.map(({ rig }) =>
      bodies(rig, "tool.requested").map((one) => one.idempotency_key),
    );
    expect(new Set(first).size).toBe(4);
    expect(again?.toSorted()).toEqual(first?.toSorted());
  });

  test("what no catalogue declares runs as before, and is said to be undeclared", async () => {
    const { results, ran, rig } = await play(language, [{ tool: "nowhere" }, { tool: "nowhere" }]);
    expect(results).toEqual([
      { from: "nowhere", given: {} },
      { from: "nowhere", given: {} },
    ]);
    expect(ran).toEqual(["nowhere", "nowhere"]);
    expect(
      bodies(rig, "tool.requested").map((one) => [one.undeclared, one.side_effect_class]),
    ).toEqual([
      [true, "unsafe_write"],
      [true, "unsafe_write"],
    ]);
    expect(bodies(rig, "finding.noted").map((one) => one.code)).toEqual(["undeclared_tool"]);
  });

  test("calls at once are each settled with their own result", async () => {
    const numbers = [1, 2, 3, 4, 5, 6];
    const steps = numbers.map((n) => ({ tool: "renamed", arguments: { n } }));
    const { results, rig } = await play(language, steps, { at_once: true });
    expect(results).toEqual(numbers.map((n) => ({ from: "renamed", given: { n } })));
    for (const one of foldToolCalls(rig.bodies()))
      expect(JSON.parse(one.output ?? "")).toEqual({ from: "renamed", given: one.arguments });
  });

  test("past the limit of the case nothing runs", async () => {
    const steps = Array.from({ length: 9 }, (_, n) => ({ tool: "plain", arguments: { n } }));
    const { results, ran } = await play(language, steps);
    expect(ran).toHaveLength(8);
    expect(results[8]).toEqual({ error: expect.stringContaining("all tool calls") });
  });

  test("an answer of any length or kind of text is settled, and the program gets it whole", async () => {
    const { results, rig, stderr } = await play(language, [
      { tool: "plain", arguments: { long: 1_200_000 } },
      { tool: "plain", arguments: { broken: true } },
    ]);
    expect(stderr).toBe("");
    expect((results[0] as string).length).toBe(1_200_000);
    const [long, broken] = bodies(rig, "tool.settled").map((one) => one.output);
    expect(long?.slice(-60)).toMatch(/x\n\[cut: the whole answer has 1200000 characters\]$/);
    expect(broken).toMatch(/^half . of a pair$/u);
  });

  test("a result that has no text is settled with a text that says so, and the program gets it", async () => {
    const { results, ran, rig, stderr } = await play(
      language,
      ["plain", "renamed", "plain"].map((tool, at) => ({
        tool,
        arguments: { circle: "result" },
        ...(at < 2 ? {} : { call: {} }),
      })),
    );
    expect([results, stderr]).toEqual([["came back", "came back", "came back"], ""]);
    expect(ran).toHaveLength(3);
    const settled = bodies(rig, "tool.settled");
    expect(settled.map((one) => one.is_error)).toEqual([false, false, false]);
    for (const { output } of settled) expect(output).toContain("this result can't be written");
  });

  test("an argument that has no text is announced with a text that says so, beside the others", async () => {
    const { results, ran, rig } = await play(language, [
      { tool: "plain", arguments: { circle: "argument", n: 1 } },
      { tool: "renamed", arguments: { circle: "argument", n: 2 } },
      { tool: "plain", arguments: { circle: "argument", n: 3 }, call: {} },
    ]);
    expect(results).toEqual(["came back", "came back", "came back"]);
    expect(ran).toHaveLength(3);
    expect(bodies(rig, "tool.requested").map((one) => one.arguments)).toEqual(
      [1, 2, 3].map((n) => ({
        circle: "argument",
        n,
        round: expect.stringContaining("this argument can't be written"),
      })),
    );
  });

  test("without Agent Lab it only runs what it is given", async () => {
    const steps = [
      { tool: "plain" },
      { tool: "forbidden" },
      { tool: "stubbed", arguments: { sku: "A-1" }, call: {} },
    ];
    const { ran, results } = await runProgram(language, steps, {});
    expect(ran).toEqual(["plain", "forbidden", "stubbed"]);
    expect(results[2]).toEqual({ from: "stubbed", given: { sku: "A-1" } });
  });

  test("with a host that is gone, or that does not know the token, nothing runs", async () => {
    const gateway = await createGateway({ clock: createClock(), entropy: createEntropy() });
    const { tools_url } = gateway.open(aGate({}));
    const wrong = { AGENT_LAB_TOOLS_URL: tools_url, AGENT_LAB_TOOLS_TOKEN: "other" };
    const turnedAway = await runProgram(language, [{ tool: "plain" }], wrong);
    await gateway.close();
    const gone = await runProgram(language, [{ tool: "plain" }, { tool: "renamed" }], wrong);
    const error = language[0] === "Python" ? "AgentLabError" : "Error";
    expect(turnedAway).toMatchObject({ results: [{ threw: error }], ran: [] });
    expect(gone).toMatchObject({ results: [{ threw: error }, { threw: error }], ran: [] });
  });
});

test("Python: a framework that reads a decorated function sees the function itself; what is no data is not sent", async () => {
  const source = `
import dataclasses, inspect, json, sys, typing
sys.path.insert(0, ${JSON.stringify(join(shippedRoot, "kits/python"))})
import agent_lab_kit as kit
sent = []
kit._post = lambda path, body: (sent.append(body), (200, {"do": "run", "operation_id": "t"}))[1]

@dataclasses.dataclass
class Money:
    amount: float

class Shop:
    @kit.tool
    def refund(self, context, order_id: str, money: Money, *, note: str = "none", **more) -> dict:
        "Pays back."
        return {"paid": money.amount}

plain = Shop.refund
result = Shop().refund(object(), "7731", money=Money(2.5), extra=[1])
print(json.dumps({
    "name": plain.__name__, "doc": plain.__doc__, "signature": list(inspect.signature(plain).parameters),
    "hints": sorted(typing.get_type_hints(plain)), "result": result, "sent": sent,
}))`;
  const said = await new Promise<string>((resolve, reject) => {
    execFile(
      "python3",
      ["-c", source],
      {
        env: { PATH: process.env["PATH"], PYTHONDONTWRITEBYTECODE: "1", AGENT_LAB_TOOLS_URL: "u" },
      },
      (error, stdout, stderr) => (error === null ? resolve(stdout) : reject(new Error(stderr))),
    );
  });
  expect(JSON.parse(said)).toEqual({
    name: "refund",
    doc: "Pays back.",
    signature: ["self", "context", "order_id", "money", "note", "more"],
    hints: ["money", "note", "order_id", "return"],
    result: { paid: 2.5 },
    sent: [
      { name: "refund", arguments: { order_id: "7731", money: { amount: 2.5 }, extra: [1] } },
      { operation_id: "t", output: '{"paid": 2.5}', is_error: false },
    ],
  });
});
