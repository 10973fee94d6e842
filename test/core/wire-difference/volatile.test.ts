import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ignoredKinds, steadyText } from "../../../src/core/wire-difference/volatile.ts";

describe("what a clock or a random source writes is taken out", () => {
  test.each([
    ["at 2026-11-30T08:39:11.123Z.", "at ⟨date⟩."],
    ["at 2026-11-30 08:39, on 2026-11-30", "at ⟨date⟩, on ⟨date⟩"],
    ["November 30, 2026 and 30 November 2026", "⟨date⟩ and ⟨date⟩"],
    ["id 3f2504e0-4f89-41d3-9a0c-0305e82c3301", "id ⟨uuid⟩"],
    ["call_9aXb27QwErTy answered run-0123456789ab", "⟨id⟩ answered ⟨id⟩"],
    ["trace 4bf92f3577b34da6a3ce929d0e0e4736", "trace ⟨id⟩"],
    ["see /tmp/lab-7731/base/notes.md", "see ⟨path⟩"],
    ["in /mnt/fast/agent-lab-a1B2c3/base-Xy12Zw/files", "in ⟨path⟩"],
    ["epoch 1796027951 or 1796027951123", "epoch ⟨time⟩ or ⟨time⟩"],
  ])("%s", (text, expected) => {
    expect(steadyText(text, "everything")).toBe(expected);
  });

  test.each([
    "refunds over 100 dollars within 30 days",
    "open from 09:00 to 17:00",
    "order 7731, SKU KX-7, version 1.2.3",
    "call the customer, run the tool",
    "call_center_hours and run_report are tools",
    "chapter 2026-11",
    "https://example.org/policies/refund",
    "read /work/refunds/pending and /home/shop/rules.md",
  ])("what people wrote stays: %s", (text) => {
    expect(steadyText(text, "everything")).toBe(text);
  });

  test("only places are taken out where dates count", () => {
    const text = "on 2026-11-30 in /tmp/lab-a/base via 127.0.0.1:45111";
    expect(steadyText(text, "places")).toBe("on 2026-11-30 in ⟨path⟩ via ⟨loopback⟩");
    expect(ignoredKinds("places")).toEqual(["temporary and checkout paths", "loopback ports"]);
  });

  test("taking out twice changes nothing more", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const once = steadyText(text, "everything");
        expect(steadyText(once, "everything")).toBe(once);
      }),
    );
  });
});
