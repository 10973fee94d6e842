/** validate, plan and preflight: what would happen, without starting anything. */
import { formatPico, parseAmount } from "../core/budget/money.ts";
import type { Shell } from "../core/ports.ts";
import { renderTerminal } from "../core/report/terminal.ts";
import { preflightView } from "../core/report/view.ts";
import { contractDocuments, makePlan, type Planned } from "./plan.ts";
import { checkCases } from "./preflight.ts";
import { refusalResult, type CommandResult } from "./result.ts";

/** Every contract's kind, id, version and digest. */
export function validateFile(shell: Shell, file: string): CommandResult {
  const planned = makePlan(shell, file);
  if (!planned.ok) return refusalResult(planned.faults, 50);
  const { contracts } = planned.value.plan;
  const width = Math.max(...contracts.map((one) => one.kind.length));
  const lines = contracts.map(
    (one) =>
      `  ${one.kind.replaceAll("_", " ").padEnd(width)}  ${one.id} v${one.version}  ${one.digest.slice(0, 19)}…`,
  );
  return {
    exit_code: 0,
    text: `${file} is valid: ${contracts.length} contracts\n${lines.join("\n")}\n`,
    json: { verdict: null, exit_code: 0, contracts, digests: { plan: planned.value.plan_sha256 } },
  };
}

/** Cells in the order they will run, and what they may cost at most. */
export function planFile(shell: Shell, file: string): CommandResult {
  const planned = makePlan(shell, file);
  if (!planned.ok) return refusalResult(planned.faults, 50);
  const { plan } = planned.value;
  const blocks = plan.blocks.map(
    (block) =>
      `  ${String(block.index).padStart(4)}  ${block.case_id} v${block.case_version} · rep ${block.repetition}: ${block.order.join(", ")}`,
  );
  return {
    exit_code: 0,
    text: `${plan.title}: ${plan.cells} cells in ${plan.blocks.length} blocks · variable ${plan.variable} · seed ${plan.order.seed}\n${blocks.join("\n")}\n  ${moneyLine(planned.value)}\n  plan ${planned.value.plan_sha256}\n`,
    json: { verdict: null, exit_code: 0, plan, digests: { plan: planned.value.plan_sha256 } },
  };
}

/** The full contracts the short form stands for, as they are digested. */
export function explainPlan(shell: Shell, file: string): CommandResult {
  const planned = makePlan(shell, file);
  if (!planned.ok) return refusalResult(planned.faults, 50);
  const documents = contractDocuments(planned.value);
  const text = [...documents]
    .map(([path, document]) => `# ${path}\n${JSON.stringify(document, null, 2)}\n`)
    .join("\n");
  return {
    exit_code: 0,
    text,
    json: {
      verdict: null,
      exit_code: 0,
      contracts: Object.fromEntries(documents),
      plan: planned.value.plan,
      digests: { plan: planned.value.plan_sha256 },
    },
  };
}

/** Checks the cases of a matrix, or one case file beside it; problems exit with 50. */
export function preflightFile(shell: Shell, file: string, one: string | undefined): CommandResult {
  const contracts = shell.workspace.loadContracts(file);
  if (!contracts.ok) return refusalResult(contracts.faults, 50);
  const other = one === undefined ? null : shell.workspace.loadCase(one, contracts.value.catalogue);
  if (other?.ok === false) return refusalResult(other.faults, 50);
  const preflight = checkCases(
    other === null
      ? contracts.value
      : { cases: [other.value], catalogue: contracts.value.catalogue },
  );
  const exit_code = preflight.passed ? 0 : 50;
  const title =
    other === null ? contracts.value.matrix.id : `${other.value.id} version ${other.value.version}`;
  const passed = preflight.cases.map(
    (each) =>
      `  ${each.case_id} v${each.case_version}: oracle ${typeof each.oracle_score === "number" ? each.oracle_score : each.oracle_score.missing}, null agent ${each.null_score}, echo agent ${each.echo_score}, error path ${each.error_score}`,
  );
  return {
    exit_code,
    text: preflight.passed
      ? `Preflight passed, no model called\n${passed.join("\n")}\n`
      : renderTerminal(preflightView({ title, preflight, paths: [] }), shell.terminal),
    json: { verdict: null, exit_code, preflight },
  };
}

function moneyLine({ plan, contracts }: Planned): string {
  const { currency } = contracts.pricing;
  const worst =
    typeof plan.worst_case_pico === "string"
      ? formatPico(BigInt(plan.worst_case_pico), currency)
      : plan.worst_case_pico.missing;
  return `worst case ${worst}, cap ${formatPico(parseAmount(plan.budget).pico, currency)}`;
}
