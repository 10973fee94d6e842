/** compare: another look at stored runs. Calls no model, starts no process, changes no RunResult. */
import type { CaseContract } from "../contracts/case.ts";
import type { Comparison } from "../contracts/comparison.ts";
import type { Fault } from "../contracts/fault.ts";
import type { ScoreDocument } from "../contracts/run-result.ts";
import { digestDocument } from "../core/digest/digest.ts";
import { explainDisagreement } from "../core/evaluation/disagreement.ts";
import { evaluateRun } from "../core/evaluation/evaluate.ts";
import { contractDigest } from "../core/planning/bind-contracts.ts";
import type { Shell } from "../core/ports.ts";
import { renderForeign } from "../core/report/foreign.ts";
import { reportJson } from "../core/report/json.ts";
import { compareRuns } from "../core/scoring/comparison.ts";
import { applyScores, scoreDocumentOf } from "../core/scoring/rescore.ts";
import { decideMatrix, type LaterLook } from "../core/verdict/decide-matrix.ts";
import {
  gatherEvidence,
  lineageFault,
  terminalFace,
  withPaths,
  writeViews,
  type StoredEvidence,
} from "./judge.ts";
import {
  loadMatrix,
  openMatrix,
  openStoredLedger,
  serialise,
  type StoredMatrix,
  type StoredRun,
} from "./load-matrix.ts";
import { readingExit } from "./other-version.ts";
import { refusalResult, type CommandResult } from "./result.ts";

export interface CompareOptions {
  readonly base: string;
  readonly matrix?: string | undefined;
  readonly runs?: string | undefined;
  readonly score_profile?: string | undefined;
  readonly pricing?: string | undefined;
  readonly case?: string | undefined;
  readonly rubric?: string | undefined;
}

/** Compares a stored matrix under other weights, prices or another case version, or a folder of transcribed runs. */
export async function compareStored(shell: Shell, options: CompareOptions): Promise<CommandResult> {
  if (options.runs !== undefined) return compareForeign(shell, { ...options, runs: options.runs });
  const folder = openMatrix(shell, options.base, options.matrix);
  if (!folder.ok) return refusalResult(folder.faults, 50);
  const opened = openStoredLedger(shell, folder.value);
  if (!opened.ok) return refusalResult(opened.faults, readingExit(opened.faults));
  const ledger = opened.value;
  try {
    const stored = loadMatrix(folder.value, ledger);
    if (!stored.ok) return refusalResult(stored.faults, readingExit(stored.faults));
    const evidence = await gatherEvidence(shell, stored.value, ledger);
    if (!evidence.ok) return refusalResult(evidence.faults, readingExit(evidence.faults));
    return compareEvidence(shell, stored.value, evidence.value, options);
  } finally {
    ledger.close();
  }
}

function compareEvidence(
  shell: Shell,
  stored: StoredMatrix,
  planned: StoredEvidence,
  options: CompareOptions,
): CommandResult {
  const profile =
    options.score_profile === undefined ? null : shell.workspace.loadProfile(options.score_profile);
  if (profile?.ok === false) return refusalResult(profile.faults, 50);
  const pricing =
    options.pricing === undefined ? null : shell.workspace.loadPricing(options.pricing);
  if (pricing?.ok === false) return refusalResult(pricing.faults, 50);
  const other =
    options.case === undefined ? null : shell.workspace.loadCase(options.case, planned.catalogue);
  if (other?.ok === false) return refusalResult(other.faults, 50);
  const judged = options.rubric === undefined ? null : shell.workspace.loadRubric(options.rubric);
  if (judged?.ok === false) return refusalResult(judged.faults, 50);
  const edited = other === null ? null : findEdited(planned, other.value, options.case ?? "");
  if (edited !== null) return refusalResult([edited], 50);
  const rescored = other === null ? null : rescore(planned, stored.runs, other.value);
  if (rescored?.documents.length === 0 && other !== null)
    return refusalResult(
      [
        {
          code: "case_not_run",
          message: `matrix ${planned.matrix_id} ran no case ${other.value.id}`,
          where: options.case ?? "",
          fix: `It ran: ${planned.cases.map((one) => one.id).join(", ")}.`,
        },
      ],
      50,
    );
  for (const document of rescored?.documents ?? [])
    stored.folder.write(
      `scores/${document.case_id}.v${document.case_version}/${document.run_id}.json`,
      serialise(document),
    );
  const evidence = {
    ...planned,
    results: rescored === null ? planned.results : applyScores(planned.results, rescored.documents),
    profile: profile?.value ?? planned.profile,
    pricing: pricing?.value ?? planned.pricing,
    ...(judged === null ? {} : { rubric: judged.value }),
  };
  const look: LaterLook = {
    exploratory_reasons:
      rescored === null
        ? []
        : [
            `case ${other?.value.id ?? ""} was scored again under version ${other?.value.version ?? ""}, after the runs`,
          ],
    evaluation_data_errors: rescored?.errors ?? [],
    ...(profile === null ? {} : { planned_profile: planned.profile }),
  };
  const verdict = decideMatrix(evidence, look);
  if (!verdict.ok) {
    const { fault, exit_code } = lineageFault(verdict, stored.folder.path);
    return refusalResult([fault], exit_code);
  }
  const label = [
    other === null ? [] : [`${other.value.id}-v${other.value.version}`],
    profile === null ? [] : [evidence.profile.name],
    pricing === null ? [] : [evidence.pricing.name],
    judged === null ? [] : [`${judged.value.name}-v${judged.value.version}`],
  ]
    .flat()
    .join("-");
  const paths = writeViews(stored, verdict, label === "" ? null : label);
  const report = withPaths(
    verdict.report,
    [
      { name: "report", path: paths.markdown },
      { name: "page", path: paths.html },
      { name: "comparison", path: paths.comparison },
    ],
    [],
  );
  return {
    exit_code: 0,
    text: terminalFace(shell, report, { bundle: bundleOf(stored), later: label !== "" }),
    json: { ...reportJson(report, 0), comparison: verdict.comparison },
  };
}

