import { describe, expect, test } from "vitest";

import { matrixFile, shortForm } from "../../../src/contracts/matrix.ts";
import { plan as planFormat } from "../../../src/contracts/plan.ts";
import { bindContracts } from "../../../src/core/planning/bind-contracts.ts";
import { planMatrix, worstCaseOfRun } from "../../../src/core/planning/plan-matrix.ts";
import { expandShortForm } from "../../../src/core/planning/short-form.ts";
import { aCase as aBareCase, aCatalogue, readCatalogue } from "../../builders/cases.ts";
import { aCase, aMatrix, aModel, contracts, day, faultsOf, limits } from "../../builders/plans.ts";
import { aPolicy } from "../../builders/runs.ts";

/** A case that may cost no more than this. */
function capped(cost: string) {
  return {
    cases: [aCase({ limits: { ...limits, cost } })],
    case_files: { "price-question": "cases/price.yaml" },
  };
}

describe("the worst case", () => {
  // 0.15 and 0.60 USD a million tokens: 10,000 in = 0.0015 USD; 500 out, charged twice, = 0.0006 USD; 4 calls.
  test("by hand: 4 calls of 0.0021 USD are 0.0084 USD a run", () => {
    const { pricing } = contracts();
    expect(worstCaseOfRun(aCase({ limits }), aModel(), pricing, day)).toBe(8_400_000_000n);
  });

  test("the case's own limits hold where they are lower than the model's", () => {
    const lower = aCase({ limits: { ...limits, input_tokens: 1_000, output_tokens: 100 } });
    // 4 x (1,000 x 0.15 + 2 x 100 x 0.6) / 1e6 USD
    expect(worstCaseOfRun(lower, aModel(), contracts().pricing, day)).toBe(1_080_000_000n);
  });

  test("limits.cost caps a run, and only downwards", () => {
    const tight = aCase({ limits: { ...limits, cost: "0.001 USD" } });
    const generous = aCase({ limits: { ...limits, cost: "1 USD" } });
    expect(worstCaseOfRun(tight, aModel(), contracts().pricing, day)).toBe(1_000_000_000n);
    expect(worstCaseOfRun(generous, aModel(), contracts().pricing, day)).toBe(8_400_000_000n);
  });

  test("the plan's is over candidates, cases and repetitions", () => {
    const outcome = planMatrix(contracts({ matrix: aMatrix({ repetitions: 5 }) }), day, "m");
    if (!outcome.ok) throw new Error(outcome.faults[0].message);
    expect(outcome.value.worst_case_pico).toBe(String(8_400_000_000n * 2n * 5n));
    expect(outcome.value.cells).toBe(10);
    expect(outcome.value.blocks).toHaveLength(5);
    expect(outcome.value.title).toBe("m");
    expect(planFormat.parse(outcome.value)).toEqual(outcome.value);
    expect(outcome.value.contracts).toEqual(
      bindContracts(contracts({ matrix: aMatrix({ repetitions: 5 }) })),
    );
  });
});

