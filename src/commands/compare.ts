/** compare: another look at stored runs. Calls no model, starts no process, changes no RunResult. */
import type { CaseContract } from "../contracts/case.ts";
import type { Comparison } from "../contracts/comparison.ts";
import type { Fault } from "../contracts/fault.ts";
import type { ScoreDocument } from "../contracts/run-result.ts";
import { digestDocument } from "../core/digest/digest.ts";
import { explainDisagreement } from "../core/evaluation/disagreement.ts";
import { evaluateRun } from "../core/evaluation/evaluate.ts";
import { contractDigest } from "../core/planning/bind-contracts.ts";
import type { MatrixFolder, Shell } from "../core/ports.ts";
import { apartSentences, renderMatrices, type MatrixLook } from "../core/report/side-by-side.ts";
import { applyScores, scoreDocumentOf } from "../core/scoring/rescore.ts";
import type { LaterLook } from "../core/verdict/decide-matrix.ts";
import { compareForeign } from "./compare-foreign.ts";
import { gatherEvidence, type StoredEvidence } from "./judge.ts";
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
import { loadProfiles, weighProfiles } from "./weigh-profiles.ts";

export interface CompareOptions {
  readonly base: string;
  /** None: the newest. */
  readonly matrices: readonly string[];
  readonly runs?: string | undefined;
  /** None: the planned one. */
  readonly score_profiles: readonly string[];
  readonly pricing?: string | undefined;
  readonly case?: string | undefined;
  readonly rubric?: string | undefined;
}

/**
 * Compares stored matrices under other weights, prices or another case version, or a folder of transcribed runs.
 * Several matrices stand beside each other, each with its own verdict.
 */
export async function compareStored(shell: Shell, options: CompareOptions): Promise<CommandResult> {
  if (options.runs !== undefined) return compareForeign(shell, options.runs, options);
  const ids = options.matrices.length === 0 ? [undefined] : [...new Set(options.matrices)];
  const found = ids.map((id) => openMatrix(shell, options.base, id));
  const [unknown, ...others] = found.flatMap((one) => (one.ok ? [] : one.faults));
  if (unknown !== undefined) return refusalResult([unknown, ...others], 50);
  const looks: Look[] = [];
  for (const folder of found.flatMap((one) => (one.ok ? [one.value] : []))) {
    const look = await lookAt(shell, folder, options);
    if (!("track" in look)) return look;
    looks.push(look);
  }
  const [only] = looks;
  if (only !== undefined && looks.length === 1)
    return { exit_code: 0, text: only.text, json: only.json };
  return {
    exit_code: 0,
    text: renderMatrices(looks),
    json: {
      verdict: null,
      exit_code: 0,
      apart: apartSentences(looks),
      matrices: looks.map((one) => ({ track: one.track, ...one.json })),
    },
  };
}

interface Look extends MatrixLook {
  readonly json: CommandResult["json"];
}

/** One matrix looked at, or why it can't be. */
async function lookAt(
  shell: Shell,
  folder: MatrixFolder,
  options: CompareOptions,
): Promise<Look | CommandResult> {
  const opened = openStoredLedger(shell, folder);
  if (!opened.ok) return refusalResult(opened.faults, readingExit(opened.faults));
  const ledger = opened.value;
  try {
    const stored = loadMatrix(folder, ledger);
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
): Look | CommandResult {
  const profiles = loadProfiles(shell, planned.profile, options.score_profiles);
  if (!profiles.ok) return refusalResult(profiles.faults, 50);
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
  };
  return weighProfiles(shell, { stored, evidence, look }, profiles.value, {
    before: other === null ? [] : [`${other.value.id}-v${other.value.version}`],
    behind: [
      pricing === null ? [] : [evidence.pricing.name],
      judged === null ? [] : [`${judged.value.name}-v${judged.value.version}`],
    ].flat(),
  });
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
