/** Paired outcomes written as one character a block: b only base passed, h only head, + both, - neither. */
import type { PairedCase, PairedOutcome } from "../../src/core/screening/outcomes.ts";

const OUTCOMES: Readonly<Record<string, PairedOutcome>> = {
  b: { base_passed: true, head_passed: false },
  h: { base_passed: false, head_passed: true },
  "+": { base_passed: true, head_passed: true },
  "-": { base_passed: false, head_passed: false },
};

export function aCase(case_id: string, blocks: string, planned = blocks.length): PairedCase {
  const pairs = blocks.split("").map((letter) => {
    const pair = OUTCOMES[letter];
    if (pair === undefined) throw new Error(`no outcome ${letter}`);
    return pair;
  });
  return { case_id, planned, pairs };
}
