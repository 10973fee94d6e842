/** interim */
import { shareOfWeights } from "./simplex-share.ts";

export function boundedMeanLower(values: readonly number[], alpha: number): number | null {
  const n = values.length;
  if (n > 300) return null;
  const [first] = values;
  if (values.every((value) => value === first)) return (first ?? 0) * alpha ** (1 / n);
  const below = (t: number) =>
    1 -
    shareOfWeights(
      [0, ...values].map((value) => value - t),
      [1, ...values.map(() => 1)],
    );
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (below(middle) <= alpha) low = middle;
    else high = middle;
  }
  return low;
}
