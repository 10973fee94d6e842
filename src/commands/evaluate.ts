/** evaluate: the whole way in one command: plan, preflight, run, score, gate, report, bundle. */
import type { BundleManifest } from "../contracts/bundle-manifest.ts";
import type { PreflightReport } from "../contracts/preflight.ts";
import { formatPico, parseAmount } from "../core/budget/money.ts";
import type { Shell } from "../core/ports.ts";
import { exitCode, type FailOn } from "../core/readiness/conclude.ts";
import { reportJson } from "../core/report/json.ts";
import { renderMarkdown } from "../core/report/markdown.ts";
import { renderTerminal } from "../core/report/terminal.ts";
import { preflightView, reportView } from "../core/report/view.ts";
import { decideMatrix } from "../core/verdict/decide-matrix.ts";
import { packMatrix, type Bundle } from "./bundle.ts";
import { gatherEvidence, lineageFault, withPaths, writeViews, type ViewPaths } from "./judge.ts";
import { loadMatrix } from "./load-matrix.ts";
import { makePlan, type Planned } from "./plan.ts";
import { checkCases } from "./preflight.ts";
import { refusalResult, type CommandResult } from "./result.ts";
import { runMatrix, type MatrixRan } from "./run-matrix.ts";

export interface EvaluateOptions {
  readonly file: string;
  readonly base: string;
  readonly fresh: boolean;
  readonly fail_on: FailOn;
  readonly run_attempt: number;
  readonly source: BundleManifest["source"];
}

/** What the Action shows besides the text: the Markdown for the summary and the places of everything. */
export interface Evaluated extends CommandResult {
  readonly verdict: string;
  readonly matrix_id: string | null;
  readonly summary: string;
  readonly paths: ViewPaths | null;
  readonly bundle: Bundle | null;
}

export async function evaluate(shell: Shell, options: EvaluateOptions): Promise<Evaluated> {
  const planned = makePlan(shell, options.file);
  if (!planned.ok) return notEvaluated(refusalResult(planned.faults, 50));
  const preflight = checkCases(planned.value.contracts);
  reportPreflight(shell, preflight);
  if (!preflight.passed) return preflightFailed(shell, planned.value, preflight);
  reportMoney(shell, planned.value);
  const ran = await runMatrix(shell, planned.value, preflight, options);
  if (!ran.ok) return notEvaluated(refusalResult(ran.faults, 50));
  return conclude(shell, ran.value, options);
}

async function conclude(
  shell: Shell,
  ran: MatrixRan,
  options: EvaluateOptions,
): Promise<Evaluated> {
  const ledger = shell.openLedger(ran.folder.locate("ledger.db"));
  try {
    const stored = loadMatrix(ran.folder, ledger);
    if (!stored.ok) return notEvaluated(refusalResult(stored.faults, 60));
    const evidence = gatherEvidence(stored.value, ledger);
    if (!evidence.ok) return notEvaluated(refusalResult(evidence.faults, 60));
    const verdict = decideMatrix(evidence.value);
    if (!verdict.ok) {
      const { fault, exit_code } = lineageFault(verdict, ran.folder.path);
      return notEvaluated(refusalResult([fault], exit_code));
    }
    const paths = writeViews(stored.value, verdict, null);
    const bundle = await packMatrix(shell, stored.value, ledger, options.source);
    if (!bundle.ok) return notEvaluated(refusalResult(bundle.faults, 60));
    const exit_code = exitCode(verdict.readiness, options.fail_on);
    const report = withPaths(
      verdict.report,
      [
        { name: "report", path: paths.markdown },
        { name: "page", path: paths.html },
        { name: "bundle", path: bundle.value.path },
      ],
      [{ name: "bundle", digest: bundle.value.sha256 }],
    );
    return {
      exit_code,
      text: renderTerminal(reportView(report), shell.terminal),
      json: { ...reportJson(report, exit_code) },
      verdict: verdict.readiness.verdict,
      matrix_id: ran.folder.matrix_id,
      summary: renderMarkdown(reportView({ ...verdict.report, digests: report.digests })),
      paths,
      bundle: bundle.value,
    };
  } finally {
    ledger.close();
  }
}

export function reportPreflight(shell: Shell, preflight: PreflightReport): void {
  const detail = preflight.passed
    ? `${preflight.cases.length} cases: oracle 100, null agent fails, references ok`
    : `${preflight.problems} problem(s) in ${preflight.cases.filter((one) => one.problems.length > 0).length} of ${preflight.cases.length} cases`;
  shell.progress.report({ kind: "step", name: "preflight", detail });
}

function reportMoney(shell: Shell, { plan, contracts }: Planned): void {
  const { currency } = contracts.pricing;
  const show = (pico: string | { readonly missing: string }): string =>
    typeof pico === "string" ? formatPico(BigInt(pico), currency) : `not known (${pico.missing})`;
  const detail = `worst case ${show(plan.worst_case_pico)}, expected ${show(plan.expected_pico)}, cap ${formatPico(parseAmount(plan.budget).pico, currency)}`;
  shell.progress.report({ kind: "step", name: "budget", detail });
}

function preflightFailed(shell: Shell, planned: Planned, preflight: PreflightReport): Evaluated {
  const view = preflightView({ title: planned.plan.title, preflight, paths: [] });
  return {
    exit_code: 50,
    text: renderTerminal(view, shell.terminal),
    json: { verdict: null, exit_code: 50, preflight },
    verdict: "not evaluated",
    matrix_id: null,
    summary: renderMarkdown(view),
    paths: null,
    bundle: null,
  };
}

function notEvaluated(result: CommandResult): Evaluated {
  return {
    ...result,
    verdict: "not evaluated",
    matrix_id: null,
    summary: `**Not evaluated**\n\n${fence(result.text)}\n`,
    paths: null,
    bundle: null,
  };
}

/** Messages may quote file contents: a fence longer than any run of backticks inside keeps them text. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const mark = "`".repeat(longest + 1);
  return `${mark}text\n${text}\n${mark}`;
}
