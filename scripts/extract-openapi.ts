/** `node scripts/extract-openapi.ts`: takes the operations we call out of GitHub's OpenAPI description, into test/emulator. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const wanted: readonly (readonly [string, readonly string[]])[] = [
  ["/repos/{owner}/{repo}/issues/{issue_number}/comments", ["get", "post"]],
  ["/repos/{owner}/{repo}/issues/comments/{comment_id}", ["patch", "delete"]],
  ["/repos/{owner}/{repo}/check-runs", ["post"]],
  ["/repos/{owner}/{repo}/check-runs/{check_run_id}", ["patch"]],
  ["/repos/{owner}/{repo}/statuses/{sha}", ["post"]],
  ["/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts", ["get"]],
  ["/repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}", ["get"]],
];

/** Prose says nothing to a validator, and is GitHub's own. */
const prose = new Set(["description", "summary", "example", "examples", "externalDocs", "title"]);

const require = createRequire(import.meta.url);
const { version }: { version: string } = require("@octokit/openapi/package.json");
const source = require.resolve("@octokit/openapi/generated/api.github.com.json");
const description: Description = JSON.parse(readFileSync(source, "utf8"));

const components: Record<string, Record<string, unknown>> = {};
const paths = Object.fromEntries(
  wanted.map(([path, methods]) => [
    path,
    Object.fromEntries(methods.map((method) => [method, take(description.paths[path]?.[method])])),
  ]),
);
const out = join(import.meta.dirname, "../test/emulator/openapi.json");
const fixture = {
  source: `@octokit/openapi ${version}, api.github.com`,
  openapi: description.openapi,
  paths,
  components,
};
writeFileSync(out, `${JSON.stringify(fixture, null, 2)}\n`);
process.stdout.write(`${out}: written; format it with oxfmt\n`);

/** Without prose, and with everything it refers to copied into `components`. */
function take(value: unknown): unknown {
  if (value === undefined) throw new Error("the description has no such operation any more");
  if (Array.isArray(value)) return value.map(take);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
      // A property may be called "description": there the key's value is a schema.
      if (
        key.startsWith("x-") ||
        (prose.has(key) && (typeof part === "string" || key.startsWith("example")))
      )
        return [];
      if (key === "$ref" && typeof part === "string") copyComponent(part);
      return [[key, take(part)]];
    }),
  );
}

function copyComponent(reference: string): void {
  const [, , kind = "", name = ""] = reference.split("/");
  const group = (components[kind] ??= {});
  if (name in group) return;
  group[name] = {};
  group[name] = take(description.components[kind]?.[name]);
}
