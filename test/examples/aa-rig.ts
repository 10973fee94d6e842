/** One A/A matrix, base against a head that behaves the same, under noise of a fixed seed; and what its verdict is worth. */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { startTestModel } from "../../examples/test-model/server.ts";
import { evaluate } from "../../src/commands/evaluate.ts";
import { gatherEvidence } from "../../src/commands/judge.ts";
import { loadMatrix, openMatrix, openStoredLedger } from "../../src/commands/load-matrix.ts";
import { composeShell } from "../../src/compose.ts";
import type { Outcome } from "../../src/contracts/fault.ts";
import { digestDocument } from "../../src/core/digest/digest.ts";
import type { Shell } from "../../src/core/ports.ts";
import { passedEveryCheck } from "../../src/core/scoring/checked-run.ts";
import type { DigestedResult } from "../../src/core/scoring/observation.ts";
import { decideMatrix } from "../../src/core/verdict/decide-matrix.ts";
import { refundFunction } from "./refund-function.ts";
import type { AaLine } from "./aa-lines.ts";
import { commitAll, startRepository } from "./repository.ts";
import { root } from "./rig.ts";

/** Chance that a run's final answer is given up, so that its case fails. */
export const noise = 0.05;
const matrices = ".agent-lab/matrices";

/** `main`, and `change` with what `change` does; the agent of both is a function of the test, the prompt lies in the checkout. */
export function makeFunctionRepository(folder: string, change: () => void): void {
  const example = join(root, "examples/own-agent-py");
  startRepository(folder);
  for (const part of ["evals", "prompts", "data"])
    cpSync(join(example, part), join(folder, part), { recursive: true });
  writeFileSync(
    join(folder, "agent-lab.yaml"),
    "agent: [refund-function]\nmodels: [gpt-4.1-mini]\ncases: evals/*.yaml\nbudget: 50 USD\n",
  );
  commitAll(folder, "The refund agent");
  change();
  commitAll(folder, "The change", "change");
}

/** The whole way inside this process: everything is the product's but the agent's process. */
export async function runInProcess(repository: string, seed: number): Promise<AaLine> {
  const model = await startTestModel({ noise, seed });
  try {
    const shell = openShell(repository, model.url);
    const evaluated = await evaluate(shell, {
      file: "agent-lab.yaml",
      base: matrices,
      fresh: true,
      fail_on: "never",
      run_attempt: 1,
      source: null,
      revisions: { base: "main", head: "change" },
    });
    if (evaluated.matrix_id === null) throw new Error(evaluated.text);
    return {
      seed,
      ...(await judgeStored(shell, evaluated.matrix_id)),
      calls: model.requests.length,
    };
  } finally {
    await model.close();
  }
}

/** A shell over a project folder whose `refund-function` runs in this process. */
export function openShell(project: string, base_url = ""): Shell {
  const shell = composeShell({
    project,
    environment: {
      PATH: process.env["PATH"],
      OPENAI_BASE_URL: base_url,
      OPENAI_API_KEY: "test-model-key-0123456789",
    },
    node: process.execPath,
    platform: process.platform,
    node_version: process.version,
    output: { is_tty: false, columns: 100 },
    errors: { write: () => true, is_tty: false },
  });
  return {
    ...shell,
    progress: { report: () => undefined },
    openWorkers: () => ({ ...shell.openWorkers(), programs: refundFunction }),
  };
}

/**
 * Reads a finished matrix from its folder. A test server's answers never earn Go; so the stored runs are folded a second
 * time as if they were live, by the product's own fold and policy, and both verdicts are given.
 */
export async function judgeStored(
  shell: Shell,
  matrix_id: string,
): Promise<Omit<AaLine, "seed" | "calls">> {
  const folder = must(openMatrix(shell, matrices, matrix_id));
  const ledger = must(openStoredLedger(shell, folder));
  try {
    const evidence = must(
      await gatherEvidence(shell, must(loadMatrix(folder, ledger)), ledger),
    );
    const recorded = decideMatrix(evidence);
    const live = decideMatrix({
      ...evidence,
      results: evidence.results.map(({ result }) => {
        if (result.metadata.upstream !== "test") throw new Error("not labelled as a test server");
        const relabelled = {
          ...result,
          metadata: { ...result.metadata, upstream: "live" as const },
        };
        return { result: relabelled, digest: digestDocument("run-result", relabelled) };
      }),
    });
    if (!recorded.ok) throw new Error(recorded.message);
    if (!live.ok) throw new Error(live.message);
    const head = recorded.readiness.candidates.find((one) => one.candidate === "head");
    return {
      verdict: recorded.readiness.verdict,
      codes: [...(head?.blocking ?? []), ...(head?.conditions ?? [])].map((one) => one.code),
      live_verdict: live.readiness.verdict,
      second_look: recorded.comparison.screen?.second_look.cases ?? [],
      blocks: recorded.report.matrix.blocks_done,
      base: tally(evidence.results, "base"),
      head: tally(evidence.results, "head"),
    };
  } finally {
    ledger.close();
  }
}

function tally(results: readonly DigestedResult[], side: string): readonly [number, number] {
  const runs = results.filter(({ result }) => result.candidate === side);
  return [runs.filter(({ result }) => !passedEveryCheck(result)).length, runs.length];
}

function must<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.faults.map((fault) => fault.message).join("\n"));
}
