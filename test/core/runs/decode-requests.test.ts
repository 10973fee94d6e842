import { expect, test } from "vitest";

import { decodeRequests } from "../../../src/core/runs/decode-requests.ts";
import { runResult } from "../../../src/core/runs/run-result.ts";
import * as event from "../../builders/events.ts";

const body = (model: string): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ model, messages: [{ role: "user", content: "Hi" }] }));

test("what broke the contract stands among the calls at its place; a hidden retry does not", () => {
  const run = runResult(event.storeEvents(event.aCompletedRun()));
  const [first, second] = run.model_calls;
  if (first === undefined || second === undefined) throw new Error("the run makes two calls");
  const call = (ordinal: number, request_sha256: string, hidden_retry = false) => ({
    ...first,
    ordinal,
    request_sha256: `sha256:${request_sha256.repeat(64)}`,
    hidden_retry,
  });
  const [early, late, retry, refused] = [
    call(1, "a"),
    call(4, "b"),
    call(2, "c", true),
    call(3, "d"),
  ];
  const { ordinal, wire, request_sha256, request_size } = refused;
  const decoded = decodeRequests(
    {
      ...run,
      model_calls: [early, retry, late],
      refused_request: { ordinal, wire, request_sha256, request_size },
    },
    new Map([early, retry, late, refused].map((one, at) => [one.request_sha256, body(`m-${at}`)])),
  );
  expect(decoded.map(({ model }) => model)).toEqual(["m-0", "m-3", "m-2"]);
});
