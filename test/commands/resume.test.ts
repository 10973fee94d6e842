import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { expect, test } from "vitest";

import { auditStream } from "../../src/core/lifecycle/audit.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { aMatrix, openLab, shippedRoot } from "./lab.ts";

test("killed in the middle, the same command goes on: no cell twice, the orphan stated, the bundle verifies", async () => {
  const lab = openLab("resume");
  lab.write("agent-lab.yaml", aMatrix({ repetitions: "4" }));
  const host = spawn(process.execPath, [join(shippedRoot, "src/cli/main.ts"), "evaluate"], {
    cwd: lab.folder,
    env: { PATH: process.env["PATH"], CI: "1" },
    stdio: "ignore",
  });
  const recorded = (): number => {
    const base = lab.inside(".agent-lab/matrices");
    const [matrix] = existsSync(base) ? readdirSync(base) : [];
    const runs = join(base, matrix ?? "none", "runs");
    return existsSync(runs) ? readdirSync(runs).filter((name) => name.endsWith(".json")).length : 0;
  };
  for (let waited = 0; recorded() === 0 && waited < 60_000; waited += 20) await sleep(20);
  await sleep(150);
  host.kill("SIGKILL");
  await new Promise((resolve) => host.once("exit", resolve));
  expect(recorded()).toBeLessThan(4);

  const answer = await lab.run(["evaluate"]);
  expect(answer.code).toBe(0);
  expect(lab.matrices()).toHaveLength(1);
  const folder = lab.inside(`.agent-lab/matrices/${lab.matrices()[0] ?? ""}`);
  expect(readdirSync(`${folder}/runs`)).toHaveLength(4);
  // The run that was cut off is the host's loss, and no fault of the agent's.
  const reasons = readdirSync(`${folder}/runs`).map((name) =>
    String(JSON.parse(readFileSync(`${folder}/runs/${name}`, "utf8"))["reason"]),
  );
  expect(reasons.every((reason) => reason === "ok" || reason === "host_stopped")).toBe(true);
  const ledger = openLedger(`${folder}/ledger.db`);
  for (const { job_id } of ledger.heads())
    expect(auditStream(ledger.events(job_id))).toMatchObject({
      gap_free: true,
      chain_valid: true,
      outstanding_reservations: 0,
    });
  ledger.close();
  expect((await lab.run(["verify", `${folder}/evidence.tar.gz`])).code).toBe(0);

  // Complete now: the same command starts another matrix instead of adding to this one.
  await lab.run(["evaluate"]);
  expect(lab.matrices()).toHaveLength(2);
});
