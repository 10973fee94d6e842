import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { runReason } from "../../../src/contracts/run-status.ts";
import { decideEnd, type EndEvidence } from "../../../src/core/runs/status.ts";

const clean: EndEvidence = {
  storage_fault: null,
  violation: null,
  contract_breach: null,
  deadline: null,
  unanswered: null,
  cancelled: null,
  approval_pending: null,
  ambiguous: null,
  settlement_fault: null,
  last_model_call: { state: "answered" },
  result: { status: "completed", error: "" },
  exit: { code: 0, signal: null },
};

/** From the gravest; every one of them alone gives this end. */
const causes: readonly {
  name: string;
  evidence: Partial<EndEvidence>;
  end: readonly [string, string];
  says: string;
}[] = [
  {
    name: "the ledger refused",
    evidence: { storage_fault: "disk full" },
    end: ["failed", "storage"],
    says: "disk full",
  },
  {
    name: "a protocol violation",
    evidence: { violation: { code: "bad_json", message: "line 3" } },
    end: ["failed", "protocol_violation"],
    says: "bad_json: line 3",
  },
  {
    name: "a breach of the model contract",
    evidence: { contract_breach: { reason: "served_model_mismatch", message: "m answered" } },
    end: ["blocked_gateway_contract", "served_model_mismatch"],
    says: "m answered",
  },
  {
    name: "an overdraft",
    evidence: { settlement_fault: "cost more" },
    end: ["failed", "settlement_failed"],
    says: "cost more",
  },
  {
    name: "a pending approval",
    evidence: { approval_pending: "pay waits" },
    end: ["failed", "approval_pending"],
    says: "pay waits",
  },
  {
    name: "the total deadline",
    evidence: { deadline: "total" },
    end: ["failed", "timeout"],
    says: "wall-clock",
  },
  {
    name: "a cancel",
    evidence: { cancelled: "stopped by hand" },
    end: ["failed", "cancelled"],
    says: "stopped by hand",
  },
  {
    name: "an ambiguous operation",
    evidence: { ambiguous: "op-1" },
    end: ["failed", "blocked_ambiguous_operation"],
    says: "op-1",
  },
  {
    name: "a refused last model call",
    evidence: {
      last_model_call: { state: "refused", reason: "budget_exhausted", message: "no money" },
    },
    end: ["failed", "budget_exhausted"],
    says: "the last model call was refused: no money",
  },
  {
    name: "a crash",
    evidence: { result: null, exit: { code: 3, signal: null } },
    end: ["failed", "crash"],
    says: "exit code 3",
  },
];

describe("how a run ended", () => {
  test("everything in order is completed, and only that is", () => {
    expect(decideEnd(clean)).toEqual({ status: "completed", reason: "ok", message: "" });
    expect(decideEnd({ ...clean, last_model_call: null }).status).toBe("completed");
  });

  test.each(causes)("$name", ({ evidence, end, says }) => {
    const decided = decideEnd({ ...clean, ...evidence });
    expect([decided.status, decided.reason]).toEqual(end);
    expect(decided.message).toContain(says);
  });

  test.each([
    [{ deadline: "idle" as const }, "timeout", "said nothing"],
    [
      { last_model_call: { state: "failed" as const, message: "status 503" } },
      "model_unavailable",
      "the last model call failed: status 503",
    ],
    [
      { last_model_call: { state: "rejected" as const, message: "bad schema (status 400)" } },
      "request_rejected",
      "the provider rejected the last request: bad schema (status 400)",
    ],
    [
      {
        last_model_call: {
          state: "refused" as const,
          reason: "limit_reached" as const,
          message: "call 7",
        },
      },
      "limit_reached",
      "call 7",
    ],
    [{ result: { status: "failed" as const, error: "no tool" } }, "adapter_error", "no tool"],
    [{ result: { status: "failed" as const, error: "" } }, "adapter_error", "without saying why"],
    [{ result: null, exit: { code: null, signal: "SIGKILL" } }, "crash", "signal SIGKILL"],
    [{ result: null, exit: { code: null, signal: null } }, "crash", "exit code unknown"],
  ])("%j is %s", (evidence, reason, says) => {
    const decided = decideEnd({ ...clean, ...evidence });
    expect(decided).toMatchObject({ status: "failed", reason });
    expect(decided.message).toContain(says);
  });

  test.each(["idle", "total"] as const)("%s deadline: who kept the run waiting", (deadline) => {
    const end = (waited_ms: number) =>
      decideEnd({ ...clean, deadline, unanswered: { waited_ms, limit_ms: 4_000 }, result: null });
    expect(end(3_940)).toEqual({
      status: "failed",
      reason: "model_unavailable",
      message: "the model did not answer in time: the last call had waited 3.9 s of the run's 4 s",
    });
    expect(end(2_000).reason).toBe("model_unavailable");
    // An agent that never stops asking has a call open at its deadline too; that is its own doing.
    expect(end(1_999).reason).toBe("timeout");
  });

  test("a call that nobody answered does not undo a run that ended by itself", () => {
    const unanswered = { waited_ms: 4_000, limit_ms: 4_000 };
    expect(decideEnd({ ...clean, unanswered }).status).toBe("completed");
  });

  test("an exit code does not undo a result: the frame was complete", () => {
    expect(decideEnd({ ...clean, exit: { code: 1, signal: null } }).status).toBe("completed");
  });

  test("of any two causes the graver wins", () => {
    for (const [at, graver] of causes.entries())
      for (const lighter of causes.slice(at + 1)) {
        const decided = decideEnd({ ...clean, ...lighter.evidence, ...graver.evidence });
        expect([lighter.name, decided.status, decided.reason]).toEqual([
          lighter.name,
          ...graver.end,
        ]);
      }
  });

  test("of any set of causes the gravest wins, and ok is completed only", () => {
    const some = fc.uniqueArray(fc.nat({ max: causes.length - 1 }), { minLength: 1 });
    fc.assert(
      fc.property(some, (picked) => {
        const evidence = picked.reduce<EndEvidence>(
          (all, at) => ({ ...all, ...causes[at]?.evidence }),
          clean,
        );
        const gravest = causes[Math.min(...picked)];
        const decided = decideEnd(evidence);
        expect([decided.status, decided.reason]).toEqual(gravest?.end);
        expect(runReason.options).toContain(decided.reason);
        expect(decided.reason === "ok").toBe(decided.status === "completed");
      }),
    );
  });

  test.each(["violation", "contract_breach", "storage_fault", "result"])(
    "a message of any length and any text fits an event: %s",
    (where) => {
      const long = "😀".repeat(1_500);
      for (const text of [long, `x${long}`]) {
        const evidence: Record<string, Partial<EndEvidence>> = {
          violation: { violation: { code: "c", message: text } },
          contract_breach: { contract_breach: { reason: "wire_contract", message: text } },
          storage_fault: { storage_fault: text },
          result: { result: { status: "failed", error: text } },
        };
        const { message } = decideEnd({ ...clean, ...evidence[where] });
        expect(message.length).toBeLessThanOrEqual(2_000);
        expect(message.isWellFormed()).toBe(true);
      }
    },
  );
});
