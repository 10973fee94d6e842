import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { wireChanges } from "../../../src/contracts/wire-changes.ts";
import { describeWireDiff } from "../../../src/core/wire-difference/describe.ts";
import type { CaseRequests } from "../../../src/core/wire-difference/diff-revisions.ts";
import { diffRevisions } from "../../../src/core/wire-difference/diff-revisions.ts";
import { aCaseOf, aRequest, aRun, aTool, SYSTEM, TOOLS } from "../../builders/wire-requests.ts";

function diff(cases: readonly CaseRequests[]) {
  const document = diffRevisions(cases);
  expect(wireChanges.parse(document)).toEqual(document);
  return document;
}

function words(cases: readonly CaseRequests[]): string[] {
  return describeWireDiff(diff(cases)).map(({ name, words: said }) =>
    name === null ? said : `\`${name}\`${said}`,
  );
}

const [lookup, refund] = TOOLS;

type Body = Record<string, unknown>;

/** One run for each list of bodies. */
function side(name: string, runs: readonly (readonly Body[])[]) {
  return runs.map((bodies, at) =>
    aRun(
      `${name}.${String(at)}`,
      bodies.map((one) => aRequest(one)),
    ),
  );
}

function changed(head: Body): string[] {
  return words([aCaseOf("one", {}, head)]);
}

function long(word: string): string {
  return `${"Be kind. ".repeat(200)}${word}${" Be brief.".repeat(200)}`;
}

function rows(word: string): string {
  const line = (at: number) => `${word} ${String(at)} ${"x".repeat(300)}`;
  return Array.from({ length: 90 }, (_, at) => line(at)).join("\n");
}

function stamped(at: string, id: string, place: string): Body {
  return { system: `${SYSTEM}\nNow: ${at}. Trace ${id}.\nNotes lie in ${place}/notes.md.` };
}

function written(day: string): Body {
  return { system: `${SYSTEM}\nOrders before ${day} follow the old policy.` };
}

function mood(word: string, rule: string): Body {
  return { system: `${SYSTEM}\nThe customer sounds ${word}.\n${rule}` };
}

describe("one planted change, one phrase", () => {
  test.each([
    [
      "nothing at all",
      {},
      [
        "nothing (same system and opening text, tools and known settings in 1 case; temporary paths aside)",
      ],
    ],
    [
      "an instruction removed",
      { system: SYSTEM.split("\n").slice(0, 2).join("\n") },
      ["system text −1 line"],
    ],
    ["the system text dropped", { system: "" }, ["system text gone (it had 105 characters)"]],
    [
      "an argument's type",
      {
        tools: [
          lookup,
          aTool("refund", { order: { type: "integer" }, amount: { type: "string" } }),
        ],
      },
      ["`refund.amount` number → string"],
    ],
    ["a tool dropped", { tools: [lookup] }, ["`refund` removed"]],
    ["all tools dropped", { tools: [] }, ["`lookup_order` removed", "`refund` removed"]],
    ["a tool added", { tools: [...TOOLS, aTool("escalate")] }, ["`escalate` added"]],
    [
      "a tool renamed",
      {
        tools: [
          lookup,
          aTool(
            "issue_refund",
            { order: { type: "integer" }, amount: { type: "number" } },
            {
              description: "What refund does.",
            },
          ),
        ],
      },
      ["`refund` is now called issue_refund"],
    ],
    [
      "a description",
      {
        tools: [
          lookup,
          aTool(
            "refund",
            { order: { type: "integer" }, amount: { type: "number" } },
            { description: "Pays at once." },
          ),
        ],
      },
      ["`refund` described differently"],
    ],
    ["another order of tools", { tools: [refund, lookup] }, ["tools in another order"]],
    ["temperature", { temperature: 0.7 }, ["`temperature` 0 → 0.7"]],
    ["a setting that is new", { seed: 7 }, ["`seed` added (7)"]],
    ["a model swapped", { model: "gpt-5.6-nano" }, ["model gpt-5.6-mini → gpt-5.6-nano"]],
    ["streaming", { stream: true }, ["answers streamed now"]],
    [
      "a prompt kept in the user's text",
      { user: "Be brief.\nI want 180 dollars back for order 7731." },
      ["user text +1 line"],
    ],
  ])("%s", (_what, head, expected) => {
    expect(changed(head)).toEqual(expected);
  });

  test("the excerpt shows removed and added lines", () => {
    const document = diff([aCaseOf("one", {}, { system: SYSTEM.replace("100", "500") })]);
    expect(document.changes).toMatchObject([
      {
        kind: "system",
        added: 1,
        removed: 1,
        excerpt:
          "- Ask for an approval before any refund over 100 dollars.\n+ Ask for an approval before any refund over 500 dollars.",
        cases: ["one"],
        calls: [],
        runs: 2,
        of_runs: 2,
      },
    ]);
  });

  test("a long line is shown where it differs, and every excerpt keeps its cap", () => {
    const [change] = diff([
      aCaseOf("one", { system: long("Ask") }, { system: long("Act") }),
    ]).changes;
    expect(change?.excerpt).toContain("- …. Be kind. Be kind. Be kind. Ask Be brief.");
    expect(change?.excerpt).toContain("\n+ …. Be kind. Be kind. Be kind. Act Be brief.");
    const [many] = diff([aCaseOf("one", { system: rows("a") }, { system: rows("b") })]).changes;
    expect(many).toMatchObject({ added: 90, removed: 90 });
    expect(many?.excerpt.length).toBeLessThanOrEqual(1_200);
  });
});

