/** What recovery refuses to guess: deeds of unknown outcome, a host that dies again and again, keys used for something else. */
import { spawn } from "node:child_process";
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import type { RuntimeEvent } from "../../src/contracts/event.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { aMatrix, shippedRoot, type Lab } from "../commands/lab.ts";
import { countEffects, folderOf, gateStates, inspect, killAt, openProject } from "./kill-host.ts";

const refund = aMatrix({ cases: '["shipped:cases/refund-approval.yaml"]' });

/** The shipped tools, but nobody can ask any of them what it did. */
function mute(): string {
  const text = readFileSync(join(shippedRoot, "config/tools/enterprise.yaml"), "utf8");
  return text.replaceAll("    reconcile: by_key\n", "").replace("../../schemas/", "schemas/");
}
const unasked = aMatrix({
  cases: '["shipped:cases/refund-approval.yaml"]',
  tools: "tools.yaml",
});

describe("an unsafe tool that can't be asked", () => {
  test.each(["tool.after-executing:3", "tool.after-effect:3"])(
    "T2 the host dies at %s: the run ends blocked, says so, and nothing runs again",
    async (armed) => {
      const lab = openProject(unasked, { "tools.yaml": mute() });
      await killAt(lab, armed);
      const before = countEffects(folderOf(lab));
      const again = await lab.run(["evaluate"]);
      const { results, effects, events } = await inspect(lab, again);
      expect(effects).toEqual(before);
      expect(results[0]).toMatchObject({
        status: "failed",
        reason: "ambiguous_after_stop",
        message: expect.stringContaining("issue_refund"),
        attempt: 1,
      });
      expect(results[0]?.tool_calls.at(-1)).toMatchObject({ outcome: "ambiguous" });
      expect(events(0).filter(({ type }) => type === "tool.executing")).toHaveLength(3);
      expect(again.stdout.replaceAll(/\s+/g, " ")).toContain("Agent Lab was stopped");
    },
  );
});

describe("a tool that can be asked", () => {
  test("T2 killed between effect and receipt: the receipt is taken from the world, and the report can tell", async () => {
    const lab = openProject(refund);
    await killAt(lab, "tool.after-effect:3");
    expect(countEffects(folderOf(lab))).toEqual([1]);
    const again = await lab.run(["evaluate"]);
    const { results, events } = await inspect(lab, again);
    const settled = events(0).filter((body) => body.type === "tool.settled" && body.reconciled);
    expect(settled).toHaveLength(1);
    expect(results[0]).toMatchObject({ attempt: 2, status: "completed", score: { total: 100 } });
    expect(results[0]?.tool_calls.find(({ name }) => name === "issue_refund")).toMatchObject({
      outcome: "settled",
      carried: true,
      effects: 1,
      approval: "approved",
    });
    expect(results[0]?.findings).toMatchObject([
      { code: "went_on", message: expect.stringContaining("stopped in attempt 1") },
    ]);
  });
});

describe("a host that dies while it recovers", () => {
  test.each(["recover.before-close", "recover.after-close", "recover.after-start"])(
    "C3 at %s: the third try ends as the second would have",
    async (armed) => {
      const lab = openProject(refund);
      await killAt(lab, "tool.after-effect:3");
      await killAt(lab, armed);
      const again = await lab.run(["evaluate"]);
      expect(again.code).toBe(0);
      const { results, effects, events } = await inspect(lab, again);
      expect(effects).toEqual([1]);
      expect(results[0]).toMatchObject({ status: "completed", score: { total: 100 } });
      expect(gateStates(results[0])).not.toContain("failed");
      const ends = events(0).filter(({ type }) => type === "attempt.ended");
      expect(ends).toHaveLength(results[0]?.attempt ?? 0);
    },
  );

  test("L4 in every attempt: after three the cell is given up, and the matrix goes on", async () => {
    const lab = openProject(
      aMatrix({ cases: '["shipped:cases/refund-approval.yaml"]', repetitions: "2" }),
    );
    for (let attempt = 1; attempt <= 3; attempt += 1) await killAt(lab, "model.after-reserve");
    const again = await lab.run(["evaluate"]);
    const { results } = await inspect(lab, again);
    expect(results.map(({ status, reason, attempt }) => ({ status, reason, attempt }))).toEqual([
      { status: "failed", reason: "dead_letter", attempt: 3 },
      { status: "completed", reason: "ok", attempt: 1 },
    ]);
  });
});

