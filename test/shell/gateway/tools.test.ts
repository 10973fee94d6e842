import { describe, expect, onTestFinished, test } from "vitest";

import type { ToolIntent, ToolSettlement } from "../../../src/contracts/kit.ts";
import type { GatewaySession } from "../../../src/core/ports.ts";
import type { ToolDesk } from "../../../src/core/tool-ports.ts";
import { createGateway } from "../../../src/shell/gateway/create-gateway.ts";
import { createClock, createEntropy } from "../../../src/shell/system/clock.ts";
import { aGate } from "./rig.ts";

function aDesk(fails = false): ToolDesk & { readonly heard: (ToolIntent | ToolSettlement)[] } {
  const heard: (ToolIntent | ToolSettlement)[] = [];
  return {
    heard,
    intent: async (intent) => {
      if (fails) throw new Error("the ledger is full");
      heard.push(intent);
      return { do: "run", operation_id: "tool-1" };
    },
    settlement: async (settlement) => {
      heard.push(settlement);
      return settlement.operation_id === "tool-1"
        ? { ok: true }
        : { ok: false, message: "not running" };
    },
  };
}

async function open(desk?: ToolDesk): Promise<GatewaySession> {
  const gateway = await createGateway({ clock: createClock(), entropy: createEntropy() });
  onTestFinished(async () => gateway.close());
  return gateway.open(aGate({}), desk);
}

async function say(
  session: GatewaySession,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly json: unknown }> {
  const answer = await fetch(`${session.tools_url}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${session.token}`,
      "content-type": "application/json",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: answer.status, json: await answer.json() };
}

const intent = { name: "refund", arguments: { n: 1 } };
const settlement = { operation_id: "tool-1", output: "", is_error: false };

test("intent and settlement reach the desk of their own run, and its answers come back", async () => {
  const desk = aDesk();
  const session = await open(desk);
  expect(await say(session, "/intent", intent)).toEqual({
    status: 200,
    json: { do: "run", operation_id: "tool-1" },
  });
  expect(await say(session, "/settlement", settlement)).toEqual({
    status: 200,
    json: { ok: true },
  });
  const refused = await say(session, "/settlement", { ...settlement, operation_id: "tool-2" });
  expect(refused).toMatchObject({
    status: 409,
    json: { error: { code: "settlement_refused", message: "not running" } },
  });
  expect(desk.heard).toHaveLength(3);
});

describe("nothing reaches the desk", () => {
  test.each([
    ["a body that is no JSON", "/intent", "{", 400],
    ["an intent without a name", "/intent", { arguments: {} }, 400],
    ["an intent with a key nobody knows", "/intent", { ...intent, shell: true }, 400],
    ["a settlement without is_error", "/settlement", { operation_id: "tool-1", output: "" }, 400],
    ["a settlement whose output is data", "/settlement", { ...settlement, output: {} }, 400],
    ["an unknown path", "/hello", {}, 404],
    ["a body past the cap", "/intent", { ...intent, arguments: "x".repeat(9_000_000) }, 413],
  ])("for %s", async (_what, path, body, status) => {
    const desk = aDesk();
    const answer = await say(await open(desk), path, body);
    expect(answer.status).toBe(status);
    expect(answer.json).toHaveProperty("error.message");
    expect(desk.heard).toEqual([]);
  });

  test("without the run's token, under another type of body, by GET, and after the run", async () => {
    const desk = aDesk();
    const session = await open(desk);
    const statuses = [
      await say(session, "/intent", intent, { authorization: "Bearer other" }),
      await say(session, "/intent", intent, { "content-type": "text/plain" }),
    ].map((answer) => answer.status);
    const got = await fetch(`${session.tools_url}/intent`, {
      headers: { authorization: `Bearer ${session.token}` },
    });
    await session.close();
    const late = await say(session, "/intent", intent);
    expect([...statuses, got.status, late.status]).toEqual([401, 415, 405, 403]);
    expect(desk.heard).toEqual([]);
  });

  test("in a run that has none: an adapter's tools go over its frames", async () => {
    expect((await say(await open(), "/intent", intent)).status).toBe(404);
  });
});

test("what can't be recorded is not answered as if it were", async () => {
  const answer = await say(await open(aDesk(true)), "/intent", intent);
  expect(answer).toMatchObject({ status: 500, json: { error: { code: "not_recorded" } } });
});
