import type {
  ArtifactStore,
  Gateway,
  Ledger,
  ModelCall,
  ModelCallGate,
  Programs,
  SettledCall,
  Worker,
  Workers,
  WorkerSignal,
} from "../core/ports.ts";
/**
 * Stands between a run and everything it writes: what comes in from child, program and wire is redacted before anyone
 * digests it, and artifacts and events once more as they are written. The agent itself gets its answers whole.
 */
import { redactBody } from "../core/redaction/bodies.ts";
import type { Redactor } from "../core/redaction/redactor.ts";
import { listVariable, secretVariables } from "../core/redaction/secret-names.ts";
import { redactValue } from "../core/redaction/values.ts";
import type { ToolDesk } from "../core/tool-ports.ts";

/** What one matrix execution writes through and hears from. */
export interface Outlets {
  readonly ledger: Ledger;
  readonly artifacts: ArtifactStore;
  readonly gateway: Gateway;
  readonly workers: Workers;
  readonly programs: Programs;
}

export function guardOutlets(redactor: Redactor, outlets: Outlets): Outlets {
  return {
    ledger: guardLedger(redactor, outlets.ledger),
    artifacts: guardArtifacts(redactor, outlets.artifacts),
    gateway: {
      open: (gate, desk) =>
        outlets.gateway.open(guardGate(redactor, gate), desk ? guardDesk(redactor, desk) : null),
      close: async () => outlets.gateway.close(),
    },
    workers: { start: (spec) => guardWorker(redactor, outlets.workers.start(spec)) },
    programs: guardPrograms(redactor, outlets.programs),
  };
}

function guardLedger(redactor: Redactor, ledger: Ledger): Ledger {
  return {
    ...ledger,
    append: async (request) =>
      ledger.append({ ...request, events: redactValue(redactor, request.events) }),
  };
}

function guardArtifacts(redactor: Redactor, artifacts: ArtifactStore): ArtifactStore {
  return {
    put: async (bytes, about) => artifacts.put(redactBody(redactor, bytes).bytes, about),
    read: async (ref) => artifacts.read(ref),
  };
}

/** What a program prints is redacted before anybody reads it. */
export function guardPrograms(redactor: Redactor, programs: Programs): Programs {
  return {
    run: async (spec) => {
      const end = await programs.run(spec);
      return {
        ...end,
        stdout: redactor.redactBytes(end.stdout).bytes,
        stderr: redactor.redactBytes(end.stderr).bytes,
      };
    },
  };
}

function guardSignal(redactor: Redactor, signal: WorkerSignal): WorkerSignal {
  switch (signal.kind) {
    case "frame":
    case "violation":
      return redactValue(redactor, signal);
    case "ended":
      return { ...signal, log: redactor.redactBytes(signal.log).bytes };
    case "deadline":
      return signal;
  }
}

async function* guardSignals(
  redactor: Redactor,
  signals: Worker["signals"],
): AsyncGenerator<WorkerSignal> {
  for await (const signal of signals) yield guardSignal(redactor, signal);
}

function guardWorker(redactor: Redactor, worker: Worker): Worker {
  return {
    get pid() {
      return worker.pid;
    },
    signals: guardSignals(redactor, worker.signals),
    send: (message) => worker.send(message),
    stop: (reason) => worker.stop(reason),
  };
}

/** The gate records what it is given; the gateway forwards what it got. Only the former is redacted. */
export function guardGate(redactor: Redactor, gate: ModelCallGate): ModelCallGate {
  return {
    turnedAway: (request) => gate.turnedAway?.(redactValue(redactor, request)),
    admit: async (call) => gate.admit(guardCall(redactor, call)),
    settle: async (operation_id, settled) =>
      gate.settle(operation_id, guardSettled(redactor, settled)),
  };
}

/** What the host answers has no secret in it already; what a program says may have. */
function guardDesk(redactor: Redactor, desk: ToolDesk): ToolDesk {
  return {
    intent: async (intent) => desk.intent(redactValue(redactor, intent)),
    settlement: async (settlement) => desk.settlement(redactValue(redactor, settlement)),
  };
}

function guardCall(redactor: Redactor, call: ModelCall): ModelCall {
  const { bytes, count } = redactBody(redactor, call.body);
  if (count === 0) return call;
  return {
    ...call,
    sent_bytes: call.body.length,
    body: bytes,
    json: redactValue(redactor, call.json),
    request: redactValue(redactor, call.request),
    redacted: count,
  };
}

const WITHHELD = `{"withheld":"This answer held a secret in pieces that could not be taken out one by one."}`;

function guardSettled(redactor: Redactor, settled: SettledCall): SettledCall {
  const { bytes, count } = redactBody(redactor, settled.body);
  const outcome = redactValue(redactor, settled.outcome);
  if (count === 0 && outcome === settled.outcome) return settled;
  const body = count === 0 ? new TextEncoder().encode(WITHHELD) : bytes;
  const content_type = count === 0 ? "application/json" : settled.content_type;
  return { ...settled, body, content_type, outcome, redacted: Math.max(1, count) };
}

/**
 * Keys whose variables are not called like secrets: the host left them in the environment it can be read from, because
 * it did not know better when it started.
 */
export function findUnshielded(
  environment: (name: string) => string | undefined,
  api_keys: readonly string[],
): readonly string[] {
  return api_keys.filter((name) => {
    const seen = { [name]: environment(name), [listVariable]: environment(listVariable) };
    return (seen[name] ?? "") !== "" && !secretVariables(seen).includes(name);
  });
}
