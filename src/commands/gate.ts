/** gate and report: the verdict of a stored matrix, decided again from its evidence, with SPEC's exit codes. */
import { contractDigest } from "../core/planning/bind-contracts.ts";
import type { Shell } from "../core/ports.ts";
import { exitCode, type FailOn } from "../core/readiness/conclude.ts";
import { reportJson } from "../core/report/json.ts";
import { renderMarkdown } from "../core/report/markdown.ts";
import { reportView } from "../core/report/view.ts";
import { decideMatrix } from "../core/verdict/decide-matrix.ts";
import {
  gatherEvidence,
  laterLook,
  lineageFault,
  terminalFace,
  withPaths,
  writeViews,
} from "./judge.ts";
import { loadMatrix, openMatrix, openStoredLedger } from "./load-matrix.ts";
import { readingExit } from "./other-version.ts";
import { refusalResult, type CommandResult } from "./result.ts";

export interface GateOptions {
  readonly base: string;
  readonly matrix?: string | undefined;
  readonly policy?: string | undefined;
  /** `null` keeps the whole table of exit codes, as `gate` does. */
  readonly fail_on: FailOn | null;
  readonly format: "terminal" | "markdown";
}

/** Decides the stored matrix again. Another policy is a later look, kept beside the planned one. */
export async function gateStored(shell: Shell, options: GateOptions): Promise<CommandResult> {
  const folder = openMatrix(shell, options.base, options.matrix);
  if (!folder.ok) return refusalResult(folder.faults, 50);
  const policy = options.policy === undefined ? null : shell.workspace.loadPolicy(options.policy);
  if (policy?.ok === false) return refusalResult(policy.faults, 50);
  const opened = openStoredLedger(shell, folder.value);
  if (!opened.ok) return refusalResult(opened.faults, readingExit(opened.faults));
  const ledger = opened.value;
  try {
    const stored = loadMatrix(folder.value, ledger);
    if (!stored.ok) return refusalResult(stored.faults, readingExit(stored.faults));
    const evidence = await gatherEvidence(shell, stored.value, ledger);
    if (!evidence.ok) return refusalResult(evidence.faults, readingExit(evidence.faults));
    const changed =
      policy !== null &&
      contractDigest("readiness_policy", policy.value) !==
        contractDigest("readiness_policy", evidence.value.policy);
    const verdict = decideMatrix(
      changed ? { ...evidence.value, policy: policy.value } : evidence.value,
      {
        exploratory_reasons: changed
          ? [`the policy ${policy.value.name} was chosen after the runs`]
          : [],
        evaluation_data_errors: [],
      },
    );
    if (!verdict.ok) {
      const { fault, exit_code } = lineageFault(verdict, folder.value.path);
      return refusalResult([fault], exit_code);
    }
    const paths = writeViews(stored.value, verdict, changed ? policy.value.name : null);
    const exit_code =
      options.fail_on === null
        ? verdict.readiness.exit_code
        : exitCode(verdict.readiness, options.fail_on);
    const report = withPaths(
      verdict.report,
      [
        { name: "report", path: paths.markdown },
        { name: "page", path: paths.html },
      ],
      [],
    );
    const packed = folder.value.read("evidence.tar.gz") !== null;
    const bundle = packed ? { path: folder.value.locate("evidence.tar.gz") } : null;
    const text =
      options.format === "markdown"
        ? renderMarkdown(reportView(changed ? laterLook(verdict.report) : verdict.report))
        : terminalFace(shell, report, { bundle, later: changed });
    return { exit_code, text, json: { ...reportJson(report, exit_code) } };
  } finally {
    ledger.close();
  }
}
