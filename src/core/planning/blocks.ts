/** Blocks: all candidates of one (case, repetition), run back to back in an order drawn from a recorded seed. */
import type { MatrixFile } from "../../contracts/matrix.ts";
import type { Block } from "../../contracts/plan.ts";
import { digestBytes } from "../digest/digest.ts";
import { createGenerator, type Generator } from "../statistics/generator.ts";
import { shuffle } from "../statistics/shuffle.ts";
import { williamsSequences } from "../statistics/williams.ts";

export interface BlockCase {
  readonly id: string;
  readonly version: number;
}

type Design = MatrixFile["order"]["design"];

/**
 * Repetition by repetition, every case once, so that a drift over time meets all cases alike. Inside each block the
 * candidates are shuffled (Fisher-Yates), or take a row of a Williams design; rows are dealt like cards from a shuffled
 * deck, so that none is used twice more than another. The same seed and inputs give the same blocks.
 */
export function arrangeBlocks(
  cases: readonly BlockCase[],
  candidates: readonly string[],
  repetitions: number,
  seed: string,
  design: Design = "shuffle",
): Block[] {
  const generator = createGenerator(
    digestBytes(`agent-lab/order/v1\n${seed}`).slice("sha256:".length),
  );
  const drawOrder =
    design === "shuffle" ? () => shuffle(candidates, generator) : dealRows(candidates, generator);
  const blocks: Block[] = [];
  for (let repetition = 1; repetition <= repetitions; repetition++) {
    for (const one of shuffle(cases, generator)) {
      blocks.push({
        index: blocks.length + 1,
        case_id: one.id,
        case_version: one.version,
        repetition,
        order: drawOrder(),
      });
    }
  }
  return blocks;
}

function dealRows(candidates: readonly string[], generator: Generator): () => string[] {
  const rows = williamsSequences(candidates.length).map((row) =>
    row.flatMap((index) => candidates[index] ?? []),
  );
  let deck: string[][] = [];
  return () => {
    if (deck.length === 0) deck = shuffle(rows, generator);
    return deck.shift() ?? [];
  };
}

/** What is uneven about a Williams design of so many blocks; null where every row is used equally often. */
export function findImbalance(design: Design, blocks: number, candidates: number): string | null {
  if (design !== "williams") return null;
  const rows = williamsSequences(candidates).length;
  const over = blocks % rows;
  if (over === 0) return null;
  const whole = Math.ceil(blocks / rows) * rows;
  return `${blocks} blocks are no multiple of the ${rows} rows of a Williams design of ${candidates} candidates: ${over} of the rows ${over === 1 ? "is" : "are"} used once more than the others, and places and neighbours are that much out of balance; ${whole} blocks would be even`;
}
