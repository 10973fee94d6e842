/** Backups on disk: a folder of them, each under its name only once it is whole. */
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import type {
  BackupDraft,
  BackupFolder,
  Backups,
  BackupShelf,
  RestoreDraft,
} from "../../core/backup-ports.ts";
import { backupPaths, draftNameOf, isDraftName } from "../../core/backup/layout.ts";
import { listFiles, readPlainFile, renameDurably, syncFolders, writeDurably } from "./files.ts";

export interface BackupsOptions {
  /** Relative folders start here. */
  readonly project: string;
  readonly claim: (folder: string) => ReturnType<BackupShelf["claim"]>;
  /** Keeps a folder of our own out of version control. */
  readonly hideFromGit: (folder: string) => void;
}

export function openBackups(options: BackupsOptions): Backups {
  const absolute = (folder: string): string => resolve(options.project, folder);
  return {
    shelf: (folder) => openShelf(absolute(folder), options),
    open: (folder) =>
      isFolder(absolute(folder)) ? openFolder(dirname(absolute(folder)), absolute(folder)) : null,
    filesBelow: (folder) => listFiles(folder),
    readFile: (folder, relative) => readPlainFile(join(folder, relative)),
    occupied: (folder, name) =>
      lstatSync(join(absolute(folder), name), { throwIfNoEntry: false }) !== undefined,
    restoreInto: (folder) => startRestore(absolute(folder), options),
  };
}

function openShelf(path: string, options: BackupsOptions): BackupShelf {
  return {
    path,
    claim: () => {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      options.hideFromGit(dirname(path));
      return options.claim(path);
    },
    sweep: () => {
      const left = readdirSync(path).filter((name) => isDraftName(name));
      for (const name of left) rmSync(join(path, name), { recursive: true, force: true });
      return left;
    },
    begin: (name) => beginDraft(path, name),
    finished: () =>
      existsSync(path)
        ? readdirSync(path, { withFileTypes: true })
            .filter((entry) => entry.isDirectory() && !isDraftName(entry.name))
            .map((entry) => openFolder(path, join(path, entry.name)))
            .filter((folder) => folder.read(backupPaths.manifest) !== null)
        : [],
    remove: (name) => {
      // Renamed first: what is half removed is a draft to be swept, never a backup with holes.
      const aside = join(path, draftNameOf(name));
      renameDurably(join(path, name), aside);
      rmSync(aside, { recursive: true, force: true });
    },
  };
}

function beginDraft(shelf: string, name: string): BackupDraft {
  const path = join(shelf, draftNameOf(name));
  mkdirSync(path, { mode: 0o700 });
  return {
    locate: (relative) => {
      mkdirSync(dirname(join(path, relative)), { recursive: true, mode: 0o700 });
      return join(path, relative);
    },
    write: (relative, content) => writeDurably(join(path, relative), content),
    read: (relative) => readPlainFile(join(path, relative)),
    drop: (relative) => rmSync(join(path, relative), { recursive: true, force: true }),
    publish: () => {
      syncFolders(path);
      renameDurably(path, join(shelf, name));
      return openFolder(shelf, join(shelf, name));
    },
    discard: () => rmSync(path, { recursive: true, force: true }),
  };
}

function openFolder(shelf: string, path: string): BackupFolder {
  return {
    name: path.slice(shelf.length + 1),
    path,
    read: (relative) => readPlainFile(join(path, relative)),
    write: (relative, content) => {
      const part = join(path, `${relative}.part`);
      rmSync(part, { force: true });
      writeDurably(part, content);
      renameDurably(part, join(path, relative));
    },
  };
}

function startRestore(
  target: string,
  options: BackupsOptions,
): RestoreDraft | { readonly pid: number } {
  mkdirSync(target, { recursive: true });
  options.hideFromGit(dirname(target));
  const claim = options.claim(target);
  if (!claim.ok) return { pid: claim.pid };
  // Under the claim what is left of a killed restore belongs to nobody.
  for (const name of readdirSync(target).filter((one) => one.startsWith(".restore-")))
    rmSync(join(target, name), { recursive: true, force: true });
  // Beside the place it will take, so that taking it is one rename.
  const path = mkdtempSync(join(target, ".restore-"));
  return {
    path,
    write: (relative, content) => writeDurably(join(path, relative), content),
    publish: (matrix_id) => {
      syncFolders(join(path, matrix_id));
      renameDurably(join(path, matrix_id), join(target, matrix_id));
    },
    close: () => {
      rmSync(path, { recursive: true, force: true });
      claim.release();
    },
  };
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
