/** interim */
import { median } from "./describe.ts";
import { normalUpperTail } from "./gamma.ts";

interface Timed {
  readonly at: number;
  readonly value: number;
}

const MOST_PAIRS = 200_000;

export function seasonalKendall(strata: readonly (readonly Timed[])[]) {
  let s = 0;
  let variance = 0;
  const slopes: number[] = [];
  const pairs = strata.reduce((total, one) => total + (one.length * (one.length - 1)) / 2, 0);
  const every = Math.max(1, Math.ceil(pairs / MOST_PAIRS));
  let seen = 0;
  for (const one of strata) {
    const n = one.length;
    for (let i = 0; i < n; i += 1) {
      for (let j = i + 1; j < n; j += 1) {
        const [a, b] = [one[i], one[j]];
        if (a === undefined || b === undefined) continue;
        s += Math.sign(b.value - a.value);
        if (seen % every === 0) slopes.push((b.value - a.value) / (b.at - a.at));
        seen += 1;
      }
    }
    const ties = new Map<number, number>();
    for (const { value } of one) ties.set(value, (ties.get(value) ?? 0) + 1);
    const weight = (k: number) => k * (k - 1) * (2 * k + 5);
    variance += (weight(n) - [...ties.values()].reduce((sum, k) => sum + weight(k), 0)) / 18;
  }
  const z = variance === 0 ? 0 : (Math.abs(s) - Math.min(1, Math.abs(s))) / Math.sqrt(variance);
  return { s, p: Math.min(1, 2 * normalUpperTail(z)), slope: median(slopes), exact: false };
}
