/** interim */
import { chiSquareQuantile, normalQuantile } from "./student.ts";

export function sdInflation(n: number): number {
  return Math.sqrt((n - 1) / chiSquareQuantile(0.2, n - 1));
}

export function requiredBlocks(input: {
  readonly sd: number;
  readonly n: number;
  readonly difference: number;
  readonly sides: 1 | 2;
}): number {
  const { sd, n, difference, sides } = input;
  const z = normalQuantile(1 - 0.05 / sides) + normalQuantile(0.8);
  return Math.max(6, Math.ceil(((z * sd * sdInflation(n)) / difference) ** 2));
}

export function minimumBlocksForHolm(m: number): number {
  return Math.max(6, Math.ceil(1 + Math.log2(m / 0.05)));
}
