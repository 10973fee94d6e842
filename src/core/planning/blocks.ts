/** Blocks: all candidates of one (case, repetition), run back to back in an order drawn from a recorded seed. */
import type { Block } from "../../contracts/plan.ts";
import { digestBytes } from "../digest/digest.ts";
import { createGenerator } from "../statistics/generator.ts";

export interface BlockCase {
  readonly id: string;
  readonly version: number;
}

/**
 * Repetition by repetition, every case once, so that a drift over time meets all cases alike;
 * inside each block the candidates are shuffled (Fisher-Yates). The same seed and inputs give the same blocks.
 */
export function arrangeBlocks(
  cases: readonly BlockCase[],
  candidates: readonly string[],
  repetitions: number,
  seed: string,
): Block[] {
  const generator = createGenerator(
    digestBytes(`agent-lab/order/v1\n${seed}`).slice("sha256:".length),
  );
  const blocks: Block[] = [];
  for (let repetition = 1; repetition <= repetitions; repetition++) {
    for (const one of shuffle(cases, (n) => generator.below(n))) {
      blocks.push({
        index: blocks.length + 1,
        case_id: one.id,
        case_version: one.version,
        repetition,
        order: shuffle(candidates, (n) => generator.below(n)),
      });
    }
  }
  return blocks;
}

function shuffle<T>(items: readonly T[], below: (n: number) => number): T[] {
  const rest = [...items];
  const shuffled: T[] = [];
  while (rest.length > 0) shuffled.push(...rest.splice(below(rest.length), 1));
  return shuffled;
}
