/** What a profile chosen after the runs changes about the planned one: bounds moved with the data in sight prove nothing. */

import type { MetricRule, ScoreProfile } from "../../contracts/score-profile.ts";
import { sentenceList } from "../report/format.ts";

function changedBy(
  planned: ScoreProfile,
  used: ScoreProfile,
  differs: (before: MetricRule, after: MetricRule) => boolean,
): string[] {
  return used.metrics.flatMap((after) => {
    const before = planned.metrics.find((one) => one.id === after.id);
    return before !== undefined && differs(before, after) ? [after.id] : [];
  });
}

function idsOf({ metrics }: ScoreProfile): ReadonlySet<string> {
  return new Set(metrics.map((one) => one.id));
}

/** One clause for each kind of change: bounds, weights, metrics; the name alone where nothing of these differs. */
export function describeProfileChange(planned: ScoreProfile, used: ScoreProfile): string {
  const bounds = changedBy(
    planned,
    used,
    (a, b) => a.minimum !== b.minimum || a.maximum !== b.maximum || a.direction !== b.direction,
  );
  const weights = changedBy(planned, used, (a, b) => a.weight !== b.weight);
  const [before, after] = [idsOf(planned), idsOf(used)];
  const added = [...after].filter((id) => !before.has(id));
  const gone = [...before].filter((id) => !after.has(id));
  const clauses = [
    ...(bounds.length === 0 ? [] : [`the bounds of ${sentenceList(bounds)}`]),
    ...(weights.length === 0 ? [] : [`the weights of ${sentenceList(weights)}`]),
    ...(added.length + gone.length === 0
      ? []
      : [`the metrics (${sentenceList([...added, ...gone])})`]),
  ];
  const what = clauses.length === 0 ? "other rules" : sentenceList(clauses);
  return `score profile ${used.name} is not the one the plan fixed: it changes ${what} after the runs`;
}
