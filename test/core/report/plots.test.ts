/** What is drawn stands where its value stands: scales, dots, steps, bounds and intervals, and the words beside them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { CandidateComparison, MetricValue } from "../../../src/contracts/comparison.ts";
import { differencePlots } from "../../../src/core/report/difference-plots.ts";
import { columnFormatter } from "../../../src/core/report/format.ts";
import { htmlPlots } from "../../../src/core/report/html-plots.ts";
import { intervalNotes, levelWords } from "../../../src/core/report/interval-words.ts";
import { metricPlots } from "../../../src/core/report/metric-plots.ts";
import { plotKey } from "../../../src/core/report/plots.ts";
import { place, scaleAroundZero, scaleOf } from "../../../src/core/report/scale.ts";
import { exactFigures, percent, weigh } from "../../../src/core/report/weigh-words.ts";
import { aLiveMatrix, aProfile } from "../../builders/live-matrix.ts";
import { aDistribution } from "../../builders/view-parts.ts";

const finite = fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1_000);

describe("a scale", () => {
  test("holds every value, and its ticks are in order and on it", () => {
    fc.assert(
      fc.property(
        fc.array(finite, { minLength: 1, maxLength: 40 }),
        fc.constantFrom("ms", "tokens", "USD", "s", "calls"),
        (values, unit) => {
          for (const scale of [scaleOf(values, unit), scaleAroundZero(values, unit)]) {
            for (const value of values) {
              expect(value).toBeGreaterThanOrEqual(scale.low);
              expect(value).toBeLessThanOrEqual(scale.high);
            }
            const places = scale.ticks.map((tick) => tick.at);
            expect(places).toEqual(places.toSorted((a, b) => a - b));
            expect(places.every((at) => at >= 0 && at <= 1)).toBe(true);
            expect(new Set(scale.ticks.map((tick) => tick.label)).size).toBe(places.length);
          }
        },
      ),
    );
  });

  test("of points and shares goes from end to end, and no tick stands where no value can", () => {
    expect(scaleOf([97, 98], "points").ticks.map((tick) => tick.label)).toEqual([
      "0",
      "20",
      "40",
      "60",
      "80",
      "100",
    ]);
    expect(scaleOf([1, 1], "0 or 1").ticks.map((tick) => tick.label)).toEqual(["0", "1"]);
    expect(scaleOf([0.2], "share").ticks.at(-1)?.label).toBe("100 %");
    const cost = scaleOf([0.0001, 0.05], "USD");
    expect(cost.ticks[0]?.label).toBe("$0.00");
    expect(cost.low).toBeLessThan(0);
  });

  test("around zero is the same to both sides", () => {
    const scale = scaleAroundZero([-3, 12], "tokens");
    expect(place(0, scale)).toBe(0.5);
    expect(place(5, scale) - 0.5).toBeCloseTo(0.5 - place(-5, scale), 12);
  });
});

/** One candidate whose latency has these values, under a profile that ends at 14 s. */
function candidateWith(values: readonly number[], overrides: Partial<MetricValue> = {}) {
  const [first] = aLiveMatrix().comparison.candidates;
  if (first === undefined) throw new Error("the matrix has candidates");
  const metrics = first.metrics.map((one): MetricValue => {
    if (one.id !== "latency") return one;
    return {
      ...one,
      at_bound: 0,
      clipped: 0,
      distribution: aDistribution(values),
      sample: { kind: "values", values: values.toSorted((a, b) => a - b) },
      interval: { missing: "one value" },
      p95: { value: { missing: "too few" }, upper: { missing: "too few" } },
      ...overrides,
    };
  });
  return { ...first, metrics } satisfies CandidateComparison;
}

const rule = aProfile.metrics.find((one) => one.id === "latency");

function drawn(values: readonly number[], overrides: Partial<MetricValue> = {}) {
  const plots = metricPlots("latency", [candidateWith(values, overrides)], rule);
  const row = plots?.rows[0];
  if (plots === null || row === undefined) throw new Error("nothing is drawn");
  return { plots, row };
}

