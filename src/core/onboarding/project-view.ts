/** What init and doctor look at in a user's project, and how a first file is put there; types only. */
import type { Fault } from "../../contracts/fault.ts";

/** A non-empty argument list; never a shell line. */
export type Argv = readonly [string, ...string[]];

/** A project as it lies on disk. Paths are relative to its folder, with forward slashes. */
export interface ProjectView {
  /** Manifests, lockfiles and sources by path; the text of a file that is too large is empty. */
  readonly files: ReadonlyMap<string, string>;
  /** Which of `.venv/bin/python` and `venv/bin/python` exist. */
  readonly interpreters: readonly string[];
  /** The folder's place inside its git repository, "" at the top; null where there is no repository. */
  readonly below_repository: string | null;
  /** Agent Lab's own schemas where an editor can reach them from this folder; else null. */
  readonly schemas: string | null;
}

export interface ProjectFiles {
  look(): ProjectView;
  /** Writes a new file whole, with its folders; one that exists is left as it is. */
  create(path: string, text: string): "written" | "exists" | Fault;
}
