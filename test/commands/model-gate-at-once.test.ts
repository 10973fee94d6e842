import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { aCall, admitted, anAnswer, openGate, worst } from "./gate-rig.ts";
import { isSound } from "./rig.ts";

describe("calls at once", () => {
  const step = fc.record({
    admit: fc.boolean(),
    pick: fc.nat({ max: 20 }),
    out: fc.nat({ max: 150 }),
    long: fc.integer({ min: 1, max: 400 }),
    wait: fc.boolean(),
  });

  test("settled plus outstanding never passes the cap, at any revision, and every refusal is a 402", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.bigInt({ min: 1_000_000n, max: 600_000_000n }),
        async (steps, cap) => {
          const { rig, gate } = await openGate({ cap, model_calls: 12 });
          const open: string[] = [];
          const refused: number[] = [];
          const work: Promise<unknown>[] = [];
          for (const { admit, pick, out, long, wait } of steps) {
            if (admit)
              work.push(
                (async () => {
                  const admission = await gate.admit(
                    aCall({ messages: [{ role: "user", content: "x".repeat(long) }] }),
                  );
                  if (admission.admitted) open.push(admission.operation_id);
                  else refused.push(admission.status);
                })(),
              );
            else {
              const [operation] = open.splice(pick % Math.max(1, open.length), 1);
              const usage = {
                in: 50,
                cached: 0,
                cache_write: null,
                out,
                reasoning: 0,
                complete: true,
              };
              if (operation !== undefined) work.push(gate.settle(operation, anAnswer({ usage })));
            }
            if (wait) await Promise.all(work);
          }
          await Promise.all(work);
          expect(rig.recorder.fault()).toBeNull();
          expect(refused.filter((status) => status !== 402)).toEqual([]);
          const held = new Map<string, bigint>();
          let spent = 0n;
          for (const body of rig.bodies()) {
            if (body.type === "budget.reserved")
              held.set(body.reservation_id, BigInt(body.cost_pico));
            if (body.type === "budget.settled") {
              held.delete(body.reservation_id);
              spent += BigInt(body.cost_pico);
            }
            const outstanding = [...held.values()].reduce((sum, one) => sum + one, 0n);
            expect(spent + outstanding <= cap).toBe(true);
          }
          expect(isSound(rig.events())).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("ordinals reach the ledger in order although the first request is the slowest to store", async () => {
    const { rig, gate } = await openGate();
    const bodies = [400_000, 10, 10];
    await Promise.all(
      bodies.map(async (size) =>
        admitted(gate, aCall({ messages: [{ role: "user", content: "x".repeat(size) }] })),
      ),
    );
    const asked = rig.bodies().flatMap((body) => (body.type === "model.requested" ? [body] : []));
    expect(asked.map((body) => body.ordinal)).toEqual([1, 2, 3]);
    expect(asked[0]?.request.size).toBeGreaterThan(400_000);
  });

  test("while an answer is being stored its reservation is not free for another call", async () => {
    const call = aCall();
    const { rig, gate } = await openGate({ cap: worst(call) });
    const operation = await admitted(gate, call);
    const settling = gate.settle(operation, anAnswer({}, { body: new Uint8Array(2_000_000) }));
    expect(await gate.admit(call)).toMatchObject({ status: 402, code: "budget_exhausted" });
    await settling;
    expect(rig.recorder.fault()).toBeNull();
  });
});
