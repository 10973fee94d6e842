/** What a run of the user's own program says about the gates that need to see its tools: nothing without a kit. */
import type { RuntimeEvent } from "../../contracts/event.ts";
import type { GateId } from "../../contracts/readiness-policy.ts";
import type { GateObservation, ToolCallRecord } from "../../contracts/run-result.ts";
import { carriesAnswer } from "./own-answers.ts";
import type { CallPair } from "./own-calls.ts";
import { pairToolCalls } from "./tool-calls.ts";

type Gates = Partial<Record<GateId, GateObservation>>;
type Requested = Extract<RuntimeEvent, { type: "tool.requested" }>;

const unseen = (detail: string): GateObservation => ({
  state: "not_observed",
  detail: detail.slice(0, 500).toWellFormed(),
});

/** What would make each gate visible. */
const needs = {
  approvals_bound: "to observe approvals",
  tools_authorised: "to observe which tools ran",
  calls_reconciled: "to match calls with executions",
  no_duplicate_effects: "to count effects",
} as const;
type ToolGate = keyof typeof needs;
const kit = "call them through the kit, so that the host sees each call before it runs";

export interface OwnEvidence {
  readonly bodies: readonly RuntimeEvent[];
  readonly tool_calls: readonly ToolCallRecord[];
  readonly completed: boolean;
}

/** `seen`: what the same events say where the host sees every tool. A failure that was seen stays one. */
export function observeOwnGates(seen: Gates, evidence: OwnEvidence): Gates {
  return {
    ...seen,
    ...observeTools(seen, evidence),
    checkpoint_verifiable: unseen("your program hands over no checkpoint"),
  };
}

function observeTools(seen: Gates, evidence: OwnEvidence): Gates {
  const { tool_calls } = evidence;
  const announced = tool_calls.filter((call) => call.provenance !== "wire");
  const outside = tool_calls.filter((call) => call.provenance === "wire");
  const pairs = pairToolCalls(evidence.bodies);
  const doubt = pairs.map(doubtOf).find((one) => one !== null) ?? null;
  const why = (id: ToolGate): string | null => {
    if (announced.length === 0) return `the tools ran in your own program; ${needs[id]}, ${kit}`;
    const first = outside[0];
    if (first === undefined) return doubt;
    const more = outside.length === 1 ? "" : ` (${outside.length} calls)`;
    if (
      announced.some(
        (one) =>
          first.tool_call_id !== "" &&
          one.name === first.name &&
          one.tool_call_id === first.tool_call_id,
      )
    )
      return `${first.name} was announced with other arguments than the model wrote${more}`;
    return first.output === null
      ? `the model asked for ${first.name}, and nothing of it went through the kit${more}`
      : `${first.name} ran outside the kit${more}; ${needs[id]}, ${kit}`;
  };
  const judge = (id: ToolGate, inside: GateObservation): GateObservation => {
    if (inside.state === "failed") return inside;
    const reason = why(id);
    return reason === null ? inside : unseen(reason);
  };
  const nothing = unseen("the run says nothing about it");
  return {
    approvals_bound: judge(
      "approvals_bound",
      judgeApprovals(seen.approvals_bound ?? nothing, evidence),
    ),
    tools_authorised: judge(
      "tools_authorised",
      judgeAuthorisation(seen.tools_authorised ?? nothing, evidence),
    ),
    calls_reconciled: judge("calls_reconciled", reconcile(evidence)),
    no_duplicate_effects: judge("no_duplicate_effects", countEffects(evidence, pairs)),
  };
}

/** Why a call that was announced is not known to be the one the model asked for and heard of. */
function doubtOf({ seen, announced }: CallPair): string | null {
  if (seen.output === null || carriesAnswer(seen.output, announced) !== false) return null;
  const { name, provenance, outcome } = announced;
  if (outcome === "refused") return `${name} was refused, and the model got another answer`;
  return provenance === "host"
    ? `${name} was answered by the host, and the model got another answer`
    : `${name} was settled with one answer, and the model got another`;
}

