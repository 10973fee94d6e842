/** Describes the values that runs really had; what a handful of values cannot say is absent with the reason. */

import type { Distribution } from "../../contracts/comparison.ts";
import type { Missing } from "../../contracts/primitives.ts";
import {
  mean,
  median,
  medianAbsoluteDeviation,
  standardDeviation,
} from "../statistics/describe.ts";
import { roundDerived } from "../statistics/round.ts";
import { absent, isMissing } from "./missing.ts";

const ONE_VALUE = absent("one value has no spread");

/** Values present in `measured`, in order. */
export function present(measured: readonly (number | Missing)[]): number[] {
  return measured.filter((value) => typeof value === "number");
}

/** The first reason why a value is absent, or the fallback. */
export function firstReason(measured: readonly unknown[], fallback: string): string {
  return measured.find(isMissing)?.missing ?? fallback;
}

/** Over the values present; with none, every number carries the first stated reason. */
export function describe(measured: readonly (number | Missing)[]): Distribution {
  const values = present(measured);
  const [first] = values;
  if (first === undefined) {
    const none = absent(firstReason(measured, "no run"));
    return {
      n: 0,
      mean: none,
      median: none,
      sd: none,
      mad: none,
      minimum: none,
      maximum: none,
    };
  }
  const spread = values.length > 1;
  return {
    n: values.length,
    mean: roundDerived(mean(values)),
    median: roundDerived(median(values)),
    sd: spread ? roundDerived(standardDeviation(values)) : ONE_VALUE,
    mad: spread ? roundDerived(medianAbsoluteDeviation(values)) : ONE_VALUE,
    minimum: values.reduce((least, value) => Math.min(least, value), first),
    maximum: values.reduce((most, value) => Math.max(most, value), first),
  };
}
