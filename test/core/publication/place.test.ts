import fc from "fast-check";
import { expect, test } from "vitest";

import { placeOfEvent } from "../../../src/core/publication/place.ts";

const [merge, head] = ["c".repeat(40), "d".repeat(40)];
const event = (from: string | null): unknown => ({
  repository: { full_name: "example/agent" },
  pull_request: {
    number: 7,
    head: { sha: head, repo: from === null ? null : { full_name: from } },
  },
});

test("a pull request's commit is its head, not the merge commit", () => {
  for (const name of ["pull_request", "pull_request_target"]) {
    expect(placeOfEvent(name, event("example/agent"), merge)).toEqual({
      head_sha: head,
      pull_request: { number: 7, from_fork: false },
    });
  }
});

test("a head in another repository, or in one that is gone, is a fork", () => {
  for (const from of ["someone/agent", null]) {
    expect(placeOfEvent("pull_request", event(from), merge).pull_request?.from_fork).toBe(true);
  }
});

test("a merge group has a commit of its own and no pull request", () => {
  const payload = { merge_group: { head_sha: head, base_sha: merge } };
  expect(placeOfEvent("merge_group", payload, merge)).toEqual({
    head_sha: head,
    pull_request: null,
  });
});

test("push, schedule and a payload of any shape leave the commit and no pull request", () => {
  expect(placeOfEvent("push", event("example/agent"), merge)).toEqual({
    head_sha: merge,
    pull_request: null,
  });
  const names = fc.constantFrom("pull_request", "merge_group", "workflow_run", "schedule", "");
  fc.assert(
    fc.property(names, fc.jsonValue(), (name, payload) => {
      expect(placeOfEvent(name, payload, merge)).toEqual({ head_sha: merge, pull_request: null });
    }),
  );
});
