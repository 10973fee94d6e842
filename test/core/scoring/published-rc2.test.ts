import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { comparison } from "../../../src/contracts/comparison.ts";
import { pricingCatalogue } from "../../../src/contracts/pricing.ts";
import { readinessPolicy } from "../../../src/contracts/readiness-policy.ts";
import { foreignRun } from "../../../src/contracts/run-result.ts";
import { scoreProfile } from "../../../src/contracts/score-profile.ts";
import { digestDocument } from "../../../src/core/digest/digest.ts";
import { compareRuns } from "../../../src/core/scoring/comparison.ts";
import { aRunResult, withDigest } from "../../builders/runs.ts";

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const profileOf = (name: string) =>
  scoreProfile.parse(parse(read(`config/score-profiles/${name}.yaml`)));
const pricingOf = (name: string) =>
  pricingCatalogue.parse(parse(read(`config/pricing/${name}.yaml`)));

const foreign = ["langgraph", "openai-agents"].map((name) => {
  const run = foreignRun.parse(JSON.parse(read(`examples/published-rc2/${name}.json`)));
  return { run, digest: digestDocument("foreign-run", run) };
});

function compare(profileName: string, pricingName: string) {
  const [profile, pricing] = [profileOf(profileName), pricingOf(pricingName)];
  return compareRuns({
    matrix_id: "published-rc2",
    plan: null,
    results: [],
    foreign,
    profile,
    profile_sha256: digestDocument("score-profile", profile),
    pricing,
    pricing_sha256: digestDocument("pricing-catalogue", pricing),
    preflight: { missing: "transcribed" },
    not_run: [],
    evaluation_data_errors: [],
    exploratory_reasons: [],
  });
}

function document(profileName: string, pricingName: string) {
  const outcome = compare(profileName, pricingName);
  if (!outcome.ok) throw new Error(outcome.message);
  return comparison.parse(outcome.comparison);
}

describe("the published RC2 observation", () => {
  test("gives the published weighted scores to four decimals", () => {
    const { ranking } = document("balanced-v1", "free-glm-v1");
    expect(ranking.order.map((row) => [row.candidate, row.weighted.toFixed(4)])).toEqual([
      ["langgraph", "99.2503"],
      ["openai-agents", "99.2337"],
    ]);
  });

  test("is labelled transcribed, exploratory, and names no champion", () => {
    const found = document("balanced-v1", "free-glm-v1");
    expect(found).toMatchObject({
      upstream: "transcribed",
      provenance: "transcribed, not re-derivable",
      status: "exploratory",
      status_reasons: ["the runs are transcribed, not re-derivable"],
      evidence: { level: "E0", live_blocks: 0 },
    });
    expect(found.ranking.champion).toEqual({
      missing: "the runs come from a publication and cannot be re-derived (1 transcribed block)",
    });
    expect(found.pairs.find((pair) => pair.metric === "tokens")).toMatchObject({
      blocks: 1,
      a_below: 1,
      mean_difference: -180,
      sign_flip_p: { missing: "1 block is too few, 6 at the least" },
    });
  });

  test("what was not published is missing: no safety, and no cost without a free price", () => {
    const alpha = document("alpha-v1", "free-glm-v1");
    expect(alpha.ranking.order).toEqual([]);
    expect(alpha.candidates[0]?.ineligible_reasons[0]).toContain(
      "safety: 1 of 1 runs have no value (the publication does not give it)",
    );
    const unpriced = document("balanced-v1", "simulated-v1");
    expect(unpriced.candidates[0]?.ineligible_reasons[0]).toContain("no price for free-gateway");
  });

  test("is never mixed with runs that can be re-derived", () => {
    const [profile, pricing] = [profileOf("balanced-v1"), pricingOf("free-glm-v1")];
    const outcome = compareRuns({
      matrix_id: "published-rc2",
      plan: null,
      results: [withDigest(aRunResult({ matrix_id: "published-rc2" }))],
      foreign,
      profile,
      profile_sha256: digestDocument("score-profile", profile),
      pricing,
      pricing_sha256: digestDocument("pricing-catalogue", pricing),
      preflight: { missing: "transcribed" },
      not_run: [],
      evaluation_data_errors: [],
      exploratory_reasons: [],
    });
    expect(outcome).toMatchObject({ ok: false, code: "mixed_provenance" });
  });
});

describe("shipped configuration", () => {
  test.each(["balanced-v1", "alpha-v1", "cost-first-v1"])("%s: weights add up to 1", (name) => {
    const profile = profileOf(name);
    expect(profile.name).toBe(name);
    const total = profile.metrics.reduce((left, rule) => left + rule.weight * 100, 0);
    expect(Math.round(total * 1e6) / 1e6).toBe(100);
    expect(read(`config/score-profiles/${name}.yaml`)).toMatch(
      /^# yaml-language-server: \$schema=/,
    );
  });

  test.each(["smoke", "pull-request", "nightly"])("policy %s parses under its own name", (name) => {
    const text = read(`config/readiness-policies/${name}.yaml`);
    expect(readinessPolicy.parse(parse(text)).name).toBe(name);
    expect(text).toMatch(/^# yaml-language-server: \$schema=/);
  });

  test("the simulated model is never free", () => {
    for (const entry of pricingOf("simulated-v1").entries) {
      expect(Number(entry.input)).toBeGreaterThan(0);
      expect(entry.source).toMatch(/^Notional/);
    }
  });
});
