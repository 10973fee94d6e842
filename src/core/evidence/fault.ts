/** What a bundle can have wrong: one code for each kind of fault, never changed once published. */

export type FaultCode =
  | "E-limit_exceeded"
  | "E-path_unsafe"
  | "E-path_twin"
  | "E-path_duplicate"
  | "E-file_missing"
  | "E-file_extra"
  | "E-file_misplaced"
  | "E-size_mismatch"
  | "E-digest_mismatch"
  | "E-artifact_name"
  | "E-not_utf8"
  | "E-not_json"
  | "E-not_canonical"
  | "E-schema_invalid"
  | "E-created_differs"
  | "E-plan_mismatch"
  | "E-contract_missing"
  | "E-contract_mismatch"
  | "E-contract_foreign"
  | "E-run_foreign"
  | "E-run_unrecorded"
  | "E-run_altered"
  | "E-run_unfinished"
  | "E-run_differs"
  | "E-opening_differs"
  | "E-score_differs"
  | "E-cost_differs"
  | "E-cell_missing"
  | "E-cell_duplicate"
  | "E-block_unadmitted"
  | "E-look_differs"
  | "E-look_early"
  | "E-look_extra"
  | "E-look_missing"
  | "E-registration_missing"
  | "E-registration_mismatch"
  | "E-analysis_differs"
  | "E-blocks_differ"
  | "E-shard_foreign"
  | "E-shard_budget"
  | "E-stream_missing"
  | "E-stream_foreign"
  | "E-chain_gap"
  | "E-chain_broken"
  | "E-head_missing"
  | "E-head_mismatch"
  | "E-order_broken"
  | "E-artifact_missing"
  | "E-artifact_foreign"
  | "E-event_repeated"
  | "E-event_refused"
  | "E-view_differs"
  | "E-view_extra"
  | "E-view_refused";

/** `line` counts from 1 inside the file at `path`. */
export interface Fault {
  readonly code: FaultCode;
  readonly path: string;
  readonly line?: number;
  readonly message: string;
}

/** Runs checks in order; the first fault ends them. */
export function firstFault(checks: Iterable<Fault | undefined>): Fault | undefined {
  for (const fault of checks) if (fault) return fault;
  return undefined;
}
