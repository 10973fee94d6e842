/** What merging shards asks of the outside world: a ledger made from events that others wrote, and a bundle proved. Types only. */
import type { StoredEvent } from "../contracts/event.ts";
import type { Backups } from "./backup-ports.ts";
import type { Verification } from "./evidence/verify.ts";

export type Imported =
  | { readonly ok: true }
  /** The first event that can't be written as it stands; nothing was written. */
  | { readonly ok: false; readonly job_id: string; readonly message: string };

export interface MergePorts {
  /**
   * A new ledger file of these events in this order: each through the reducer, with its own id, time and hash, at a
   * position of its own. Refused whole where a hash comes out different, an id comes twice or the reducer says no.
   */
  importEvents(file: string, events: readonly StoredEvent[]): Imported;
  /** The offline verifier over the files of a bundle. */
  verify(files: ReadonlyMap<string, Uint8Array>): Verification;
  readonly folders: Pick<Backups, "filesBelow" | "readFile" | "occupied" | "restoreInto">;
}