function bundleOf({ folder }: StoredMatrix): { readonly path: string } | null {
  return folder.read("evidence.tar.gz") === null
    ? null
    : { path: folder.locate("evidence.tar.gz") };
}

/** Two contents under one version could never be told apart again: points without a meaning. */
function findEdited(planned: StoredEvidence, other: CaseContract, where: string): Fault | null {
  const ran = planned.cases.find((one) => one.id === other.id && one.version === other.version);
  if (ran === undefined || contractDigest("case", ran) === contractDigest("case", other))
    return null;
  return {
    code: "case_edited",
    message: `version ${other.version} of case ${other.id} has other content than the one that was run; raise version`,
    where,
    fix: "A case that has been run is never edited: write the change as a new version and say why under supersedes.",
  };
}

interface Rescored {
  readonly documents: readonly ScoreDocument[];
  readonly errors: Comparison["evaluation_data_errors"];
}

/** Scores the stored runs of one case under another version of it, and says which version their own tools contradict. */
function rescore(
  planned: StoredEvidence,
  runs: readonly StoredRun[],
  other: CaseContract,
): Rescored {
  const original = planned.cases.find((one) => one.id === other.id);
  const documents: ScoreDocument[] = [];
  const errors = new Map<string, Comparison["evaluation_data_errors"][number]>();
  for (const stored of runs.filter(
    (one) => one.result.case_id === other.id && !("missing" in one.result.score),
  )) {
    const { result } = stored;
    const evidence = {
      status: result.status,
      final_output: result.final_output,
      tool_calls: result.tool_calls,
      abandoned_calls: result.abandoned?.tool_calls ?? [],
      world: result.world,
      output_format: other.output.format,
      output_schema: other.output.schema,
    };
    const score = evaluateRun(
      other.evaluator,
      evidence,
      digestDocument("evaluator", other.evaluator),
    );
    documents.push(
      scoreDocumentOf(
        stored,
        { id: other.id, version: other.version, sha256: contractDigest("case", other) },
        score,
      ),
    );
    if (original === undefined || "missing" in result.score) continue;
    if (result.status !== "completed") continue;
    const found = explainDisagreement(evidence, [
      { case_version: original.version, evaluator: original.evaluator, score: result.score },
      { case_version: other.version, evaluator: other.evaluator, score },
    ]);
    for (const one of found)
      errors.set(`${one.case_version}${one.pointer}`, {
        case_id: other.id,
        case_version: one.case_version,
        message: one.message,
      });
  }
  return { documents, errors: [...errors.values()] };
}

function compareForeign(
  shell: Shell,
  options: CompareOptions & { readonly runs: string },
): CommandResult {
  const runs = shell.workspace.loadForeignRuns(options.runs);
  const profile = shell.workspace.loadProfile(
    options.score_profile ?? "shipped:config/score-profiles/balanced-v1.yaml",
  );
  const pricing = shell.workspace.loadPricing(
    options.pricing ?? "shipped:config/pricing/free-glm-v1.yaml",
  );
  if (!runs.ok) return refusalResult(runs.faults, 50);
  if (!profile.ok) return refusalResult(profile.faults, 50);
  if (!pricing.ok) return refusalResult(pricing.faults, 50);
  const compared = compareRuns({
    matrix_id: runs.value[0]?.matrix_id ?? "",
    plan: null,
    results: [],
    foreign: runs.value.map((run) => ({ run, digest: digestDocument("foreign-run", run) })),
    profile: profile.value,
    profile_sha256: contractDigest("score_profile", profile.value),
    pricing: pricing.value,
    pricing_sha256: contractDigest("pricing_catalogue", pricing.value),
    preflight: { missing: "transcribed runs have no preflight" },
    not_run: [],
    evaluation_data_errors: [],
    exploratory_reasons: [],
  });
  if (!compared.ok) {
    const { fault, exit_code } = lineageFault(compared, options.runs);
    return refusalResult([fault], exit_code);
  }
  const { comparison } = compared;
  return {
    exit_code: 0,
    text: renderForeign(comparison),
    json: {
      verdict: null,
      exit_code: 0,
      label: "transcribed, not re-derivable",
      digests: { comparison: digestDocument("comparison", comparison) },
      comparison,
    },
  };
}
