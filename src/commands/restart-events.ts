/** What the record says when a run goes on that was stopped or had to wait. */
import type { RuntimeEvent } from "../contracts/event.ts";
import type { Attempt } from "./attempt.ts";
import type { MatrixRun } from "./cell.ts";
import type { ResumedFrom } from "./recover.ts";

export function resumedEvent(
  run: Pick<MatrixRun, "writer">,
  { number, epoch }: Attempt,
  resumed_from: ResumedFrom,
): RuntimeEvent {
  return {
    type: "attempt.resumed",
    attempt: number,
    lease_epoch: epoch,
    holder: run.writer,
    ...(resumed_from === undefined ? {} : { resumed_from }),
  };
}

/** Nothing for the first start: only what is out of the ordinary is said. */
export function noteRestart(
  { number, epoch }: Attempt,
  resumed: boolean,
  resumed_from: ResumedFrom,
): RuntimeEvent[] {
  if (epoch === 1) return [];
  const from = resumed_from === undefined ? "from its start" : `after stage ${resumed_from.stage}`;
  const message = resumed
    ? `the run waited and went on ${from}`
    : `the host was stopped in attempt ${number - 1}; attempt ${number} went on ${from}`;
  return [
    {
      type: "finding.noted",
      code: "went_on",
      message,
      fix: "Nothing to mend: what the run had done was not done again.",
    },
  ];
}
