/** Writers that stand still, in real processes: what the others are answered, and what a late one may do. */
import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { describe, expect, onTestFinished, test } from "vitest";

import type { Observation } from "../../../src/core/leases/takeover.ts";
import { mayTake, observe } from "../../../src/core/leases/takeover.ts";
import type { Ledger } from "../../../src/core/ports.ts";
import { openLedger } from "../../../src/shell/ledger/ledger.ts";
import { aJobCreated, anAttemptStarted } from "../../builders/events.ts";
import { freshFolder } from "./folder.ts";
import { anAppend, appendAll } from "./requests.ts";

const appender = fileURLToPath(new URL("appender.ts", import.meta.url));
const noSignals = process.platform === "win32";

async function answerOf(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, "message");
  return message;
}

async function ask(child: ChildProcess, question: "beat" | number): Promise<unknown> {
  const answer = answerOf(child);
  child.send(question);
  return answer;
}

async function start(mode: "stop" | "hold"): Promise<{ child: ChildProcess; ledger: Ledger }> {
  const file = join(freshFolder(), "ledger.db");
  const ledger = openLedger(file, { busy_timeout_ms: 100 });
  await appendAll(ledger, [aJobCreated()]);
  const child = fork(appender, [mode, file], { silent: true });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    }
    ledger.close();
  });
  expect(await answerOf(child)).toBe("ready");
  return { child, ledger };
}

async function stopInside(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error("no stdout");
  const inside = once(child.stdout, "data");
  child.send(1);
  const [said] = await inside;
  expect(String(said)).toBe("inside\n");
}

describe.skipIf(noSignals)("a process is stopped (POSIX only: Windows has no SIGSTOP)", () => {
  const request = anAppend(1, [anAttemptStarted()], { event_id: "mine" });

  async function expectBusy(ledger: Ledger): Promise<void> {
    expect(await ledger.append(request)).toMatchObject({ ok: false, code: "ledger_busy" });
    expect(ledger.head("job-1")).toMatchObject({ revision: 1 });
    expect(ledger.events("job-1")).toHaveLength(1);
    expect(ledger.audit()).toEqual([]);
  }

  test("A5 inside its transaction, then killed: others are told ledger_busy, nothing of it is left, and they go on", async () => {
    const { child, ledger } = await start("stop");
    await stopInside(child);
    await expectBusy(ledger);
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
    expect(ledger.events("job-1")).toHaveLength(1);
    expect(await ledger.append(request)).toMatchObject({ ok: true, revision: 2 });
    expect(ledger.audit()).toEqual([]);
  });

  test("A5 inside its transaction, then let go: its append is whole, and the one told ledger_busy is a conflict now", async () => {
    const { child, ledger } = await start("stop");
    await stopInside(child);
    await expectBusy(ledger);
    const answer = answerOf(child);
    child.kill("SIGCONT");
    expect(await answer).toBe("ok");
    expect(await ledger.append(request)).toMatchObject({ ok: false, code: "state_conflict" });
    const again = { ...request, expected_revision: 2 };
    expect(await ledger.append(again)).toMatchObject({ ok: true, revision: 3 });
    expect(ledger.audit()).toEqual([]);
  });

  test("L2 past its time to live: another takes over, and the append of the one that comes back is refused", async () => {
    const { child, ledger } = await start("hold");
    const ttl_ms = 150;
    expect(await ask(child, 1)).toBe("ok");
    const look = (known: Observation | undefined) => {
      const seen = ledger.leases.read("matrix");
      if (seen === undefined) throw new Error("the lease is gone");
      return { seen, known: observe(known, seen, performance.now()) };
    };
    let { seen, known } = look(undefined);
    for (let beats = 1; beats <= 5; beats += 1) {
      expect(await ask(child, "beat")).toBe(true);
      ({ seen, known } = look(known));
      // Each sign of life starts the observer's clock again.
      expect(known.beat).toBe(beats);
      expect(mayTake(seen, known.since_ms, known.since_ms + ttl_ms - 1, ttl_ms)).toBe(false);
    }

    child.kill("SIGSTOP");
    while (!mayTake(seen, known.since_ms, performance.now(), ttl_ms)) {
      await sleep(10);
      ({ seen, known } = look(known));
    }
    const fence = ledger.leases.take("matrix", "second", seen);
    expect(fence).toEqual({ resource: "matrix", epoch: 2 });
    if (fence === null) throw new Error("not taken");
    const mine = anAppend(2, [anAttemptStarted()], { event_id: "second", fence });
    expect(await ledger.append(mine)).toMatchObject({ ok: true, revision: 3 });
    const before = ledger.events("job-1");

    child.kill("SIGCONT");
    // Its revision is right: only its lease is not.
    expect(await ask(child, 3)).toBe(
      "lease_lost: Append to job-1 refused: the lease of matrix under epoch 1 is lost: second holds it under epoch 2; stop writing.",
    );
    expect(await ask(child, "beat")).toBe(false);
    expect(ledger.events("job-1")).toEqual(before);
    expect(ledger.leases.read("matrix")).toEqual({
      resource: "matrix",
      epoch: 2,
      holder: "second",
      beat: 0,
      released: false,
    });
    expect(ledger.audit()).toEqual([]);
  });
});
