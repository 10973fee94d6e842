/** How often two candidates are called different: when they are the same, when one is a standard deviation ahead, in a family. */
import { holm } from "../../src/core/statistics/holm.ts";
import { pairedTest } from "../../src/core/statistics/sign-flip.ts";
import { KINDS, percent, seeded, standardNormal, whole, type Draw } from "./draws.ts";

const ALPHA = 0.05;
/** Above 20 blocks signs are drawn, which takes its time: fewer trials there, said in the page. */
const FEWER = 20;

export interface PairOptions {
  readonly seed: string;
  readonly trials: number;
}

export function trialsOf(blocks: number, trials: number): number {
  return blocks > FEWER ? Math.max(50, Math.round(trials / 25)) : trials;
}

function p(differences: readonly number[], seed: string): number {
  return pairedTest(differences.map(whole), seed).p;
}

const FLIPS = "5eed".repeat(16);

/** Share of trials in which the exact two-sided test calls the two different. */
export function calledDifferent(
  { seed, trials }: PairOptions,
  what: string,
  blocks: number,
  difference: Draw,
): { readonly called: number; readonly trials: number } {
  const generator = seeded(seed, `${what} ${String(blocks)}`);
  const count = trialsOf(blocks, trials);
  let called = 0;
  for (let trial = 0; trial < count; trial += 1) {
    const differences = Array.from({ length: blocks }, () => difference(generator));
    if (p(differences, FLIPS) <= ALPHA) called += 1;
  }
  return { called, trials: count };
}

/** Both candidates draw from the same distribution. */
export function sameRow(options: PairOptions, name: string, blocks: readonly number[]): string {
  const draw = KINDS[name] ?? standardNormal;
  const cells = blocks.map((n) => {
    const { called, trials } = calledDifferent(
      options,
      name,
      n,
      (generator) => draw(generator) - draw(generator),
    );
    return percent(called, trials);
  });
  return `| ${[name, ...cells].join(" | ")} |`;
}

/** Differences are normal with mean and standard deviation 1. */
export function powerRow(options: PairOptions, blocks: number, expected: string): string {
  const { called, trials } = calledDifferent(
    options,
    "one SD",
    blocks,
    (generator) => 1 + standardNormal(generator),
  );
  return `| ${String(blocks)} | ${percent(called, trials)} | ${expected} |`;
}

/** Any false call in a family of null pairs, adjusted by Holm; `one_base`: every pair has the same candidate on one side. */
export function falseInFamily(
  { seed, trials }: PairOptions,
  size: number,
  blocks: number,
  one_base: boolean,
): number {
  const shared = one_base ? " one base" : "";
  const generator = seeded(seed, `family ${String(size)} ${String(blocks)}${shared}`);
  const draw = () => Array.from({ length: blocks }, () => standardNormal(generator));
  let any = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const base = one_base ? draw() : [];
    const tests = Array.from({ length: size }, () =>
      p(
        draw().map((value, at) => value - (base[at] ?? 0)),
        FLIPS,
      ),
    );
    if (holm(tests, ALPHA).some((one) => one.rejected)) any += 1;
  }
  return any;
}

export function familyRow(
  options: PairOptions,
  size: number,
  blocks: number,
  one_base: boolean,
): string {
  const any = falseInFamily(options, size, blocks, one_base);
  const name = `${String(size)} ${one_base ? "against one base" : "of their own"}`;
  return `| ${[name, String(blocks), percent(any, options.trials)].join(" | ")} |`;
}
