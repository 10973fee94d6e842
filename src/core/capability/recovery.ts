/** Reliable recovery: what became of runs in which something went wrong; where nothing did, nothing is measured. */

import type { CapabilityFact } from "../../contracts/capability.ts";
import type { RunReason } from "../../contracts/run-status.ts";
import type { Observation } from "../scoring/observation.ts";
import { answeredBy, gateFact, lackingFact, shareFact, type Measured } from "./facts.ts";

/** Endings in which a run was cut off, by itself or from outside, in the order they are told. */
const CUT_OFF: readonly (readonly [RunReason, string])[] = [
  ["crash", "crashed"],
  ["timeout", "ran out of time"],
  ["cancelled", "cancelled"],
  ["host_stopped", "stopped with Agent Lab"],
  ["ambiguous_after_stop", "blocked after a stop of Agent Lab"],
  ["blocked_ambiguous_operation", "blocked: a tool may or may not have run"],
  ["checkpoint_unusable", "its checkpoint could not be used"],
  ["dead_letter", "stopped with Agent Lab in each attempt"],
];

const NOTHING = "no fault was injected and nothing went wrong: there was nothing to recover from";

/** A run that was begun again after its host had stopped. */
function wasInterrupted({ conduct }: Observation): boolean {
  return conduct !== null && conduct.attempt > 1;
}

function sawToolError({ conduct }: Observation): boolean {
  return conduct?.met_tool_error ?? false;
}

function countCompleted(runs: readonly Observation[]): number {
  return runs.filter((one) => one.status === "completed").length;
}

/** The facts, and why they measure nothing where no run had anything to recover from. */
export function reliableRecovery(measured: Measured): {
  readonly facts: readonly CapabilityFact[];
  readonly reason: string | null;
} {
  const results = measured.runs.filter((one) => one.conduct !== null);
  const interrupted = results.filter(wasInterrupted);
  const erred = results.filter(sawToolError);
  const cut = results.filter((one) => CUT_OFF.some(([reason]) => reason === one.reason));
  const facts = [
    lackingFact("injected faults survived", "runs", "no fault was injected"),
    shareFact(
      "completed after it was interrupted",
      countCompleted(interrupted),
      interrupted.length,
      "no run was interrupted",
    ),
    gateFact(
      "caused a side effect twice after it was interrupted",
      "no_duplicate_effects",
      { ...measured, runs: measured.runs.filter(wasInterrupted) },
      { idle: "no run was interrupted" },
    ),
    answeredBy(measured.upstream)(
      shareFact(
        "completed after a tool's error",
        countCompleted(erred),
        erred.length,
        "no call failed",
      ),
    ),
    cutOffFact(results, cut),
    gateFact("checkpoint not verifiable", "checkpoint_verifiable", measured),
  ];
  const tried = interrupted.length + erred.length + cut.length > 0;
  if (tried) return { facts, reason: null };
  return { facts, reason: results.length === 0 ? "no run has a result" : NOTHING };
}

/** Runs that were cut off and stayed so, by their reason. */
function cutOffFact(results: readonly Observation[], cut: readonly Observation[]): CapabilityFact {
  const name = "cut off and not recovered";
  if (results.length === 0) return lackingFact(name, "runs", "no run has a result");
  const counts = CUT_OFF.flatMap(([reason, words]) => {
    const n = cut.filter((one) => one.reason === reason).length;
    return n === 0 ? [] : [`${n} ${words}`];
  });
  const reasons = counts.length === 0 ? "" : `: ${counts.join(", ")}`;
  return {
    name,
    value: cut.length,
    unit: "runs",
    n: results.length,
    detail: `${cut.length} of ${results.length} observed${reasons}`,
  };
}
