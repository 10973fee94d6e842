/** LangGraph's prebuilt ReAct agent on the controlled track: same prompt, tools and model settings as everyone, no retries, no tracing. */
import { runAdapter } from "../kit-js/index.js";
import { frameworkFolder, importFrom, packageFolder } from "../kit-js/resolve.js";

process.env.LANGSMITH_TRACING = "false";
process.env.LANGCHAIN_TRACING_V2 = "false";

await runAdapter({
  name: "langgraph-js",
  prepare: loadFramework,
  async run(start, host, framework) {
    const { createReactAgent, ToolNode, tool } = framework;
    const llm = createModel(framework, start);
    const tools = start.tools.map((definition) => toTool(tool, definition, host));
    const agent = createReactAgent({
      llm: tools.length > 0 ? llm.bindTools(start.tools.map(toWire)) : llm,
      tools: new ToolNode(tools),
      ...(start.case.system === "" ? {} : { prompt: start.case.system }),
    });
    const { messages } = await agent.invoke(
      { messages: [{ role: "user", content: start.case.user }] },
      // A step is a model call or a round of tools.
      { recursionLimit: 2 * start.limits.model_calls, signal: host.signal },
    );
    return outcomeOf(messages);
  },
});

async function loadFramework() {
  const folder = frameworkFolder(import.meta.url);
  // The agent and its tools must share one core: the one LangGraph itself sees.
  const langgraph = packageFolder(folder, "@langchain/langgraph");
  const { createReactAgent, ToolNode } = await importFrom(folder, "@langchain/langgraph/prebuilt");
  const { tool } = await importFrom(langgraph, "@langchain/core/tools");
  // ChatOpenAI would choose the wire by the model's name; these two classes do as they are told.
  const { ChatOpenAICompletions, ChatOpenAIResponses } = await importFrom(
    folder,
    "@langchain/openai",
  );
  return { createReactAgent, ToolNode, tool, ChatOpenAICompletions, ChatOpenAIResponses };
}

function createModel({ ChatOpenAICompletions, ChatOpenAIResponses }, start) {
  const Model = start.model.wire === "responses" ? ChatOpenAIResponses : ChatOpenAICompletions;
  return new Model({
    model: start.model.name,
    temperature: start.model.temperature,
    maxTokens: start.model.max_output_tokens,
    apiKey: start.gateway.token,
    configuration: { baseURL: start.gateway.base_url },
    maxRetries: 0,
    streaming: false,
  });
}

/** Accepts any object: the host checks arguments against the real schema, so that a refusal is recorded and reads the same everywhere. */
function toTool(tool, { name, description }, host) {
  return tool(
    async (args, config) => host.callTool(name, args, { tool_call_id: config.toolCall?.id }),
    { name, description, schema: { type: "object" } },
  );
}

function toWire({ name, description, input_schema }) {
  return { type: "function", function: { name, description, parameters: input_schema } };
}

/** The graph also ends quietly when the model's tool call could not be parsed; that is not an answer. */
function outcomeOf(messages) {
  const replies = messages.filter((message) => message.getType() === "ai");
  const last = messages.at(-1);
  const usage = {
    in: sum(replies.map((reply) => reply.usage_metadata?.input_tokens)),
    out: sum(replies.map((reply) => reply.usage_metadata?.output_tokens)),
    requests: replies.length,
  };
  if (last?.getType() !== "ai") {
    return { status: "failed", output: "", usage, error: "the graph ended without a reply" };
  }
  if (last.invalid_tool_calls?.length > 0) {
    const reason = `the graph ended on a tool call it could not parse: ${last.invalid_tool_calls[0].error}`;
    return { status: "failed", output: last.text, usage, error: reason };
  }
  return { output: last.text, usage };
}

function sum(values) {
  const known = values.filter((value) => typeof value === "number");
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}
