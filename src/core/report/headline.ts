/** What stands above the fold besides the table: whose verdict, the one sentence why, what would lift it. */
import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import type { Plan } from "../../contracts/plan.ts";
import type { CandidateReadiness, Finding, Readiness } from "../../contracts/readiness.ts";
import { observedLeads } from "../scoring/ranking.ts";
import { passingLessOften, revisions } from "./candidates.ts";
import { firmnessStatements, orderStatements } from "./firmness-words.ts";
import { formatNumber, isMissing, plural, sentenceList, shortRevision } from "./format.ts";
import { outageSentence } from "./outage-words.ts";
import { packageSteps } from "./package-steps.ts";
import {
  brokenSentence,
  clearedSentence,
  screenStatements,
  type Sentence,
} from "./screen-words.ts";
import { endWithStop, startSentence, withoutStop } from "./sentence.ts";
import { code, codes, type Statement, type Text, wordsOf } from "./view-model.ts";
import { gateSubject, originWords } from "./words.ts";

const LIFTS_SHOWN = 4;

/** The candidates whose findings decide the heading: head on a pull request, else those with the heading's verdict. */
export function deciding(
  comparison: Comparison,
  readiness: Readiness,
): readonly CandidateReadiness[] {
  const head = revisions(comparison)?.head.candidate;
  return readiness.candidates.filter((one) =>
    head === undefined ? one.verdict === readiness.verdict : one.candidate === head,
  );
}

/** `a1b2c3d against main 9f8e7d6`, or `worst of 3: langgraph-js`. */
export function whoseVerdict(
  comparison: Comparison,
  readiness: Readiness,
  plan: Plan | null,
): Text {
  const pair = revisions(comparison);
  if (pair === undefined) {
    const count = readiness.candidates.length;
    const known = comparison.candidates.some((one) => one.candidate === readiness.subject);
    const alike = deciding(comparison, readiness).length === count;
    if (!known) return [readiness.subject];
    if (count === 1) return [readiness.subject];
    return alike ? [allOf(count)] : [`worst of ${formatNumber(count)}: `, readiness.subject];
  }
  const revision = (one: CandidateComparison): Text => {
    const found = plan?.candidates.find((each) => each.id === one.candidate)?.revision;
    return found === undefined ? [one.label] : [one.label, " ", code(shortRevision(found))];
  };
  return [...revision(pair.head), " against ", ...revision(pair.base)];
}

/** Wrong answer keys are shown before any failure of a model: until they are corrected those failures prove nothing. */
export function dataErrorSentence(comparison: Comparison): Text | null {
  const [first, ...others] = comparison.evaluation_data_errors;
  if (first === undefined) return null;
  const name = (one: typeof first) => `${one.case_id} version ${String(one.case_version)}`;
  const cases = new Set(others.map(name));
  const same = others.filter((one) => name(one) === name(first)).length;
  cases.delete(name(first));
  const counted = [
    ...(same === 0 ? [] : [plural(same, "more error")]),
    ...(cases.size === 0 ? [] : [plural(cases.size, "more case")]),
  ];
  const more = counted.length === 0 ? "" : ` (and ${sentenceList(counted)}, listed below)`;
  return [
    "Evaluation data error: ",
    code(first.case_id),
    ` version ${String(first.case_version)}: ${withoutStop(first.message)}${more}; until it is corrected, its failures say nothing about an agent.`,
  ];
}

/** The one sentence of why: the first blocking finding, else what the gates and the blocks showed. */
export function whySentence(comparison: Comparison, readiness: Readiness): Sentence {
  const pair = revisions(comparison);
  const [decided] = deciding(comparison, readiness);
  const broken =
    pair === undefined || decided === undefined
      ? null
      : brokenSentence(comparison, decided, pair.base, pair.head);
  const said = broken ?? { lead: null, why: plainWhy(comparison, readiness) };
  const words = wordsOf([...(said.lead ?? []), ...said.why]);
  return readiness.plumbing_only && !words.includes("plumbing only")
    ? { ...said, why: [...said.why, " ", plumbingWords(comparison)] }
    : said;
}

/** Stands above the table: whoever reads no further must not take a script's answers for a model's. */
function plumbingWords({ variable }: Comparison): string {
  const subject = isMissing(variable) ? "change" : variable;
  return `This is plumbing only: a simulated model cannot say whether the ${subject} serves.`;
}

/** A candidate that never started says more than any condition about what could not be judged. */
function neverStarted(comparison: Comparison): Text | null {
  for (const one of comparison.candidates) {
    const [first] = one.failures;
    if (first === undefined || one.runs === 0 || one.statuses.unavailable !== one.runs) continue;
    return [
      `Nothing can be said: `,
      code(one.label),
      ` never started. ${endWithStop(first.message)}`,
    ];
  }
  return null;
}

