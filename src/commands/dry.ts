/** evaluate without a key: base and head run once on each case, nothing forwarded, and what differs on the wire shown. */
import type { CaseContract } from "../contracts/case.ts";
import type { Outcome } from "../contracts/fault.ts";
import type { PreflightReport } from "../contracts/preflight.ts";
import type { ToolDefinition } from "../contracts/tool-catalogue.ts";
import { type Cassette, createReplay, readCassette } from "../core/dry/cassette.ts";
import {
  asksForBase,
  type DryCase,
  type DryRun,
  judgeCase,
  judgeConstants,
  judgeVarying,
  repeatsItself,
  unrunCase,
} from "../core/dry/dry-case.ts";
import type { DryCause, DryReport } from "../core/dry/dry-report.ts";
import { type DryRequest, dryRequest } from "../core/dry/requests.ts";
import { lastWords } from "../core/own/last-words.ts";
import type { Admission, ModelCall, ProgramEnd, Shell } from "../core/ports.ts";
import type { Redactor } from "../core/redaction/redactor.ts";
import type { TurnedAway } from "../core/witness-ports.ts";
import { builtInAnswer, captureRun, tooManyCalls } from "./capture-run.ts";
import { guardPrograms } from "./guard.ts";
import { inputText } from "./own-environment.ts";
import { openPlanRedactor } from "./plan-redactor.ts";
import type { Planned } from "./plan.ts";
import { prepareCandidates, type PreparedCandidates, type ProgramPlace } from "./prepare.ts";
import { hookWords, runHook } from "./run-hook.ts";
import type { PreparedProgram } from "./run-own-cell.ts";

/** When an evaluation is dry. `keyless`: where a live model of the plan lacks its key. */
export interface DryWish {
  readonly when: "always" | "keyless";
  /** Whether the pull request comes from a fork; null where there is no pull request. */
  readonly fork: boolean | null;
  /** An earlier evidence bundle with base's recorded answers. */
  readonly cassette: string | null;
}

interface DryStage {
  readonly shell: Shell;
  readonly redactor: Redactor;
  readonly tools: readonly ToolDefinition[];
  readonly cassette: Cassette | null;
}

/** The preflight has passed. Nothing is written but inside the two checkouts. */
export async function runDry(
  shell: Shell,
  planned: Planned,
  preflight: PreflightReport,
  about: {
    readonly places: ReadonlyMap<string, ProgramPlace>;
    readonly cause: DryCause;
    readonly cassette: string | null;
  },
): Promise<Outcome<DryReport>> {
  const { plan, contracts } = planned;
  const [base, head] = ["base", "head"].map(
    (role) => plan.candidates.find((one) => one.role === role)?.revision ?? role,
  );
  const cassette = openCassette(shell, about.cassette, base ?? "");
  if (!cassette.ok) return cassette;
  const redactor = openPlanRedactor(shell, planned);
  const prepared = await prepareCandidates(shell, planned, about.places, redactor);
  const programs = bothPrograms(prepared);
  if (!programs.ok) return programs;
  const { tools } = contracts.catalogue;
  const stage = { shell, redactor, tools, cassette: cassette.value };
  const cases: DryCase[] = [];
  for (const one of contracts.cases) {
    const judged = await runCase(stage, one, programs.value);
    cases.push(judged);
    shell.progress.report({
      kind: "step",
      name: "dry",
      detail: `${cases.length}/${contracts.cases.length} ${one.id}: ${judged.outcome.kind}`,
    });
  }
  const recording = cassette.value;
  return {
    ok: true,
    value: {
      plan,
      preflight,
      cause: about.cause,
      base: base ?? "",
      head: head ?? "",
      cases,
      recording:
        recording === null
          ? null
          : { matrix_id: recording.matrix_id, revision: recording.revision },
    },
  };
}

function openCassette(shell: Shell, path: string | null, base: string): Outcome<Cassette | null> {
  if (path === null) return { ok: true, value: null };
  const files = shell.bundles.read(path);
  return files.ok ? readCassette(files.value, base, path) : files;
}

/** Without both set up there is nothing to compare. */
function bothPrograms(prepared: PreparedCandidates): Outcome<Programs> {
  const both = [prepared.get("base"), prepared.get("head")] as const;
  for (const one of both) if (one?.ok === false) return one;
  const [base, head] = both.map((one) =>
    one?.ok === true && one.value.kind === "program" ? one.value.program : null,
  );
  if (!base || !head) throw new Error("a plan of two revisions has a program for each");
  return { ok: true, value: { base, head } };
}

type Programs = Readonly<Record<"base" | "head", PreparedProgram>>;

/** A recording that lacks base's first request is another agent's, or too old to say anything: left aside. */
async function runCase(stage: DryStage, task: CaseContract, programs: Programs): Promise<DryCase> {
  const recorded = stage.cassette?.cases.has(task.id) === true;
  const base = await runSide(stage, task, programs.base);
  if ("unrun" in base) return unrunCase(task.id, 0, `base's ${base.unrun}`);
  if (!recorded || !base.unrecorded || base.requests.length > 1)
    return compareSides(stage, task, programs, { base, recorded });
  const bare = { ...stage, cassette: null };
  const anew = await runSide(bare, task, programs.base);
  if ("unrun" in anew) return unrunCase(task.id, 1, `base's ${anew.unrun}`);
  const judged = await compareSides(bare, task, programs, { base: anew, recorded: false });
  return { ...judged, unfit: true, runs: judged.runs + 1 };
}

