/** Changes of the archive itself: compression, headers, padding, order, paths, sizes, links. */
import type { Code, Mutation } from "./mutation.ts";
import { flip, places, utf8 } from "./mutation.ts";
import { entriesOf, gzip, rawTar, type Entry, type Files } from "./real-bundle.ts";

type Edit = readonly [name: string, codes: readonly Code[], archive: Uint8Array];

export function* archiveMutations(archive: Uint8Array, files: Files): Generator<Mutation> {
  const kinds: readonly [string, () => Iterable<Edit>][] = [
    ["a byte of the compressed stream", () => compressed(archive)],
    ["a field of the gzip header", () => header(archive)],
    ["checksum or length of gzip", () => trailer(archive)],
    ["cut off", () => cut(archive)],
    ["bytes after the end", () => trailing(archive)],
    ["a field of a tar header", () => fields(files)],
    ["an entry that is no file", () => types(files)],
    ["tar padding and end", () => padding(files)],
    ["entries twice or out of order", () => order(files)],
    ["a path that leaves the bundle, or is another's twin", () => paths(files)],
    ["a size that is not the file's", () => sizes(files)],
  ];
  for (const [kind, edits] of kinds) {
    for (const [name, codes, bytes] of edits()) yield { kind, name, codes, archive: bytes };
  }
}

/** Not the stream's last byte: its unused bits carry nothing, so only the archive's own digest tells it apart. */
function* compressed(archive: Uint8Array): Generator<Edit> {
  const codes: Code[] = ["E-gzip_data", "E-gzip_checksum", "E-gzip_trailing"];
  for (const at of places(archive.length - 8 - 1 - 10, 40)) {
    yield [`byte ${at + 10}`, codes, flip(archive, at + 10, 0x10)];
  }
}

function* header(archive: Uint8Array): Generator<Edit> {
  for (let at = 0; at < 10; at += 1) yield [`byte ${at}`, ["E-gzip_header"], flip(archive, at)];
}

function* trailer(archive: Uint8Array): Generator<Edit> {
  for (let at = archive.length - 8; at < archive.length; at += 1) {
    yield [`byte ${at}`, ["E-gzip_checksum"], flip(archive, at)];
  }
}

function* cut(archive: Uint8Array): Generator<Edit> {
  const codes: Code[] = ["E-gzip_header", "E-gzip_data", "E-gzip_checksum"];
  const near = [0, 1, 9, 10, 11, ...Array.from({ length: 9 }, (_, at) => archive.length - 1 - at)];
  for (const length of new Set([...places(archive.length - 1, 20), ...near])) {
    yield [`after ${length} bytes`, codes, archive.slice(0, length)];
  }
}

function* trailing(archive: Uint8Array): Generator<Edit> {
  for (const more of [utf8("\0"), utf8("x"), new Uint8Array(512), archive]) {
    yield [`${more.length} bytes`, ["E-gzip_trailing"], Buffer.concat([archive, more])];
  }
}

/** The archive with the header of one entry edited. */
function withHeader(
  files: Files,
  edit: (header: Uint8Array) => void,
  summed = true,
  path = "plan.json",
): Uint8Array {
  const entries = entriesOf(files).map((entry): Entry => {
    if (entry.path !== path) return entry;
    return summed ? { ...entry, edit } : { ...entry, edit, unsummed: true };
  });
  return gzip(rawTar(entries));
}

function* fields(files: Files): Generator<Edit> {
  const marks: readonly [string, number][] = [
    ["mode", 106],
    ["uid", 114],
    ["gid", 122],
    ["mtime", 146],
    ["link name", 157],
    ["magic", 257],
    ["version", 263],
    ["user name", 265],
    ["group name", 297],
    ["device major", 335],
    ["device minor", 343],
    ["padding", 511],
    ["behind the name", 98],
  ];
  for (const [name, at] of marks) {
    const edit = (bytes: Uint8Array): void => {
      bytes[at] = (bytes[at] ?? 0) ^ 1;
    };
    yield [name, ["E-archive_header"], withHeader(files, edit)];
  }
  yield ["checksum", ["E-archive_header"], withHeader(files, otherSum, false)];
}

function otherSum(bytes: Uint8Array): void {
  bytes.set(utf8("0012345\0"), 148);
}

