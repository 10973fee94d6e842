import { describe, expect, test } from "vitest";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import type { GateId } from "../../../src/contracts/readiness-policy.ts";
import { runResult } from "../../../src/core/runs/run-result.ts";
import * as event from "../../builders/events.ts";

/** A completed run around the given events, after the start and before the answer. */
function gatesOf(
  middle: readonly RuntimeEvent[],
  ended: Parameters<typeof event.anAttemptEnded>[0] = {},
  finished: Parameters<typeof event.aRunFinished>[0] = {},
) {
  const bodies = [
    event.aJobCreated(),
    event.anAttemptStarted(),
    event.anAdapterReady(),
    event.aRunStarted(),
    ...middle,
    event.anOutputReceived(),
    event.anAttemptEnded(ended),
    event.aRunFinished(finished),
  ];
  return runResult(event.storeEvents(bodies)).gates;
}

const asked = (n: number, name = "inventory_lookup", ok = true): RuntimeEvent[] =>
  event.aModelCall(n).map((body) =>
    body.type === "model.settled"
      ? {
          ...body,
          calls: [{ id: `call_${n}`, name, arguments_sha256: event.argumentsDigest, ok }],
        }
      : body,
  );
const changed = <T extends RuntimeEvent["type"]>(
  bodies: readonly RuntimeEvent[],
  type: T,
  changes: Partial<Extract<RuntimeEvent, { type: T }>>,
): RuntimeEvent[] => bodies.map((body) => (body.type === type ? { ...body, ...changes } : body));

const good = [...asked(1), ...event.aToolCall(1), ...event.aModelCall(2)];
const unsafe = (n: number, more: object = {}): RuntimeEvent[] =>
  changed(
    changed(event.aToolCall(n), "tool.requested", { side_effect_class: "unsafe_write" }),
    "tool.settled",
    { effects: 1, ...more },
  );

test("a run that went well passes every gate, but for the checkpoint nobody saved", () => {
  const states = Object.entries(gatesOf(good)).map(([gate, { state }]) => [gate, state]);
  expect(Object.fromEntries(states)).toEqual({
    approvals_bound: "passed",
    tools_authorised: "passed",
    calls_reconciled: "passed",
    events_gap_free: "passed",
    budget_settled: "passed",
    no_duplicate_effects: "passed",
    checkpoint_verifiable: "not_observed",
    terminal_artifact_verifiable: "passed",
    protocol_clean: "passed",
    model_contract: "passed",
  });
});

