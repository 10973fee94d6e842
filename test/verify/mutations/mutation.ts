/** One change of a sound bundle, and the codes that a change of its kind may be found with. */
import type { FaultCode } from "../../../src/core/evidence/fault.ts";
import type { ArchiveFault } from "../../../src/shell/archive/gzip.ts";
import type { Files } from "./real-bundle.ts";

export type Code = FaultCode | `E-${ArchiveFault["code"]}`;

export interface Mutation {
  readonly kind: string;
  readonly name: string;
  /** Of the kind: any of them is a true name for what was done. */
  readonly codes: readonly Code[];
  /** Where it must be found; left out where a change has no file of its own. */
  readonly path?: string;
  readonly archive: Uint8Array;
}

export const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
export const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);

/** The same files with one put in another's place, or taken out (null). */
export function replace(
  files: Files,
  path: string,
  bytes: Uint8Array | null,
): Map<string, Uint8Array> {
  const changed = new Map(files);
  if (bytes === null) changed.delete(path);
  else changed.set(path, bytes);
  return changed;
}

export function flip(bytes: Uint8Array, at: number, mask = 1): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ mask;
  return copy;
}

/** So many places of `length`, evenly, the first and the last among them. */
export function places(length: number, count: number): number[] {
  const last = Math.max(0, length - 1);
  const all = Array.from({ length: count }, (_, at) =>
    Math.round((last * at) / Math.max(1, count - 1)),
  );
  return [...new Set(all)];
}
