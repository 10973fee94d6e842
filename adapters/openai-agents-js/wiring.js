/** How the OpenAI Agents SDK is joined to the host: the framework as the candidate has it, the host's model, the host's tools, and the usage it counted. */
import { importFrom, packageFolder } from "../kit-js/resolve.js";

/** `folder`: where the candidate's own packages are found. */
export async function loadAgents(folder) {
  const agents = await importFrom(folder, "@openai/agents");
  // The client is the SDK's own dependency; a strict layout shows it only from the SDK's folder.
  const { OpenAI } = await importFrom(packageFolder(folder, "@openai/agents"), "openai");
  return { ...agents, OpenAI };
}

/** An agent on `instructions`, with the run's model settings and tools. */
export function createAgent({ Agent, tool }, start, host, { name, instructions }) {
  return new Agent({
    name,
    instructions,
    model: start.model.name,
    modelSettings: {
      temperature: start.model.temperature,
      maxTokens: start.model.max_output_tokens,
    },
    tools: start.tools.map((definition) => toTool(tool, definition, host)),
  });
}

export function createRunner({ OpenAI, OpenAIProvider, Runner }, start) {
  const openAIClient = new OpenAI({
    apiKey: start.gateway.token,
    baseURL: start.gateway.base_url,
    maxRetries: 0,
  });
  const useResponses = start.model.wire === "responses";
  const modelProvider = new OpenAIProvider({ openAIClient, useResponses });
  return new Runner({ modelProvider, tracingDisabled: true });
}

function toTool(tool, { name, description, input_schema }, host) {
  return tool({
    name,
    description,
    parameters: input_schema,
    strict: false,
    execute: async (args, _context, details) =>
      host.callTool(name, args, { tool_call_id: details?.toolCall?.callId }),
    // The default hides the reason from the model.
    errorFunction: (_context, error) => (error instanceof Error ? error.message : String(error)),
  });
}

/** Why a run that came back has no answer; null where it has one. */
export function findNoAnswer({ interruptions, finalOutput }) {
  if (interruptions.length > 0) {
    return "the run paused for an approval that only the host may ask for";
  }
  return typeof finalOutput === "string" ? null : "the run ended without a final output";
}

/** Null where the wire reported nothing: the SDK counts that as 0. */
export function usageOf(responses) {
  const total = { in: 0, out: 0, requests: 0 };
  for (const { usage } of responses) {
    total.in += usage.inputTokens;
    total.out += usage.outputTokens;
    total.requests += usage.requests;
  }
  return total.in + total.out === 0 ? { in: null, out: null, requests: total.requests } : total;
}
