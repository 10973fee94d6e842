/** A later score of a stored run is a document of its own; the RunResult and its digest stay as they are. */

import type { Score } from "../../contracts/evaluator.ts";
import type { Digest } from "../../contracts/primitives.ts";
import type { ScoreDocument } from "../../contracts/run-result.ts";
import type { DigestedResult } from "./observation.ts";

/** The case version whose evaluator gave the later score. */
export interface ScoringCase {
  readonly id: string;
  readonly version: number;
  readonly sha256: Digest;
}

/** The exploratory score of one stored run under one case version. Throws when the case is another one: a caller's bug. */
export function scoreDocumentOf(
  stored: DigestedResult,
  scoring: ScoringCase,
  score: Score,
): ScoreDocument {
  if (stored.result.case_id !== scoring.id) {
    throw new Error(
      `run ${stored.result.run_id} is of case ${stored.result.case_id}, not ${scoring.id}`,
    );
  }
  return {
    schema_version: 1,
    run_id: stored.result.run_id,
    result_sha256: stored.digest,
    case_id: scoring.id,
    case_version: scoring.version,
    case_sha256: scoring.sha256,
    label: "exploratory",
    score,
  };
}

/**
 * The runs as a comparison should read them: where a document names a run and its digest, with that score and case
 * version. The digests stay those of the stored results, so that the comparison still points at raw evidence.
 * Throws when a document names a run that is not there or was altered since.
 */
export function applyScores(
  results: readonly DigestedResult[],
  documents: readonly ScoreDocument[],
): DigestedResult[] {
  const later = new Map(documents.map((document) => [document.run_id, document]));
  const digests = new Map(results.map(({ result, digest }) => [result.run_id, digest]));
  for (const document of documents) {
    if (digests.get(document.run_id) !== document.result_sha256) {
      throw new Error(
        `score of run ${document.run_id} was made from ${document.result_sha256}; that result is not here`,
      );
    }
  }
  return results.map((stored) => {
    const document = later.get(stored.result.run_id);
    if (document === undefined) return stored;
    const { score, case_version, case_sha256 } = document;
    return {
      digest: stored.digest,
      result: { ...stored.result, score, case_version, case_sha256 },
    };
  });
}
