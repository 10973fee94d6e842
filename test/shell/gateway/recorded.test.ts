import { expect, test } from "vitest";

import { aGate, chatBody, openSession, post } from "./rig.ts";

const events = (...data: readonly object[]): string =>
  [...data.map((one) => JSON.stringify(one)), "[DONE]"].map((one) => `data: ${one}\n\n`).join("");
const word = { id: "r1", choices: [{ index: 0, delta: { content: "ok" }, finish_reason: "stop" }] };
const usage = { id: "r1", choices: [], usage: { prompt_tokens: 7, completion_tokens: 1 } };

function recorded(content_type: string, text: string) {
  const body = new TextEncoder().encode(text);
  return { kind: "recorded", status: 200, content_type, body } as const;
}

test("a recorded answer goes out byte for byte, and is settled as it was", async () => {
  const text = JSON.stringify({
    id: "r1",
    choices: [{ index: 0, message: { role: "assistant", content: "ok" }, finish_reason: "stop" }],
  });
  const gate = aGate({ target: recorded("application/json", ` ${text}\n`) });
  const response = await post(await openSession(gate), chatBody);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.text()).toBe(` ${text}\n`);
  expect(gate.settled[0]?.call).toMatchObject({ status: 200, outcome: { error: null } });
});

test("of a recorded stream, the usage chunk goes only to a client that asks for it", async () => {
  const target = recorded("text/event-stream", events(word, usage));
  const session = await openSession(aGate({ target }));
  const plain = await post(session, { ...chatBody, stream: true });
  expect(await plain.text()).toBe(events(word));
  const asking = { ...chatBody, stream: true, stream_options: { include_usage: true } };
  expect(await (await post(session, asking)).text()).toBe(events(word, usage));
});
