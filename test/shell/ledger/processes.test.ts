import type { ChildProcess, Serializable } from "node:child_process";
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, onTestFinished, test } from "vitest";

import { auditStream } from "../../../src/core/lifecycle/audit.ts";
import { openLedger } from "../../../src/shell/ledger/ledger.ts";
import { aJobCreated } from "../../builders/events.ts";
import { freshFolder } from "./folder.ts";
import { anAppend, appendAll } from "./requests.ts";

const appender = fileURLToPath(new URL("appender.ts", import.meta.url));

async function answerOf(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, "message");
  return message;
}

async function forkFour(mode: "race" | "take", file: string): Promise<readonly ChildProcess[]> {
  const children = Array.from({ length: 4 }, () => fork(appender, [mode, file], { silent: true }));
  onTestFinished(() => {
    for (const child of children) child.kill("SIGKILL");
  });
  // All four create the file at once, too.
  await Promise.all(children.map(answerOf));
  return children;
}

/** The answers of all to the same question, asked at once. */
async function askAll(
  children: readonly ChildProcess[],
  question: Serializable,
): Promise<string[]> {
  const answers = children.map(answerOf);
  for (const child of children) child.send(question);
  return (await Promise.all(answers)).map(String);
}

async function endAll(children: readonly ChildProcess[]): Promise<void> {
  const ended = Promise.all(children.map(async (child) => once(child, "exit")));
  for (const child of children) child.disconnect();
  await ended;
}

test("A4 four processes at the same revision: one winner each round, three typed conflicts", async () => {
  const file = join(freshFolder(), "ledger.db");
  const rounds = 200;
  const children = await forkFour("race", file);
  const ledger = openLedger(file);
  await appendAll(ledger, [aJobCreated()]);
  const winners = new Set<number>();
  for (let revision = 1; revision <= rounds; revision += 1) {
    const outcomes = await askAll(children, revision);
    expect(outcomes.toSorted()).toEqual([
      "ok",
      "state_conflict",
      "state_conflict",
      "state_conflict",
    ]);
    winners.add(outcomes.indexOf("ok"));
  }
  await endAll(children);
  expect(ledger.head("job-1")).toMatchObject({ revision: rounds + 1 });
  expect(auditStream(ledger.events("job-1")).first_fault).toBeNull();
  expect(ledger.audit()).toEqual([]);
  ledger.close();
  expect(winners.size).toBeGreaterThan(0);
}, 120_000);

test("four processes that saw the same lease: one takes it each round, and each taking is a new epoch", async () => {
  const file = join(freshFolder(), "ledger.db");
  const children = await forkFour("take", file);
  const ledger = openLedger(file);
  for (let epoch = 1; epoch <= 30; epoch += 1) {
    const outcomes = await askAll(children, ledger.leases.read("matrix") ?? "none");
    expect(outcomes.toSorted()).toEqual(["late", "late", "late", "taken"]);
    expect(ledger.leases.read("matrix")).toMatchObject({
      epoch,
      holder: `${children[outcomes.indexOf("taken")]?.pid}`,
    });
  }
  await endAll(children);
  ledger.close();
}, 120_000);

/** Starts a flood, kills it after `acks` acknowledgements and returns the last revision it acknowledged. */
async function floodAndKill(file: string, from: number, acks: number): Promise<number> {
  const child = spawn(process.execPath, [appender, "flood", file, String(from)], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_COMPILE_CACHE: `${file}-compiled` },
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let text = "";
  let errors = "";
  const closed = once(child, "close");
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    if (text.split("\n").length > acks) child.kill("SIGKILL");
  });
  const [code, signal] = await closed;
  if (signal !== "SIGKILL" && process.platform !== "win32")
    throw new Error(`the writer ended by itself with ${String(code)}: ${errors}`);
  return Number(text.trimEnd().split("\n").at(-1));
}

test("A1 killed twenty times in the middle of writing: what was acknowledged is there, whole, and at most one more", async () => {
  const file = join(freshFolder(), "ledger.db");
  const first = openLedger(file);
  await first.append(anAppend(0, [aJobCreated()], { event_id: "created" }));
  first.close();
  let revision = 1;
  for (let kill = 0; kill < 20; kill += 1) {
    const acked = await floodAndKill(file, revision, 1 + ((kill * 7) % 40));
    const ledger = openLedger(file);
    const found = ledger.head("job-1")?.revision ?? 0;
    const audit = auditStream(ledger.events("job-1"));
    const stored = ledger.events("job-1").length;
    const faults = ledger.audit();
    ledger.close();
    expect(acked).toBeGreaterThan(revision);
    expect(found).toBeGreaterThanOrEqual(acked);
    expect(found).toBeLessThanOrEqual(acked + 1);
    expect(stored).toBe(found);
    expect(faults).toEqual([]);
    expect(audit).toMatchObject({ gap_free: true, chain_valid: true, first_fault: null });
    revision = found;
  }
}, 120_000);
