/**
 * Three agents of the OpenAI Agents SDK on the native track, one after the other in one session, whose items are the
 * checkpoint. A sequence, not handoffs: those are tools on the wire that no host can see run.
 */
import { runAdapter } from "../kit-js/index.js";
import { frameworkFolder } from "../kit-js/resolve.js";
import {
  createAgent,
  createRunner,
  findNoAnswer,
  loadAgents,
  usageOf,
} from "../openai-agents-js/wiring.js";
import { assignment, stages, systemOf } from "../team-js/index.js";

process.env.OPENAI_AGENTS_DISABLE_TRACING = "1";

await runAdapter({
  name: "openai-agents-js-stages",
  prepare: async () => loadAgents(frameworkFolder(import.meta.url)),
  async run(start, host, framework) {
    const { items, responses, finished } = readCheckpoint(start.checkpoint);
    const session = new framework.MemorySession({ initialItems: items });
    const runner = createRunner(framework, start);
    let output = "";
    for (const stage of stages.slice(finished)) {
      const { name } = stage;
      const agent = createAgent(framework, start, host, {
        name,
        instructions: systemOf(stage, start),
      });
      const result = await runner.run(agent, assignment(stage, start), {
        session,
        maxTurns: start.limits.model_calls,
        signal: host.signal,
      });
      responses.push(...result.rawResponses.map(countsOf));
      const error = findNoAnswer(result);
      if (error !== null) {
        const reason = `stage ${name}: ${error}`;
        return { status: "failed", output: "", usage: usageOf(responses), error: reason };
      }
      output = result.finalOutput;
      if (stage !== stages.at(-1)) {
        host.checkpoint(name, { items: await session.getItems(), responses });
      }
    }
    return { output, usage: usageOf(responses) };
  },
});

function countsOf({ usage: { inputTokens, outputTokens, requests } }) {
  return { usage: { inputTokens, outputTokens, requests } };
}

/** `finished`: stages that need not run again. */
function readCheckpoint(checkpoint) {
  if (checkpoint === null) return { items: [], responses: [], finished: 0 };
  const { stage, state } = checkpoint;
  const finished = stages.findIndex(({ name }) => name === stage) + 1;
  if (finished === 0 || !Array.isArray(state?.items) || !Array.isArray(state.responses)) {
    throw new Error(`the checkpoint ${stage} is none of this adapter's`);
  }
  return { items: state.items, responses: state.responses, finished };
}
