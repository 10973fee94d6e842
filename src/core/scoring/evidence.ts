/** What the runs of a comparison amount to: complete blocks, live blocks, a level, and the words that level allows. */

import type { Comparison } from "../../contracts/comparison.ts";
import type { Plan } from "../../contracts/plan.ts";
import type { Missing } from "../../contracts/primitives.ts";
import {
  allowedWording,
  BLOCKS_TO_COMPARE,
  breadthWording,
  evidenceLevel,
  timeWording,
} from "../statistics/evidence-level.ts";
import type { BlockView } from "./blocks.ts";
import { countAbsent, isComplete, isEvidence, isLive } from "./blocks.ts";
import { absent, isMissing } from "./missing.ts";
import type { Observation } from "./observation.ts";

type Upstream = Comparison["upstream"];

/** More blocks than this share without an ending of the agent's own, and nothing is comparable. */
const MOST_DROPPED = 0.1;
const WEAKEST_FIRST: readonly Upstream[] = ["transcribed", "simulated", "replay", "test", "live"];
const ADJECTIVE: Readonly<Record<Upstream, string>> = {
  transcribed: "transcribed",
  simulated: "simulated",
  replay: "replayed",
  test: "test",
  live: "live",
};

/** The weakest kind among the runs names the whole; without a run, what the plan asks for. */
export function weakestUpstream(runs: readonly Observation[], plan: Plan | null): Upstream {
  const found = WEAKEST_FIRST.find((kind) => runs.some((run) => run.upstream === kind));
  return found ?? plan?.upstream ?? "simulated";
}

export function countBlocks(n: number, kind: string): string {
  return `${n} ${kind === "" ? "" : `${kind} `}${n === 1 ? "block" : "blocks"}`;
}

/** Why blocks of this kind cannot carry a claim about models, as a clause; null for live ones. */
export function notLive(upstream: Upstream, blocks: number): string | null {
  if (upstream === "live") return null;
  const counted = countBlocks(blocks, ADJECTIVE[upstream]);
  const say = blocks === 1 ? "says" : "say";
  if (upstream === "transcribed") {
    return `the runs come from a publication and cannot be re-derived (${counted})`;
  }
  return `nothing live was run, and ${counted} ${say} nothing about models`;
}

/** Why nothing may be compared at all, or null. */
export function invalidity(
  blocks: readonly BlockView[],
  preflight: Comparison["preflight"],
): string | null {
  if (!isMissing(preflight) && !preflight.passed) return "a case failed preflight";
  const holes = countAbsent(blocks);
  if (holes > 0) return `${holes} planned ${holes === 1 ? "run has" : "runs have"} no result`;
  const dropped = blocks.filter((block) => !isComplete(block)).length;
  if (dropped > blocks.length * MOST_DROPPED) {
    return `${dropped} of ${blocks.length} blocks lost a run to something outside the agent`;
  }
  return null;
}

/** Only complete blocks whose every run asked a live model raise the level. */
export function weighEvidence(
  blocks: readonly BlockView[],
  upstream: Upstream,
  preflight: Comparison["preflight"],
): Comparison["evidence"] {
  const complete = blocks.filter(isComplete);
  const live = complete.filter(isLive).length;
  const invalid = invalidity(blocks, preflight);
  const level = invalid === null ? evidenceLevel(live) : "E0";
  const cases = new Set(complete.map((block) => block.case_id)).size;
  const clause = notLive(upstream, complete.length);
  let wording = `${allowedWording(level)} ${breadthWording(cases)}`;
  if (clause !== null) wording = `Observed only: ${clause}.`;
  if (invalid !== null) wording = `Not comparable: ${invalid}.`;
  const days = startingDays(blocks);
  return {
    level,
    live_blocks: live,
    complete_blocks: complete.length,
    planned_blocks: blocks.length,
    cases,
    wording,
    breadth: breadthWording(cases),
    days,
    time: timeWording(days),
    dropped: listDropped(blocks),
    blocks_to_compare: Math.max(0, BLOCKS_TO_COMPARE - live),
  };
}

/** Distinct days (UTC) on which runs started. */
function startingDays(blocks: readonly BlockView[]): number | Missing {
  const days = new Set<string>();
  for (const { runs } of blocks) {
    for (const { started_at } of runs.values()) {
      if (!isMissing(started_at)) days.add(started_at.slice(0, 10));
    }
  }
  return days.size === 0 ? absent("no run says when it started") : days.size;
}

const MOST_DROPPED_LISTED = 50;

/** Blocks that lack a run of a candidate's own doing are left out of paired figures; each says whose. */
function listDropped(blocks: readonly BlockView[]): Comparison["evidence"]["dropped"] {
  return blocks
    .flatMap((block) =>
      block.members.flatMap((candidate) => {
        const run = block.runs.get(candidate);
        const reason = run?.reason ?? "no result";
        if (isEvidence(run)) return [];
        const { case_id, repetition } = block;
        return [{ case_id, repetition, candidate, reason }];
      }),
    )
    .slice(0, MOST_DROPPED_LISTED);
}
