import { expect, test } from "vitest";

import { judgeCase, judgeVarying, type DryRun } from "../../../src/core/dry/dry-case.ts";
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
  expect(lead(aDryReport({ cases: [judged] }))).toContain(
    "Nothing that can be told from text that varies",
  );
  const more = "\nRefund at once.";
  const found = judgeVarying(
    first,
    [lines("kind"), lines("exact")],
    [lines("brief", more), lines("calm", more)],
  );
  expect(found.outcome).toMatchObject({ kind: "changed", changes: [{ added: 1, removed: 0 }] });
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
