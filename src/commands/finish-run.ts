/** Closes a run: scores it, reads its output back, ends its stream and folds it into the RunResult. */
import type { RuntimeEvent } from "../contracts/event.ts";
import type { ArtifactRef, Missing } from "../contracts/primitives.ts";
import type { RunResult } from "../contracts/run-result.ts";
import { digestDocument } from "../core/digest/digest.ts";
import { evaluateRun } from "../core/evaluation/evaluate.ts";
import { runResult } from "../core/runs/run-result.ts";
import { foldToolCalls } from "../core/runs/tool-calls.ts";
import type { Cell, MatrixRun } from "./cell.ts";
import type { Recorder } from "./recorder.ts";

/** Scores a run that was started once, reads the final output back, closes the stream and folds it. */
export async function finishRun(
  run: Pick<MatrixRun, "ledger" | "artifacts">,
  cell: Pick<Cell, "run_id" | "case">,
  recorder: Recorder,
  output_artifact: ArtifactRef | null,
): Promise<RunResult> {
  await scoreRun(run, cell, recorder);
  const bodies = run.ledger.events(cell.run_id).map((event) => event.body);
  const read = output_artifact === null ? null : await run.artifacts.read(output_artifact);
  await recorder.append({
    type: "run.finished",
    terminal_artifact_verified:
      read === null ? { missing: "the run gave no output" } : !("fault" in read),
    checkpoint_verified: await verifyCheckpoints(run, bodies),
  });
  return runResult(run.ledger.events(cell.run_id));
}

/** However the run ended: a crash after a forbidden call leaves the call on record. A run that never started did nothing. */
export async function scoreRun(
  run: Pick<MatrixRun, "ledger">,
  cell: Pick<Cell, "run_id" | "case">,
  recorder: Recorder,
): Promise<void> {
  const bodies = run.ledger.events(cell.run_id).map((event) => event.body);
  const ended = bodies.findLast((body) => body.type === "attempt.ended");
  const output = bodies.findLast((body) => body.type === "output.received");
  const started = bodies.some((body) => body.type === "run.started");
  const scored = bodies.some((body) => body.type === "run.scored");
  if (scored || !started || ended?.type !== "attempt.ended") return;
  const score = evaluateRun(
    cell.case.evaluator,
    {
      status: ended.status,
      final_output: output?.type === "output.received" ? output.text : { missing: "no output" },
      tool_calls: foldToolCalls(bodies),
      world: ended.world,
      output_format: cell.case.output.format,
      output_schema: cell.case.output.schema,
    },
    digestDocument("evaluator", cell.case.evaluator),
  );
  await recorder.append({ type: "run.scored", score });
}

async function verifyCheckpoints(
  run: Pick<MatrixRun, "artifacts">,
  bodies: readonly RuntimeEvent[],
): Promise<boolean | Missing> {
  const saved = bodies.flatMap((body) => (body.type === "checkpoint.saved" ? [body.artifact] : []));
  if (saved.length === 0) return { missing: "no checkpoint was saved" };
  for (const artifact of saved) if ("fault" in (await run.artifacts.read(artifact))) return false;
  return true;
}
