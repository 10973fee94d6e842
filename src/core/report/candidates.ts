/** The table above the fold: candidates side by side, or base against head. */
import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import type { PairObservation } from "../../contracts/pair-observation.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { CandidateReadiness, Readiness } from "../../contracts/readiness.ts";
import { formatPico } from "../budget/money.ts";
import { mcnemarOneSided } from "../statistics/mcnemar.ts";
import { formatNumber, isMissing, type Optional, plural } from "./format.ts";
import { caseCounts } from "./screen-words.ts";
import {
  cell,
  collectNotes,
  durationFormatter,
  left,
  muted,
  type Notes,
  numberFormatter,
  optionalCell,
  right,
  table,
} from "./table.ts";
import type { Cell, Table } from "./view-model.ts";
import { isEvaluated, verdictTone, verdictWords } from "./words.ts";

/** The name a reader knows a candidate by, with the framework's version where one was resolved. */
export function candidateName(one: CandidateComparison): string {
  if (isMissing(one.framework_version) || one.framework_version === "") return one.label;
  return one.role === "member"
    ? `${one.label} ${one.framework_version}`
    : `${one.label} (${one.framework} ${one.framework_version})`;
}

function readinessOf(readiness: Readiness, candidate: string): CandidateReadiness | undefined {
  return readiness.candidates.find((one) => one.candidate === candidate);
}

function meanCount(values: readonly Optional[]): (value: number) => string {
  return numberFormatter(values, 1);
}

interface Measures {
  readonly score: (one: CandidateComparison) => Cell;
  readonly tokens: (one: CandidateComparison) => Cell;
  readonly time: (one: CandidateComparison) => Cell;
  readonly calls: (one: CandidateComparison) => Cell;
  readonly cost: (one: CandidateComparison) => Cell;
  readonly weighted: (one: CandidateComparison) => Cell;
}

function measures(comparison: Comparison, notes: Notes): Measures {
  const all = comparison.candidates;
  const shared =
    (
      what: string,
      pick: (one: CandidateComparison) => Optional,
      build: (values: readonly Optional[]) => (value: number) => string,
    ) =>
    (one: CandidateComparison) =>
      optionalCell(pick(one), `${what} of ${one.label}`, notes, build(all.map(pick)));
  const model = shared("model calls", (one) => one.summary.model_calls.mean, meanCount);
  const tool = shared("tool calls", (one) => one.summary.tool_calls.mean, meanCount);
  return {
    score: shared("score", (one) => one.summary.score.mean, meanCount),
    tokens: shared(
      "tokens",
      (one) => one.summary.tokens.mean,
      () => (value) => formatNumber(value),
    ),
    time: shared("time", (one) => one.summary.duration_ms.mean, durationFormatter),
    calls: (one) => cell(...model(one).text, " / ", ...tool(one).text),
    cost: (one) =>
      optionalCell<string>(one.summary.cost_pico, `cost of ${one.label}`, notes, (pico) =>
        formatPico(BigInt(pico), comparison.pricing.currency),
      ),
    weighted: shared(
      "weighted points",
      (one) => one.weighted,
      () => (value) => formatNumber(value, 2),
    ),
  };
}

/** Runs that ended for reasons outside the agent: no mean counts them. */
function lostRuns({ failure_rate, planned }: CandidateComparison): number {
  const { error_rate } = failure_rate;
  return isMissing(error_rate) ? 0 : Math.round(error_rate * planned);
}

function runsCaption(comparison: Comparison): string {
  const lost = comparison.candidates.filter((one) => lostRuns(one) > 0);
  if (lost.length === 0) return countedRuns(comparison);
  const each = lost.map(
    (one) => `${formatNumber(lostRuns(one))} of ${formatNumber(one.runs)} (${one.label})`,
  );
  return `${countedRuns(comparison)} Left out, lost for reasons outside the agent: ${each.join(", ")}.`;
}

function countedRuns(comparison: Comparison): string {
  const counts = comparison.candidates.map((one) => one.runs);
  const [first = 0] = counts;
  return counts.every((count) => count === first)
    ? `Means per run, over ${plural(first, "run")} of each candidate.`
    : `Means per run, over ${comparison.candidates
        .map((one) => `${formatNumber(one.runs)} of ${formatNumber(one.planned)} (${one.label})`)
        .join(", ")} runs.`;
}

/** One row a candidate: readiness, score, tokens, time, model / tool calls, cost, weighted points. */
export function matrixTable(comparison: Comparison, readiness: Readiness): Table {
  const notes = collectNotes();
  const measure = measures(comparison, notes);
  const rows = comparison.candidates.map((one) => {
    const verdict = readinessOf(readiness, one.candidate)?.verdict;
    return [
      { text: [candidateName(one)], short: one.label },
      verdict === undefined
        ? muted("not decided")
        : {
            text: [verdictWords(readiness, verdict)],
            tone: isEvaluated(readiness) ? verdictTone(verdict) : "none",
          },
      measure.score(one),
      measure.tokens(one),
      measure.time(one),
      measure.calls(one),
      measure.weighted(one),
    ];
  });
  const columns = [
    left(""),
    left("readiness"),
    right("score"),
    right("tokens"),
    right("time"),
    right("model/tool calls"),
    right("weighted"),
  ];
  return table(columns, rows, { caption: [runsCaption(comparison)], notes: notes.lines() });
}

function casesPassing(one: CandidateComparison): string {
  const passing = one.cases.filter((each) => each.runs > 0 && each.passed === each.runs).length;
  return `${formatNumber(passing)} of ${formatNumber(one.cases.length)}`;
}

