/** The child's side of the frame protocol: an adapter gives a function, this file speaks to the host. No dependency. */
import { connect, Socket } from "node:net";

import { createAsked, unwrap } from "./asked.js";

const protocol = 1;
const heartbeatMs = 2_000;
/** Time an adapter gets to end by itself after a cancel, in milliseconds. */
const cancelGraceMs = 200;
const longestError = 2_000;
/** Bytes as JSON of the one long value of a frame: the host takes lines of 1 MiB, and the rest of a frame needs less than 16 KiB. */
const longestValue = 1_048_576 - 16_384;
/** Characters the host takes. */
const longestName = 200;
const longestArgumentsText = 262_144;
/** Characters kept of an output that does not fit a frame; six bytes each at most. */
const keptOutput = 100_000;
/** Levels left for arguments: the host allows 64 and the frame has two of its own. */
const deepestArguments = 62;
/** One level less: the kit's own counts lie around it. */
const deepestState = deepestArguments - 1;
const unknownUsage = { missing: "the framework reported no usage" };

/** @type {import("./index.d.ts").runAdapter} */
export async function runAdapter({ name, prepare, run }) {
  const nonce = process.env.AGENT_LAB_NONCE;
  const address = process.env.AGENT_LAB_CHANNEL;
  if (nonce === undefined || address === undefined) {
    process.stderr.write(
      `${name}: AGENT_LAB_CHANNEL and AGENT_LAB_NONCE are not set. ` +
        "An adapter is started by agent-lab, which sets both; it cannot be run by hand.\n",
    );
    process.exit(2);
  }
  const channel = await openChannel(address, nonce);
  const conversation = createConversation(nonce, channel);
  listenToHost(conversation);
  for (const stray of ["uncaughtException", "unhandledRejection"]) {
    process.on(stray, conversation.stopWith);
  }
  const prepared = await settle(prepare);
  conversation.send({ kind: "hello", adapter: name, protocol });
  const heartbeat = setInterval(() => conversation.send({ kind: "heartbeat" }), heartbeatMs);
  const outcome = await workOn(conversation, run, prepared);
  clearInterval(heartbeat);
  conversation.send(fitResult({ kind: "result", ...outcome }));
  channel.end(() => process.exit(0));
}

/** Loading a framework takes seconds that are not the agent's: it happens before hello, when no clock runs. */
async function settle(prepare) {
  try {
    return { value: await prepare?.() };
  } catch (error) {
    return { error };
  }
}

/** Waits for the start frame, runs the adapter, and turns whatever happens into a result. */
async function workOn(conversation, run, prepared) {
  try {
    const said = await conversation.started;
    if ("error" in prepared) throw prepared.error;
    const { checkpoint, answered } = unwrap(said.checkpoint);
    const start = { ...said, checkpoint };
    const { status, output, usage, error } = await Promise.race([
      run(start, hostFor(conversation, createAsked(start.run_id, answered)), prepared.value),
      conversation.givenUp,
    ]);
    conversation.signal.throwIfAborted();
    if (status !== "failed" && conversation.open() > 0) {
      throw new Error(`the run ended while ${conversation.open()} tool calls had no answer`);
    }
    return {
      status: status ?? "completed",
      output: wellFormed(String(output ?? "")),
      usage: readUsage(usage),
      ...(error === undefined ? {} : { error: describe(error) }),
    };
  } catch (error) {
    // What a framework makes of a cancel is its own wording; the host's reason is the cause.
    const cause = conversation.signal.aborted ? conversation.signal.reason : error;
    return { status: "failed", output: "", usage: unknownUsage, error: describe(cause) };
  }
}

