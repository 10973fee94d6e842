/** Efficiency: what a completed run used. A run that failed early is not a cheap one, and is left out. */

import type { CapabilityFact } from "../../contracts/capability.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { MetricSource } from "../../contracts/score-profile.ts";
import { describe, present } from "../scoring/distribution.ts";
import { isMissing } from "../scoring/missing.ts";
import { roundDerived } from "../statistics/round.ts";
import { answeredBy, countRuns, lackingFact, meanFact, type Measured } from "./facts.ts";
import { nearestRank, RUNS_FOR_LIMIT, VALUES_FOR_P95 } from "./percentile.ts";

/** Means a completed run; of time the median, and a tail named for what it is. */
export function efficiency({ runs, upstream, currency }: Measured): CapabilityFact[] {
  const completed = runs.filter((run) => run.status === "completed");
  const mean = (name: string, unit: string, source: MetricSource) =>
    meanFact(name, unit, describe(completed.map((run) => run.value(source))), "completed");
  const times = completed.map((run) => run.value("latency.ms"));
  const known = present(times);
  const { median, maximum: longest } = describe(known);
  const untimed = times.find(isMissing)?.missing ?? "no run completed";
  const n = known.length;
  const time = (name: string, value: number | Missing, detail: string): CapabilityFact =>
    isMissing(value) ? lackingFact(name, "ms", untimed) : { name, value, unit: "ms", n, detail };
  const tail =
    n < VALUES_FOR_P95
      ? time("longest time", longest, `max of ${n}: no 95th percentile below ${VALUES_FOR_P95}`)
      : time(
          "95th percentile of the time",
          nearestRank(known, 0.95),
          `one run's value, nearest rank of ${n} completed runs${n < RUNS_FOR_LIMIT ? ", no upper limit" : ""}`,
        );
  return [
    mean("tokens", "tokens", "tokens.wire"),
    costFact(completed, currency),
    mean("model calls", "calls", "calls.model"),
    mean("tool calls", "calls", "calls.tool"),
    time("median time", median, `median of ${countRuns(n, "completed")}`),
    tail,
  ].map(answeredBy(upstream));
}

/** One run whose cost is not known leaves no mean: unknown is not free. */
function costFact(completed: Measured["runs"], currency: string): CapabilityFact {
  const costs = completed.map((run) => run.cost);
  const unknown = costs.find(isMissing);
  if (unknown !== undefined) {
    const holes = costs.filter(isMissing).length;
    return lackingFact("cost", currency, `${holes} of ${costs.length} runs: ${unknown.missing}`);
  }
  const known = costs.filter((cost) => typeof cost === "bigint");
  const n = known.length;
  if (n === 0) return lackingFact("cost", currency, "no run completed");
  const total = known.reduce((sum, cost) => sum + cost, 0n);
  return {
    name: "cost",
    value: roundDerived(Number(total) / n / 1e12),
    unit: currency,
    n,
    detail: `mean of ${countRuns(n, "completed")} at the catalogue's prices`,
  };
}
