/** validate, plan and preflight: what would happen, without starting anything. */
import type { Outcome } from "../contracts/fault.ts";
import { formatPico, parseAmount } from "../core/budget/money.ts";
import type { LoadedDocument } from "../core/document-ports.ts";
import { describeVariables } from "../core/planning/variables.ts";
import type { Shell } from "../core/ports.ts";
import { plural } from "../core/report/format.ts";
import { renderTerminal } from "../core/report/terminal.ts";
import { findMissingVariables } from "./agent-variables.ts";
import { contractDocuments, findUnreachableModels, makePlan, type Planned } from "./plan.ts";
import { checkCases, preflightFace } from "./preflight.ts";
import { refusalResult, type CommandResult } from "./result.ts";

/** Every contract's kind, id, version and digest: of a matrix and all it names, or of the one a file's first line names. */
export function validateFile(shell: Shell, file: string): CommandResult {
  const alone = shell.workspace.loadDocument(file);
  if (alone !== null) return validateAlone(file, alone);
  const planned = makePlan(shell, file);
  if (!planned.ok) return refusalResult(planned.faults, 50);
  const { contracts } = planned.value.plan;
  const width = Math.max(...contracts.map((one) => one.kind.length));
  const lines = contracts.map(
    (one) =>
      `  ${one.kind.replaceAll("_", " ").padEnd(width)}  ${one.id} v${one.version}  ${one.digest.slice(0, 19)}…`,
  );
  const notes = [
    ...findUnreachableModels(shell, planned.value.contracts),
    ...findMissingVariables(shell, planned.value.plan.candidates, file),
  ].map((one) => one.message);
  const unready = notes.map((note) => `  before evaluate or run: ${note}\n`).join("");
  return {
    exit_code: 0,
    text: `${file} is valid: ${plural(contracts.length, "contract")}\n${lines.join("\n")}\n${unready}`,
    json: {
      verdict: null,
      exit_code: 0,
      contracts,
      notes,
      digests: { plan: planned.value.plan_sha256 },
    },
  };
}

function validateAlone(file: string, read: Outcome<LoadedDocument>): CommandResult {
  if (!read.ok) return refusalResult(read.faults, 50);
  const { contract, read_over } = read.value;
  const over =
    read_over === undefined
      ? ""
      : `  read over the shipped tool catalogue ${read_over}; agent-lab preflight also checks its oracle\n`;
  return {
    exit_code: 0,
    text: `${file} is a valid ${contract.kind.replaceAll("_", " ")}: ${contract.id} v${contract.version}  ${contract.digest}\n${over}`,
    json: { verdict: null, exit_code: 0, contracts: [contract], digests: {} },
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
  const notes = (plan.notes ?? []).map((note) => `  note: ${note}\n`).join("");
  return {
    exit_code: 0,
    text: `${plan.title}: ${plural(plan.cells, "cell")} in ${plural(plan.blocks.length, "block")} · variable ${plan.variable} · seed ${plan.order.seed}\n${blocks.join("\n")}\n  ${moneyLine(planned.value)}\n${notes}  plan ${planned.value.plan_sha256}\n`,
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
    text: `${text}\n${variableTable(planned.value.plan.variable)}`,
    json: {
      verdict: null,
      exit_code: 0,
      contracts: Object.fromEntries(documents),
      variables: describeVariables(),
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
      : {
          cases: [other.value],
          catalogue: contracts.value.catalogue,
          case_files: { [other.value.id]: one ?? "" },
        },
    shell.workspace,
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
      : renderTerminal(
          preflightFace(title, preflight, [
            ...contracts.value.cases,
            ...(other === null ? [] : [other.value]),
          ]),
          shell.terminal,
        ),
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

/** What may differ under which variable; the plan's own is marked. */
function variableTable(declared: string): string {
  const rows = describeVariables().map(
    ({ variable, may_differ, held }) =>
      `${variable === declared ? "*" : " "} ${variable.padEnd(17)}  may differ: ${may_differ.join(", ")}\n                     held: ${held.join(", ")}`,
  );
  return `# which fields of the candidates may differ (* this plan's variable)\n${rows.join("\n")}\n`;
}
