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

  test.each([
    ["a negative and a broken count", "{ in: -5, out: 1.5, requests: 2 }", [null, null, 2]],
    ["text and NaN", `{ in: "7", out: NaN, requests: undefined }`, [null, null, null]],
    ["honest counts", "{ in: 0, out: 3, requests: 1 }", [0, 3, 1]],
  ])("usage that is no count is null: %s", async (_name, usage, [input, output, requests]) => {
    const done = await runAdapterText(`return { output: "done", usage: ${usage} };`);
    expect(done.violation).toBeUndefined();
    expect(done.result).toMatchObject({ status: "completed", output: "done" });
    expect(done.result?.usage).toEqual({ in: input, out: output, requests });
  });

  test.each([
    ["letters", `"a".repeat(1_100_000)`, 1_100_002],
    ["characters that JSON writes with six bytes", String.raw`"\u0001".repeat(200_000)`, 1_200_002],
  ])("an output larger than a frame fails with its size: %s", async (_name, text, bytes) => {
    const done = await runAdapterText(
      `return { output: ${text}, usage: { in: 1, out: 1, requests: 1 } };`,
    );
    expect(done.violation).toBeUndefined();
    expect(done.result).toMatchObject({ status: "failed", usage: { in: 1 } });
    expect(done.result?.output).toHaveLength(100_000);
    expect(done.result?.error).toContain(`the output takes ${bytes} bytes as JSON`);
  });

  test("the largest output that fits is passed on whole", async () => {
    const done = await runAdapterText(`return { output: "a".repeat(1_032_190) };`);
    expect(done.result?.status).toBe("completed");
    expect(done.result?.output).toHaveLength(1_032_190);
  });

  test.each([
    [
      "a key no host takes",
      String.raw`JSON.parse('{"__proto__":{"a":1}}')`,
      '{"__proto__":{"a":1}}',
    ],
    ["half a surrogate pair", String.raw`{ a: "\ud800" }`, String.raw`{"a":"\ud800"}`],
    [
      "too many levels",
      `JSON.parse("[".repeat(63) + "]".repeat(63))`,
      "[".repeat(63) + "]".repeat(63),
    ],
  ])("arguments a frame can't hold go as text: %s", async (_name, args, text) => {
    const done = await runAdapterText(`return { output: await host.callTool("t", ${args}) };`, {
      tool: () => ({ refuse: "not like that" }),
    });
    expect(done.violation).toBeUndefined();
    expect(done.result).toMatchObject({ status: "completed", output: "not like that" });
    expect(done.intents[0]?.payload).toMatchObject({ arguments: null, arguments_text: text });
  });

  test("names and ids that a frame can't hold, arguments of any size: the host still decides", async () => {
    const done = await runAdapterText(
      `await host.callTool("", {}, { tool_call_id: null });
       await host.callTool("n".repeat(300), { deep: [1] }, { tool_call_id: "i".repeat(300) });
       await host.callTool("t", { text: "a".repeat(1_100_000) }, { tool_call_id: "call_1" });
       return { output: await host.callTool("t", undefined, { arguments_text: "\\u0001".repeat(400_000) }) };`,
      { tool: (name) => ({ refuse: `no ${name.slice(0, 9)}` }) },
    );
    expect(done.violation).toBeUndefined();
    expect(done.result).toMatchObject({ status: "completed", output: "no t" });
    const [unnamed, long, large, text] = done.intents.map(({ payload }) => payload);
    expect(unnamed).toEqual({ name: "(no name)", arguments: {}, idempotency_key: "run-1:op-1" });
    expect(long).toEqual({
      name: "n".repeat(200),
      arguments: { deep: [1] },
      idempotency_key: "run-1:op-2",
    });
    expect(large).toMatchObject({ arguments: null, tool_call_id: "call_1" });
    expect(large?.arguments_text).toHaveLength(262_144);
    expect(text).toEqual({ name: "t", arguments: null, idempotency_key: "run-1:op-4" });
  });

  test("a tool answer of its own that no frame holds is an error to the model", async () => {
    const done = await runAdapterText(
      `return { output: await host.callTool("t", {}, { execute: () => "a".repeat(1_100_000) }) };`,
      { tool: () => "unused", execute: "child" },
    );
    expect(done.violation).toBeUndefined();
    expect(done.result?.output).toMatch(/^the tool's answer takes 1100002 bytes/);
    expect(done.frames).toContainEqual(
      expect.objectContaining({ kind: "settlement", is_error: true }),
    );
  });
});
