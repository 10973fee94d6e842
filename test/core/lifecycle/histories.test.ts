/** Histories that were written once: each is led through today's reducer and folded, and must give what it gave. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  event,
  storedEvent,
  type EventType,
  type StoredEvent,
} from "../../../src/contracts/event.ts";
import { documentText, eventLines } from "../../../src/core/evidence/manifest.ts";
import { auditStream, replayStream } from "../../../src/core/lifecycle/audit.ts";
import { runResult } from "../../../src/core/runs/run-result.ts";

const folder = join(import.meta.dirname, "../../golden/histories");
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".jsonl"))
  .map((name) => name.replace(".jsonl", ""));

/** Types of event that no history holds yet. A new type is written into one, or stands here until it is. */
const missing: readonly EventType[] = [];

function historyOf(name: string): StoredEvent[] {
  const lines = readFileSync(join(folder, `${name}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => storedEvent.parse(JSON.parse(line)));
}

describe.each(names)("%s", (name) => {
  const events = historyOf(name);

  test("is read as it was written, every event legal and chained", () => {
    expect(eventLines(events)).toBe(readFileSync(join(folder, `${name}.jsonl`), "utf8"));
    expect(auditStream(events)).toMatchObject({
      gap_free: true,
      chain_valid: true,
      first_fault: null,
    });
  });

  // `npx vitest run test/core/lifecycle/histories.test.ts -u` writes them anew: a format break, to be argued (CONTRIBUTING.md).
  test("gives the snapshot and the result that it gave", async () => {
    const { snapshot } = replayStream(events);
    const result = snapshot?.kind === "job" ? runResult(events) : null;
    const text = JSON.stringify(JSON.parse(documentText({ snapshot, result })), null, 2);
    await expect(`${text}\n`).toMatchFileSnapshot(join(folder, `${name}.json`));
  });
});

test("a dozen histories, and together every type of event but those named above", () => {
  expect(names.length).toBeGreaterThanOrEqual(12);
  const seen = new Set(names.flatMap((name) => historyOf(name).map(({ body }) => body.type)));
  const known = event.options.map((option) => option.shape.type.value);
  expect(known.filter((type) => !seen.has(type))).toEqual(missing);
});
