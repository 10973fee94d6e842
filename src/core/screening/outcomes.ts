/** Pass and fail of base and head side by side, block by block; a block that lost a run to something outside the agent is left out and counted. */

import type { Block, Plan } from "../../contracts/plan.ts";
import type { RunResult } from "../../contracts/run-result.ts";
import type { RunReason, RunStatus } from "../../contracts/run-status.ts";
import type { CaseChange, PassCounts } from "../../contracts/screen.ts";
import { passedEveryCheck } from "../scoring/checked-run.ts";
import { endingKind } from "../scoring/endings.ts";
import type { Observation } from "../scoring/observation.ts";

/** Whether each passed every check of the case in the same block. */
export interface PairedOutcome {
  readonly base_passed: boolean;
  readonly head_passed: boolean;
}

/** `pairs`: complete blocks only; `planned`: how many there should be. */
export interface PairedCase {
  readonly case_id: string;
  readonly planned: number;
  readonly pairs: readonly PairedOutcome[];
}

/** A case whose file differs between base and head. `base_version`: the version that decides; null for an added case. */
export interface DeclaredChange {
  readonly case_id: string;
  readonly change: CaseChange["change"];
  readonly base_version: number | null;
}

/** What a look reads of one run. `block`, `reason`: null for a run nobody planned here. */
export interface RunOutcome {
  readonly block: number | null;
  readonly candidate: string;
  readonly status: RunStatus;
  readonly reason: RunReason | null;
  readonly passed: boolean;
}

export function outcomeOf(result: RunResult): RunOutcome {
  const { block, candidate, status, reason } = result;
  return { block, candidate, status, reason, passed: passedEveryCheck(result) };
}

export function observedOutcome(run: Observation): RunOutcome {
  const { block, candidate, status, reason, checks } = run;
  return { block, candidate, status, reason, passed: checks?.passed === true };
}

export interface LookInput {
  readonly blocks: readonly Block[];
  readonly runs: readonly RunOutcome[];
  /** Candidate ids. */
  readonly base: string;
  readonly head: string;
  readonly changes: readonly DeclaredChange[];
}

function isAgentsDoing(run: RunOutcome | undefined): run is RunOutcome {
  if (run === undefined || run.reason === null) return false;
  return run.status !== "unavailable" && endingKind(run.reason) === "agent";
}

/** Base's version of a changed or removed case decides; every other version of it is only shown. */
function isBinding(block: Block, changes: readonly DeclaredChange[]): boolean {
  const change = changes.find((one) => one.case_id === block.case_id);
  const version = change?.base_version ?? null;
  return version === null || version === block.case_version;
}

/**
 * The paired outcomes of one look, one row a case, by case id. `blocks`: the plan's for the first look, those of
 * `secondLookBlocks` for the second. Runs of other blocks, candidates and case versions are ignored.
 */
export function pairOutcomes(input: LookInput): PairedCase[] {
  const sideOf = (candidate: string) =>
    new Map(
      input.runs.flatMap((run) => (run.candidate === candidate ? [[run.block, run] as const] : [])),
    );
  const [bases, heads] = [sideOf(input.base), sideOf(input.head)];
  const cases = new Map<string, { planned: number; pairs: PairedOutcome[] }>();
  for (const block of input.blocks) {
    if (!isBinding(block, input.changes)) continue;
    const row = cases.get(block.case_id) ?? { planned: 0, pairs: [] };
    cases.set(block.case_id, row);
    row.planned += 1;
    const base = bases.get(block.index);
    const head = heads.get(block.index);
    if (!isAgentsDoing(base) || !isAgentsDoing(head)) continue;
    row.pairs.push({ base_passed: base.passed, head_passed: head.passed });
  }
  return [...cases]
    .map(([case_id, row]) => ({ case_id, ...row }))
    .toSorted((left, right) => (left.case_id < right.case_id ? -1 : 1));
}

/** How often each passed over the complete blocks. */
export function countPasses(pairs: readonly PairedOutcome[]): PassCounts {
  return {
    base_passed: pairs.filter((one) => one.base_passed).length,
    base_runs: pairs.length,
    head_passed: pairs.filter((one) => one.head_passed).length,
    head_runs: pairs.length,
  };
}

/** Blocks in which exactly one of the two passed. */
export function countDiscordant(pairs: readonly PairedOutcome[]) {
  return {
    only_base_passed: pairs.filter((one) => one.base_passed && !one.head_passed).length,
    only_head_passed: pairs.filter((one) => one.head_passed && !one.base_passed).length,
  };
}

/** The version of a case that the plan's blocks run and that decides; undefined when the plan has none. */
export function bindingVersion(
  plan: Plan,
  case_id: string,
  changes: readonly DeclaredChange[],
): number | undefined {
  return plan.blocks.find((block) => block.case_id === case_id && isBinding(block, changes))
    ?.case_version;
}
