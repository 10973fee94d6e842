/** What wire and kit say together about a program's own tools: one record a call, and gates that claim no more than was seen. */
import { describe, expect, test } from "vitest";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import type { Json } from "../../../src/contracts/primitives.ts";
import { runResult } from "../../../src/core/runs/run-result.ts";
import { digestArguments } from "../../../src/core/tools/digest-arguments.ts";
import * as event from "../../builders/events.ts";

let ordinal = 0;
const next = (): string => `tool-${(ordinal += 1)}`;

interface Announced {
  readonly id?: string | null;
  readonly kind?: "read" | "unsafe_write";
  readonly undeclared?: boolean;
  readonly is_error?: boolean;
  readonly ends?: "settled" | "refused" | "never";
  readonly approval?: "approved" | "none";
}

/** A call that went through the kit. */
function kit(name: string, args: Json, more: Announced = {}): RuntimeEvent[] {
  const operation_id = next();
  const { kind = "unsafe_write", undeclared = false, is_error = false, ends = "settled" } = more;
  const arguments_sha256 = digestArguments(args);
  const reserved = { reservation_id: `res-${operation_id}`, operation_id, cost_pico: "0" };
  const amounts = { model_calls: 0, tool_calls: 1 };
  const requested = event.aToolRequested({
    operation_id,
    tool_call_id: more.id ?? null,
    name,
    arguments: args,
    arguments_sha256,
    idempotency_key: operation_id,
    side_effect_class: kind,
    approval_needed: more.approval !== undefined,
    runs_in: "program",
    ...(undeclared ? { undeclared: true } : {}),
  });
  if (ends === "refused")
    return [event.aToolRefused({ operation_id, name, arguments_sha256, tool_call_id: null })];
  const tuple = { approval_id: `a-${operation_id}`, operation_id, action: name, arguments_sha256 };
  const approved =
    more.approval === "approved"
      ? [
          event.anApprovalRequested({ ...tuple, revision: 1 }),
          event.anApprovalDecided({ ...tuple, revision: 1, decision: "approved" }),
        ]
      : [];
  const effects = kind === "unsafe_write" && !undeclared && !is_error ? 1 : 0;
  return [
    event.aReservation({ ...reserved, ...amounts }),
    requested,
    ...approved,
    event.aToolExecuting({ operation_id }),
    ...(ends === "never"
      ? []
      : [event.aToolSettled({ operation_id, output: "{}", is_error, effects, replayed: false })]),
    event.aSettlement({ ...reserved, ...amounts, worst_case: ends === "never" }),
  ];
}

/** A call that was read off the wire. */
function wire(name: string, args: Json, id = "call_9", output: string | null = "{}"): RuntimeEvent {
  return {
    type: "tool.observed",
    operation_id: `observed-${next()}`,
    tool_call_id: id,
    name,
    arguments: args,
    arguments_sha256: digestArguments(args),
    output,
  };
}

function ownRun(middle: readonly RuntimeEvent[], authorised_tools: string[] = ["refund", "look"]) {
  return runResult(
    event.storeEvents([
      event.aJobCreated({ track: "own", authorised_tools }),
      event.anAttemptStarted(),
      event.aRunStarted(),
      ...middle,
      event.anOutputReceived(),
      event.anAttemptEnded(),
      event.aRunFinished(),
    ]),
  );
}

const seen = (middle: readonly RuntimeEvent[]) =>
  ownRun(middle).tool_calls.map((call) => [call.name, call.provenance, call.outcome]);
const states = (middle: readonly RuntimeEvent[], authorised?: string[]) => {
  const { gates } = ownRun(middle, authorised);
  return [
    gates.approvals_bound?.state,
    gates.tools_authorised?.state,
    gates.calls_reconciled?.state,
    gates.no_duplicate_effects?.state,
  ].join(" ");
};
const details = (middle: readonly RuntimeEvent[], authorised?: string[]) =>
  JSON.stringify(ownRun(middle, authorised).gates);