const none = { missing: "nothing was saved" };
const table: readonly {
  gate: GateId;
  what: string;
  middle: readonly RuntimeEvent[];
  ended?: Parameters<typeof event.anAttemptEnded>[0];
  finished?: Parameters<typeof event.aRunFinished>[0];
  state: "passed" | "failed" | "not_observed";
  says: string;
}[] = [
  {
    gate: "calls_reconciled",
    what: "a call on the wire that nothing ran for",
    middle: asked(1),
    state: "failed",
    says: "the model asked for inventory_lookup and nothing ran or was refused (1 call(s))",
  },
  {
    gate: "calls_reconciled",
    what: "an execution nobody asked for",
    middle: [...event.aModelCall(1), ...event.aToolCall(1)],
    state: "failed",
    says: "inventory_lookup ran although the model did not ask for it",
  },
  {
    gate: "calls_reconciled",
    what: "one call asked twice and run once",
    middle: [...asked(1), ...asked(2), ...event.aToolCall(1)],
    state: "failed",
    says: "nothing ran or was refused (1 call(s))",
  },
  {
    gate: "calls_reconciled",
    what: "other arguments than the model wrote",
    middle: [
      ...asked(1),
      ...changed(event.aToolCall(1), "tool.requested", {
        arguments_sha256: event.aDigest("others"),
      }),
    ],
    state: "failed",
    says: "the model asked for inventory_lookup",
  },
  {
    gate: "calls_reconciled",
    what: "a refusal is an answer",
    middle: [
      ...asked(1, "rm"),
      event.aToolRefused({ name: "rm", arguments_sha256: event.argumentsDigest }),
    ],
    state: "passed",
    says: "1 call(s) asked, 1 answered",
  },
  {
    gate: "calls_reconciled",
    what: "a call the wire broke is not owed",
    middle: asked(1, "inventory_lookup", false),
    state: "passed",
    says: "0 call(s) asked",
  },
  {
    gate: "calls_reconciled",
    what: "a run that did not complete",
    middle: asked(1),
    ended: { status: "failed", reason: "crash" },
    state: "not_observed",
    says: "did not complete",
  },
  {
    gate: "approvals_bound",
    what: "an approval that was given",
    middle: [
      event.aToolRequested({ approval_needed: true }),
      event.anApprovalRequested(),
      event.anApprovalDecided(),
      event.aToolExecuting(),
      event.aToolSettled(),
    ],
    state: "passed",
    says: "1 call(s) needed an approval; none ran without one",
  },
  ...(["rejected", "expired"] as const).map((decision) => ({
    gate: "approvals_bound" as const,
    what: `an execution after ${decision}`,
    middle: [
      event.aToolRequested({ approval_needed: true }),
      event.anApprovalRequested(),
      event.anApprovalDecided({ decision }),
      event.aToolExecuting(),
      event.aToolSettled(),
    ],
    state: "failed" as const,
    says: "inventory_lookup ran without an approval of these arguments",
  })),
  {
    gate: "approvals_bound",
    what: "an execution without asking",
    middle: [event.aToolRequested({ approval_needed: true }), event.aToolExecuting()],
    state: "failed",
    says: "ran without an approval",
  },
  {
    gate: "approvals_bound",
    what: "a refused call bypassed nothing",
    middle: [
      event.aToolRequested({ approval_needed: true }),
      event.anApprovalRequested(),
      event.anApprovalDecided({ decision: "rejected" }),
      event.aToolRefused({ operation_id: "tool-1", code: "approval_rejected" }),
    ],
    state: "passed",
    says: "1 call(s) needed",
  },
  {
    gate: "tools_authorised",
    what: "a tool outside the case",
    middle: changed(event.aToolCall(1), "tool.requested", { name: "rm" }),
    state: "failed",
    says: "rm ran and is not in the case's tools",
  },
  {
    gate: "tools_authorised",
    what: "a refused tool outside the case",
    middle: [event.aToolRefused()],
    state: "passed",
    says: "only authorised",
  },
  {
    gate: "no_duplicate_effects",
    what: "an unsafe effect twice",
    middle: [...unsafe(1), ...unsafe(2)],
    state: "failed",
    says: "inventory_lookup took effect 2 times with the same arguments",
  },
  {
    gate: "no_duplicate_effects",
    what: "a replay is no second effect",
    middle: [...unsafe(1), ...unsafe(2, { replayed: true, effects: 0 })],
    state: "passed",
    says: "no unsafe effect happened twice",
  },
  {
    gate: "no_duplicate_effects",
    what: "an answer without an effect is none",
    middle: [...unsafe(1), ...unsafe(2, { effects: 0 })],
    state: "passed",
    says: "no unsafe effect",
  },
  {
    gate: "no_duplicate_effects",
    what: "two reads are fine",
    middle: [...event.aToolCall(1), ...event.aToolCall(2)],
    state: "passed",
    says: "no unsafe effect",
  },
  {
    gate: "budget_settled",
    what: "a reservation left open",
    middle: [event.aReservation()],
    state: "failed",
    says: "1 reservation(s) were never settled",
  },
  {
    gate: "budget_settled",
    what: "a settlement that failed",
    middle: [],
    ended: { status: "failed", reason: "settlement_failed" },
    state: "failed",
    says: "a settlement failed",
  },
  {
    gate: "budget_settled",
    what: "an overdraft, also where something graver ended the run",
    middle: changed(event.aModelCall(1), "model.settled", { cost_pico: "1000001" }),
    ended: { status: "blocked_gateway_contract", reason: "served_model_mismatch", message: "x" },
    state: "failed",
    says: "model-1 cost 1000001 pico; 1000000 were reserved",
  },
  {
    gate: "checkpoint_verifiable",
    what: "a checkpoint that is there",
    middle: [event.aCheckpointSaved()],
    finished: { checkpoint_verified: true },
    state: "passed",
    says: "the checkpoint was read back",
  },
  {
    gate: "checkpoint_verifiable",
    what: "a checkpoint that is gone",
    middle: [event.aCheckpointSaved()],
    finished: { checkpoint_verified: false },
    state: "failed",
    says: "the checkpoint can't be read back",
  },
  {
    gate: "terminal_artifact_verifiable",
    what: "an altered output",
    middle: [],
    finished: { terminal_artifact_verified: false },
    state: "failed",
    says: "the final output can't be read back",
  },
  {
    gate: "terminal_artifact_verifiable",
    what: "no output",
    middle: [],
    finished: { terminal_artifact_verified: none },
    state: "not_observed",
    says: "nothing was saved",
  },
  {
    gate: "protocol_clean",
    what: "a violation",
    middle: [event.aProtocolViolation()],
    ended: { status: "failed", reason: "protocol_violation" },
    state: "failed",
    says: "bad_json: Line 3 is not JSON.",
  },
  {
    gate: "model_contract",
    what: "no request at all",
    middle: [],
    state: "not_observed",
    says: "the gateway saw no request",
  },
  {
    gate: "model_contract",
    what: "responses that name no model",
    middle: changed(event.aModelCall(1), "model.settled", { served_model: null }),
    state: "not_observed",
    says: "no response named the model",
  },
  {
    gate: "model_contract",
    what: "another model served, after a budget refusal of its own",
    middle: [...event.aModelCall(1), event.aModelRefused()],
    ended: {
      status: "blocked_gateway_contract",
      reason: "served_model_mismatch",
      message: "model x answered",
    },
    state: "failed",
    says: "model x answered",
  },
];

describe("what one run says about a gate", () => {
  test.each(table)("$gate: $what is $state", ({ gate, middle, ended, finished, state, says }) => {
    const observed = gatesOf(middle, ended, finished)[gate];
    expect(observed?.state).toBe(state);
    expect(observed?.detail).toContain(says);
  });

  test("events_gap_free fails on a dropped and on an altered event", () => {
    const stored = event.storeEvents(event.aCompletedRun());
    expect(runResult(stored.toSpliced(5, 1)).gates.events_gap_free?.state).toBe("failed");
    const altered = stored.map((one) =>
      one.body.type === "model.settled" ? { ...one, body: { ...one.body, cost_pico: "1" } } : one,
    );
    expect(runResult(altered).gates.events_gap_free?.state).toBe("failed");
  });
});
