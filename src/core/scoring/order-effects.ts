/** Did the order of the runs leave a trace? Drift within each candidate and case, an effect of running first, other backends. */

import type { Drift, FirstPosition, OrderEffects } from "../../contracts/order-effects.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { ScoreProfile } from "../../contracts/score-profile.ts";
import { digestBytes } from "../digest/digest.ts";
import { formatQuantity, sentenceList } from "../report/format.ts";
import { mean, median } from "../statistics/describe.ts";
import { BLOCKS_TO_TELL_APART } from "../statistics/evidence-level.ts";
import { holm } from "../statistics/holm.ts";
import { seasonalKendall } from "../statistics/kendall.ts";
import { roundDerived } from "../statistics/round.ts";
import { pairedTest } from "../statistics/sign-flip.ts";
import { isComplete, isEvidence, type BlockView } from "./blocks.ts";
import { absent, isMissing } from "./missing.ts";
import type { Observation } from "./observation.ts";
import { measureRun, PAIR_MEASURES, type PairMeasure } from "./pair-measures.ts";

/** Stricter than a test of candidates: a finding here keeps a sound matrix from Go. */
const ALPHA = 0.01;
/** Above this many blocks an effect of position is read off the mean alone. */
const MOST_TESTED = 500;
const MOST_NAMES = 20;
/** Cost follows tokens, and points follow all of them: three measures say what the order did. */
const WATCHED: ReadonlySet<string> = new Set(["score", "tokens", "latency"]);

interface Timed {
  readonly at: number;
  readonly value: number;
}

/** The global sequence of a run: block after block, position after position. */
function sequence(run: Observation, width: number): number | null {
  const { block, position } = run;
  return block === null || position === null ? null : (block - 1) * width + position;
}

/** Values by candidate and case, each in the order of its runs. */
function strata(
  blocks: readonly BlockView[],
  measure: PairMeasure,
  profile: ScoreProfile,
  width: number,
): Timed[][] {
  const found = new Map<string, Timed[]>();
  for (const { runs } of blocks) {
    for (const run of runs.values()) {
      const at = sequence(run, width);
      if (at === null || !isEvidence(run)) continue;
      const value = measureRun(run, measure, profile);
      if (isMissing(value)) continue;
      const key = `${run.candidate}\n${run.case_id}`;
      const list = found.get(key);
      const timed = { at, value: value / measure.scale };
      if (list === undefined) found.set(key, [timed]);
      else list.push(timed);
    }
  }
  return [...found.values()]
    .filter((list) => list.length > 1)
    .map((list) => list.toSorted((left, right) => left.at - right.at));
}

/** A row, and the smallest p that so many values could reach: above the level there was nothing to be found. */
interface Looked<Row> {
  readonly row: Row;
  readonly least: number;
}

/** Two-sided: of all orders of each stratum one rises throughout. */
function leastOfOrders(lengths: readonly number[]): number {
  let least = 2;
  for (const n of lengths) for (let i = 2; i <= n; i += 1) least /= i;
  return Math.min(1, least);
}

function driftOf(
  blocks: readonly BlockView[],
  measure: PairMeasure,
  profile: ScoreProfile,
  width: number,
): Looked<Drift> {
  const values = strata(blocks, measure, profile, width);
  const runs = values.reduce((total, list) => total + list.length, 0);
  const named = { metric: measure.metric, unit: measure.unit, runs };
  if (runs === 0) {
    const none = absent("no candidate ran a case twice");
    return { row: { ...named, slope: none, change: none, p: none, found: false }, least: 1 };
  }
  const test = seasonalKendall(
    values.map((list) => list.map((one) => one.value)),
    values.map((list) => list.map((one) => one.at)),
  );
  const slope = test.slope ?? 0;
  const row = {
    ...named,
    slope: roundDerived(slope),
    change: roundDerived(slope * blocks.length * width),
    p: roundDerived(test.p),
    found: false,
  };
  return { row, least: leastOfOrders(values.map((list) => list.length)) };
}