describe("a metric's drawing", () => {
  test("has a dot a run, and dots that would hide each other stand above one another", () => {
    const { row } = drawn([1_000, 1_000, 1_000, 5_000, 9_000]);
    expect(row.dots.map((dot) => dot.level)).toEqual([0, 1, 2, 0, 0]);
    const places = row.dots.map((dot) => dot.at);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(row.columns).toEqual([]);
  });

  test("counts steps where a stack would be too high, and loses no run", () => {
    const { row } = drawn([...Array.from({ length: 30 }, () => 1_000), 5_000, 9_000]);
    expect(row.dots).toEqual([]);
    expect(row.columns.map((column) => column.words.split(" ")[0])).toEqual(["30", "1", "1"]);
    expect(row.columns.map((column) => column.height)).toEqual([1, 1 / 30, 1 / 30]);
    expect(row.columns.at(-1)?.to).toBeLessThanOrEqual(1);
  });

  test("draws the counts that the comparison kept", () => {
    const counts = Array.from({ length: 24 }, (_, at) => (at === 3 ? 400 : at === 20 ? 100 : 0));
    const { row } = drawn([1_000, 13_000], {
      sample: { kind: "counts", low: 1_000, high: 13_000, counts },
    });
    expect(row.columns.map((column) => column.words)).toEqual([
      "400 runs, 2.5 s to 3.0 s",
      "100 runs, 11.0 s to 11.5 s",
    ]);
  });

  test("draws a bound of the profile only where a run reaches it, and says how many do", () => {
    expect(drawn([2_000, 9_000]).plots.bounds).toEqual([]);
    const reached = drawn([2_000, 15_000], { at_bound: 1, clipped: 1 }).plots;
    expect(reached.bounds).toHaveLength(1);
    expect(reached.caption).toMatch(/^1 run lies on or outside a bound .* 1 of them outside/);
  });

  test("marks median, interval and 95th percentile where they are known", () => {
    const { row } = drawn([2_000, 4_000, 6_000], {
      interval: { of: "median", method: "range", level: 0.75, low: 2_000, high: 6_000 },
    });
    expect(row.middle).toBeCloseTo(((row.whisker?.low ?? 0) + (row.whisker?.high ?? 0)) / 2, 12);
    expect(row.p95).toBeNull();
    expect(row.words).toContain("75 % for the median, lowest to highest run");
    const [dot] = row.dots;
    expect(dot?.at).toBe(row.whisker?.low);
  });

  test("is nothing where no run has a value", () => {
    const none = { missing: "no run has a value" };
    const overrides = { sample: none, distribution: aDistribution([]) };
    expect(metricPlots("latency", [candidateWith([], overrides)], rule)).toBeNull();
    expect(metricPlots("unknown", [candidateWith([1])], rule)).toBeNull();
  });

  test("keeps one scale for all candidates", () => {
    const plots = metricPlots(
      "latency",
      [candidateWith([1_000, 2_000]), candidateWith([2_000, 8_000])],
      rule,
    );
    const [left, right] = plots?.rows ?? [];
    expect(left?.dots[1]?.at).toBe(right?.dots[0]?.at);
  });

  test("is SVG of attributes alone, with a name for who cannot see it", () => {
    const html = htmlPlots(drawn([2_000, 4_000]).plots);
    expect(html).not.toContain("style=");
    expect(html).toContain('role="img" aria-label="bare-loop, latency: 2 runs, median 3.0 s');
    expect(html).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe("a drawing of differences", () => {
  const pairs = aLiveMatrix().comparison.pairs.filter((pair) => pair.metric === "tokens");

  test("has zero in the middle, the band around it and the mean inside its interval", () => {
    const plots = differencePlots(pairs, (id) => id);
    expect(plots?.origin).toBe(0.5);
    expect((plots?.band?.low ?? 0) + (plots?.band?.high ?? 0)).toBeCloseTo(1, 12);
    for (const row of plots?.rows ?? []) {
      expect(row.middle).toBeGreaterThan(row.whisker?.low ?? 1);
      expect(row.middle).toBeLessThan(row.whisker?.high ?? 0);
    }
  });

  test("is nothing where no pair has a mean, and has no band where the profile says nothing", () => {
    const none = pairs.map((pair) => ({ ...pair, mean_difference: { missing: "no block" } }));
    expect(differencePlots(none, (id) => id)).toBeNull();
    const open = pairs.map((pair) => ({ ...pair, practical_difference: 0 }));
    expect(differencePlots(open, (id) => id)?.band).toBeNull();
  });

  test("the key names the marks that occur and no other", () => {
    const plots = differencePlots(pairs, (id) => id);
    const marks = plotKey(plots === null ? [] : [plots], "mean difference").map((one) => one.mark);
    expect(marks).toEqual(["middle", "whisker", "band"]);
    expect(plotKey([], "median")).toEqual([]);
  });
});

describe("words of figures", () => {
  test("a level is never rounded up", () => {
    expect(levelWords(0.95)).toBe("95 %");
    expect(levelWords(0.99609375)).toBe("99.6 %");
    expect(levelWords(1 - 2 ** -29)).toBe("99.9 %");
  });

  test("a share that is not none and not all never reads so", () => {
    expect([0, 0.0001, 0.0912, 0.5, 0.9999, 1].map(percent)).toEqual([
      "0 %",
      "under 0.1 %",
      "9.1 %",
      "50 %",
      "over 99.9 %",
      "100 %",
    ]);
  });

  test("intervals of one kind are explained once", () => {
    const interval = { of: "median", method: "range", level: 0.75, low: 1, high: 2 } as const;
    const t = { ...interval, of: "mean", method: "t", level: 0.95 } as const;
    expect(
      intervalNotes([
        { label: "a", interval },
        { label: "b", interval },
      ]),
    ).toHaveLength(1);
    expect(
      intervalNotes([
        { label: "a", interval },
        { label: "b", interval: t },
        { label: "c", interval: { missing: "no run" } },
      ]),
    ).toEqual([
      "Interval of a: 75 % for the median, lowest to highest run.",
      "Interval of b: 95 % for the mean, Student's t.",
    ]);
  });

  test("a column has one unit and the same decimals, and a cost keeps its digits", () => {
    const cost = columnFormatter([0.00031, 0.0124, -0.002], "USD");
    expect([0.00031, 0.0124, -0.002].map(cost)).toEqual(["$0.0003", "$0.0124", "−$0.0020"]);
    const time = columnFormatter([400, 12_000], "ms");
    expect(time(400)).toBe("0.4 s");
    expect(columnFormatter([1_262.4, 3], "tokens")(1_262.4)).toBe("1,262");
    expect(columnFormatter([-0.001, 90], "points")(-0.001)).toBe("0.00");
  });

  test("exact figures round nothing away and stand under each other", () => {
    expect(exactFigures([99.25, 99.2331234, null, 100])).toEqual([
      "99.2500000",
      "99.2331234",
      null,
      "100.0000000",
    ]);
    expect(exactFigures([1e-7])[0]).toBe("0.000000100000000");
  });
});

describe("the sentence under the sliders", () => {
  const thresholds = {
    stable_tolerance: 0.25,
    stable_share: 0.95,
    sensitive_tolerance: 0.1,
    sensitive_share: 0.8,
  };
  const weighing = (
    points: readonly (readonly (number | null)[])[],
    unranked: string | null = null,
  ) => ({
    metrics: [
      { id: "quality", weight: 0.5 },
      { id: "tokens", weight: 0.5 },
    ],
    candidates: points.map((row, at) => ({ label: `c${String(at)}`, unranked, points: row })),
    concentration: 100,
    thresholds,
  });
  const said = (points: readonly (readonly (number | null)[])[], weights = [0.5, 0.5]) =>
    weigh(weighing(points), weights).statement;

  test("names leader, rival, distance and how far the weights may move", () => {
    expect(
      said([
        [100, 50],
        [90, 56],
      ]),
    ).toBe(
      "c0 is ahead of c1 by 2 points. Closest is c1: level if every weight moves by 25 %, each its own way; 99.4 % of the weights around these keep c0 ahead. The order is stable.",
    );
  });

  test("the closest rival is the one that the smallest move brings level, not the next in order", () => {
    const text = said([
      [100, 50],
      [99, 50],
      [10, 136],
    ]);
    expect(text).toContain("c0 is ahead of c1");
    expect(text).toContain("Closest is c2");
  });

  test("says so where nothing is weighed, nobody can be ranked, or both are level", () => {
    expect(
      said(
        [
          [1, 1],
          [2, 2],
        ],
        [0, 0],
      ),
    ).toBe("Every weight is 0: nothing is weighed.");
    expect(
      said([
        [null, 1],
        [2, null],
      ]),
    ).toBe("No candidate that can be ranked has points in every metric.");
    expect(
      said([
        [1, 1],
        [2, null],
      ]),
    ).toBe("Only c0 can be ranked.");
    expect(
      said([
        [2, 4],
        [4, 2],
      ]),
    ).toBe("c0 and c1 are level.");
    expect(
      said([
        [4, 4],
        [2, 2],
      ]),
    ).toContain("No change of these weights brings a rival level");
    expect(
      weigh(
        weighing(
          [
            [4, 4],
            [2, 2],
          ],
          "a control",
        ),
        [1, 1],
      ).order,
    ).toEqual([]);
  });
});
