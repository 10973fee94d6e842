/** Where the simulations get their numbers: named distributions over a seeded generator, in whole thousandths of a point. */
import { digestBytes } from "../../src/core/digest/digest.ts";
import { createGenerator, type Generator } from "../../src/core/statistics/generator.ts";
import { normalQuantile } from "../../src/core/statistics/student.ts";

export type Draw = (generator: Generator) => number;

/** Inverse transform: one draw a value, so that the same seed gives the same table on every machine. */
export const standardNormal: Draw = (generator) => normalQuantile(generator.unit());

/** Four kinds of runs: bell-shaped, with a long tail, mostly perfect, pass or fail. In points. */
export const KINDS: Readonly<Record<string, Draw>> = {
  "bell-shaped": (generator) => 50 + 10 * standardNormal(generator),
  "long tail": (generator) => 10 * Math.exp(standardNormal(generator)),
  "mostly perfect": (generator) => (generator.unit() < 0.8 ? 100 : 100 * generator.unit()),
  "pass or fail, 80 %": (generator) => (generator.unit() < 0.8 ? 100 : 0),
};

export function seeded(seed: string, what: string): Generator {
  return createGenerator(digestBytes(`${seed}\n${what}`).slice("sha256:".length));
}

/** A thousandth of a point is the unit in which signs are flipped: ties stay ties. */
export function whole(value: number): number {
  return Math.round(value * 1_000);
}

export function percent(part: number, all: number): string {
  return `${((part / all) * 100).toFixed(1)} %`;
}
