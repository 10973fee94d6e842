/** Checks of the groups about rates, quantiles and single samples. */
import { expect } from "vitest";

import { normalise } from "../../../../src/core/scoring/normalise.ts";
import { zeroFailureUpperBound } from "../../../../src/core/statistics/failure-bound.ts";
import {
  clopperPearson,
  clopperPearsonLower,
  clopperPearsonUpper,
  wilson,
} from "../../../../src/core/statistics/proportion.ts";
import {
  nearestRank,
  orderStatisticInterval,
  quantileType7,
  upperLimitOrder,
} from "../../../../src/core/statistics/quantile.ts";
import { incompleteBeta, tQuantile } from "../../../../src/core/statistics/student.ts";
import { near, rowsOf, type Check } from "./file.ts";

type Pair = readonly [number, number];

/** How often the interval of x out of n holds p, summed over every x. */
function coverage(n: number, p: number, holds: (x: number) => boolean): number {
  const atMost = (k: number) => (k < 0 ? 0 : k >= n ? 1 : incompleteBeta(n - k, k + 1, 1 - p));
  let total = 0;
  for (let x = 0; x <= n; x += 1) if (holds(x)) total += atMost(x) - atMost(x - 1);
  return total;
}

export const RATES: Record<string, Check> = {
  proportion_intervals(group) {
    interface Row {
      x: number;
      n: number;
      level: number;
      wilson: Pair;
      clopper_pearson: Pair;
      cp_one_sided_95_lower: number;
      cp_one_sided_95_upper: number;
    }
    for (const row of rowsOf<Row>(group)) {
      const score = wilson(row.x, row.n, row.level);
      near(score.low, row.wilson[0]);
      near(score.high, row.wilson[1]);
      const exact = clopperPearson(row.x, row.n, row.level);
      near(exact.low, row.clopper_pearson[0]);
      near(exact.high, row.clopper_pearson[1]);
      near(clopperPearsonLower(row.x, row.n, 0.05), row.cp_one_sided_95_lower);
      near(clopperPearsonUpper(row.x, row.n, 0.05), row.cp_one_sided_95_upper);
    }
  },
  zero_failures(group) {
    for (const row of rowsOf<{ n: number; upper95_one_sided: number }>(group)) {
      near(zeroFailureUpperBound(row.n), row.upper95_one_sided);
      near(clopperPearsonUpper(0, row.n, 0.05), row.upper95_one_sided);
    }
  },
  exact_coverage_nominal95(group) {
    interface Row {
      n: number;
      p: number;
      wilson: number;
      clopper_pearson: number;
    }
    for (const { n, p, ...row } of rowsOf<Row>(group)) {
      for (const [name, interval] of [
        ["wilson", wilson],
        ["clopper_pearson", clopperPearson],
      ] as const) {
        const found = coverage(n, p, (x) => {
          const { low, high } = interval(x, n, 0.95);
          return low <= p && p <= high;
        });
        near(found, row[name], 6e-5);
      }
    }
  },
  quantile_order_ci(group) {
    interface Row {
      p: number;
      n: number;
      lower_order: number | null;
      upper_order: number | null;
      coverage: number | null;
      nearest_rank_index: number;
    }
    for (const row of rowsOf<Row>(group)) {
      const found = orderStatisticInterval(row.n, row.p, 0.95);
      expect(found.lower_order).toBe(row.lower_order);
      expect(found.upper_order).toBe(row.upper_order);
      expect(found.coverage === null).toBe(row.coverage === null);
      near(found.coverage ?? 0, row.coverage ?? 0);
      const ranks = Array.from({ length: row.n }, (_, at) => at + 1);
      expect(nearestRank(ranks, row.p).rank).toBe(row.nearest_rank_index);
    }
    const { min_n } = group as {
      min_n: { p: number; one_sided_upper95: number; two_sided_equal_tail95: number }[];
    };
    for (const { p, one_sided_upper95: one, two_sided_equal_tail95: two } of min_n) {
      expect(upperLimitOrder(one, p, 0.95)).toBe(one);
      expect(upperLimitOrder(one - 1, p, 0.95)).toBeNull();
      expect(orderStatisticInterval(two, p, 0.95).upper_order).toBe(two);
      expect(orderStatisticInterval(two - 1, p, 0.95).coverage).toBeNull();
    }
  },
  percentiles(group) {
    interface Row {
      data: number[];
      p: number;
      type1_nearest_rank: number;
      type7: number;
    }
    for (const row of rowsOf<Row>(group)) {
      expect(nearestRank(row.data, row.p).value).toBe(row.type1_nearest_rank);
      near(quantileType7(row.data, row.p), row.type7);
    }
  },
  t_critical_975(group) {
    for (const row of rowsOf<{ df: number; t: number }>(group)) {
      near(tQuantile(0.975, row.df), row.t);
    }
  },
  normalise(group) {
    interface Row {
      value: number;
      min: number;
      max: number;
      direction: "lower" | "higher";
      normalized: number;
      clipped: "low" | "high" | null;
      at_bound: boolean;
    }
    for (const row of rowsOf<Row>(group)) {
      const bounds = { minimum: row.min, maximum: row.max, direction: row.direction };
      const found = normalise(row.value, bounds);
      near(found.points, row.normalized);
      expect(found.clipped).toBe(row.clipped);
      expect(found.at_bound).toBe(row.at_bound);
    }
  },
};
