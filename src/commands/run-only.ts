/** run: the cells alone, without a verdict. */
import type { Shell } from "../core/ports.ts";
import { plural } from "../core/report/format.ts";
import { findMissingVariables } from "./agent-variables.ts";
import { reportMoney, reportPreflight } from "./announce.ts";
import { joinMatrix } from "./join-matrix.ts";
import { findUnreachableModels, makePlan, type Planned } from "./plan.ts";
import { checkCases } from "./preflight.ts";
import { refusalResult, type CommandResult } from "./result.ts";
import { runMatrix, type RunOptions } from "./run-matrix.ts";
import { waitingFaults } from "./waiting.ts";

export async function runOnly(
  shell: Shell,
  options: RunOptions & { readonly file: string; readonly join?: boolean },
): Promise<CommandResult> {
  const planned = makePlan(shell, options.file);
  if (!planned.ok) return refusalResult(planned.faults, 50);
  const [unreachable, ...others] = [
    ...findUnreachableModels(shell, planned.value.contracts),
    ...findMissingVariables(shell, planned.value.plan.candidates, options.file),
  ];
  if (unreachable !== undefined) return refusalResult([unreachable, ...others], 50);
  const preflight = checkCases(planned.value.contracts, shell.workspace);
  reportPreflight(shell, preflight);
  const [problem] = preflight.cases.flatMap((one) => one.problems);
  if (problem !== undefined)
    return refusalResult(
      [
        {
          code: problem.code,
          message: problem.message,
          where: problem.where,
          fix: "Correct the case, as a new version if it has been run; agent-lab preflight shows every problem.",
        },
      ],
      50,
    );
  if (options.join === true) return joinOnly(shell, planned.value, options);
  reportMoney(shell, planned.value, options.base);
  const ran = await runMatrix(shell, planned.value, preflight, options);
  if (!ran.ok) return refusalResult(ran.faults, ran.integrity === true ? 60 : 50);
  const { folder, resumed } = ran.value;
  const waiting = waitingFaults(ran.value.waiting, folder.matrix_id);
  if (waiting !== null) return refusalResult(waiting, 30);
  return {
    exit_code: 0,
    text: `${resumed ? "Resumed" : "Ran"} matrix ${folder.matrix_id}: ${plural(folder.list("runs").length, "run")} in ${shell.show(folder.path)}\n  Next: agent-lab gate --matrix ${folder.matrix_id}\n`,
    json: {
      verdict: null,
      exit_code: 0,
      matrix_id: folder.matrix_id,
      paths: { matrix: folder.path },
      digests: { plan: planned.value.plan_sha256 },
    },
  };
}

async function joinOnly(
  shell: Shell,
  planned: Planned,
  options: RunOptions,
): Promise<CommandResult> {
  const joined = await joinMatrix(shell, planned, options);
  if (!joined.ok) return refusalResult(joined.faults, joined.integrity === true ? 60 : 50);
  const { matrix_id, path, ran, waiting } = joined.value;
  const open =
    waiting.length === 0 ? "" : `; ${plural(waiting.length, "run")} waiting for a person`;
  return {
    exit_code: 0,
    text: `Joined matrix ${matrix_id}: ran ${plural(ran, "block")} of it${open}\n`,
    json: { verdict: null, exit_code: 0, matrix_id, blocks: ran, paths: { matrix: path } },
  };
}