function requests(bodies: readonly RuntimeEvent[]): Requested[] {
  return bodies.flatMap((body) => (body.type === "tool.requested" ? [body] : []));
}

/** Whether a tool needs an approval is declared or not known. */
function judgeApprovals(seen: GateObservation, { bodies }: OwnEvidence): GateObservation {
  const foreign = requests(bodies).find((body) => body.undeclared);
  if (seen.state !== "passed" || foreign === undefined) return seen;
  return unseen(
    `${foreign.name} is in no tool catalogue: whether it needs an approval is not declared`,
  );
}

function judgeAuthorisation(seen: GateObservation, { bodies }: OwnEvidence): GateObservation {
  const created = bodies.find((body) => body.type === "job.created");
  return created?.type === "job.created" && created.authorised_tools.length === 0
    ? unseen("the case names no tools, so nothing says which may run; list them under tools")
    : seen;
}

/** A program may also use its tools without being asked: that is its own design, and is said. */
function reconcile({ bodies, tool_calls, completed }: OwnEvidence): GateObservation {
  if (!completed) return unseen("the run did not complete");
  const ambiguous = tool_calls.find((call) => call.outcome === "ambiguous");
  if (ambiguous !== undefined) return unseen(`${ambiguous.name} began and was never settled`);
  const asked = bodies.filter((body) => body.type === "tool.observed").length;
  const left = tool_calls.length - asked;
  const own = left <= 0 ? "" : `; ${left} more by the program itself`;
  return {
    state: "passed",
    detail: `${asked} call(s) on the wire, each announced and then run or refused${own}`,
  };
}

interface Times {
  sure: number;
  unsure: number;
}

/**
 * The host sees no effect inside the program: a declared write that did not fail counts as one. What the model wrote
 * tells which calls are the same; what a program adds, such as a key of its own, does not make another of them.
 */
function countEffects({ bodies }: OwnEvidence, pairs: readonly CallPair[]): GateObservation {
  const written = new Map(
    pairs.map(({ seen, announced }) => [announced.operation_id, seen.arguments_sha256]),
  );
  const unsafe = new Map(
    requests(bodies)
      .filter((body) => body.side_effect_class === "unsafe_write")
      .map((body) => [body.operation_id, body]),
  );
  const done = new Map<string, { readonly of: Requested; readonly times: Times }>();
  const settled = new Map(
    bodies.flatMap((body) => (body.type === "tool.settled" ? [[body.operation_id, body]] : [])),
  );
  for (const body of bodies) {
    const request = body.type === "tool.executing" ? unsafe.get(body.operation_id) : undefined;
    if (request === undefined) continue;
    const key = `${request.name} ${written.get(request.operation_id) ?? request.arguments_sha256}`;
    const entry = done.get(key) ?? { of: request, times: { sure: 0, unsure: 0 } };
    done.set(key, entry);
    const end = settled.get(request.operation_id);
    const hidden = request.runs_in === "program" && (end === undefined || end.is_error);
    if (hidden || request.undeclared) entry.times.unsure += 1;
    else if ((end?.effects ?? 0) > 0) entry.times.sure += 1;
  }
  const twice = [...done.values()];
  const sure = twice.find(({ times }) => times.sure > 1);
  if (sure !== undefined)
    return {
      state: "failed",
      detail: `${sure.of.name} took effect ${sure.times.sure} times with the same arguments`,
    };
  const unsure = twice.find(({ times }) => times.sure + times.unsure > 1);
  if (unsure !== undefined) {
    const { of, times } = unsure;
    const cause = of.undeclared
      ? "no catalogue says what it does"
      : "a failed try may have taken effect";
    return unseen(
      `${of.name} ran ${times.sure + times.unsure} times with the same arguments; ${cause}`,
    );
  }
  return { state: "passed", detail: "no unsafe effect happened twice with the same arguments" };
}
