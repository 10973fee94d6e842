/** strace as the one that kills or lies at the K-th system call: no process can tell it from a machine that does so. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { freshFolder } from "../shell/ledger/folder.ts";
import type { Ended, Start } from "./start.ts";
import { startWriter } from "./start.ts";

/** All threads, no chatter, descriptors with their paths, texts long enough to know an acknowledgement by. */
const options = ["-f", "-qq", "-y", "-s", "120"];

/** One place at which a writer can be struck: the `nth` call of that name, counted over the writer's whole life. */
export interface Place {
  readonly call: string;
  readonly nth: number;
}

/** Why nothing can be injected on this machine; null where it can. */
export function whyNoStrace(): string | null {
  if (process.platform !== "linux") return `strace is for Linux; this is ${process.platform}`;
  const tried = spawnSync("strace", ["-qq", "-o", "/dev/null", "true"], { encoding: "utf8" });
  if (tried.error !== undefined) return "strace is not installed: apt-get install strace";
  return tried.status === 0 ? null : `strace does not work here: ${tried.stderr.trim()}`;
}

/** The suite, where it can run. Elsewhere nothing is registered, and what is not shown is said loudly. */
export function whereStraceIs(suite: string): readonly string[] {
  const reason = whyNoStrace();
  if (reason === null) return [suite];
  process.stderr.write(`\n!! DID NOT RUN: ${suite}. ${reason}\n\n`);
  return [];
}

/** Why the promise of AGENT_LAB_STRACE=required is not kept; null where it is, or was never made. */
export function brokenPromise(): string | null {
  return process.env["AGENT_LAB_STRACE"] === "required" ? whyNoStrace() : null;
}

/** `all`: every place, in a full run; otherwise about `bound` of them, at a fixed stride that meets every kind of call. */
export function choosePlaces(places: readonly Place[], bound: number): readonly Place[] {
  if (process.env["AGENT_LAB_CRASH_PLACES"] === "all") return places;
  const stride = Math.max(1, Math.floor(places.length / bound));
  return places.filter((_place, index) => index % stride === 0);
}

/**
 * Runs the writer undisturbed and gives every call it made, in groups of one name; throws when it does not come to its
 * end. strace counts calls in each thread for itself: `about` keeps those that name this path, with their own numbers.
 */
export async function findPlaces(
  start: Start,
  calls: readonly string[],
  about = "",
): Promise<Place[]> {
  const { trace } = await runUnder(start, calls, null);
  const counts = new Map<string, number>();
  const places = trace.flatMap((line) => {
    const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (thread === undefined || call === undefined) return [];
    const nth = (counts.get(`${thread} ${call}`) ?? 0) + 1;
    counts.set(`${thread} ${call}`, nth);
    return line.includes(about) ? [{ call, nth }] : [];
  });
  return calls.flatMap((call) => places.filter((place) => place.call === call));
}

export interface Struck extends Ended {
  /** The lines of the trace, in order. */
  readonly trace: readonly string[];
  /** What was answered with an error that never was one; null when the writer ended before. */
  readonly injected: string | null;
}

/** `how`: `signal=SIGKILL`, `error=EIO` and the like, for `when`: the nth call, or from the nth on. */
export async function strike(
  start: Start,
  { call, nth }: Place,
  how: string,
  from: "once" | "from" = "once",
): Promise<Struck> {
  const when = from === "once" ? `${nth}` : `${nth}+`;
  return runUnder(start, [call], `inject=${call}:${how}:when=${when}`);
}

/** `inject`: null only watches. */
export async function runUnder(
  start: Start,
  calls: readonly string[],
  inject: string | null,
): Promise<Struck> {
  const file = join(freshFolder(), "trace");
  const under = [
    "strace",
    ...options,
    "-o",
    file,
    "-e",
    `trace=${calls.join(",")}`,
    ...(inject === null ? [] : ["-e", inject]),
  ];
  const ended = await startWriter({ ...start, under });
  const trace = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  if (inject === null && ended.acks.at(-1)?.["closed"] !== true)
    throw new Error(`the writer did not come to its end undisturbed: ${ended.errors}`);
  const injected = trace.find((line) => line.includes("(INJECTED)")) ?? null;
  return { ...ended, trace, injected };
}
