/** evaluate: the whole way in one command: plan, preflight, run, score, gate, report, bundle. */
import type { BundleManifest } from "../contracts/bundle-manifest.ts";
import type { Fault } from "../contracts/fault.ts";
import type { PreflightReport } from "../contracts/preflight.ts";
import { dryJson, dryVerdict } from "../core/dry/dry-report.ts";
import { dryView } from "../core/dry/dry-view.ts";
import type { Shell } from "../core/ports.ts";
import { exitCode, type FailOn } from "../core/readiness/conclude.ts";
import { reportJson } from "../core/report/json.ts";
import { renderMarkdown } from "../core/report/markdown.ts";
import { refusalView } from "../core/report/refusal.ts";
import { renderTerminal } from "../core/report/terminal.ts";
import { reportView } from "../core/report/view.ts";
import { decideMatrix } from "../core/verdict/decide-matrix.ts";
import { findMissingVariables } from "./agent-variables.ts";
import { reportMoney, reportPreflight } from "./announce.ts";
import { packMatrix, type Bundle } from "./bundle.ts";
import { type DryWish, runDry } from "./dry.ts";
import {
  gatherEvidence,
  lineageFault,
  terminalFace,
  withPaths,
  writeViews,
  type ViewPaths,
} from "./judge.ts";
import { loadMatrix, openStoredLedger } from "./load-matrix.ts";
import { readingExit } from "./other-version.ts";
import { planRevisions, type RevisionNames } from "./plan-revisions.ts";
import { findUnreachableModels, makePlan, type Planned } from "./plan.ts";
import { checkCases, preflightFace } from "./preflight.ts";
import type { ProgramPlace } from "./prepare.ts";
import { refusalResult, type CommandResult } from "./result.ts";
import { claimMatrix, runMatrix, type MatrixRan } from "./run-matrix.ts";
import { findMissingKeys } from "./upstream.ts";
import { waitingFaults } from "./waiting.ts";

export interface EvaluateOptions {
  readonly file: string;
  readonly base: string;
  readonly fresh: boolean;
  readonly fail_on: FailOn;
  readonly run_attempt: number;
  readonly source: BundleManifest["source"];
  /** How many blocks are run at a time; default 1. */
  readonly workers?: number;
  /** Which revisions are compared, for a program of the user's own; default: main and HEAD. */
  readonly revisions?: RevisionNames;
  /** Whether it may or must do without a key; absent: a missing key is refused. */
  readonly dry?: DryWish;
}

/** What the Action shows besides the text: the Markdown for the summary and the places of everything. */
export interface Evaluated extends CommandResult {
  readonly verdict: string;
  /** What the check run is called, where that is more than the verdict. */
  readonly title?: string;
  readonly matrix_id: string | null;
  readonly summary: string;
  /** For a page with no room left: the verdict and one sentence. */
  readonly short_summary: string;
  readonly paths: ViewPaths | null;
  readonly bundle: Bundle | null;
}

export async function evaluate(shell: Shell, options: EvaluateOptions): Promise<Evaluated> {
  const planned = makePlan(shell, options.file);
  if (!planned.ok) return refused(options, null, planned.faults, 50);
  if (planned.value.plan.variable === "revision") return evaluateRevisions(shell, options);
  if (options.dry?.when === "always")
    return refused(options, null, [noDryMatrix(options.file)], 50);
  return evaluatePlan(shell, planned.value, new Map(), options);
}

/** Your own agent: base and head of the repository, each in a checkout of its own that is removed afterwards. */
async function evaluateRevisions(shell: Shell, options: EvaluateOptions): Promise<Evaluated> {
  const names = options.revisions ?? { base: "main", head: "HEAD" };
  const both = await planRevisions(shell, options.file, names);
  if (!both.ok) return refused(options, null, both.faults, 50);
  const { planned, places, notes } = both.value;
  for (const text of notes) shell.progress.report({ kind: "note", text });
  const [same] = names.base === names.head ? [] : findSameCommit(planned);
  const keys = findMissingKeys(shell, planned.contracts.models);
  const { dry } = options;
  try {
    if (same !== undefined) return refused(options, planned, [same], 50);
    return dry?.when === "always" || (dry !== undefined && keys.length > 0)
      ? await evaluateDry(shell, planned, places, { ...options, dry }, keys)
      : await evaluatePlan(shell, planned, places, options);
  } finally {
    for (const fault of await both.value.remove())
      shell.progress.report({ kind: "note", text: fault.message });
  }
}

async function evaluatePlan(
  shell: Shell,
  planned: Planned,
  places: ReadonlyMap<string, ProgramPlace>,
  options: EvaluateOptions,
): Promise<Evaluated> {
  const [unreachable, ...others] = [
    ...findUnreachableModels(shell, planned.contracts),
    ...findMissingVariables(shell, planned.plan.candidates, options.file),
  ];
  if (unreachable !== undefined) return refused(options, planned, [unreachable, ...others], 50);
  const preflight = checkCases(planned.contracts, shell.workspace);
  reportPreflight(shell, preflight);
  if (!preflight.passed) return preflightFailed(shell, planned, preflight);
  reportMoney(shell, planned, options.base);
  const ran = await runMatrix(shell, planned, preflight, {
    ...options,
    places,
    unpacked: "finish",
  });
  if (!ran.ok) return refused(options, planned, ran.faults, ran.integrity === true ? 60 : 50);
  const waiting = waitingFaults(ran.value.waiting, ran.value.folder.matrix_id);
  if (waiting !== null) return refused(options, planned, waiting, 30);
  const claim = claimMatrix(ran.value.folder);
  if (!claim.ok) return refused(options, planned, claim.faults, 50, false);
  try {
    return await conclude(shell, ran.value, planned, options);
  } finally {
    claim.value.release();
  }
}

