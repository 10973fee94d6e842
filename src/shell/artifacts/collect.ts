/** Garbage: artifacts that no event names, and what killed puts left behind. Only what is older than a grace time goes. */
import { randomUUID } from "node:crypto";
import { link, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { Digest } from "../../contracts/primitives.ts";
import { artifactPath } from "./path.ts";

export interface Collection {
  /** Digests that any event of any stream mentions. */
  readonly mentioned: ReadonlySet<Digest>;
  /** Milliseconds since 1970, as the file system counts them. */
  readonly now: number;
  /** What is younger stays: its event may be about to be appended, its put may be alive. */
  readonly grace_ms: number;
}

export interface Collected {
  readonly artifacts: readonly Digest[];
  readonly leftovers: number;
}

/**
 * Run it as the one process that holds the folder. A put of the same bytes that comes between the look and the removal
 * is not lost even so: what is taken is first moved aside, looked at again, and put back if it is fresh.
 */
export async function collectGarbage(folder: string, settings: Collection): Promise<Collected> {
  await putBack(folder);
  const artifacts: Digest[] = [];
  for (const hex of await artifactNames(folder)) {
    const sha256 = `sha256:${hex}`;
    if (settings.mentioned.has(sha256)) continue;
    if (await removeIfOld(folder, sha256, settings)) artifacts.push(sha256);
  }
  return { artifacts, leftovers: await sweepLeftovers(folder, settings) };
}

/** Removes the files in `tmp` that are older than the grace time; a put that is alive has a younger one. */
export async function sweepLeftovers(
  folder: string,
  { now, grace_ms }: Pick<Collection, "now" | "grace_ms">,
): Promise<number> {
  let removed = 0;
  for (const name of await list(join(folder, "tmp"))) {
    const file = join(folder, "tmp", name);
    if (asideDigest(name) !== null || !(await isOld(file, now - grace_ms))) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}

async function removeIfOld(
  folder: string,
  sha256: Digest,
  { now, grace_ms }: Collection,
): Promise<boolean> {
  const file = artifactPath(folder, sha256);
  if (file === null || !(await isOld(file, now - grace_ms))) return false;
  const aside = join(folder, "tmp", `aside-${sha256.slice(7)}-${randomUUID()}`);
  await rename(file, aside);
  const old = await isOld(aside, now - grace_ms);
  if (!old) await linkIfFree(aside, file);
  await rm(aside, { force: true });
  return old;
}

/** A collection that was killed may have left an artifact aside: it goes back, and is judged like any other. */
async function putBack(folder: string): Promise<void> {
  for (const name of await list(join(folder, "tmp"))) {
    const sha256 = asideDigest(name);
    const file = sha256 === null ? null : artifactPath(folder, sha256);
    if (file === null) continue;
    const aside = join(folder, "tmp", name);
    await linkIfFree(aside, file);
    await rm(aside, { force: true });
  }
}

function asideDigest(name: string): Digest | null {
  const hex = /^aside-([0-9a-f]{64})-/.exec(name)?.[1];
  return hex === undefined ? null : `sha256:${hex}`;
}

/** Names in lower-case hex only: on a file system that ignores case, two digests can't meet in one name. */
async function artifactNames(folder: string): Promise<string[]> {
  const top = join(folder, "sha256");
  const parts = await list(top);
  const names = await Promise.all(parts.map(async (part) => list(join(top, part))));
  return names.flat().filter((name) => /^[0-9a-f]{64}$/.test(name));
}

async function isOld(file: string, limit: number): Promise<boolean> {
  try {
    const found = await stat(file);
    return found.isFile() && found.mtimeMs < limit;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

async function linkIfFree(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

async function list(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return [];
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
