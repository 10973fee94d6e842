/** Runs a program of the user's own once, keyless, with every request it makes seen and none forwarded; no ledger. */
import type { CaseContract } from "../contracts/case.ts";
import type { ToolDefinition } from "../contracts/tool-catalogue.ts";
import { digestBytes } from "../core/digest/digest.ts";
import { probeReply } from "../core/onboarding/probe-reply.ts";
import type { Admission, ModelCall, ProgramEnd, Shell, UpstreamTarget } from "../core/ports.ts";
import type { Redactor } from "../core/redaction/redactor.ts";
import { simulateEmbeddings } from "../core/simulation/embeddings.ts";
import type { TurnedAway } from "../core/witness-ports.ts";
import { firstAttempt, openPassingWorld } from "./attempt.ts";
import { guardGate, guardPrograms } from "./guard.ts";
import { ownEnvironment } from "./own-environment.ts";
import type { Recorder } from "./recorder.ts";
import { openToolDesk } from "./tool-desk.ts";

export interface CaptureRequest {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** Null: the user's own HOME, and the run's private folder for what is temporary. */
  readonly folders: { readonly home: string; readonly temporary: string } | null;
  readonly input: string;
  readonly wall_seconds: number;
  readonly run_id: string;
  /** The agent's own variables, with their values. */
  readonly variables: Readonly<Record<string, string>>;
  /** The case and the tools that answer its program's kit; null where there is no case yet. */
  readonly declared: {
    readonly case: CaseContract;
    readonly tools: readonly ToolDefinition[];
  } | null;
  /** Sees each request with its secrets taken out, and says what answers it; a live target never. */
  admit(call: ModelCall): Admission;
  /** Sees what the gateway could not read or does not serve. */
  readonly turnedAway?: (request: TurnedAway) => void;
}

export interface Captured {
  readonly ended: ProgramEnd;
  /** What it wrote to $AGENT_LAB_OUTPUT; null where it wrote nothing. */
  readonly file: string | null;
}

const stdoutCap = 1_048_576;

export async function captureRun(
  shell: Shell,
  redactor: Redactor,
  request: CaptureRequest,
): Promise<Captured> {
  const programs = guardPrograms(redactor, shell.openWorkers().programs);
  const gateway = await shell.openGateway();
  const scratch = shell.scratch();
  const own = { home: shell.environment("HOME") ?? scratch.path, temporary: scratch.path };
  try {
    const { declared } = request;
    const redact = (text: string): string => redactor.redactText(text);
    const desk =
      declared === null
        ? null
        : openToolDesk({
            recorder: unrecorded,
            ...declared,
            attempt: firstAttempt(openPassingWorld(declared.case.world)),
            now: () => shell.clock.now(),
            redact,
          }).desk;
    const session = gateway.open(
      guardGate(redactor, {
        admit: async (call) => request.admit(call),
        turnedAway: (away) => request.turnedAway?.(away),
        settle: async () => undefined,
      }),
      desk,
    );
    const ended = await programs.run({
      argv: request.argv,
      cwd: request.cwd,
      env: ownEnvironment(
        shell,
        request.folders ?? own,
        {
          base_url: session.base_url,
          token: session.token,
          tools_url: desk === null ? null : session.tools_url,
          case_file: scratch.write("case.json", request.input),
          output_file: scratch.locate("answer"),
          run_id: request.run_id,
        },
        request.variables,
      ),
      stdin: request.input,
      nonce: shell.entropy.hex(16),
      total_ms: request.wall_seconds * 1_000,
      stdout_cap: stdoutCap,
    });
    await session.close();
    const written = scratch.read("answer");
    return { ended, file: written === null ? null : redact(written) };
  } finally {
    await gateway.close();
    scratch.remove();
  }
}

/** Nothing of such a run is kept. */
const unrecorded: Recorder = {
  append: async () => undefined,
  revision: () => 0,
  fault: () => null,
};

/** The built-in model's answer: "ok", or what the request demands; the same request gets the same one. */
export function builtInAnswer(
  shell: Shell,
  call: ModelCall,
  ordinal: number,
  use_tools: boolean,
): UpstreamTarget {
  if (call.wire === "embeddings") {
    const simulated = simulateEmbeddings({
      request: call.request,
      model: call.request.model,
      count_tokens: shell.countTokens,
    });
    return "error" in simulated
      ? { kind: "simulated_error", ...simulated.error }
      : { kind: "simulated_embeddings", reply: simulated.reply };
  }
  const reply = probeReply(call.request, { use_tools, ordinal });
  const response_id = digestBytes(`agent-lab/probe/v1\n${ordinal}`).slice(7, 31);
  const created = Math.floor(Date.parse(shell.clock.now()) / 1_000);
  return { kind: "simulated", reply: () => ({ reply, delay_ms: 0, response_id, created }) };
}

export function tooManyCalls(allowed: number): Admission {
  return {
    admitted: false,
    status: 402,
    code: "limit_reached",
    message: `the case allows ${allowed} model calls`,
  };
}
