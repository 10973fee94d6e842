/** The hidden first line of our comment: whose it is, which run wrote it, what that run found. Read back defensively. */
import { digestBytes } from "../digest/digest.ts";

export interface CommentMarker {
  /** One comment a key: workflow, job and config. */
  readonly key: string;
  readonly run_id: string;
  readonly run_attempt: number;
  readonly head_sha: string;
  /** Digest of what the comment says, without this line and without the change since the comment before. */
  readonly text_sha256: string;
  readonly facts: Readonly<Record<string, string>>;
}

const opening = "<!-- agent-lab: ";
const closing = " -->";
const limits = { facts: 16, name: 40, value: 80, line: 40_000 };

/** A comment's key: short, and not a sentence about the repository. */
export function commentKey(workflow: string, job: string, config: string): string {
  return digestBytes(JSON.stringify([workflow, job, config])).slice("sha256:".length, 23);
}

/** Names and values as they are stored: the first 16, each cut to what a marker holds. */
export function boundFacts(facts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts)
      .slice(0, limits.facts)
      .map(([name, value]) => [cut(name, limits.name), cut(value, limits.value)]),
  );
}

/** One line that is an HTML comment whatever the facts contain: no "--", no angle bracket, no mention. */
export function encodeMarker(marker: CommentMarker): string {
  const json = JSON.stringify({ ...marker, facts: boundFacts(marker.facts) });
  const inert = json.replaceAll(
    /[<>&@#`\u007f-\uffff]|-(?=-)/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${opening}${inert}${closing}`;
}

/** The marker of a comment's first line; null where that line is not ours or not whole. */
export function decodeMarker(body: string): CommentMarker | null {
  const [line = ""] = body.split(/\r?\n/, 1);
  if (!line.startsWith(opening) || !line.endsWith(closing) || line.length > limits.line)
    return null;
  const value = parseObject(line.slice(opening.length, -closing.length));
  const text = (name: string, pattern: RegExp): string | null => {
    const found = value.get(name);
    return typeof found === "string" && pattern.test(found) ? found : null;
  };
  const key = text("key", /^[0-9a-f]{16}$/);
  const run_id = text("run_id", /^\d{1,20}$/);
  const head_sha = text("head_sha", /^[0-9a-f]{40}([0-9a-f]{24})?$/);
  const text_sha256 = text("text_sha256", /^sha256:[0-9a-f]{64}$/);
  const run_attempt = value.get("run_attempt");
  if (key === null || run_id === null || head_sha === null || text_sha256 === null) return null;
  if (typeof run_attempt !== "number" || !Number.isSafeInteger(run_attempt) || run_attempt < 1)
    return null;
  const facts = factsOf(value.get("facts"));
  return facts === null ? null : { key, run_id, run_attempt, head_sha, text_sha256, facts };
}

function factsOf(value: unknown): Record<string, string> | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const facts: [string, string][] = [];
  for (const [name, fact] of Object.entries(value)) {
    if (typeof fact !== "string") return null;
    facts.push([name, fact]);
  }
  return boundFacts(Object.fromEntries(facts));
}

function parseObject(json: string): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}

function cut(text: string, cap: number): string {
  const whole = text.toWellFormed();
  return whole.length <= cap
    ? whole
    : `${whole.slice(0, cap - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
