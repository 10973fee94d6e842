/** How much of the space of weights lets one candidate lead another, exactly. */

/** No recursion over more repeated differences than this. */
export const MOST_SHARES = 10_000;

/** No difference where any weight may lie: no weights separate the two. */
export interface Tie {
  readonly tie: true;
}

/**
 * P(Σ y_h E_h > Σ x_j F_j) for independent unit exponentials, `ahead` holding every y_h > 0 and `behind` every x_j >= 0.
 * Each step mixes two probabilities, so no digits are lost. O(H J).
 */
export function chanceAhead(ahead: ArrayLike<number>, behind: ArrayLike<number>): number {
  const chances = new Float64Array(behind.length + 1);
  chances[0] = 1;
  for (let h = 0; h < ahead.length; h += 1) {
    const y = ahead[h] ?? 0;
    for (let j = 1; j < chances.length; j += 1) {
      const x = behind[j - 1] ?? 0;
      chances[j] = (y * (chances[j - 1] ?? 0) + x * (chances[j] ?? 0)) / (y + x);
    }
  }
  return chances[behind.length] ?? 0;
}

/**
 * The share of weight vectors w on the simplex for which Σ w_j d_j > 0, d = normalised points of one candidate less the
 * other's. `alpha` are whole Dirichlet parameters: all 1 weighs the simplex evenly; 100 times the profile's weights (in
 * whole numbers) gives the neighbourhood of the profile. A race of exponentials, d_j repeated alpha_j times; equals the
 * volume of Varsi (1973) and Gerber (1981). Criteria with alpha 0 never get weight. Only zero differences: a tie.
 * Throws RangeError on lists of unequal length, fractions, no parameter above 0 or more than 10,000 in sum.
 */
export function shareOfWeights(d: readonly number[], alpha: readonly number[]): number | Tie {
  const whole = alpha.every((one) => Number.isSafeInteger(one) && one >= 0);
  const held = alpha.reduce((total, one) => total + one, 0);
  if (d.length !== alpha.length || !whole || held < 1 || held > MOST_SHARES) {
    throw new RangeError(
      "a share of weights needs one whole Dirichlet parameter for every difference",
    );
  }
  if (!d.every(Number.isFinite))
    throw new RangeError("a share of weights needs finite differences");
  const repeated = d.flatMap((one, at) => Array.from({ length: alpha[at] ?? 0 }, () => one));
  if (repeated.every((one) => one === 0)) return { tie: true };
  const ahead = repeated.filter((one) => one > 0);
  const behind = repeated.filter((one) => one <= 0).map((one) => -one);
  return chanceAhead(ahead, behind);
}
