/** Asks for an approval and records what the case's rule decides at once; a person decides later, from outside. */
import type { Digest } from "../contracts/primitives.ts";
import { decideApproval, type ApprovalRule, type ToolRefusal } from "../core/tools/decide.ts";
import type { Recorder } from "./recorder.ts";
import { nameFor } from "./reservation.ts";

export type Asked =
  | { readonly decision: "approved" }
  | { readonly decision: "rejected" | "expired"; readonly refusal: ToolRefusal }
  | { readonly decision: "pending"; readonly refusal: ToolRefusal; readonly approval_id: string };

export async function askApproval(
  host: {
    readonly recorder: Recorder;
    readonly attempt: number;
    readonly now: () => string;
  },
  call: {
    readonly operation_id: string;
    readonly rule: ApprovalRule;
    readonly arguments_sha256: Digest;
    readonly revision: number;
  },
): Promise<Asked> {
  const { operation_id, rule, arguments_sha256, revision } = call;
  const approval_id = nameFor("approval", operation_id);
  const tuple = {
    approval_id,
    operation_id,
    attempt: host.attempt,
    action: rule.tool,
    arguments_sha256,
    revision,
  };
  const decided = decideApproval(rule);
  if (decided.decision === "pending") {
    const expires_at = addMinutes(host.now(), rule);
    await host.recorder.append({ type: "approval.requested", ...tuple, expires_at });
    return { ...decided, approval_id };
  }
  const { decision } = decided;
  const approver = `rule:${rule.approver}`;
  await host.recorder.append(
    { type: "approval.requested", ...tuple },
    { type: "approval.decided", ...tuple, decision, approver },
  );
  return decided;
}

/** When a request that nobody decided stops standing. */
function addMinutes(now: string, { expires_minutes = 1_440 }: ApprovalRule): string {
  return new Date(Date.parse(now) + expires_minutes * 60_000).toISOString();
}
