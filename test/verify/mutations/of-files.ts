/** Changes of one file: with the manifest as it was, and with a manifest whose digests were put right again. */
import type { BundleManifest } from "../../../src/contracts/bundle-manifest.ts";
import { digestBytes } from "../../../src/core/digest/digest.ts";
import { documentText } from "../../../src/core/evidence/manifest.ts";
import { flip, places, replace, text, utf8, type Code, type Mutation } from "./mutation.ts";
import { pack, type Files } from "./real-bundle.ts";

export function readManifest(files: Files): BundleManifest {
  return JSON.parse(text(files.get("manifest.json"))) as BundleManifest;
}

/** Sizes and digests of the files as they are now; what the manifest lists and anchors besides stays. */
export function resealed(files: Files): Map<string, Uint8Array> {
  const manifest = readManifest(files);
  const listed = manifest.files.map((one) => {
    const bytes = files.get(one.path) ?? new Uint8Array();
    return { ...one, size: bytes.length, sha256: digestBytes(bytes) };
  });
  return replace(files, "manifest.json", utf8(documentText({ ...manifest, files: listed })));
}

export function* fileMutations(files: Files, other: Files): Generator<Mutation> {
  yield* flips(files);
  yield* dropped(files);
  yield* added(files, other);
  yield* lines(files);
  yield* ofManifest(files);
  yield* forms(files);
}

function* flips(files: Files): Generator<Mutation> {
  for (const [path, bytes] of files) {
    if (path === "manifest.json") continue;
    const codes: Code[] = ["E-digest_mismatch"];
    for (const at of places(bytes.length, path.startsWith("artifacts/") ? 2 : 4)) {
      const archive = pack(replace(files, path, flip(bytes, at)));
      yield { kind: "a byte of a file", name: `${path} at ${at}`, codes, path, archive };
    }
  }
}

function* dropped(files: Files): Generator<Mutation> {
  for (const path of files.keys()) {
    const codes: Code[] = ["E-file_missing"];
    yield {
      kind: "a file dropped",
      name: path,
      codes,
      path,
      archive: pack(replace(files, path, null)),
    };
  }
}

/** A file nobody lists, of every place of the layout; among them those of another matrix. */
function* added(files: Files, other: Files): Generator<Mutation> {
  const foreign = [...other].filter(([path]) => !files.has(path));
  const invented = [
    "notes.txt",
    "views/report.html",
    "runs/x.json",
    "events/x.jsonl",
    "attest/x.sigstore.jsonl",
  ];
  const all = [...invented.map((path) => [path, utf8("{}\n")] as const), ...foreign];
  for (const [path, bytes] of all) {
    const archive = pack(replace(files, path, bytes));
    yield { kind: "a file added", name: path, codes: ["E-file_extra"], path, archive };
  }
}

function* lines(files: Files): Generator<Mutation> {
  const codes: Code[] = ["E-size_mismatch", "E-digest_mismatch"];
  for (const path of [...files.keys()].filter((one) => one.startsWith("events/"))) {
    const all = text(files.get(path)).trimEnd().split("\n");
    const edits: [string, string[]][] = [
      ["first dropped", all.slice(1)],
      ["last dropped", all.slice(0, -1)],
      ["one dropped", all.toSpliced(4, 1)],
      ["one twice", all.toSpliced(4, 0, all[4] ?? "")],
      ["two swapped", all.toSpliced(4, 2, all[5] ?? "", all[4] ?? "")],
      ["reversed", all.toReversed()],
    ];
    for (const [name, edited] of edits) {
      const archive = pack(replace(files, path, utf8(`${edited.join("\n")}\n`)));
      yield { kind: "lines of a stream", name: `${path}: ${name}`, codes, path, archive };
    }
  }
}

