/** What changed in one case: frame by frame, then what belongs to whole runs. */

import { compareFrames, compareTexts } from "./compare-frames.ts";
import { type Difference, difference, valueWords } from "./difference.ts";
import type { Side } from "./frames.ts";
import { type FramePair, pairFrames } from "./pair-frames.ts";

const CALLS_SHOWN = 10;

/** `runs` of `of_runs`, on the side where the change shows. */
export interface Seen {
  readonly difference: Difference;
  readonly calls: readonly number[];
  readonly runs: number;
  readonly of_runs: number;
}

function pairChanges({ before, after }: FramePair, base: Side, head: Side): Seen[] {
  const shown = after ?? before;
  if (shown === null) return [];
  const all = after === null ? base : head;
  const seen = {
    calls: [...shown.calls].toSorted((left, right) => left - right),
    runs: shown.runs.size,
    of_runs: all.runs,
  };
  if (before !== null && after !== null) {
    return compareFrames(before, after).map((found) => ({ difference: found, ...seen }));
  }
  const tools = shown.tools.map((tool) => tool.name).join(", ");
  const subject = `a call to ${shown.model} ${tools === "" ? "without tools" : `with ${tools}`}`;
  const [kind, from, to] =
    after === null
      ? (["call_removed", shown.model, null] as const)
      : (["call_added", null, shown.model] as const);
  return [{ difference: difference(kind, subject, from, to), ...seen, calls: [] }];
}

function rangeWords(counts: readonly number[]): string {
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  return low === high ? String(low) : `${low} to ${high}`;
}

/** Numbers of calls vary by themselves: only ranges that do not meet are a change. */
function countChanges(base: Side, head: Side): Difference[] {
  const apart =
    Math.max(...base.counts) < Math.min(...head.counts) ||
    Math.max(...head.counts) < Math.min(...base.counts);
  if (!apart) return [];
  const [from, to] = [rangeWords(base.counts), rangeWords(head.counts)];
  return [difference("call_count", "model calls a run", from, to)];
}

function embeddingChanges(base: Side, head: Side): Difference[] {
  const [before, after] = [base.embedding_models.join(", "), head.embedding_models.join(", ")];
  if (before === after) return [];
  const [from, to] = [before, after].map((models) =>
    valueWords(models === "" ? undefined : models),
  );
  return [difference("embedding_model", "embedding model", from ?? null, to ?? null)];
}

/** The user's text of each run; where runs of one side differ, each distinct opening of head that base never sends. */
function openingChanges(base: Side, head: Side): Difference[] {
  const known = new Set(base.openings);
  const fresh = head.openings.find((text) => !known.has(text));
  const [first = ""] = base.openings;
  return fresh === undefined ? [] : compareTexts("opening", "user text", first, fresh);
}

/** Calls are named only where some of head's calls do not carry the change. */
function foldCalls(changes: readonly Seen[], side: Side): Seen[] {
  const folded = new Map<string, Seen>();
  for (const one of changes) {
    const key = JSON.stringify(one.difference);
    const known = folded.get(key);
    const calls = [...new Set([...(known?.calls ?? []), ...one.calls])].toSorted(
      (left, right) => left - right,
    );
    folded.set(key, { ...one, calls, runs: Math.max(known?.runs ?? 0, one.runs) });
  }
  const total = Math.max(0, ...side.counts);
  return [...folded.values()].map((one) => ({
    ...one,
    calls: one.calls.length === total ? [] : one.calls.slice(0, CALLS_SHOWN),
  }));
}

/** Everything that changed in one case, folded over the runs and calls that show it. */
export function caseChanges(base: Side, head: Side): Seen[] {
  const framed = pairFrames(base.frames, head.frames, base.runs).flatMap((pair) =>
    (pair.after === null && head.cut) || (pair.before === null && base.cut)
      ? []
      : pairChanges(pair, base, head),
  );
  const cut = base.cut || head.cut;
  const whole = [
    ...openingChanges(base, head),
    ...(cut ? [] : [...embeddingChanges(base, head), ...countChanges(base, head)]),
  ];
  const everywhere = { calls: [], runs: head.runs, of_runs: head.runs };
  return [
    ...foldCalls(framed, head),
    ...whole.map((found) => ({ difference: found, ...everywhere })),
  ];
}
