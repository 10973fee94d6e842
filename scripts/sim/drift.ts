/** A drift over the matrix: what it does to a comparison in drawn order and in two halves, and how often it is reported. */
import { mean, standardDeviation } from "../../src/core/statistics/describe.ts";
import { seasonalKendall } from "../../src/core/statistics/kendall.ts";
import { pairedTest } from "../../src/core/statistics/sign-flip.ts";
import { percent, seeded, standardNormal, whole } from "./draws.ts";

export interface DriftResult {
  readonly biases: readonly number[];
  readonly called_different: number;
  readonly reported: number;
}

/** Reported as the product does: p below .01 over three measures at most, so .01 / 3 for one of them. */
const REPORTED = 0.01 / 3;
const ALPHA = 0.05;
const FLIPS = "5eed".repeat(16);

/** Two equal candidates, one case, noise with SD 1; each run is `drift` above the run before it. */
export function playDrift(
  { seed, trials }: { readonly seed: string; readonly trials: number },
  order: "drawn" | "halves",
  blocks: number,
  drift: number,
): DriftResult {
  const generator = seeded(seed, `${order} ${String(blocks)} ${String(drift)}`);
  const biases: number[] = [];
  let [called_different, reported] = [0, 0];
  for (let trial = 0; trial < trials; trial += 1) {
    const [a, b]: [number[], number[]] = [[], []];
    const [at, bt]: [number[], number[]] = [[], []];
    for (let block = 0; block < blocks; block += 1) {
      const first = generator.below(2);
      const places =
        order === "drawn" ? [block * 2 + first, block * 2 + 1 - first] : [block, blocks + block];
      const [x = 0, y = 0] = places;
      at.push(x);
      bt.push(y);
      a.push(x * drift + standardNormal(generator));
      b.push(y * drift + standardNormal(generator));
    }
    const differences = a.map((value, index) => value - (b[index] ?? 0));
    biases.push(mean(differences));
    if (pairedTest(differences.map(whole), FLIPS).p <= ALPHA) called_different += 1;
    if (seasonalKendall([a, b], [at, bt]).p <= REPORTED) reported += 1;
  }
  return { biases, called_different, reported };
}

export function driftRow(
  options: { readonly seed: string; readonly trials: number },
  order: "drawn" | "halves",
  blocks: number,
  drift: number,
): string {
  const { biases, called_different, reported } = playDrift(options, order, blocks, drift);
  const name = order === "drawn" ? "drawn inside each block" : "all of one, then all of the other";
  return `| ${[name, String(blocks), drift.toFixed(2), mean(biases).toFixed(2), standardDeviation(biases).toFixed(2), percent(called_different, options.trials), percent(reported, options.trials)].join(" | ")} |`;
}
