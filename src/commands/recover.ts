/** Closes a cell that a stopped host left open: reservations settle at their worst case, nothing is run again. */
import type { RuntimeEvent } from "../contracts/event.ts";
import type { RunResult } from "../contracts/run-result.ts";
import type { Shell } from "../core/ports.ts";
import { runResult } from "../core/runs/run-result.ts";
import type { Cell, MatrixRun } from "./cell.ts";
import { finishRun, scoreRun } from "./finish-run.ts";
import { createRecorder } from "./recorder.ts";

/**
 * Returns the cell's RunResult. An attempt that never ended is ended as `host_stopped`, which says nothing about
 * the agent; an operation without a receipt stays visible as ambiguous. One that had ended keeps its ending and is scored, where the host had not come to it. `recorded` cells are folded, never touched.
 */
export async function closeOrphan(
  run: Pick<MatrixRun, "ledger" | "artifacts" | "writer"> & {
    readonly shell: Pick<Shell, "clock">;
  },
  cell: Pick<Cell, "run_id" | "case">,
  recorded: boolean,
): Promise<RunResult> {
  const bodies = run.ledger.events(cell.run_id).map((event) => event.body);
  const finished = bodies.some((body) => body.type === "run.finished");
  if (recorded || finished) return runResult(run.ledger.events(cell.run_id));
  const recorder = createRecorder(run.ledger, run.shell.clock, cell.run_id, run.writer);
  const started = bodies.findLast((body) => body.type === "attempt.started");
  for (const settlement of outstanding(bodies)) await recorder.append(settlement);
  if (bodies.some((body) => body.type === "attempt.ended")) {
    const output = bodies.findLast((body) => body.type === "output.received");
    const artifact = output?.type === "output.received" ? output.artifact : null;
    return finishRun(run, cell, recorder, artifact);
  }
  const attempt = started?.type === "attempt.started" ? started.attempt : 1;
  await recorder.append({
    type: "attempt.ended",
    attempt,
    status: started === undefined ? "unavailable" : "failed",
    reason: "host_stopped",
    message: "the host stopped during this run",
    exit_code: null,
    signal: null,
    duration_ms: { missing: "the host stopped during this run" },
    log: null,
    world: {},
  });
  await scoreRun(run, cell, recorder);
  await recorder.append({
    type: "run.finished",
    terminal_artifact_verified: { missing: "the host stopped during this run" },
    checkpoint_verified: { missing: "the host stopped during this run" },
  });
  return runResult(run.ledger.events(cell.run_id));
}

function outstanding(bodies: readonly RuntimeEvent[]): RuntimeEvent[] {
  const settled = new Set(
    bodies.flatMap((body) => (body.type === "budget.settled" ? [body.reservation_id] : [])),
  );
  return bodies.flatMap((body) =>
    body.type === "budget.reserved" && !settled.has(body.reservation_id)
      ? [{ ...body, type: "budget.settled" as const, worst_case: true }]
      : [],
  );
}