describe("refusals", () => {
  test("over the budget: both amounts and three ways out", () => {
    expect(faultsOf({ matrix: aMatrix({ repetitions: 3, budget: "0.05 USD" }) })).toEqual([
      {
        code: "over_budget",
        message: "the worst case is $0.0504, more than the budget of $0.05",
        where: "m.yaml",
        fix: "Raise budget, lower repetitions or a case's limits, or set on_exceed: stop_at_block.",
      },
    ]);
    const exact = { repetitions: 3, budget: "0.0504 USD" };
    expect(planMatrix(contracts({ matrix: aMatrix(exact) }), day, "m").ok).toBe(true);
    const stopping = { repetitions: 3, budget: "0.05 USD", on_exceed: "stop_at_block" };
    expect(planMatrix(contracts({ matrix: aMatrix(stopping) }), day, "m").ok).toBe(true);
  });

  test("a case's cap below one call: the numbers and the way out; at one call it is planned", () => {
    // The prompt's 47 bytes at 0.15 USD a million, 500 tokens twice at 0.60.
    const { system, user } = aCase().prompt;
    expect(Buffer.byteLength(system + user)).toBe(47);
    const [fault, ...others] = faultsOf(capped("0.000607 USD"));
    expect(others).toEqual([]);
    expect(fault).toEqual({
      code: "cap_below_one_call",
      message:
        "limits.cost of case price-question is 0.000607 USD, but one model call could cost $0.000608 and more: every run would be refused its first call",
      where: "cases/price.yaml",
      fix: "Raise limits.cost well above $0.000608 for each call the case needs: system text, tools and what was said before are bounded too. What a call really costs is all that is charged. Or lower max_output_tokens in the model contract.",
    });
    expect(planMatrix(contracts(capped("0.00060705 USD")), day, "m").ok).toBe(true);
  });

  test("a missing price is named and never 0", () => {
    const [fault] = faultsOf({ models: [aModel({ model: "other" })] });
    expect(fault).toMatchObject({ code: "no_price" });
    expect(fault.message).toBe("tested has no price for simulated other on 2026-11-30");
    expect(fault.fix).toContain("other");
  });

  test.each([
    ["track: mcp", { matrix: aMatrix({ track: "mcp" }) }],
    ["concurrency: 2", { matrix: aMatrix({ concurrency: 2 }) }],
    ["more than one model", { models: [aModel(), aModel({ id: "second" })] }],
    ["upstream: replay", { models: [aModel({ upstream: "replay" })] }],
    ["pacing_ms", { models: [aModel({ pacing_ms: 10 })] }],
    ["daily_quota", { models: [aModel({ daily_quota: 10 })] }],
    [
      "faults (in case price-question)",
      { cases: [aCase({ limits, faults: [{ kind: "cancel", at: "start" }] })] },
    ],
    [
      "tool_set (of candidate b)",
      {
        matrix: aMatrix({
          variable: "tool_set",
          candidates: [
            { id: "a", adapter: "one" },
            { id: "b", adapter: "one", tool_set: "minimal" },
          ],
        }),
      },
    ],
    [
      "command (of candidate a)",
      { matrix: aMatrix({ candidates: [{ id: "a", command: ["node", "a.js"] }] }) },
    ],
  ])("not built yet: %s", (name, overrides) => {
    const faults = faultsOf(overrides);
    expect(faults.map((one) => one.code)).toEqual(["not_built_yet"]);
    expect(faults[0].message).toBe(
      `${name} is part of the format, but this version can't run it yet`,
    );
  });

  test("no worse than whom: a policy's reference has to be one of the candidates, or a base there", () => {
    const margins = [{ measure: "score", amount: 10 }];
    const policy = (reference?: string) =>
      aPolicy({
        decision: "non_inferiority",
        margins,
        ...(reference === undefined ? {} : { reference }),
      });
    const [first] = aMatrix().candidates;
    expect(planMatrix(contracts({ policy: policy(first?.id) }), day, "m").ok).toBe(true);
    expect(faultsOf({ policy: policy() })).toMatchObject([{ code: "no_reference" }]);
    expect(faultsOf({ policy: policy("nobody") })[0].message).toContain("and names nobody");
  });

  test("the native track is planned as the controlled one is, and the plan says so", () => {
    const planned = planMatrix(contracts({ matrix: aMatrix({ track: "native" }) }), day, "m");
    expect(planned).toMatchObject({ ok: true, value: { track: "native" } });
  });

  test("not built yet: a tool that only a program can run, without one", () => {
    const [tool, ...others] = aCatalogue().tools;
    if (tool === undefined) throw new Error("the catalogue builder has no tool");
    const own = { kind: "own" as const };
    const late = { kind: "fail_first" as const, times: 1, error: "busy", afterwards: own };
    for (const behaviour of [own, late]) {
      const catalogue = { ...aCatalogue(), tools: [{ ...tool, behaviour }, ...others] };
      expect(faultsOf({ catalogue }).map((one) => one.message)).toEqual([
        "behaviour: own (of tool price_lookup) is part of the format, but this version can't run it yet",
      ]);
    }
  });

  test("a simulated model and a case without a script: each case by its own file", () => {
    const cases = [aCase({ limits, id: "a" }), aBareCase({ limits, id: "b" })];
    expect(faultsOf({ cases, case_files: { b: "cases/b.yaml" } })).toMatchObject([
      {
        code: "no_simulation",
        message: "case b has no simulation; add one or use a live model",
        where: "cases/b.yaml",
      },
    ]);
    expect(faultsOf({ cases })[0].where).toBe("m.yaml");
    const live = aModel({ upstream: "live" });
    expect(planMatrix(contracts({ cases, models: [live] }), day, "m").ok).toBe(true);
  });

  test("two of the same id, once each", () => {
    const faults = faultsOf({
      cases: [aCase({ limits }), aCase({ limits }), aCase({ limits })],
      matrix: aMatrix({
        candidates: [
          { id: "a", adapter: "one" },
          { id: "a", adapter: "two" },
        ],
      }),
    });
    expect(faults.map((one) => one.message)).toEqual([
      "candidate a appears twice",
      "case price-question appears twice",
    ]);
  });

  test("a run's name must fit the ledger: 100 characters hold, 101 do not", () => {
    const [fits, tooLong] = [33, 34].map((length) => [aCase({ limits, id: "c".repeat(length) })]);
    const candidates = [{ id: "d".repeat(40), adapter: "one" }];
    const matrix = aMatrix({ candidates, repetitions: 3 });
    // 23 + 1 + 33 + 1 + 40 + 1 + 1 = 100
    expect(planMatrix(contracts({ matrix, cases: fits ?? [] }), day, "m").ok).toBe(true);
    const [fault] = faultsOf({ matrix, cases: tooLong ?? [] });
    expect(fault).toMatchObject({ code: "name_too_long" });
    expect(fault.message).toContain("101 characters; 100 is the limit");
  });

  test("amounts in another currency than the prices are refused, never compared", () => {
    const faults = faultsOf({
      matrix: aMatrix({ budget: "5 EUR" }),
      cases: [aCase({ limits: { ...limits, cost: "1 CHF" } })],
    });
    expect(faults.map((one) => one.code)).toEqual(["currency_mismatch", "currency_mismatch"]);
    expect(faults[0].message).toBe("budget is 5 EUR, but the prices of tested are in USD");
  });

  test("no model", () => {
    expect(faultsOf({ models: [] })[0].code).toBe("no_model");
  });
});

