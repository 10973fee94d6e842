/** LangGraph's prebuilt ReAct agent on the controlled track: same prompt, tools and model settings as everyone, no retries, no tracing. */
import { runAdapter } from "../kit-js/index.js";
import { frameworkFolder } from "../kit-js/resolve.js";
import { createAgent, loadLangGraph, outcomeOf, recursionLimit } from "./wiring.js";

process.env.LANGSMITH_TRACING = "false";
process.env.LANGCHAIN_TRACING_V2 = "false";

await runAdapter({
  name: "langgraph-js",
  prepare: async () => loadLangGraph(frameworkFolder(import.meta.url)),
  async run(start, host, framework) {
    const agent = createAgent(framework, start, host, { system: start.case.system });
    const { messages } = await agent.invoke(
      { messages: [{ role: "user", content: start.case.user }] },
      { recursionLimit: recursionLimit(start), signal: host.signal },
    );
    return outcomeOf(messages);
  },
});