function* types(files: Files): Generator<Edit> {
  // Hard link, symbolic link, devices, folder, pipe, contiguous, pax, GNU long names, sparse, the old form of a file.
  for (const type of "1234567gxLKSDM\0") {
    const edit = (bytes: Uint8Array): void => {
      bytes[156] = type.charCodeAt(0);
      if ("12".includes(type)) bytes.set(utf8("/etc/passwd"), 157);
    };
    const name = `type ${JSON.stringify(type)}`;
    yield [name, ["E-archive_entry_kind"], withHeader(files, edit)];
  }
}

function* padding(files: Files): Generator<Edit> {
  const tar = rawTar(entriesOf(files));
  const first = entriesOf(files)[0]?.bytes.length ?? 0;
  yield ["a byte in a file's padding", ["E-archive_padding"], gzip(flip(tar, 512 + first))];
  yield ["a byte in the end blocks", ["E-archive_trailing"], gzip(flip(tar, tar.length - 1))];
  yield ["one end block", ["E-archive_truncated"], gzip(tar.slice(0, -512))];
  yield ["no end block", ["E-archive_truncated"], gzip(tar.slice(0, -1_024))];
  yield [
    "three end blocks",
    ["E-archive_trailing"],
    gzip(Buffer.concat([tar, new Uint8Array(512)])),
  ];
  yield ["an archive behind the end", ["E-archive_trailing"], gzip(Buffer.concat([tar, tar]))];
  yield ["cut inside a file", ["E-archive_truncated"], gzip(tar.slice(0, 512 + 100))];
  yield [
    "cut between files",
    ["E-archive_truncated"],
    gzip(tar.slice(0, 512 + Math.ceil(first / 512) * 512)),
  ];
  yield ["nothing at all", ["E-archive_truncated"], gzip(new Uint8Array(0))];
}

function* order(files: Files): Generator<Edit> {
  const entries = entriesOf(files);
  const all: Code[] = ["E-path_duplicate", "E-archive_order"];
  for (const at of places(entries.length, 6)) {
    const entry = entries[at];
    if (entry === undefined) continue;
    const other = { ...entry, bytes: utf8("{}\n") };
    yield [`${entry.path} twice`, all, gzip(rawTar(entries.toSpliced(at, 0, entry)))];
    yield [
      `${entry.path} a second time, with other bytes`,
      all,
      gzip(rawTar(entries.toSpliced(at + 1, 0, other))),
    ];
    yield [`${entry.path} again at the end`, all, gzip(rawTar([...entries, other]))];
  }
  yield ["reversed", all, gzip(rawTar(entries.toReversed()))];
}

function* paths(files: Files): Generator<Edit> {
  const evil = [
    "../outside",
    "views/../../outside",
    "/etc/passwd",
    "views\\report.md",
    "..\\outside",
    "C:evil",
    "./plan.json",
    "views//report.md",
    "views/",
    "con",
    "aux.json",
    "plan.json.",
    "plan json",
    "pl\u0007an.json",
    "caf\u00e9.json",
    "cafe\u0301.json",
    "\u212aey.json",
    "runs/\u202etxt",
    "~/x*",
  ];
  for (const path of evil) {
    const entries = [...entriesOf(files), { path, bytes: utf8("x") }];
    const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    yield [JSON.stringify(path), ["E-path_unsafe"], gzip(rawTar(sorted))];
  }
  for (const path of ["PLAN.JSON", "Manifest.json", "views/Report.md"]) {
    const entries = [...entriesOf(files), { path, bytes: utf8("x") }];
    const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    yield [path, ["E-path_twin"], gzip(rawTar(sorted))];
  }
}

function* sizes(files: Files): Generator<Edit> {
  const declared: readonly [string, readonly Code[], string][] = [
    ["8 GiB", ["E-limit_exceeded"], "77777777777\0"],
    ["1 GiB", ["E-limit_exceeded"], "10000000000\0"],
    ["beyond the archive", ["E-archive_truncated"], "00100000000\0"],
    [
      "0",
      ["E-archive_header", "E-archive_entry_kind", "E-path_unsafe", "E-archive_order"],
      "00000000000\0",
    ],
    ["in base 256", ["E-archive_header"], "\u0080\0\0\0\0\0\0\0\0\0\u0001\0"],
    ["with spaces", ["E-archive_header"], "       1234\0"],
    ["negative", ["E-archive_header"], "-0000000001\0"],
  ];
  for (const [name, codes, size] of declared) {
    const edit = (bytes: Uint8Array): void => {
      bytes.set(Buffer.from(size, "latin1"), 124);
    };
    yield [name, codes, withHeader(files, edit)];
  }
}