describe("where a change is", () => {
  test("tools dropped from the second call only are named with the call", () => {
    const one = {
      case_id: "one",
      base: side("base", [
        [{}, {}],
        [{}, {}],
      ]),
      head: side("head", [
        [{}, { tools: [lookup] }],
        [{}, { tools: [lookup] }],
      ]),
    };
    expect(words([one])).toEqual(["`refund` removed (call 2 only)"]);
  });

  test("a change in some cases names them; the same change in all is said once", () => {
    const quiet = ["b", "c"].map((id) => aCaseOf(id, {}, {}));
    expect(words([aCaseOf("a", {}, { temperature: 1 }), ...quiet])).toEqual([
      "`temperature` 0 → 1 (case a)",
    ]);
    const all = ["a", "b", "c"].map((id) => aCaseOf(id, {}, { temperature: 1 }));
    expect(words(all)).toEqual(["`temperature` 0 → 1"]);
    expect(words([...all, aCaseOf("d", {}, {})])).toEqual(["`temperature` 0 → 1 (3 of 4 cases)"]);
  });

  test("two agents in one run: the planner's change is not the mini's", () => {
    const planner = { model: "gpt-5.6", system: "Plan the work.\nName three steps.", tools: [] };
    const one = {
      case_id: "one",
      base: side("base", [
        [planner, {}],
        [planner, {}],
      ]),
      head: side("head", [
        [planner, { model: "gpt-5.6-nano" }],
        [planner, { model: "gpt-5.6-nano" }],
      ]),
    };
    expect(words([one])).toEqual(["model gpt-5.6-mini → gpt-5.6-nano (call 2 only)"]);
  });

  test("a call that is gone, and how many calls a run makes", () => {
    const checker = { system: "Check the answer.\nBe strict.", tools: [], model: "gpt-5.6" };
    const one = {
      case_id: "one",
      base: side("base", [
        [{}, checker],
        [{}, checker],
      ]),
      head: side("head", [[{}], [{}]]),
    };
    expect(words([one])).toEqual([
      "a call to gpt-5.6 without tools is no longer made",
      "model calls a run 2 → 1",
    ]);
  });

  test("numbers of calls that overlap from run to run are no change", () => {
    const one = {
      case_id: "one",
      base: side("base", [
        [{}, {}],
        [{}, {}, {}, {}],
      ]),
      head: side("head", [[{}, {}, {}]]),
    };
    expect(words([one])).toEqual([
      "nothing (same system and opening text, tools and known settings in 1 case; temporary paths, dates and ids aside)",
    ]);
  });

  test("what a refused request kept from being asked was not taken away", () => {
    const other = aRequest({ model: "gpt-other" });
    const refused = [aRun("head.1", [other]), aRun("head.2", [other])];
    const whole = ["base.1", "base.2"].map((id) =>
      aRun(id, [aRequest(), aRequest({ tools: [] })], ["text-embedding-3-small"]),
    );
    const cut = refused.map((run) => ({ ...run, cut: true }));
    expect(words([{ case_id: "one", base: whole, head: cut }])).toEqual([
      "model gpt-5.6-mini → gpt-other",
    ]);
    expect(words([{ case_id: "one", base: whole, head: refused }]).length).toBeGreaterThan(1);
  });

  test("an embeddings model is part of it", () => {
    const one = {
      case_id: "one",
      base: [aRun("b", [aRequest()], ["text-embedding-3-small"])],
      head: [aRun("h", [aRequest()], ["text-embedding-3-large"])],
    };
    expect(words([one])).toEqual([
      "embedding model text-embedding-3-small → text-embedding-3-large",
    ]);
  });

  test("a side that sent nothing is not compared, and says which", () => {
    const silent = { case_id: "two", base: [aRun("b", [aRequest()])], head: [aRun("h", [])] };
    expect(words([aCaseOf("one", {}, { temperature: 1 }), silent])).toEqual([
      "`temperature` 0 → 1",
      "not compared, two: no request to a model was let through on this pull request",
    ]);
  });
});

