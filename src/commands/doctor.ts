/** doctor: one case of the user's own agent, in place and keyless; says what the gateway saw, or what to change first. */
import type { CaseContract } from "../contracts/case.ts";
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { Candidate } from "../contracts/matrix.ts";
import { findTroubles, shellLine } from "../core/onboarding/findings.ts";
import type { Argv } from "../core/onboarding/project-view.ts";
import { describeModel } from "../core/onboarding/sighting.ts";
import { findFixedAddresses } from "../core/onboarding/source-hints.ts";
import { namesTaken } from "../core/own/agent-variables.ts";
import type { FrozenContracts } from "../core/planning/bind-contracts.ts";
import { planMatrix } from "../core/planning/plan-matrix.ts";
import type { Shell } from "../core/ports.ts";
import { formatDuration, sentenceList } from "../core/report/format.ts";
import { findMissingVariables, readVariables } from "./agent-variables.ts";
import { inputText } from "./own-environment.ts";
import { probeAgent, type Probe } from "./probe-agent.ts";
import { faultText, refusalResult, type CommandResult } from "./result.ts";

export interface DoctorOptions {
  readonly file: string;
  /** Default: the first case. */
  readonly case: string | undefined;
  readonly use_tools: boolean;
}

interface Patient {
  readonly contracts: FrozenContracts;
  readonly candidate: Candidate;
  readonly argv: Argv;
  readonly case: CaseContract;
}

/** Exit 0 where the agent can be evaluated, 50 otherwise. */
export async function examineAgent(shell: Shell, options: DoctorOptions): Promise<CommandResult> {
  const found = findPatient(shell, options);
  if (!found.ok) return refusalResult(found.faults, 50);
  const { contracts, candidate, argv, case: task } = found.value;
  const folder = options.file.includes("/")
    ? `/${options.file.slice(0, options.file.lastIndexOf("/"))}`
    : "";
  const take = candidate.output?.take ?? "last_line";
  const { limits } = task;
  const probe = await probeAgent(shell, {
    argv,
    cwd: `${shell.project}${folder}`,
    input: inputText(task),
    take,
    wall_seconds: limits.wall_seconds,
    model_calls: limits.model_calls,
    use_tools: options.use_tools,
    variables: readVariables(shell, candidate.env),
    declared: { case: task, tools: contracts.catalogue.tools },
    redactor: shell.openRedactor({ secrets: namesTaken(candidate.env) }),
  });
  const day = shell.clock.now().slice(0, 10);
  const view = shell.projectFiles.look();
  const troubles = findTroubles(
    {
      argv,
      setup: argvOf(candidate.setup),
      seen: probe.seen,
      refused: probe.refused,
      ended: { ...probe.ended, said: probe.said, wall_seconds: limits.wall_seconds },
      taken: probe.taken,
      use_tools: options.use_tools,
      fixed_addresses: findFixedAddresses(view.files),
    },
    { file: options.file, models: contracts.models, pricing: contracts.pricing, day },
  );
  const planned = planMatrix(contracts, day, options.file);
  const known = troubles.some((one) => one.code === "no_price");
  const unplanned = planned.ok
    ? []
    : planned.faults.filter((one) => one.code !== "no_price" || !known);
  return report(options, found.value, probe, [
    ...findMissingVariables(shell, [candidate], options.file),
    ...troubles,
    ...unplanned,
  ]);
}

function findPatient(shell: Shell, options: DoctorOptions): Outcome<Patient> {
  const contracts = shell.workspace.loadContracts(options.file);
  if (!contracts.ok) {
    const [first] = contracts.faults;
    return first.code === "file_missing" && first.where === options.file
      ? { ok: false, faults: [{ ...first, fix: "agent-lab init writes it." }] }
      : contracts;
  }
  const { matrix, cases } = contracts.value;
  const candidate = matrix.candidates.find((one) => one.role === "head") ?? matrix.candidates[0];
  const argv = argvOf(candidate?.command);
  if (candidate === undefined || argv === null)
    return refuse(
      "no_program",
      `${options.file} compares adapters; doctor examines a program of your own`,
      options.file,
      "Use agent-lab validate and agent-lab preflight, or name a program: agent: [python, -m, my_agent].",
    );
  const task = options.case === undefined ? cases[0] : cases.find((one) => one.id === options.case);
  if (task === undefined)
    return refuse(
      "no_case",
      `there is no case ${options.case ?? ""}`,
      options.file,
      `There are: ${cases.map((one) => one.id).join(", ")}.`,
    );
  return { ok: true, value: { contracts: contracts.value, candidate, argv, case: task } };
}

