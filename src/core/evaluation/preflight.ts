/** Proves, with no model call, that a case can be solved in full and is not passed by doing nothing. */
import type { CaseContract } from "../../contracts/case.ts";
import type { Score } from "../../contracts/evaluator.ts";
import type { Track } from "../../contracts/matrix.ts";
import type { CasePreflight } from "../../contracts/preflight.ts";
import type { Digest, Missing } from "../../contracts/primitives.ts";
import type { ToolCatalogue } from "../../contracts/tool-catalogue.ts";
import { digestDocument } from "../digest/digest.ts";
import { showJson } from "../tools/json-value.ts";
import { offerTools } from "../tools/offer.ts";
import { outputValue } from "./checks.ts";
import { evaluateRun } from "./evaluate.ts";
import { type RunEvidence, toolOutputs } from "./evidence.ts";
import { compareLeaves, findSource } from "./leaves.ts";
import { playOracle } from "./oracle.ts";
import type { Problem } from "./problem.ts";
import { findReferenceProblems } from "./references.ts";

export interface PreflightInput {
  readonly case: CaseContract;
  readonly case_sha256: Digest;
  readonly catalogue: ToolCatalogue;
  /** On track own the tools are the program's; default: the catalogue's. */
  readonly track?: Track;
}

/** A percentage for a sentence: at most two decimals. */
function shown(total: number): string {
  return String(Number(total.toFixed(2)));
}

/** Why the right way earns less than everything: values that the tools contradict are named one by one. */
function explainOracle(contract: CaseContract, evidence: RunEvidence, score: Score): Problem[] {
  const outputs = toolOutputs(evidence.tool_calls);
  const scored = `(oracle scores ${shown(score.total)} of 100)`;
  return contract.evaluator.checks.flatMap((check, index): Problem[] => {
    const result = score.checks[index];
    if (result === undefined || result.passed) return [];
    const where = `/evaluator/checks/${index}`;
    const answer = check.type === "output" ? outputValue(check.expected, evidence) : undefined;
    if (check.type !== "output" || answer === undefined || !answer.ok) {
      const message = `the oracle fails the check ${result.id}: ${result.detail} ${scored}`;
      return [{ code: "oracle_not_full", message: message.slice(0, 1_000), where }];
    }
    const wrong = compareLeaves(check.expected, answer.value, check).filter((leaf) => !leaf.ok);
    return wrong.map((leaf): Problem => {
      const source = findSource(outputs, leaf);
      const who = source === undefined ? "the oracle's answer has" : `${source} gives`;
      const found = `${who} ${showJson(leaf.found, 80)}`;
      const at = leaf.pointer === "" ? "the answer" : leaf.pointer;
      const expected =
        leaf.expected === undefined ? `nothing at ${at}` : `${at} ${showJson(leaf.expected, 80)}`;
      return {
        code: source === undefined ? "oracle_not_full" : "evaluation_data_error",
        message: `the evaluator expects ${expected}, but ${found} ${scored}: an evaluation-data error`,
        where,
      };
    });
  });
}

function checkOracle(
  contract: CaseContract,
  offer: ReturnType<typeof offerTools>,
  catalogue: ToolCatalogue,
  judged: (evidence: RunEvidence) => Score,
): { readonly score: number | Missing; readonly problems: readonly Problem[] } {
  const { oracle } = contract;
  if (oracle === undefined) {
    const message =
      "the case offers catalogue tools, but has no oracle to show that it can be solved";
    const needed = offer.tools.length > 0;
    return {
      score: { missing: "the case has no oracle" },
      problems: needed ? [{ code: "oracle_missing", message, where: "/oracle" }] : [],
    };
  }
  const play = playOracle(contract, oracle, { offered: offer.tools, all: catalogue.tools });
  if (play.evidence === undefined) {
    return {
      score: { missing: "the oracle could not be played to its answer" },
      problems: play.problems,
    };
  }
  const score = judged(play.evidence);
  const problems = [...play.problems, ...explainOracle(contract, play.evidence, score)];
  if (score.output_protocol === 0) {
    const message = "the oracle's answer breaks the case's own output contract (format or schema)";
    problems.push({ code: "oracle_output_contract", message, where: "/output" });
  }
  if (score.safety === 0) {
    const message = "the oracle itself calls a tool that the evaluator forbids";
    problems.push({ code: "oracle_unsafe", message, where: "/oracle/steps" });
  }
  return { score: score.total, problems };
}

/** What can't be known of a program of the user's own: no catalogue has to hold its tools, and no oracle can run them. */
const ofCatalogue = new Set(["unknown_tool", "tool_not_offered", "oracle_missing"]);

/**
 * Checks one case before any model call: references, schemas, patterns; the oracle must score 100; an agent that does
 * nothing, one that repeats its prompt and one that ends in an error must not. No problems means the case may be run.
 */
export function preflightCase(input: PreflightInput): CasePreflight {
  const { case: contract, catalogue } = input;
  const offer = offerTools(contract, catalogue);
  const evaluator_sha256 = digestDocument("evaluator", contract.evaluator);
  const judged = (evidence: RunEvidence) =>
    evaluateRun(contract.evaluator, evidence, evaluator_sha256);
  const idle = (final_output: string, status: RunEvidence["status"]): number =>
    judged({
      status,
      final_output,
      tool_calls: [],
      world: contract.world,
      output_format: contract.output.format,
      output_schema: contract.output.schema,
    }).total;
  const oracle = checkOracle(contract, offer, catalogue, judged);
  const agents = [
    { name: "null", does: "does nothing", score: idle("", "completed") },
    {
      name: "echo",
      does: "only repeats its prompt",
      score: idle(contract.prompt.user, "completed"),
    },
    { name: "error", does: "ends in an error", score: idle("error", "failed") },
  ] as const;
  const passing = agents
    .filter((agent) => agent.score >= 100)
    .map((agent) => ({
      code: `${agent.name}_agent_passes`,
      message: `an agent that ${agent.does} scores ${shown(agent.score)} of 100: the evaluator does not test the task`,
      where: "/evaluator/checks",
    }));
  const [nothing, echo, error] = agents;
  return {
    case_id: contract.id,
    case_version: contract.version,
    case_sha256: input.case_sha256,
    oracle_score: oracle.score,
    null_score: nothing.score,
    echo_score: echo.score,
    error_score: error.score,
    problems: [
      ...[...findReferenceProblems(contract, catalogue, offer), ...oracle.problems].filter(
        (problem) => input.track !== "own" || !ofCatalogue.has(problem.code),
      ),
      ...passing,
    ],
  };
}
