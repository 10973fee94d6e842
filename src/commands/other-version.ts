/** Tells what another version of Agent Lab recorded from what was damaged or edited: the former is still, byte for byte, what was recorded. */
import type { Fault, Outcome } from "../contracts/fault.ts";
import { canonicalJson } from "../core/digest/canonical.ts";
import type { MatrixFolder } from "../core/ports.ts";

const code = "other_version";

export function otherVersion(folder: MatrixFolder, what: string, where: string): Fault {
  return {
    code,
    message: `matrix ${folder.matrix_id} was recorded by another version of Agent Lab: ${what}`,
    where,
    fix: "Read it with the version that recorded it, or run the matrix again with --new.",
  };
}

/**
 * The refusal of a document, or another one where the document is canonical and `isRecorded` knows its digest: then
 * nobody touched it, and it is this version that can't read it.
 */
export function orOtherVersion(
  folder: MatrixFolder,
  relative: string,
  refused: Extract<Outcome<never>, { ok: false }>,
  isRecorded: (document: unknown) => boolean,
): Extract<Outcome<never>, { ok: false }> {
  const [fault] = refused.faults;
  const document = fault.code === "file_damaged" ? readCanonical(folder, relative) : undefined;
  if (document === undefined || !isRecorded(document)) return refused;
  const what = `${relative} is what was recorded, and its form is not this version's`;
  return { ok: false, faults: [otherVersion(folder, what, fault.where)] };
}

function readCanonical(folder: MatrixFolder, relative: string): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(
      folder.read(relative) ?? new Uint8Array(),
    );
    const document: unknown = JSON.parse(text);
    return `${canonicalJson(document)}\n` === text ? document : undefined;
  } catch {
    return undefined;
  }
}

/** 60 for broken evidence; 50 where every fault is only that another version recorded it. */
export function readingExit(faults: readonly Fault[]): 50 | 60 {
  return faults.length > 0 && faults.every((fault) => fault.code === code) ? 50 : 60;
}
