/** Runs the user's agent once, in place and keyless, with the built-in probing model behind the gateway. */
import type { CaseContract } from "../contracts/case.ts";
import type { AnswerTake } from "../contracts/matrix.ts";
import type { ToolDefinition } from "../contracts/tool-catalogue.ts";
import { digestBytes } from "../core/digest/digest.ts";
import { probeReply } from "../core/onboarding/probe-reply.ts";
import type { Argv } from "../core/onboarding/project-view.ts";
import { foldRequests, type SeenModel } from "../core/onboarding/sighting.ts";
import { takeAnswer, type Taken } from "../core/own/answer.ts";
import type {
  Admission,
  ModelCall,
  ModelCallGate,
  ProgramEnd,
  Shell,
  UpstreamTarget,
} from "../core/ports.ts";
import type { Redactor } from "../core/redaction/redactor.ts";
import { simulateEmbeddings } from "../core/simulation/embeddings.ts";
import type { CanonicalRequest } from "../core/wire/request.ts";
import { guardPrograms } from "./guard.ts";
import { ownEnvironment } from "./own-environment.ts";
import type { Recorder } from "./recorder.ts";
import { openToolDesk } from "./tool-desk.ts";

export interface ProbeRequest {
  readonly argv: Argv;
  readonly cwd: string;
  readonly input: string;
  readonly take: AnswerTake;
  readonly wall_seconds: number;
  readonly model_calls: number;
  /** The agent's own variables, with their values; what `redactor` knows of them is not printed. */
  readonly variables: Readonly<Record<string, string>>;
  readonly redactor: Redactor;
  /** The case and the tools that answer its program's kit; null where there is no case yet. */
  readonly declared: {
    readonly case: CaseContract;
    readonly tools: readonly ToolDefinition[];
  } | null;
  /** Calls each offered tool once, with made-up arguments. */
  readonly use_tools: boolean;
}

export interface Probe {
  readonly seen: readonly SeenModel[];
  readonly refused: number;
  readonly ended: ProgramEnd;
  /** All that was printed, stdout first: what a program says last stands in stderr. */
  readonly said: string;
  readonly taken: Taken;
  readonly from_file: boolean;
}

const stdoutCap = 1_048_576;

/** The program gets the user's own HOME, since its tools were installed from there; nothing is written to a ledger. */
export async function probeAgent(shell: Shell, request: ProbeRequest): Promise<Probe> {
  const requests: CanonicalRequest[] = [];
  let refused = 0;
  const gate: ModelCallGate = {
    admit: async (call) => {
      if (requests.length >= request.model_calls) {
        refused += 1;
        return tooMany(request.model_calls);
      }
      requests.push(call.request);
      const ordinal = requests.length;
      return {
        admitted: true,
        operation_id: `probe-${ordinal}`,
        upstream: answer(shell, call, ordinal, request.use_tools),
      };
    },
    settle: async () => undefined,
  };
  const programs = guardPrograms(request.redactor, shell.openWorkers().programs);
  const gateway = await shell.openGateway();
  const scratch = shell.scratch();
  try {
    const { declared } = request;
    const redact = (text: string): string => request.redactor.redactText(text);
    const desk =
      declared === null ? null : openToolDesk({ recorder: unrecorded, ...declared, redact }).desk;
    const session = gateway.open(gate, desk);
    const ended = await programs.run({
      argv: request.argv,
      cwd: request.cwd,
      env: ownEnvironment(
        shell,
        { home: shell.environment("HOME") ?? scratch.path, temporary: scratch.path },
        {
          base_url: session.base_url,
          token: session.token,
          tools_url: desk === null ? null : session.tools_url,
          case_file: scratch.write("case.json", request.input),
          output_file: scratch.locate("answer"),
          run_id: "doctor",
        },
        request.variables,
      ),
      stdin: request.input,
      nonce: shell.entropy.hex(16),
      total_ms: request.wall_seconds * 1_000,
      stdout_cap: stdoutCap,
    });
    await session.close();
    const decoder = new TextDecoder();
    const stdout = decoder.decode(ended.stdout);
    const written = scratch.read("answer");
    const file = written === null ? null : request.redactor.redactText(written);
    return {
      seen: foldRequests(requests),
      refused,
      ended,
      said: `${stdout}\n${decoder.decode(ended.stderr)}`,
      taken: takeAnswer(request.take, stdout, file),
      from_file: file !== null && file.trim() !== "",
    };
  } finally {
    await gateway.close();
    scratch.remove();
  }
}

/** Nothing of a probe is kept. */
const unrecorded: Recorder = {
  append: async () => undefined,
  revision: () => 0,
  fault: () => null,
};

function answer(
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

function tooMany(allowed: number): Admission {
  return {
    admitted: false,
    status: 402,
    code: "limit_reached",
    message: `the case allows ${allowed} model calls`,
  };
}
