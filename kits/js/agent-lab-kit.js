/**
 * Announces an agent's own tools to Agent Lab. One file, no dependency, Node 18 or later: copy it into your project.
 *
 *     import { tool } from "./agent-lab-kit.js";
 *     const issueRefund = tool("issue_refund", async ({ order_id, amount }) => …);
 *
 * Where AGENT_LAB_TOOLS_URL is not set, `tool` gives back the function itself and `call` only runs it.
 * Where it is set, the host is asked before each call: it says run, hands out an answer instead, or refuses.
 * A refusal is a result, {error: "…"}, for the model to read. What the host can't record does not run.
 */
import { request } from "node:http";

const url = process.env.AGENT_LAB_TOOLS_URL ?? "";
const token = process.env.AGENT_LAB_TOOLS_TOKEN ?? "";
const longestName = 200;
const longestOutput = 1_000_000;
const patienceMs = 60_000;

/** @type {typeof import("./agent-lab-kit.d.ts").tool} */
export function tool(name, run, options = {}) {
  if (url === "") return run;
  return async (args, ...rest) =>
    call(name, args, () => run(args, ...rest), {
      ...options,
      // The Vercel AI SDK hands the model's id on.
      tool_call_id: typeof rest[0]?.toolCallId === "string" ? rest[0].toolCallId : undefined,
    });
}

/** @type {typeof import("./agent-lab-kit.d.ts").call} */
export async function call(name, args, run, options = {}) {
  if (url === "") return run();
  const { tool_call_id, idempotency_key, text = false } = options;
  const { status, reply } = await post("intent", {
    name: name.slice(0, longestName),
    arguments: dataOf(args ?? {}),
    ...(tool_call_id && tool_call_id.length <= longestName ? { tool_call_id } : {}),
    ...(idempotency_key ? { idempotency_key } : {}),
  });
  if (status !== 200)
    throw new Error(`${name} did not run: Agent Lab did not take it (${status}: ${why(reply)})`);
  if (reply.do !== "run") {
    const output = reply.do === "use" ? reply.output : JSON.stringify({ error: reply.message });
    return text ? output : parsed(output);
  }
  let result;
  try {
    result = await run();
  } catch (error) {
    await settle(reply.operation_id, JSON.stringify({ error: sayError(error) }), true);
    throw error;
  }
  await settle(reply.operation_id, textOf(result), false);
  return result;
}

/** The tool has run: what can't be told any more is said on stderr, and the program goes on. */
async function settle(operation_id, whole, is_error) {
  const output =
    whole.length <= longestOutput
      ? whole
      : `${whole.slice(0, longestOutput)}\n[cut: the whole answer has ${whole.length} characters]`;
  try {
    const { status, reply } = await post("settlement", { operation_id, output, is_error });
    if (status !== 200)
      process.stderr.write(`agent-lab-kit: ${operation_id} was not settled: ${why(reply)}\n`);
  } catch (error) {
    process.stderr.write(`agent-lab-kit: ${operation_id} was not settled: ${error.message}\n`);
  }
}

/** Not fetch: an application may have replaced it, or set a proxy for it. */
async function post(path, body) {
  const bytes = Buffer.from(JSON.stringify(body, (_key, value) => sound(value)));
  return new Promise((resolve, reject) => {
    const lost = (cause) =>
      reject(new Error(`Agent Lab can't be reached at ${url}: ${cause.message}`, { cause }));
    const sent = request(
      `${url}/${path}`,
      {
        method: "POST",
        agent: false,
        timeout: patienceMs,
        headers: {
          "content-type": "application/json",
          "content-length": bytes.length,
          authorization: `Bearer ${token}`,
        },
      },
      (response) => {
        const parts = [];
        response.on("data", (part) => parts.push(part));
        response.on("error", lost);
        response.on("end", () =>
          resolve({ status: response.statusCode, reply: parsed(Buffer.concat(parts).toString()) }),
        );
      },
    );
    sent.on("error", lost);
    sent.on("timeout", () => sent.destroy(new Error("no answer in time")));
    sent.end(bytes);
  });
}

/** Half of a surrogate pair is no text that can be sent, and a bigint has no JSON. */
function sound(value) {
  if (typeof value === "string") return Buffer.from(value).toString();
  return typeof value === "bigint" ? String(value) : value;
}

function why(reply) {
  return reply?.error?.message ?? "no reason";
}

/** The tool has run: whatever it gave, the program gets it, and the host a text. */
function textOf(result) {
  if (typeof result === "string") return result;
  try {
    return JSON.stringify(result, (_key, value) => sound(value)) ?? "null";
  } catch (error) {
    return noText("result", error);
  }
}

function sayError(error) {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch (second) {
    return noText("error", second);
  }
}

/** An argument without JSON, such as a circle, is announced as a text that says so: the host decides on it. */
function dataOf(args) {
  if (typeof args !== "object" || Array.isArray(args)) return writable(args);
  return writable(args, () =>
    Object.fromEntries(Object.keys(args).map((name) => [name, writable(args[name])])),
  );
}

function writable(value, otherwise = (error) => noText("argument", error)) {
  try {
    JSON.stringify(value, (_key, inner) => sound(inner));
    return value;
  } catch (error) {
    return otherwise(error);
  }
}

function noText(what, error) {
  const cause = error instanceof Error ? ` (${error.name})` : "";
  return `[agent-lab-kit: this ${what} can't be written as text${cause}]`;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
