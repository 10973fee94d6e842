/** The world of one run: outside the ledger, and durable on its own, so that an effect without a receipt can be seen. */
import type { Digest, JsonObject } from "../contracts/primitives.ts";
import type { ToolAnswer } from "./tools/answer.ts";

/** One call that changed the world. */
export interface WorldEffect {
  readonly operation_id: string;
  readonly idempotency_key: string;
  readonly request_sha256: Digest;
  readonly output: string;
  readonly is_error: boolean;
  readonly effects: number;
}

export interface World {
  state(): JsonObject;
  /** In the order they happened, those of earlier attempts too. */
  effects(): readonly WorldEffect[];
  /** Keeps what a call changed; durable when it returns. An answer without effects is not kept. */
  apply(
    call: Pick<WorldEffect, "operation_id" | "idempotency_key" | "request_sha256">,
    answer: ToolAnswer,
  ): void;
}

/** The world kept in `file`, which begins as `initial`; `redact` takes secrets out of what is written. */
export type OpenWorld = (
  file: string,
  initial: JsonObject,
  redact: (value: JsonObject) => JsonObject,
) => World;
