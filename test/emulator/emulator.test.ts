import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { startEmulator, type Emulator } from "./emulator.ts";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator();
});
afterEach(async () => emulator.stop());

async function send(
  method: string,
  path: string,
  body?: unknown,
  token = `token ${emulator.token}`,
): Promise<number> {
  const { status } = await fetch(`${emulator.url}${path}`, {
    method,
    headers: { authorization: token },
    redirect: "manual",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return status;
}

function readJson(file: string): Record<string, unknown> {
  const text = readFileSync(join(import.meta.dirname, file), "utf8");
  return JSON.parse(text) as Record<string, unknown>;
}

const repository = "/repos/example/agent";
const annotation = {
  path: "a",
  start_line: 1,
  end_line: 1,
  annotation_level: "failure",
  message: "m",
};
const check = { name: "n", head_sha: "a", status: "completed", conclusion: "success" };

describe("what GitHub's description does not know is refused and remembered", () => {
  test.each([
    [
      "a member that does not exist",
      "POST",
      "/issues/7/comments",
      { body: "x", colour: "red" },
      "unknown member colour",
    ],
    ["a missing member", "POST", "/issues/7/comments", {}, "required property 'body'"],
    ["a wrong type", "POST", "/issues/7/comments", { body: 7 }, "body/body must be string"],
    [
      "a query that does not exist",
      "GET",
      "/issues/7/comments?size=3",
      undefined,
      "unknown query size",
    ],
    [
      "a number that is none",
      "GET",
      "/issues/seven/comments",
      undefined,
      "issue_number must be integer",
    ],
    [
      "a conclusion that does not exist",
      "POST",
      "/check-runs",
      { ...check, conclusion: "great" },
      "body/conclusion",
    ],
    [
      "51 annotations",
      "POST",
      "/check-runs",
      {
        ...check,
        output: {
          title: "t",
          summary: "s",
          annotations: Array.from({ length: 51 }, () => annotation),
        },
      },
      "must NOT have more than 50 items",
    ],
    [
      "a summary of 65,536 characters",
      "POST",
      "/check-runs",
      { ...check, output: { title: "t", summary: "s".repeat(65_536) } },
      "must NOT have more than 65535 characters",
    ],
    [
      "an annotation without a line",
      "POST",
      "/check-runs",
      {
        ...check,
        output: {
          title: "t",
          summary: "s",
          annotations: [{ ...annotation, start_line: undefined }],
        },
      },
      "required property 'start_line'",
    ],
    [
      "a state that does not exist",
      "POST",
      `/statuses/${"a".repeat(40)}`,
      { state: "neutral" },
      "body/state",
    ],
    ["another operation", "PUT", "/issues/7/comments", { body: "x" }, "is no operation"],
  ])("%s", async (_name, method, path, body, words) => {
    expect([404, 422]).toContain(await send(method, `${repository}${path}`, body));
    expect(emulator.violations.join("\n")).toContain(words);
    expect([emulator.comments, emulator.checks, emulator.statuses]).toEqual([[], [], []]);
  });
});

test("GitHub's own limits answer 422 without being a fault of the request's form", async () => {
  expect(await send("POST", `${repository}/issues/7/comments`, { body: "x".repeat(65_536) })).toBe(
    201,
  );
  expect(await send("POST", `${repository}/issues/7/comments`, { body: "x".repeat(65_537) })).toBe(
    422,
  );
  const output = { title: "t", summary: "漢".repeat(21_846) };
  expect(await send("POST", `${repository}/check-runs`, { ...check, output })).toBe(422);
  expect(emulator.violations).toEqual([]);
});

test("a token that is not ours writes nothing", async () => {
  expect(await send("POST", `${repository}/issues/7/comments`, { body: "x" }, "token other")).toBe(
    401,
  );
  expect(emulator.comments).toEqual([]);
});

test("every answer holds to the description: the whole life of a comment, a check and a status", async () => {
  expect(await send("POST", `${repository}/issues/7/comments`, { body: "x" })).toBe(201);
  const [{ id } = { id: 0 }] = emulator.comments;
  expect(await send("GET", `${repository}/issues/7/comments?per_page=100&page=1`)).toBe(200);
  expect(await send("PATCH", `${repository}/issues/comments/${id}`, { body: "y" })).toBe(200);
  expect(await send("DELETE", `${repository}/issues/comments/${id}`)).toBe(204);
  expect(await send("POST", `${repository}/check-runs`, check)).toBe(201);
  const output = { title: "t", summary: "s", annotations: [annotation] };
  expect(
    await send("PATCH", `${repository}/check-runs/${emulator.checks[0]?.id}`, { output }),
  ).toBe(200);
  expect(await send("POST", `${repository}/statuses/${"a".repeat(40)}`, { state: "success" })).toBe(
    201,
  );
  expect(await send("GET", `${repository}/actions/runs/41/artifacts`)).toBe(200);
  expect(emulator.violations).toEqual([]);
});

test("an answer that broke the description would be seen", async () => {
  // Stored as GitHub never would: the next list has to be noticed.
  emulator.comments.push({
    id: 1,
    issue: 7,
    user: { login: "a", type: "User" },
    body: 7 as unknown as string,
    edits: 0,
  });
  await send("GET", `${repository}/issues/7/comments`);
  expect(emulator.violations.join()).toContain("/0/body must be string");
});

test("the extract is of the description that is installed: else run scripts/extract-openapi.ts", () => {
  const { devDependencies } = readJson("../../package.json") as {
    devDependencies: Record<string, string>;
  };
  expect(readJson("openapi.json")["source"]).toBe(
    `@octokit/openapi ${devDependencies["@octokit/openapi"]}, api.github.com`,
  );
});
