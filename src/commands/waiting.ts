/** A matrix that can't go on before a person has decided: what waits, and the command that shows it. */
import type { Fault } from "../contracts/fault.ts";
import type { WaitingRun } from "./run-blocks.ts";

export function waitingFaults(
  waiting: readonly WaitingRun[],
  matrix_id: string,
): readonly [Fault, ...Fault[]] | null {
  const [first, ...others] = waiting.map(({ run_id, message }) => ({
    code: "approval_pending",
    message,
    where: run_id,
    fix: `Look at the call and decide: agent-lab approve --matrix ${matrix_id}. Then run the same command again: it goes on from here.`,
  }));
  return first === undefined ? null : [first, ...others];
}
