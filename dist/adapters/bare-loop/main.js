/** The control: ask, run the tools, ask again, until there are no tool calls. What a framework adds or costs is measured against this. */
import { runAdapter } from "../kit-js/index.js";
import { chatCompletions } from "./chat-completions.js";
import { responses } from "./responses.js";

const wires = { chat_completions: chatCompletions, responses };

await runAdapter({
  name: "bare-loop",
  async run(start, host) {
    const conversation = wires[start.model.wire](start);
    const usage = { in: null, out: null, requests: 0 };
    for (let call = 0; call < start.limits.model_calls; call += 1) {
      const reply = conversation.read(await ask(start, host, conversation.request()));
      usage.requests += 1;
      usage.in = add(usage.in, reply.usage.in);
      usage.out = add(usage.out, reply.usage.out);
      if (reply.calls.length === 0) return { output: reply.text, usage };
      const outputs = await Promise.all(reply.calls.map(async (one) => callTool(host, one)));
      conversation.answer(reply.calls, outputs);
    }
    return {
      status: "failed",
      output: "",
      usage,
      error: `no answer within ${start.limits.model_calls} model calls`,
    };
  },
});

/** One request, never repeated: retries belong to the gateway. */
async function ask(start, host, { path, body }) {
  const response = await fetch(start.gateway.base_url + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${start.gateway.token}`,
      "user-agent": "agent-lab-bare-loop/1",
    },
    body: JSON.stringify(body),
    signal: host.signal,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`HTTP ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

/** Arguments that are not JSON are handed over as they were written; the host decides what they are worth. */
async function callTool(host, { id, name, arguments: written }) {
  const parsed = parse(written);
  return parsed.ok
    ? host.callTool(name, parsed.value, { tool_call_id: id })
    : host.callTool(name, null, { tool_call_id: id, arguments_text: String(written) });
}

/** Providers write no arguments as "" or leave them out, and some send the object itself where the wire asks for text. */
function parse(written) {
  if (typeof written === "object" && written !== null) return { ok: true, value: written };
  const text = String(written ?? "");
  if (text.trim() === "") return { ok: true, value: {} };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/** A sum of what was reported; null until anything was. */
function add(sum, value) {
  return typeof value === "number" ? (sum ?? 0) + value : sum;
}
