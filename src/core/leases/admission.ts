/** Whether a block may start: only when its whole worst case fits beside all that others may still spend. */
import type { MatrixStanding } from "./matrix-standing.ts";

/** `wait`: it fits once the blocks at work cost less than they might; what they leave is known when they are settled. */
export type Admission = "admit" | "wait" | "refuse";

/**
 * `parked`: admitted blocks that wait for a person. They keep what they hold for a time nobody knows, so they are no
 * reason to wait. Asked block by block in the plan's order, the answers do not depend on how many work at once.
 */
export function decideAdmission(
  standing: Pick<MatrixStanding, "admitted" | "spent">,
  parked: ReadonlySet<number>,
  worst: bigint,
  budget: bigint,
): Admission {
  let gone = standing.spent;
  let held = 0n;
  for (const [block, reserved] of standing.admitted)
    if (parked.has(block)) gone += reserved;
    else held += reserved;
  if (gone + worst > budget) return "refuse";
  return gone + held + worst > budget ? "wait" : "admit";
}
