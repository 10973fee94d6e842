/** Decides what happens to one tool intent before anything runs; every doubt is a refusal with a code of `tool.refused`. */
import type { CaseContract } from "../../contracts/case.ts";
import type { RuntimeEvent } from "../../contracts/event.ts";
import type { Digest, Json } from "../../contracts/primitives.ts";
import type { ToolDefinition } from "../../contracts/tool-catalogue.ts";
import { digestDocument } from "../digest/digest.ts";
import { checkSchema, describeIssues } from "./schema.ts";

export type ApprovalRule = CaseContract["approvals"][number];
export type RefusalCode = Extract<RuntimeEvent, { type: "tool.refused" }>["code"];

/** The stored outcome of an executed request; it never expires inside a run. */
export interface Receipt {
  readonly request_sha256: Digest;
  readonly output: string;
  readonly is_error: boolean;
}

/** `receipts`: by idempotency key. `calls_left`: tool calls the run may still make, this one included. */
export interface ToolIntent {
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  readonly authorised: readonly string[];
  readonly name: string;
  readonly arguments: Json;
  readonly idempotency_key: string;
  readonly arguments_sha256: Digest;
  readonly receipts: Readonly<Record<string, Receipt>>;
  readonly approvals: readonly ApprovalRule[];
  readonly calls_left: number;
}

export interface ToolRefusal {
  readonly kind: "refuse";
  readonly code: RefusalCode;
  readonly message: string;
}

export type ToolDecision =
  | {
      readonly kind: "execute";
      readonly tool: ToolDefinition;
      readonly request_sha256: Digest;
      readonly needs_approval: ApprovalRule | null;
    }
  | { readonly kind: "replay"; readonly receipt: Receipt }
  | ToolRefusal;

function refuse(code: RefusalCode, message: string): ToolRefusal {
  return { kind: "refuse", code, message };
}

/** What a receipt is bound to: the tool, its version and the arguments, so that a key never answers another request. */
export function digestToolRequest(
  tool: Pick<ToolDefinition, "name" | "version">,
  arguments_sha256: Digest,
): Digest {
  const { name, version } = tool;
  return digestDocument("tool-request", { name, version, arguments_sha256 });
}

/**
 * Execute, replay or refuse. Order: known, authorised, valid arguments, receipt, limit, approval; so a repeated request
 * is answered from its receipt even when the limit is used up, and an unauthorised one never learns what is stored.
 */
export function decideToolCall(intent: ToolIntent): ToolDecision {
  const tool = intent.tools.get(intent.name);
  if (tool === undefined) {
    const offered = intent.authorised.join(", ") || "none";
    return refuse(
      "unknown_tool",
      `there is no tool "${intent.name}"; this task offers: ${offered}`,
    );
  }
  if (!intent.authorised.includes(tool.name)) {
    return refuse("not_authorised", `the tool ${tool.name} is not offered in this task`);
  }
  const issues = checkSchema(tool.input_schema, intent.arguments);
  if (issues.length > 0) {
    return refuse(
      "invalid_arguments",
      `${tool.name} refused its arguments: ${describeIssues(issues)}`,
    );
  }
  const request_sha256 = digestToolRequest(tool, intent.arguments_sha256);
  const receipt = Object.hasOwn(intent.receipts, intent.idempotency_key)
    ? intent.receipts[intent.idempotency_key]
    : undefined;
  if (receipt !== undefined) {
    if (receipt.request_sha256 === request_sha256) return { kind: "replay", receipt };
    const message = `the idempotency key "${intent.idempotency_key}" already answered another request; use a new key for ${tool.name}`;
    return refuse("idempotency_mismatch", message);
  }
  if (intent.calls_left < 1) {
    return refuse("limit_reached", "the run has used all tool calls its case allows");
  }
  const rule = intent.approvals.find((one) => one.tool === tool.name);
  if (rule === undefined && tool.approval === "required") {
    return refuse(
      "approval_pending",
      `${tool.name} needs an approval and the case has no rule for it; add one under approvals`,
    );
  }
  return { kind: "execute", tool, request_sha256, needs_approval: rule ?? null };
}

export type RuleDecision =
  | { readonly decision: "approved" }
  | { readonly decision: "rejected" | "expired"; readonly refusal: ToolRefusal }
  | { readonly decision: "pending"; readonly refusal: ToolRefusal };

/** What a case's rule answers at once. `human` decides nothing here: the operation waits and does not run. */
export function decideApproval(rule: ApprovalRule): RuleDecision {
  switch (rule.rule) {
    case "approve":
      return { decision: "approved" };
    case "reject":
      return {
        decision: "rejected",
        refusal: refuse("approval_rejected", `${rule.approver} rejected this call of ${rule.tool}`),
      };
    case "expire":
      return {
        decision: "expired",
        refusal: refuse("approval_expired", `the approval of ${rule.tool} expired undecided`),
      };
    case "human":
      return {
        decision: "pending",
        refusal: refuse("approval_pending", `${rule.tool} waits for the approval of a person`),
      };
  }
}
