/** A bundle as one .tar.gz whose every byte outside the compressed stream is fixed, and the reader that insists on it. */
import { deflateRawSync, inflateRawSync } from "node:zlib";

import { crc32 } from "../../core/evidence/crc32.ts";
import {
  defaultTarLimits,
  readTar,
  writeTar,
  type TarFaultCode,
  type TarLimits,
} from "../../core/evidence/tar.ts";

/** RFC 1952: deflate, no flags and so no name, mtime 0, slowest algorithm, operating system unknown. */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255);
const trailer = 8;

export interface ArchiveFault {
  readonly code:
    | TarFaultCode
    | "gzip_header"
    | "gzip_data"
    | "gzip_checksum"
    | "gzip_trailing"
    | "not_a_bundle";
  readonly path: string;
  readonly message: string;
}
export type ArchiveOutcome =
  | { readonly ok: true; readonly files: ReadonlyMap<string, Uint8Array> }
  | { readonly ok: false; readonly fault: ArchiveFault };

/** The same files give the same bytes under one zlib. Throws a TypeError on a path that no bundle may hold. */
export function writeArchive(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const tar = writeTar(files);
  const body = deflateRawSync(tar, { level: 9 });
  const archive = new Uint8Array(header.length + body.length + trailer);
  archive.set(header, 0);
  archive.set(body, header.length);
  const end = new DataView(archive.buffer, header.length + body.length);
  end.setUint32(0, crc32(tar), true);
  end.setUint32(4, tar.length % 2 ** 32, true);
  return archive;
}

/**
 * Checks the header byte by byte, inflates under a cap, checks checksum and length, and that nothing follows.
 * One content has many compressed forms (and unused bits at the stream's end): only the archive's digest tells them apart.
 */
export function readArchive(
  bytes: Uint8Array,
  limits: TarLimits = defaultTarLimits,
): ArchiveOutcome {
  const wrong = header.findIndex((byte, index) => byte !== bytes[index]);
  if (wrong >= 0) return refuse("gzip_header", `byte ${wrong} is not the one every bundle has`);
  const inflated = inflate(bytes.subarray(header.length), limits);
  if (!inflated.ok) return inflated;
  const at = header.length + inflated.consumed;
  if (bytes.length < at + trailer) return refuse("gzip_checksum", "the checksum is cut off");
  if (bytes.length > at + trailer) {
    return refuse("gzip_trailing", `${bytes.length - at - trailer} bytes follow the archive's end`);
  }
  const end = new DataView(bytes.buffer, bytes.byteOffset + at, trailer);
  if (
    end.getUint32(0, true) !== crc32(inflated.tar) ||
    end.getUint32(4, true) !== inflated.tar.length % 2 ** 32
  ) {
    return refuse("gzip_checksum", "checksum or length does not fit the content");
  }
  const tar = readTar(inflated.tar, limits);
  if (tar.ok) return tar;
  const { code, path, offset, message } = tar.fault;
  return refuse(code, `${message} (at byte ${offset} of the archive)`, path);
}

function inflate(
  bytes: Uint8Array,
  limits: TarLimits,
):
  | { readonly ok: true; readonly tar: Uint8Array; readonly consumed: number }
  | { readonly ok: false; readonly fault: ArchiveFault } {
  // Headers and padding come on top of the files' own bytes.
  const maxOutputLength = limits.total_bytes + limits.files * 1024 + 1024;
  try {
    const result: unknown = inflateRawSync(bytes, { info: true, maxOutputLength });
    if (isInflated(result))
      return { ok: true, tar: result.buffer, consumed: result.engine.bytesWritten };
    return refuse("gzip_data", "zlib gave no account of what it read");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return code === "ERR_BUFFER_TOO_LARGE"
      ? refuse("limit_exceeded", `inflates to more than ${maxOutputLength} bytes`)
      : refuse("gzip_data", `does not inflate (${code || String(error)})`);
  }
}

/** What zlib returns under `info: true`; the type declarations do not know it. */
function isInflated(
  value: unknown,
): value is { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } } {
  if (typeof value !== "object" || value === null || !("buffer" in value) || !("engine" in value)) {
    return false;
  }
  const { buffer, engine } = value;
  return (
    buffer instanceof Uint8Array &&
    typeof engine === "object" &&
    engine !== null &&
    "bytesWritten" in engine &&
    typeof engine.bytesWritten === "number"
  );
}

function refuse(
  code: ArchiveFault["code"],
  message: string,
  path = "",
): { readonly ok: false; readonly fault: ArchiveFault } {
  return { ok: false, fault: { code, path, message } };
}
