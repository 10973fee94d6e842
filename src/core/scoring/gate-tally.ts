/** Counts what each hard gate saw in a candidate's runs; a gate nobody saw is never counted as passed. */

import type { Comparison, GateTally } from "../../contracts/comparison.ts";
import type { Missing } from "../../contracts/primitives.ts";
import { gateId } from "../../contracts/readiness-policy.ts";
import type { GateId, IsolationLevel } from "../../contracts/readiness-policy.ts";
import type { GateObservation } from "../../contracts/run-result.ts";
import { zeroFailureUpperBound } from "../statistics/failure-bound.ts";
import { absent, isMissing } from "./missing.ts";
import type { Observation } from "./observation.ts";

const ISOLATION: readonly IsolationLevel[] = ["none", "env", "no-new-privs", "uid", "bwrap"];
const MOST_FAILURES = 20;

type Preflight = Comparison["preflight"];

function observe(run: Observation, id: GateId, preflight: Preflight): GateObservation {
  if (run.gates === null) return { state: "not_observed", detail: "transcribed: no evidence kept" };
  const seen = run.gates[id];
  if (id === "preflight_clean" && (seen === undefined || seen.state === "not_observed")) {
    if (isMissing(preflight)) return { state: "not_observed", detail: preflight.missing };
    return preflight.passed
      ? { state: "passed", detail: "every case passed preflight" }
      : { state: "failed", detail: "a case failed preflight" };
  }
  if (id === "isolation_floor" && seen === undefined) {
    const { isolation } = run;
    const reached = isMissing(isolation) ? isolation.missing : `reached ${isolation}`;
    return { state: "not_observed", detail: `${reached}; a policy decides whether it is enough` };
  }
  return seen ?? { state: "not_observed", detail: "the run recorded nothing about it" };
}

function noteOf(passed: number, failed: number, unseen: string | undefined, live: boolean): string {
  if (failed > 0) return `failed in ${failed} of ${passed + failed} runs that could see it`;
  if (passed === 0) return unseen ?? "no run could see it";
  const clean = `0 of ${passed} runs failed it`;
  if (!live) return clean;
  const bound = Math.ceil(zeroFailureUpperBound(passed) * 1_000) / 10;
  return `${clean}; a true rate of up to ${bound}% would often look the same`;
}

/** Every gate of the closed list, in its order. The 95% bound in the note is given for live runs only. */
export function tallyGates(runs: readonly Observation[], preflight: Preflight): GateTally[] {
  const live = runs.length > 0 && runs.every((run) => run.upstream === "live");
  return gateId.options.map((id) => {
    const counts = { passed: 0, failed: 0, not_observed: 0 };
    const failures: GateTally["failures"] = [];
    let unseen: string | undefined;
    for (const run of runs) {
      const { state, detail } = observe(run, id, preflight);
      counts[state] += 1;
      if (state === "not_observed") unseen ??= detail;
      if (state === "failed" && failures.length < MOST_FAILURES) {
        failures.push({ run_id: run.run_id, detail });
      }
    }
    return { id, ...counts, failures, note: noteOf(counts.passed, counts.failed, unseen, live) };
  });
}

/** The weakest isolation any of the runs reached, or why it is not known. */
export function lowestIsolation(runs: readonly Observation[]): IsolationLevel | Missing {
  let lowest: number | undefined;
  for (const { isolation: reached } of runs) {
    if (isMissing(reached)) return reached;
    lowest = Math.min(lowest ?? ISOLATION.length, ISOLATION.indexOf(reached));
  }
  return (lowest === undefined ? undefined : ISOLATION[lowest]) ?? absent("no run");
}

/** True when `reached` is at least `floor`. */
export function meetsIsolation(reached: IsolationLevel, floor: IsolationLevel): boolean {
  return ISOLATION.indexOf(reached) >= ISOLATION.indexOf(floor);
}
