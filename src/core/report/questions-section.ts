/** Six questions people ask of frameworks, each answered from this evidence or called not measured; there is no seventh, "which is best". */
import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import type { GateId } from "../../contracts/readiness-policy.ts";
import { formatNumber, isMissing, plural, sentenceList } from "./format.ts";
import { endWithStop } from "./sentence.ts";
import type { Section, Text } from "./view-model.ts";
import { upstreamLabel } from "./words.ts";

interface Seen {
  readonly label: string;
  readonly failed: number;
  readonly seen: number;
}

function tallies(comparison: Comparison, id: GateId): readonly Seen[] {
  return comparison.candidates.map((one) => {
    const gate = one.gates.find((each) => each.id === id);
    return {
      label: one.label,
      failed: gate?.failed ?? 0,
      seen: (gate?.passed ?? 0) + (gate?.failed ?? 0),
    };
  });
}

/** How many runs did it, candidate by candidate where some did, then who could not be seen. */
function brokenRuns(found: readonly Seen[], deed: string): string {
  const seen = found.filter((one) => one.seen > 0);
  const total = seen.reduce((sum, one) => sum + one.seen, 0);
  const counts = seen.map(
    (one) => `${one.label} in ${formatNumber(one.failed)} of ${formatNumber(one.seen)} runs`,
  );
  const said = seen.every((one) => one.failed === 0)
    ? `none of ${plural(total, "run")} (${sentenceList(seen.map((one) => one.label))})`
    : sentenceList(counts);
  const unseen = found.filter((one) => one.seen === 0).map((one) => one.label);
  const open = unseen.length === 0 ? "" : ` Not observed: ${sentenceList(unseen)}.`;
  return `${deed}: ${said}.${open}`;
}

function tokens(comparison: Comparison): string {
  const metric = comparison.candidates[0]?.metrics.find((one) => one.source === "tokens.wire");
  const leader = comparison.ranking.leaders.find((one) => one.metric === metric?.id);
  const means = comparison.candidates.flatMap((one) => {
    const { mean } = one.summary.tokens;
    return isMissing(mean) ? [] : [`${one.label} ${formatNumber(mean)}`];
  });
  if (means.length === 0) return "Not measured: no run reported its tokens.";
  const label = upstreamLabel(comparison.upstream)?.toLowerCase();
  const origin = label === undefined ? "" : ` (${label})`;
  const lead = leader === undefined ? "" : ` ${endWithStop(leader.statement)}`;
  return `Mean tokens a run${origin}: ${sentenceList(means)}.${lead}`;
}

function approvals(comparison: Comparison): string {
  const found = tallies(comparison, "approvals_bound");
  return found.every((one) => one.seen === 0)
    ? "Not measured: no run could show whether a call waited for its approval."
    : `${brokenRuns(found, "Ran a call without the approval it needed")} Runs in which no call needed one count too.`;
}

/** A checkpoint that can be verified is not a recovery. */
function recovery(comparison: Comparison): string {
  const found = tallies(comparison, "checkpoint_verifiable");
  const open = "Not measured: no run was killed on purpose.";
  return found.every((one) => one.seen === 0)
    ? open
    : `${open} ${brokenRuns(found, "Left a checkpoint that could not be verified")}`;
}

function abstractions({ track }: Comparison): string {
  const name = isMissing(track) ? "this matrix" : `track ${track}`;
  return `Not measured: ${name} holds answers, calls and effects against each other, not how a workflow is written.`;
}

const auditGates = [
  ["events_gap_free", "Had a gap in the events"],
  ["calls_reconciled", "Left a tool call unaccounted for"],
  ["terminal_artifact_verifiable", "Left a final answer that could not be verified"],
] as const;

function audit(comparison: Comparison): string {
  const parts = auditGates.flatMap(([id, deed]) => {
    const found = tallies(comparison, id);
    return found.every((one) => one.seen === 0) ? [] : [brokenRuns(found, deed)];
  });
  return parts.length === 0 ? "Not measured: no run could show it." : parts.join(" ");
}

function isMatrix(candidates: readonly CandidateComparison[]): boolean {
  return candidates.length > 1 && candidates.every((one) => one.role === "member");
}

/** Null for a pull request and for one candidate: the questions are about several frameworks. */
export function questionsSection(comparison: Comparison): Section | null {
  if (!isMatrix(comparison.candidates)) return null;
  const answers: readonly (readonly [string, string])[] = [
    ["Who writes the first demo fastest?", "Not measured: nobody's working time was."],
    ["Who uses fewer tokens on the same model?", tokens(comparison)],
    ["Who can pause safely for an approval?", approvals(comparison)],
    ["Who recovers after a crash?", recovery(comparison)],
    ["Whose native abstractions suit complex workflows?", abstractions(comparison)],
    ["Whose evidence suffices for an audit?", audit(comparison)],
  ];
  return {
    id: "questions",
    title: "Six questions, answered or not measured",
    importance: "detail",
    blocks: [{ kind: "list", items: answers.map(([asked, said]): Text => [`${asked} ${said}`]) }],
  };
}
