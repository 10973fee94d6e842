/** Says which version of a case was wrong when one stored run scores differently under two of them. */
import type { Evaluator, Score } from "../../contracts/evaluator.ts";
import { sameJson, showJson } from "../tools/json-value.ts";
import { outputValue } from "./checks.ts";
import { type RunEvidence, toolOutputs } from "./evidence.ts";
import { compareLeaves, findSource, type LeafResult } from "./leaves.ts";

/** One version's judgement of the run. */
export interface VersionScore {
  readonly case_version: number;
  readonly evaluator: Evaluator;
  readonly score: Score;
}

/** One expectation that the run's own tools contradict. */
export interface Disagreement {
  readonly case_version: number;
  readonly pointer: string;
  readonly tool: string;
  readonly message: string;
}

function failedLeaves(version: VersionScore, evidence: RunEvidence): LeafResult[] {
  return version.evaluator.checks.flatMap((check) => {
    if (check.type !== "output") return [];
    const answer = outputValue(check.expected, evidence);
    if (!answer.ok) return [];
    return compareLeaves(check.expected, answer.value, check).filter((leaf) => !leaf.ok);
  });
}

function expects(version: VersionScore, leaf: LeafResult): boolean {
  return version.evaluator.checks.some(
    (check) =>
      check.type === "output" &&
      compareLeaves(check.expected, undefined, check).some(
        (other) =>
          other.pointer === leaf.pointer &&
          other.expected !== undefined &&
          leaf.found !== undefined &&
          sameJson(other.expected, leaf.found),
      ),
  );
}

function points(total: number): string {
  return String(Number(total.toFixed(2)));
}

/**
 * The expectations of one version that the run's tools contradict and the other version has right: evaluation-data
 * errors, not the model's. Empty when the two agree, or when no tool of the run shows who is right.
 */
export function explainDisagreement(
  evidence: RunEvidence,
  versions: readonly [VersionScore, VersionScore],
): Disagreement[] {
  const [first, second] = versions;
  const outputs = toolOutputs(evidence.tool_calls);
  const blame = (wrong: VersionScore, right: VersionScore): Disagreement[] =>
    failedLeaves(wrong, evidence).flatMap((leaf): Disagreement[] => {
      const tool = findSource(outputs, leaf);
      if (tool === undefined || !expects(right, leaf)) return [];
      const scored = `${points(wrong.score.total)} of 100 under version ${wrong.case_version}, ${points(right.score.total)} under version ${right.case_version}`;
      return [
        {
          case_version: wrong.case_version,
          pointer: leaf.pointer,
          tool,
          message: `version ${wrong.case_version} expects ${leaf.pointer} ${showJson(leaf.expected, 80)}, but ${tool} gave ${showJson(leaf.found, 80)} in this run: an evaluation-data error, not a model failure (${scored})`,
        },
      ];
    });
  return [...blame(first, second), ...blame(second, first)];
}
