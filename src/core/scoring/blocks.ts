/** The runs laid out in blocks: who was to run, who did, and which runs say something about the agent. */

import type { Block, Plan } from "../../contracts/plan.ts";
import { isLost, type Observation } from "./observation.ts";

/** `members`: candidates planned in this block, in plan order. */
export interface BlockView {
  readonly case_id: string;
  readonly repetition: number;
  readonly members: readonly string[];
  readonly runs: ReadonlyMap<string, Observation>;
}

/** A cell's address inside its candidate. */
export function blockKey(cell: { readonly case_id: string; readonly repetition: number }): string {
  return `${cell.case_id}#${cell.repetition}`;
}

/** The plan's blocks; without a plan every (case, repetition) that was run, with all candidates as members. */
export function layOutBlocks(
  plan: Plan | null,
  observations: readonly Observation[],
  candidates: readonly string[],
): BlockView[] {
  const runs = new Map<string, Map<string, Observation>>();
  const seen: { case_id: string; repetition: number; members: readonly string[] }[] = [];
  for (const observation of observations) {
    const key = blockKey(observation);
    const found = runs.get(key) ?? new Map<string, Observation>();
    if (found.size === 0) seen.push({ ...pickAddress(observation), members: candidates });
    runs.set(key, found.set(observation.candidate, observation));
  }
  const planned =
    plan?.blocks.map((block) => ({
      ...pickAddress(block),
      members: membersOf(block, candidates),
    })) ?? seen;
  return planned.map((block) => ({
    ...block,
    runs: runs.get(blockKey(block)) ?? new Map<string, Observation>(),
  }));
}

/** Most blocks have every candidate: those share one list. */
function membersOf(block: Block, candidates: readonly string[]): readonly string[] {
  const members = candidates.filter((candidate) => block.order.includes(candidate));
  return members.length === candidates.length ? candidates : members;
}

function pickAddress(cell: { readonly case_id: string; readonly repetition: number }) {
  return { case_id: cell.case_id, repetition: cell.repetition };
}

/** True when the run's ending is the agent's own, so that it is data; an infrastructure ending is a hole. */
export function isEvidence(observation: Observation | undefined): observation is Observation {
  return observation !== undefined && observation.status !== "unavailable" && !isLost(observation);
}

/** Every member has a run that is data. */
export function isComplete(block: BlockView): boolean {
  return block.members.every((candidate) => isEvidence(block.runs.get(candidate)));
}

/** A run that a live model answered at least once: without an answer it shows nothing about a model. */
export function isLiveRun(run: Observation): boolean {
  return run.upstream === "live" && run.is_answered;
}

/** Complete, and a live model answered in every run of it. */
export function isLive(block: BlockView): boolean {
  return isComplete(block) && [...block.runs.values()].every(isLiveRun);
}

/** Planned cells that have no run at all. */
export function countAbsent(blocks: readonly BlockView[], candidate?: string): number {
  let missing = 0;
  for (const block of blocks) {
    for (const member of block.members) {
      if (candidate !== undefined && member !== candidate) continue;
      if (!block.runs.has(member)) missing += 1;
    }
  }
  return missing;
}