/** Nothing lists the manifest: what it says is held against the files and the streams. */
function* ofManifest(files: Files): Generator<Mutation> {
  const manifest = readManifest(files);
  const [file] = manifest.files;
  const [head] = manifest.heads;
  if (file === undefined || head === undefined) throw new Error("an empty manifest");
  const rest = manifest.files.slice(1);
  const anchors = manifest.heads.slice(1);
  const zero = `sha256:${"0".repeat(64)}`;
  const edits: [string, Code, unknown][] = [
    ["another schema version", "E-schema_invalid", { ...manifest, schema_version: 2 }],
    ["another tool", "E-schema_invalid", { ...manifest, tool: { name: "x", version: "1" } }],
    ["another matrix", "E-registration_mismatch", { ...manifest, matrix_id: "other" }],
    ["another plan", "E-plan_mismatch", { ...manifest, plan_sha256: zero }],
    ["another time", "E-created_differs", { ...manifest, created_at: "2026-01-01T00:00:00.000Z" }],
    ["no time", "E-schema_invalid", { ...manifest, created_at: "yesterday" }],
    ["one key more", "E-schema_invalid", { ...manifest, note: "" }],
    ["a file not listed", "E-file_extra", { ...manifest, files: rest }],
    ["no file listed", "E-file_extra", { ...manifest, files: [] }],
    ["a file twice", "E-path_duplicate", { ...manifest, files: [file, file, ...rest] }],
    ["files in another order", "E-not_canonical", { ...manifest, files: [...rest, file] }],
    ["another size", "E-size_mismatch", { ...manifest, files: [{ ...file, size: 1 }, ...rest] }],
    [
      "another digest",
      "E-digest_mismatch",
      { ...manifest, files: [{ ...file, sha256: zero }, ...rest] },
    ],
    [
      "another role",
      "E-file_misplaced",
      { ...manifest, files: [{ ...file, role: "plan" }, ...rest] },
    ],
    [
      "another type",
      "E-file_misplaced",
      { ...manifest, files: [{ ...file, media_type: "x/y" }, ...rest] },
    ],
    [
      "another path",
      "E-file_missing",
      { ...manifest, files: [{ ...file, path: "artifacts/x" }, ...rest] },
    ],
    ["a head dropped", "E-head_missing", { ...manifest, heads: anchors }],
    ["no head", "E-head_missing", { ...manifest, heads: [] }],
    ["a head twice", "E-stream_missing", { ...manifest, heads: [head, head, ...anchors] }],
    ["heads in another order", "E-not_canonical", { ...manifest, heads: [...anchors, head] }],
    [
      "another head",
      "E-head_mismatch",
      { ...manifest, heads: [{ ...head, head: zero }, ...anchors] },
    ],
    [
      "another revision",
      "E-head_mismatch",
      { ...manifest, heads: [{ ...head, revision: 3 }, ...anchors] },
    ],
    [
      "a head of nothing",
      "E-stream_missing",
      { ...manifest, heads: [...manifest.heads, { ...head, job_id: "x" }] },
    ],
  ];
  for (const [name, code, edited] of edits) {
    const archive = pack(replace(files, "manifest.json", utf8(documentText(edited))));
    yield { kind: "what the manifest says", name, codes: [code], archive };
  }
}

/** Another text of the same or of no value: every document has one form. */
function* forms(files: Files): Generator<Mutation> {
  const kind = "another form of the same document";
  const paths = [...files.keys()].filter((one) => /\.jsonl?$/.test(one));
  for (const path of paths) {
    const found = text(files.get(path));
    const [first = "", ...more] = found.split("\n");
    const rest = `\n${more.join("\n")}`;
    const inside = first.slice(1);
    const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)},${inside}`;
    const edits: [string, Code[], Uint8Array | string][] = [
      ["a byte order mark", ["E-not_json"], `\uFEFF${found}`],
      ["CRLF", ["E-not_canonical"], found.replaceAll("\n", "\r\n")],
      ["spaces", ["E-not_canonical"], `{ ${inside}${rest}`],
      ["no newline at the end", ["E-not_canonical"], found.trimEnd()],
      ["a newline more", ["E-not_canonical", "E-not_json"], `${found}\n`],
      ["a key twice", ["E-not_canonical"], `{"schema_version":2,${inside}${rest}`],
      [
        "__proto__",
        ["E-not_canonical", "E-schema_invalid"],
        `{"__proto__":{"polluted":1},${inside}${rest}`,
      ],
      ["constructor", ["E-not_canonical", "E-schema_invalid"], `{"constructor":1,${inside}${rest}`],
      ["100,000 levels", ["E-not_json", "E-not_canonical"], `${deep}${rest}`],
      [
        "a letter as an escape",
        ["E-not_canonical"],
        found.replace(/"([a-z])/, (_, one: string) => `"\\u00${one.charCodeAt(0).toString(16)}`),
      ],
      ["a number with a point", ["E-not_canonical"], found.replace(/:(\d+)([,}])/, ":$1.0$2")],
      [
        "a huge number",
        ["E-not_canonical", "E-schema_invalid"],
        found.replace(/:\d+([,}])/, ":9007199254740993$1"),
      ],
      ["a comment", ["E-not_json"], `/**/${found}`],
      ["cut in half", ["E-not_canonical", "E-not_json"], found.slice(0, found.length / 2)],
      ["nothing", ["E-not_canonical", "E-not_json"], ""],
      [
        "a broken letter",
        ["E-not_utf8"],
        Buffer.concat([utf8(found).slice(0, 2), Uint8Array.of(0xc3, 0x28), utf8(found).slice(2)]),
      ],
    ];
    for (const [name, codes, changed] of edits) {
      const bytes = typeof changed === "string" ? utf8(changed) : changed;
      const edited = replace(files, path, bytes);
      if (text(bytes) === found) continue;
      const archive = pack(path === "manifest.json" ? edited : resealed(edited));
      // It is worked out from the record and compared byte for byte, as the views are; nobody reads it.
      const told: Code[] = path === "sbom.cdx.json" ? ["E-view_differs"] : codes;
      yield { kind, name: `${path}: ${name}`, codes: told, path, archive };
    }
  }
}
