/** One folder a matrix: plan, contracts, ledger, artifacts, runs and views. A file is whole or absent. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

import type { CrashPoint } from "../../core/crash-points.ts";
import { neverCrash } from "../../core/crash-points.ts";
import type { MatrixFolder, MatrixStore } from "../../core/ports.ts";
import { matrixIdPattern } from "../../core/shards/streams.ts";
import { claimFolder } from "./claim-folder.ts";

/** `folder` holds one subfolder for each matrix id; ids begin with a UTC stamp, so names sort by age. */
export function openMatrixStore(folder: string, crashPoint: CrashPoint = neverCrash): MatrixStore {
  return {
    create: (matrix_id) => {
      mkdirSync(join(folder, matrix_id), { recursive: true });
      hideFromGit(dirname(folder));
      return openMatrixFolder(folder, matrix_id, crashPoint);
    },
    open: (matrix_id) =>
      /^[\w-]+$/.test(matrix_id) && isFolder(join(folder, matrix_id))
        ? openMatrixFolder(folder, matrix_id, crashPoint)
        : null,
    ids: () =>
      existsSync(folder)
        ? readdirSync(folder)
            .filter((name) => matrixIdPattern.test(name) && isFolder(join(folder, name)))
            .toSorted()
            .toReversed()
        : [],
  };
}

/** Evidence would be committed with the next `git add -A`; a folder that is not our own is left alone. */
export function hideFromGit(folder: string): void {
  const file = join(folder, ".gitignore");
  if (basename(folder) === ".agent-lab" && !existsSync(file)) writeFileSync(file, "*\n");
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function openMatrixFolder(folder: string, matrix_id: string, crashPoint: CrashPoint): MatrixFolder {
  const path = join(folder, matrix_id);
  return {
    matrix_id,
    path,
    locate: (relative) => join(path, relative),
    write: (relative, content) => writeWhole(join(path, relative), content, crashPoint),
    read: (relative) =>
      existsSync(join(path, relative)) ? readFileSync(join(path, relative)) : null,
    list: (relative) =>
      existsSync(join(path, relative)) ? readdirSync(join(path, relative)).toSorted() : [],
    remove: (relative) => rmSync(join(path, relative), { force: true }),
    claim: () => claimFolder(path),
  };
}

function writeWhole(file: string, content: string | Uint8Array, crashPoint: CrashPoint): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.part`;
  const handle = openSync(temporary, "w", 0o600);
  try {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  crashPoint("file.before-rename");
  renameSync(temporary, file);
  crashPoint("file.after-rename");
  syncFolder(dirname(file));
}

/** Makes the rename last through a power cut. Windows cannot open folders and needs no such step. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
