/** Checks of the groups about designs, planning, resampling, several candidates and random numbers. */
import { createHash } from "node:crypto";

import { expect } from "vitest";

import { passAtK, passHatK } from "../../../../src/core/statistics/agreement.ts";
import { exactBootstrapMean } from "../../../../src/core/statistics/bootstrap.ts";
import {
  clusteredStandardError,
  clusteredStandardErrorOfFew,
  standardErrorOfMean,
} from "../../../../src/core/statistics/cluster.ts";
import { createGenerator } from "../../../../src/core/statistics/generator.ts";
import {
  blockedPermutation,
  friedmanPermutation,
  maxT,
} from "../../../../src/core/statistics/k-candidates.ts";
import { detectableDifference, sdInflation } from "../../../../src/core/statistics/planning.ts";
import {
  confidenceFactor,
  pairwiseWinning,
  rankAcceptability,
} from "../../../../src/core/statistics/rank-acceptability.ts";
import { normalQuantile } from "../../../../src/core/statistics/student.ts";
import { williamsSequences } from "../../../../src/core/statistics/williams.ts";
import { groups, near, rowsOf, type Check } from "./file.ts";

const SEED = "0123456789abcdef".repeat(4);

type Named<T> = Record<"A" | "B" | "C", T>;

interface Smaa {
  matrix: Named<number[]>;
  profile_weights: number[];
  rank_acceptability: Named<number[]>;
  central_weights: Named<number[]>;
  pairwise_winning_index: Record<string, { closed_form: number }>;
  dirichlet_around_profile: { kappa: number; first_rank: Named<number> }[];
}

const NAMES = ["A", "B", "C"] as const;

function checkRanks(group: Smaa): void {
  const points = Object.values(group.matrix);
  const draws = 100_000;
  const found = rankAcceptability(points, { alpha: "uniform", draws, seed: SEED });
  for (const [i, name] of NAMES.entries()) {
    for (const [rank, share] of group.rank_acceptability[name].entries()) {
      near(found.rows[i]?.[rank], share, 4 * Math.sqrt((share * (1 - share)) / draws));
    }
    for (const [at, weight] of group.central_weights[name].entries()) {
      near(found.central_weights[i]?.[at], weight, 0.01);
    }
  }
}

