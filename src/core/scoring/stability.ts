/** How firmly weights hold a leader against one rival, in the words the thresholds give: the comparison's, and its page's. */
import type { Sensitivity, Stability } from "../../contracts/sensitivity.ts";
import { sum } from "../statistics/describe.ts";
import { shareOfWeights } from "../statistics/simplex-share.ts";

/** Whole numbers that add up to `total`, in the proportions of the weights (largest remainders). */
export function concentrate(weights: readonly number[], total: number): number[] {
  const all = sum(weights);
  const exact = weights.map((weight) => (all === 0 ? 0 : (weight / all) * total));
  const whole = exact.map((value) => Math.floor(value + 1e-9));
  const rest = total - whole.reduce((count, value) => count + value, 0);
  const order = [...exact.keys()].toSorted(
    (left, right) =>
      (exact[right] ?? 0) - (whole[right] ?? 0) - ((exact[left] ?? 0) - (whole[left] ?? 0)) ||
      left - right,
  );
  for (const at of order.slice(0, Math.max(0, rest))) whole[at] = (whole[at] ?? 0) + 1;
  return whole;
}

/** Share of the weights of these Dirichlet parameters that keep the leader ahead; 0 where nothing separates the two. */
export function shareAhead(differences: readonly number[], alpha: readonly number[]): number {
  const share = shareOfWeights(differences, alpha);
  return typeof share === "number" ? share : 0;
}

/** `eps`: the tolerance, null where no weights turn the two over. `near`: the share around the weights. */
export function stabilityOf(
  eps: number | null,
  near: number,
  thresholds: Sensitivity["thresholds"],
): Stability {
  const { stable_tolerance, stable_share, sensitive_tolerance, sensitive_share } = thresholds;
  const reach = eps ?? Number.POSITIVE_INFINITY;
  if (reach < sensitive_tolerance || near < sensitive_share) return "sensitive";
  return reach >= stable_tolerance && near >= stable_share ? "stable" : "moderate";
}

/** The least firm of several, null of none. */
export function leastFirm(words: readonly Stability[]): Stability | null {
  return (
    (["sensitive", "moderate", "stable"] as const).find((word) => words.includes(word)) ?? null
  );
}
