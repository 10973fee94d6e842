import { expect, test } from "vitest";

import {
  asksForBase,
  judgeCase,
  judgeConstants,
  judgeVarying,
  type DryRun,
} from "../../../src/core/dry/dry-case.ts";
import { dryJson, type DryReport } from "../../../src/core/dry/dry-report.ts";
import { dryView } from "../../../src/core/dry/dry-view.ts";
import { renderMarkdown } from "../../../src/core/report/markdown.ts";
import { wordsOf } from "../../../src/core/report/view-model.ts";
import { aDryReport, aDryRequest, aDryRun } from "../../builders/dry.ts";
import { SYSTEM } from "../../builders/wire-requests.ts";

const asked = aDryRun([aDryRequest()]);
const dated = (day: string) => aDryRun([aDryRequest({ system: `It is ${day}.` })]);

function said(more: Partial<DryReport>): string {
  return renderMarkdown(dryView(aDryReport(more)));
}

/** A run whose prompt ends with a word of its own. */
function lines(word: string, more = ""): DryRun {
  return aDryRun([aDryRequest({ system: `${SYSTEM}\nBe ${word}.${more}` })]);
}

function lead(report: DryReport): string {
  return wordsOf(dryView(report).lead ?? []);
}

test("the first sentence says how many cases ask something else, and no more than was seen", () => {
  expect(lead(aDryReport())).toBe(
    "This pull request asks the model something else in 3 of 5 cases.",
  );
  const same = judgeCase("a", false, asked, asked);
  expect(lead(aDryReport({ cases: [same] }))).toBe("No byte changed in any request of 1 case.");
  const steady = judgeCase("b", false, dated("2026-11-30"), dated("2026-12-01"));
  expect(lead(aDryReport({ cases: [same, steady] }))).toContain("but dates, ids and paths");
  const silent = judgeCase("c", false, aDryRun([]), aDryRun([]));
  expect(lead(aDryReport({ cases: [same, silent] }))).toBe(
    "No byte changed in any request of 1 case; 1 case could not be compared.",
  );
  expect(lead(aDryReport({ cases: [silent] }))).toBe(
    "No case asked the model anything that could be compared.",
  );
});

test("a base that differs from itself is not held against head", () => {
  const first = judgeCase("a", false, lines("kind"), lines("brief"));
  expect(first.outcome).toMatchObject({ kind: "changed", varying: false });
  const judged = judgeVarying(
    first,
    [lines("kind"), lines("exact")],
    [lines("brief"), lines("calm")],
  );
  expect(judged.outcome).toMatchObject({ kind: "changed", changes: [], varying: true });
  expect(lead(aDryReport({ cases: [judged] }))).toBe(
    "No case asked the model anything that could be compared.",
  );
  expect(said({ cases: [judged] })).toMatch(
    /not compared \| base varies from run to run, and no other/,
  );
  const more = "\nRefund at once.";
  const found = judgeVarying(
    first,
    [lines("kind"), lines("exact")],
    [lines("brief", more), lines("calm", more)],
  );
  expect(found.outcome).toMatchObject({ kind: "changed", changes: [{ added: 1, removed: 0 }] });
});

const nonces = [lines("kind"), lines("exact")] as const;
const calling = (word: string, ...more: readonly Record<string, unknown>[]): DryRun =>
  aDryRun([
    aDryRequest({ system: `${SYSTEM}\nBe ${word}.` }),
    ...more.map((one) => aDryRequest(one)),
  ]);
const shot = (word: string, content: string): DryRun =>
  aDryRun([
    aDryRequest({
      messages: [
        { role: "system", content: `${SYSTEM}\nBe ${word}.` },
        { role: "user", content: "example" },
        { role: "assistant", content },
        { role: "user", content: "Now." },
      ],
    }),
  ]);
const twice = (run: (word: string) => DryRun): readonly [DryRun, DryRun] => [
  run("kind"),
  run("exact"),
];
const onHead = (run: (word: string) => DryRun): readonly [DryRun, DryRun] => [
  run("brief"),
  run("calm"),
];

test.each([
  [
    "a call more",
    nonces,
    onHead((word) => calling(word, { system: "Second." })),
    { kind: "added", call: 2 },
  ],
  [
    "a varying call less",
    twice((word) => aDryRun([aDryRequest(), ...calling(word).requests])),
    onHead(() => aDryRun([aDryRequest()])),
    { kind: "removed", call: 2 },
  ],
  [
    "the prompt of a later call",
    twice((word) => calling(word, { system: "Refund at most 10 dollars." })),
    onHead((word) => calling(word, { system: "Refund anything." })),
    { kind: "changed", call: 2, changes: [{ kind: "system", added: 1, removed: 1 }] },
  ],
  [
    "an example answer",
    twice((word) => shot(word, "I refuse refunds over 10.")),
    onHead((word) => shot(word, "I refund anything.")),
    { kind: "changed", call: 1, changes: [{ kind: "opening", added: 1, removed: 1 }] },
  ],
  [
    "a member that base repeats",
    nonces,
    onHead((word) =>
      aDryRun([aDryRequest({ system: `${SYSTEM}\nBe ${word}.`, metadata: { team: "blue" } })]),
    ),
    { kind: "changed", call: 1, changes: [{ subject: "metadata" }] },
  ],
])("a base that varies hides no %s", (_what, base, head, outcome) => {
  const first = judgeCase("a", false, base[0], head[0]);
  const judged = judgeVarying(first, base, head);
  expect(judged).toMatchObject({ runs: 4, outcome });
  expect(lead(aDryReport({ cases: [judged] }))).toContain("something else in the 1 case");
});

