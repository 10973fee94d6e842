/** One case of a dry evaluation: what base and head asked, and the first request in which they differ. */
import type { WireChange } from "../../contracts/wire-changes.ts";
import { sentenceList } from "../report/format.ts";
import type { CanonicalRequest } from "../wire/request.ts";
import { describeConstants, describePair, describeVarying } from "./describe-pair.ts";
import { firstDifference, type Shade } from "./first-difference.ts";
import type { DryRequest } from "./requests.ts";

/** One run of one side. */
export interface DryRun {
  readonly requests: readonly DryRequest[];
  /** Its last request was never recorded, so the run was ended there. */
  readonly unrecorded: boolean;
  /** How it ended where that was neither by itself with exit code 0 nor by us; for a sentence after its name. */
  readonly trouble: string | null;
  /** Its requests that were refused before anybody could read them, in words. */
  readonly turned_away: readonly string[];
}

export interface BothSides<Of> {
  readonly base: Of;
  readonly head: Of;
}

export interface DryCase {
  readonly case_id: string;
  /** Whether base's recorded answers were there for it; else the built-in model answered. */
  readonly recorded: boolean;
  /** There was a recording of it that does not hold base's first request, so it was left aside. */
  readonly unfit: boolean;
  readonly calls: BothSides<number>;
  readonly turned_away: BothSides<readonly string[]>;
  /** How often the program was run for it, on either side. */
  readonly runs: number;
  readonly outcome: DryOutcome;
}

/** `call` counts from 1. `what` names a request's model and tools. */
export type DryOutcome =
  | {
      readonly kind: "same";
      /** Empty where no byte differs. */
      readonly differs: readonly Shade[];
      readonly trouble: BothSides<string | null>;
      /** The call at which the recording has no answer for base either; null where base came to its end. */
      readonly recording_ends_at: number | null;
    }
  | {
      readonly kind: "changed";
      readonly call: number;
      /** Empty where base varies so much that nothing could be compared. */
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
  return {
    case_id,
    recorded,
    unfit: false,
    calls: { base: base.requests.length, head: head.requests.length },
    turned_away: { base: base.turned_away, head: head.turned_away },
    runs: 2,
    outcome: outcomeOf(case_id, base, head),
  };
}

/** A case that could not be run on a side: a hook that failed, a program that can't be started. */
export function unrunCase(case_id: string, runs: number, why: string): DryCase {
  return {
    case_id,
    recorded: false,
    unfit: false,
    calls: { base: 0, head: 0 },
    turned_away: { base: [], head: [] },
    runs,
    outcome: { kind: "not_run", why },
  };
}

/** Whether base has to run again before it can be said whether dates and ids change by themselves. */
export function asksForBase({ outcome }: DryCase): boolean {
  return "call" in outcome || (outcome.kind === "same" && outcome.differs.includes("moments"));
}

/** A case whose requests differ in dates or ids alone: where base repeats its own, people changed them. */
export function judgeConstants(
  judged: DryCase,
  base: DryRun,
  head: DryRun,
  again: DryRun,
): DryCase {
  const found = firstDifference(base.requests, head.requests);
  const constant =
    found.kind === "same"
      ? found.moments.find((pair) => again.requests.some((one) => one.placed === pair.base.placed))
      : undefined;
  if (constant === undefined) return { ...judged, runs: judged.runs + 1 };
  const changes = describeConstants(judged.case_id, constant.base, constant.head);
  const outcome = { kind: "changed", call: constant.call, changes, varying: false } as const;
  return { ...judged, runs: judged.runs + 1, outcome };
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
  if (!("call" in judged.outcome)) return judged;
  const outcome = varyingOutcome(judged.case_id, base, head) ?? {
    kind: "changed",
    call: judged.outcome.call,
    changes: [],
    varying: true,
  };
  return { ...judged, runs: judged.runs + 2, outcome };
}

/** The first call that differs in every run, then how many calls there are; null where nothing can be told. */
function varyingOutcome(
  case_id: string,
  base: readonly [DryRun, DryRun],
  head: readonly [DryRun, DryRun],
): DryOutcome | null {
  const counts = (runs: readonly DryRun[]): number[] => runs.map((run) => run.requests.length);
  const at = (runs: readonly DryRun[], call: number): DryRequest[] =>
    runs.flatMap((run) => run.requests[call - 1] ?? []);
  const [most_base, most_head] = [Math.max(...counts(base)), Math.max(...counts(head))];
  for (let call = 1; call <= Math.min(most_base, most_head); call += 1) {
    const changes = describeVarying(case_id, at(base, call), at(head, call));
    if (changes.length > 0) return { kind: "changed", call, changes, varying: true };
  }
  if (Math.min(...counts(head)) > most_base) {
    const [added] = at(head, most_base + 1);
    if (added !== undefined)
      return { kind: "added", call: most_base + 1, what: requestWords(added.request) };
  }
  if (Math.min(...counts(base)) > most_head) {
    const [removed] = at(base, most_head + 1);
    if (removed !== undefined)
      return {
        kind: "removed",
        call: most_head + 1,
        what: requestWords(removed.request),
        head_trouble: head[0].trouble,
      };
  }
  return null;
}

function outcomeOf(case_id: string, base: DryRun, head: DryRun): DryOutcome {
  if (base.requests.length + head.requests.length === 0)
    return { kind: "silent", why: silence(base, head) };
  const found = firstDifference(base.requests, head.requests);
  switch (found.kind) {
    case "same":
      return {
        kind: "same",
        differs: found.differs,
        trouble: { base: base.trouble, head: head.trouble },
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