/** Where the two differ, base runs again, and head too if base does not repeat itself. */
async function compareSides(
  stage: DryStage,
  task: CaseContract,
  programs: Programs,
  { base, recorded }: { readonly base: DryRun; readonly recorded: boolean },
): Promise<DryCase> {
  const head = await runSide(stage, task, programs.head);
  if ("unrun" in head) return unrunCase(task.id, 1, `head's ${head.unrun}`);
  const judged = judgeCase(task.id, recorded, base, head);
  if (!asksForBase(judged)) return judged;
  const again = await runSide(stage, task, programs.base);
  if ("unrun" in again) return unrunCase(task.id, 2, `base's second ${again.unrun}`);
  if (!("call" in judged.outcome)) return judgeConstants(judged, base, head, again);
  if (repeatsItself(base, again, judged.outcome.call)) return { ...judged, runs: 3 };
  const twice = await runSide(stage, task, programs.head);
  if ("unrun" in twice) return unrunCase(task.id, 3, `head's second ${twice.unrun}`);
  return judgeVarying(judged, [base, again], [head, twice]);
}

async function runSide(
  { shell, redactor, tools, cassette }: DryStage,
  task: CaseContract,
  program: PreparedProgram,
): Promise<DryRun | { readonly unrun: string }> {
  const workers = shell.openWorkers();
  const guarded = { shell, programs: guardPrograms(redactor, workers.programs) };
  const reset = await runHook(guarded, program, program.reset);
  if (reset !== null && reset.exit_code !== 0) return { unrun: `reset hook ${hookWords(reset)}` };
  const answerer = createAnswerer(shell, task, cassette);
  const { ended } = await captureRun(shell, redactor, {
    argv: program.argv,
    cwd: program.cwd,
    folders: program,
    input: inputText(task),
    wall_seconds: task.limits.wall_seconds,
    run_id: `dry-${task.id}`,
    variables: program.variables,
    declared: { case: task, tools },
    admit: (call) => answerer.admit(call),
    turnedAway: (request) => answerer.turnedAway(request),
  });
  if (ended.spawn_error !== null)
    return { unrun: `program can't be started: ${redactor.redactText(ended.spawn_error)}` };
  return {
    requests: answerer.requests,
    unrecorded: answerer.unrecorded(),
    trouble: answerer.unrecorded() ? null : troubleOf(ended, redactor, task),
    turned_away: answerer.turned_away(),
  };
}

interface Answerer {
  readonly requests: readonly DryRequest[];
  admit(call: ModelCall): Admission;
  turnedAway(request: TurnedAway): void;
  unrecorded(): boolean;
  turned_away(): readonly string[];
}

/** Requests beyond the case's limit that are still compared; a program that asks for ever fills no memory. */
const beyondLimit = 20;
const awayKept = 20;

/** Answers from the recording where the case has one. The first request that is not in it is kept, and is the last. */
function createAnswerer(shell: Shell, task: CaseContract, cassette: Cassette | null): Answerer {
  const requests: DryRequest[] = [];
  const recorded = cassette?.cases.get(task.id);
  const replay = recorded === undefined ? null : createReplay(recorded);
  const away = new Map<string, number>();
  let unrecorded = false;
  const turnedAway = ({ method, path, code }: TurnedAway): void => {
    if (unrecorded) return;
    const words = `${method} ${path.slice(0, 200)} ${code}`;
    const known = away.has(words) || away.size < awayKept ? words : "others";
    away.set(known, (away.get(known) ?? 0) + 1);
  };
  const admitted = (upstream: Extract<Admission, { admitted: true }>["upstream"]): Admission => ({
    admitted: true,
    operation_id: `dry-${requests.length}`,
    upstream,
  });
  return {
    requests,
    unrecorded: () => unrecorded,
    turnedAway,
    turned_away: () =>
      [...away].map(([words, times]) => (times === 1 ? words : `${times} × ${words}`)).toSorted(),
    admit: (call) => {
      if (unrecorded) return dryEnd();
      const allowed = task.limits.model_calls;
      if (requests.length >= allowed + beyondLimit) {
        turnedAway({ method: "POST", path: call.path, code: "limit_reached" });
        return tooManyCalls(allowed);
      }
      const request = dryRequest(call.wire, call.json, call.request, call);
      requests.push(request);
      if (requests.length > allowed) return tooManyCalls(allowed);
      if (replay === null) return admitted(builtInAnswer(shell, call, requests.length, false));
      const answer = replay(request.steady);
      if (answer !== null) return admitted(answer);
      unrecorded = true;
      return dryEnd();
    },
  };
}

function dryEnd(): Admission {
  return {
    admitted: false,
    status: 403,
    code: "dry_end",
    message: "this is a dry run: base has no recorded answer to this request, so the run ends here",
  };
}

/** Null where it ended by itself with 0. */
function troubleOf(ended: ProgramEnd, redactor: Redactor, task: CaseContract): string | null {
  if (ended.timed_out) return `was stopped after ${task.limits.wall_seconds} s`;
  if (ended.exit_code === 0) return null;
  const words = lastWords(redactor.redactText(new TextDecoder().decode(ended.stderr)));
  const end =
    ended.signal === null
      ? `ended with exit code ${ended.exit_code ?? "unknown"}`
      : `was ended by ${ended.signal}`;
  return words === null ? end : `${end}; its last words: ${words}`;
}
