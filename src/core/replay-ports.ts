/** What a run that is answered from a record asks of the outside world: one stored answer, and the bundle that holds it. Types only. */
import type { Outcome } from "../contracts/fault.ts";

/** An answer as the provider once gave it, byte for byte. */
export interface RecordedTarget {
  readonly kind: "recorded";
  readonly status: number;
  readonly content_type: string;
  readonly body: Uint8Array;
}

export interface Bundles {
  pack(files: ReadonlyMap<string, Uint8Array>): Uint8Array;
  /** The files of an evidence bundle: an archive, its folder, or a folder that holds one archive. Nothing is proved yet. */
  read(path: string): Outcome<ReadonlyMap<string, Uint8Array>>;
}
