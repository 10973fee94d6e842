/** Ways to do the same thing, measured in turns, so that a slow minute of the machine hits all of them alike. */

/** What one operation took, in microseconds: by the clock, and by processor time. `also`: further figures under their own titles. */
export interface Sample {
  readonly wall_us: number;
  readonly cpu_us: number;
  readonly also?: Readonly<Record<string, number>>;
}

/** One way. `measure` takes one sample; what it makes ready for that is not counted. */
export interface Variant {
  readonly name: string;
  measure(): Promise<Sample>;
}

/** Ways that are set against the first of them. */
export interface Comparison {
  readonly title: string;
  readonly variants: readonly [Variant, ...Variant[]];
}

/** Calls `close` when the bench is over. */
export type Later = (close: () => void) => void;

/** A bench is one file of this folder; it makes its comparisons ready in a fresh folder that is removed afterwards. */
export interface Bench {
  readonly name: string;
  readonly about: string;
  /** Where one round takes a minute, more than this are not run. */
  readonly most_rounds?: number;
  prepare(folder: string, later: Later): Promise<readonly Comparison[]>;
}

export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** `*_ratio`: to the first variant, taken round by round; quartiles stand for the spread. */
export interface Row {
  readonly name: string;
  readonly wall_us: Spread;
  readonly wall_ratio: Spread;
  readonly cpu_us: Spread;
  readonly cpu_ratio: Spread;
  readonly also: Readonly<Record<string, Spread>>;
}

/** One round to warm up, then `rounds` that count; every second round goes through the variants backwards. */
export async function runComparison(
  comparison: Comparison,
  rounds: number,
): Promise<readonly Row[]> {
  const { variants } = comparison;
  const samples = variants.map((): Sample[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    const order = [...variants.entries()];
    for (const [index, variant] of round % 2 === 0 ? order : order.toReversed()) {
      const taken = await variant.measure();
      if (round > 0) samples[index]?.push(taken);
    }
  }
  const [base = []] = samples;
  return variants.map(({ name }, index) => {
    const own = samples[index] ?? [];
    const ratios = (of: "wall_us" | "cpu_us"): Spread =>
      spread(own.map((one, round) => one[of] / (base[round]?.[of] ?? Number.NaN)));
    return {
      name,
      wall_us: spread(own.map(({ wall_us }) => wall_us)),
      wall_ratio: ratios("wall_us"),
      cpu_us: spread(own.map(({ cpu_us }) => cpu_us)),
      cpu_ratio: ratios("cpu_us"),
      also: Object.fromEntries(
        Object.keys(own[0]?.also ?? {}).map((title) => [
          title,
          spread(own.map(({ also }) => also?.[title] ?? Number.NaN)),
        ]),
      ),
    };
  });
}

/** Median and quartiles. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
    return below + (above - below) * (place - Math.floor(place));
  };
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}

/** What one of `times` calls of `work` took. */
export async function sample(
  times: number,
  work: (index: number) => Promise<unknown> | void,
): Promise<Sample> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  for (let index = 0; index < times; index += 1) await work(index);
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { wall_us: (wall * 1_000) / times, cpu_us: (user + system) / times };
}
