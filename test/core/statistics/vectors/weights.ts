/** Checks of the groups about weights, bounded scores and trends. */
import { expect } from "vitest";

import { boundedMeanLower } from "../../../../src/core/statistics/bounded-mean.ts";
import { kendallExact, kendallTauB, theilSen } from "../../../../src/core/statistics/kendall.ts";
import { shareOfWeights } from "../../../../src/core/statistics/simplex-share.ts";
import {
  oneAtATime,
  smallestEuclidean,
  smallestTransfer,
  tolerance,
} from "../../../../src/core/statistics/weight-sensitivity.ts";
import { near, rowsOf, type Check } from "./file.ts";

interface Flip {
  criteria: string[];
  weights: number[];
  diff: number[];
  one_at_a_time: Record<string, { critical_weight: number } | null>;
  min_uniform_relative_change: number;
  min_tv_transfer: number | null;
  tv_moves: [string, number][];
  tv_to: string | null;
  l2_qp: number | null;
  l2_point: number[];
}

/** Null where both have none, else equal to 1e-9. */
function nearOrNone(found: number | null, expected: number | null): void {
  expect(found === null).toBe(expected === null);
  near(found ?? 0, expected ?? 0);
}

function checkFlip(row: Flip): void {
  // The file writes dominance as a change of 100 %, which takes every weight away; here it is null.
  near(tolerance(row.weights, row.diff) ?? 1, row.min_uniform_relative_change);
  for (const [at, one] of oneAtATime(row.weights, row.diff).entries()) {
    const critical = row.one_at_a_time[row.criteria[at] ?? ""]?.critical_weight ?? null;
    nearOrNone(one.critical_weight, critical);
  }
  const transfer = smallestTransfer(row.weights, row.diff);
  nearOrNone(transfer.total_variation, row.min_tv_transfer);
  expect(transfer.moves.map((move) => row.criteria[move.from])).toEqual(
    row.tv_moves.map(([from]) => from),
  );
  for (const move of transfer.moves) expect(row.criteria[move.to]).toBe(row.tv_to);
  const nearest = smallestEuclidean(row.weights, row.diff);
  nearOrNone(nearest?.distance ?? null, row.l2_qp);
  for (const [at, weight] of (nearest?.weights ?? []).entries()) {
    near(weight, row.l2_point[at] ?? NaN);
  }
}

export const WEIGHTS: Record<string, Check> = {
  weight_flip(group) {
    const { examples } = group as { examples: Flip[] };
    expect(examples.length).toBe(7);
    for (const row of examples) checkFlip(row);
  },
  simplex_halfspace_share(group) {
    interface Row {
      diff: number[];
      dirichlet_alpha: number[];
      p_exact: number;
    }
    for (const row of rowsOf<Row>(group)) {
      const share = shareOfWeights(row.diff, row.dirichlet_alpha);
      near(typeof share === "number" ? share : null, row.p_exact);
    }
  },
  perfect_bounded_score_lower_bound(group) {
    for (const row of rowsOf<{ n: number; lower95: number }>(group)) {
      near(
        boundedMeanLower(
          Array.from({ length: row.n }, () => 1),
          0.05,
        ),
        row.lower95,
      );
    }
  },
  trend(group) {
    interface Row {
      y: number[];
      theil_sen_slope: number;
      kendall_S: number;
      kendall_tau: number;
      p_exact_two_sided: number;
    }
    for (const row of rowsOf<Row>(group)) {
      const found = kendallExact(row.y);
      expect(found.s).toBe(row.kendall_S);
      expect(found.exact).toBe(true);
      near(found.tau, row.kendall_tau);
      near(found.p, row.p_exact_two_sided);
      near(theilSen(row.y), row.theil_sen_slope);
    }
    const { min_p } = group as { min_p: { n: number; p: number }[] };
    for (const { n, p } of min_p) {
      const rising = Array.from({ length: n }, (_, at) => at);
      near(kendallExact(rising).p, p);
    }
  },
  kendall_tau(group) {
    for (const row of rowsOf<{ a: number[]; b: number[]; tau: number }>(group)) {
      near(kendallTauB(row.a, row.b), row.tau);
    }
  },
};
