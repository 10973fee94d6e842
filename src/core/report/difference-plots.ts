/** Mean differences pair by pair around 0, with the differences that do not matter as a band. */
import type { PairObservation } from "../../contracts/pair-observation.ts";
import { formatQuantity, isMissing, plural } from "./format.ts";
import { intervalWords } from "./interval-words.ts";
import type { Plots } from "./plots.ts";
import { place, scaleAroundZero } from "./scale.ts";

/** The mean differences of one metric, pair by pair, around 0; null where no pair has one. */
export function differencePlots(
  pairs: readonly PairObservation[],
  name: (candidate: string) => string,
): Plots | null {
  const known = pairs.flatMap((pair) =>
    isMissing(pair.mean_difference) ? [] : [{ pair, mean: pair.mean_difference }],
  );
  const [first] = known;
  if (first === undefined) return null;
  const { unit, practical_difference: matters } = first.pair;
  const scale = scaleAroundZero(
    known.flatMap(({ pair, mean }) => [
      mean,
      matters,
      ...(isMissing(pair.interval) ? [] : [pair.interval.low, pair.interval.high]),
    ]),
    unit,
  );
  return {
    title: first.pair.metric,
    ticks: scale.ticks,
    rows: known.map(({ pair, mean }) => {
      const { interval } = pair;
      const label = `${name(pair.a)} − ${name(pair.b)}`;
      const note = `mean ${formatQuantity(mean, unit)}`;
      const range = isMissing(interval)
        ? "no interval"
        : `interval ${intervalWords(interval, unit)}`;
      return {
        label,
        note,
        words: `${label}, ${pair.metric}: ${note}, ${range}, over ${plural(pair.blocks, "block")}`,
        dots: [],
        columns: [],
        whisker: isMissing(interval)
          ? null
          : { low: place(interval.low, scale), high: place(interval.high, scale) },
        middle: place(mean, scale),
        p95: null,
      };
    }),
    bounds: [],
    band: matters === 0 ? null : { low: place(-matters, scale), high: place(matters, scale) },
    origin: place(0, scale),
    caption: "",
  };
}
