/** Backups as the commands ask for them: a shelf of finished ones, a draft of the next, a place to restore into. Types only. */

/** Plain files only; a link, a pipe or a folder is no file. Paths are relative, with forward slashes. */
export interface BackupFolder {
  readonly name: string;
  readonly path: string;
  read(relative: string): Uint8Array | null;
  /** Whole and durable, or absent. */
  write(relative: string, content: string): void;
}

/** Under a name that is no backup's until `publish` renames it. */
export interface BackupDraft {
  /** For SQLite, which writes its copy itself; the folder is there. */
  locate(relative: string): string;
  /** Durable when it returns. */
  write(relative: string, content: Uint8Array | string): void;
  read(relative: string): Uint8Array | null;
  /** A file, or a folder with all that is in it. */
  drop(relative: string): void;
  /** Everything written is in its folder for good, then the whole takes its name. */
  publish(): BackupFolder;
  discard(): void;
}

export interface BackupShelf {
  readonly path: string;
  /** For one process at a time; what a process that has ended left behind is taken over. */
  claim(): { readonly ok: true; release(): void } | { readonly ok: false; readonly pid: number };
  /** Removes the drafts of killed backups, under the claim; returns their names. */
  sweep(): readonly string[];
  begin(name: string): BackupDraft;
  /** Folders that hold a manifest, by name. */
  finished(): readonly BackupFolder[];
  remove(name: string): void;
}

/** A restored matrix under a name that is none, until it is proved and takes its own. */
export interface RestoreDraft {
  /** The folder that holds the matrices, as a matrix store opens it. */
  readonly path: string;
  write(relative: string, content: Uint8Array): void;
  publish(matrix_id: string): void;
  /** Removes what was not published. */
  close(): void;
}

export interface Backups {
  shelf(folder: string): BackupShelf;
  /** null where there is no such folder. */
  open(folder: string): BackupFolder | null;
  /** Every plain file below a folder, sorted; what is gone by the time it is looked at is left out. */
  filesBelow(folder: string): readonly string[];
  /** Bytes of a plain file, or null where there is none any more. */
  readFile(folder: string, relative: string): Uint8Array | null;
  /** Whether something stands at that name in the folder. */
  occupied(folder: string, name: string): boolean;
  /** Refused with the number of the process that is restoring there now. */
  restoreInto(folder: string): RestoreDraft | { readonly pid: number };
}