function plainWhy(comparison: Comparison, readiness: Readiness): Text {
  const candidates = deciding(comparison, readiness);
  const blocked = candidates.find((one) => one.blocking.length > 0);
  const [blocking] = blocked?.blocking ?? [];
  if (blocked !== undefined && blocking !== undefined) {
    return [...about(comparison, blocked), ...findingSentence(blocking)];
  }
  const idle = neverStarted(comparison);
  if (idle !== null) return idle;
  const pair = revisions(comparison);
  if (pair !== undefined) {
    const [head] = candidates;
    const open = candidates.flatMap((one) => one.conditions);
    // What the agent did outranks what is not known about it.
    const deed =
      open.find((one) => one.code === "forbidden_call") ??
      open.find((one) => one.code === "no_model_call");
    if (deed !== undefined) return findingSentence(deed);
    const outage = head === undefined ? null : outageSentence(head, pair.base, pair.head);
    if (outage !== null) return outage;
    const [condition] = open;
    if (condition !== undefined) return findingSentence(condition);
    const { screen } = comparison;
    return screen === undefined ? [nothingFound(pair)] : clearedSentence(screen, pair.base.label);
  }
  const hole = candidates
    .flatMap((one) => one.conditions)
    .find((condition) => condition.code === "incomplete_matrix");
  if (hole !== undefined) return findingSentence(hole);
  const gates = gateSentence(readiness);
  const observed = observedDifference(comparison);
  return observed === null ? [`${gates}.`] : [`${gates}; ${observed}.`];
}

/** A finding of one of several candidates says whose it is, unless its own words do. */
function about(comparison: Comparison, one: CandidateReadiness): Text {
  const named = one.blocking[0]?.message.includes(one.candidate) ?? false;
  return revisions(comparison) !== undefined || named || comparison.candidates.length === 1
    ? []
    : [code(one.candidate), ": "];
}

function findingSentence(finding: Finding): Text {
  const runs = new Set(finding.runs).size;
  return runs === 0
    ? [endWithStop(finding.message)]
    : [`${withoutStop(finding.message)} (${plural(runs, "run")}, named below).`];
}

function nothingFound({ base, head }: NonNullable<ReturnType<typeof revisions>>): string {
  const worse = passingLessOften(base, head);
  const cases = plural(head.cases.length, "case");
  const found = worse === 0 ? "None" : formatNumber(worse);
  return `${found} of ${cases} passed less often than on ${base.label}, and every hard gate that could be observed holds.`;
}

function gateSentence(readiness: Readiness): string {
  const count = readiness.candidates.length;
  const failed = readiness.candidates.filter((one) =>
    one.gates.some((gate) => gate.state === "failed"),
  );
  if (failed.length > 0) {
    return `A hard gate failed for ${sentenceList(failed.map((one) => one.candidate))}`;
  }
  if (
    readiness.candidates.every((one) => one.gates.every((gate) => gate.state === "not_observed"))
  ) {
    return "No hard gate could be observed";
  }
  return count === 1
    ? "Every hard gate that could be observed holds"
    : `${startSentence(allOf(count))} hold every hard gate that could be observed`;
}

/** The first lead, in scoring's order, that one candidate had over every other one in every block; a count, no praise. */
function observedDifference(comparison: Comparison): string | null {
  const ids = comparison.candidates
    .filter((one) => one.control_of === undefined)
    .map((one) => one.candidate);
  const [lead] = observedLeads(ids, comparison.pairs);
  return lead === undefined ? null : `${lead} (${originWords(comparison.upstream)})`;
}

/** Each distinct lift once, with the candidates it belongs to when that is not all of them. */
function liftWords(candidates: readonly CandidateReadiness[]): readonly string[] {
  const lifts = new Map<string, string[]>();
  for (const one of candidates) {
    for (const finding of [...one.blocking, ...one.conditions]) {
      if (finding.lift === "") continue;
      const lift = startSentence(finding.lift);
      const whose = lifts.get(lift) ?? [];
      if (!whose.includes(one.candidate)) lifts.set(lift, [...whose, one.candidate]);
    }
  }
  return [...lifts].map(([lift, whose]) =>
    whose.length === candidates.length
      ? endWithStop(lift)
      : `${withoutStop(lift)} (${sentenceList(whose)}).`,
  );
}

