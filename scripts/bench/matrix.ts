/** From 100,000 stored RunResults to comparison, readiness and report, read one at a time: what a run costs, and whether that grows. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "yaml";

import type { Plan } from "../../src/contracts/plan.ts";
import { preflightReport } from "../../src/contracts/preflight.ts";
import { pricingCatalogue } from "../../src/contracts/pricing.ts";
import { readinessPolicy } from "../../src/contracts/readiness-policy.ts";
import { scoreProfile } from "../../src/contracts/score-profile.ts";
import { canonicalJson } from "../../src/core/digest/canonical.ts";
import { renderHtml } from "../../src/core/report/html.ts";
import { renderMarkdown } from "../../src/core/report/markdown.ts";
import { renderTerminal } from "../../src/core/report/terminal.ts";
import { reportView } from "../../src/core/report/view.ts";
import type { DigestedResult } from "../../src/core/scoring/observation.ts";
import { signFlip } from "../../src/core/statistics/sign-flip.ts";
import { decideMatrix } from "../../src/core/verdict/decide-matrix.ts";
import { aCatalogueOfPrices, MATRIX_ID, PLAN_SHA256 } from "../../test/builders/runs.ts";
import type { Bench, Variant } from "./compare.ts";
import { sample } from "./compare.ts";
import { planMatrix, readPlan, readRuns, writeMatrix, type MatrixSize } from "./matrix-runs.ts";

const SIZES: readonly [MatrixSize, ...MatrixSize[]] = [
  { cases: 50, repetitions: 100 },
  { cases: 500, repetitions: 100 },
];

export const matrixBench: Bench = {
  name: "matrix",
  about: "from stored runs to comparison, readiness and report",
  most_rounds: 3,
  async prepare(folder) {
    const [first, ...others] = SIZES;
    return [
      {
        title: "for each run; growth is the ratio times the sizes' own",
        variants: [streamed(folder, first), ...others.map((size) => streamed(folder, size))],
      },
      { title: "one exact sign-flip test", variants: [signFlipOf(10), signFlipOf(20)] },
    ];
  },
};

/** Each sample is a process of its own, so that its memory is its own. */
function streamed(base: string, size: MatrixSize): Variant {
  const plan = planMatrix(size);
  const folder = join(base, String(plan.cells));
  mkdirSync(folder);
  const bytes = writeMatrix(folder, plan);
  return {
    name: `${plan.cells.toLocaleString("en")} runs, ${Math.round(bytes / 1e6)} MB`,
    measure: async () => {
      const told = execFileSync(process.execPath, [import.meta.filename, folder], {
        encoding: "utf8",
        maxBuffer: 1 << 20,
      });
      const judged: Judged = JSON.parse(told);
      return {
        wall_us: perRun(plan, judged.wall_ms),
        cpu_us: perRun(plan, judged.cpu_ms),
        also: {
          "of it reading": perRun(plan, judged.reading_ms),
          deciding: perRun(plan, judged.deciding_ms),
          faces: perRun(plan, judged.faces_ms),
          "whole, s": judged.wall_ms / 1_000,
          "peak, MB": judged.peak_mb,
        },
      };
    },
  };
}

/** Microseconds a run. */
function perRun(plan: Plan, ms: number): number {
  return (ms * 1_000) / plan.cells;
}

/** Differences of both signs, as of scores. */
function signFlipOf(blocks: number): Variant {
  const differences = Array.from({ length: blocks }, (_, at) => ((at * 37) % 101) - 40);
  return {
    name: `B = ${blocks}`,
    measure: async () => sample(1, () => void signFlip(differences)),
  };
}

/** `reading`: lines to parsed, proven RunResults. `deciding`: observing, comparison and readiness. `faces`: canonical views and renderings. */
export interface Judged {
  readonly runs: number;
  readonly verdict: string;
  readonly wall_ms: number;
  readonly cpu_ms: number;
  readonly reading_ms: number;
  readonly deciding_ms: number;
  readonly faces_ms: number;
  readonly peak_mb: number;
  readonly html_bytes: number;
}

/** The product's own way, under the shipped profile and policy of a pull request. */
export function judgeFolder(folder: string): Judged {
  const from = performance.now();
  let reading_ms = 0;
  let runs = 0;
  function* timed(): Iterable<DigestedResult> {
    let asked = performance.now();
    for (const run of readRuns(folder)) {
      reading_ms += performance.now() - asked;
      runs += 1;
      yield run;
      asked = performance.now();
    }
  }
  const verdict = decideMatrix({
    matrix_id: MATRIX_ID,
    plan: readPlan(folder),
    plan_sha256: PLAN_SHA256,
    preflight: preflightReport.parse(CLEAN),
    results: timed(),
    stream: [],
    cases: [],
    profile: scoreProfile.parse(shipped("score-profiles/alpha-v1.yaml")),
    pricing: pricingCatalogue.parse(aCatalogueOfPrices()),
    policy: readinessPolicy.parse(shipped("readiness-policies/pull-request.yaml")),
  });
  if (!verdict.ok) throw new Error(verdict.message);
  const decided = performance.now();
  canonicalJson(verdict.comparison);
  canonicalJson(verdict.readiness);
  const view = reportView(verdict.report);
  const html_bytes = renderHtml(view).length;
  renderMarkdown(view);
  renderTerminal(view, { colour: false, width: 100 });
  const done = performance.now();
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    runs,
    verdict: verdict.readiness.verdict,
    wall_ms: done - from,
    cpu_ms: (userCPUTime + systemCPUTime) / 1_000,
    reading_ms,
    deciding_ms: decided - from - reading_ms,
    faces_ms: done - decided,
    peak_mb: maxRSS / 1_024,
    html_bytes,
  };
}

const CLEAN = { schema_version: 1, passed: true, model_calls: 0, cases: [], problems: 0 };

function shipped(file: string): unknown {
  return parse(readFileSync(join(import.meta.dirname, "../../config", file), "utf8"));
}

if (import.meta.main) {
  const [folder = ""] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(judgeFolder(folder)));
}
