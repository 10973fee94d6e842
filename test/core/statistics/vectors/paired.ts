/** Checks of the groups about paired differences and blocks. */
import { expect } from "vitest";

import {
  median,
  medianAbsoluteDeviation,
  standardDeviation,
} from "../../../../src/core/statistics/describe.ts";
import {
  hodgesLehmann,
  hodgesLehmannTwoSample,
} from "../../../../src/core/statistics/hodges-lehmann.ts";
import { holm } from "../../../../src/core/statistics/holm.ts";
import { mcnemarOneSided } from "../../../../src/core/statistics/mcnemar.ts";
import {
  permutationInterval,
  rangeLevel,
} from "../../../../src/core/statistics/permutation-interval.ts";
import { signFlip, signFlipWeighted } from "../../../../src/core/statistics/sign-flip.ts";
import { near, rowsOf, type Check } from "./file.ts";

interface Counts {
  p_two_sided: number;
  p_greater: number;
  count_two_sided: number;
  count_greater: number;
  total: number;
}

function sameCounts(found: ReturnType<typeof signFlip>, expected: Counts): void {
  expect(found).toEqual({
    count: expected.count_two_sided,
    count_greater: expected.count_greater,
    total: expected.total,
    p: expected.p_two_sided,
    p_greater: expected.p_greater,
  });
}

/** Tenths as integers, as the test asks for. */
const tenths = (values: readonly number[]) => values.map((one) => Math.round(one * 10));

export const PAIRED: Record<string, Check> = {
  signflip_permutation(group) {
    const rows = rowsOf<Counts & { name: string; diffs: number[] }>(group);
    for (const row of rows) sameCounts(signFlip(tenths(row.diffs)), row);
    expect(rows.find((row) => row.name === "float_trap")?.p_two_sided).toBe(0.375);
  },
  signflip_case_weighted(group) {
    const expected = group as Counts & { cases: Record<string, number[]> };
    sameCounts(signFlipWeighted(Object.values(expected.cases)), expected);
  },
  permutation_shift_ci(group) {
    interface Row {
      data: number[];
      ci: [number, number] | null;
      level: number | null;
      range_level: number;
    }
    for (const row of rowsOf<Row>(group)) {
      const found = permutationInterval(row.data, 0.05);
      expect(found === null).toBe(row.ci === null);
      near(found?.low ?? 0, row.ci?.[0] ?? 0);
      near(found?.high ?? 0, row.ci?.[1] ?? 0);
      expect(found?.level ?? null).toBe(row.level);
      expect(rangeLevel(row.data.length)).toBe(row.range_level);
    }
  },
  mcnemar(group) {
    for (const row of rowsOf<{ b: number; c: number; p_exact: number }>(group)) {
      const [most, least] = [Math.max(row.b, row.c), Math.min(row.b, row.c)];
      near(Math.min(1, 2 * mcnemarOneSided(most, least)), row.p_exact);
    }
  },
  hodges_lehmann(group) {
    interface Row {
      data: number[];
      hl_one_sample: number;
      ci_wilcoxon: [number, number] | null;
      ci_exact_level: number | null;
    }
    for (const row of rowsOf<Row>(group)) {
      const found = hodgesLehmann(row.data);
      near(found.estimate, row.hl_one_sample);
      near(found.low ?? 0, row.ci_wilcoxon?.[0] ?? 0);
      near(found.high ?? 0, row.ci_wilcoxon?.[1] ?? 0);
      expect(found.level).toBe(row.ci_exact_level);
    }
    const { two_sample } = group as { two_sample: { x: number[]; y: number[]; estimate: number } };
    near(hodgesLehmannTwoSample(two_sample.x, two_sample.y), two_sample.estimate);
  },
  mad(group) {
    interface Row {
      dataset: string;
      median: number;
      mad_raw: number;
      sd: number;
    }
    for (const row of rowsOf<Row>(group)) {
      const data = DATASETS[row.dataset] ?? [];
      near(median(data), row.median);
      near(medianAbsoluteDeviation(data), row.mad_raw);
      near(standardDeviation(data), row.sd);
    }
  },
  p_adjust(group) {
    const family = group as { p: number[]; holm: number[] };
    for (const [at, one] of holm(family.p, 0.05).entries()) near(one.p, family.holm[at] ?? NaN);
  },
};

/** The named data sets that some groups refer to. */
const DATASETS: Record<string, number[]> = {
  D0_n3: [0.6, 1.1, 0.2],
  D1_paired_diff_s_n5: [0.8, -0.3, 1.9, 0.4, 2.6],
  D2_paired_score_diff_n8: [4, 0, 0, 7, -2, 5, 0, 12],
  D3_latency_s_n10: [18.7, 17.9, 19.4, 18.2, 22.1, 18.0, 41.3, 17.5, 19.9, 18.6],
};
