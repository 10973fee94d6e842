/** The golden transcripts under adapters/transcripts: what every host and every kit must make of the same exchange. */
import { readFileSync, readdirSync } from "node:fs";

import type { ChildFrame, HostFrame } from "../../../src/contracts/frame.ts";

export type Step =
  | { readonly from: "child"; readonly frame: ChildFrame }
  | { readonly from: "host"; readonly frame: HostFrame };

export interface Transcript {
  readonly name: string;
  readonly title: string;
  readonly nonce: string;
  readonly steps: readonly Step[];
  /** Bytes of an unfinished line at the end of the child's channel. */
  readonly partial_bytes: number;
  /** `step`: index of the frame at fault, or "end" when it is the end of the channel. */
  readonly verdict:
    | { readonly ok: true }
    | {
        readonly ok: false;
        readonly fault_of: "child" | "host";
        readonly code: string;
        readonly step: number | "end";
      };
}

export function readTranscripts(): readonly Transcript[] {
  const folder = new URL("../../../adapters/transcripts/", import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .toSorted()
    .map((file) => ({
      name: file.replace(/\.json$/, ""),
      ...(JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Omit<Transcript, "name">),
    }));
}
