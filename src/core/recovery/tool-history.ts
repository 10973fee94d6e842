/** What earlier attempts of a run already asked, did and were refused: a restart must not do it again. */
import type { RuntimeEvent } from "../../contracts/event.ts";
import type { Digest } from "../../contracts/primitives.ts";
import type { Receipt, ToolRefusal } from "../tools/decide.ts";

type Requested = Extract<RuntimeEvent, { type: "tool.requested" }>;

/** A call that was asked in an earlier part of the attempt and waits to be carried out. */
export interface StandingCall {
  readonly operation_id: string;
  readonly request_sha256: Digest;
  readonly expires_at: string | null;
}

/** An unsafe call that was carried out. */
export interface Deed {
  readonly operation_id: string;
  readonly name: string;
  readonly request_sha256: Digest;
  /** Of its receipt. */
  readonly sequence: number;
}

export interface ToolHistory {
  /** By idempotency key. */
  readonly receipts: Readonly<Record<string, Receipt>>;
  /** Idempotency key to the request it stands for. */
  readonly asked: ReadonlyMap<string, Digest>;
  /** By request. */
  readonly rejected: ReadonlyMap<Digest, ToolRefusal>;
  /** How often each tool ran. */
  readonly executed: ReadonlyMap<string, number>;
  /** By idempotency key: what changed the world for good. */
  readonly deeds: ReadonlyMap<string, Deed>;
  /** By idempotency key: approved, and not yet carried out. */
  readonly standing: ReadonlyMap<string, StandingCall>;
}

export const noToolHistory: ToolHistory = {
  receipts: {},
  asked: new Map(),
  rejected: new Map(),
  executed: new Map(),
  deeds: new Map(),
  standing: new Map(),
};

/** `digestRequest`: of a tool's name and its arguments' digest, as receipts are bound to it. */
export function toolHistory(
  bodies: readonly RuntimeEvent[],
  digestRequest: (name: string, arguments_sha256: Digest) => Digest,
): ToolHistory {
  const requests = new Map<string, Requested>();
  const asked = new Map<string, Digest>();
  const executed = new Map<string, number>();
  const receipts: Record<string, Receipt> = {};
  const rejected = new Map<Digest, ToolRefusal>();
  const expiry = new Map<string, string | null>();
  const approved = new Map<string, string | null>();
  const over = new Set<string>();
  const deeds = new Map<string, Deed>();
  for (const [index, body] of bodies.entries()) {
    if (!("operation_id" in body)) continue;
    const request = requests.get(body.operation_id);
    const about =
      request === undefined ? null : digestRequest(request.name, request.arguments_sha256);
    // Most events say nothing about it.
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check
    switch (body.type) {
      case "tool.requested":
        requests.set(body.operation_id, body);
        asked.set(body.idempotency_key, digestRequest(body.name, body.arguments_sha256));
        break;
      case "tool.executing":
        over.add(body.operation_id);
        if (request !== undefined)
          executed.set(request.name, (executed.get(request.name) ?? 0) + 1);
        break;
      case "tool.settled": {
        const { request_sha256, output, is_error } = body;
        over.add(body.operation_id);
        if (request === undefined || body.replayed) break;
        receipts[request.idempotency_key] = { request_sha256, output, is_error };
        if (request.side_effect_class === "unsafe_write" && body.effects > 0) {
          const { operation_id, name, idempotency_key } = request;
          deeds.set(idempotency_key, { operation_id, name, request_sha256, sequence: index + 1 });
        }
        break;
      }
      case "tool.voided":
      case "tool.refused":
        over.add(body.operation_id);
        break;
      case "approval.requested":
        expiry.set(body.approval_id, body.expires_at ?? null);
        break;
      case "approval.decided":
        if (body.decision === "approved")
          approved.set(body.operation_id, expiry.get(body.approval_id) ?? null);
        if (body.decision === "rejected" && about !== null)
          rejected.set(about, {
            kind: "refuse",
            code: "approval_rejected",
            message: `${body.approver.replace(/^(rule|person):/, "")} rejected this call of ${body.action}`,
          });
        break;
      default:
    }
  }
  const standing = new Map<string, StandingCall>();
  for (const [operation_id, expires_at] of approved) {
    const request = requests.get(operation_id);
    if (request === undefined || over.has(operation_id)) continue;
    const request_sha256 = digestRequest(request.name, request.arguments_sha256);
    standing.set(request.idempotency_key, { operation_id, request_sha256, expires_at });
  }
  return { receipts, asked, rejected, executed, deeds, standing };
}
