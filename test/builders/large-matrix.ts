/** A matrix of the size the bench takes: 2 candidates, 500 cases, 100,000 runs, of which only tables and counts are left. */
import type { CandidateComparison, MetricValue } from "../../src/contracts/comparison.ts";
import type { RunLine } from "../../src/core/report/run-lines.ts";
import type { ReportInput } from "../../src/core/report/view.ts";
import { aLiveMatrix } from "./live-matrix.ts";
import { aDigest, aDistribution } from "./view-parts.ts";

const CASES = 500;
const REPETITIONS = 100;

/** Every seventh case fails now and then, the last one most often. */
function failedIn(at: number): number {
  if (at === CASES - 1) return 60;
  return at % 7 === 0 ? 1 + (at % 5) : 0;
}

function counted(metric: MetricValue): MetricValue {
  const { minimum, maximum } = metric.distribution;
  if (typeof minimum !== "number" || typeof maximum !== "number") return metric;
  const counts = Array.from({ length: 24 }, (_, at) =>
    Math.round(4_000 * Math.exp(-(((at - 9) / 5) ** 2))),
  );
  return { ...metric, sample: { kind: "counts", low: minimum, high: maximum, counts } };
}

function enlarged(one: CandidateComparison): CandidateComparison {
  return {
    ...one,
    runs: CASES * REPETITIONS,
    planned: CASES * REPETITIONS,
    metrics: one.metrics.map(counted),
    cases: Array.from({ length: CASES }, (_, at) => ({
      case_id: `case-${String(at)}`,
      case_version: 1,
      runs: REPETITIONS,
      passed: REPETITIONS - failedIn(at),
      score: aDistribution([90, 100]),
      failing_checks:
        failedIn(at) === 0
          ? []
          : [
              {
                id: "total",
                runs: failedIn(at),
                detail: "The answer names another total than the reference does.",
                example_run: runId(one.candidate, at, REPETITIONS),
              },
            ],
    })),
  };
}

function runId(candidate: string, at: number, repetition: number): string {
  return `20261130T083911Z-d5c844.case-${String(at)}.${candidate}.${String(repetition)}`;
}

export function aLargeMatrix(): ReportInput {
  const small = aLiveMatrix();
  const candidates = small.comparison.candidates.slice(0, 2).map(enlarged);
  const lines = candidates.flatMap((one) =>
    Array.from({ length: CASES }, (_, at) => at).flatMap((at) =>
      Array.from({ length: REPETITIONS }, (_, index): RunLine => ({
        run_id: runId(one.candidate, at, index + 1),
        candidate: one.candidate,
        case_id: `case-${String(at)}`,
        repetition: index + 1,
        status: "completed",
        reason: "ok",
        score: index < REPETITIONS - failedIn(at) ? 100 : 40,
      })),
    ),
  );
  const ids = new Set(candidates.map((one) => one.candidate));
  const digest = aDigest("a run");
  return {
    ...small,
    readiness: {
      ...small.readiness,
      candidates: small.readiness.candidates.filter((one) => ids.has(one.candidate)),
    },
    comparison: {
      ...small.comparison,
      candidates,
      pairs: small.comparison.pairs.filter((pair) => ids.has(pair.a) && ids.has(pair.b)),
      runs: lines.map(({ run_id }) => ({ run_id, digest })),
    },
    runs: lines,
  };
}
