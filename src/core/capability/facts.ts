/** Facts from stored runs: one figure each, with its unit, the runs it rests on, and the same in words. */

import type { CapabilityFact } from "../../contracts/capability.ts";
import type { CandidateComparison, Comparison, Distribution } from "../../contracts/comparison.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { GateId } from "../../contracts/readiness-policy.ts";
import { absent } from "../scoring/missing.ts";
import type { Conduct, Observation } from "../scoring/observation.ts";
import { clopperPearsonUpper } from "../statistics/proportion.ts";
import { roundDerived } from "../statistics/round.ts";

/** One candidate's part of a comparison, and the runs it was made of. `currency`: of the cost of a run. */
export interface Measured {
  readonly candidate: CandidateComparison;
  readonly runs: readonly Observation[];
  readonly upstream: Comparison["upstream"];
  readonly currency: string;
}

/** What says whose answers a figure about quality, money or time rests on; nothing where the model was live. */
const ANSWERED: Readonly<Record<Comparison["upstream"], string>> = {
  live: "",
  simulated: "; the model was simulated",
  test: "; a test model answered",
  replay: "; recorded answers were replayed",
  transcribed: "; as published",
};

/** The same fact, saying so where its figure rests on another model's answers than a live one's. */
export function answeredBy(
  upstream: Comparison["upstream"],
): (fact: CapabilityFact) => CapabilityFact {
  return (fact) =>
    typeof fact.value === "number"
      ? { ...fact, detail: `${fact.detail}${ANSWERED[upstream]}` }
      : fact;
}

/** A fact without a figure: the reason is its detail too. */
export function lackingFact(name: string, unit: string, reason: string | Missing): CapabilityFact {
  const value = typeof reason === "string" ? absent(reason) : reason;
  return { name, value, unit, n: 0, detail: value.missing };
}

/** The mean of what the runs really had; `over` says which runs. */
export function meanFact(
  name: string,
  unit: string,
  found: Distribution,
  over = "",
): CapabilityFact {
  const { mean: value, n } = found;
  if (typeof value !== "number") return lackingFact(name, unit, value);
  return { name, value, unit, n, detail: `mean of ${countRuns(n, over)}` };
}

/** `part` of `whole` runs as a share; `none` says why there is no run to count. */
export function shareFact(name: string, part: number, whole: number, none: string): CapabilityFact {
  const unit = "share of runs";
  if (whole === 0) return lackingFact(name, unit, none);
  const value = roundDerived(part / whole);
  return { name, value, unit, n: whole, detail: `${part} of ${countRuns(whole, "")}` };
}

/**
 * How many runs show a fault of those in which it could be seen. Of live runs the highest rate is said that would leave
 * so few one time in twenty (Clopper-Pearson, one-sided): none seen is not none.
 */
export function faultFact(
  name: string,
  failed: number,
  n: number,
  about: {
    readonly unseen: string;
    readonly upstream: Comparison["upstream"];
  },
): CapabilityFact {
  if (n === 0) return lackingFact(name, "runs", about.unseen);
  const seen = `${failed} of ${n} observed`;
  const bound = Math.ceil(clopperPearsonUpper(failed, n, 0.05) * 1_000) / 10;
  const most = about.upstream === "live" ? `, at most ${bound} %` : "";
  return { name, value: failed, unit: "runs", n, detail: `${seen}${most}` };
}

/**
 * What a hard gate saw, in those runs alone where the thing could have gone wrong: `concerns` leaves out the others, and
 * `idle` says why none is left. A run that failed the gate always counts.
 */
export function gateFact(
  name: string,
  id: GateId,
  measured: Measured,
  about: { readonly concerns?: (conduct: Conduct) => boolean; readonly idle?: string } = {},
): CapabilityFact {
  const seen = measured.runs.flatMap(({ gates, conduct }) => {
    const gate = gates?.[id];
    return conduct === null || gate === undefined ? [] : [{ conduct, gate }];
  });
  const observed = seen.filter(({ gate }) => gate.state !== "not_observed");
  const concerned = observed.filter(
    ({ conduct, gate }) => gate.state === "failed" || (about.concerns?.(conduct) ?? true),
  );
  const unseen = seen.find(({ gate }) => gate.state === "not_observed")?.gate.detail;
  const idle = about.idle ?? "no run could see it";
  const failed = concerned.filter(({ gate }) => gate.state === "failed");
  return faultFact(name, failed.length, concerned.length, {
    unseen: `not observed: ${observed.length === 0 ? (unseen ?? idle) : idle}`,
    upstream: measured.upstream,
  });
}

/** `1 completed run`, `9 completed runs`; `over` is empty or an adjective. */
export function countRuns(n: number, over: string): string {
  return `${n} ${over === "" ? "" : `${over} `}${n === 1 ? "run" : "runs"}`;
}
