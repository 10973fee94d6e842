/** The OpenAI Agents SDK on the controlled track: same prompt, tools and model settings as everyone, no retries, no tracing. */
import { runAdapter } from "../kit-js/index.js";
import { frameworkFolder } from "../kit-js/resolve.js";
import { createAgent, createRunner, findNoAnswer, loadAgents, usageOf } from "./wiring.js";

process.env.OPENAI_AGENTS_DISABLE_TRACING = "1";

await runAdapter({
  name: "openai-agents-js",
  prepare: async () => loadAgents(frameworkFolder(import.meta.url)),
  async run(start, host, framework) {
    const { system } = start.case;
    const agent = createAgent(framework, start, host, { name: "agent", instructions: system });
    const result = await createRunner(framework, start).run(agent, start.case.user, {
      maxTurns: start.limits.model_calls,
      signal: host.signal,
    });
    const usage = usageOf(result.rawResponses);
    const error = findNoAnswer(result);
    return error === null
      ? { output: result.finalOutput, usage }
      : { status: "failed", output: "", usage, error };
  },
});
