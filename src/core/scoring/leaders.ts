/** Who is ahead in each metric by itself: what there is to say where nobody leads overall. */

import type { CandidateComparison, Comparison, MetricValue } from "../../contracts/comparison.ts";
import type { PairObservation } from "../../contracts/pair-observation.ts";
import { formatQuantity, sentenceList } from "../report/format.ts";
import { absent, isMissing } from "./missing.ts";
import { PAIR_MEASURES } from "./pair-measures.ts";

type Leader = Comparison["ranking"]["leaders"][number];

interface Standing {
  readonly candidate: string;
  readonly metric: MetricValue;
  readonly points: number;
}

function standings(candidates: readonly CandidateComparison[], id: string): Standing[] {
  return candidates
    .flatMap(({ candidate, metrics }) => {
      const metric = metrics.find((one) => one.id === id);
      return metric === undefined || isMissing(metric.normalised)
        ? []
        : [{ candidate, metric, points: metric.normalised }];
    })
    .toSorted((left, right) => right.points - left.points);
}

function valueOf({ metric }: Standing): string {
  return isMissing(metric.raw) ? "no value" : formatQuantity(metric.raw, metric.unit);
}

/** The measure inside blocks that stands for the same thing, if there is one. */
function measureFor({ metric }: Standing): string | undefined {
  const source = metric.source === "latency.s" ? "latency.ms" : metric.source;
  return PAIR_MEASURES.find((measure) => measure.source === source)?.metric;
}

/** True when the blocks call the two different, to this candidate's credit. */
export function isFor(pair: PairObservation, candidate: string): boolean {
  const { a, b, word, direction, mean_difference } = pair;
  if (word !== "different" || isMissing(mean_difference) || ![a, b].includes(candidate))
    return false;
  const more = a === candidate ? mean_difference > 0 : mean_difference < 0;
  return more === (direction === "higher");
}

/** Nothing to add where the blocks tell the leader apart from every other candidate. */
function proviso(
  leader: Standing,
  others: readonly Standing[],
  pairs: readonly PairObservation[],
): string {
  const measure = measureFor(leader);
  if (measure === undefined) return " (observed; not tested)";
  const apart = others.every(({ candidate }) =>
    pairs.some(
      (pair) =>
        pair.metric === measure &&
        isFor(pair, leader.candidate) &&
        [pair.a, pair.b].includes(candidate),
    ),
  );
  return apart ? "" : " (observed; can't be told apart)";
}

/** One row a metric, in the profile's order. Without blocks that tell them apart a lead is called observed. */
export function findLeaders(
  candidates: readonly CandidateComparison[],
  pairs: readonly PairObservation[],
): Leader[] {
  return (candidates[0]?.metrics ?? []).map(({ id }): Leader => {
    const order = standings(candidates, id);
    const [leader, ...others] = order;
    const [second] = others;
    if (leader === undefined || second === undefined) {
      const reason = "fewer than two candidates have a value";
      return { metric: id, candidate: absent(reason), statement: `${id}: ${reason}.` };
    }
    if (leader.points === second.points) {
      const level = order.filter((one) => one.points === leader.points);
      const names = sentenceList(level.map((one) => one.candidate));
      const reason = `${names} have the same points`;
      return { metric: id, candidate: absent(reason), statement: `${id}: ${reason}.` };
    }
    const how = proviso(leader, others, pairs);
    return {
      metric: id,
      candidate: leader.candidate,
      statement: `${id}: ${leader.candidate}, ${valueOf(leader)} against ${valueOf(second)} of ${second.candidate}${how}.`,
    };
  });
}
