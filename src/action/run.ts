import { readActionInputs, type ActionInputs } from "../shell/github/inputs.ts";
/** The Action as a function of one evaluation: inputs in; summary, outputs, annotations and exit code out. */
import {
  annotate,
  disarmCommands,
  setOutputs,
  writeSummary,
  type Annotation,
} from "../shell/github/outcome.ts";

/** What an evaluation leaves for the step. Paths are absolute or null; `summaries` are Markdown, fullest first. */
export interface ActionEvaluation {
  readonly verdict: string;
  /** After fail_on was applied: 0 lets the step pass. */
  readonly exit_code: number;
  readonly matrix_id: string | null;
  readonly paths: {
    readonly report: string | null;
    readonly summary: string | null;
    readonly bundle: string | null;
  };
  readonly bundle_sha256: string | null;
  readonly summaries: readonly string[];
  readonly annotations: readonly Annotation[];
}

/** `evaluate` must not throw for an expected refusal; a bug it throws becomes a failed step with its message. */
export async function runAction(
  evaluate: (inputs: ActionInputs) => Promise<ActionEvaluation>,
  surroundings: {
    readonly summary_file: string | undefined;
    readonly log: (text: string) => void;
  },
): Promise<number> {
  const inputs = await readActionInputs();
  if (!inputs.ok) {
    await annotate(
      inputs.faults.map(({ message, where, fix }) => ({
        level: "error",
        title: "Agent Lab: unusable input",
        message: `${message} (${where}). ${fix}`,
      })),
    );
    await setOutputs({ verdict: "not evaluated", "exit-code": 50 });
    return 50;
  }
  const found = await evaluate(inputs.value);
  const summary = await writeSummary(found.summaries, surroundings.summary_file);
  if (!summary.written) {
    surroundings.log(disarmCommands(`The job summary was not written: ${summary.reason}.\n`));
  }
  await annotate(found.annotations);
  await setOutputs({
    verdict: found.verdict,
    "exit-code": found.exit_code,
    "matrix-id": found.matrix_id,
    report: found.paths.report,
    summary: found.paths.summary,
    bundle: found.paths.bundle,
    "bundle-sha256": found.bundle_sha256,
  });
  return found.exit_code;
}