/** Both revisions without a key: no ledger, no bundle, no verdict, exit 0. */
async function evaluateDry(
  shell: Shell,
  planned: Planned,
  places: ReadonlyMap<string, ProgramPlace>,
  options: EvaluateOptions & { readonly dry: DryWish },
  keys: readonly string[],
): Promise<Evaluated> {
  const preflight = checkCases(planned.contracts, shell.workspace);
  reportPreflight(shell, preflight);
  if (!preflight.passed) return preflightFailed(shell, planned, preflight);
  const { fork, cassette } = options.dry;
  const cause = { keys, fork };
  const ran = await runDry(shell, planned, preflight, { places, cause, cassette });
  if (!ran.ok) return refused(options, planned, ran.faults, 50);
  const view = dryView(ran.value);
  const title = dryVerdict(cause);
  return {
    exit_code: 0,
    text: renderTerminal(view, shell.terminal),
    json: dryJson(ran.value),
    verdict: "not evaluated",
    title,
    matrix_id: null,
    summary: renderMarkdown(view),
    short_summary: shortSummary(title, null),
    paths: null,
    bundle: null,
  };
}

/** Two names for one commit are a mistake, as on main itself; the same name twice is a wish. */
function findSameCommit({ plan }: Planned): Fault[] {
  const commits = new Set(plan.candidates.map((one) => one.revision));
  if (commits.size > 1) return [];
  return [
    {
      code: "same_commit",
      message: "base and head are the same commit: there is nothing to compare",
      where: "--base and --head",
      fix: "Check out your branch, or name it: --base main --head YOUR-BRANCH. Named the same way twice, a commit is compared with itself.",
    },
  ];
}

function noDryMatrix(where: string): Fault {
  return {
    code: "dry_needs_revisions",
    message: "dry mode compares what two revisions of your own agent ask; this plan compares none",
    where,
    fix: "Leave dry mode out: a matrix of frameworks runs on the simulated model without a key.",
  };
}

async function conclude(
  shell: Shell,
  ran: MatrixRan,
  planned: Planned,
  options: EvaluateOptions,
): Promise<Evaluated> {
  const opened = openStoredLedger(shell, ran.folder);
  if (!opened.ok)
    return refused(options, planned, opened.faults, readingExit(opened.faults), false);
  const ledger = opened.value;
  try {
    const stored = loadMatrix(ran.folder, ledger);
    if (!stored.ok)
      return refused(options, planned, stored.faults, readingExit(stored.faults), false);
    const evidence = await gatherEvidence(shell, stored.value, ledger);
    if (!evidence.ok)
      return refused(options, planned, evidence.faults, readingExit(evidence.faults), false);
    const verdict = decideMatrix(evidence.value);
    if (!verdict.ok) {
      const { fault, exit_code } = lineageFault(verdict, ran.folder.path);
      return refused(options, planned, [fault], exit_code);
    }
    const paths = writeViews(stored.value, verdict, null);
    const bundle = await packMatrix(shell, stored.value, ledger, options.source);
    if (!bundle.ok) return refused(options, planned, bundle.faults, 60);
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
      text: terminalFace(shell, report, { bundle: bundle.value, later: false }),
      json: { ...reportJson(report, exit_code) },
      verdict: verdict.readiness.exit_code === 40 ? "not evaluated" : verdict.readiness.verdict,
      matrix_id: ran.folder.matrix_id,
      summary: renderMarkdown(reportView({ ...verdict.report, digests: report.digests })),
      short_summary: shortSummary(verdict.readiness.verdict, ran.folder.matrix_id),
      paths,
      bundle: bundle.value,
    };
  } finally {
    ledger.close();
  }
}

function preflightFailed(shell: Shell, planned: Planned, preflight: PreflightReport): Evaluated {
  const view = preflightFace(planned.plan.title, preflight, planned.contracts.cases);
  return {
    exit_code: 50,
    text: renderTerminal(view, shell.terminal),
    json: { verdict: null, exit_code: 50, preflight },
    verdict: "not evaluated",
    matrix_id: null,
    summary: renderMarkdown(view),
    short_summary: shortSummary("not evaluated", null),
    paths: null,
    bundle: null,
  };
}

/** `unspent`: known to be refused before any model was asked. */
function refused(
  options: EvaluateOptions,
  planned: Planned | null,
  faults: readonly [Fault, ...Fault[]],
  exit_code: 50 | 60 | 40 | 30,
  unspent = exit_code === 50,
): Evaluated {
  const view = refusalView({
    title: options.file,
    plan: planned?.plan ?? null,
    faults,
    unspent,
  });
  return {
    ...refusalResult(faults, exit_code),
    verdict: "not evaluated",
    matrix_id: null,
    short_summary: shortSummary("not evaluated", null),
    summary: renderMarkdown(view),
    paths: null,
    bundle: null,
  };
}

function shortSummary(verdict: string, matrix_id: string | null): string {
  const where = matrix_id === null ? "the log" : `the bundle of matrix ${matrix_id}`;
  return `**${verdict}** (the page had no room left; everything is in ${where})\n`;
}
