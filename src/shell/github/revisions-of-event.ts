/** Which two commits a GitHub event asks to compare: read from its payload, never from GITHUB_SHA, which may be a merge commit. */
import { readFileSync } from "node:fs";

export interface EventRevisions {
  readonly base: string;
  readonly head: string;
}

/** Null for events that name no pair of commits (push, schedule, dispatch), or whose payload can't be read. */
export function readRevisions(
  environment: Readonly<Record<string, string | undefined>>,
): EventRevisions | null {
  const event = readEvent(environment["GITHUB_EVENT_PATH"]);
  const pull = member(event, "pull_request");
  const group = member(event, "merge_group");
  if (pull !== undefined)
    return pair(member(member(pull, "base"), "sha"), member(member(pull, "head"), "sha"));
  if (group !== undefined) return pair(member(group, "base_sha"), member(group, "head_sha"));
  return null;
}

function pair(base: unknown, head: unknown): EventRevisions | null {
  return isSha(base) && isSha(head) ? { base, head } : null;
}

function isSha(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{40,64}$/.test(value);
}

function readEvent(path: string | undefined): unknown {
  if (path === undefined || path === "") return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
