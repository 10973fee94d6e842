/** Files of a backup: written through to the disk, read only where they are plain files. */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, sep } from "node:path";

/** Fails where the file is there already: a draft writes each file once. */
export function writeDurably(file: string, content: Uint8Array | string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const handle = openSync(file, "wx", 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Never follows a link and never waits on a pipe. null: not a plain file, or not there. */
export function readPlainFile(file: string): Uint8Array | null {
  let handle: number;
  try {
    handle = openSync(
      file,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
  try {
    return fstatSync(handle).isFile() ? readFileSync(handle) : null;
  } finally {
    closeSync(handle);
  }
}

export function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .map((path) => path.split(sep).join("/"))
      .toSorted();
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Makes the names below a folder last through a power cut. Windows cannot open folders and needs no such step. */
export function syncFolders(folder: string): void {
  if (process.platform === "win32") return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) syncFolder(join(entry.parentPath, entry.name));
  syncFolder(folder);
}

export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  if (process.platform !== "win32") syncFolder(dirname(to));
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return ["ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "EISDIR"].includes(String(code));
}
