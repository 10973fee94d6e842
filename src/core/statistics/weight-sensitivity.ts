/** What would have to happen to a profile's weights for the other candidate to lead: closed forms, no sampling. */

/** Totals below this share of what they were added from are rounding dirt: a tie. */
const DIRT = 1e-12;
const BISECTIONS = 200;

interface Oriented {
  /** Weights that sum to 1. */
  readonly weights: readonly number[];
  /** Differences turned so that the leader's total is not negative. */
  readonly d: readonly number[];
  readonly lead: number;
}

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((total, one, at) => total + one * (right[at] ?? 0), 0);
}

function sizeOf(weights: readonly number[], d: readonly number[]): number {
  return weights.reduce((total, one, at) => total + one * Math.abs(d[at] ?? 0), 0);
}

/** Throws RangeError on lists of unequal length, negative weights, weights that sum to 0 or values not finite. */
function orient(weights: readonly number[], d: readonly number[]): Oriented {
  const held = weights.reduce((total, one) => total + one, 0);
  const sound = weights.every((one) => one >= 0) && held > 0 && Number.isFinite(held);
  if (weights.length !== d.length || !sound || !d.every(Number.isFinite)) {
    throw new RangeError(
      "a weight sensitivity needs one weight of 0 or more for every finite difference",
    );
  }
  const normalised = weights.map((one) => one / held);
  const lead = dot(normalised, d);
  if (Math.abs(lead) <= DIRT * sizeOf(normalised, d)) return { weights: normalised, d, lead: 0 };
  return { weights: normalised, d: d.map((one) => one * Math.sign(lead)), lead: Math.abs(lead) };
}

/** Whether some criterion prefers the other candidate; without one no weights at all let it lead. */
function canFlip({ d }: Oriented): boolean {
  return d.some((one) => one < 0);
}

/**
 * The smallest ε for which moving every weight by at most ±ε of itself can end the lead: |pro - con| / (pro + con). 0 is
 * a tie already; null means dominance among the weighted criteria: no such change does.
 */
export function tolerance(weights: readonly number[], d: readonly number[]): number | null {
  const oriented = orient(weights, d);
  const size = sizeOf(oriented.weights, oriented.d);
  const con = (size - dot(oriented.weights, oriented.d)) / 2;
  return con <= DIRT * size ? null : oriented.lead / size;
}

/** The weight at which the lead ends, null when none does, and the weights of 0..1 that keep the leader. */
export interface OneAtATime {
  readonly critical_weight: number | null;
  readonly stable: readonly [number, number];
}

/**
 * One criterion's weight moves while all others keep their proportions: w* = R / (R - d), R being the lead of the
 * others among themselves; it exists where R and d disagree (after Triantaphyllou and Sánchez 1997). One per criterion.
 */
export function oneAtATime(weights: readonly number[], d: readonly number[]): OneAtATime[] {
  const oriented = orient(weights, d);
  return oriented.weights.map((weight, at) => {
    const others = oriented.weights.map((one, other) => (other === at ? 0 : one));
    const rest = others.reduce((total, one) => total + one, 0);
    const own = oriented.d[at] ?? 0;
    const total = dot(others, oriented.d);
    const settled = Math.abs(total) <= DIRT * sizeOf(others, oriented.d);
    if (rest <= 0 || settled || total * own >= 0) return { critical_weight: null, stable: [0, 1] };
    const critical_weight = total / rest / (total / rest - own);
    const stable = weight <= critical_weight ? [0, critical_weight] : [critical_weight, 1];
    return { critical_weight, stable: [stable[0] ?? 0, stable[1] ?? 1] };
  });
}

/** Positions in the list of criteria; amounts are shares of the whole weight. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly amount: number;
}

/** `total_variation` is the weight moved in all, half the sum of absolute changes; null under dominance. */
export interface Transfer {
  readonly total_variation: number | null;
  readonly moves: readonly Move[];
}

/**
 * The least weight that must move for the lead to end: from the criteria that favour the leader most to the one that
 * favours the other most. Greedy, and equal to the linear programme's answer.
 */
export function smallestTransfer(weights: readonly number[], d: readonly number[]): Transfer {
  const oriented = orient(weights, d);
  if (oriented.lead === 0) return { total_variation: 0, moves: [] };
  if (!canFlip(oriented)) return { total_variation: null, moves: [] };
  const differences = oriented.d;
  const at = (criterion: number) => differences[criterion] ?? 0;
  const lowest = Math.min(...differences);
  const to = differences.indexOf(lowest);
  const donors = [...differences.keys()].toSorted((left, right) => at(right) - at(left));
  const moves: Move[] = [];
  let lead = oriented.lead;
  for (const from of donors) {
    const gain = at(from) - lowest;
    if (lead <= 0 || gain <= 0) break;
    const amount = Math.min(oriented.weights[from] ?? 0, lead / gain);
    if (amount <= 0) continue;
    moves.push({ from, to, amount });
    lead = amount * gain >= lead ? 0 : lead - amount * gain;
  }
  return { total_variation: moves.reduce((total, move) => total + move.amount, 0), moves };
}

/** The nearest weights at which the lead ends, and how far off they are. */
export interface Nearest {
  readonly distance: number;
  readonly weights: readonly number[];
}

/** The nearest point of the simplex (Euclidean; Held, Wolfe and Crowder 1974): one amount is taken off all, cut at 0. */
function projectToSimplex(point: readonly number[]): number[] {
  const sorted = point.toSorted((left, right) => right - left);
  let total = 0;
  let shift = 0;
  for (const [at, one] of sorted.entries()) {
    total += one;
    const tried = (total - 1) / (at + 1);
    if (one > tried) shift = tried;
  }
  return point.map((one) => Math.max(0, one - shift));
}

/**
 * The Euclidean distance from the weights to the nearest ones that end the lead, on the simplex. v = max(0, w - μd - λ):
 * the multiplier μ is halved into place, λ is the projection's. Null under dominance.
 */
export function smallestEuclidean(
  weights: readonly number[],
  d: readonly number[],
): Nearest | null {
  const oriented = orient(weights, d);
  if (oriented.lead === 0) return { distance: 0, weights: oriented.weights };
  if (!canFlip(oriented)) return null;
  const pushed = (by: number): number[] =>
    projectToSimplex(oriented.weights.map((one, at) => one - by * (oriented.d[at] ?? 0)));
  const leadAt = (by: number): number => dot(pushed(by), oriented.d);
  let [low, high] = [0, 1 / Math.max(...oriented.d.map(Math.abs))];
  while (leadAt(high) > 0) high *= 2;
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (leadAt(middle) > 0) low = middle;
    else high = middle;
  }
  const nearest = pushed(high);
  const moved = nearest.map((one, at) => one - (oriented.weights[at] ?? 0));
  return { distance: Math.sqrt(dot(moved, moved)), weights: nearest };
}