/** Holm over the measures: three looks at one order are one family. */
function adjust<T extends { readonly p: number | Missing; readonly found: boolean }>(
  looked: readonly Looked<T>[],
): Looked<T>[] {
  const rows = looked.map(({ row }) => row);
  const tested = rows.flatMap((row, at) => (typeof row.p === "number" ? [{ at, p: row.p }] : []));
  const adjusted = holm(
    tested.map((one) => one.p),
    ALPHA,
  );
  return looked.map(({ row, least }, at) => {
    const found = adjusted[tested.findIndex((one) => one.at === at)];
    if (found === undefined) return { row, least };
    return { row: { ...row, p: roundDerived(found.p), found: found.rejected }, least };
  });
}

/** First run of a block minus the mean of the others, after each candidate's median on the case is taken away. */
function firstPosition(
  blocks: readonly BlockView[],
  measure: PairMeasure,
  profile: ScoreProfile,
  seed: string,
): Looked<FirstPosition> {
  const own = new Map<string, number[]>();
  const rows = blocks.filter(isComplete).flatMap(({ runs, case_id }) => {
    const values = [...runs.values()].flatMap((run) => {
      const value = measureRun(run, measure, profile);
      const { position } = run;
      if (isMissing(value) || position === null) return [];
      return [{ key: `${run.candidate}\n${case_id}`, position, value }];
    });
    for (const { key, value } of values) {
      const list = own.get(key);
      if (list === undefined) own.set(key, [value]);
      else list.push(value);
    }
    return values.length === runs.size && values.length > 1 ? [values] : [];
  });
  const medians = new Map([...own].map(([key, values]) => [key, median(values)]));
  // A value alone is its own median: nothing of it is left to show an effect.
  const repeated = rows.filter((values) =>
    values.some((one) => (own.get(one.key)?.length ?? 0) > 1),
  );
  const differences = repeated.flatMap((values) => {
    const residual = values.map((one) => ({
      position: one.position,
      value: one.value - (medians.get(one.key) ?? 0),
    }));
    const first = residual.find((one) => one.position === 1);
    const others = residual.filter((one) => one.position !== 1);
    if (first === undefined || others.length === 0) return [];
    return [Math.round(first.value - mean(others.map((one) => one.value)))];
  });
  const named = { metric: measure.metric, unit: measure.unit, blocks: differences.length };
  if (differences.length === 0) {
    const none = absent(rows.length === 0 ? "no complete block" : "no candidate ran a case twice");
    return { row: { ...named, difference: none, p: none, found: false }, least: 1 };
  }
  const difference = roundDerived(mean(differences) / measure.scale);
  const p = positionTest(differences, seed, measure);
  return {
    row: { ...named, difference, p, found: false },
    least: Math.min(1, 2 / 2 ** differences.length),
  };
}

function positionTest(differences: readonly number[], seed: string, measure: PairMeasure) {
  const n = differences.length;
  if (n < BLOCKS_TO_TELL_APART) return absent(`${n} blocks are too few to test`);
  const span = differences.reduce((total, one) => total + Math.abs(one), 0);
  if (n > MOST_TESTED || !Number.isSafeInteger(span)) return absent("shown, not tested");
  const hex = digestBytes(`agentlab-stats/1 first\n${seed}\n${measure.metric}`);
  return roundDerived(pairedTest(differences, hex.slice("sha256:".length)).p);
}

function balanceOf(blocks: readonly BlockView[], candidates: readonly string[], width: number) {
  return candidates.map((candidate) => {
    const positions = Array.from({ length: width }, () => 0);
    for (const { runs } of blocks.filter(isComplete)) {
      const run = runs.get(candidate);
      const position = run?.position ?? null;
      if (position !== null) positions[position - 1] = (positions[position - 1] ?? 0) + 1;
    }
    return { candidate, positions };
  });
}

/** As providers write it: `-2026-10-01` or `-20261001`. */
const DATE = /-\d{4}-?\d{2}-?\d{2}$/;