describe("a call that kit and wire both saw is one call", () => {
  const args = { order: "7731", amount: 180 };
  test.each([
    [
      "by the model's id, whatever the program made of the arguments",
      [...kit("refund", { x: 1 }, { id: "call_9" }), wire("refund", args)],
    ],
    ["by equal arguments", [...kit("refund", args), wire("refund", args)]],
    [
      "where the program adds its own defaults",
      [...kit("refund", { ...args, reason: null }), wire("refund", args)],
    ],
    [
      "where the host refused it",
      [...kit("refund", args, { ends: "refused" }), wire("refund", args)],
    ],
    ["in any order", [wire("refund", args), ...kit("refund", args)]],
  ])("%s", (_how, middle) => {
    const [first, ...others] = seen(middle);
    expect([first?.[0], others]).toEqual(["refund", []]);
    expect(first?.[1]).not.toBe("wire");
  });

  test("two equal calls are two, each paired once", () => {
    const both = [...kit("refund", args), ...kit("refund", args)];
    expect(seen([...both, wire("refund", args, "a"), wire("refund", args, "b")])).toHaveLength(2);
    expect(
      seen([
        ...both,
        wire("refund", args, "a"),
        wire("refund", args, "b"),
        wire("refund", args, "c"),
      ]),
    ).toHaveLength(3);
  });

  test("other arguments, or another tool, are another call", () => {
    expect(seen([...kit("refund", { amount: 10 }), wire("refund", { amount: 100 })])).toHaveLength(
      2,
    );
    expect(seen([...kit("look", args), wire("refund", args)])).toHaveLength(2);
  });
});

describe("gates of a program of the user's own", () => {
  const none = "not_observed not_observed not_observed not_observed";
  const whole = [...kit("refund", { n: 1 }), wire("refund", { n: 1 })];

  test("see nothing without a kit, and what every call went through the kit for, they see", () => {
    expect(states([wire("refund", { n: 1 })])).toBe(none);
    expect(states([])).toBe(none);
    expect(states(whole)).toBe("passed passed passed passed");
  });

  test("one call outside the kit, and they see nothing; it is named", () => {
    const middle = [...whole, wire("look", { id: 1 }, "call_2")];
    expect(states(middle)).toBe(none);
    expect(details(middle)).toContain("look ran outside the kit");
    const unanswered = [...whole, wire("look", { id: 1 }, "call_2", null)];
    expect(states(unanswered)).toBe(none);
    expect(details(unanswered)).toContain("the model asked for look, and nothing of it");
  });

  test("a failure that was seen stays one, whatever ran outside", () => {
    const twice = [...kit("refund", { n: 1 }), ...kit("refund", { n: 1 }), wire("look", { id: 1 })];
    expect(states(twice)).toBe("not_observed not_observed not_observed failed");
    expect(states([...kit("other", {}), wire("look", {})])).toBe(
      "not_observed failed not_observed not_observed",
    );
    expect(states(kit("refund", {}, { approval: "none" }))).toBe("failed passed passed passed");
    expect(states(kit("refund", {}, { approval: "approved" }))).toBe("passed passed passed passed");
  });

  test("a case that names no tools says nothing about which may run", () => {
    expect(states(whole, [])).toBe("passed not_observed passed passed");
    expect(details(whole, [])).toContain("the case names no tools");
  });

  test("of an undeclared tool neither approval nor effect is known", () => {
    const once = kit("refund", { n: 1 }, { undeclared: true });
    expect(states(once)).toBe("not_observed passed passed passed");
    const twice = [...once, ...kit("refund", { n: 1 }, { undeclared: true })];
    expect(states(twice)).toBe("not_observed passed passed not_observed");
  });

  test("a failed try may have taken effect, and so may one that never settled", () => {
    const failed = kit("refund", { n: 1 }, { is_error: true });
    const again = kit("refund", { n: 1 });
    expect(states(failed)).toBe("passed passed passed passed");
    expect(states([...failed, ...again])).toBe("passed passed passed not_observed");
    const never = kit("refund", { n: 1 }, { ends: "never" });
    expect(states([...never, ...again])).toBe("passed passed passed not_observed");
    expect(details([...never, ...again])).toContain("a failed try may have taken effect");
  });

  test("reading twice is no effect, and what the program does by itself is said", () => {
    const reads = [
      ...kit("look", { id: 1 }, { kind: "read" }),
      ...kit("look", { id: 1 }, { kind: "read" }),
      wire("look", { id: 1 }),
    ];
    expect(states(reads)).toBe("passed passed passed passed");
    expect(details(reads)).toContain("1 more by the program itself");
  });
});
