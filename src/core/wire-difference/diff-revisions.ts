/** What a pull request changed on the wire, from the stored requests of base and head, case by case and folded over all cases. */

import type { WireChange, WireChanges } from "../../contracts/wire-changes.ts";
import { caseChanges } from "./case-changes.ts";
import { chooseReading, readSide, type RunRequests } from "./frames.ts";
import { ignoredKinds } from "./volatile.ts";

/** The runs of one case on both sides; a hidden retry is not a request of its own. */
export interface CaseRequests {
  readonly case_id: string;
  readonly base: readonly RunRequests[];
  readonly head: readonly RunRequests[];
}

const LOUDEST_FIRST: readonly WireChange["kind"][] = [
  "model",
  "embedding_model",
  "system",
  "opening",
  "tool_removed",
  "tool_renamed",
  "tool_added",
  "tool_schema",
  "tool_description",
  "tool_setting",
  "sampling",
  "call_removed",
  "call_added",
  "call_count",
  "wire",
  "stream",
  "tool_order",
];

function isSilent(runs: readonly RunRequests[]): boolean {
  return runs.every((run) => run.requests.length === 0);
}

function refusal(one: CaseRequests): string | null {
  const [base, head] = [isSilent(one.base), isSilent(one.head)];
  if (base && head) return "no request to a model was let through on either side";
  if (base) return "no request to a model was let through on base";
  return head ? "no request to a model was let through on this pull request" : null;
}

/**
 * The wire difference of a revision. Pure: it reads decoded requests only, so whoever has the bundle gets the same.
 * Runs without a request are left out of the comparison of their case; a case one side of which sent nothing is not
 * compared, and says so. The same change in several cases is one entry that names them.
 */
export function diffRevisions(cases: readonly CaseRequests[]): WireChanges {
  const folded = new Map<string, WireChange>();
  const compared: string[] = [];
  const not_compared: WireChanges["not_compared"] = [];
  const varying: string[] = [];
  const ignored = new Set<string>();
  for (const one of cases) {
    const reason = refusal(one);
    if (reason !== null) {
      not_compared.push({ case_id: one.case_id, reason });
      continue;
    }
    compared.push(one.case_id);
    const [before, after] = [one.base, one.head].map((runs) =>
      runs.filter((run) => run.requests.length > 0),
    );
    const reading = chooseReading(before ?? [], after ?? []);
    if (reading.varying) varying.push(one.case_id);
    for (const kind of ignoredKinds(reading.tolerance)) ignored.add(kind);
    const [base, head] = [readSide(before ?? [], reading), readSide(after ?? [], reading)];
    for (const { difference, calls, runs, of_runs } of caseChanges(base, head)) {
      const key = JSON.stringify([difference, calls]);
      const known = folded.get(key);
      folded.set(key, {
        ...difference,
        cases: [...(known?.cases ?? []), one.case_id],
        calls: [...calls],
        runs: (known?.runs ?? 0) + runs,
        of_runs: (known?.of_runs ?? 0) + of_runs,
      });
    }
  }
  const changes = [...folded.values()].toSorted(
    (left, right) =>
      LOUDEST_FIRST.indexOf(left.kind) - LOUDEST_FIRST.indexOf(right.kind) ||
      right.cases.length - left.cases.length,
  );
  return { compared, not_compared, changes, varying, ignored: [...ignored] };
}
