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
  readonly output?: string;
  readonly runs_in?: "host" | "program";
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
    runs_in: more.runs_in ?? "program",
    ...(undeclared ? { undeclared: true } : {}),
  });
  if (ends === "refused")
    return [
      event.aToolRefused({
        operation_id,
        name,
        arguments_sha256,
        tool_call_id: more.id ?? null,
        message: "lead rejected this call of refund",
      }),
    ];
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
      : [
          event.aToolSettled({
            operation_id,
            output: more.output ?? "{}",
            is_error,
            effects,
            replayed: false,
          }),
        ]),
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
      "by the model's id, where the wire could not read the arguments",
      [...kit("refund", args, { id: "call_9" }), wire("refund", '{"order":"7731","amou')],
    ],
    [
      "by the model's id, where a refusal records no arguments",
      [
        ...kit("refund", { ...args, n: 1 }, { id: "call_9", ends: "refused" }),
        wire("refund", args),
      ],
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
    const renamed = [...kit("refund", { amount: 20 }, { id: "call_9" }), wire("refund", args)];
    expect(seen(renamed)).toHaveLength(2);
    expect(details(renamed)).toContain(
      "refund was announced with other arguments than the model wrote",
    );
    expect(states(renamed)).toBe("not_observed not_observed not_observed not_observed");
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
    expect(states([...never, ...again])).toBe("passed passed not_observed not_observed");
    expect(details([...never, ...again])).toContain("refund began and was never settled");
    expect(details([...never, ...again])).toContain("a failed try may have taken effect");
  });

  test.each([
    ["refused", { ends: "refused" }, "refund was refused, and the model got another answer"],
    [
      "answered by the host",
      { runs_in: "host", output: '{"id":"R-1"}' },
      "refund was answered by the host, and the model got another answer",
    ],
    [
      "settled",
      { output: '{"total":10}' },
      "refund was settled with one answer, and the model got another",
    ],
    [
      "settled with nothing",
      { output: "null" },
      "refund was settled with one answer, and the model got another",
    ],
    [
      "settled as an error",
      { output: '{"error":"Gone: no order"}', is_error: true },
      "refund was settled with one answer, and the model got another",
    ],
  ] as const)("%s, and the program told the model something else", (_how, more, reason) => {
    const middle = [
      ...kit("refund", { n: 1 }, more),
      wire("refund", { n: 1 }, "call_9", '{"total":9910,"refunded":900}'),
    ];
    expect(states(middle)).toBe(none);
    expect(details(middle)).toContain(reason);
  });

  test.each([
    ["as it is", '{"total": 10.5, "by": "Jo"}', '{"total":10.5,"by":"Jo"}'],
    ["in Python's notation", '{"total": 10.0, "by": null}', "{'total': 10.0, 'by': None}"],
    ["as JSON in JSON", '{"by":"Jo\\nü"}', JSON.stringify({ result: '{"by":"Jo\\n\\u00fc"}' })],
    ["as the value alone", '{"total":10}', "The total is 10."],
    ["nothing", "null", ""],
  ])("what a program wraps is still the answer: %s", (_how, output, heard) => {
    const middle = [
      ...kit("refund", { n: 1 }, { output }),
      wire("refund", { n: 1 }, "call_9", heard),
    ];
    expect(details(middle)).not.toContain("another");
    expect(states(middle)).toBe("passed passed passed passed");
  });

  test("an error without its type and a refusal without its code are the answer", () => {
    const error = { output: '{"error":"Gone: no order"}', is_error: true };
    const failed = [
      ...kit("refund", { n: 1 }, error),
      wire("refund", { n: 1 }, "call_9", "Error: no order"),
    ];
    expect(states(failed)).toBe("passed passed passed passed");
    const refused = [
      ...kit("refund", { n: 1 }, { ends: "refused" }),
      wire("refund", { n: 1 }, "call_9", '{"error":"lead rejected this call of refund"}'),
    ];
    expect(states(refused)).toBe("passed passed passed passed");
  });

  test.each([
    String.raw`{"${"\\".repeat(1_000_001)}`,
    String.raw`["${'\\"'.repeat(500_000)}`,
    `["a${'" '.repeat(500_000)}`,
    "\\u".repeat(500_000),
  ])("an answer of a megabyte of notation is read as it is: %#", (text) => {
    const middle = (heard: string) => [
      ...kit("refund", { n: 1 }, { output: `${text} end` }),
      wire("refund", { n: 1 }, "call_9", heard),
    ];
    expect(states(middle(`${text}  end`))).toBe("passed passed passed passed");
    expect(states(middle(`${text} other`))).toBe(none);
  });

  test("equal calls that ran at once are each told their own answer, in any order", () => {
    const middle = [
      ...kit("look", { n: 1 }, { kind: "read", output: "one" }),
      ...kit("look", { n: 1 }, { kind: "read", output: "two" }),
      wire("look", { n: 1 }, "a", "two"),
      wire("look", { n: 1 }, "b", "one"),
    ];
    expect(states(middle)).toBe("passed passed passed passed");
  });

  test("what a program adds to the model's arguments does not hide a second effect", () => {
    const twice = [
      ...kit("refund", { n: 1, key: "a" }),
      wire("refund", { n: 1 }, "a"),
      ...kit("refund", { n: 1, key: "b" }),
      wire("refund", { n: 1 }, "b"),
    ];
    expect(states(twice)).toBe("passed passed passed failed");
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
