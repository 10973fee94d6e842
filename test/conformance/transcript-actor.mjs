/** An adapter that plays the child's part of a transcript through the kit, and nothing but the kit. */
import { readFileSync } from "node:fs";

import { runAdapter } from "../../adapters/kit-js/index.js";

const { steps } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const frames = steps.filter(({ from }) => from === "child").map(({ frame }) => frame);

await runAdapter({
  name: "transcript",
  async run(_start, host) {
    const asked = [];
    for (const [index, frame] of frames.entries()) {
      if (frame.kind === "intent") asked.push(ask(host, frame));
      else if (frame.kind === "checkpoint") host.checkpoint(frame.stage, frame.state.state, frame);
      else if (frame.kind === "result") {
        if (frame.error?.includes("cancelled")) await new Promise(() => undefined);
        return { ...frame };
      }
      const next = frames[index + 1];
      if (next?.kind !== "intent" && !next?.pending_operation_id) await Promise.all(asked);
    }
    await new Promise(() => undefined);
  },
});

async function ask(host, { operation_id, payload }) {
  return host.callTool(payload.name, payload.arguments, {
    tool_call_id: payload.tool_call_id,
    execute: () =>
      frames.find((frame) => frame.kind === "settlement" && frame.operation_id === operation_id)
        .output,
  });
}
