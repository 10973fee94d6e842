/** A person decides: the run stops for it, survives the stop, and does exactly what was decided, once. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { aMatrix, shippedRoot, type Answer, type Lab } from "../commands/lab.ts";
import { gateStates, inspect, killAt, openProject } from "./kill-host.ts";

const human = readFileSync(join(shippedRoot, "cases/refund-approval.yaml"), "utf8")
  .replace("rule: approve, approver: refund-supervisor", "rule: human, approver: supervisor")
  .replace(/^id: refund-approval/m, "id: refund-human");

interface Waiting {
  readonly code: string;
  readonly action: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly arguments_sha256: string;
}

async function waiting(lab: Lab): Promise<readonly Waiting[]> {
  const { json } = await lab.run(["approve", "--json"]);
  return json["waiting"] as readonly Waiting[];
}

async function decide(lab: Lab, code: string, how: "--approve" | "--reject"): Promise<Answer> {
  return lab.run(["approve", how, "--code", code, "--by", "Ada"]);
}

/** A run that has come to its call and waits. */
async function openWaiting(): Promise<{ lab: Lab; call: Waiting }> {
  const lab = openProject(aMatrix({ cases: '["human.yaml"]' }), { "human.yaml": human });
  const stopped = await lab.run(["evaluate"]);
  expect(stopped).toMatchObject({ code: 30, stdout: expect.stringContaining("agent-lab approve") });
  const [call] = await waiting(lab);
  if (call === undefined) throw new Error("nothing waits");
  return { lab, call };
}

describe("a call that waits", () => {
  test("P1 is shown with its arguments and their digest; approved, it is made once, and the record says by whom", async () => {
    const { lab, call } = await openWaiting();
    expect(call).toMatchObject({ action: "issue_refund", arguments: { amount: 312 } });
    const shown = await lab.run(["approve"]);
    expect(shown.stdout).toContain(call.arguments_sha256);
    expect(shown.stdout).toContain('"amount": 312');
    expect((await decide(lab, "000000000000", "--approve")).code).toBe(50);
    expect((await lab.run(["approve", "--approve", "--code", call.code])).stderr).toContain("--by");
    expect((await decide(lab, call.code, "--approve")).code).toBe(0);
    expect((await decide(lab, call.code, "--reject")).code).toBe(50);
    const again = await lab.run(["evaluate"]);
    expect(again.code).toBe(0);
    const { results, effects, events } = await inspect(lab, again);
    expect(effects).toEqual([1]);
    expect(results[0]).toMatchObject({ status: "completed", attempt: 1, score: { total: 100 } });
    expect(gateStates(results[0])).not.toContain("failed");
    expect(events(0).filter(({ type }) => type === "approval.decided")).toMatchObject([
      { decision: "approved", approver: "person:Ada", action: "issue_refund" },
    ]);
  });

  test("P2 rejected, the agent is told, nothing happens, and the same call is not asked about again", async () => {
    const { lab, call } = await openWaiting();
    expect((await decide(lab, call.code, "--reject")).code).toBe(0);
    const again = await lab.run(["evaluate"]);
    const { results, effects } = await inspect(lab, again);
    expect(effects).toEqual([]);
    expect(results[0]?.tool_calls.at(-1)).toMatchObject({ outcome: "refused" });
    expect(await waiting(lab)).toEqual([]);
  });

  test("P3 killed between decision and execution: it is made once, under the same approval", async () => {
    const { lab, call } = await openWaiting();
    await decide(lab, call.code, "--approve");
    await killAt(lab, "approval.before-execution");
    const again = await lab.run(["evaluate"]);
    expect(again.code).toBe(0);
    const { results, effects, events } = await inspect(lab, again);
    expect(effects).toEqual([1]);
    expect(results[0]).toMatchObject({ status: "completed", attempt: 1, score: { total: 100 } });
    expect(events(0).filter(({ type }) => type === "approval.requested")).toHaveLength(1);
  });

  test("P3 two decide at once: the first one stands, the other is refused", async () => {
    const { lab, call } = await openWaiting();
    const both = await Promise.all([
      decide(lab, call.code, "--approve"),
      decide(lab, call.code, "--reject"),
    ]);
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 50]);
  });

  test("undecided, the same command waits again and spends nothing", async () => {
    const { lab, call } = await openWaiting();
    const again = await lab.run(["evaluate"]);
    expect(again.code).toBe(30);
    expect(await waiting(lab)).toMatchObject([{ code: call.code }]);
  });
});
