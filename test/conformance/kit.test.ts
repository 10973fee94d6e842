/** What the JavaScript kit makes of an adapter that misbehaves. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { describe, expect, test } from "vitest";

import type { StartPayload } from "../../src/contracts/frame.ts";
import { runOnTinyHost } from "./tiny-host.ts";
import type { HostOptions, HostRun } from "./tiny-host.ts";

const plainStart: StartPayload = {
  run_id: "run-1",
  case: { id: "c", version: 1, system: "", user: "" },
  tools: [],
  model: { name: "m", temperature: 0, max_output_tokens: 1, wire: "chat_completions" },
  gateway: { base_url: "", token: "" },
  limits: { model_calls: 1, tool_calls: 1, wall_seconds: 1 },
  checkpoint: null,
};

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
    start: plainStart,
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
    const idempotency_key = expect.stringMatching(/^[0-9a-f]{64}:1$/);
    expect(unnamed).toEqual({ name: "(no name)", arguments: {}, idempotency_key });
    expect(long).toEqual({
      name: "n".repeat(200),
      arguments: { deep: [1] },
      idempotency_key,
    });
    expect(large).toMatchObject({ arguments: null, tool_call_id: "call_1" });
    expect(large?.arguments_text).toHaveLength(262_144);
    expect(text).toEqual({ name: "t", arguments: null, idempotency_key });
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

function keysOf({ intents }: HostRun): readonly string[] {
  return intents.map(({ payload }) => payload.idempotency_key);
}

/** The text of a run that makes these calls one after the other. */
function ask(...calls: readonly string[]): string {
  return `${calls.map((call) => `await host.callTool(${call});`).join("\n")} return { output: "done" };`;
}

describe.concurrent("an idempotency key is made of what is asked", () => {
  const tool = { tool: () => "7" };

  test("the same requests have the same keys in any order, under any id of the model, and count up", async () => {
    const one = `"stock", { sku: "A", at: { x: 1, y: [2] } }, { tool_call_id: "call_1" }`;
    const same = `"stock", { at: { y: [2], x: 1 }, sku: "A" }, { tool_call_id: "call_9" }`;
    const other = `"stock", { sku: "B" }`;
    const [first, again] = await Promise.all([
      runAdapterText(ask(one, other, same), tool),
      runAdapterText(ask(other, same, one), tool),
    ]);
    const [a1, b1, a2] = keysOf(first);
    expect(keysOf(again)).toEqual([b1, a1, a2]);
    expect([a1?.slice(-2), a2?.slice(-2)]).toEqual([":1", ":2"]);
    expect(a1?.slice(0, -1)).toBe(a2?.slice(0, -1));
  });

  test.each([
    ["another argument", `"stock", { sku: "A " }`],
    ["another type of argument", `"stock", { sku: null }`],
    ["another tool", `"stocks", { sku: "A" }`],
    ["arguments that could not be parsed", `"stock", null, { arguments_text: '{"sku":"A"}' }`],
    ["another text of them", `"stock", null, { arguments_text: '{"sku":"A" }' }`],
  ])("%s, another key", async (_name, call) => {
    const done = await runAdapterText(ask(`"stock", { sku: "A" }`, call), tool);
    const [first, second] = keysOf(done);
    expect(second).toMatch(/:1$/);
    expect(second).not.toBe(first);
  });

  test("another run, another key; none is longer than the host takes", async () => {
    const call = `"${"n".repeat(300)}", { text: "a".repeat(300_000) }`;
    const runs = ["run-1", "r".repeat(500)].map(async (run_id) =>
      runAdapterText(ask(call), { ...tool, start: { ...plainStart, run_id } }),
    );
    const [short, long] = (await Promise.all(runs)).flatMap(keysOf);
    expect(long).not.toBe(short);
    expect(long?.length).toBeLessThanOrEqual(100);
  });

  test("a run that goes on from a checkpoint counts on from the calls answered before it", async () => {
    const earlier = await runAdapterText(
      `await host.callTool("stock", { sku: "A" });
       const open = host.callTool("stock", { sku: "B" });
       host.checkpoint("half", { seen: start.checkpoint });
       await open;
       await host.callTool("stock", { sku: "A" });
       return { output: "done" };`,
      tool,
    );
    const saved = earlier.frames.find((frame) => frame.kind === "checkpoint");
    const checkpoint = { stage: "half", state: saved?.state ?? null };
    const later = await runAdapterText(
      `await host.callTool("stock", { sku: "A" });
       await host.callTool("stock", { sku: "B" });
       return { output: JSON.stringify(start.checkpoint) };`,
      { ...tool, start: { ...plainStart, checkpoint } },
    );
    const [, b1, a2] = keysOf(earlier);
    expect(keysOf(later)).toEqual([a2, b1]);
    expect(JSON.parse(later.result?.output ?? "")).toEqual({
      stage: "half",
      state: { seen: null },
    });
  });
});

describe.concurrent("a checkpoint's state", () => {
  test.each([
    ["null", "undefined", null],
    ["text", `"here"`, "here"],
    [
      "what JSON makes of it",
      `{ a: undefined, at: new Date(0) }`,
      { at: "1970-01-01T00:00:00.000Z" },
    ],
    [
      "61 levels",
      `JSON.parse("[".repeat(61) + "]".repeat(61))`,
      JSON.parse("[".repeat(61) + "]".repeat(61)),
    ],
  ])("is kept: %s", async (_name, state, kept) => {
    const done = await runAdapterText(`host.checkpoint("one", ${state}); return { output: "on" };`);
    expect(done.violation).toBeUndefined();
    expect(done.result).toMatchObject({ status: "completed" });
    const frame = done.frames.find(({ kind }) => kind === "checkpoint");
    expect(frame).toMatchObject({ stage: "one", state: { answered: {}, state: kept } });
  });

  test.each([
    ["too long", `"a".repeat(1_100_000)`, /takes 11000\d\d bytes as JSON/],
    ["too deep", `JSON.parse("[".repeat(62) + "]".repeat(62))`, /over 61 levels/],
    ["half a surrogate pair", String.raw`"\ud800"`, /half a surrogate pair/],
    ["a circle", `(() => { const a = {}; a.a = a; return a; })()`, /circular/],
  ])("that no frame holds is the adapter's to hear: %s", async (_name, state, why) => {
    const done = await runAdapterText(`host.checkpoint("one", ${state}); return { output: "on" };`);
    expect(done.violation).toBeUndefined();
    expect(done.result).toMatchObject({ status: "failed" });
    expect(done.result?.error).toMatch(/the state of stage one can't be kept/);
    expect(done.result?.error).toMatch(why);
  });

  test("written by another kit is handed on as it is", async () => {
    const checkpoint = { stage: "half", state: [1, { answered: 2 }] };
    const done = await runAdapterText(`return { output: JSON.stringify(start.checkpoint) };`, {
      start: { ...plainStart, checkpoint },
    });
    expect(JSON.parse(done.result?.output ?? "")).toEqual(checkpoint);
  });
});