export const DESIGN: Record<string, Check> = {
  mde_paired_80pct_power_alpha05(group) {
    interface Row {
      n: number;
      mde_in_sd_of_paired_diff_t: number;
    }
    for (const row of rowsOf<Row>(group)) {
      near(detectableDifference(row.n), row.mde_in_sd_of_paired_diff_t);
    }
  },
  planning_sd_inflation_80pct(group) {
    for (const row of rowsOf<{ n: number; factor: number }>(group)) {
      near(sdInflation(row.n), row.factor);
    }
  },
  pass_k(group) {
    interface Row {
      n: number;
      c: number;
      k: number;
      pass_hat_k: number;
      pass_at_k: number;
    }
    for (const { n, c, k, ...row } of rowsOf<Row>(group)) {
      near(passHatK(c, n, k), row.pass_hat_k);
      near(passAtK(c, n, k), row.pass_at_k);
    }
  },
  clustered_se(group) {
    const { data, ...expected } = group as {
      data: Record<string, number[]>;
      se_naive_clt: number;
      se_clustered_miller: number;
      se_clustered_inspect: number;
    };
    const clusters = Object.values(data);
    near(standardErrorOfMean(clusters.flat()), expected.se_naive_clt);
    near(clusteredStandardError(clusters), expected.se_clustered_miller);
    near(clusteredStandardErrorOfFew(clusters), expected.se_clustered_inspect);
  },
  bootstrap(group) {
    interface Row {
      stat: string;
      data: number[];
      percentile_ci: [number, number];
      boot_se_exact: number;
      distinct_resamples: number;
    }
    // The rows for the median and for other intervals concern nothing shipped.
    const rows = rowsOf<Row>(group).filter((row) => row.stat === "mean");
    expect(rows.length).toBe(4);
    for (const row of rows) {
      const found = exactBootstrapMean(row.data);
      near(found.low, row.percentile_ci[0]);
      near(found.high, row.percentile_ci[1]);
      near(found.standard_error, row.boot_se_exact);
      expect(found.distinct_resamples).toBe(row.distinct_resamples);
    }
  },
  k_candidate_blocked_permutation(group) {
    const { Y, ...expected } = group as {
      Y: number[][];
      statistic_sum_sq_totals: number;
      count: number;
      total: number;
      p: number;
    };
    expect(blockedPermutation(Y, SEED)).toEqual({
      statistic: expected.statistic_sum_sq_totals,
      count: expected.count,
      total: expected.total,
      p: expected.p,
      exact: true,
      draws: null,
      seed: null,
    });
  },
  friedman_exact(group) {
    const { ranks, ...expected } = group as {
      ranks: number[][];
      statistic_sum_sq_totals: number;
      count: number;
      p: number;
    };
    const found = friedmanPermutation(
      ranks.map((block) => block.map((rank) => rank * 10)),
      SEED,
    );
    expect(found.statistic).toBe(expected.statistic_sum_sq_totals);
    expect(found.count).toBe(expected.count);
    expect(found.p).toBe(expected.p);
  },
  maxT_single_step(group) {
    const { metrics, p_adjusted } = group as {
      metrics: { score: number[]; latency: number[] };
      p_adjusted: { score: number; latency: number };
    };
    const tenfold = metrics.latency.map((one) => Math.round(one * 10));
    const found = maxT([metrics.score, tenfold], SEED);
    expect(found).toEqual({
      p: [p_adjusted.score, p_adjusted.latency],
      exact: true,
      draws: null,
      seed: null,
    });
  },
  williams_designs(group) {
    for (const row of rowsOf<{ k: number; sequences: number[][] }>(group)) {
      expect(williamsSequences(row.k)).toEqual(row.sequences);
    }
  },
  prng_xoshiro128ss(group) {
    const { state, first12 } = group as { state: number[]; first12: number[] };
    const seed = Buffer.from(Uint32Array.from(state).buffer).toString("hex");
    const generator = createGenerator(seed);
    expect(first12.map(() => generator.next())).toEqual(first12);
  },
  prng_seeded_by_sha256(group) {
    const { seed_text, first5 } = group as { seed_text: string; first5: number[] };
    const generator = createGenerator(createHash("sha256").update(seed_text).digest("hex"));
    expect(first5.map(() => generator.next())).toEqual(first5);
  },
  smaa_3x4(group) {
    const smaa = group as Smaa;
    checkRanks(smaa);
    const points = Object.values(smaa.matrix);
    const pairs = pairwiseWinning(points, "uniform");
    for (const [pair, { closed_form }] of Object.entries(smaa.pairwise_winning_index)) {
      const [i, j] = pair.split(">").map((name) => "ABC".indexOf(name));
      near(Number(pairs[i ?? 0]?.[j ?? 0]), closed_form);
    }
    for (const { kappa, first_rank } of smaa.dirichlet_around_profile) {
      const alpha = smaa.profile_weights.map((weight) => Math.round(weight * kappa));
      const { rows } = rankAcceptability(points, { alpha, seed: SEED });
      for (const [i, name] of NAMES.entries()) {
        const share = first_rank[name];
        near(rows[i]?.[0], share, 4 * Math.sqrt((share * (1 - share)) / 10_000) + 0.001);
      }
    }
  },
  smaa_confidence_factor(group) {
    const { sd, cf } = group as { sd: number; cf: Named<number> };
    const { matrix, central_weights } = groups["smaa_3x4"] as Smaa;
    const points = Object.values(matrix);
    const draw = createGenerator(SEED);
    for (const [i, name] of NAMES.entries()) {
      const measured = Array.from({ length: 20_000 }, () =>
        points.map((one) => one.map((point) => point + sd * normalQuantile(draw.unit()))),
      );
      near(confidenceFactor(measured, i, central_weights[name]), cf[name], 0.015);
    }
  },
};
