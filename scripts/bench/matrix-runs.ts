/** A made matrix of a pull request: a plan and its RunResults, some 4 KiB each, the same for the same size; written as they would be stored. */
import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

import type { Plan } from "../../src/contracts/plan.ts";
import { runResult, type RunResult } from "../../src/contracts/run-result.ts";
import { canonicalJson } from "../../src/core/digest/canonical.ts";
import { digestBytes, digestText } from "../../src/core/digest/digest.ts";
import type { DigestedResult } from "../../src/core/scoring/observation.ts";
import { createGenerator, type Generator } from "../../src/core/statistics/generator.ts";
import {
  aCheck,
  aFailedRun,
  ALL_GATES_PASSED,
  aModelCall,
  aPlan,
  aRunResult,
  aScore,
  aShape,
  aToolCall,
} from "../../test/builders/runs.ts";

export interface MatrixSize {
  readonly cases: number;
  readonly repetitions: number;
}

/** Base and head in every block, in turns. */
export function planMatrix({ cases, repetitions }: MatrixSize): Plan {
  const plan = aPlan({
    candidates: ["base", "head"],
    roles: { base: "base", head: "head" },
    cases: Array.from({ length: cases }, (_, at) => `case-${String(at + 1).padStart(3, "0")}`),
    repetitions,
    overrides: { variable: "revision", track: "own", upstream: "live", contracts: [] },
  });
  const blocks = plan.blocks.map((block) => ({
    ...block,
    order: block.index % 2 === 0 ? block.order.toReversed() : block.order,
  }));
  return { ...plan, blocks };
}

/** Of 100 runs some 3 crash, 1 loses its model, 5 fail a check, 1 fails a gate; head uses a tenth more tokens. */
export function* makeRuns(plan: Plan): Iterable<RunResult> {
  const random = createGenerator(digestBytes("bench/matrix"));
  for (const { index, case_id, repetition, order } of plan.blocks) {
    for (const [at, candidate] of order.entries()) {
      const place = { candidate, case_id, repetition, block: index, position: at + 1 };
      yield makeRun(random, place);
    }
  }
}

type Place = Pick<RunResult, "candidate" | "case_id" | "repetition" | "block" | "position">;

function makeRun(random: Generator, place: Place): RunResult {
  const fate = random.below(100);
  const size = place.candidate === "head" ? 1.1 : 1;
  const tokens = {
    in: Math.round((4_000 + random.below(2_000)) * size),
    out: 200 + random.below(300),
  };
  const common = {
    ...place,
    track: "own" as const,
    framework: { name: "own program", version: { missing: "it has no lockfile" } },
    tokens,
    model_calls: [modelCall(tokens)],
    tool_calls: ["look_up_order", "issue_refund"].map(toolCall),
    final_output: `{"order":"${place.case_id}","refunded":${random.below(90_000) / 100}}`,
    duration_ms: 1_500 + random.below(4_000),
    started_at: startOf(place.block * 2 + place.position),
    metadata: {
      upstream: "live" as const,
      catalog_cost_pico: String(tokens.in * 150_000 + tokens.out * 600_000),
      packages: [{ name: "openai", version: "6.9.0" }],
    },
  };
  if (fate < 3) return aFailedRun("crash", { ...common, message: "exited with 1: out of memory" });
  if (fate < 4) {
    return aFailedRun("model_unavailable", { ...common, status: "unavailable", message: "503" });
  }
  const passed = fate >= 9;
  return aRunResult({
    ...common,
    score: aScore({
      total: passed ? 100 : 40,
      structured: passed ? 100 : 0,
      checks: [
        aCheck({ passed, earned: passed ? 60 : 0, detail: `expected /refunded ${fate}` }),
        aCheck({ id: "refund", type: "calls", earned: 20, points: 20, detail: "called once" }),
        aCheck({ id: "no-delete", type: "never_calls", earned: 20, points: 20, detail: "never" }),
      ],
    }),
    ...(fate < 99
      ? {}
      : {
          gates: {
            ...ALL_GATES_PASSED,
            protocol_clean: { state: "failed" as const, detail: "a frame after the result" },
          },
        }),
  });
}

const shape = aShape({
  tools: [
    {
      name: "issue_refund",
      description_sha256: digestBytes("description"),
      parameters_sha256: digestBytes("parameters"),
    },
  ],
  stream: true,
});

function modelCall(tokens: { readonly in: number; readonly out: number }) {
  return aModelCall({
    usage: { ...tokens, cached: 0, reasoning: 0, complete: true },
    request_sha256: digestBytes(`request ${tokens.in}`),
    response_sha256: digestBytes(`response ${tokens.out}`),
    shape,
  });
}

function toolCall(name: string, at: number) {
  return aToolCall({ operation_id: `op-${at + 1}`, tool_call_id: `call-${at + 1}`, name });
}

/** A second a run, from a fixed moment. */
function startOf(seconds: number): string {
  const at = new Date(Date.UTC(2026, 10, 30, 8, 0, 0) + seconds * 1_000);
  return at.toISOString();
}

const RUNS = "runs.jsonl";
const RECORDED = "recorded.txt";
const BATCH = 1_000;

/** Writes one canonical RunResult a line and, beside it, the digest that a ledger would have recorded. Returns the size in bytes. */
export function writeMatrix(folder: string, plan: Plan): number {
  const [runs, recorded] = [RUNS, RECORDED].map((name) => openSync(join(folder, name), "w"));
  if (runs === undefined || recorded === undefined) throw new Error("no files");
  let bytes = 0;
  let lines: string[] = [];
  let digests: string[] = [];
  const flush = (): void => {
    bytes += writeSync(runs, lines.join(""));
    writeSync(recorded, digests.join(""));
    [lines, digests] = [[], []];
  };
  for (const run of makeRuns(plan)) {
    const text = canonicalJson(run);
    lines.push(`${text}\n`);
    digests.push(`${digestText("run-result", text)}\n`);
    if (lines.length === BATCH) flush();
  }
  flush();
  closeSync(runs);
  closeSync(recorded);
  writeFileSync(join(folder, "plan.json"), canonicalJson(plan));
  return bytes;
}

export function readPlan(folder: string): Plan {
  return JSON.parse(readFileSync(join(folder, "plan.json"), "utf8"));
}

/** One run after the other, as a stored matrix gives them: held against its recorded digest, then against its contract. */
export function* readRuns(folder: string): Iterable<DigestedResult> {
  const recorded = readLines(join(folder, RECORDED))[Symbol.iterator]();
  for (const text of readLines(join(folder, RUNS))) {
    const digest = digestText("run-result", text);
    if (digest !== recorded.next().value) throw new Error("a run was changed");
    yield { result: runResult.parse(JSON.parse(text)), digest };
  }
}

const CHUNK = 1 << 20;

/** The lines of a file, with one piece of it in memory. */
function* readLines(path: string): Iterable<string> {
  const file = openSync(path, "r");
  const chunk = Buffer.alloc(CHUNK);
  const utf8 = new TextDecoder();
  let rest = "";
  try {
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      const lines = (rest + utf8.decode(chunk.subarray(0, size), { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    closeSync(file);
  }
}
