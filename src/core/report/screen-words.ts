/** What a pull request's screen found, in the words above the fold: what broke, what changed on the wire, what could have been missed. */
import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import type { CandidateReadiness } from "../../contracts/readiness.ts";
import type { Screen } from "../../contracts/screen.ts";
import { deedWords, failureWords, regressionCounts } from "../readiness/regression-words.ts";
import { describeWireDiff } from "../wire-difference/describe.ts";
import { formatNumber, plural } from "./format.ts";
import { packageSteps } from "./package-steps.ts";
import { code, type Inline, type Statement, type Text } from "./view-model.ts";

const STEPS_SHOWN = 3;
const CHANGES_SHOWN = 6;
const NAMES_SHOWN = 6;

/** `lead` is set in bold before `why`. */
export interface Sentence {
  readonly lead: Text | null;
  readonly why: Text;
}

/** `called issue_refund` with the tools' names in a code face; any other words as they are. */
function deedText(words: string): Text {
  const [all, before, tools] = /^(.*\bcalled )([\w-]+(?:, [\w-]+)*)$/.exec(words) ?? [];
  if (all === undefined || before === undefined || tools === undefined) return [words];
  return [before, ...joined(tools.split(", ").map(code), ", ")];
}

function joined(parts: readonly Inline[], between: string): Text {
  return parts.flatMap((part, at): Text => (at === 0 ? [part] : [between, part]));
}

/** The sentence of the first confirmed regression, and the names of the others; null when none stops it. */
export function brokenSentence(
  comparison: Comparison,
  decided: CandidateReadiness,
  base: CandidateComparison,
  head: CandidateComparison,
): Sentence | null {
  const { screen } = comparison;
  if (screen === undefined || decided.blocking[0]?.code !== "case_regression") return null;
  const broken = screen.regressions
    .filter((one) => one.confirmed)
    .filter((one) =>
      decided.blocking.some((finding) => finding.message.startsWith(`${one.case_id} broke:`)),
    )
    .toSorted((left, right) => left.p - right.p);
  const [first, ...others] = broken;
  if (first === undefined) return null;
  const failure = failureWords(head.cases, first.case_id);
  const deed: Text = failure === null ? [] : [" ", ...deedText(deedWords(failure)), "."];
  const also: Text =
    others.length === 0
      ? []
      : [
          " Also broken: ",
          ...joined(
            others.map((one) => code(one.case_id)),
            ", ",
          ),
          ".",
        ];
  return {
    lead: [code(first.case_id), " broke:"],
    why: [`${regressionCounts(first, base.label)}.`, ...deed, ...also],
  };
}

/** Why nothing stands against it: which cases looked worse at first and held on fresh blocks. */
export function clearedSentence(screen: Screen, base: string): Text {
  const gates = "every hard gate that could be observed holds.";
  const held = screen.regressions;
  if (held.length === 0) {
    const blocks = plural(screen.first_look.complete_blocks, "block");
    return [`No case passed less often than on ${base} in ${blocks}, and ${gates}`];
  }
  const names = joined(
    held.map((one) => code(one.case_id)),
    ", ",
  );
  const counted = held.map((one) => `${one.head_passed} of ${one.head_runs}`).join(", ");
  return [
    "No case broke: ",
    ...names,
    ` looked worse at first and passed ${counted} fresh blocks, and ${gates}`,
  ];
}

/** `1 broke, 0 fixed, 0 flaky`. Fixed: base passed in none of its runs, this pull request in all. */
export function caseCounts(
  screen: Screen,
  base: CandidateComparison,
  head: CandidateComparison,
): string {
  const broke = screen.regressions.filter((one) => one.confirmed).length;
  const fixed = head.cases.filter((after) => {
    const before = base.cases.find(
      (one) => one.case_id === after.case_id && one.case_version === after.case_version,
    );
    const failed = before !== undefined && before.runs > 0 && before.passed === 0;
    return failed && after.runs > 0 && after.passed === after.runs;
  }).length;
  return `${formatNumber(broke)} broke, ${formatNumber(fixed)} fixed, ${formatNumber(screen.flaky.length)} flaky`;
}

function changedOnTheWire(
  comparison: Comparison,
  base: CandidateComparison,
  head: CandidateComparison,
): Statement | null {
  if (comparison.wire_changes === undefined) return null;
  const phrases = describeWireDiff(comparison.wire_changes).map(({ name, words }): Text =>
    name === null ? [words] : [code(name), words],
  );
  const steps = packageSteps(base, head);
  const shown = phrases.slice(0, CHANGES_SHOWN);
  const more = phrases.length - shown.length;
  const parts: readonly Text[] = [
    ...shown,
    ...(more > 0 ? [[`${formatNumber(more)} more below`]] : []),
    ...steps.slice(0, STEPS_SHOWN).map((step): Text => [step]),
    ...(steps.length > STEPS_SHOWN
      ? [[`${plural(steps.length - STEPS_SHOWN, "more step")} in the lockfile`]]
      : []),
  ];
  const text = parts.flatMap((part, at): Text => (at === 0 ? part : [" · ", ...part]));
  return { label: "Changed on the wire", text: text.length === 0 ? ["not known"] : text };
}

function flakyWords(screen: Screen, base: string): Text {
  return screen.flaky
    .slice(0, NAMES_SHOWN)
    .flatMap((one, at): Text => [
      at === 0 ? "" : " ",
      code(one.case_id),
      `: ${base} failed ${one.base_failed} of ${one.base_runs} too, this pull request ${one.head_failed} of ${one.head_runs}.`,
    ]);
}

const CHANGE_WORDS = {
  added: "is new",
  changed: "changed, and the version before it decides",
  removed: "was removed, and still decides",
} as const;

function changeWords(screen: Screen): Text {
  return screen.case_changes
    .slice(0, NAMES_SHOWN)
    .flatMap((one, at): Text => [
      at === 0 ? "" : "; ",
      code(one.case_id),
      ` ${CHANGE_WORDS[one.change]}`,
    ]);
}

/** The labelled lines of a screened pull request, in the order they are read. */
export function screenStatements(
  comparison: Comparison,
  screen: Screen,
  base: CandidateComparison,
  head: CandidateComparison,
): readonly Statement[] {
  const wire = changedOnTheWire(comparison, base, head);
  return [
    ...(wire === null ? [] : [wire]),
    { label: "Could have missed", text: [screen.could_have_missed] },
    ...(screen.flaky.length === 0
      ? []
      : [{ label: "Flaky", text: flakyWords(screen, base.label) }]),
    ...(screen.case_changes.length === 0
      ? []
      : [{ label: "Cases changed", text: [...changeWords(screen), "."] }]),
  ];
}
