/** One archive for one set of files, byte for byte: ustar with fixed metadata, sorted paths, zero padding and nothing after it. */
import { explainUnsafePath, findPathFault, splitPath } from "./paths.ts";

const block = 512;
/** 11 octal digits of size: 8 GiB less one byte. */
const maximumSize = 0o77777777777;

/** Counts and bytes past which an archive is refused before its files are touched. */
export interface TarLimits {
  readonly files: number;
  readonly file_bytes: number;
  readonly total_bytes: number;
}
export const defaultTarLimits: TarLimits = {
  files: 200_000,
  file_bytes: 512 * 1024 * 1024,
  total_bytes: 1024 * 1024 * 1024,
};

export type TarFaultCode =
  | "archive_truncated"
  | "archive_header"
  | "archive_entry_kind"
  | "archive_padding"
  | "archive_order"
  | "archive_trailing"
  | "path_unsafe"
  | "path_twin"
  | "path_duplicate"
  | "limit_exceeded";

/** `offset` counts bytes from the start of the uncompressed archive. */
export interface TarFault {
  readonly code: TarFaultCode;
  readonly path: string;
  readonly offset: number;
  readonly message: string;
}
export type TarOutcome =
  | { readonly ok: true; readonly files: ReadonlyMap<string, Uint8Array> }
  | { readonly ok: false; readonly fault: TarFault };

/** Throws a TypeError where a path is unsafe or a file too large: the writer's caller chose them. */
export function writeTar(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const fault = findPathFault(files.keys());
  if (fault) throw new TypeError(`cannot archive ${JSON.stringify(fault.path)}: ${fault.message}`);
  const paths = [...files.keys()].toSorted(byCode);
  const parts = paths.map((path) => ({ path, bytes: files.get(path) ?? new Uint8Array() }));
  const length = parts.reduce((sum, { bytes }) => sum + block + padded(bytes.length), 2 * block);
  const archive = new Uint8Array(length);
  let offset = 0;
  for (const { path, bytes } of parts) {
    archive.set(header(path, bytes.length), offset);
    archive.set(bytes, offset + block);
    offset += block + padded(bytes.length);
  }
  return archive;
}

/** Accepts exactly what `writeTar` writes; each entry's bytes are views into `archive`. */
export function readTar(archive: Uint8Array, limits: TarLimits = defaultTarLimits): TarOutcome {
  const files = new Map<string, Uint8Array>();
  let offset = 0;
  let total = 0;
  let last = "";
  const refuse = (code: TarFaultCode, at: number, message: string, path = last): TarOutcome => ({
    ok: false,
    fault: { code, path, offset: at, message },
  });
  while (offset + block <= archive.length && archive[offset] !== 0) {
    const found = archive.subarray(offset, offset + block);
    const path = readPath(found);
    const kind = found[156];
    if (kind !== 0x30) {
      return refuse("archive_entry_kind", offset + 156, "is not a regular file", path);
    }
    const unsafe = explainUnsafePath(path);
    if (unsafe !== undefined) return refuse("path_unsafe", offset, `the path ${unsafe}`, path);
    const size = readSize(found);
    const wrong = size === undefined ? 124 : firstDifference(found, header(path, size));
    if (size === undefined || wrong !== undefined) {
      const at = offset + (wrong ?? 124);
      return refuse("archive_header", at, `header byte ${wrong ?? 124} is not canonical`, path);
    }
    if (path === last) return refuse("path_duplicate", offset, "the path occurs twice", path);
    if (path < last) return refuse("archive_order", offset, `stands after ${last}`, path);
    total += size;
    if (files.size >= limits.files || size > limits.file_bytes || total > limits.total_bytes) {
      return refuse("limit_exceeded", offset, describeLimits(limits), path);
    }
    const start = offset + block;
    offset = start + padded(size);
    if (offset > archive.length) return refuse("archive_truncated", start, "is cut off", path);
    const dirty = firstNonZero(archive, start + size, offset);
    if (dirty !== undefined) {
      return refuse("archive_padding", dirty, "has a byte other than zero in its padding", path);
    }
    files.set(path, archive.subarray(start, start + size));
    last = path;
  }
  return finish(archive, offset, files, refuse);
}

function finish(
  archive: Uint8Array,
  offset: number,
  files: ReadonlyMap<string, Uint8Array>,
  refuse: (code: TarFaultCode, at: number, message: string, path?: string) => TarOutcome,
): TarOutcome {
  const end = offset + 2 * block;
  if (archive.length < end) {
    return refuse("archive_truncated", archive.length, "ends before its two zero blocks", "");
  }
  if (archive.length > end) return refuse("archive_trailing", end, "has bytes after its end", "");
  const dirty = firstNonZero(archive, offset, end);
  if (dirty !== undefined) {
    return refuse("archive_trailing", dirty, "has a byte other than zero in its end blocks", "");
  }
  const twin = findPathFault(files.keys());
  return twin ? refuse(twin.code, 0, twin.message, twin.path) : { ok: true, files };
}

function header(path: string, size: number): Uint8Array {
  const parts = splitPath(path);
  if (parts === undefined || size > maximumSize) {
    throw new TypeError(`cannot archive ${JSON.stringify(path)}: path or size fits no header`);
  }
  const bytes = new Uint8Array(block);
  const put = (at: number, text: string): void => {
    bytes.set(new TextEncoder().encode(text), at);
  };
  put(0, parts.name);
  put(100, "0000644\0");
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, `${size.toString(8).padStart(11, "0")}\0`);
  put(136, "00000000000\0");
  put(148, " ".repeat(8));
  put(156, "0");
  put(257, "ustar\u{0}00");
  put(329, "0000000\0");
  put(337, "0000000\0");
  put(345, parts.prefix);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return bytes;
}

function readPath(found: Uint8Array): string {
  const name = readText(found, 0, 100);
  const prefix = readText(found, 345, 155);
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** Latin-1, so that no byte is lost before it is compared. */
function readText(found: Uint8Array, at: number, length: number): string {
  const field = found.subarray(at, at + length);
  const end = field.indexOf(0);
  return String.fromCharCode(...field.subarray(0, end < 0 ? length : end));
}

function readSize(found: Uint8Array): number | undefined {
  const text = readText(found, 124, 12);
  return /^[0-7]{11}$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

function padded(size: number): number {
  return Math.ceil(size / block) * block;
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function firstDifference(a: Uint8Array, b: Uint8Array): number | undefined {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 ? undefined : at;
}

function firstNonZero(bytes: Uint8Array, from: number, to: number): number | undefined {
  const at = bytes.subarray(from, to).findIndex((byte) => byte !== 0);
  return at < 0 ? undefined : from + at;
}

function describeLimits({ files, file_bytes, total_bytes }: TarLimits): string {
  return `passes the limits: ${files} files, ${file_bytes} bytes a file, ${total_bytes} bytes in all`;
}
