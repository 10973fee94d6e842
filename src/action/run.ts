/** The Action as a function of one evaluation: inputs in; summary, outputs, annotations, publication and exit code out. */
import { readActionInputs, type ActionInputs } from "../shell/github/inputs.ts";
import {
  annotate,
  disarmCommands,
  setOutputs,
  writeSummary,
  type Annotation,
} from "../shell/github/outcome.ts";
import type { Publication } from "../shell/github/publish.ts";

/** What an evaluation leaves for the step. Paths are absolute or null; `summaries` are Markdown, fullest first. */
export interface ActionEvaluation {
  readonly verdict: string;
  /** What the check run says first: the verdict, or the verdict and why there is none. */
  readonly title: string;
  /** After fail_on was applied: 0 lets the step pass. */
  readonly exit_code: number;
  readonly matrix_id: string | null;
  readonly paths: {
    readonly report: string | null;
    readonly summary: string | null;
    readonly bundle: string | null;
  };
  readonly bundle_sha256: string | null;
  /** Figures by which this result is told from another one (facts.ts). */
  readonly facts: Readonly<Record<string, string>>;
  readonly summaries: readonly string[];
  readonly annotations: readonly Annotation[];
}

/** `lineage`: the line of links, for the job summary too. */
export type Published =
  | { readonly done: true; readonly publication: Publication; readonly lineage: string }
  | { readonly done: false; readonly reason: string };

/** `evaluate` must not throw for an expected refusal; a bug it throws becomes a failed step with its message. */
export async function runAction(
  evaluate: (inputs: ActionInputs) => Promise<ActionEvaluation>,
  surroundings: {
    readonly summary_file: string | undefined;
    readonly log: (text: string) => void;
    /** Comment, check, status, artifacts; must not throw for a refusal. */
    readonly publish: (inputs: ActionInputs, found: ActionEvaluation) => Promise<Published>;
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
  const published = await publishSafely(async () => surroundings.publish(inputs.value, found));
  if (published.done) {
    await writeSummary([`\n${published.lineage}\n`], surroundings.summary_file);
  } else surroundings.log(disarmCommands(`Nothing was published: ${published.reason}.\n`));
  await annotate(annotationsLeft(found.annotations, published));
  const publication = published.done ? published.publication : null;
  await setOutputs({
    verdict: found.verdict,
    "exit-code": found.exit_code,
    "matrix-id": found.matrix_id,
    report: found.paths.report,
    summary: found.paths.summary,
    bundle: found.paths.bundle,
    "bundle-sha256": found.bundle_sha256,
    "bundle-url": publication?.bundle.state === "uploaded" ? publication.bundle.url : null,
    "comment-url": publication?.comment_url ?? null,
    "check-run-url": publication?.check_run_url ?? null,
  });
  return found.exit_code;
}

/** A fault of publishing must not take the verdict with it. */
async function publishSafely(publish: () => Promise<Published>): Promise<Published> {
  try {
    return await publish();
  } catch (error) {
    return { done: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** What stands at its line in the check run already is not said twice; what could not be published is said. */
function annotationsLeft(
  annotations: readonly Annotation[],
  published: Published,
): readonly Annotation[] {
  if (!published.done) return annotations;
  let shown = published.publication.check_notes;
  const left = annotations.filter((one) => {
    if (shown === 0 || !isPlaced(one)) return true;
    shown -= 1;
    return false;
  });
  const warnings = published.publication.warnings.map(
    (message) => ({ level: "warning", title: "Agent Lab", message }) as const,
  );
  return [...left, ...warnings];
}

/** Whether it points to a line of a file in the repository. */
export function isPlaced(
  annotation: Annotation,
): annotation is Annotation & { readonly file: string; readonly line: number } {
  const { file, line } = annotation;
  return file !== undefined && line !== undefined && !file.startsWith("..");
}
