import { expect, test } from "vitest";

import { createReplay, readCassette } from "../../../src/core/dry/cassette.ts";

const call = (key: string, text: string) => ({
  key,
  answer: {
    kind: "recorded" as const,
    status: 200,
    content_type: "application/json",
    body: new TextEncoder().encode(text),
  },
});

function asked(replay: ReturnType<typeof createReplay>, key: string): string | null {
  const answer = replay(key);
  return answer === null ? null : new TextDecoder().decode(answer.body);
}

test("the k-th request of a key gets its k-th answer, later ones the last; an unknown one gets none", () => {
  const replay = createReplay([call("a", "first"), call("b", "other"), call("a", "second")]);
  expect(["a", "b", "a", "a", "c"].map((key) => asked(replay, key))).toEqual([
    "first",
    "other",
    "second",
    "second",
    null,
  ]);
});

test.each([
  ["no manifest", {}],
  ["a manifest of another form", { "manifest.json": "{}" }],
  ["a manifest that is no JSON", { "manifest.json": "<html>" }],
])("%s is refused with what to give", (_what, texts) => {
  const files = new Map(
    Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]),
  );
  const read = readCassette(files, "b".repeat(40), "evidence.tar.gz");
  expect(read).toMatchObject({
    ok: false,
    faults: [{ code: "cassette_unusable", where: "evidence.tar.gz" }],
  });
});
