/** The desk where a program of the user's own announces its tool calls. Types only. */
import type { ToolIntent, ToolReply, ToolSettlement } from "../contracts/kit.ts";

/** `message`: why the settlement was not taken. */
export type SettlementReply =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string };

/** Both promises resolve only when the record is durable, and reject when it can't be made. */
export interface ToolDesk {
  intent(intent: ToolIntent): Promise<ToolReply>;
  settlement(settlement: ToolSettlement): Promise<SettlementReply>;
}

export interface ToolsAddress {
  /** Without a slash at its end; `/intent` and `/settlement` follow. */
  readonly tools_url: string;
}
