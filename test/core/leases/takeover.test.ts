import fc from "fast-check";
import { expect, test } from "vitest";

import type { LeaseRow } from "../../../src/core/lease-ports.ts";
import type { Observation } from "../../../src/core/leases/takeover.ts";
import { mayTake, observe } from "../../../src/core/leases/takeover.ts";

const ttl_ms = 10_000;
const held: LeaseRow = { resource: "run", epoch: 3, holder: "host-1", beat: 7, released: false };

test("what nobody holds may be taken at once", () => {
  expect(mayTake(undefined, 0, 0, ttl_ms)).toBe(true);
  expect(mayTake({ ...held, released: true }, 0, 0, ttl_ms)).toBe(true);
});

test("what stood still may be taken when its time to live is over, and not a millisecond before", () => {
  expect(mayTake(held, 500, 500, ttl_ms)).toBe(false);
  expect(mayTake(held, 500, 10_499, ttl_ms)).toBe(false);
  expect(mayTake(held, 500, 10_500, ttl_ms)).toBe(true);
});

test("a beat or a new epoch starts the observer's clock again; the same sign of life does not", () => {
  const first = observe(undefined, held, 100);
  expect(first).toEqual({ epoch: 3, beat: 7, since_ms: 100 });
  expect(observe(first, held, 900)).toBe(first);
  expect(observe(first, { ...held, beat: 8 }, 900).since_ms).toBe(900);
  // A new holder starts at beat 0 again: the epoch tells it from the old one.
  expect(observe(first, { ...held, epoch: 4 }, 900).since_ms).toBe(900);
});

test("property: a holder that beats more often than the time to live is never taken over", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: ttl_ms - 1 }), { minLength: 1, maxLength: 50 }),
      (pauses) => {
        let now = 0;
        let known: Observation | undefined;
        for (const [beat, pause] of pauses.entries()) {
          const seen = { ...held, beat };
          known = observe(known, seen, now);
          now += pause;
          known = observe(known, seen, now);
          expect(mayTake(seen, known.since_ms, now, ttl_ms)).toBe(false);
        }
        expect(mayTake(held, known?.since_ms ?? now, now + ttl_ms, ttl_ms)).toBe(true);
      },
    ),
  );
});
