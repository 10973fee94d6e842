import { describe, expect, test } from "vitest";

import { metricSource } from "../../../src/contracts/score-profile.ts";
import { SOURCES } from "../../../src/core/scoring/sources.ts";
import type { RunOverrides } from "../../builders/runs.ts";
import {
  aCatalogueOfPrices,
  aFailedRun,
  aModelCall,
  aRunResult,
  aScore,
  aToolCall,
} from "../../builders/runs.ts";

const pricing = aCatalogueOfPrices();
const of = (source: keyof typeof SOURCES, run: RunOverrides = {}, prices = pricing) =>
  SOURCES[source].measure(aRunResult(run), { pricing: prices });

const refused = (refusal: string) => aToolCall({ outcome: "refused", refusal });

describe("metric sources", () => {
  test("every source says what it is, in which unit and what stands where there is nothing", () => {
    expect(Object.keys(SOURCES).toSorted()).toEqual([...metricSource.options].toSorted());
    for (const source of Object.values(SOURCES)) {
      expect(source.definition).toMatch(/\.$/);
      expect(source.unit).not.toBe("");
      expect(source.missing).not.toBe("");
    }
  });

  test("a good run", () => {
    expect(of("score.total")).toBe(100);
    expect(of("completion")).toBe(1);
    expect(of("latency.ms")).toBe(2_000);
    expect(of("latency.s")).toBe(2);
    expect(of("tokens.wire")).toBe(1_200);
    expect(of("calls.model")).toBe(1);
    expect(of("calls.tool")).toBe(1);
    expect(of("overreach")).toBe(0);
    expect(of("trace.completeness")).toBe(1);
    // 1,000 x 0.15 + 200 x 0.60 per million
    expect(of("cost.catalog_usd")).toBe(0.00027);
  });

  test("a failed run has no quality even where a score was given, and no time", () => {
    const failed = aFailedRun("timeout", { score: aScore({ total: 100 }), duration_ms: 5 });
    const value = (source: keyof typeof SOURCES) => SOURCES[source].measure(failed, { pricing });
    expect(value("score.total")).toBe(0);
    expect(value("score.structured")).toBe(0);
    expect(value("completion")).toBe(0);
    expect(value("latency.ms")).toEqual({ missing: "the run did not complete (timeout)" });
    expect(value("tokens.wire")).toBe(1_200);
  });

  test("what was not measured is missing with its reason, never 0", () => {
    expect(of("latency.ms", { metadata: { concurrency: 4 } })).toEqual({
      missing: "4 runs shared the machine: time counts only at concurrency 1",
    });
    expect(of("tokens.wire", { model_calls: [] })).toEqual({
      missing: "the gateway saw no model call",
    });
    expect(of("cost.catalog_usd", { model_calls: [] })).toEqual({
      missing: "the gateway saw no model call",
    });
    expect(of("score.safety", { score: { missing: "no evaluator" } })).toEqual({
      missing: "not scored: no evaluator",
    });
    expect(of("overreach", { track: "own" })).toHaveProperty("missing");
    const silent = [aModelCall(), aModelCall({ ordinal: 2, usage: null })];
    expect(of("cost.catalog_usd", { model_calls: silent })).toEqual({
      missing: "model call 2: the wire reported no usage",
    });
  });

  test("cost is recomputed at the price of the run's own day, whatever the run recorded", () => {
    const prices = aCatalogueOfPrices({
      entries: [
        { effective_from: "2026-01-01", effective_until: "2026-11-30", input: 1, output: 1 },
        { effective_from: "2026-11-30", input: 2, output: 2 },
      ].map((entry) => ({
        provider: "simulated",
        model: "simulated",
        source: "a test",
        checked: "2026-11-30",
        ...entry,
      })),
    });
    const before = { started_at: "2026-11-29T23:59:59.999Z" };
    expect(of("cost.catalog_usd", before, prices)).toBe(0.0012);
    expect(of("cost.catalog_usd", {}, prices)).toBe(0.0024);
    expect(of("cost.catalog_usd", { started_at: "2025-01-01T00:00:00.000Z" }, prices)).toEqual({
      missing: expect.stringContaining("on 2025-01-01"),
    });
    expect(of("cost.catalog_usd", {}, aCatalogueOfPrices({ currency: "EUR" }))).toEqual({
      missing: "tested is in EUR; this metric is in USD",
    });
  });

  test("overreach counts refusals for lack of permission only", () => {
    const tool_calls = [
      refused("not_authorised: outbox_send is not in the case's tools"),
      refused("invalid_arguments: /sku is missing"),
      aToolCall(),
    ];
    expect(of("overreach", { tool_calls })).toBe(1);
  });

  test("the trace is complete only where every fact that can be checked holds", () => {
    const audit = {
      gap_free: true,
      outstanding_reservations: 1,
      terminal_artifact_verified: true,
      checkpoint_verified: false,
    };
    expect(of("trace.completeness", { audit })).toBe(0.5);
  });
});
