/** What a run has asked, done and been refused, earlier attempts included: the ground for answering a call without running it. */
import type { Digest } from "../contracts/primitives.ts";
import type { ToolDefinition } from "../contracts/tool-catalogue.ts";
import type { ToolHistory } from "../core/recovery/tool-history.ts";
import type { Receipt, ToolRefusal } from "../core/tools/decide.ts";

export function createCallMemory(history: ToolHistory) {
  let { receipts } = history;
  /** Idempotency key to the request it was first sent with, run or not. */
  const asked = new Map(history.asked);
  /** Requests somebody rejected: a new operation id or key does not bring them back. */
  const rejected = new Map(history.rejected);
  /** What was done before the host was stopped, and was not asked for again yet. */
  const owed = new Map(history.deeds);
  return {
    asked,
    rejected,
    owed,
    executed: new Map(history.executed),
    standing: new Map(history.standing),
    receipts: (): Readonly<Record<string, Receipt>> => receipts,
    remember: (key: string, receipt: Receipt): void => {
      receipts = { ...receipts, [key]: receipt };
    },
    /** What the run already settled about this request or this key, although nothing was executed for it. */
    findEarlier(request_sha256: Digest, key: string): ToolRefusal | null {
      const before = asked.get(key);
      if (before !== undefined && before !== request_sha256)
        return {
          kind: "refuse",
          code: "idempotency_mismatch",
          message: `the idempotency key "${key}" already stands for another request; use a new key`,
        };
      return rejected.get(request_sha256) ?? null;
    },
    /**
     * A model may word a call otherwise the second time. While a deed of the same tool, done before the host was stopped,
     * has not been asked for again, nobody can tell a new wish from the old one: what can't be taken back is not done twice.
     */
    findOtherDeed(tool: ToolDefinition): ToolRefusal | null {
      if (tool.side_effect_class !== "unsafe_write") return null;
      for (const deed of owed.values())
        if (deed.name === tool.name)
          return {
            kind: "refuse",
            code: "done_before",
            message: `an earlier attempt of this run carried out ${tool.name} under another key or with other arguments (${deed.operation_id}); it is not done again`,
          };
      return null;
    },
  };
}

export function stillRunning(key: string): ToolRefusal {
  return {
    kind: "refuse",
    code: "in_progress",
    message: `the call with the idempotency key "${key}" is still running; wait for its answer`,
  };
}
