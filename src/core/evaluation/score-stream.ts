/** The score of a run, from its own events and its case: what the host records, and what the verifier derives again. */
import type { CaseContract } from "../../contracts/case.ts";
import { evaluator, type Score } from "../../contracts/evaluator.ts";
import type { RuntimeEvent } from "../../contracts/event.ts";
import { canonicalJson } from "../digest/canonical.ts";
import { digestDocument } from "../digest/digest.ts";
import { abandonedHistory } from "../runs/effective-history.ts";
import { foldRunCalls, foldToolCalls } from "../runs/tool-calls.ts";
import { evaluateRun } from "./evaluate.ts";

/** However the run ended: a crash after a forbidden call leaves the call on record. Null where it never started: it did nothing. */
export function scoreStream(
  bodies: readonly RuntimeEvent[],
  task: Pick<CaseContract, "evaluator" | "output">,
): Score | null {
  const ended = bodies.findLast((body) => body.type === "attempt.ended");
  const output = bodies.findLast((body) => body.type === "output.received");
  const started = bodies.some((body) => body.type === "run.started");
  if (!started || ended?.type !== "attempt.ended") return null;
  // A bundle holds the case with its keys sorted; what a check says must not depend on the order in which YAML had them.
  const rules = evaluator.parse(JSON.parse(canonicalJson(task.evaluator)));
  return evaluateRun(
    rules,
    {
      status: ended.status,
      final_output: output?.type === "output.received" ? output.text : { missing: "no output" },
      tool_calls: foldRunCalls(bodies),
      abandoned_calls: foldToolCalls(abandonedHistory(bodies)),
      world: ended.world,
      output_format: task.output.format,
      output_schema: task.output.schema,
    },
    digestDocument("evaluator", task.evaluator),
  );
}
