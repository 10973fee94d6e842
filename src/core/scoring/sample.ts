/** The values behind a metric: every one or counted in steps, an interval where their number allows one, and their tail. */

import type { MetricValue, Sample } from "../../contracts/comparison.ts";
import type { Interval } from "../../contracts/interval.ts";
import type { Missing } from "../../contracts/primitives.ts";
import { mean, standardDeviation } from "../statistics/describe.ts";
import { BLOCKS_TO_COMPARE, BLOCKS_TO_TELL_APART } from "../statistics/evidence-level.ts";
import { rangeLevel } from "../statistics/permutation-interval.ts";
import { nearestRank, orderStatisticInterval, upperLimitOrder } from "../statistics/quantile.ts";
import { roundDerived } from "../statistics/round.ts";
import { tQuantile } from "../statistics/student.ts";
import { firstReason, present } from "./distribution.ts";
import { absent } from "./missing.ts";

const MOST_VALUES = 120;
const STEPS = 24;
const LEVEL = 0.95;
const TAIL = 0.95;
/** Below twenty values the nearest rank of .95 is the highest value itself. */
const FEWEST_FOR_TAIL = 20;

type Measured = readonly (number | Missing)[];

function sorted(measured: Measured): number[] {
  return present(measured).toSorted((left, right) => left - right);
}

/** For drawing: all values while they are few, else how many lie in each of 24 equal steps. */
export function sampleOf(measured: Measured): Sample {
  const values = sorted(measured);
  const low = values[0];
  const high = values.at(-1);
  if (low === undefined || high === undefined) return absent(firstReason(measured, "no run"));
  if (values.length <= MOST_VALUES) return { kind: "values", values };
  const counts = Array.from({ length: STEPS }, () => 0);
  const width = (high - low) / STEPS;
  for (const value of values) {
    const step = width === 0 ? 0 : Math.min(STEPS - 1, Math.floor((value - low) / width));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return { kind: "counts", low, high, counts };
}

/**
 * Range of two to five values, two ranks of six to nine (both for the median), Student's t from ten on (for the mean).
 * Equal values give none: no spread seen is not no spread.
 */
export function intervalOfRuns(measured: Measured): Interval | Missing {
  const values = sorted(measured);
  const n = values.length;
  const [low, high] = [values[0], values.at(-1)];
  if (low === undefined || high === undefined) return absent(firstReason(measured, "no run"));
  if (n === 1) return absent("one value has no interval");
  if (low === high) return absent("all values are equal, so that their spread is not known");
  if (n < BLOCKS_TO_TELL_APART)
    return { of: "median", method: "range", level: rangeLevel(n), low, high };
  if (n < BLOCKS_TO_COMPARE) {
    const { lower_order, upper_order, coverage } = orderStatisticInterval(n, 0.5, LEVEL);
    if (lower_order === null || upper_order === null || coverage === null)
      return absent(`${n} values are too few for an interval`);
    return {
      of: "median",
      method: "order_statistic",
      level: coverage,
      low: values[lower_order - 1] ?? low,
      high: values[upper_order - 1] ?? high,
    };
  }
  const reach = (tQuantile(0.975, n - 1) * standardDeviation(values)) / Math.sqrt(n);
  const centre = mean(values);
  return {
    of: "mean",
    method: "t",
    level: LEVEL,
    low: roundDerived(centre - reach),
    high: roundDerived(centre + reach),
  };
}

/** The 95th percentile as a real run's value, and its upper limit from 59 runs on. */
export function tailOf(measured: Measured): MetricValue["p95"] {
  const values = sorted(measured);
  const n = values.length;
  if (n === 0) {
    const none = absent(firstReason(measured, "no run"));
    return { value: none, upper: none };
  }
  const order = upperLimitOrder(n, TAIL, LEVEL);
  return {
    value:
      n < FEWEST_FOR_TAIL
        ? absent(`${n} ${n === 1 ? "run" : "runs"}: below 20 this is the highest value`)
        : nearestRank(values, TAIL).value,
    upper:
      order === null
        ? absent(`${n} ${n === 1 ? "run" : "runs"}: an upper limit needs 59`)
        : (values[order - 1] ?? absent("no such rank")),
  };
}
