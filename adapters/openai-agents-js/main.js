/** The OpenAI Agents SDK on the controlled track: same prompt, tools and model settings as everyone, no retries, no tracing. */
import { runAdapter } from "../kit-js/index.js";
import { frameworkFolder, importFrom, packageFolder } from "../kit-js/resolve.js";

process.env.OPENAI_AGENTS_DISABLE_TRACING = "1";

await runAdapter({
  name: "openai-agents-js",
  prepare: loadFramework,
  async run(start, host, framework) {
    const { Agent, Runner, tool } = framework;
    const agent = new Agent({
      name: "agent",
      instructions: start.case.system,
      model: start.model.name,
      modelSettings: {
        temperature: start.model.temperature,
        maxTokens: start.model.max_output_tokens,
      },
      tools: start.tools.map((definition) => toTool(tool, definition, host)),
    });
    const runner = new Runner({
      modelProvider: createProvider(framework, start),
      tracingDisabled: true,
    });
    const result = await runner.run(agent, start.case.user, {
      maxTurns: start.limits.model_calls,
      signal: host.signal,
    });
    const usage = usageOf(result.rawResponses);
    if (result.interruptions.length > 0) {
      const error = "the run paused for an approval that only the host may ask for";
      return { status: "failed", output: "", usage, error };
    }
    if (typeof result.finalOutput !== "string") {
      return { status: "failed", output: "", usage, error: "the run ended without a final output" };
    }
    return { output: result.finalOutput, usage };
  },
});

async function loadFramework() {
  const folder = frameworkFolder(import.meta.url);
  const { Agent, Runner, OpenAIProvider, tool } = await importFrom(folder, "@openai/agents");
  // The client is the SDK's own dependency; a strict layout shows it only from the SDK's folder.
  const { OpenAI } = await importFrom(packageFolder(folder, "@openai/agents"), "openai");
  return { Agent, Runner, tool, OpenAI, OpenAIProvider };
}

function createProvider({ OpenAI, OpenAIProvider }, start) {
  const openAIClient = new OpenAI({
    apiKey: start.gateway.token,
    baseURL: start.gateway.base_url,
    maxRetries: 0,
  });
  return new OpenAIProvider({
    openAIClient,
    useResponses: start.model.wire === "responses",
  });
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

/** Null where the wire reported nothing: the SDK counts that as 0. */
function usageOf(responses) {
  const total = { in: 0, out: 0, requests: 0 };
  for (const { usage } of responses) {
    total.in += usage.inputTokens;
    total.out += usage.outputTokens;
    total.requests += usage.requests;
  }
  return total.in + total.out === 0 ? { in: null, out: null, requests: total.requests } : total;
}
