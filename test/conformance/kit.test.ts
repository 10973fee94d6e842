/** What the JavaScript kit makes of an adapter that misbehaves. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { describe, expect, test } from "vitest";

import { runOnTinyHost } from "./tiny-host.ts";
import type { HostOptions, HostRun } from "./tiny-host.ts";

async function runAdapterText(run: string, options: Partial<HostOptions> = {}): Promise<HostRun> {
  const folder = mkdtempSync(join(tmpdir(), "agent-lab-kit-"));
  const kit = pathToFileURL(resolve("adapters/kit-js/index.js")).href;
  const file = join(folder, "main.mjs");
  writeFileSync(
    file,
    `import { runAdapter } from ${JSON.stringify(kit)};
     const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
     await runAdapter({ name: "text", run: async (start, host) => { ${run} } });`,
  );
  const done = await runOnTinyHost({
    argv: [process.execPath, file],
    cwd: folder,
    start: {
      run_id: "run-1",
      case: { id: "c", version: 1, system: "", user: "" },
      tools: [],
      model: { name: "m", temperature: 0, max_output_tokens: 1, wire: "chat_completions" },
      gateway: { base_url: "", token: "" },
      limits: { model_calls: 1, tool_calls: 1, wall_seconds: 1 },
      checkpoint: null,
    },
    ...options,
  });
  rmSync(folder, { recursive: true, force: true });
  return done;
}

describe.concurrent("always one result, and an honest one", () => {
  test.each([
    ["throws", `throw new TypeError("no such thing");`, "TypeError: no such thing"],
    [
      "throws beside the run",
      `setTimeout(() => { throw new Error("stray"); }, 1); await sleep(9000);`,
      "Error: stray",
    ],
    [
      "rejects beside the run",
      `Promise.reject(new Error("lost")); await sleep(9000);`,
      "Error: lost",
    ],
    [
      "does not wait for its tool",
      `host.callTool("t", {}); return { output: "early" };`,
      "1 tool calls had no answer",
    ],
    ["returns nothing", `return undefined;`, "TypeError"],
  ])("%s", async (_name, run, error) => {
    const done = await runAdapterText(run);
    expect(done).toMatchObject({ violation: undefined, deadline: undefined, exit_code: 0 });
    expect(done.result).toMatchObject({ status: "failed" });
    expect(done.result?.error).toContain(error);
  });

  test("prints: the log has it, the channel has not", async () => {
    const done = await runAdapterText(`console.log("{}"); process.stderr.write("x\\n");
      return { output: "done" };`);
    expect(done.frames.map(({ kind }) => kind)).toEqual(["hello", "result"]);
    expect(done.result).toMatchObject({ usage: { missing: expect.stringMatching(/usage/) } });
    expect(done.log).toContain("[stdout]\n{}\n");
    expect(done.log).toContain("[stderr]\nx\n");
  });

  test("sends heartbeats while it works", async () => {
    const done = await runAdapterText(`await sleep(4500); return { output: "done" };`);
    const beats = done.frames.filter(({ kind }) => kind === "heartbeat");
    expect(beats.length).toBeGreaterThanOrEqual(2);
    expect(done.result).toMatchObject({ status: "completed" });
  });

  test("runs a tool itself when it is handed over, and says so when it cannot", async () => {
    const done = await runAdapterText(
      `const one = await host.callTool("t", { n: 2 }, { execute: ({ n }) => String(n * 2) });
       const two = await host.callTool("t", {}, { execute: () => { throw new Error("broken"); } });
       const three = await host.callTool("t", {});
       return { output: [one, two, three].join(" | ") };`,
      { tool: () => "unused", execute: "child" },
    );
    expect(done.result).toMatchObject({
      output: "4 | Error: broken | this adapter cannot execute tools itself",
    });
    expect(done.frames).toContainEqual(
      expect.objectContaining({ kind: "settlement", operation_id: "op-2", is_error: true }),
    );
  });
});