function passRateChanges(base: CandidateComparison, head: CandidateComparison): readonly number[] {
  const before = new Map(base.cases.map((each) => [each.case_id, each]));
  return head.cases.flatMap((after) => {
    const earlier = before.get(after.case_id);
    return earlier === undefined || earlier.runs === 0 || after.runs === 0
      ? []
      : [after.passed / after.runs - earlier.passed / earlier.runs];
  });
}

/** How many of the cases that both ran passed a smaller share of their runs on head. */
export function passingLessOften(base: CandidateComparison, head: CandidateComparison): number {
  return passRateChanges(base, head).filter((change) => change < 0).length;
}

function caseChanges(base: CandidateComparison, head: CandidateComparison): string {
  const fewer = passingLessOften(base, head);
  const more = passRateChanges(base, head).filter((change) => change > 0).length;
  return fewer + more === 0
    ? "every case passes as often as before"
    : `${formatNumber(fewer)} less often, ${formatNumber(more)} more often`;
}

function pairWords(pair: PairObservation | undefined, head: string): string {
  if (pair === undefined) return "";
  const lower = pair.a === head ? pair.a_below : pair.a_above;
  const higher = pair.a === head ? pair.a_above : pair.a_below;
  if (pair.blocks === 0) return "no block to compare";
  const blocks = plural(pair.blocks, "block");
  if (pair.equal === pair.blocks) return `the same in all ${blocks}`;
  return lower >= higher
    ? `lower in ${formatNumber(lower)} of ${blocks}`
    : `higher in ${formatNumber(higher)} of ${blocks}`;
}

/** Means differ whatever the blocks say, so the step is shown and only a policy's margin makes something of it. */
function costStep(before: string | Missing, after: string | Missing, over: boolean): string {
  if (isMissing(before) || isMissing(after) || BigInt(before) === 0n) return "";
  const percent = (Number(BigInt(after)) / Number(BigInt(before)) - 1) * 100;
  if (Math.abs(percent) < 0.5) return "the same within half a percent";
  return `${percent > 0 ? "+" : ""}${formatNumber(percent)} %, ${over ? "over the policy's margin" : "shown"}`;
}

/**
 * Whether the blocks tell the two apart: the comparison's own word where it tested them. Where it did not (no live blocks,
 * a look that is exploratory) the exact two-sided sign test at .05 decides whether the count is worth showing.
 */
function apartWords(pair: PairObservation | undefined, head: string): string {
  if (pair === undefined) return "";
  if (pair.equal === pair.blocks) return pairWords(pair, head);
  switch (pair.word) {
    case "different":
      return pairWords(pair, head);
    case "too_small_to_matter":
      return `${pairWords(pair, head)}, too little to matter`;
    case "not_told_apart":
    case "not_compared":
      return "can't be told apart";
    case "observed": {
      const { a_below, a_above } = pair;
      const p = mcnemarOneSided(Math.max(a_below, a_above), Math.min(a_below, a_above));
      return 2 * p <= 0.05 ? pairWords(pair, head) : "can't be told apart";
    }
  }
}

function pairFor(
  comparison: Comparison,
  ids: readonly [string, string],
  metric: string,
): PairObservation | undefined {
  return comparison.pairs.find(
    (pair) => ids.includes(pair.a) && ids.includes(pair.b) && pair.metric === metric,
  );
}

/** One row a measure: base, head, and what the blocks showed. */
export function revisionTable(
  comparison: Comparison,
  readiness: Readiness,
  base: CandidateComparison,
  head: CandidateComparison,
): Table {
  const notes = collectNotes();
  const measure = measures(comparison, notes);
  const ids = [base.candidate, head.candidate] as const;
  const pair = (metric: string) => pairFor(comparison, ids, metric);
  const seen = (metric: string) => muted(pairWords(pair(metric), head.candidate));
  const { screen } = comparison;
  const over =
    readinessOf(readiness, head.candidate)?.conditions.some((one) => one.code === "cost_margin") ??
    false;
  const passing = [cell("cases passing"), cell(casesPassing(base)), cell(casesPassing(head))];
  const cost = [cell("cost a run"), measure.cost(base), measure.cost(head)];
  const time = [cell("time a run"), measure.time(base), measure.time(head)];
  const tokens = [cell("tokens a run"), measure.tokens(base), measure.tokens(head)];
  const rows: readonly (readonly Cell[])[] =
    screen === undefined
      ? [
          [...passing, muted(caseChanges(base, head))],
          [cell("score"), measure.score(base), measure.score(head), seen("score")],
          [...cost, seen("cost")],
          [...time, seen("latency")],
          [...tokens, seen("tokens")],
          [cell("model/tool calls"), measure.calls(base), measure.calls(head), muted("")],
        ]
      : [
          [...passing, muted(caseCounts(screen, base, head))],
          [...cost, muted(costStep(base.summary.cost_pico, head.summary.cost_pico, over))],
          [...time, muted(apartWords(pair("latency"), head.candidate))],
          [...tokens, muted(apartWords(pair("tokens"), head.candidate))],
        ];
  const columns = [left(""), right(base.label), right(head.label), left("")];
  return table(columns, rows, { caption: [runsCaption(comparison)], notes: notes.lines() });
}

/** The two candidates of a pull request, or undefined when the matrix has no head. */
export function revisions(
  comparison: Comparison,
): { readonly base: CandidateComparison; readonly head: CandidateComparison } | undefined {
  const base = comparison.candidates.find((one) => one.role === "base");
  const head = comparison.candidates.find((one) => one.role === "head");
  return base === undefined || head === undefined ? undefined : { base, head };
}
