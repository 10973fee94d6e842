/** Runs the user's agent once, in place and keyless, with the built-in probing model behind the gateway. */
import type { AnswerTake } from "../contracts/matrix.ts";
import type { Argv } from "../core/onboarding/project-view.ts";
import { foldRequests, type SeenModel } from "../core/onboarding/sighting.ts";
import { takeAnswer, type Taken } from "../core/own/answer.ts";
import type { ProgramEnd, Shell } from "../core/ports.ts";
import type { Redactor } from "../core/redaction/redactor.ts";
import type { CanonicalRequest } from "../core/wire/request.ts";
import { builtInAnswer, captureRun, type CaptureRequest, tooManyCalls } from "./capture-run.ts";

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
  readonly declared: CaptureRequest["declared"];
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

/** The program gets the user's own HOME, since its tools were installed from there; nothing is written to a ledger. */
export async function probeAgent(shell: Shell, request: ProbeRequest): Promise<Probe> {
  const requests: CanonicalRequest[] = [];
  let refused = 0;
  const { argv, cwd, input, wall_seconds, variables, declared } = request;
  const { ended, file } = await captureRun(shell, request.redactor, {
    argv,
    cwd,
    folders: null,
    input,
    wall_seconds,
    run_id: "doctor",
    variables,
    declared,
    admit: (call) => {
      if (requests.length >= request.model_calls) {
        refused += 1;
        return tooManyCalls(request.model_calls);
      }
      requests.push(call.request);
      const ordinal = requests.length;
      return {
        admitted: true,
        operation_id: `probe-${ordinal}`,
        upstream: builtInAnswer(shell, call, ordinal, request.use_tools),
      };
    },
  });
  const decoder = new TextDecoder();
  const stdout = decoder.decode(ended.stdout);
  return {
    seen: foldRequests(requests),
    refused,
    ended,
    said: `${stdout}\n${decoder.decode(ended.stderr)}`,
    taken: takeAnswer(request.take, stdout, file),
    from_file: file !== null && file.trim() !== "",
  };
}
