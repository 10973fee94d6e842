/** Which rank each of three or more candidates takes over the space of weights: SMAA-2, and how sure its winners are under noise. */

import { createGenerator, type Generator } from "./generator.ts";
import { shareOfWeights, type Tie } from "./simplex-share.ts";

export const DEFAULT_DRAWS = 10_000;

/** "uniform" weighs the simplex evenly; whole Dirichlet parameters, one a metric, lay weight around a profile. */
export type WeightSpace = readonly number[] | "uniform";

export interface RankDraws {
  readonly alpha: WeightSpace;
  readonly draws?: number;
  /** Hex digits or a sha256: digest. */
  readonly seed: string;
}

/**
 * `rows[i][r]`: share of weights at which candidate i takes rank r (0 is first), ties split evenly. `central_weights[i]`:
 * the mean of the weights that put it first, null when none did. Off by less than 2 √(b (1 - b) / draws) mostly.
 */
export interface RankAcceptability {
  readonly rows: readonly (readonly number[])[];
  readonly central_weights: readonly (readonly number[] | null)[];
  readonly draws: number;
  readonly seed: string;
}

/** Throws RangeError on fewer than two candidates, rows of unequal length, or parameters that are not whole. */
function parametersOf(points: readonly (readonly number[])[], space: WeightSpace): number[] {
  const metrics = points[0]?.length ?? 0;
  const even = points.every((one) => one.length === metrics && one.every(Number.isFinite));
  if (points.length < 2 || metrics === 0 || !even) {
    throw new RangeError(
      "ranks need two or more candidates with finite points on the same metrics",
    );
  }
  const alpha = space === "uniform" ? Array.from({ length: metrics }, () => 1) : [...space];
  const whole = alpha.every((one) => Number.isSafeInteger(one) && one >= 0);
  const held = alpha.reduce((total, one) => total + one, 0);
  if (alpha.length !== metrics || !whole || held < 1 || held > 10_000) {
    throw new RangeError("a space of weights needs one whole Dirichlet parameter for every metric");
  }
  return alpha;
}

/**
 * One weight vector: the gaps between sorted uniform numbers, alpha_j neighbouring gaps a metric. Unlike exponentials
 * this takes no logarithm, whose last digit differs between machines.
 */
function drawWeights(alpha: readonly number[], generator: Generator): number[] {
  const held = alpha.reduce((total, one) => total + one, 0);
  const cuts = Float64Array.from({ length: held - 1 }, () => generator.unit()).toSorted();
  let [reached, cut] = [0, 0];
  return alpha.map((one) => {
    if (one === 0) return 0;
    reached += one;
    const end = reached === held ? 1 : (cuts[reached - 1] ?? 1);
    const weight = end - cut;
    cut = end;
    return weight;
  });
}

function totalsOf(points: readonly (readonly number[])[], weights: readonly number[]): number[] {
  return points.map((one) =>
    one.reduce((total, point, at) => total + point * (weights[at] ?? 0), 0),
  );
}

/** The ranks a candidate shares: how many are ahead of it, and how many stand where it stands, itself included. */
function placeOf(totals: readonly number[], candidate: number): { ahead: number; level: number } {
  const own = totals[candidate] ?? Number.NaN;
  let [ahead, level] = [0, 0];
  for (const total of totals) {
    if (total > own) ahead += 1;
    if (total === own) level += 1;
  }
  return { ahead, level };
}

/**
 * Lahdelma and Salminen 2001 by drawing weights; 10,000 draws leave a share uncertain by .01 (95 %). `points`:
 * candidates x metrics, normalised. Pairs need no draws: see `pairwiseWinning`. Throws RangeError.
 */
export function rankAcceptability(
  points: readonly (readonly number[])[],
  { alpha: space, draws = DEFAULT_DRAWS, seed }: RankDraws,
): RankAcceptability {
  const alpha = parametersOf(points, space);
  if (!Number.isSafeInteger(draws) || draws < 1)
    throw new RangeError("ranks need one draw or more");
  const generator = createGenerator(seed);
  const counts = points.map(() => points.map(() => 0));
  const central = points.map(() => alpha.map(() => 0));
  for (let draw = 0; draw < draws; draw += 1) {
    const weights = drawWeights(alpha, generator);
    const totals = totalsOf(points, weights);
    for (const [candidate, ranks] of counts.entries()) {
      const { ahead, level } = placeOf(totals, candidate);
      for (let rank = ahead; rank < ahead + level; rank += 1) {
        ranks[rank] = (ranks[rank] ?? 0) + 1 / level;
      }
      const sums = central[candidate];
      if (ahead > 0 || sums === undefined) continue;
      for (const [at, weight] of weights.entries()) sums[at] = (sums[at] ?? 0) + weight / level;
    }
  }
  return {
    rows: counts.map((ranks) => ranks.map((count) => count / draws)),
    central_weights: central.map((sums, candidate) => {
      const first = counts[candidate]?.[0] ?? 0;
      return first === 0 ? null : sums.map((sum) => sum / first);
    }),
    draws,
    seed,
  };
}

/** Exact shares of weights at which candidate i leads candidate j, null on the diagonal. Throws RangeError like rankAcceptability. */
export function pairwiseWinning(
  points: readonly (readonly number[])[],
  space: WeightSpace,
): (number | Tie | null)[][] {
  const alpha = parametersOf(points, space);
  return points.map((one, i) =>
    points.map((other, j) => {
      if (i === j) return null;
      const d = one.map((point, at) => point - (other[at] ?? 0));
      return shareOfWeights(d, alpha);
    }),
  );
}

/**
 * How often a candidate stays first at fixed weights (its central ones, or the profile's) when its points are measured
 * again: the share of `matrices` (candidates x metrics each, from `resampledPoints` or a noise model) that it leads, ties
 * split. Null without a matrix. Lahdelma and Salminen 2001.
 */
export function confidenceFactor(
  matrices: Iterable<readonly (readonly number[])[]>,
  candidate: number,
  weights: readonly number[],
): number | null {
  let [first, seen] = [0, 0];
  for (const matrix of matrices) {
    seen += 1;
    const { ahead, level } = placeOf(totalsOf(matrix, weights), candidate);
    if (ahead === 0 && level > 0) first += 1 / level;
  }
  return seen === 0 ? null : first / seen;
}

/**
 * Mean points (candidates x metrics) of whole blocks drawn with replacement, so that what one block shares stays
 * together. Throws RangeError without a block.
 */
export function* resampledPoints(
  blocks: readonly (readonly (readonly number[])[])[],
  draws: number,
  seed: string,
): IterableIterator<number[][]> {
  if (blocks.length === 0) throw new RangeError("resampling needs a block");
  const generator = createGenerator(seed);
  for (let draw = 0; draw < draws; draw += 1) {
    const taken = blocks.map(() => blocks[generator.below(blocks.length)] ?? []);
    yield (blocks[0] ?? []).map((metrics, candidate) =>
      metrics.map((_, metric) => {
        const values = taken.map((block) => block[candidate]?.[metric] ?? 0);
        return values.reduce((total, one) => total + one, 0) / blocks.length;
      }),
    );
  }
}