function hostFor(conversation, asked) {
  let ordinal = 0;

  async function callTool(tool, args, { tool_call_id, arguments_text, execute } = {}) {
    conversation.signal.throwIfAborted();
    ordinal += 1;
    const operation_id = `op-${ordinal}`;
    const request = {
      name: wellFormed(String(tool ?? "").slice(0, longestName)) || "(no name)",
      ...frameArguments(args, arguments_text),
    };
    const { idempotency_key, answered } = asked.keyFor(request);
    const payload = {
      ...request,
      idempotency_key,
      ...(isCallId(tool_call_id) ? { tool_call_id } : {}),
    };
    const answer = conversation.answerTo(operation_id);
    conversation.send({
      kind: "intent",
      event_type: "tool.requested",
      operation_id,
      payload,
      reservation: { id: `reservation-${ordinal}`, amount: { tool_calls: 1 } },
    });
    const frame = await answer;
    if (frame.kind === "accepted") {
      const settlement = fitSettlement(operation_id, await executeHere(execute, args));
      conversation.send(settlement);
      answered();
      return settlement.output;
    }
    answered();
    return frame.kind === "rejected" ? frame.message : frame.output;
  }

  function checkpoint(stage, state, { pending_operation_id = null } = {}) {
    const kept = plainState(stage, asked.wrap(state));
    conversation.send({ kind: "checkpoint", stage, pending_operation_id, state: kept });
  }

  return { callTool, checkpoint, signal: conversation.signal };
}

/** What a model wrote and a frame can't hold goes as text, or not at all: the host refuses it, and nobody broke the protocol. */
function frameArguments(args, text) {
  const value = args ?? null;
  const kept = isSendable(value) && fits(value) ? value : null;
  const written = text ?? (kept === null && value !== null ? textOf(value) : undefined);
  if (written === undefined) return { arguments: kept };
  const arguments_text = wellFormed(String(written).slice(0, longestArgumentsText));
  return fits([kept, arguments_text]) ? { arguments: kept, arguments_text } : { arguments: kept };
}

/** Depth, whole characters and keys as the host's own reader asks for them. */
function isSendable(value, depth = 1) {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return typeof value !== "bigint";
  if (depth > deepestArguments) return false;
  return Object.entries(value).every(
    ([key, member]) => key !== "__proto__" && key.isWellFormed() && isSendable(member, depth + 1),
  );
}

/** A state cut to size would be another state: it is kept whole, or the adapter hears why not. */
function plainState(stage, state) {
  const lost = (why) => new Error(`the state of stage ${stage} can't be kept: ${why}`);
  let plain;
  try {
    plain = JSON.parse(JSON.stringify(state));
  } catch (error) {
    throw lost(describe(error));
  }
  if (!isSendable(plain)) {
    throw lost(`it has half a surrogate pair, a key __proto__, or over ${deepestState} levels`);
  }
  if (!fits(plain)) {
    throw lost(`it takes ${sizeOf(plain)} bytes as JSON, and a frame holds ${longestValue}`);
  }
  return plain;
}

function textOf(value) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    return `(arguments that can't be written down: ${describe(error)})`;
  }
}

function fits(value) {
  return sizeOf(value) <= longestValue;
}

/** Bytes as JSON. */
function sizeOf(value) {
  return Buffer.byteLength(JSON.stringify(value));
}

function isCallId(id) {
  return typeof id === "string" && id !== "" && id.length <= longestName && id.isWellFormed();
}

function fitResult(frame) {
  if (fits(frame.output)) return frame;
  return {
    ...frame,
    status: "failed",
    output: wellFormed(frame.output.slice(0, keptOutput)),
    error: `the output takes ${sizeOf(frame.output)} bytes as JSON, and a frame holds ${longestValue}; its first ${keptOutput} characters are kept`,
  };
}

function fitSettlement(operation_id, settlement) {
  const frame = { kind: "settlement", operation_id, ...settlement };
  if (fits(frame.output)) return frame;
  const output = `the tool's answer takes ${sizeOf(frame.output)} bytes as JSON, and a frame holds ${longestValue}`;
  return { ...frame, output, is_error: true };
}

/** Providers and frameworks report odd things; what is no count is null, never a guess. */
function readUsage(usage) {
  if (typeof usage !== "object" || usage === null) return unknownUsage;
  if (typeof usage.missing === "string" && usage.missing !== "") {
    return { missing: wellFormed(usage.missing.slice(0, 300)) };
  }
  return { in: countOf(usage.in), out: countOf(usage.out), requests: countOf(usage.requests) };
}

