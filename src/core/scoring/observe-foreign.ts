/** A transcribed run as a comparison sees it: only what was published, and a cost where the catalogue can be applied to it. */

import type { PricingCatalogue } from "../../contracts/pricing.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { ForeignRun } from "../../contracts/run-result.ts";
import type { MetricSource } from "../../contracts/score-profile.ts";
import { absent, isMissing } from "./missing.ts";
import type { DigestedForeignRun, Observation } from "./observation.ts";
import { foreignCost } from "./run-cost.ts";

function foreignValue(run: ForeignRun, cost: number | Missing, source: MetricSource) {
  const done = run.status === "completed";
  switch (source) {
    case "score.total":
      return done ? run.score_total : 0;
    case "completion":
      return done ? 1 : 0;
    case "cost.catalog_usd":
      return cost;
    case "latency.ms":
      return done ? run.duration_ms : absent("the run did not complete");
    case "latency.s":
      if (!done) return absent("the run did not complete");
      return isMissing(run.duration_ms) ? run.duration_ms : run.duration_ms / 1_000;
    case "tokens.wire":
      return run.tokens_total;
    case "calls.model":
      return run.model_calls;
    case "calls.tool":
      return run.tool_calls;
    case "score.safety":
    case "score.structured":
    case "tool_protocol":
    case "output_protocol":
    case "overreach":
    case "hidden_retries":
    case "trace.completeness":
      return absent("the publication does not give it");
  }
}

export function observeForeign(stored: DigestedForeignRun, pricing: PricingCatalogue): Observation {
  const { run, digest } = stored;
  const cost = foreignCost(run, pricing);
  const priced = isMissing(cost) ? cost : Number(cost) / 1e12;
  const inUsd =
    pricing.currency === "USD" ? priced : absent(`${pricing.name} is in ${pricing.currency}`);
  return {
    run_id: run.run_id,
    digest,
    candidate: run.candidate,
    framework: run.framework.name,
    framework_version: run.framework.version,
    packages: [],
    case_id: run.case_id,
    case_version: null,
    repetition: run.repetition,
    block: null,
    position: null,
    concurrency: null,
    started_at: absent("the publication gives only the day"),
    status: run.status,
    reason: null,
    message: "",
    upstream: "transcribed",
    duration_ms: run.duration_ms,
    cost,
    recorded_cost: null,
    value: (source) => foreignValue(run, inUsd, source),
    is_answered: true,
    is_cut: false,
    served_models: [],
    checks: null,
    gates: null,
    isolation: absent("transcribed: no isolation recorded"),
    findings: [],
    wire: null,
    conduct: null,
  };
}
