/** How firm the order of a matrix is, in the lines under its table: who can be told apart, what turns the order over, what no weight reaches. */
import type { Comparison } from "../../contracts/comparison.ts";
import type { PairObservation } from "../../contracts/pair-observation.ts";
import type { WeightUse } from "../../contracts/sensitivity.ts";
import { formatShare, isMissing, sentenceList } from "./format.ts";
import { endWithStop, startSentence } from "./sentence.ts";
import type { Statement } from "./view-model.ts";

function line(label: string, words: string): Statement {
  return { label, text: [words] };
}

/** The pair of the first two in the order, in weighted points; of the first two of the plan where nobody is ranked. */
function closestPair({ pairs, ranking, candidates }: Comparison): PairObservation | undefined {
  const order = ranking.order.map((one) => one.candidate);
  const [first, second] = order.length > 1 ? order : candidates.map((one) => one.candidate);
  return pairs.find(
    (pair) =>
      pair.metric === "weighted" &&
      [pair.a, pair.b].includes(first ?? "") &&
      [pair.a, pair.b].includes(second ?? ""),
  );
}

function comparedWords(comparison: Comparison): readonly Statement[] {
  const pair = closestPair(comparison);
  if (pair === undefined || pair.word === "not_compared") return [];
  return [line("Compared", withLabels(pair, comparison))];
}

/** Each id once, where the sentence names it: an id like `in` may be any other word of it. */
function withLabels({ a, b, statement }: PairObservation, { candidates }: Comparison): string {
  const label = (id: string) => candidates.find((one) => one.candidate === id)?.label ?? id;
  if (!statement.startsWith(`${a} `)) return statement;
  const rest = statement.slice(a.length);
  const found = [` than ${b} in `, ` and ${b} `]
    .map((words) => ({ at: rest.indexOf(words), skip: words.indexOf(b) }))
    .find(({ at }) => at >= 0);
  if (found === undefined) return statement;
  const from = found.at + found.skip;
  return `${label(a)}${rest.slice(0, from)}${label(b)}${rest.slice(from + b.length)}`;
}

/** Whether anyone leads, or why nobody does, and what turns the order over. */
export function rankingWords({ candidates, ranking, sensitivity }: Comparison): string {
  const firm = isMissing(sensitivity) ? "" : ` ${sensitivity.statement}`;
  if (isMissing(ranking.champion)) return `none: ${endWithStop(ranking.champion.missing)}${firm}`;
  const { champion } = ranking;
  const label = candidates.find((one) => one.candidate === champion)?.label ?? champion;
  return `${label} leads.${firm}`;
}

/** One clause for all metrics of one state: the dead ones by name, a free model's cost as what it is. */
function weightWords({ sensitivity }: Comparison): readonly Statement[] {
  if (isMissing(sensitivity)) return [];
  const of = (state: WeightUse["state"]) =>
    sensitivity.weights.filter((one) => one.state === state);
  const dead = of("dead").filter((one) => !isFree(one));
  const same = of("same");
  const said = [
    ...of("dead")
      .filter(isFree)
      .map((one) => one.statement),
    ...(dead.length === 0
      ? []
      : [
          `${names(dead)} ${dead.length === 1 ? "is" : "are"} dead weight: every run of every candidate lies on the same bound, so ${share(dead)} of the weight goes to nobody.`,
        ]),
    ...(same.length === 0
      ? []
      : [
          `${names(same)} ${same.length === 1 ? "gives" : "give"} all candidates the same points: ${share(same)} of the weight tells nobody apart.`,
        ]),
  ];
  return said.length === 0 ? [] : [line("Weights", said.join(" "))];
}

function isFree({ source, state }: WeightUse): boolean {
  return source === "cost.catalog_usd" && state === "dead";
}

function names(weights: readonly WeightUse[]): string {
  return sentenceList(weights.map((one) => one.metric));
}

function share(weights: readonly WeightUse[]): string {
  return formatShare(weights.reduce((total, one) => total + one.weight, 0));
}

/** Nothing where the order left no trace: the section below says that it was looked for. */
function orderWords({ order_effects }: Comparison): readonly Statement[] {
  if (isMissing(order_effects) || !order_effects.found) return [];
  return [line("Order", order_effects.statement)];
}

/** Who is ahead metric by metric, where nobody leads overall and somebody is told apart there. */
function leaderWords({ ranking, evidence }: Comparison): readonly Statement[] {
  if (!isMissing(ranking.champion) || evidence.live_blocks === 0) return [];
  const named = ranking.leaders.filter((one) => !isMissing(one.candidate));
  return named.length === 0
    ? []
    : [line("Ahead by itself", named.map((one) => one.statement).join(" "))];
}

/** The lines of a matrix of members, in the order in which a reader asks. */
export function firmnessStatements(comparison: Comparison): readonly Statement[] {
  return [
    ...exploratoryWords(comparison),
    ...comparedWords(comparison),
    line("Ranking", rankingWords(comparison)),
    ...leaderWords(comparison),
    ...weightWords(comparison),
    ...orderWords(comparison),
  ];
}

/** What was chosen with the results in sight is said before anything that rests on it. */
function exploratoryWords({ status, status_reasons }: Comparison): readonly Statement[] {
  if (status !== "exploratory" || status_reasons.length === 0) return [];
  return [line("Exploratory", endWithStop(startSentence(sentenceList(status_reasons))))];
}

/** The lines of a pull request: what was chosen late, and what the order of runs did to it. */
export function orderStatements(comparison: Comparison): readonly Statement[] {
  return [...exploratoryWords(comparison), ...orderWords(comparison)];
}