describe("what changes by itself", () => {
  test("clock times, random ids and checkout paths are left out and said so", () => {
    const one = {
      case_id: "one",
      base: side("base", [
        [
          stamped(
            "2026-11-30T08:39:11Z",
            "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
            "/tmp/lab-a1/base",
          ),
        ],
        [
          stamped(
            "2026-11-30T08:40:12Z",
            "7d444840-9dc0-11d1-b245-5ffdce74fad2",
            "/tmp/lab-a2/base",
          ),
        ],
      ]),
      head: side("head", [
        [
          stamped(
            "2026-11-30T08:39:15Z",
            "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
            "/tmp/lab-b1/head",
          ),
        ],
        [
          stamped(
            "2026-11-30T08:41:00Z",
            "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
            "/tmp/lab-b2/head",
          ),
        ],
      ]),
    };
    const document = diff([one]);
    expect(document.changes).toEqual([]);
    expect(document.varying).toEqual([]);
    expect(document.ignored).toContain("dates and times");
  });

  test("a date that people wrote and changed is a change", () => {
    const one = {
      case_id: "one",
      base: side("base", [[written("2025-01-01")], [written("2025-01-01")]]),
      head: side("head", [[written("2026-01-01")], [written("2026-01-01")]]),
    };
    expect(words([one])).toEqual(["system text +1 −1 lines"]);
  });

  test("text that one side writes anew each run hides only itself", () => {
    const one = {
      case_id: "one",
      base: side("base", [[mood("angry", "Be kind.")], [mood("sad", "Be kind.")]]),
      head: side("head", [[mood("calm", "Be quick.")], [mood("tired", "Be quick.")]]),
    };
    const document = diff([one]);
    expect(document.varying).toEqual(["one"]);
    expect(document.changes).toMatchObject([
      { kind: "system", added: 1, removed: 1, excerpt: "- Be kind.\n+ Be quick." },
    ]);
  });
});

test("base against itself never changes anything, and the order of runs means nothing", () => {
  const body = fc.record({
    system: fc.string({ maxLength: 80 }),
    user: fc.string({ maxLength: 40 }),
    temperature: fc.constantFrom(0, 0.5, 1),
    tools: fc.constantFrom([], [lookup], TOOLS, [refund, lookup]),
    model: fc.constantFrom("a", "b"),
  });
  const runs = fc.array(fc.array(body, { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(runs, runs, (left, right) => {
      const same = { case_id: "one", base: side("b", left), head: side("h", left) };
      expect(diff([same]).changes).toEqual([]);
      const one = { case_id: "one", base: side("b", left), head: side("h", right) };
      const turned = { ...one, head: one.head.toReversed() };
      expect(diff([turned]).compared).toEqual(diff([one]).compared);
    }),
    { numRuns: 200 },
  );
});
