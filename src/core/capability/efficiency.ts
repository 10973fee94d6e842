/** Efficiency: what a completed run used. A run that failed early is not a cheap one, and is left out. */

import type { CapabilityFact } from "../../contracts/capability.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { MetricSource } from "../../contracts/score-profile.ts";
import { describe, present } from "../scoring/distribution.ts";
import { isMissing } from "../scoring/missing.ts";
import { nearestRank, upperLimitOrder } from "../statistics/quantile.ts";
import { roundDerived } from "../statistics/round.ts";
import { answeredBy, countRuns, lackingFact, meanFact, type Measured } from "./facts.ts";

/** Below this many values the 95th percentile is the largest one, and has to be called by that name. */
const VALUES_FOR_P95 = 20;

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
          nearestRank(known, 0.95).value,
          `one run's value, nearest rank of ${n} completed runs, ${limitWords(known)}`,
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

/** What bounds the true 95th percentile from above (order statistics, one-sided, 95 %): from 59 runs on there is such a run. */
function limitWords(times: readonly number[]): string {
  const rank = upperLimitOrder(times.length, 0.95, 0.95);
  const limit = rank === null ? undefined : times.toSorted((a, b) => a - b)[rank - 1];
  return limit === undefined ? "no upper limit" : `at most ${limit} ms`;
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
