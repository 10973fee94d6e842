/** One case of a dry evaluation: what base and head asked, and the first request in which they differ. */
import type { WireChange } from "../../contracts/wire-changes.ts";
import { sentenceList } from "../report/format.ts";
import type { CanonicalRequest } from "../wire/request.ts";
import { describePair, describeVarying } from "./describe-pair.ts";
import { firstDifference } from "./first-difference.ts";
import type { DryRequest } from "./requests.ts";

/** One run of one side. */
export interface DryRun {
  readonly requests: readonly DryRequest[];
  /** Its last request was never recorded, so the run was ended there. */
  readonly unrecorded: boolean;
  /** How it ended where that was neither by itself with exit code 0 nor by us; for a sentence after its name. */
  readonly trouble: string | null;
}

export interface DryCase {
  readonly case_id: string;
  /** Whether base's recorded answers were there for it; else the built-in model answered. */
  readonly recorded: boolean;
  readonly calls: { readonly base: number; readonly head: number };
  /** How often the program was run for it, on either side. */
  readonly runs: number;
  readonly outcome: DryOutcome;
}

/** `call` counts from 1. `what` names a request's model and tools. */
export type DryOutcome =
  | {
      readonly kind: "same";
      /** False where dates, ids or paths differ. */
      readonly exact: boolean;
      /** The call at which the recording has no answer for base either; null where base came to its end. */
      readonly recording_ends_at: number | null;
    }
  | {
      readonly kind: "changed";
      readonly call: number;
      /** Empty where base differs from itself in the same way. */
      readonly changes: readonly WireChange[];
      /** Base asked differently when it ran again: only what every run of a side carries is compared. */
      readonly varying: boolean;
    }
  | { readonly kind: "added"; readonly call: number; readonly what: string }
  | {
      readonly kind: "removed";
      readonly call: number;
      readonly what: string;
      /** What became of head, where that explains it. */
      readonly head_trouble: string | null;
    }
  | { readonly kind: "silent"; readonly why: string }
  | { readonly kind: "not_run"; readonly why: string };

export function judgeCase(case_id: string, recorded: boolean, base: DryRun, head: DryRun): DryCase {
  const calls = { base: base.requests.length, head: head.requests.length };
  return { case_id, recorded, calls, runs: 2, outcome: outcomeOf(case_id, base, head) };
}

/** A case that could not be run on a side: a hook that failed, a program that can't be started. */
export function unrunCase(case_id: string, runs: number, why: string): DryCase {
  const outcome = { kind: "not_run", why } as const;
  return { case_id, recorded: false, calls: { base: 0, head: 0 }, runs, outcome };
}

/**
 * Whether two runs of one side asked the same up to a call: else a difference between base and head need not be the
 * change's.
 */
export function repeatsItself(first: DryRun, again: DryRun, call: number): boolean {
  const upTo = (run: DryRun): readonly DryRequest[] => run.requests.slice(0, call);
  return firstDifference(upTo(first), upTo(again)).kind === "same";
}

/** The case judged from two runs of each side, for a base that does not repeat itself. */
export function judgeVarying(
  judged: DryCase,
  base: readonly [DryRun, DryRun],
  head: readonly [DryRun, DryRun],
): DryCase {
  const { outcome, case_id } = judged;
  if (!("call" in outcome)) return judged;
  const { call } = outcome;
  const at = (runs: readonly DryRun[]): DryRequest[] =>
    runs.flatMap((run) => run.requests[call - 1] ?? []);
  const changes = describeVarying(case_id, at(base), at(head));
  return { ...judged, runs: 4, outcome: { kind: "changed", call, changes, varying: true } };
}

function outcomeOf(case_id: string, base: DryRun, head: DryRun): DryOutcome {
  if (base.requests.length + head.requests.length === 0)
    return { kind: "silent", why: silence(base, head) };
  const found = firstDifference(base.requests, head.requests);
  switch (found.kind) {
    case "same":
      return {
        kind: "same",
        exact: found.exact,
        recording_ends_at: base.unrecorded ? base.requests.length : null,
      };
    case "changed":
      return {
        kind: "changed",
        call: found.call,
        changes: describePair(case_id, found.base, found.head),
        varying: false,
      };
    case "added":
      return { kind: "added", call: found.call, what: requestWords(found.head.request) };
    case "removed":
      return {
        kind: "removed",
        call: found.call,
        what: requestWords(found.base.request),
        head_trouble: head.trouble,
      };
  }
}

function silence(base: DryRun, head: DryRun): string {
  const said = [
    ...(base.trouble === null ? [] : [`base ${base.trouble}`]),
    ...(head.trouble === null ? [] : [`head ${head.trouble}`]),
  ];
  return said.length === 0 ? "both ended without asking the gateway for a model" : said.join("; ");
}

/** `gpt-4.1-mini with lookup_order and refund`. */
function requestWords({ model, tools, inputs }: CanonicalRequest): string {
  if (inputs !== undefined) return `${model}, vectors of a text`;
  const names = tools.map((tool) => tool.name);
  const shown = names.length > 4 ? [...names.slice(0, 4), `${names.length - 4} more`] : names;
  return names.length === 0 ? `${model} without tools` : `${model} with ${sentenceList(shown)}`;
}
