import { describe, expect, test } from "vitest";

import { takeAnswer } from "../../../src/core/own/answer.ts";

const printed =
  'starting\nwarming up {"not": "the answer"}\n{"total": 906.5,\n "ok": true}\ndone.\n';

describe("which part of stdout is the answer", () => {
  test.each([
    ["all", printed.trim()],
    ["last_line", "done."],
    ["json_last", '{"total": 906.5,\n "ok": true}'],
    [{ after: "warming up " }, '{"not": "the answer"}\n{"total": 906.5,\n "ok": true}\ndone.'],
  ] as const)("%j", (take, text) => {
    expect(takeAnswer(take, printed, null)).toEqual({ ok: true, text });
  });

  test("a file wins over stdout, whatever was asked", () => {
    for (const take of ["all", "last_line", "json_last", "file"] as const)
      expect(takeAnswer(take, printed, " from the file\n")).toEqual({
        ok: true,
        text: "from the file",
      });
  });

  test.each([
    ["file", printed, "the program wrote nothing to $AGENT_LAB_OUTPUT"],
    ["last_line", " \n", "the program printed nothing on stdout"],
    ["json_last", "no { json } here\n", "no line of stdout ends a JSON object or list"],
    [{ after: "Answer:" }, printed, 'stdout does not contain "Answer:"'],
    [{ after: "done." }, printed, 'nothing follows "done." on stdout'],
  ] as const)("%j without one is a stated failure", (take, stdout, message) => {
    expect(takeAnswer(take, stdout, null)).toEqual({ ok: false, message });
  });

  test("the last marker counts, and the last JSON", () => {
    expect(takeAnswer({ after: "> " }, "> one\n> two\n", null)).toEqual({ ok: true, text: "two" });
    expect(takeAnswer("json_last", '{"a":1}\n[2]\nbye', null)).toEqual({ ok: true, text: "[2]" });
  });
});