describe("the short form", () => {
  test("adapters: a controlled matrix over the shipped contracts", () => {
    const matrix = expandShortForm(shortForm.parse({ adapters: ["one", "two"] }), "shop");
    expect(matrixFile.parse(matrix)).toEqual(matrix);
    expect(matrix).toMatchObject({
      id: "shop",
      variable: "framework",
      track: "controlled",
      repetitions: 3,
      budget: "5 USD",
      order: { design: "shuffle", seed: "agent-lab" },
      cases: ["cases/*.yaml"],
      models: ["shipped:config/models/simulated.yaml"],
      candidates: [
        { id: "one", adapter: "one", role: "member" },
        { id: "two", adapter: "two", role: "member" },
      ],
    });
  });

  test("agent: base and head of the own track, two repetitions", () => {
    const short = shortForm.parse({
      agent: ["python", "agent.py"],
      setup: ["pip", "install", "."],
      models: ["models/mine.yaml"],
      cases: ["a.yaml"],
      seed: "s",
    });
    const matrix = expandShortForm(short, "shop");
    expect(matrixFile.parse(matrix)).toEqual(matrix);
    // A tool of the program's own may be called like a shipped one; it must not be answered in its place.
    expect(matrix.tools).toBe("shipped:config/tools/none.yaml");
    expect(readCatalogue("config/tools/none.yaml").tools).toEqual([]);
    expect(matrix).toMatchObject({
      variable: "revision",
      track: "own",
      repetitions: 2,
      models: ["models/mine.yaml"],
      candidates: [
        { id: "base", role: "base", revision: "base", setup: ["pip", "install", "."] },
        { id: "head", role: "head", revision: "head", command: ["python", "agent.py"] },
      ],
    });
  });
});

function naming(a: string[] | undefined, b: string[] | undefined) {
  return aMatrix({
    variable: "model",
    candidates: [
      { id: "a", adapter: "one", ...(a === undefined ? {} : { models: a }) },
      { id: "b", adapter: "one", ...(b === undefined ? {} : { models: b }) },
    ],
  });
}

describe("the model as the variable", () => {
  const second = aModel({ id: "second", model: "simulated" });
  const first = aModel().id;

  test("each candidate names one of the matrix's models", () => {
    const matrix = naming([first], ["second"]);
    const planned = planMatrix(contracts({ matrix, models: [aModel(), second] }), day, "m");
    expect(planned).toMatchObject({ ok: true, value: { variable: "model" } });
  });

  test.each([
    ["none", naming(undefined, ["second"])],
    ["two", naming([first, "second"], ["second"])],
    ["an unknown one", naming(["unknown"], ["second"])],
  ])("%s is refused", (_, matrix) => {
    const codes = faultsOf({ matrix, models: [aModel(), second] }).map((one) => one.code);
    expect(codes).toContain("model_not_named");
  });

  test("a live model is not compared with a simulated one", () => {
    const live = aModel({ id: "second", model: "simulated", upstream: "live" });
    const matrix = naming([first], ["second"]);
    const codes = faultsOf({ matrix, models: [aModel(), live] }).map((one) => one.code);
    expect(codes).toContain("mixed_upstreams");
  });
});
