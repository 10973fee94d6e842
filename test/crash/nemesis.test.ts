/** Three processes, one ledger, and a nemesis that kills, stops and continues them at random. */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";

import type { AnchoredHead } from "../../src/core/lifecycle/anchors.ts";
import { compareHeads } from "../../src/core/lifecycle/anchors.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { freshFolder } from "../shell/ledger/folder.ts";
import { checkStream } from "./checks.ts";

const full = process.env["AGENT_LAB_CRASH_PLACES"] === "all";
/** Rounds, not seconds: about ten seconds, or a minute in full. */
const rounds = full ? 120 : 15;
const leastAcknowledged = full ? 200 : 30;

const script = fileURLToPath(new URL("nemesis-writer.ts", import.meta.url));
interface Acknowledged extends AnchoredHead {
  readonly event_id: string;
}

/** A writer that is started again whenever it was killed; what it said before its death counts. */
class Restarting {
  readonly acknowledged: Acknowledged[] = [];
  readonly errors: string[] = [];
  readonly #file: string;
  readonly #name: string;
  #child: ChildProcess | null = null;
  #before = 0;

  constructor(file: string, name: string) {
    this.#file = file;
    this.#name = name;
  }

  start(): void {
    const child = spawn(process.execPath, [script, this.#file, this.#name], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) this.acknowledged.push(JSON.parse(line) as Acknowledged);
    });
    child.stderr.on("data", (chunk: Buffer) => this.errors.push(chunk.toString()));
    this.#child = child;
    this.#before = this.acknowledged.length;
  }

  /** Until it was acknowledged something since its start: a nemesis that is faster than everybody proves nothing. */
  async progress(): Promise<void> {
    for (let waited = 0; waited < 30_000; waited += 10) {
      if (this.acknowledged.length > this.#before) return;
      await sleep(10);
    }
    throw new Error(`writer ${this.#name} was acknowledged nothing in 30 s: ${this.errors.join()}`);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const closed = once(child, "close");
    child.kill("SIGKILL");
    await closed;
  }
}

async function strikeAtRandom(writers: readonly Restarting[], seed: number): Promise<void> {
  const choices = fc.sample(
    fc.record({
      victim: fc.nat({ max: writers.length - 1 }),
      how: fc.constantFrom("kill", "stop", "kill"),
      after_ms: fc.integer({ min: 50, max: 350 }),
      stopped_ms: fc.integer({ min: 20, max: 250 }),
    }),
    { numRuns: rounds, seed },
  );
  for (const { victim, how, after_ms, stopped_ms } of choices) {
    await sleep(after_ms);
    await writers[victim]?.progress();
    const struck = writers[victim];
    if (how === "stop" && process.platform !== "win32") {
      struck?.signal("SIGSTOP");
      await sleep(stopped_ms);
      struck?.signal("SIGCONT");
    } else {
      await struck?.kill();
      struck?.start();
    }
  }
}

test("A4 three writers under a nemesis: every acknowledged append is there, once, in a whole chain", async () => {
  const seed = Number(process.env["AGENT_LAB_SEED"] ?? Math.trunc(Math.random() * 2 ** 31));
  process.stderr.write(`nemesis: AGENT_LAB_SEED=${seed}\n`);
  const file = join(freshFolder(), "ledger.db");
  openLedger(file).close();
  const writers = ["a", "b", "c"].map((name) => new Restarting(file, name));
  onTestFinished(async () => {
    await Promise.all(writers.map(async (one) => one.kill()));
  });
  for (const one of writers) one.start();
  await strikeAtRandom(writers, seed);
  await Promise.all(writers.map(async (one) => one.progress()));
  await Promise.all(writers.map(async (one) => one.kill()));

  const acknowledged = writers.flatMap((one) => one.acknowledged);
  expect(writers.flatMap((one) => one.errors)).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(leastAcknowledged);
  for (const one of writers) expect(one.acknowledged.length).toBeGreaterThan(0);

  const ledger = openLedger(file);
  onTestFinished(() => ledger.close());
  const streams = ["own-a", "own-b", "own-c", "shared"];
  const found = new Map(streams.map((job_id) => [job_id, ledger.events(job_id)]));
  // Anchors in the order of their revisions: the last of each stream covers those before it, and each is looked up.
  const ids = new Map(
    [...found.values()].flat().map(({ event_id, hash }) => [event_id.replace(/\/1$/, ""), hash]),
  );
  expect(acknowledged.filter(({ event_id, head }) => ids.get(event_id) !== head)).toEqual([]);
  expect(new Set(acknowledged.map(({ event_id }) => event_id)).size).toBe(acknowledged.length);
  const lastOf = (job_id: string) =>
    acknowledged
      .filter((one) => one.job_id === job_id)
      .toSorted((left, right) => right.revision - left.revision)
      .slice(0, 1);
  expect(compareHeads(found, streams.flatMap(lastOf))).toEqual([]);
  for (const events of found.values()) expect(checkStream(ledger, events)).toEqual([]);
});
