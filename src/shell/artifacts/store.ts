/** Content-addressed files: a digest that was handed out names bytes that are on the disk, whole. */
import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { ArtifactRef } from "../../contracts/primitives.ts";
import type { CrashPoint } from "../../core/crash-points.ts";
import { neverCrash } from "../../core/crash-points.ts";
import { digestBytes } from "../../core/digest/digest.ts";
import type { ArtifactStore } from "../../core/ports.ts";
import { sweepLeftovers } from "./collect.ts";
import { artifactPath } from "./path.ts";
import { readArtifact } from "./read.ts";

/**
 * The store in `folder`, which only the host may write to; created with its first artifact.
 * `put` rejects with the file system's error when the disk does not take the bytes: nothing is then under the digest's name
 * that was not there before. Leftovers of a killed `put` stay in `folder/tmp` until a
 * first `put` an hour or more later.
 */
export function openArtifactStore(
  folder: string,
  crashPoint: CrashPoint = neverCrash,
): ArtifactStore {
  let prepared: Promise<void> | undefined;
  return {
    async put(bytes, about) {
      const sha256 = digestBytes(bytes);
      const file = artifactPath(folder, sha256);
      if (file === null) throw new Error(`${sha256} is not a digest`);
      prepared ??= prepare(folder);
      await prepared;
      await writeDurably(folder, file, bytes, crashPoint);
      return { sha256, size: bytes.byteLength, ...about } satisfies ArtifactRef;
    },
    read: async (ref) => readArtifact(folder, ref),
  };
}

/** No put lives this long: what is older has lost its writer. */
const leftoverGrace = 3_600_000;

async function prepare(folder: string): Promise<void> {
  for (const name of ["tmp", "sha256"])
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  await sweepLeftovers(folder, { now: Date.now(), grace_ms: leftoverGrace });
  await syncFolder(folder);
  await syncFolder(dirname(folder));
}

/** Always written and renamed, also when the name exists: that makes it idempotent, and mends a file that was damaged. */
async function writeDurably(
  folder: string,
  file: string,
  bytes: Uint8Array,
  crashPoint: CrashPoint,
): Promise<void> {
  const temporary = join(folder, "tmp", randomUUID());
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      crashPoint("artifact.after-write");
      await handle.sync();
      crashPoint("artifact.after-sync");
    } finally {
      await handle.close();
    }
    await replace(temporary, file);
    crashPoint("artifact.after-rename");
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
  await syncFolder(dirname(dirname(file)));
  crashPoint("artifact.after-folder-sync");
}

/** Windows refuses to rename onto a file that somebody is reading; that passes within moments. */
async function replace(from: string, to: string): Promise<void> {
  for (const wait of [10, 50, 250]) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (process.platform !== "win32" || !(error instanceof Error)) throw error;
      await sleep(wait);
    }
  }
  return rename(from, to);
}

/** Makes a rename last through a power cut. Windows cannot open folders and needs no such step. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