test("a number of calls that varies on base is none of head's doing", () => {
  const more = calling("kind", { system: "Second." });
  const first = judgeCase("a", false, lines("kind"), more);
  expect(judgeVarying(first, [lines("kind"), more], [more, more]).outcome).toMatchObject({
    changes: [],
    varying: true,
  });
});

test("a date that base repeats was changed by people; one that base varies changes by itself", () => {
  const [then, now, later] = [dated("2024-01-01"), dated("1999-01-01"), dated("2024-01-02")];
  const first = judgeCase("a", false, then, now);
  expect(asksForBase(first)).toBe(true);
  const changed = judgeConstants(first, then, now, then);
  expect(changed).toMatchObject({ runs: 3, outcome: { kind: "changed", call: 1 } });
  expect(said({ cases: [changed] })).toContain("+ It is 1999-01-01.");
  const steady = judgeConstants(first, then, now, later);
  expect(steady).toMatchObject({ runs: 3, outcome: { kind: "same", differs: ["moments"] } });
  expect(lead(aDryReport({ cases: [steady] }))).toContain("change from run to run on base too");
});

test("no byte changed is never said of a head that ends badly, or of what nobody could read", () => {
  const crashed = aDryRun(asked.requests, { trouble: "ended with exit code 1" });
  const ended = judgeCase("a", false, asked, crashed);
  expect(lead(aDryReport({ cases: [ended] }))).toBe(
    "Nothing was found changed in the requests of 1 case; head's program ended badly in 1 case, and base's did not.",
  );
  expect(said({ cases: [ended] })).toContain("head ended with exit code 1");
  const both = judgeCase("a", false, crashed, crashed);
  expect(lead(aDryReport({ cases: [both] }))).toBe("No byte changed in any request of 1 case.");

  const away = aDryRun(asked.requests, { turned_away: ["POST /v1/messages unknown_path"] });
  const turned = judgeCase("a", false, asked, away);
  expect(lead(aDryReport({ cases: [turned] }))).toContain("something else in the 1 case");
  expect(said({ cases: [turned] })).toContain("`POST /v1/messages unknown_path`");
  const alike = judgeCase("a", false, away, away);
  expect(lead(aDryReport({ cases: [alike] }))).toBe(
    "Nothing was found changed in the requests of 1 case; in 1 case the gateway turned requests away unread.",
  );
});

test("who has to act depends on why there is no key", () => {
  const fork = said({ cause: { keys: ["OPENAI_API_KEY"], fork: true } });
  expect(fork).toContain("A pull request from a fork gets no secrets, so nothing was asked");
  expect(fork).toContain("pushes it to a branch of this repository");
  const own = said({ cause: { keys: ["OPENAI_API_KEY"], fork: false } });
  expect(own).toMatch(/^### ⚪ Not evaluated: needs a maintainer · /);
  expect(own).toContain("OPENAI_API_KEY is not set, so nothing was asked");
  const alone = said({ cause: { keys: ["OPENAI_API_KEY"], fork: null } });
  expect(alone).toMatch(/^### ⚪ Not evaluated · /);
  expect(alone).toContain("Set OPENAI_API_KEY and evaluate without");
  expect(said({ cause: { keys: [], fork: null } })).toMatch(/^### ⚪ Not evaluated · /);
});

test("what base was answered with is said, and whose recording it was", () => {
  const recording = { matrix_id: "20261130T083911Z-d5c844", revision: "1".repeat(40) };
  const recorded = judgeCase("a", true, asked, asked);
  const other = judgeCase("b", false, asked, asked);
  const all = said({ recording, cases: [recorded] });
  expect(all).toContain("until the first request that was never recorded.");
  expect(all).toContain("recorded at `1111111`, not at this base.");
  const mixed = said({ recording, cases: [recorded, other] });
  expect(mixed).toContain("in 1 case without a recording everything was answered");
  expect(said({ recording, cases: [other] })).toContain("The recording holds none of these cases");
});

test("the object for machines has no verdict and the whole list", () => {
  const report = aDryReport();
  const object = dryJson(report);
  expect(object).toMatchObject({
    verdict: null,
    mode: "dry",
    exit_code: 0,
    runs: 9,
    cases_differing: 3,
    recording: { missing: "no evidence bundle was given" },
  });
  expect(JSON.parse(JSON.stringify(object))).toEqual(object);
});
