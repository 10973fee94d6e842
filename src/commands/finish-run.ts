/** Closes a run: scores it, reads its output back, ends its stream and folds it into the RunResult. */
import type { RuntimeEvent } from "../contracts/event.ts";
import type { ArtifactRef, Missing } from "../contracts/primitives.ts";
import type { RunResult } from "../contracts/run-result.ts";
import { neverCrash, type CrashPort } from "../core/crash-points.ts";
import { scoreStream } from "../core/evaluation/score-stream.ts";
import { runResult } from "../core/runs/run-result.ts";
import type { Cell, MatrixRun } from "./cell.ts";
import type { Recorder } from "./recorder.ts";

/** Scores a run that was started once, reads the final output back, closes the stream and folds it. */
export async function finishRun(
  run: Pick<MatrixRun, "ledger" | "artifacts"> & { readonly shell: Partial<CrashPort> },
  cell: Pick<Cell, "run_id" | "case">,
  recorder: Recorder,
  output_artifact: ArtifactRef | null,
): Promise<RunResult> {
  const { crashPoint = neverCrash } = run.shell;
  await scoreRun(run, cell, recorder);
  crashPoint("run.after-score");
  const bodies = run.ledger.events(cell.run_id).map((event) => event.body);
  const read = output_artifact === null ? null : await run.artifacts.read(output_artifact);
  await recorder.append({
    type: "run.finished",
    terminal_artifact_verified:
      read === null ? { missing: "the run gave no output" } : !("fault" in read),
    checkpoint_verified: await verifyCheckpoints(run, bodies),
  });
  crashPoint("run.after-finish");
  return runResult(run.ledger.events(cell.run_id));
}

async function scoreRun(
  run: Pick<MatrixRun, "ledger">,
  cell: Pick<Cell, "run_id" | "case">,
  recorder: Recorder,
): Promise<void> {
  const bodies = run.ledger.events(cell.run_id).map((event) => event.body);
  const score = scoreStream(bodies, cell.case);
  if (score === null || bodies.some((body) => body.type === "run.scored")) return;
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