function setVersion(lab: Lab, version: string): void {
  const file = lab.inside("adapters/my-loop/package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...lock, version }, null, 2));
}

/** The shipped loop as an adapter of the project's own, with a lockfile that says `version`. */
function writeAdapter(lab: Lab, version: string): void {
  for (const name of ["bare-loop", "kit-js"])
    cpSync(join(shippedRoot, "adapters", name), lab.inside(`adapters/${name}`), {
      recursive: true,
    });
  renameSync(lab.inside("adapters/bare-loop"), lab.inside("adapters/my-loop"));
  for (const [file, from] of [
    ["adapter.json", '"bare-loop"'],
    ["main.js", '"bare-loop"'],
  ] as const) {
    const path = lab.inside(`adapters/my-loop/${file}`);
    writeFileSync(path, readFileSync(path, "utf8").replace(from, '"my-loop"'));
  }
  setVersion(lab, version);
}

describe("what a matrix was begun with", () => {
  const own = { candidates: "[{ id: loop, adapter: my-loop }]" };

  test("C4 another lockfile of the adapter: going on is refused by name, and put back it goes on", async () => {
    const lab = openProject(aMatrix(own));
    writeAdapter(lab, "1.0.0");
    await killAt(lab, "tool.after-receipt");
    setVersion(lab, "2.0.0");
    const refused = await lab.run(["evaluate"]);
    expect(refused).toMatchObject({ code: 50, stderr: expect.stringContaining("lockfile") });
    setVersion(lab, "1.0.0");
    const again = await lab.run(["evaluate"]);
    expect(again.code).toBe(0);
    const { results } = await inspect(lab, again);
    expect(results[0]).toMatchObject({ attempt: 2, status: "completed" });
  });

  test("C4 another case: the plan is another one, and what was begun is left as it is", async () => {
    const text = readFileSync(join(shippedRoot, "cases/refund-approval.yaml"), "utf8").replace(
      "../schemas/",
      "schemas/",
    );
    const lab = openProject(aMatrix({ cases: '["case.yaml"]' }), { "case.yaml": text });
    await killAt(lab, "tool.after-receipt:3");
    lab.write("case.yaml", text.replace(/^version: 1$/m, "version: 2"));
    expect((await lab.run(["evaluate"])).code).toBe(0);
    const [newest = "", first = ""] = lab.matrices();
    const events = (id: string): readonly RuntimeEvent[] => {
      const ledger = openLedger(lab.inside(`.agent-lab/matrices/${id}/ledger.db`));
      const bodies = ledger
        .heads()
        .flatMap(({ job_id }) => ledger.events(job_id).map(({ body }) => body));
      ledger.close();
      return bodies;
    };
    expect(events(first).filter(({ type }) => type === "attempt.started")).toHaveLength(1);
    expect(events(newest).at(-1)).toBeDefined();
    expect(events(newest).filter(({ type }) => type === "tool.settled")).not.toHaveLength(0);
  });
});

/** Processes whose environment holds the text and that speak to a host. */
function findAgents(mark: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
        return environment.includes(mark) && environment.includes("AGENT_LAB_NONCE=");
      } catch {
        return false;
      }
    })
    .map(Number);
}

describe.runIf(process.platform === "linux")("agents of a host that is killed", () => {
  test("L3 end with it: none is left that could spend anything", async () => {
    const lab = openProject(refund);
    const host = spawn(process.execPath, [join(shippedRoot, "src/cli/main.ts"), "evaluate"], {
      cwd: lab.folder,
      env: { PATH: `${process.env["PATH"]}:${lab.folder}`, CI: "1" },
      stdio: "ignore",
    });
    let agents: readonly number[] = [];
    for (let waited = 0; agents.length === 0 && waited < 60_000; waited += 10) {
      await sleep(10);
      agents = findAgents(lab.folder);
    }
    expect(agents).not.toHaveLength(0);
    host.kill("SIGKILL");
    for (let waited = 0; findAgents(lab.folder).length > 0 && waited < 10_000; waited += 50)
      await sleep(50);
    expect(findAgents(lab.folder)).toEqual([]);
  });
});
