/** How LangGraph is joined to the host: the framework as the candidate has it, the host's model, the host's tools, and an outcome. */
import { importFrom, packageFolder } from "../kit-js/resolve.js";

/** `folder`: where the candidate's own packages are found. */
export async function loadLangGraph(folder) {
  const langgraph = await importFrom(folder, "@langchain/langgraph");
  const { createReactAgent, ToolNode } = await importFrom(folder, "@langchain/langgraph/prebuilt");
  // The agent and its tools must share one core: the one LangGraph itself sees.
  const core = packageFolder(folder, "@langchain/langgraph");
  const { tool } = await importFrom(core, "@langchain/core/tools");
  // ChatOpenAI would choose the wire by the model's name; these two classes do as they are told.
  const { ChatOpenAICompletions, ChatOpenAIResponses } = await importFrom(
    folder,
    "@langchain/openai",
  );
  return {
    langgraph,
    createReactAgent,
    ToolNode,
    tool,
    ChatOpenAICompletions,
    ChatOpenAIResponses,
  };
}

/** The prebuilt agent on `system`, with the run's model and tools. */
export function createAgent(framework, start, host, { system, ...more }) {
  const { createReactAgent, ToolNode, tool } = framework;
  const llm = createModel(framework, start);
  const tools = start.tools.map((definition) => toTool(tool, definition, host));
  return createReactAgent({
    llm: tools.length > 0 ? llm.bindTools(start.tools.map(toWire)) : llm,
    tools: new ToolNode(tools),
    ...(system === "" ? {} : { prompt: system }),
    ...more,
  });
}

/** A step is a model call or a round of tools. */
export function recursionLimit({ limits }) {
  return 2 * limits.model_calls;
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
export function outcomeOf(messages) {
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