function countOf(value) {
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

async function executeHere(execute, args) {
  if (execute === undefined) {
    return { output: "this adapter cannot execute tools itself", is_error: true };
  }
  try {
    return { output: wellFormed(String(await execute(args))), is_error: false };
  } catch (error) {
    return { output: describe(error), is_error: true };
  }
}

/** Frames out in sequence, frames in checked and handed to whoever waits for them. */
function createConversation(nonce, channel) {
  const waiting = new Map();
  const abort = new AbortController();
  const start = deferred();
  const surrender = deferred();
  let sent = 0;
  let received = 0;
  let silent = false;

  function send(frame) {
    if (silent) return;
    sent += 1;
    silent = frame.kind === "result";
    channel.write(`${JSON.stringify({ v: protocol, nonce, frame_sequence: sent, ...frame })}\n`);
  }

  async function answerTo(operation_id) {
    const answer = deferred();
    waiting.set(operation_id, answer);
    return answer.promise;
  }

  function stopWith(error) {
    if (abort.signal.aborted) return;
    abort.abort(error);
    start.reject(error);
    for (const answer of waiting.values()) answer.reject(error);
    waiting.clear();
    setTimeout(() => surrender.reject(error), cancelGraceMs);
  }

  function resolve(frame) {
    const answer = waiting.get(frame.operation_id);
    if (answer === undefined) {
      stopWith(new Error(`host sent ${frame.kind} for ${frame.operation_id}, which is not open`));
      return;
    }
    if (frame.kind === "accepted" && frame.execute === "host") return;
    if (frame.kind === "approval_pending") return;
    waiting.delete(frame.operation_id);
    answer.resolve(frame);
  }

  function receive(frame) {
    received += 1;
    if (frame.v !== protocol || frame.nonce !== nonce || frame.frame_sequence !== received) {
      stopWith(new Error(`host frame ${received} is out of sequence or carries another nonce`));
    } else if (frame.kind === "start") {
      start.resolve(frame.start);
    } else if (frame.kind === "cancel") {
      stopWith(new Error(`cancelled: ${frame.reason}`));
    } else {
      resolve(frame);
    }
  }

  return {
    send,
    answerTo,
    receive,
    stopWith,
    open: () => waiting.size,
    signal: abort.signal,
    started: start.promise,
    givenUp: surrender.promise,
  };
}

/** Host frames arrive on stdin, one JSON object a line. */
function listenToHost({ receive, stopWith }) {
  let rest = Buffer.alloc(0);
  process.stdin.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      const line = rest.subarray(0, end);
      rest = rest.subarray(end + 1);
      try {
        receive(JSON.parse(line.toString("utf8")));
      } catch (error) {
        stopWith(new Error("the host sent a line that is not a frame", { cause: error }));
      }
    }
  });
  process.stdin.on("error", stopWith);
  process.stdin.on("end", () => stopWith(new Error("the host closed its side of the channel")));
}

/** `fd:N`, `unix:PATH` or `tcp:HOST:PORT`; over a socket the nonce is the first line. */
async function openChannel(address, nonce) {
  const fd = /^fd:(\d+)$/.exec(address);
  if (fd !== null) {
    return new Socket({ fd: Number(fd[1]), readable: false, writable: true });
  }
  const unix = /^unix:(.+)$/.exec(address);
  const tcp = /^tcp:(.+):(\d+)$/.exec(address);
  if (unix === null && tcp === null) {
    throw new Error(
      `AGENT_LAB_CHANNEL is ${address}; this kit knows fd:N, unix:PATH, tcp:HOST:PORT`,
    );
  }
  const socket = unix === null ? connect(Number(tcp[2]), tcp[1]) : connect(unix[1]);
  await new Promise((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  socket.write(`${nonce}\n`);
  return socket;
}

function deferred() {
  const { promise, resolve, reject } = withResolvers();
  // Someone may never wait for it; a rejection is then nobody's news.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/** Promise.withResolvers, which Node 20 lacks. */
function withResolvers() {
  let resolve;
  let reject;
  const promise = new Promise((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

function describe(error) {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return wellFormed(text.slice(0, longestError));
}

function wellFormed(text) {
  return text.toWellFormed();
}
