/** A tool call is matched by its id first: what the wire broke or the host refused is never said to have run or to be owed. */
import { expect, test } from "vitest";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import { runResult } from "../../../src/core/runs/run-result.ts";
import * as event from "../../builders/events.ts";

const NAME = "inventory_lookup";

const asked = (call: { name?: string; ok?: boolean; id?: string } = {}): RuntimeEvent[] =>
  event.aModelCall(1).map((body) =>
    body.type === "model.settled"
      ? {
          ...body,
          calls: [
            {
              id: call.id ?? "call_1",
              name: call.name ?? NAME,
              arguments_sha256: event.argumentsDigest,
              ok: call.ok ?? true,
            },
          ],
        }
      : body,
  );
type Changes = Partial<Extract<RuntimeEvent, { type: "tool.requested" }>>;
const ran = (changes: Changes = {}): RuntimeEvent[] =>
  event
    .aToolCall(1)
    .map((body) => (body.type === "tool.requested" ? { ...body, ...changes } : body));
const others = event.aDigest("other arguments");
const refused = (changes: Parameters<typeof event.aToolRefused>[0] = {}): RuntimeEvent =>
  event.aToolRefused({
    name: NAME,
    tool_call_id: "call_1",
    arguments_sha256: event.argumentsDigest,
    ...changes,
  });

const notAsked = `${NAME} ran although the model did not ask for it`;

test.each<[string, readonly RuntimeEvent[], "passed" | "failed", string]>([
  [
    "the wire broke the call and the host refused it under its id",
    [...asked({ ok: false }), refused({ arguments_sha256: others })],
    "passed",
    "0 call(s) asked, 0 answered; 1 not whole on the wire",
  ],
  [
    "the host refused the call under its id, with other arguments than the wire's",
    [...asked(), refused({ arguments_sha256: others })],
    "passed",
    "1 call(s) asked, 1 answered",
  ],
  [
    "the wire broke the call and the agent mended it under its id",
    [...asked({ ok: false }), ...ran({ arguments_sha256: others })],
    "passed",
    "0 call(s) asked",
  ],
  [
    "a broken call excuses no other tool under its id",
    [...asked({ name: "stock_lookup", ok: false }), ...ran()],
    "failed",
    notAsked,
  ],
  [
    "a broken call excuses no call under another id",
    [...asked({ ok: false }), ...ran({ tool_call_id: "call_7", arguments_sha256: others })],
    "failed",
    notAsked,
  ],
  [
    "other arguments ran under the id of a whole call",
    [...asked(), ...ran({ arguments_sha256: others })],
    "failed",
    `the model asked for ${NAME} and nothing ran`,
  ],
  [
    "an unasked call was refused and did not run",
    [...asked(), ...ran(), event.aToolRefused()],
    "passed",
    "1 call(s) asked, 1 answered; 1 more refused",
  ],
  [
    "a try was refused before the same call ran",
    [...asked(), refused(), ...ran()],
    "passed",
    "1 call(s) asked, 1 answered; 1 more refused",
  ],
  [
    "the adapter hands no id on",
    [...asked(), ...ran({ tool_call_id: null })],
    "passed",
    "1 call(s) asked, 1 answered",
  ],
  [
    "an empty id on both sides is no id",
    [...asked({ id: "", ok: false }), ...ran({ tool_call_id: "", arguments_sha256: others })],
    "failed",
    notAsked,
  ],
])("%s", (_what, middle, state, says) => {
  const bodies = [
    event.aJobCreated(),
    event.anAttemptStarted(),
    event.anAdapterReady(),
    event.aRunStarted(),
    ...middle,
    event.anOutputReceived(),
    event.anAttemptEnded(),
    event.aRunFinished(),
  ];
  const gate = runResult(event.storeEvents(bodies)).gates.calls_reconciled;
  expect(gate).toMatchObject({ state, detail: expect.stringContaining(says) });
});