/** The labelled lines under the table. */
export function statements(comparison: Comparison, readiness: Readiness): readonly Statement[] {
  const pair = revisions(comparison);
  const candidates = pair === undefined ? readiness.candidates : deciding(comparison, readiness);
  const lifts = liftWords(candidates);
  const more = lifts.length - LIFTS_SHOWN;
  const lift: readonly Statement[] =
    lifts.length === 0
      ? []
      : [
          {
            label: "Would lift it",
            text: [
              `${lifts.slice(0, LIFTS_SHOWN).join(" ")}${more > 0 ? ` ${formatNumber(more)} more below.` : ""}`,
            ],
          },
        ];
  const unseen = unobservedGates(candidates);
  const hidden: readonly Statement[] =
    unseen.length === 0 ? [] : [{ label: "Not observed", text: [`${sentenceList(unseen)}.`] }];
  const noticed = [...findingStatements(comparison), ...unofferedStatements(comparison)];
  if (pair === undefined) {
    return [...noticed, ...lift, ...firmnessStatements(comparison), ...hidden];
  }
  const { screen } = comparison;
  if (screen !== undefined) {
    const screened = screenStatements(comparison, screen, pair.base, pair.head);
    return [...noticed, ...screened, ...orderStatements(comparison), ...hidden, ...lift];
  }
  return [
    ...noticed,
    ...lift,
    { label: "Changed", text: changed(pair.base, pair.head) },
    { label: "May be said", text: [endWithStop(comparison.evidence.wording)] },
    ...hidden,
  ];
}

/** What was noticed about the programs themselves: said once for all that share it, with the way out. */
function findingStatements(comparison: Comparison): readonly Statement[] {
  const shared = new Map<string, { words: string; whose: string[] }>();
  for (const one of comparison.candidates) {
    for (const { message, fix, runs } of one.findings ?? []) {
      const key = `${withoutStop(message)}. ${endWithStop(fix)}`;
      const known = shared.get(key) ?? { words: key, whose: [] };
      shared.set(key, {
        words: key,
        whose: [...known.whose, `${one.label} ${runs} of ${one.runs}`],
      });
    }
  }
  return [...shared.values()].map(({ words, whose }) => ({
    label: "Noticed",
    text: [`${words} (runs: ${sentenceList(whose)})`],
  }));
}

/** A guard against a tool that does not exist may be meant; a misspelt one guards nothing, so it is said. */
function unofferedStatements({ unoffered_tools = [] }: Comparison): readonly Statement[] {
  if (unoffered_tools.length === 0) return [];
  const named = unoffered_tools
    .slice(0, 4)
    .flatMap(({ case_id, tools }, at): Text => [
      at === 0 ? "" : "; ",
      code(case_id),
      " names ",
      ...codes(tools, 4),
    ]);
  const more = unoffered_tools.length - 4;
  const text: Text = [
    ...named,
    more > 0 ? `; and ${plural(more, "more case")}` : "",
    ": no request of either side offered it, so a check that forbids it cannot fail.",
  ];
  return [{ label: "Noticed", text }];
}

function unobservedGates(candidates: readonly CandidateReadiness[]): readonly string[] {
  const ids = candidates.flatMap((one) =>
    one.gates.filter((gate) => gate.state === "not_observed").map((gate) => gate.id),
  );
  return [...new Set(ids)].map((id) => gateSubject(id));
}

/** What differs between the first requests of base and head, and between the resolved frameworks. */
export function changed(base: CandidateComparison, head: CandidateComparison): Text {
  const parts: string[] = [];
  const before = base.wire.shape;
  const after = head.wire.shape;
  if (isMissing(before) || isMissing(after)) {
    const reason = isMissing(before) ? before.missing : isMissing(after) ? after.missing : "";
    parts.push(`what was sent to the model is not known: ${withoutStop(reason)}`);
  } else {
    if (before.system.sha256 !== after.system.sha256) {
      parts.push(
        `system text ${formatNumber(before.system.bytes)} → ${formatNumber(after.system.bytes)} bytes`,
      );
    }
    parts.push(...toolChanges(before.tools, after.tools));
    parts.push(...samplingChanges(before.sampling, after.sampling));
  }
  parts.push(...packageSteps(base, head));
  return [parts.length === 0 ? "nothing in the first request to the model." : parts.join(" · ")];
}

interface ToolShape {
  readonly name: string;
  readonly description_sha256: string;
  readonly parameters_sha256: string;
}

function toolChanges(before: readonly ToolShape[], after: readonly ToolShape[]): readonly string[] {
  const earlier = new Map(before.map((tool) => [tool.name, tool]));
  const later = new Set(after.map((tool) => tool.name));
  const gone = before.filter((tool) => !later.has(tool.name)).map((tool) => `${tool.name} removed`);
  const others = after.flatMap((tool) => {
    const old = earlier.get(tool.name);
    if (old === undefined) return [`${tool.name} added`];
    if (old.parameters_sha256 !== tool.parameters_sha256)
      return [`${tool.name} parameters changed`];
    return old.description_sha256 === tool.description_sha256
      ? []
      : [`${tool.name} description changed`];
  });
  return [...gone, ...others];
}

function samplingChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return keys.flatMap((key) => {
    const old = JSON.stringify(before[key]) ?? "unset";
    const now = JSON.stringify(after[key]) ?? "unset";
    return old === now ? [] : [`${key} ${old} → ${now}`];
  });
}

/** `both candidates`, `all 3 candidates`. */
function allOf(count: number): string {
  return count === 2 ? "both candidates" : `all ${formatNumber(count)} candidates`;
}