function report(
  options: DoctorOptions,
  { candidate, argv, case: task }: Patient,
  probe: Probe,
  troubles: readonly Fault[],
): CommandResult {
  const { ended, seen, taken } = probe;
  const exit_code = troubles.length === 0 ? 0 : 50;
  const take = candidate.output?.take ?? "last_line";
  const from = probe.from_file ? "the file $AGENT_LAB_OUTPUT" : takeWords(take);
  const hooks = (["setup", "reset", "snapshot"] as const).filter(
    (name) => candidate[name] !== undefined,
  );
  const tools = [...new Set(seen.flatMap((one) => one.tools))];
  const [firstSeen, ...otherSeen] = seen.map(describeModel);
  const rows: readonly (readonly [string, string])[] = [
    ["program", `${shellLine(argv)} · ${endWords(probe)}`],
    ["case", task.id],
    ["saw", firstSeen ?? "no request"],
    ...otherSeen.map((line) => ["", line] as const),
    ...(tools.length === 0 ? [] : [["tools", sentenceList(tools)] as const]),
    ["answer", taken.ok ? `${quote(taken.text)} (${from})` : `none: ${taken.message}`],
    ...(hooks.length === 0
      ? []
      : [["not run", `${sentenceList(hooks)} (evaluate does, in checkouts of its own)`] as const]),
    ...(options.use_tools || tools.length === 0
      ? []
      : [["not called", "the tools; --tools calls each once with made-up arguments"] as const]),
  ];
  const head = 'doctor: one case, run in this folder without a key; a built-in model answers "ok"';
  const next =
    exit_code === 0
      ? `It can be evaluated. Commit it, then (this asks the real model, so it needs its key): agent-lab evaluate${options.file === "agent-lab.yaml" ? "" : ` ${options.file}`} --base main --head YOUR-BRANCH\n`
      : `${faultText(troubles)}\nNot ready: ${troubles.length === 1 ? "one thing" : `${troubles.length} things`} to change, above.\n`;
  return {
    exit_code,
    text: `${head}\n${rows.map(([name, text]) => `  ${name.padEnd(10)}  ${text}\n`).join("")}\n${next}`,
    json: {
      verdict: null,
      exit_code,
      ready: exit_code === 0,
      program: {
        argv,
        exit_code: ended.exit_code,
        signal: ended.signal,
        timed_out: ended.timed_out,
        duration_ms: Math.round(ended.duration_ms),
      },
      case_id: task.id,
      calls: seen.reduce((sum, one) => sum + one.calls, 0),
      models: seen,
      answer: taken.ok ? { text: taken.text, from } : { missing: taken.message },
      faults: troubles,
    },
    ...(exit_code === 0 ? {} : { faults: troubles }),
  };
}

function endWords({ ended }: Probe): string {
  if (ended.spawn_error !== null) return "not started";
  const took = formatDuration(Math.round(ended.duration_ms));
  if (ended.timed_out) return `stopped after ${took}`;
  return ended.signal === null
    ? `exit code ${ended.exit_code ?? "unknown"} after ${took}`
    : `ended by ${ended.signal} after ${took}`;
}

function takeWords(take: NonNullable<Candidate["output"]>["take"]): string {
  if (typeof take !== "string") return `what follows ${JSON.stringify(take.after)} on stdout`;
  if (take === "all") return "all of stdout";
  if (take === "file") return "the file $AGENT_LAB_OUTPUT";
  return take === "last_line" ? "the last line of stdout" : "the last JSON on stdout";
}

/** One line, 200 characters. */
function quote(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return JSON.stringify(line.length > 200 ? `${line.slice(0, 199).toWellFormed()}…` : line);
}

function argvOf(words: readonly string[] | undefined): Argv | null {
  const [first, ...rest] = words ?? [];
  return first === undefined ? null : [first, ...rest];
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
