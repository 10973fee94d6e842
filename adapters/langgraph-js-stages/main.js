/** Three stages as one LangGraph graph on the native track: its own prompts, and its own checkpointer, whose checkpoints the host keeps. */
import { runAdapter } from "../kit-js/index.js";
import { frameworkFolder } from "../kit-js/resolve.js";
import { createAgent, loadLangGraph, outcomeOf, recursionLimit } from "../langgraph-js/wiring.js";
import { assignment, stages, systemOf } from "../team-js/index.js";
import { createSaver } from "./saver.js";

process.env.LANGSMITH_TRACING = "false";
process.env.LANGCHAIN_TRACING_V2 = "false";

await runAdapter({
  name: "langgraph-js-stages",
  prepare: async () => loadLangGraph(frameworkFolder(import.meta.url)),
  async run(start, host, framework) {
    const last = stages.at(-1).name;
    const saver = createSaver(framework.langgraph, start.run_id, (stage, state) => {
      if (stage !== last) host.checkpoint(stage, state);
    });
    const graph = createGraph(framework, start, host, saver);
    if (start.checkpoint !== null) await saver.restore(start.checkpoint.state);
    // No input means: go on from the thread's last checkpoint.
    const { messages } = await graph.invoke(start.checkpoint === null ? {} : null, {
      configurable: { thread_id: start.run_id },
      // Else the next stage starts before the checkpoint of the last one is saved.
      durability: "sync",
      signal: host.signal,
    });
    return outcomeOf(messages);
  },
});

function createGraph(framework, start, host, checkpointer) {
  const { Annotation, END, MessagesAnnotation, START, StateGraph } = framework.langgraph;
  const state = Annotation.Root({ ...MessagesAnnotation.spec, finished: Annotation() });
  const graph = new StateGraph(state);
  let before = START;
  for (const stage of stages) {
    graph.addNode(stage.name, createStage(framework, start, host, stage));
    graph.addEdge(before, stage.name);
    before = stage.name;
  }
  graph.addEdge(before, END);
  return graph.compile({ checkpointer });
}

/** A node that runs the prebuilt agent on all that was said so far, and adds what this stage said. */
function createStage(framework, start, host, stage) {
  const system = systemOf(stage, start);
  // Inside a stage nothing is saved: a stage that was cut off starts again, and its tool calls find their receipts.
  const agent = createAgent(framework, start, host, { system, checkpointer: false });
  return async ({ messages: heard }) => {
    const told = { role: "user", content: assignment(stage, start) };
    const { messages } = await agent.invoke(
      { messages: [...heard, told] },
      { recursionLimit: recursionLimit(start), signal: host.signal },
    );
    const said = messages.slice(heard.length);
    const { status, error } = outcomeOf(messages);
    if (status === "failed") throw new Error(`stage ${stage.name}: ${error}`);
    return { messages: said, finished: stage.name };
  };
}
