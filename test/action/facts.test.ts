import { expect, test } from "vitest";

import { resultFacts } from "../../src/action/facts.ts";

const candidate = (name: string, more: object = {}): object => ({
  candidate: name,
  label: name,
  verdict: "Go",
  score: 91.666,
  tokens: 2_318.3,
  cost_pico: "380100000",
  blocking: [],
  conditions: [],
  ...more,
});

test("the subject's reasons and figures, and the points of all", () => {
  const head = candidate("head", {
    verdict: "No-Go",
    blocking: [{ code: "case_regression" }, { code: "case_regression" }, { code: "gate" }],
    score: { missing: "no run" },
  });
  const json = {
    subject: "head",
    candidates: [candidate("base"), head],
    money: { currency: "USD" },
  };
  expect(resultFacts("No-Go", json)).toEqual({
    verdict: "No-Go",
    blocking: "case_regression, gate",
    conditions: "none",
    "cost a run": "$0.00038",
    "tokens a run": "2318",
    "points of base": "91.7",
    "verdict of base": "Go",
    "points of head": "not known",
  });
});

test("of a pull request, the cases that broke, by name", () => {
  const regressions = [
    { case_id: "refund-over-limit", confirmed: true },
    { case_id: "gift-card", confirmed: false },
    { case_id: "unknown-order", confirmed: true },
  ];
  expect(resultFacts("No-Go", { screen: { regressions } })["broke"]).toBe(
    "refund-over-limit, unknown-order",
  );
  expect(resultFacts("Go", { screen: { regressions: [] } })["broke"]).toBe("none");
  expect(resultFacts("Go", { screen: null })["broke"]).toBeUndefined();
});

test("what stopped it, where there is no report", () => {
  expect(
    resultFacts("not evaluated", { verdict: null, faults: [{ code: "unknown_key" }] }),
  ).toEqual({
    verdict: "not evaluated",
    "stopped by": "unknown_key",
  });
});

test("of a dry evaluation, in how many cases something else is asked", () => {
  const json = { mode: "dry", cases: [{}, {}, {}], cases_differing: 2 };
  expect(resultFacts("not evaluated", json)).toEqual({
    verdict: "not evaluated",
    "asks something else": "2 of 3 cases",
  });
});

test("a shape it does not know gives the verdict alone", () => {
  for (const candidates of [undefined, null, 7, [null, "x"]])
    expect(resultFacts("Go", { candidates })).toEqual({ verdict: "Go" });
});
