/** Documents that are read without a matrix around them. Types only. */
import type { Outcome } from "../contracts/fault.ts";
import type { BoundContract } from "../contracts/plan.ts";
import type { Rubric } from "../contracts/rubric.ts";

/** A contract read alone; `read_over` names the tool catalogue a case was read over. */
export interface LoadedDocument {
  readonly contract: BoundContract;
  readonly read_over?: string;
}

export interface LoneDocuments {
  /** The contract whose kind the file's first line names; null for a matrix, a short form or no such line. */
  loadDocument(file: string): Outcome<LoadedDocument> | null;
  loadRubric(file: string): Outcome<Rubric>;
}
