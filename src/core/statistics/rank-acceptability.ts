/** interim */
import { createGenerator } from "./generator.ts";

export function rankAcceptability(
  points: readonly (readonly number[])[],
  input: { readonly alpha: readonly number[]; readonly draws: number; readonly seed: string },
) {
  const generator = createGenerator(input.seed);
  const ranks = points.map(() => points.map(() => 0));
  let same = 0;
  for (let draw = 0; draw < input.draws; draw += 1) {
    const weights = input.alpha.map((shape) => {
      let total = 0;
      for (let k = 0; k < shape; k += 1) total -= Math.log(generator.unit());
      return total;
    });
    const scores = points.map((row, at) => ({
      at,
      score: row.reduce((sum, one, metric) => sum + one * (weights[metric] ?? 0), 0),
    }));
    const order = scores.toSorted((left, right) => right.score - left.score || left.at - right.at);
    if (order.every((one, rank) => one.at === rank)) same += 1;
    for (const [rank, one] of order.entries()) {
      const row = ranks[one.at];
      if (row !== undefined) row[rank] = (row[rank] ?? 0) + 1 / input.draws;
    }
  }
  return { ranks, same_order: same / input.draws };
}