/** One model of one candidate that answered under two names (another date, say) was not one model. */
function backendsOf(runs: readonly Observation[]): OrderEffects["backends"] {
  const names = new Set<string>();
  const seen = new Map<string, Set<string>>();
  for (const run of runs) {
    for (const name of run.served_models) {
      names.add(name);
      const key = `${run.candidate}\n${name.replace(DATE, "")}`;
      seen.set(key, (seen.get(key) ?? new Set<string>()).add(name));
    }
  }
  return {
    names: [...names].toSorted().slice(0, MOST_NAMES),
    changed: [...seen.values()].some((one) => one.size > 1),
  };
}

/** Whether any test of this family could have found something at all, had it been there. */
function couldFind(looked: readonly Looked<{ readonly p: number | Missing }>[]): boolean {
  const tested = looked.filter(({ row }) => !isMissing(row.p));
  return tested.some(({ least }) => least * tested.length <= ALPHA);
}

/** What was looked for and not found; what no test could have found is not said to be absent. */
function nothingFound(
  drifts: readonly Looked<Drift>[],
  firsts: readonly Looked<FirstPosition>[],
): string {
  if (drifts.every(({ row }) => isMissing(row.p)))
    return "Drift could not be tested: no candidate ran a case twice.";
  const [drift, first] = [couldFind(drifts), couldFind(firsts)];
  if (drift && first) return "No drift over the matrix and no effect of running first was found.";
  if (drift)
    return "No drift over the matrix was found. Too few blocks could show an effect of running first.";
  return first
    ? "No effect of running first was found. Too few runs of each case could show a drift."
    : "Too few runs to show a drift or an effect of running first.";
}

function conclude(
  looked: readonly Looked<Drift>[],
  positions: readonly Looked<FirstPosition>[],
  backends: OrderEffects["backends"],
): { readonly found: boolean; readonly statement: string } {
  const drifts = looked.map(({ row }) => row);
  const firsts = positions.map(({ row }) => row);
  const said = [
    ...drifts
      .filter((one) => one.found)
      .map((one) =>
        isMissing(one.change)
          ? `${one.metric} drifted`
          : `${one.metric} drifted by ${signed(one.change, one.unit)} from the first run to the last`,
      ),
    ...firsts
      .filter((one) => one.found)
      .map((one) =>
        isMissing(one.difference)
          ? `running first mattered for ${one.metric}`
          : `running first changed ${one.metric} by ${signed(one.difference, one.unit)}`,
      ),
    ...(backends.changed ? ["the model was served under more than one name"] : []),
  ];
  if (said.length > 0) {
    // Another model may stand behind the name of one candidate alone: that spares nobody.
    const spared = backends.changed
      ? ""
      : " Blocks are run back to back in drawn order, so that it meets all candidates alike.";
    return { found: true, statement: `Order left a trace: ${sentenceList(said)}.${spared}` };
  }
  return { found: false, statement: nothingFound(looked, positions) };
}

function signed(value: number, unit: string): string {
  return `${value > 0 ? "+" : ""}${formatQuantity(value, unit)}`;
}

/** Of planned blocks. Drift: seasonal Kendall (Hirsch, Slack and Smith 1982), strata = candidate and case. */
export function findOrderEffects(input: {
  readonly blocks: readonly BlockView[];
  readonly candidates: readonly string[];
  readonly profile: ScoreProfile;
  readonly seed: string;
}): OrderEffects {
  const { blocks, candidates, profile, seed } = input;
  const width = blocks.reduce((most, { members }) => Math.max(most, members.length), 1);
  const watched = PAIR_MEASURES.filter((measure) => WATCHED.has(measure.metric));
  const drift = adjust(watched.map((measure) => driftOf(blocks, measure, profile, width)));
  const first_position = adjust(
    watched.map((measure) => firstPosition(blocks, measure, profile, seed)),
  );
  const backends = backendsOf(blocks.flatMap(({ runs }) => [...runs.values()]));
  return {
    drift: drift.map(({ row }) => row),
    first_position: first_position.map(({ row }) => row),
    balance: balanceOf(blocks, candidates, width),
    backends,
    ...conclude(drift, first_position, backends),
  };
}
