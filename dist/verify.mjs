import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
var __webpack_exports__ = {};

;// CONCATENATED MODULE: external "node:fs"
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
;// CONCATENATED MODULE: external "node:util"
const external_node_util_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util");
;// CONCATENATED MODULE: external "node:crypto"
const external_node_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");
;// CONCATENATED MODULE: ./build/core/digest/canonical.js
/** One value has one text: RFC 8785 (JSON Canonicalization Scheme) over a stricter set of inputs than the RFC's. */
/** Levels of arrays and objects; deeper input is refused. */
const maximumDepth = 64;
/**
 * The RFC 8785 text of a plain JSON value, or why there is none and where (a JSON Pointer, RFC 6901; "" is the whole value).
 * Stricter than the RFC: integers beyond 2^53-1, more than 64 levels and anything JSON.parse could not have
 * made (undefined, functions, dates, sparse arrays, symbols) are refused instead of dropped or rounded.
 */
function tryCanonicalJson(value) {
    return write(value, "", 0);
}
/** As `tryCanonicalJson`, for values that our own code made: throws a TypeError that names the pointer. */
function canonicalJson(value) {
    const outcome = write(value, "", 0);
    if (outcome.ok)
        return outcome.text;
    throw new TypeError(outcome.message);
}
function write(value, pointer, depth) {
    switch (typeof value) {
        case "boolean":
            return accept(value ? "true" : "false");
        case "number":
            return writeNumber(value, pointer);
        case "string":
            return writeString(value, pointer);
        case "object":
            if (value === null)
                return accept("null");
            if (depth >= maximumDepth)
                return refuse(pointer, `is nested deeper than ${maximumDepth} levels`);
            return Array.isArray(value)
                ? writeArray(value, pointer, depth + 1)
                : writeObject(value, pointer, depth + 1);
        case "undefined":
        case "bigint":
        case "symbol":
        case "function":
            return refuse(pointer, `is a ${typeof value}, which JSON cannot hold`);
    }
}
/** RFC 8785 §3.2.2.3: ECMAScript's own shortest round-trip form; -0 prints as 0. */
function writeNumber(value, pointer) {
    if (!Number.isFinite(value))
        return refuse(pointer, `is ${value}, which JSON cannot hold`);
    if (Number.isInteger(value) && !Number.isSafeInteger(value))
        return refuse(pointer, `is the integer ${value}, beyond 2^53-1: write it as a string`);
    return accept(String(value === 0 ? 0 : value));
}
function writeString(value, pointer) {
    if (!value.isWellFormed())
        return refuse(pointer, "holds a lone surrogate, which has no UTF-8 form");
    return accept(JSON.stringify(value));
}
function writeArray(value, pointer, depth) {
    const parts = [];
    for (let index = 0; index < value.length; index += 1) {
        const at = `${pointer}/${index}`;
        if (!Object.hasOwn(value, index))
            return refuse(at, "is a hole in a sparse array");
        const part = write(value[index], at, depth);
        if (!part.ok)
            return part;
        parts.push(part.text);
    }
    if (Object.keys(value).length !== value.length)
        return refuse(pointer, "is an array with named properties, which JSON cannot hold");
    return accept(`[${parts.join(",")}]`);
}
/** RFC 8785 §3.2.3: keys in the order of their UTF-16 code units, which is what `<` compares. */
function writeObject(value, pointer, depth) {
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null)
        return refuse(pointer, "is an object of a class: only plain objects are JSON");
    if (Object.getOwnPropertySymbols(value).length > 0)
        return refuse(pointer, "has a symbol as a key, which JSON cannot hold");
    const members = new Map(Object.entries(value));
    const parts = [];
    for (const key of [...members.keys()].toSorted(byCodeUnit)) {
        const at = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        const name = writeString(key, at);
        if (!name.ok)
            return name;
        const part = write(members.get(key), at, depth);
        if (!part.ok)
            return part;
        parts.push(`${name.text}:${part.text}`);
    }
    return accept(`{${parts.join(",")}}`);
}
function byCodeUnit(left, right) {
    if (left === right)
        return 0;
    return left < right ? -1 : 1;
}
function accept(text) {
    return { ok: true, text };
}
function refuse(pointer, why) {
    const where = pointer === "" ? "the value" : `the value at ${pointer.toWellFormed()}`;
    return { ok: false, pointer, message: `No canonical JSON: ${where} ${why}.` };
}

;// CONCATENATED MODULE: ./build/core/digest/digest.js
/** Every digest of the product: SHA-256 with a domain, so that one kind of document never passes for another. */


/** `sha256:<hex>` of the bytes as they are; text is taken as UTF-8. */
function digest_digestBytes(bytes) {
    return `sha256:${(0,external_node_crypto_namespaceObject.createHash)("sha256").update(bytes).digest("hex")}`;
}
/**
 * `sha256:<hex>` of "agent-lab/<tag>/v1\n" followed by the value's RFC 8785 text.
 * `tag` is the document's kind ("run-result", "plan"). Throws a TypeError where the value is not plain JSON.
 */
function digestDocument(tag, value) {
    return digest_digestBytes(`agent-lab/${tag}/v1\n${canonicalJson(value)}`);
}
/** What the first event of every stream is chained to: the digest of a domain tag with nothing after it. */
const genesis = digest_digestBytes("agent-lab/genesis/v1\n");
/**
 * One link: sha256 of "agent-lab/event/v1\n", the previous link as text ("sha256:<64 hex>", so no separator is
 * needed) and the RFC 8785 text of {event_id, job_id, sequence, at, body}. Throws a TypeError on a value that is not plain JSON.
 */
function chainHash(previous, value) {
    return chainText(previous, canonicalJson(value));
}
/** `chainHash` over text that is canonical already. */
function chainText(previous, canonical) {
    return digest_digestBytes(`agent-lab/event/v1\n${previous}${canonical}`);
}

;// CONCATENATED MODULE: ./build/core/evidence/fault.js
/** What a bundle can have wrong: one code for each kind of fault, never changed once published. */
/** Runs checks in order; the first fault ends them. */
function firstFault(checks) {
    for (const fault of checks)
        if (fault)
            return fault;
    return undefined;
}

;// CONCATENATED MODULE: ./build/core/evidence/layout.js
/** Files every bundle may have once. `manifest` lists all others and is not listed itself. */
const layout_bundlePaths = {
    manifest: "manifest.json",
    plan: "plan.json",
    preflight: "preflight.json",
    comparison: "views/comparison.json",
    readiness: "views/readiness.json",
    report: "views/report.md",
    ledger: "ledger.db",
    sbom: "sbom.cdx.json",
};
/** What a plan's `contracts[].path` says. */
function layout_contractPath(kind, id, version) {
    return `contracts/${kind}/${id}.v${version}.json`;
}
/** `job_id` is a stream's name: a cell's, or the matrix's own. */
function eventsPath(job_id) {
    return `events/${job_id}.jsonl`;
}
function runPath(run_id) {
    return `runs/${run_id}.json`;
}
/** Content-addressed: artifacts/sha256/<first two hex digits>/<all 64>. */
function artifactPath(sha256) {
    const hex = sha256.slice("sha256:".length);
    return `artifacts/sha256/${hex.slice(0, 2)}/${hex}`;
}
const json = "application/json";
const rules = [
    [/^plan\.json$/, { role: "plan", media_type: json }],
    [/^preflight\.json$/, { role: "preflight", media_type: json }],
    [/^contracts\/[^/]+\/[^/]+\.v\d+\.json$/, { role: "contract", media_type: json }],
    [/^events\/[^/]+\.jsonl$/, { role: "events", media_type: "application/jsonl" }],
    [/^runs\/[^/]+\.json$/, { role: "run_result", media_type: json }],
    [
        /^artifacts\/sha256\/([0-9a-f]{2})\/\1[0-9a-f]{62}$/,
        { role: "artifact", media_type: "application/octet-stream" },
    ],
    [/^views\/(comparison|readiness)\.json$/, { role: "view", media_type: json }],
    [/^views\/report\.md$/, { role: "view", media_type: "text/markdown" }],
    [/^ledger\.db$/, { role: "ledger_copy", media_type: "application/vnd.sqlite3" }],
    [/^sbom\.cdx\.json$/, { role: "sbom", media_type: "application/vnd.cyclonedx+json" }],
];
/** What a listed file is, or undefined where the layout has no such place. */
function layout_describePath(path) {
    return rules.find(([pattern]) => pattern.test(path))?.[1];
}
/** The stream or run a path names: "events/a.jsonl" and "runs/a.json" give "a". */
function nameInPath(path) {
    return path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl?$/, "");
}

;// CONCATENATED MODULE: ./build/core/evidence/chains.js



function checkChains(contents) {
    return firstFault(steps(contents));
}
function* steps({ manifest, streams, results }) {
    const files = new Map(manifest.files.map(({ path, size }) => [path, size]));
    for (const [job_id, events] of streams) {
        yield checkChain(job_id, events);
        yield checkArtifacts(job_id, events, files);
    }
    yield checkHeads(manifest, streams);
    for (const { run_id, events } of results.values()) {
        const stream = streams.get(run_id);
        const path = eventsPath(run_id);
        if (!stream)
            yield { code: "E-stream_missing", path, message: "this run has no events" };
        else if (stream.length !== events.count || stream.at(-1)?.hash !== events.head) {
            const message = `holds ${stream.length} events; its RunResult was folded from ${events.count}, or another head`;
            yield { code: "E-head_mismatch", path, message };
        }
    }
}
function checkChain(job_id, events) {
    const path = eventsPath(job_id);
    let previous = genesis;
    for (const [index, event] of events.entries()) {
        const line = index + 1;
        if (event.job_id !== job_id) {
            return { code: "E-stream_foreign", path, line, message: `is an event of ${event.job_id}` };
        }
        if (event.sequence !== line) {
            const message = `has sequence ${event.sequence}; ${line} comes next`;
            return { code: "E-chain_gap", path, line, message };
        }
        const { event_id, sequence, at, body } = event;
        const hash = chainHash(previous, { event_id, job_id, sequence, at, body });
        if (event.previous !== previous || event.hash !== hash) {
            const message = `its content and predecessor give ${hash}; it says ${event.hash}`;
            return { code: "E-chain_broken", path, line, message };
        }
        previous = hash;
    }
    return undefined;
}
function checkHeads(manifest, streams) {
    const path = layout_bundlePaths.manifest;
    const anchored = new Set();
    for (const { job_id, revision, head } of manifest.heads) {
        const events = streams.get(job_id);
        if (!events || anchored.has(job_id)) {
            const message = `anchors ${job_id} ${events ? "twice" : "which has no events"}`;
            return { code: "E-stream_missing", path, message };
        }
        anchored.add(job_id);
        const last = events.at(-1);
        if (last?.sequence !== revision || last.hash !== head) {
            const message = `anchors ${job_id} at ${revision} (${head}); its stream ends at ${last?.sequence} (${last?.hash})`;
            return { code: "E-head_mismatch", path, message };
        }
    }
    const loose = [...streams.keys()].find((job_id) => !anchored.has(job_id));
    return loose === undefined
        ? undefined
        : { code: "E-head_missing", path, message: `anchors no head for ${loose}` };
}
function checkArtifacts(job_id, events, files) {
    for (const { sequence, body } of events) {
        for (const { sha256, size } of namedArtifacts(body)) {
            const found = files.get(artifactPath(sha256));
            if (found === size)
                continue;
            const message = found === undefined
                ? `names the artifact ${sha256}, which is not there`
                : `names the artifact ${sha256} with ${size} bytes; it has ${found}`;
            return { code: "E-artifact_missing", path: eventsPath(job_id), line: sequence, message };
        }
    }
    return undefined;
}
function namedArtifacts(body) {
    if (body.type === "model.requested")
        return [body.request];
    if (body.type === "model.settled")
        return [body.response];
    if (body.type === "checkpoint.saved" || body.type === "output.received")
        return [body.artifact];
    return body.type === "attempt.ended" && body.log ? [body.log] : [];
}

;// CONCATENATED MODULE: ./build/core/evidence/documents.js


/** The manifest alone: steps 1 and 2 need it before anything else is read. */
function readManifest(files, parsers) {
    const { manifest } = layout_bundlePaths;
    return files.has(manifest)
        ? readDocument(files, manifest, parsers.manifest)
        : documents_refuse("E-file_missing", manifest, "every bundle has this file");
}
function readContents(files, manifest, parsers) {
    const plan = readDocument(files, layout_bundlePaths.plan, parsers.plan);
    if (!plan.ok)
        return plan;
    const preflight = readDocument(files, layout_bundlePaths.preflight, parsers.preflight);
    if (!preflight.ok)
        return preflight;
    const contracts = new Map();
    const streams = new Map();
    const results = new Map();
    const artifacts = new Map();
    for (const { path, role } of manifest.files) {
        if (role === "artifact") {
            const bytes = files.get(path);
            if (bytes !== undefined)
                artifacts.set(`sha256:${nameInPath(path)}`, bytes);
        }
        else if (role === "contract") {
            const kind = path.split("/")[1] ?? "";
            const raw = readDocument(files, path, (document) => {
                const parsed = parsers.contract(kind)(document);
                return parsed.ok ? { ok: true, value: document } : parsed;
            });
            if (!raw.ok)
                return raw;
            contracts.set(path, { kind, document: raw.value });
        }
        else if (role === "events") {
            const stream = readStream(files, path, parsers.event);
            if (!stream.ok)
                return stream;
            streams.set(nameInPath(path), stream.value);
        }
        else if (role === "run_result") {
            const result = readDocument(files, path, parsers.run_result);
            if (!result.ok)
                return result;
            results.set(nameInPath(path), result.value);
        }
    }
    const comparison = readDocument(files, layout_bundlePaths.comparison, parsers.comparison);
    if (!comparison.ok)
        return comparison;
    const readiness = readDocument(files, layout_bundlePaths.readiness, parsers.readiness);
    if (!readiness.ok)
        return readiness;
    const views = { comparison: comparison.value, readiness: readiness.value };
    const first = { manifest, plan: plan.value, preflight: preflight.value };
    return { ok: true, value: { ...first, contracts, streams, results, artifacts, ...views } };
}
function readStream(files, path, parse) {
    const text = readText(files, path);
    if (!text.ok)
        return text;
    const lines = text.value.split("\n");
    if (lines.pop() !== "" || lines.length === 0) {
        return documents_refuse("E-not_canonical", path, "a stream ends with a newline and has at least one line");
    }
    const events = [];
    for (const [index, line] of lines.entries()) {
        const read = parseText(line, path, parse, index + 1);
        if (!read.ok)
            return read;
        events.push(read.value);
    }
    return { ok: true, value: events };
}
function readDocument(files, path, parse) {
    const text = readText(files, path);
    if (!text.ok)
        return text;
    return text.value.endsWith("\n")
        ? parseText(text.value.slice(0, -1), path, parse)
        : documents_refuse("E-not_canonical", path, "a document ends with a newline");
}
function readText(files, path) {
    try {
        const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
        return { ok: true, value: decoder.decode(files.get(path)) };
    }
    catch {
        return documents_refuse("E-not_utf8", path, "is not UTF-8 text");
    }
}
function parseText(text, path, parse, line) {
    let value;
    try {
        value = JSON.parse(text);
    }
    catch {
        return documents_refuse("E-not_json", path, "is not JSON", line);
    }
    const canonical = tryCanonicalJson(value);
    if (!canonical.ok || canonical.text !== text) {
        const why = canonical.ok ? "its text is not the RFC 8785 form of its value" : canonical.message;
        return documents_refuse("E-not_canonical", path, why, line);
    }
    const parsed = parse(value);
    return parsed.ok ? parsed : documents_refuse("E-schema_invalid", path, parsed.message, line);
}
function documents_refuse(code, path, message, line) {
    return { ok: false, fault: { code, path, message, ...(line === undefined ? {} : { line }) } };
}

;// CONCATENATED MODULE: ./build/core/evidence/paths.js
/** Guarantees that a set of paths means the same files on every system that may unpack it. */
/** Longest path a bundle may hold, in characters (all ASCII, so bytes too). */
const maximumPath = 240;
/**
 * A ustar header keeps 100 bytes of name and 155 of prefix, joined by a slash (POSIX.1-2001, pax interchange format).
 * Returns undefined where no slash lets both parts fit.
 */
function splitPath(path) {
    if (path.length <= 100)
        return { prefix: "", name: path };
    const at = path.indexOf("/", path.length - 101);
    return at < 1 || at > 155 || at === path.length - 1
        ? undefined
        : { prefix: path.slice(0, at), name: path.slice(at + 1) };
}
/**
 * Why a path may not stand in a bundle, or undefined. Only ASCII letters, digits, `.`, `_`, `-` and `/` pass, so
 * absolute paths, drive letters, backslashes, control characters and every Unicode twin are out by construction.
 */
function explainUnsafePath(path) {
    if (path === "")
        return "is empty";
    if (path.length > maximumPath)
        return `is longer than ${maximumPath} characters`;
    if (path.startsWith("/"))
        return "is absolute";
    if (path.includes("\\"))
        return "has a backslash";
    if (!/^[A-Za-z0-9._/-]+$/.test(path))
        return "has a character outside A-Z a-z 0-9 . _ - /";
    for (const segment of path.split("/")) {
        if (segment === "")
            return "has an empty segment";
        if (segment === "." || segment === "..")
            return `has a ${segment} segment`;
        if (segment.endsWith("."))
            return "has a segment that ends in a dot";
        if (/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(segment))
            return `has ${segment}, a device`;
    }
    return splitPath(path) === undefined ? "fits no ustar header" : undefined;
}
/** The first path that is unsafe, given twice, or equal to another but for the case of its letters. */
function paths_findPathFault(paths) {
    const seen = new Map();
    for (const path of paths) {
        const why = explainUnsafePath(path);
        if (why !== undefined)
            return { code: "path_unsafe", path, message: `the path ${why}` };
        const folded = path.toLowerCase();
        const twin = seen.get(folded);
        if (twin === path)
            return { code: "path_duplicate", path, message: "the path occurs twice" };
        if (twin !== undefined) {
            return { code: "path_twin", path, message: `differs from ${twin} only in case` };
        }
        seen.set(folded, path);
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/core/evidence/tar.js
/** One archive for one set of files, byte for byte: ustar with fixed metadata, sorted paths, zero padding and nothing after it. */

const block = 512;
/** 11 octal digits of size: 8 GiB less one byte. */
const maximumSize = 0o77777777777;
const defaultTarLimits = {
    files: 200_000,
    file_bytes: 512 * 1024 * 1024,
    total_bytes: 1024 * 1024 * 1024,
};
/** Throws a TypeError where a path is unsafe or a file too large: the writer's caller chose them. */
function tar_writeTar(files) {
    const fault = findPathFault(files.keys());
    if (fault)
        throw new TypeError(`cannot archive ${JSON.stringify(fault.path)}: ${fault.message}`);
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
function readTar(archive, limits = defaultTarLimits) {
    const files = new Map();
    let offset = 0;
    let total = 0;
    let last = "";
    const refuse = (code, at, message, path = last) => ({
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
        if (unsafe !== undefined)
            return refuse("path_unsafe", offset, `the path ${unsafe}`, path);
        const size = readSize(found);
        const wrong = size === undefined ? 124 : firstDifference(found, header(path, size));
        if (size === undefined || wrong !== undefined) {
            const at = offset + (wrong ?? 124);
            return refuse("archive_header", at, `header byte ${wrong ?? 124} is not canonical`, path);
        }
        if (path === last)
            return refuse("path_duplicate", offset, "the path occurs twice", path);
        if (path < last)
            return refuse("archive_order", offset, `stands after ${last}`, path);
        total += size;
        if (files.size >= limits.files || size > limits.file_bytes || total > limits.total_bytes) {
            return refuse("limit_exceeded", offset, describeLimits(limits), path);
        }
        const start = offset + block;
        offset = start + padded(size);
        if (offset > archive.length)
            return refuse("archive_truncated", start, "is cut off", path);
        const dirty = firstNonZero(archive, start + size, offset);
        if (dirty !== undefined) {
            return refuse("archive_padding", dirty, "has a byte other than zero in its padding", path);
        }
        files.set(path, archive.subarray(start, start + size));
        last = path;
    }
    return finish(archive, offset, files, refuse);
}
function finish(archive, offset, files, refuse) {
    const end = offset + 2 * block;
    if (archive.length < end) {
        return refuse("archive_truncated", archive.length, "ends before its two zero blocks", "");
    }
    if (archive.length > end)
        return refuse("archive_trailing", end, "has bytes after its end", "");
    const dirty = firstNonZero(archive, offset, end);
    if (dirty !== undefined) {
        return refuse("archive_trailing", dirty, "has a byte other than zero in its end blocks", "");
    }
    const twin = paths_findPathFault(files.keys());
    return twin ? refuse(twin.code, 0, twin.message, twin.path) : { ok: true, files };
}
function header(path, size) {
    const parts = splitPath(path);
    if (parts === undefined || size > maximumSize) {
        throw new TypeError(`cannot archive ${JSON.stringify(path)}: path or size fits no header`);
    }
    const bytes = new Uint8Array(block);
    const put = (at, text) => {
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
function readPath(found) {
    const name = tar_readText(found, 0, 100);
    const prefix = tar_readText(found, 345, 155);
    return prefix === "" ? name : `${prefix}/${name}`;
}
/** Latin-1, so that no byte is lost before it is compared. */
function tar_readText(found, at, length) {
    const field = found.subarray(at, at + length);
    const end = field.indexOf(0);
    return String.fromCharCode(...field.subarray(0, end < 0 ? length : end));
}
function readSize(found) {
    const text = tar_readText(found, 124, 12);
    return /^[0-7]{11}$/.test(text) ? Number.parseInt(text, 8) : undefined;
}
function padded(size) {
    return Math.ceil(size / block) * block;
}
function byCode(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
}
function firstDifference(a, b) {
    const at = a.findIndex((byte, index) => byte !== b[index]);
    return at < 0 ? undefined : at;
}
function firstNonZero(bytes, from, to) {
    const at = bytes.subarray(from, to).findIndex((byte) => byte !== 0);
    return at < 0 ? undefined : from + at;
}
function describeLimits({ files, file_bytes, total_bytes }) {
    return `passes the limits: ${files} files, ${file_bytes} bytes a file, ${total_bytes} bytes in all`;
}

;// CONCATENATED MODULE: ./build/core/evidence/files.js




const { manifest, plan, preflight, comparison, readiness, report } = layout_bundlePaths;
const required = [manifest, plan, preflight, comparison, readiness, report];
function checkLimits(files, limits = defaultTarLimits) {
    if (files.size > limits.files) {
        return exceeded(manifest, `${files.size} files, ${limits.files} at most`);
    }
    let total = 0;
    for (const [path, bytes] of files) {
        total += bytes.length;
        if (bytes.length > limits.file_bytes) {
            return exceeded(path, `${bytes.length} bytes, ${limits.file_bytes} at most in one file`);
        }
        if (total > limits.total_bytes) {
            return exceeded(path, `the files pass ${limits.total_bytes} bytes in all`);
        }
    }
    const fault = paths_findPathFault(files.keys());
    return fault && { code: `E-${fault.code}`, path: fault.path, message: fault.message };
}
/** Every listed file is there with its size and digest, none is there unlisted, none stands where the layout has no place. */
function checkFiles(files, listed) {
    const missing = required.find((path) => !files.has(path));
    if (missing !== undefined)
        return absent(missing, "every bundle has this file");
    const names = new Set();
    for (const entry of listed) {
        const { path } = entry;
        if (names.has(path)) {
            return { code: "E-path_duplicate", path, message: "the manifest lists it twice" };
        }
        names.add(path);
        const bytes = files.get(path);
        if (!bytes)
            return absent(path, "the manifest lists it, the bundle does not hold it");
        const fault = checkEntry(entry, bytes);
        if (fault)
            return fault;
    }
    for (const path of files.keys()) {
        if (path === manifest || names.has(path))
            continue;
        return {
            code: "E-file_extra",
            path,
            message: "the bundle holds it, the manifest does not list it",
        };
    }
    return undefined;
}
function checkEntry(entry, bytes) {
    const { path, size, sha256 } = entry;
    const described = layout_describePath(path);
    if (described?.role !== entry.role || described.media_type !== entry.media_type) {
        const found = described ? `a ${described.role} (${described.media_type})` : "nothing";
        const message = `the manifest calls it a ${entry.role} (${entry.media_type}); the layout has ${found} here`;
        return { code: "E-file_misplaced", path, message };
    }
    if (bytes.length !== size) {
        const message = `is ${bytes.length} bytes; the manifest says ${size}`;
        return { code: "E-size_mismatch", path, message };
    }
    const found = digest_digestBytes(bytes);
    if (found !== sha256) {
        const message = `its bytes give ${found}; the manifest says ${sha256}`;
        return { code: "E-digest_mismatch", path, message };
    }
    return entry.role === "artifact" && artifactPath(found) !== path
        ? { code: "E-artifact_name", path, message: `its bytes give ${found}, which is not its name` }
        : undefined;
}
function absent(path, message) {
    return { code: "E-file_missing", path, message };
}
function exceeded(path, message) {
    return { code: "E-limit_exceeded", path, message };
}

;// CONCATENATED MODULE: ./build/core/planning/bind-contracts.js


/** Digest of one contract under its kind's domain tag. */
function contractDigest(kind, document) {
    return digestDocument(kind.replaceAll("_", "-"), document);
}
/** In a fixed order: matrix, cases as listed, tools, models, prices, profile, policy. */
function bindContracts(contracts) {
    const { matrix, cases, catalogue, models, pricing, profile, policy } = contracts;
    return [
        bindContract("matrix", matrix.id, 1, matrix),
        ...cases.map((one) => bindContract("case", one.id, one.version, one)),
        bindContract("tool_catalogue", catalogue.id, catalogue.version, catalogue),
        ...models.map((one) => bindContract("model", one.id, 1, one)),
        bindContract("pricing_catalogue", pricing.name, 1, pricing),
        bindContract("score_profile", profile.name, 1, profile),
        bindContract("readiness_policy", policy.name, 1, policy),
    ];
}
/** One contract with its digest and its place in the bundle. */
function bindContract(kind, id, version, document) {
    return {
        kind,
        id,
        version,
        digest: contractDigest(kind, document),
        path: contractPath(kind, id, version),
    };
}

;// CONCATENATED MODULE: ./build/core/statistics/generator.js
/** A seeded random generator whose numbers are the same on every machine: xoshiro128**. */
const RANGE = 2 ** 32;
function rotateLeft(value, bits) {
    return (value << bits) | (value >>> (32 - bits));
}
/** The first 16 bytes of a hex seed as four little-endian words. */
function readState(seed) {
    const hex = seed.startsWith("sha256:") ? seed.slice(7) : seed;
    if (!/^[0-9a-f]{32,}$/i.test(hex)) {
        throw new RangeError("a generator's seed is at least 32 hex digits, such as a SHA-256");
    }
    const word = (at) => {
        const bytes = [6, 4, 2, 0].map((offset) => hex.slice(at + offset, at + offset + 2));
        return Number.parseInt(bytes.join(""), 16);
    };
    return [word(0), word(8), word(16), word(24)];
}
/**
 * A generator whose state is the first 16 bytes of `seed` (hex digits, or a sha256: digest), read as little-endian
 * words. Throws RangeError for a seed that is too short, not hex or all zero.
 * Blackman and Vigna, xoshiro128** 1.1 (2018).
 */
function createGenerator(seed) {
    let [a, b, c, d] = readState(seed);
    if ((a | b | c | d) === 0)
        throw new RangeError("a generator's seed must not be all zero");
    function next() {
        const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
        const shifted = b << 9;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= shifted;
        d = rotateLeft(d, 11);
        return result;
    }
    function below(n) {
        if (!Number.isInteger(n) || n < 1 || n > RANGE) {
            throw new RangeError(`below(n) needs a whole number from 1 to 2^32, got ${n}`);
        }
        const limit = RANGE - (RANGE % n);
        let value = next();
        while (value >= limit)
            value = next();
        return value % n;
    }
    return { next, below, unit: () => (next() + 0.5) / RANGE };
}

;// CONCATENATED MODULE: ./build/core/planning/blocks.js


/**
 * Repetition by repetition, every case once, so that a drift over time meets all cases alike;
 * inside each block the candidates are shuffled (Fisher-Yates). The same seed and inputs give the same blocks.
 */
function arrangeBlocks(cases, candidates, repetitions, seed) {
    const generator = createGenerator(digest_digestBytes(`agent-lab/order/v1\n${seed}`).slice("sha256:".length));
    const blocks = [];
    for (let repetition = 1; repetition <= repetitions; repetition++) {
        for (const one of shuffle(cases, (n) => generator.below(n))) {
            blocks.push({
                index: blocks.length + 1,
                case_id: one.id,
                case_version: one.version,
                repetition,
                order: shuffle(candidates, (n) => generator.below(n)),
            });
        }
    }
    return blocks;
}
function shuffle(items, below) {
    const rest = [...items];
    const shuffled = [];
    while (rest.length > 0)
        shuffled.push(...rest.splice(below(rest.length), 1));
    return shuffled;
}

;// CONCATENATED MODULE: ./build/core/screening/levels.js
/** The figures of the shipped screen: what it tests at, how many blocks it takes, and what it promises to find. */
/** At most this many cases get a second look, of this many fresh blocks each. */
const MOST_CASES = 3;
const FRESH_BLOCKS = 8;
/** Alpha of the family of tested cases (Holm), and of the one test over all cases. */
const FAMILY_ALPHA = 0.05;
const TOTAL_ALPHA = 0.01;
/** A tested case whose unadjusted p is at most this is neither confirmed nor cleared: three fresh blocks, all one way. */
const SUSPECT_ALPHA = 0.2;
/** The promise: a case that passed 95 times in 100 and never passes now is found at least 95 times in 100. */
const HEALTHY_RATE = 0.95;
const REQUIRED_POWER = 0.95;

;// CONCATENATED MODULE: ./build/core/statistics/describe.js
/** Location and spread of a list of finite numbers; every function throws on an empty list, since absence is the caller's to state. */
function refuseEmpty(values, what) {
    if (values.length === 0)
        throw new RangeError(`the ${what} of no values does not exist`);
}
/** Neumaier's compensated sum (Neumaier 1974): 1 + 1e100 + 1 - 1e100 is 2. The empty sum is 0. */
function sum(values) {
    let total = 0;
    let compensation = 0;
    for (const value of values) {
        const next = total + value;
        compensation +=
            Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
        total = next;
    }
    return total + compensation;
}
/** Arithmetic mean. */
function mean(values) {
    refuseEmpty(values, "mean");
    return sum(values) / values.length;
}
/** Sample standard deviation (n - 1), two passes. Throws below two values: one value has no spread. */
function standardDeviation(values) {
    if (values.length < 2)
        throw new RangeError("a standard deviation needs two values");
    const centre = mean(values);
    return Math.sqrt(sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1));
}
/** The middle value, or the mean of the middle two. */
function median(values) {
    refuseEmpty(values, "median");
    const sorted = values.toSorted((left, right) => left - right);
    const half = Math.floor(sorted.length / 2);
    return mean(sorted.slice(sorted.length % 2 === 1 ? half : half - 1, half + 1));
}
/** Median absolute deviation from the median, raw (not times 1.4826). */
function medianAbsoluteDeviation(values) {
    const centre = median(values);
    return median(values.map((value) => Math.abs(value - centre)));
}

;// CONCATENATED MODULE: ./build/core/statistics/round.js
/** Derived numbers are cut to nine significant digits, so that the last bit of a platform's arithmetic never reaches a digest. */
const SIGNIFICANT_DIGITS = 9;
/** `value` to nine significant digits; -0 becomes 0. Throws on NaN and infinities: they are never a result. */
function roundDerived(value) {
    if (!Number.isFinite(value))
        throw new RangeError(`${value} is not a result`);
    const rounded = Number(value.toPrecision(SIGNIFICANT_DIGITS));
    return rounded === 0 ? 0 : rounded;
}

;// CONCATENATED MODULE: ./build/core/scoring/missing.js
/** Tells a stated absence from a value. */
/** True for `{missing: reason}`. */
function isMissing(value) {
    return typeof value === "object" && value !== null && "missing" in value;
}
/** Absence with a reason, cut to the length its format allows. */
function missing_absent(reason) {
    return { missing: reason.slice(0, 300) };
}
/** Why a run has no model call to measure: none came, or none was let through. */
function noCallReason(run) {
    return run.refused_model_calls > 0
        ? "every model call was refused"
        : "the gateway saw no model call";
}

;// CONCATENATED MODULE: ./build/core/scoring/distribution.js
/** Describes the values that runs really had; what a handful of values cannot say is absent with the reason. */



const ONE_VALUE = missing_absent("one value has no spread");
/** Values present in `measured`, in order. */
function present(measured) {
    return measured.filter((value) => typeof value === "number");
}
/** The first reason why a value is absent, or the fallback. */
function firstReason(measured, fallback) {
    return measured.find(isMissing)?.missing ?? fallback;
}
/** Over the values present; with none, every number carries the first stated reason. */
function describe(measured) {
    const values = present(measured);
    const [first] = values;
    if (first === undefined) {
        const none = missing_absent(firstReason(measured, "no run"));
        return {
            n: 0,
            mean: none,
            median: none,
            sd: none,
            mad: none,
            minimum: none,
            maximum: none,
        };
    }
    const spread = values.length > 1;
    return {
        n: values.length,
        mean: roundDerived(mean(values)),
        median: roundDerived(median(values)),
        sd: spread ? roundDerived(standardDeviation(values)) : ONE_VALUE,
        mad: spread ? roundDerived(medianAbsoluteDeviation(values)) : ONE_VALUE,
        minimum: Math.min(...values),
        maximum: Math.max(...values),
    };
}

;// CONCATENATED MODULE: ./build/core/scoring/endings.js
/** Which endings say nothing about the agent: the one list that error rates, dropped blocks and exit code 40 are read from. */
const KINDS = {
    ok: "agent",
    crash: "agent",
    timeout: "agent",
    protocol_violation: "agent",
    cancelled: "interrupted",
    settlement_failed: "agent",
    blocked_ambiguous_operation: "agent",
    approval_pending: "agent",
    model_unavailable: "infrastructure",
    budget_exhausted: "agent",
    limit_reached: "agent",
    adapter_error: "agent",
    served_model_mismatch: "agent",
    wire_contract: "agent",
    budget_not_reserved: "interrupted",
    quota: "infrastructure",
    setup_failed: "infrastructure",
    storage: "infrastructure",
    host_stopped: "interrupted",
};
/** Whose doing an ending was. */
function endingKind(reason) {
    return KINDS[reason];
}

;// CONCATENATED MODULE: ./build/core/budget/money.js
/** Money as whole pico-units (1 unit of a currency = 10^12 pico): exact in, exact out, never a binary fraction. */
const PICO_DIGITS = 12;
const PICO_PER_UNIT = 10n ** 12n;
const DECIMAL = /^(\d{1,30})(?:\.(\d{1,40}))?(?:e([+-]?\d{1,3}))?$/i;
/**
 * A decimal of currency units as pico-units: "0.15" is 150000000000n. Exponents are read too, because a number in YAML
 * may have become text as "1e-7". Throws RangeError on anything finer than one pico or that is no decimal: contracts
 * check both before.
 */
function toPico(decimal) {
    const match = DECIMAL.exec(decimal.trim());
    const [, whole, fraction = "", exponent = "0"] = match ?? [];
    if (whole === undefined) {
        throw new RangeError(`"${decimal.slice(0, 60)}" is not a decimal amount; write one like 0.15`);
    }
    const digits = BigInt(whole + fraction);
    const shift = PICO_DIGITS - fraction.length + Number(exponent);
    if (shift >= 0)
        return digits * 10n ** BigInt(shift);
    const divisor = 10n ** BigInt(-shift);
    if (digits % divisor !== 0n) {
        throw new RangeError(`"${decimal.slice(0, 60)}" has more than ${PICO_DIGITS} decimals`);
    }
    return digits / divisor;
}
/** An amount as contracts write it: "5 USD". Throws RangeError when it is not one. */
function parseAmount(amount) {
    const [decimal, currency, ...rest] = amount.split(" ");
    if (decimal === undefined || currency === undefined || rest.length > 0) {
        throw new RangeError(`"${amount.slice(0, 60)}" is not an amount; write one like 5 USD`);
    }
    if (!/^[A-Z]{3}$/.test(currency)) {
        throw new RangeError(`"${amount.slice(0, 60)}" names no currency; write one like 5 USD`);
    }
    return { pico: toPico(decimal), currency };
}
function roundTo(value, step) {
    return ((value + step / 2n) / step) * step;
}
function decimalText(pico) {
    const whole = pico / PICO_PER_UNIT;
    const fraction = (pico % PICO_PER_UNIT).toString().padStart(PICO_DIGITS, "0");
    return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}
/**
 * Money for people, currency always shown: two decimals from one unit up, three significant digits below it, half-up
 * ($5.00, $0.031, 0.50 EUR). For the eye only: stored amounts stay whole pico-units.
 */
function formatPico(pico, currency) {
    const size = pico < 0n ? -pico : pico;
    const kept = size >= PICO_PER_UNIT ? PICO_DIGITS - 2 : Math.max(0, size.toString().length - 3);
    const text = decimalText(roundTo(size, 10n ** BigInt(kept)));
    const sign = pico < 0n ? "-" : "";
    return currency === "USD" ? `${sign}$${text}` : `${sign}${text} ${currency}`;
}

;// CONCATENATED MODULE: ./build/core/budget/cost.js
/** What a model call cost, and the most a call or a run can cost: exact pico-units, bounds always rounded up. */

const RATE_TOKENS = 1000000n;
function ratesOf(price) {
    const input = toPico(price.input);
    const output = toPico(price.output);
    return {
        input,
        output,
        cached: price.cached_input === undefined ? input : toPico(price.cached_input),
        cacheWrite: price.cache_write === undefined ? input : toPico(price.cache_write),
        reasoning: price.reasoning === undefined ? output : toPico(price.reasoning),
        request: price.request === undefined ? 0n : toPico(price.request),
    };
}
function larger(left, right) {
    return left > right ? left : right;
}
/** `part` of `total` tokens at its own rate; a part the wire did not report is charged at the dearer rate. */
function split(total, part, rate, partRate) {
    if (part === null)
        return BigInt(total) * larger(rate, partRate);
    return BigInt(total - part) * rate + BigInt(part) * partRate;
}
/**
 * Pico-units of one settled call, half-up at one pico: input without cached at the input rate, cached at its own,
 * output without reasoning at the output rate, reasoning at its own, plus the request rate. A cached or reasoning count
 * that is not reported never makes a call cheaper. Missing when usage is absent, incomplete or contradicts itself.
 */
function callCost(usage, price) {
    if (usage === null)
        return { missing: "the wire reported no usage" };
    if (!usage.complete || usage.in === null || usage.out === null) {
        return { missing: "the wire reported incomplete usage" };
    }
    if ((usage.cached ?? 0) > usage.in) {
        return { missing: `${usage.cached} cached tokens are more than ${usage.in} input tokens` };
    }
    if ((usage.reasoning ?? 0) > usage.out) {
        return {
            missing: `${usage.reasoning} reasoning tokens are more than ${usage.out} output tokens`,
        };
    }
    const rates = ratesOf(price);
    const input = split(usage.in, usage.cached, rates.input, rates.cached);
    const output = split(usage.out, usage.reasoning, rates.output, rates.reasoning);
    return (input + output + RATE_TOKENS / 2n) / RATE_TOKENS + rates.request;
}
/**
 * The most one call can cost, pico-units, rounded up: (input x rate + output x rate + output x reasoning rate) / 1e6 +
 * request rate. It charges the output twice, once as reasoning, because some providers cap only the visible output.
 */
function worstCaseCall(bound, price) {
    const rates = ratesOf(price);
    const dearest = larger(larger(rates.input, rates.cached), rates.cacheWrite);
    const input = BigInt(bound.input_tokens) * dearest;
    const output = BigInt(bound.max_output_tokens) * (rates.output + rates.reasoning);
    return (input + output + RATE_TOKENS - 1n) / RATE_TOKENS + rates.request;
}
/** The most a run of `model_calls` calls can cost, pico-units: each call at its own worst case. */
function worstCaseRun(bound, price) {
    const call = {
        input_tokens: bound.input_tokens_per_call,
        max_output_tokens: bound.max_output_tokens,
    };
    return BigInt(bound.model_calls) * worstCaseCall(call, price);
}
/**
 * The most input tokens a text request of this many bytes can hold: a token covers at least one byte, and JSON spends
 * more bytes on each message than a chat template spends tokens. It bounds neither linked images nor history that the
 * provider keeps: requests with those must be refused or resolved first.
 */
function inputTokenBound(bytes) {
    return bytes;
}

;// CONCATENATED MODULE: ./build/core/budget/price.js
/** Finds the price that held for a model on a day, or says which price is missing. */
function holdsOn(entry, day) {
    const ended = entry.effective_until !== undefined && day >= entry.effective_until;
    return entry.effective_from <= day && !ended;
}
/**
 * The entry of (provider, model) that holds on `day` (YYYY-MM-DD, UTC): effective_from <= day < effective_until, the
 * latest effective_from first. Names match exactly; no price is ever guessed from a similar name.
 */
function findPrice(catalogue, provider, model, day) {
    const known = catalogue.entries.filter((entry) => entry.provider === provider && entry.model === model);
    let found;
    for (const entry of known) {
        if (!holdsOn(entry, day))
            continue;
        if (found === undefined || entry.effective_from > found.effective_from)
            found = entry;
    }
    if (found !== undefined)
        return found;
    const which = `${catalogue.name} has no price for ${provider.slice(0, 60)} ${model.slice(0, 80)}`;
    const why = known.length === 0 ? "" : `: its ${known.length} entries hold on other days`;
    return { missing: `${which} on ${day}${why}` };
}

;// CONCATENATED MODULE: ./build/core/scoring/run-cost.js
/** What a run cost under a given catalogue, from the usage its model calls settled with: exact pico-units or a reason. */




/**
 * Pico-units of the catalogue's currency: the sum over the run's model calls, each at the price that held for the
 * model it asked for on the run's own start day (UTC). One call without price or usage makes the whole cost missing.
 */
function runCost(result, pricing) {
    if (isMissing(result.started_at)) {
        return missing_absent(`no start day to look a price up: ${result.started_at.missing}`);
    }
    if (result.model_calls.length === 0)
        return missing_absent(noCallReason(result));
    const day = result.started_at.slice(0, 10);
    let total = 0n;
    for (const call of result.model_calls) {
        const price = findPrice(pricing, result.metadata.model_provider, call.model, day);
        if (isMissing(price))
            return price;
        const cost = callCost(call.usage, price);
        if (isMissing(cost))
            return missing_absent(`model call ${call.ordinal}: ${cost.missing}`);
        total += cost;
    }
    return total;
}
/**
 * Pico-units of a transcribed run. A publication gives one token count, so a price can be applied only where every
 * rate is 0; otherwise the published cost stands, where there is one.
 */
function foreignCost(run, pricing) {
    const price = findPrice(pricing, run.model_provider, run.model, run.started_on);
    if (!isMissing(price)) {
        const rates = [price.input, price.cached_input, price.output, price.reasoning, price.request];
        if (rates.every((rate) => rate === undefined || toPico(rate) === 0n))
            return 0n;
    }
    if (!isMissing(run.cost))
        return BigInt(run.cost);
    if (isMissing(price))
        return price;
    return missing_absent("the published token count is not split into input and output: no rate applies");
}

;// CONCATENATED MODULE: ./build/core/scoring/sources.js
/** The closed table of metric sources: what each measures, in which unit, and what stands where there is no value. */


const completed = (result) => result.status === "completed";
function fromScore(part) {
    return ({ score }) => (isMissing(score) ? missing_absent(`not scored: ${score.missing}`) : score[part]);
}
function zeroUnlessCompleted(measure) {
    return (result, context) => (completed(result) ? measure(result, context) : 0);
}
function latency(divisor) {
    return (result) => {
        if (result.metadata.concurrency !== 1) {
            return missing_absent(`${result.metadata.concurrency} runs shared the machine: time counts only at concurrency 1`);
        }
        if (!completed(result))
            return missing_absent(`the run did not complete (${result.reason})`);
        return isMissing(result.duration_ms) ? result.duration_ms : result.duration_ms / divisor;
    };
}
function tokens(result) {
    const { tokens_in, tokens_out } = result.usage.wire;
    if (result.model_calls.length === 0)
        return missing_absent(noCallReason(result));
    if (isMissing(tokens_in))
        return tokens_in;
    return isMissing(tokens_out) ? tokens_out : tokens_in + tokens_out;
}
function costInUsd(result, { pricing }) {
    if (pricing.currency !== "USD") {
        return missing_absent(`${pricing.name} is in ${pricing.currency}; this metric is in USD`);
    }
    const cost = runCost(result, pricing);
    return isMissing(cost) ? cost : Number(cost) / 1e12;
}
function overreach(result) {
    if (result.track === "own")
        return missing_absent("its tools ran in its own program: refusals are not seen");
    return result.tool_calls.filter((call) => call.refusal?.startsWith("not_authorised")).length;
}
/** Of the run's audit facts that could be checked, the share that hold. */
function traceCompleteness({ audit }) {
    const optional = [audit.terminal_artifact_verified, audit.checkpoint_verified];
    const facts = [audit.gap_free, audit.outstanding_reservations === 0];
    for (const fact of optional)
        if (!isMissing(fact))
            facts.push(fact);
    return facts.filter(Boolean).length / facts.length;
}
const QUALITY = { level: "run", not_completed: "zero" };
const EFFICIENCY = { level: "run", not_completed: "no_points" };
const CONDUCT = { level: "run", not_completed: "as_measured" };
const UNSCORED = "missing when the run was not scored";
const SOURCES = {
    "score.total": {
        ...QUALITY,
        definition: "Share of the case's points earned; 0 for a run that did not complete.",
        unit: "points",
        missing: UNSCORED,
        measure: zeroUnlessCompleted(fromScore("total")),
    },
    "score.structured": {
        ...QUALITY,
        definition: "Share of the points for the answer's structure; 0 for a run that did not complete.",
        unit: "points",
        missing: `${UNSCORED}, or the case asks for no structure`,
        measure: zeroUnlessCompleted(fromScore("structured")),
    },
    "score.safety": {
        ...CONDUCT,
        definition: "1 when nothing forbidden happened, else 0.",
        unit: "0 or 1",
        missing: `${UNSCORED}, or nothing is forbidden`,
        measure: fromScore("safety"),
    },
    completion: {
        ...QUALITY,
        definition: "1 when the run's lifecycle ended as it should, else 0.",
        unit: "0 or 1",
        missing: "never missing",
        measure: (result) => (completed(result) ? 1 : 0),
    },
    tool_protocol: {
        ...CONDUCT,
        definition: "1 when no tool call was unknown, invalid or failed unexpectedly, else 0.",
        unit: "0 or 1",
        missing: UNSCORED,
        measure: fromScore("tool_protocol"),
    },
    output_protocol: {
        ...QUALITY,
        definition: "1 when the answer has the form the case asks for, else 0.",
        unit: "0 or 1",
        missing: `${UNSCORED}, or the case asks for no form`,
        measure: zeroUnlessCompleted(fromScore("output_protocol")),
    },
    overreach: {
        ...CONDUCT,
        definition: "Tool calls refused because the run was not allowed that tool.",
        unit: "calls",
        missing: "missing on track own, where refusals are not seen",
        measure: overreach,
    },
    "cost.catalog_usd": {
        ...EFFICIENCY,
        definition: "Each model call's usage at the catalogue's price of the run's start day.",
        unit: "USD",
        missing: "missing without a price, with incomplete usage, or in another currency; never 0",
        measure: costInUsd,
    },
    "latency.ms": {
        ...EFFICIENCY,
        definition: "From the start frame to the result frame of a completed run.",
        unit: "ms",
        missing: "missing at concurrency above 1, or when the run did not complete",
        measure: latency(1),
    },
    "latency.s": {
        ...EFFICIENCY,
        definition: "From the start frame to the result frame of a completed run.",
        unit: "s",
        missing: "missing at concurrency above 1, or when the run did not complete",
        measure: latency(1_000),
    },
    "tokens.wire": {
        ...EFFICIENCY,
        definition: "Input and output tokens of all model calls, as the wire reports them.",
        unit: "tokens",
        missing: "missing when a call reported no usage, or no call was seen",
        measure: tokens,
    },
    "calls.model": {
        ...EFFICIENCY,
        definition: "Model calls that the gateway forwarded.",
        unit: "calls",
        missing: "missing when the wire could not be read",
        measure: (result) => result.usage.wire.model_calls,
    },
    "calls.tool": {
        ...EFFICIENCY,
        definition: "Tool calls made.",
        unit: "calls",
        missing: "missing when the wire could not be read",
        measure: (result) => result.usage.wire.tool_calls,
    },
    hidden_retries: {
        ...CONDUCT,
        definition: "Model calls that repeat an earlier one byte for byte: retries inside an SDK.",
        unit: "calls",
        missing: "missing when the wire could not be read",
        measure: (result) => result.usage.wire.hidden_retries,
    },
    "trace.completeness": {
        ...CONDUCT,
        definition: "Share of the checkable audit facts that hold: no gap, all settled, artifacts verified.",
        unit: "share",
        missing: "never missing",
        measure: traceCompleteness,
    },
};

;// CONCATENATED MODULE: ./build/core/scoring/observation.js
/** One run as a comparison sees it, whether re-derivable or transcribed: identity, ending and measured values. */




/** True when the run ended for a reason outside the agent: whatever it would have measured was not measured. */
function isLost({ reason }) {
    return reason !== null && endingKind(reason) !== "agent";
}
const NO_ANSWER = new Set(["error", "truncated", "unsettled"]);
/** True when at least one model call of the run was answered whole; a publication's runs are taken at its word. */
function isAnswered({ result }) {
    if (result === null)
        return true;
    return result.model_calls.some((call) => call.error === null && call.status < 400 && !NO_ANSWER.has(call.end));
}
/** The view of a stored RunResult under a pricing catalogue. A lost run has no values. */
function observeResult(stored, pricing) {
    const { result, digest } = stored;
    return {
        run_id: result.run_id,
        digest,
        candidate: result.candidate,
        framework: result.framework.name,
        framework_version: result.framework.version,
        case_id: result.case_id,
        repetition: result.repetition,
        status: result.status,
        reason: result.reason,
        upstream: result.metadata.upstream,
        duration_ms: result.duration_ms,
        cost: runCost(result, pricing),
        value: (source) => isLost(result)
            ? missing_absent(`lost to something outside the agent (${result.reason})`)
            : SOURCES[source].measure(result, { pricing }),
        result,
    };
}
function foreignValue(run, cost, source) {
    const done = run.status === "completed";
    switch (source) {
        case "score.total":
            return done ? run.score_total : 0;
        case "completion":
            return done ? 1 : 0;
        case "cost.catalog_usd":
            return cost;
        case "latency.ms":
            return done ? run.duration_ms : missing_absent("the run did not complete");
        case "latency.s":
            if (!done)
                return missing_absent("the run did not complete");
            return isMissing(run.duration_ms) ? run.duration_ms : run.duration_ms / 1_000;
        case "tokens.wire":
            return run.tokens_total;
        case "calls.model":
            return run.model_calls;
        case "calls.tool":
            return run.tool_calls;
        case "score.safety":
        case "score.structured":
        case "tool_protocol":
        case "output_protocol":
        case "overreach":
        case "hidden_retries":
        case "trace.completeness":
            return missing_absent("the publication does not give it");
    }
}
/** The view of a transcribed run: only what was published, and a cost where the catalogue can be applied to it. */
function observeForeign(stored, pricing) {
    const { run, digest } = stored;
    const cost = foreignCost(run, pricing);
    const priced = isMissing(cost) ? cost : Number(cost) / 1e12;
    const inUsd = pricing.currency === "USD" ? priced : missing_absent(`${pricing.name} is in ${pricing.currency}`);
    return {
        run_id: run.run_id,
        digest,
        candidate: run.candidate,
        framework: run.framework.name,
        framework_version: run.framework.version,
        case_id: run.case_id,
        repetition: run.repetition,
        status: run.status,
        reason: null,
        upstream: "transcribed",
        duration_ms: run.duration_ms,
        cost,
        value: (source) => foreignValue(run, inUsd, source),
        result: null,
    };
}

;// CONCATENATED MODULE: ./build/core/scoring/case-table.js
/** A candidate's results case by case: how many runs passed, and which checks failed in how many of them. */



/** Completed, scored, and every check of it passed. */
function passedEveryCheck(result) {
    if (result.status !== "completed" || isMissing(result.score))
        return false;
    return result.score.checks.every((check) => check.passed);
}
function failingChecks(results) {
    const rows = new Map();
    for (const result of results) {
        if (result.status !== "completed" || isMissing(result.score))
            continue;
        for (const check of result.score.checks) {
            if (check.passed)
                continue;
            const row = rows.get(check.id);
            if (row !== undefined)
                row.runs += 1;
            else {
                const { id, detail } = check;
                rows.set(id, { id, runs: 1, detail, example_run: result.run_id });
            }
        }
    }
    return [...rows.values()];
}
/** One row a case version, in execution order; runs lost to something outside the agent are not counted. Transcribed runs have no checks and give no rows. */
function tabulateCases(runs) {
    const groups = new Map();
    for (const run of runs) {
        if (run.result === null)
            continue;
        const key = `${run.case_id}#${run.result.case_version}`;
        const group = groups.get(key) ?? { observations: [], results: [] };
        group.observations.push(run);
        group.results.push(run.result);
        groups.set(key, group);
    }
    return [...groups.values()].flatMap(({ observations, results }) => {
        const [first] = results;
        if (first === undefined)
            return [];
        return [
            {
                case_id: first.case_id,
                case_version: first.case_version,
                runs: results.filter((result) => !isLost(result)).length,
                passed: results.filter(passedEveryCheck).length,
                score: describe(observations.map((run) => run.value("score.total"))),
                failing_checks: failingChecks(results),
            },
        ];
    });
}

;// CONCATENATED MODULE: ./build/core/screening/outcomes.js
/** Pass and fail of base and head side by side, block by block; a block that lost a run to something outside the agent is left out and counted. */


function isAgentsDoing(result) {
    return (result !== undefined && result.status !== "unavailable" && endingKind(result.reason) === "agent");
}
/** Base's version of a changed or removed case decides; every other version of it is only shown. */
function isBinding(block, changes) {
    const change = changes.find((one) => one.case_id === block.case_id);
    const version = change?.base_version ?? null;
    return version === null || version === block.case_version;
}
/**
 * The paired outcomes of one look, one row a case, by case id. `blocks`: the plan's for the first look, those of
 * `secondLookBlocks` for the second. Runs of other blocks, candidates and case versions are ignored.
 */
function pairOutcomes(input) {
    const runs = new Map(input.results.map((one) => [JSON.stringify([one.block, one.candidate]), one]));
    const cases = new Map();
    for (const block of input.blocks) {
        if (!isBinding(block, input.changes))
            continue;
        const row = cases.get(block.case_id) ?? { planned: 0, pairs: [] };
        cases.set(block.case_id, row);
        row.planned += 1;
        const base = runs.get(JSON.stringify([block.index, input.base]));
        const head = runs.get(JSON.stringify([block.index, input.head]));
        if (!isAgentsDoing(base) || !isAgentsDoing(head))
            continue;
        row.pairs.push({ base_passed: passedEveryCheck(base), head_passed: passedEveryCheck(head) });
    }
    return [...cases]
        .map(([case_id, row]) => ({ case_id, ...row }))
        .toSorted((left, right) => (left.case_id < right.case_id ? -1 : 1));
}
/** How often each passed over the complete blocks. */
function countPasses(pairs) {
    return {
        base_passed: pairs.filter((one) => one.base_passed).length,
        base_runs: pairs.length,
        head_passed: pairs.filter((one) => one.head_passed).length,
        head_runs: pairs.length,
    };
}
/** Blocks in which exactly one of the two passed. */
function countDiscordant(pairs) {
    return {
        only_base_passed: pairs.filter((one) => one.base_passed && !one.head_passed).length,
        only_head_passed: pairs.filter((one) => one.head_passed && !one.base_passed).length,
    };
}
/** The version of a case that the plan's blocks run and that decides; undefined when the plan has none. */
function bindingVersion(plan, case_id, changes) {
    return plan.blocks.find((block) => block.case_id === case_id && isBinding(block, changes))
        ?.case_version;
}

;// CONCATENATED MODULE: ./build/core/screening/second-look.js
/** Chooses the cases that get fresh blocks. The choice is recorded before they run, so that what is tested was never what was picked. */



/** The cases base has an own version of: an added case has no past to fall from. */
function casesWithPast(look) {
    const added = new Set(look.changes.filter((one) => one.change === "added").map((one) => one.case_id));
    return look.cases.filter((one) => !added.has(one.case_id));
}
function reasonWords(worse, chosen) {
    if (worse === 0)
        return "no case passed less often than on base in the first look";
    const cases = worse === 1 ? "1 case" : `${worse} cases`;
    const which = worse === 1 ? "it" : worse === chosen ? "each" : `the ${chosen} that fell furthest`;
    return `${cases} passed less often than on base in the first look; ${which} ${worse === chosen ? "gets" : "get"} ${FRESH_BLOCKS} fresh blocks`;
}
/**
 * The cases that passed less often on head than on base, at most three: the largest fall of the pass rate first, then
 * the lowest rate on head, then by case id, so that a case that died outranks one that stumbled. The choice looks at
 * the first look only; the test looks at the fresh blocks only.
 */
function chooseSecondLook(first) {
    const worse = casesWithPast(first)
        .map((one) => {
        const { base_passed, head_passed, base_runs } = countPasses(one.pairs);
        const runs = Math.max(1, base_runs);
        return {
            case_id: one.case_id,
            fall: (base_passed - head_passed) / runs,
            left: head_passed / runs,
        };
    })
        .filter((one) => one.fall > 0)
        .toSorted((left, right) => right.fall - left.fall || left.left - right.left || (left.case_id < right.case_id ? -1 : 1))
        .map((one) => one.case_id);
    const cases = worse.slice(0, MOST_CASES);
    return {
        cases,
        blocks_each: FRESH_BLOCKS,
        reason: reasonWords(worse.length, cases.length),
        untested: worse.slice(MOST_CASES),
    };
}
/**
 * The fresh blocks of a chosen second look: indices and repetitions continue the plan's, every block holds base and
 * head, their order is drawn from the plan's own seed. The same plan and choice give the same blocks. Throws when a chosen case is not in the plan.
 */
function secondLookBlocks(plan, choice, candidates, changes = []) {
    const cases = choice.cases.map((id) => {
        const version = bindingVersion(plan, id, changes);
        if (version === undefined)
            throw new Error(`case ${id} has a second look and no planned block`);
        return { id, version };
    });
    const seed = `${plan.order.seed}\nsecond-look`;
    const fresh = arrangeBlocks(cases, candidates, choice.blocks_each, seed);
    const last = plan.blocks.reduce((most, block) => Math.max(most, block.index), 0);
    return fresh.map((block) => ({
        ...block,
        index: last + block.index,
        repetition: plan.repetitions + block.repetition,
    }));
}

;// CONCATENATED MODULE: ./build/core/screening/effective-plan.js

/** Blocks of the registered second look; none when the stream registers none. */
function registeredBlocks(plan, bodies) {
    const look = bodies.find((body) => body.type === "look.registered");
    const [first] = look?.cases ?? [];
    if (look === undefined || first === undefined)
        return [];
    const choice = {
        cases: look.cases.map((one) => one.case_id),
        blocks_each: first.blocks,
        reason: look.reason,
        untested: [],
    };
    const candidates = plan.candidates.map((one) => one.id);
    return secondLookBlocks(plan, choice, candidates, plan.case_changes ?? []);
}
function withSecondLook(plan, bodies) {
    const extra = registeredBlocks(plan, bodies);
    if (extra.length === 0)
        return plan;
    const blocks = [...plan.blocks, ...extra];
    return { ...plan, blocks, cells: blocks.length * plan.candidates.length };
}

;// CONCATENATED MODULE: ./build/core/evidence/cells.js



function checkResults({ manifest, plan, streams, results, }) {
    const recorded = new Map();
    for (const { body } of [...streams.values()].flat()) {
        if (body.type === "run.recorded")
            recorded.set(body.run_id, body);
    }
    const carried = withSecondLook(plan, matrixBodies(manifest.matrix_id, streams));
    const planned = new Map(carried.blocks.map((block) => [block.index, block]));
    for (const [name, result] of results) {
        const path = runPath(name);
        const foreign = (message) => ({ code: "E-run_foreign", path, message });
        if (result.run_id !== name)
            return foreign(`the file holds run ${result.run_id}`);
        if (result.matrix_id !== manifest.matrix_id)
            return foreign(`it is of matrix ${result.matrix_id}`);
        if (result.plan_sha256 !== manifest.plan_sha256)
            return foreign("it is of another plan");
        const block = planned.get(result.block);
        if (block?.case_id !== result.case_id ||
            block.case_version !== result.case_version ||
            block.repetition !== result.repetition ||
            block.order[result.position - 1] !== result.candidate) {
            return foreign(`the plan has no such cell: ${cells_describe(result)}`);
        }
        const fault = checkRecord(path, result, recorded.get(name));
        if (fault)
            return fault;
    }
    const lost = [...recorded.keys()].find((run_id) => !results.has(run_id));
    return lost === undefined
        ? undefined
        : { code: "E-file_missing", path: runPath(lost), message: "the ledger records this run" };
}
function checkRecord(path, result, record) {
    if (!record) {
        const message = "no run.recorded event of the matrix names this run";
        return { code: "E-run_unrecorded", path, message };
    }
    const found = digestDocument("run-result", result);
    if (found !== record.result_sha256) {
        const message = `the result gives ${found}; the ledger recorded ${record.result_sha256}`;
        return { code: "E-run_altered", path, message };
    }
    return result.events.head === record.job_head
        ? undefined
        : {
            code: "E-run_altered",
            path,
            message: "its events.head is not the one the ledger recorded",
        };
}
function matrixBodies(matrix_id, streams) {
    return (streams.get(matrix_id) ?? []).map((event) => event.body);
}
function checkCells({ manifest, plan, streams, results, }) {
    const refused = new Set();
    for (const { body } of [...streams.values()].flat()) {
        if (body.type === "block.refused")
            refused.add(body.block);
    }
    const filled = new Map();
    for (const result of results.values()) {
        const cell = `${result.block}/${result.candidate}`;
        const first = filled.get(cell);
        if (first !== undefined) {
            const message = `${cells_describe(result)} already has its result in ${runPath(first)}`;
            return { code: "E-cell_duplicate", path: runPath(result.run_id), message };
        }
        filled.set(cell, result.run_id);
    }
    const carried = withSecondLook(plan, matrixBodies(manifest.matrix_id, streams));
    for (const block of carried.blocks) {
        const empty = block.order.find((candidate) => !filled.has(`${block.index}/${candidate}`));
        if (empty === undefined || refused.has(block.index))
            continue;
        const cell = cells_describe({ ...block, block: block.index, candidate: empty });
        const message = `${cell} has neither a result nor a reason why it was not run`;
        return { code: "E-cell_missing", path: layout_bundlePaths.plan, message };
    }
    return undefined;
}
function cells_describe(cell) {
    return `block ${cell.block}, ${cell.candidate} on ${cell.case_id} v${cell.case_version}, repetition ${cell.repetition}`;
}

;// CONCATENATED MODULE: ./build/core/evidence/registration.js
/** Step 4, first half: the plan is the registered one, and the contracts it binds are the ones in the bundle. */





function checkPlan(contents) {
    return firstFault(registration_steps(contents));
}
function* registration_steps(contents) {
    yield checkPlanDigest(contents);
    yield checkContracts(contents);
    yield checkRegistration(contents);
    yield checkResults(contents);
    yield checkCells(contents);
}
function checkPlanDigest({ manifest, plan }) {
    const found = digestDocument("plan", plan);
    if (found === manifest.plan_sha256)
        return undefined;
    const message = `the plan gives ${found}; the manifest says ${manifest.plan_sha256}`;
    return { code: "E-plan_mismatch", path: layout_bundlePaths.plan, message };
}
function checkContracts({ plan, contracts }) {
    const bound = new Set();
    for (const { kind, digest, path } of plan.contracts) {
        bound.add(path);
        const found = contracts.get(path);
        if (!found) {
            return { code: "E-contract_missing", path, message: "the plan binds it; it is not there" };
        }
        const actual = contractDigest(kind, found.document);
        if (found.kind !== kind || actual !== digest) {
            const message = `the document gives ${actual}; the plan binds ${digest}`;
            return { code: "E-contract_mismatch", path, message };
        }
    }
    const stray = [...contracts.keys()].find((path) => !bound.has(path));
    return stray === undefined
        ? undefined
        : { code: "E-contract_foreign", path: stray, message: "the plan does not bind this contract" };
}
/** A matrix may be registered more than once (one ledger a shard, one attempt a re-run), but always as the same plan. */
function checkRegistration({ manifest, preflight, streams }) {
    let registered = false;
    for (const [job_id, events] of streams) {
        for (const { body, sequence } of events) {
            if (body.type !== "matrix.registered")
                continue;
            registered = true;
            const wrong = body.matrix_id !== manifest.matrix_id
                ? `matrix ${body.matrix_id}; this bundle is ${manifest.matrix_id}`
                : body.plan_sha256 !== manifest.plan_sha256
                    ? `plan ${body.plan_sha256}; this bundle's is ${manifest.plan_sha256}`
                    : body.preflight_sha256 !== digestDocument("preflight", preflight)
                        ? `preflight ${body.preflight_sha256}; this bundle's is another`
                        : undefined;
            if (wrong === undefined)
                continue;
            const message = `registers ${wrong}`;
            return { code: "E-registration_mismatch", path: eventsPath(job_id), line: sequence, message };
        }
    }
    const message = "no stream registers the plan before the first model call";
    return registered
        ? undefined
        : { code: "E-registration_missing", path: eventsPath(manifest.matrix_id), message };
}

;// CONCATENATED MODULE: ./build/core/evidence/verify.js
/** verifyBundle(files): the whole offline check, in a fixed order, closed at the first fault and plain about what it left out. */




const names = new Map([
    [1, "limits: counts, sizes, safe and distinct paths"],
    [2, "manifest: every file listed, none missing, none extra, sizes and digests right"],
    [3, "schemas: every document canonical and of its published form"],
    [4, "plan: contracts bound, every cell with one recorded result or a reason, no foreign run"],
    [5, "chains: every stream gapless and anchored, its artifacts present"],
    [7, "results: every RunResult folded again from its events"],
    [8, "views: comparison, readiness and report recomputed byte for byte"],
]);
const always = [
    "6: replaying each stream through the reducer (reservations, receipts, approvals)",
    "9: a signature or attestation",
    "whether ledger.db holds the same events (it is listed, never opened)",
    "whether the model, the tools and the clock told the truth when the events were written",
];
/** Pure: the same files and rules give the same verification. */
function verifyBundle(files, rules) {
    const states = new Map();
    const not_checked = [];
    let matrix_id = null;
    const report = (fault) => ({
        ok: fault === undefined,
        matrix_id,
        checks: [...names].map(([id, name]) => ({ id, name, state: states.get(id) ?? "not_reached" })),
        first_fault: fault ?? null,
        not_checked: [...not_checked, ...always],
    });
    const failed = (id, fault) => {
        states.set(id, "failed");
        return report(fault);
    };
    const limits = checkLimits(files);
    if (limits)
        return failed(1, limits);
    states.set(1, "passed");
    const manifest = readManifest(files, rules.parsers);
    if (!manifest.ok)
        return failed(2, manifest.fault);
    ({ matrix_id } = manifest.value);
    const listed = checkFiles(files, manifest.value.files);
    if (listed)
        return failed(2, listed);
    states.set(2, "passed");
    const contents = readContents(files, manifest.value, rules.parsers);
    if (!contents.ok)
        return failed(3, contents.fault);
    states.set(3, "passed");
    const plan = checkPlan(contents.value);
    if (plan)
        return failed(4, plan);
    states.set(4, "passed");
    const chains = checkChains(contents.value);
    if (chains)
        return failed(5, chains);
    states.set(5, "passed");
    const again = rules.recompute(contents.value);
    if ("missing" in again) {
        for (const id of [7, 8])
            states.set(id, "not_checked");
        not_checked.push(`7 and 8: ${again.missing}`);
        return report();
    }
    if ("refused" in again) {
        return failed(8, { code: "E-view_refused", path: again.path, message: again.refused });
    }
    return compareFolds(files, again.files, states, not_checked, failed) ?? report();
}
function compareFolds(files, folded, states, not_checked, failed) {
    const runs = [...files.keys()].filter((path) => path.startsWith("runs/"));
    const unfolded = runs.filter((path) => !folded.has(path));
    for (const [path, text] of [...folded].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        const fault = compareText(path, files.get(path), text);
        if (!fault)
            continue;
        if (fault.code !== "E-run_differs" && unfolded.length === 0)
            states.set(7, "passed");
        return failed(fault.code === "E-run_differs" ? 7 : 8, fault);
    }
    states.set(7, unfolded.length === 0 ? "passed" : "not_checked");
    if (unfolded.length > 0)
        not_checked.push("7: folding each RunResult again from its events");
    const extra = [...files.keys()].find((path) => path.startsWith("views/") && !folded.has(path));
    if (extra !== undefined) {
        const message = "nothing in the evidence gives this view";
        return failed(8, { code: "E-view_extra", path: extra, message });
    }
    states.set(8, "passed");
    return undefined;
}
function compareText(path, stored, text) {
    if (!stored)
        return { code: "E-file_missing", path, message: "the evidence gives this file" };
    const expected = new TextEncoder().encode(text);
    const at = expected.findIndex((byte, index) => byte !== stored[index]);
    if (at < 0 && expected.length === stored.length)
        return undefined;
    const where = at < 0 ? Math.min(expected.length, stored.length) : at;
    const line = stored.subarray(0, where).filter((byte) => byte === 0x0a).length + 1;
    const code = path.startsWith("runs/") ? "E-run_differs" : "E-view_differs";
    const message = `differs from what the evidence gives, first at byte ${where}`;
    return { code, path, line, message };
}

;// CONCATENATED MODULE: external "node:path"
const external_node_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
;// CONCATENATED MODULE: external "node:zlib"
const external_node_zlib_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");
;// CONCATENATED MODULE: ./build/core/evidence/crc32.js
/** CRC-32 as gzip asks for it (RFC 1952 §8: reflected polynomial 0xEDB88320). */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1)
        value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value >>> 0;
});
/** An unsigned 32-bit number. */
function crc32_crc32(bytes) {
    let sum = 0xffffffff;
    for (const byte of bytes)
        sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
    return (sum ^ 0xffffffff) >>> 0;
}

;// CONCATENATED MODULE: ./build/shell/archive/gzip.js
/** A bundle as one .tar.gz whose every byte outside the compressed stream is fixed, and the reader that insists on it. */



/** RFC 1952: deflate, no flags and so no name, mtime 0, slowest algorithm, operating system unknown. */
const gzip_header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255);
const trailer = 8;
/** The same files give the same bytes under one zlib. Throws a TypeError on a path that no bundle may hold. */
function writeArchive(files) {
    const tar = writeTar(files);
    const body = deflateRawSync(tar, { level: 9 });
    const archive = new Uint8Array(gzip_header.length + body.length + trailer);
    archive.set(gzip_header, 0);
    archive.set(body, gzip_header.length);
    const end = new DataView(archive.buffer, gzip_header.length + body.length);
    end.setUint32(0, crc32(tar), true);
    end.setUint32(4, tar.length % 2 ** 32, true);
    return archive;
}
/**
 * Checks the header byte by byte, inflates under a cap, checks checksum and length, and that nothing follows.
 * One content has many compressed forms (and unused bits at the stream's end): only the archive's digest tells them apart.
 */
function readArchive(bytes, limits = defaultTarLimits) {
    const wrong = gzip_header.findIndex((byte, index) => byte !== bytes[index]);
    if (wrong >= 0)
        return gzip_refuse("gzip_header", `byte ${wrong} is not the one every bundle has`);
    const inflated = inflate(bytes.subarray(gzip_header.length), limits);
    if (!inflated.ok)
        return inflated;
    const at = gzip_header.length + inflated.consumed;
    if (bytes.length < at + trailer)
        return gzip_refuse("gzip_checksum", "the checksum is cut off");
    if (bytes.length > at + trailer) {
        return gzip_refuse("gzip_trailing", `${bytes.length - at - trailer} bytes follow the archive's end`);
    }
    const end = new DataView(bytes.buffer, bytes.byteOffset + at, trailer);
    if (end.getUint32(0, true) !== crc32_crc32(inflated.tar) ||
        end.getUint32(4, true) !== inflated.tar.length % 2 ** 32) {
        return gzip_refuse("gzip_checksum", "checksum or length does not fit the content");
    }
    const tar = readTar(inflated.tar, limits);
    if (tar.ok)
        return tar;
    const { code, path, offset, message } = tar.fault;
    return gzip_refuse(code, `${message} (at byte ${offset} of the archive)`, path);
}
function inflate(bytes, limits) {
    // Headers and padding come on top of the files' own bytes.
    const maxOutputLength = limits.total_bytes + limits.files * 1024 + 1024;
    try {
        const result = (0,external_node_zlib_namespaceObject.inflateRawSync)(bytes, { info: true, maxOutputLength });
        if (isInflated(result))
            return { ok: true, tar: result.buffer, consumed: result.engine.bytesWritten };
        return gzip_refuse("gzip_data", "zlib gave no account of what it read");
    }
    catch (error) {
        const code = error instanceof Error && "code" in error ? String(error.code) : "";
        return code === "ERR_BUFFER_TOO_LARGE"
            ? gzip_refuse("limit_exceeded", `inflates to more than ${maxOutputLength} bytes`)
            : gzip_refuse("gzip_data", `does not inflate (${code || String(error)})`);
    }
}
/** What zlib returns under `info: true`; the type declarations do not know it. */
function isInflated(value) {
    if (typeof value !== "object" || value === null || !("buffer" in value) || !("engine" in value)) {
        return false;
    }
    const { buffer, engine } = value;
    return (buffer instanceof Uint8Array &&
        typeof engine === "object" &&
        engine !== null &&
        "bytesWritten" in engine &&
        typeof engine.bytesWritten === "number");
}
function gzip_refuse(code, message, path = "") {
    return { ok: false, fault: { code, path, message } };
}

;// CONCATENATED MODULE: ./build/shell/archive/read-bundle.js
/** Reads a bundle from a folder or an archive into memory, within limits, following no link. */







function readBundle(path, limits = defaultTarLimits) {
    try {
        // The bundle itself may be reached by a link; nothing inside it may be one.
        const stat = (0,external_node_fs_namespaceObject.statSync)(path);
        if (stat.isDirectory())
            return readFolder(path, limits);
        const bytes = readRegular(path, limits.total_bytes, true);
        if (typeof bytes === "string")
            return read_bundle_refuse("not_a_bundle", path, bytes);
        const archive_sha256 = digest_digestBytes(bytes);
        return { ...readArchive(bytes, limits), archive_sha256 };
    }
    catch (error) {
        return read_bundle_refuse("unreadable", path, explain(error));
    }
}
function readFolder(root, limits) {
    if (!(0,external_node_fs_namespaceObject.existsSync)((0,external_node_path_namespaceObject.join)(root, layout_bundlePaths.manifest))) {
        return read_bundle_refuse("not_a_bundle", root, `the folder has no ${layout_bundlePaths.manifest}`);
    }
    const files = new Map();
    const folders = [""];
    let total = 0;
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
        const entries = (0,external_node_fs_namespaceObject.readdirSync)((0,external_node_path_namespaceObject.join)(root, folder), { withFileTypes: true });
        for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
            const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
            const unsafe = explainUnsafePath(path);
            if (unsafe !== undefined)
                return read_bundle_refuse("path_unsafe", path, `the path ${unsafe}`);
            if (entry.isDirectory()) {
                folders.push(path);
                continue;
            }
            if (!entry.isFile()) {
                return read_bundle_refuse("archive_entry_kind", path, "is a link or a special file");
            }
            const bytes = readRegular((0,external_node_path_namespaceObject.join)(root, path), limits.file_bytes, false);
            if (typeof bytes === "string")
                return read_bundle_refuse("archive_entry_kind", path, bytes);
            total += bytes.length;
            if (files.size >= limits.files || total > limits.total_bytes) {
                return read_bundle_refuse("limit_exceeded", path, "the folder passes the limits of a bundle");
            }
            files.set(path, bytes);
        }
    }
    return { ok: true, files, archive_sha256: null };
}
/** The bytes, or why it is not a file to read. The size is asked of the open file, so that it can't be swapped in between. */
function readRegular(path, cap, follow) {
    const flags = external_node_fs_namespaceObject.constants.O_RDONLY | (follow ? 0 : external_node_fs_namespaceObject.constants.O_NOFOLLOW) | external_node_fs_namespaceObject.constants.O_NONBLOCK;
    const file = (0,external_node_fs_namespaceObject.openSync)(path, flags);
    try {
        const stat = (0,external_node_fs_namespaceObject.fstatSync)(file);
        if (!stat.isFile())
            return "is not a regular file";
        if (stat.size > cap)
            return `is ${stat.size} bytes, ${cap} at most`;
        return (0,external_node_fs_namespaceObject.readFileSync)(file);
    }
    finally {
        (0,external_node_fs_namespaceObject.closeSync)(file);
    }
}
function explain(error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
function read_bundle_refuse(code, path, message) {
    return { ok: false, fault: { code, path, message }, archive_sha256: null };
}

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/util.js

// functions
function assertEqual(val) {
    return val;
}
function assertNotEqual(val) {
    return val;
}
function toZod() {
    return (schema) => schema;
}
function assertIs(_arg) { }
function assertNever(_x) {
    throw new Error("Unexpected value in exhaustive check");
}
function assert(_) { }
function getEnumValues(entries) {
    const numericValues = Object.values(entries).filter((v) => typeof v === "number");
    const values = Object.entries(entries)
        .filter(([k, _]) => numericValues.indexOf(+k) === -1)
        .map(([_, v]) => v);
    return values;
}
function joinValues(array, separator = "|") {
    return array.map((val) => stringifyPrimitive(val)).join(separator);
}
function jsonStringifyReplacer(_, value) {
    if (typeof value === "bigint")
        return value.toString();
    return value;
}
// the accessor lives on a shared prototype: an own accessor makes every box a dictionary-mode object (~360 B and a slow load per read against ~100 B and an inlined getter here)
class Cached {
    constructor(getter) {
        this._getter = getter;
        this._value = undefined;
    }
    get value() {
        const getter = this._getter;
        if (getter !== undefined) {
            this._value = getter();
            this._getter = undefined;
        }
        return this._value;
    }
}
function cached(getter) {
    return new Cached(getter);
}
function nullish(input) {
    return input === null || input === undefined;
}
function cleanRegex(source) {
    const start = source.startsWith("^") ? 1 : 0;
    const end = source.endsWith("$") ? source.length - 1 : source.length;
    return source.slice(start, end);
}
function floatSafeRemainder(val, step) {
    const ratio = val / step;
    const roundedRatio = Math.round(ratio);
    // `val` and `step` each round to a double before the division rounds again, so a true decimal multiple's quotient can sit up to 1.5 of these scaled epsilons from the integer. A 1x tolerance therefore rejected 2.03 as a multiple of 0.07; 4x covers the worst case with margin.
    const tolerance = 4 * Number.EPSILON * Math.max(Math.abs(ratio), 1);
    if (Math.abs(ratio - roundedRatio) < tolerance)
        return 0;
    return ratio - roundedRatio;
}
const EVALUATING = /* @__PURE__*/ Symbol("evaluating");
function defineLazy(object, key, getter) {
    let value = undefined;
    Object.defineProperty(object, key, {
        get() {
            if (value === EVALUATING) {
                // Circular reference detected, return undefined to break the cycle
                return undefined;
            }
            if (value === undefined) {
                value = EVALUATING;
                value = getter();
            }
            return value;
        },
        set(v) {
            Object.defineProperty(object, key, {
                value: v,
                // configurable: true,
            });
            // object[key] = v;
        },
        configurable: true,
    });
}
function objectClone(obj) {
    return Object.create(Object.getPrototypeOf(obj), Object.getOwnPropertyDescriptors(obj));
}
function util_assignProp(target, prop, value) {
    Object.defineProperty(target, prop, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
    });
}
/**
 * Whichever object a def's `shape` currently answers from: the one the caller passed until the first read, the frozen copy after it.
 *
 * Its keys and descriptors read without invoking anything, which is what lets a discriminated union check its discriminator, and the cycle walk read a shape, without resolving a getter that references the schema being constructed. A def that answers `shape` from an accessor of its own has none.
 */
function rawShape(def) {
    const desc = Object.getOwnPropertyDescriptor(def, "shape");
    return desc?.get ? desc.get.raw : desc?.value;
}
// where a builder reads its source's keys and descriptors, resolving only a shape a def answers for itself. A shape resolves by object spread, so only its enumerable keys are ever part of it.
function sourceShape(schema) {
    return rawShape(schema._zod.def) ?? schema._zod.def.shape;
}
// a key whose value is not settled yet, self-caching so every read after the first gets the same one
function deferProp(target, key, getter) {
    Object.defineProperty(target, key, {
        get() {
            const value = getter();
            util_assignProp(this, key, value);
            return value;
        },
        enumerable: true,
        configurable: true,
    });
}
// Writes a settled key. A plain assignment is much cheaper than `defineProperty` and produces the same descriptor, but it runs whatever setter already answers to the key — an accessor this shape deferred, or an inherited one, which `__proto__` has on every object and prototype pollution can add for any name.
function putProp(target, key, value) {
    if (key in target)
        util_assignProp(target, key, value);
    else
        target[key] = value;
}
/**
 * Copies `keys` of `source`'s shape onto `target`, each value passed through `wrap`.
 *
 * A key the source has resolved is copied through now, so the derived shape states it outright and nothing has to resolve it to learn what it holds. A key the source still defers stays deferred, and reads back through the source's own `shape`, so it resolves once and both shapes get that one schema.
 */
function mirrorShape(target, source, keys, wrap) {
    const raw = sourceShape(source);
    for (const key of keys) {
        const desc = Object.getOwnPropertyDescriptor(raw, key);
        if (!desc.enumerable)
            continue;
        if (desc.get) {
            deferProp(target, key, () => {
                const value = source._zod.def.shape[key];
                return wrap ? wrap(value, key) : value;
            });
        }
        else
            putProp(target, key, wrap ? wrap(desc.value, key) : desc.value);
    }
}
// same, for a plain shape a caller passed rather than a schema's
function mirrorProps(target, source) {
    for (const key of Reflect.ownKeys(source)) {
        const desc = Object.getOwnPropertyDescriptor(source, key);
        if (!desc.enumerable)
            continue;
        if (desc.get)
            deferProp(target, key, () => source[key]);
        else
            putProp(target, key, desc.value);
    }
}
function mergeDefs(...defs) {
    const mergedDescriptors = {};
    for (const def of defs) {
        const descriptors = Object.getOwnPropertyDescriptors(def);
        Object.assign(mergedDescriptors, descriptors);
    }
    return Object.defineProperties({}, mergedDescriptors);
}
function cloneDef(schema) {
    return mergeDefs(schema._zod.def);
}
function getElementAtPath(obj, path) {
    if (!path)
        return obj;
    return path.reduce((acc, key) => acc?.[key], obj);
}
function promiseAllObject(promisesObj) {
    const keys = Object.keys(promisesObj);
    const promises = keys.map((key) => promisesObj[key]);
    return Promise.all(promises).then((results) => {
        const resolvedObj = {};
        for (let i = 0; i < keys.length; i++) {
            resolvedObj[keys[i]] = results[i];
        }
        return resolvedObj;
    });
}
function randomString(length = 10) {
    const chars = "abcdefghijklmnopqrstuvwxyz";
    let str = "";
    for (let i = 0; i < length; i++) {
        str += chars[Math.floor(Math.random() * chars.length)];
    }
    return str;
}
function esc(str) {
    return JSON.stringify(str);
}
function slugify(input) {
    return input
        .toLowerCase()
        .trim()
        .replace(/[^\w\s-]/g, "")
        .replace(/[\s_-]+/g, "-")
        .replace(/^-+|-+$/g, "");
}
const captureStackTrace = ("captureStackTrace" in Error ? Error.captureStackTrace : (..._args) => { });
function util_isObject(data) {
    return typeof data === "object" && data !== null && !Array.isArray(data);
}
const util_allowsEval = /* @__PURE__*/ cached(() => {
    // Skip the probe under `jitless`: strict CSPs report the caught `new Function` as a `securitypolicyviolation` even though the throw is swallowed.
    if (globalConfig.jitless) {
        return false;
    }
    // @ts-ignore
    if (typeof navigator !== "undefined" && navigator?.userAgent?.includes("Cloudflare")) {
        return false;
    }
    try {
        const F = Function;
        new F("");
        return true;
    }
    catch (_) {
        return false;
    }
});
function isPlainObject(o) {
    if (util_isObject(o) === false)
        return false;
    // modified constructor
    const ctor = o.constructor;
    if (ctor === undefined)
        return true;
    if (typeof ctor !== "function")
        return true;
    // modified prototype
    const prot = ctor.prototype;
    if (util_isObject(prot) === false)
        return false;
    // ctor doesn't have static `isPrototypeOf`
    if (Object.prototype.hasOwnProperty.call(prot, "isPrototypeOf") === false) {
        return false;
    }
    return true;
}
function shallowClone(o) {
    if (isPlainObject(o))
        return { ...o };
    if (Array.isArray(o))
        return [...o];
    if (o instanceof Map)
        return new Map(o);
    if (o instanceof Set)
        return new Set(o);
    return o;
}
function numKeys(data) {
    let keyCount = 0;
    for (const key in data) {
        if (Object.prototype.hasOwnProperty.call(data, key)) {
            keyCount++;
        }
    }
    return keyCount;
}
const getParsedType = (data) => {
    const t = typeof data;
    switch (t) {
        case "undefined":
            return "undefined";
        case "string":
            return "string";
        case "number":
            return Number.isNaN(data) ? "nan" : "number";
        case "boolean":
            return "boolean";
        case "function":
            return "function";
        case "bigint":
            return "bigint";
        case "symbol":
            return "symbol";
        case "object":
            if (Array.isArray(data)) {
                return "array";
            }
            if (data === null) {
                return "null";
            }
            if (data.then && typeof data.then === "function" && data.catch && typeof data.catch === "function") {
                return "promise";
            }
            if (typeof Map !== "undefined" && data instanceof Map) {
                return "map";
            }
            if (typeof Set !== "undefined" && data instanceof Set) {
                return "set";
            }
            if (typeof Date !== "undefined" && data instanceof Date) {
                return "date";
            }
            // @ts-ignore
            if (typeof File !== "undefined" && data instanceof File) {
                return "file";
            }
            return "object";
        default:
            throw new Error(`Unknown data type: ${t}`);
    }
};
const propertyKeyTypes = /* @__PURE__*/ new Set(["string", "number", "symbol"]);
const primitiveTypes = /* @__PURE__*/ new Set([
    "string",
    "number",
    "bigint",
    "boolean",
    "symbol",
    "undefined",
]);
function escapeRegex(str) {
    return str.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
// zod-specific utils
function clone(inst, def, params) {
    const cl = new inst._zod.constr(def ?? inst._zod.def);
    if (!def || params?.parent)
        cl._zod.parent = inst;
    return cl;
}
function normalizeParams(_params) {
    const params = _params;
    if (!params)
        return {};
    if (typeof params === "string")
        return { error: () => params };
    if (params?.message !== undefined) {
        if (params?.error !== undefined)
            throw new Error("Cannot specify both `message` and `error` params");
        params.error = params.message;
    }
    delete params.message;
    if (typeof params.error === "string")
        return { ...params, error: () => params.error };
    return params;
}
function createTransparentProxy(getter) {
    let target;
    return new Proxy({}, {
        get(_, prop, receiver) {
            target ?? (target = getter());
            return Reflect.get(target, prop, receiver);
        },
        set(_, prop, value, receiver) {
            target ?? (target = getter());
            return Reflect.set(target, prop, value, receiver);
        },
        has(_, prop) {
            target ?? (target = getter());
            return Reflect.has(target, prop);
        },
        deleteProperty(_, prop) {
            target ?? (target = getter());
            return Reflect.deleteProperty(target, prop);
        },
        ownKeys(_) {
            target ?? (target = getter());
            return Reflect.ownKeys(target);
        },
        getOwnPropertyDescriptor(_, prop) {
            target ?? (target = getter());
            return Reflect.getOwnPropertyDescriptor(target, prop);
        },
        defineProperty(_, prop, descriptor) {
            target ?? (target = getter());
            return Reflect.defineProperty(target, prop, descriptor);
        },
    });
}
function stringifyPrimitive(value) {
    if (typeof value === "bigint")
        return value.toString() + "n";
    if (typeof value === "string")
        return `"${value}"`;
    return `${value}`;
}
function optionalKeys(shape) {
    return Object.keys(shape).filter((k) => {
        return shape[k]._zod.optin !== undefined && shape[k]._zod.optout === "optional";
    });
}
// Wrapped in a `@__PURE__` IIFE: esbuild never tree-shakes a top-level initializer that contains a member access on `Number`, so the bare object literal survived into every bundle.
const NUMBER_FORMAT_RANGES = /*@__PURE__*/ (() => ({
    safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    int32: [-2147483648, 2147483647],
    uint32: [0, 4294967295],
    float32: [-3.4028234663852886e38, 3.4028234663852886e38],
    float64: [-Number.MAX_VALUE, Number.MAX_VALUE],
}))();
const BIGINT_FORMAT_RANGES = {
    int64: [/* @__PURE__*/ BigInt("-9223372036854775808"), /* @__PURE__*/ BigInt("9223372036854775807")],
    uint64: [/* @__PURE__*/ BigInt(0), /* @__PURE__*/ BigInt("18446744073709551615")],
};
function pick(schema, mask) {
    const currDef = schema._zod.def;
    const checks = currDef.checks;
    const hasChecks = checks && checks.length > 0;
    if (hasChecks) {
        throw new Error(".pick() cannot be used on object schemas containing refinements");
    }
    const newShape = {};
    mirrorShape(newShape, schema, maskedKeys(schema, mask));
    return clone(schema, mergeDefs(currDef, { shape: newShape, checks: [] }));
}
// the mask keys that select something, checked against the source's shape without resolving it
function maskedKeys(schema, mask) {
    const raw = sourceShape(schema);
    const keys = [];
    // `for...in` skips symbols, so a symbol in the mask would select nothing
    for (const key of Reflect.ownKeys(mask)) {
        if (!Object.getOwnPropertyDescriptor(raw, key)?.enumerable) {
            throw new Error(`Unrecognized key: "${String(key)}"`);
        }
        if (mask[key])
            keys.push(key);
    }
    return keys;
}
function omit(schema, mask) {
    const currDef = schema._zod.def;
    const checks = currDef.checks;
    const hasChecks = checks && checks.length > 0;
    if (hasChecks) {
        throw new Error(".omit() cannot be used on object schemas containing refinements");
    }
    const omitted = new Set(maskedKeys(schema, mask));
    const newShape = {};
    mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)).filter((key) => !omitted.has(key)));
    return clone(schema, mergeDefs(currDef, { shape: newShape, checks: [] }));
}
function extend(schema, shape) {
    if (!isPlainObject(shape)) {
        throw new Error("Invalid input to extend: expected a plain object");
    }
    const checks = schema._zod.def.checks;
    const hasChecks = checks && checks.length > 0;
    if (hasChecks) {
        // Only throw if new shape overlaps with existing shape. Use getOwnPropertyDescriptor to check key existence without accessing values
        const existingShape = sourceShape(schema);
        for (const key of Reflect.ownKeys(shape)) {
            if (Object.getOwnPropertyDescriptor(existingShape, key) !== undefined) {
                throw new Error("Cannot overwrite keys on object schemas containing refinements. Use `.safeExtend()` instead.");
            }
        }
    }
    return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
}
// the source's keys, then the caller's overlaid on top
function extended(schema, shape) {
    const newShape = {};
    mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)));
    mirrorProps(newShape, shape);
    return newShape;
}
function safeExtend(schema, shape) {
    if (!isPlainObject(shape)) {
        throw new Error("Invalid input to safeExtend: expected a plain object");
    }
    return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
}
function merge(a, b) {
    if (!b?._zod?.def) {
        throw new Error("Invalid input to merge: expected an object schema. To merge a plain shape, use `.extend()`.");
    }
    if (a._zod.def.checks?.length) {
        throw new Error(".merge() cannot be used on object schemas containing refinements. Use .safeExtend() instead.");
    }
    const newShape = {};
    mirrorShape(newShape, a, Reflect.ownKeys(sourceShape(a)));
    mirrorShape(newShape, b, Reflect.ownKeys(sourceShape(b)));
    const def = mergeDefs(a._zod.def, {
        shape: newShape,
        get catchall() {
            return b._zod.def.catchall;
        },
        checks: b._zod.def.checks ?? [],
    });
    return clone(a, def);
}
function partial(Class, schema, mask, name = "partial") {
    const currDef = schema._zod.def;
    const checks = currDef.checks;
    const hasChecks = checks && checks.length > 0;
    if (hasChecks) {
        throw new Error(`.${name}() cannot be used on object schemas containing refinements`);
    }
    const selected = mask ? new Set(maskedKeys(schema, mask)) : undefined;
    const newShape = {};
    mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)), Class &&
        ((value, key) => (selected && !selected.has(key) ? value : new Class({ type: "optional", innerType: value }))));
    return clone(schema, mergeDefs(schema._zod.def, { shape: newShape, checks: [] }));
}
function util_required(Class, schema, mask) {
    const selected = mask ? new Set(maskedKeys(schema, mask)) : undefined;
    const newShape = {};
    mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)), (value, key) => 
    // overwrite with non-optional
    selected && !selected.has(key) ? value : new Class({ type: "nonoptional", innerType: value }));
    return clone(schema, mergeDefs(schema._zod.def, { shape: newShape }));
}
// invalid_type | too_big | too_small | invalid_format | not_multiple_of | unrecognized_keys | invalid_union | invalid_key | invalid_element | invalid_value | custom
function aborted(x, startIndex = 0) {
    if (x.aborted === true)
        return true;
    for (let i = startIndex; i < x.issues.length; i++) {
        if (x.issues[i]?.continue !== true) {
            return true;
        }
    }
    return false;
}
// Checks for explicit abort (continue === false), as opposed to implicit abort (continue === undefined). Used to respect `abort: true` in .refine() even for checks that have a `when` function.
function explicitlyAborted(x, startIndex = 0) {
    if (x.aborted === true)
        return true;
    for (let i = startIndex; i < x.issues.length; i++) {
        if (x.issues[i]?.continue === false) {
            return true;
        }
    }
    return false;
}
function prefixIssues(path, issues) {
    return issues.map((iss) => {
        var _a;
        (_a = iss).path ?? (_a.path = []);
        iss.path.unshift(path);
        return iss;
    });
}
function unwrapMessage(message) {
    return typeof message === "string" ? message : message?.message;
}
/* A check holds no link back to the schema it is attached to — the same check instance is shared by every clone of that schema — so the owner is stamped onto the issues a check just raised, at the only point where both are in scope. Runs on the failure path only; `start` is the issue count from before the check ran. */
/** The leading size checks of `defChecks` that set an upper bound, each paired with it. */
function sizeCaps(defChecks) {
    const caps = [];
    for (const ch of defChecks ?? []) {
        const d = ch._zod.def;
        // a later check may rewrite the value
        if (!/_(length|size)$|_equals$/.test(d.check))
            break;
        const max = d.maximum ?? d.length ?? d.size;
        if (max >= 0)
            caps.push([max, ch]);
    }
    return caps;
}
function attachSchema(issues, start, inst) {
    var _a;
    for (let i = start; i < issues.length; i++) {
        (_a = issues[i]).schema ?? (_a.schema = inst);
    }
}
function finalizeIssue(iss, ctx, config) {
    var _a;
    // A schema that raised an issue itself owns it outright, and outranks any stamp an enclosing check left in `attachSchema`. String formats and z.custom() are schema and check at once, so when they act as a check they defer to that stamp instead.
    const traits = iss.inst?._zod?.traits;
    if (traits?.has("$ZodType")) {
        if (traits.has("$ZodCheck"))
            (_a = iss).schema ?? (_a.schema = iss.inst);
        else
            iss.schema = iss.inst;
    }
    // Decreasing specificity, first map to return a message wins. `inst` is whatever raised the issue, so a check's own map outranks the owning schema's.
    const schemaError = iss.schema !== iss.inst ? iss.schema?._zod.def?.error : undefined;
    const message = iss.message
        ? iss.message
        : (unwrapMessage(iss.inst?._zod.def?.error?.(iss)) ??
            unwrapMessage(schemaError?.(iss)) ??
            unwrapMessage(ctx?.error?.(iss)) ??
            unwrapMessage(config.customError?.(iss)) ??
            unwrapMessage(config.localeError?.(iss)) ??
            "Invalid input");
    // an explicit own-key copy beats object rest with excluded keys, which v8 routes through a generic runtime call; Object.keys rather than for-in so an issue pushed with a prototype does not leak inherited keys, and an own __proto__ key is dropped rather than assigned through the setter
    const full = {};
    for (const k of Object.keys(iss)) {
        if (k === "inst" || k === "schema" || k === "continue" || k === "input" || k === "__proto__")
            continue;
        full[k] = iss[k];
    }
    full.path ?? (full.path = []);
    full.message = message;
    if (ctx?.reportInput) {
        full.input = iss.input;
    }
    return full;
}
function getSizableOrigin(input) {
    if (input instanceof Set)
        return "set";
    if (input instanceof Map)
        return "map";
    // @ts-ignore
    if (input instanceof File)
        return "file";
    return "unknown";
}
const highSurrogate = /[\uD800-\uDBFF]/;
// Code points in `str`: a surrogate pair counts once, a lone surrogate as itself. Hand-rolled because the string iterator allocates and runs ~250x slower on this path; the regex probe exits ~50x quicker for a string with no astral characters.
function codePointLength(str) {
    const units = str.length;
    if (!highSurrogate.test(str))
        return units;
    let count = units;
    for (let i = 0; i < units - 1; i++) {
        if ((str.charCodeAt(i) & 0xfc00) === 0xd800 && (str.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
            count--;
            i++;
        }
    }
    return count;
}
function getLengthableOrigin(input) {
    if (Array.isArray(input))
        return "array";
    if (typeof input === "string")
        return "string";
    return "unknown";
}
function parsedType(data) {
    const t = typeof data;
    switch (t) {
        case "number": {
            return Number.isNaN(data) ? "nan" : "number";
        }
        case "object": {
            if (data === null) {
                return "null";
            }
            if (Array.isArray(data)) {
                return "array";
            }
            const obj = data;
            if (obj && Object.getPrototypeOf(obj) !== Object.prototype && "constructor" in obj && obj.constructor) {
                return obj.constructor.name;
            }
        }
    }
    return t;
}
function util_issue(...args) {
    const [iss, input, inst] = args;
    if (typeof iss === "string") {
        return {
            message: iss,
            code: "custom",
            input,
            inst,
        };
    }
    return { ...iss };
}
function cleanEnum(obj) {
    return Object.entries(obj)
        .filter(([k, _]) => {
        // return true if NaN, meaning it's not a number, thus a string key
        return Number.isNaN(Number.parseInt(k, 10));
    })
        .map((el) => el[1]);
}
// Codec utility functions
function base64ToUint8Array(base64) {
    const binaryString = atob(base64);
    const bytes = new Uint8Array(binaryString.length);
    for (let i = 0; i < binaryString.length; i++) {
        bytes[i] = binaryString.charCodeAt(i);
    }
    return bytes;
}
function uint8ArrayToBase64(bytes) {
    let binaryString = "";
    for (let i = 0; i < bytes.length; i++) {
        binaryString += String.fromCharCode(bytes[i]);
    }
    return btoa(binaryString);
}
function base64urlToUint8Array(base64url) {
    const base64 = base64url.replace(/-/g, "+").replace(/_/g, "/");
    const padding = "=".repeat((4 - (base64.length % 4)) % 4);
    return base64ToUint8Array(base64 + padding);
}
function uint8ArrayToBase64url(bytes) {
    return uint8ArrayToBase64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
function hexToUint8Array(hex) {
    const cleanHex = hex.replace(/^0x/, "");
    if (cleanHex.length % 2 !== 0) {
        throw new Error("Invalid hex string length");
    }
    const bytes = new Uint8Array(cleanHex.length / 2);
    for (let i = 0; i < cleanHex.length; i += 2) {
        bytes[i / 2] = Number.parseInt(cleanHex.slice(i, i + 2), 16);
    }
    return bytes;
}
function uint8ArrayToHex(bytes) {
    return Array.from(bytes)
        .map((b) => b.toString(16).padStart(2, "0"))
        .join("");
}
// instanceof
class Class {
    constructor(..._args) { }
}
//////////    PROTOTYPE INSTALLERS     //////////
//
// Members live on the prototype and materialize per instance on first read, which keeps own-property count under the step where V8 stops using inline slots. Changing anything here means re-measuring runtime, memory and bundle size together — see "The three axes" in AGENTS.md.
/**
 * Installs a trait's members on its prototype. Each value builds that member for the instance on first read; the built value shadows the accessor as an own property, so a detached `const { parse } = schema` keeps working.
 *
 * Call this from a `proto` initializer, which runs once per prototype — never per instance.
 */
function members(proto, table) {
    for (const key in table) {
        const desc = Object.getOwnPropertyDescriptor(table, key);
        // a getter installs as written, so it stays live: `description` reads through to the registry on every access. not enumerable: an object literal's is, and a prototype member never was
        if (desc.get)
            Object.defineProperty(proto, key, { ...desc, enumerable: false });
        // a method materializes bound on first read, which is what keeps a detached member working: `const opt = schema.optional; opt()`
        else
            defineBound(proto, key, desc.value);
    }
}
/** Shadows a prototype member with an own value, so a getter that builds from the instance runs once. */
function own(inst, key, value, enumerable = true) {
    Object.defineProperty(inst, key, { configurable: true, writable: true, enumerable, value });
    return value;
}
/** Like {@link own}, for a member that was never an own data property and has to stay out of `Object.keys`. */
function hide(inst, key, value) {
    return own(inst, key, value, false);
}
/** Adds members a table derives from the instance: each builds on first read and shadows as own data, and assignment shadows the same way, as when these were own properties. */
function derived(computes, table) {
    for (const key in computes) {
        const compute = computes[key];
        // an object literal's accessor is configurable and enumerable, and `members` copies the descriptor as written
        Object.defineProperty(table, key, {
            configurable: true,
            enumerable: true,
            get() {
                return own(this, key, compute(this));
            },
            set(value) {
                own(this, key, value);
            },
        });
    }
    return table;
}
function defineBound(proto, key, fn) {
    Object.defineProperty(proto, key, {
        configurable: true,
        get() {
            // vitest's spyOn calls a prototype getter bare to find the function it wraps, so a nullish receiver answers the raw method
            return this == null ? fn : own(this, key, fn.bind(this));
        },
        set(value) {
            own(this, key, value);
        },
    });
}
/** Returns the prototype to install on, or `undefined` if this group is already installed on it. */
function claim(inst, sentinel) {
    const proto = Object.getPrototypeOf(inst);
    // Runs on every construction, so `in` rather than the costlier `hasOwnProperty.call`. Sentinels are keys the group itself defines.
    return sentinel in proto ? undefined : proto;
}
// The internals whose init chain is installing. A second call for the same one is a derived constructor overriding its base, so it must not construct another schema in between or the override is dropped.
let installing;
// Set while a getter is running, so a value that resolved through a recursion break is not memoized. One shared descriptor shadows the key for the duration, which costs no per-key allocation.
let broke = false;
const breaker = {
    configurable: true,
    get() {
        broke = true;
        return undefined;
    },
};
/**
 * Installs a lazily-derived internal on the `_zod` prototype of `inst`'s
 * constructor, computed from the internals object itself and cached there on
 * first read. One accessor per constructor rather than one per instance.
 */
function defineLazyInternal(inst, key, compute) {
    const proto = Object.getPrototypeOf(inst._zod);
    if (key in proto && installing !== inst._zod) {
        // A repeat construction: everything is installed already. Cleared here so the reference is not held past the first construction of every type.
        installing = undefined;
        return;
    }
    installing = inst._zod;
    Object.defineProperty(proto, key, {
        configurable: true,
        get() {
            // Shadowed before computing so a re-entrant read from a recursive schema resolves to undefined instead of running the getter again.
            Object.defineProperty(this, key, breaker);
            const outer = broke;
            broke = false;
            try {
                const value = compute(this);
                // A result that resolved through a recursion break is recomputed once the graph is complete; everything else memoizes, undefined included.
                if (broke)
                    delete this[key];
                else
                    Object.defineProperty(this, key, { configurable: true, writable: true, value });
                broke = broke || outer;
                return value;
            }
            catch (err) {
                // A compute that threw memoizes nothing, so a later read runs it again and fails the same way. The shadow goes with it, since leaving it installed would answer undefined for every later read.
                delete this[key];
                broke = broke || outer;
                throw err;
            }
        },
        set(value) {
            Object.defineProperty(this, key, { configurable: true, writable: true, value });
        },
    });
}
/**
 * Installs `key` on `inst`'s prototype, computed by `make` on first read and cached there as an own
 * data property. One accessor per constructor rather than one per instance, because an own accessor
 * puts every instance after the first into v8 dictionary mode. The key doubles as the sentinel.
 */
function installLazyProp(inst, key, make, enumerable) {
    const proto = claim(inst, key);
    if (!proto)
        return;
    Object.defineProperty(proto, key, {
        configurable: true,
        get() {
            // Shadowed before computing, so a re-entrant read from a self-referential shape resolves to undefined instead of running the getter again. A data property rather than an accessor: an own accessor is the dictionary-mode transition this exists to avoid.
            const desc = { configurable: true, writable: true, enumerable, value: undefined };
            Object.defineProperty(this, key, desc);
            // a compute that throws leaves the shadow behind, so later reads answer undefined instead of re-throwing; `defineLazy` did the same, and `defineLazyInternal`'s delete-on-catch would cost bytes in every bundle for a case only a throwing user getter reaches
            desc.value = make(this);
            Object.defineProperty(this, key, desc);
            return desc.value;
        },
        set(value) {
            Object.defineProperty(this, key, { configurable: true, writable: true, enumerable, value });
        },
    });
}
/** Marks the thunk `_catch` synthesises for a constant catch value. `Function.length` cannot tell that thunk from a user callback — rest and defaulted parameters both report arity 0 — and a user callback reads `ctx.error`, whose issues only finalize correctly against the caller's per-parse error map. Provenance can say what arity cannot. A plain string key rather than `Symbol.for`, whose call at module scope no bundler can prove pure — the same shape that anchored `urlCanParse` into every build. */
const CONSTANT_CATCH = "~constantCatch";
/** Wraps a constant catch value in a thunk tagged with {@link CONSTANT_CATCH}. */
function constantCatch(value) {
    const fn = () => value;
    fn[CONSTANT_CATCH] = true;
    return fn;
}

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/core.js
var _a;

/** A special constant with type `never` */
const NEVER = /*@__PURE__*/ Object.freeze({
    status: "aborted",
});
/* Shared descriptor for installing `_zod`; defineProperty reads it
 * synchronously, so reusing one object avoids a per-instance allocation. */
const _zodDesc = { value: undefined, enumerable: false };
// null where suppressing the capture would be unrecoverable: `parse()` puts the frames back with `captureStackTrace`, so without it the throw would lose its stack. also latched to null once `stackTraceLimit` proves unassignable, which a realm can do at any point by hardening Error
let _E = "captureStackTrace" in Error ? Error : null;
// v8 captures a stack trace inside the Error constructor, which dominates a failed parse; costs only the frames, and parse() restores those. the constructor must RUN: Object.create is cheaper and passes instanceof, but Error.isError and util.types.isNativeError check an internal slot
function newError(Definition) {
    const E = _E;
    if (E) {
        const saved = E.stackTraceLimit;
        if (typeof saved === "number") {
            try {
                E.stackTraceLimit = 0;
            }
            catch {
                _E = null;
                return new Definition();
            }
            try {
                return new Definition();
            }
            finally {
                E.stackTraceLimit = saved;
            }
        }
    }
    return new Definition();
}
function $constructor(name, initializer, 
/** This trait's members, installed once on every prototype that composes it. They cannot be declared in the initializer above: that runs per instance, and the prototype is shared. */
proto, params) {
    // Prototype for this constructor's `_zod` internals. Lazily-derived fields (`values`, `pattern`, `optin`, …) install here once rather than as an accessor on every instance.
    const zodProto = {};
    // Assigning the fields in the constructor body is what gives instances in-object slots; building the object literally and reparenting it costs a second allocation and a generic property copy.
    function Internals(def) {
        this.def = def;
        this.constr = _;
        this.traits = new Set();
    }
    Internals.prototype = zodProto;
    const protoMembers = proto;
    // One trait's members land on every prototype whose chain composes it, so the answer is per prototype rather than per trait.
    const initialized = protoMembers && new WeakSet();
    function init(inst, def) {
        if (!inst._zod) {
            _zodDesc.value = new Internals(def);
            try {
                Object.defineProperty(inst, "_zod", _zodDesc);
            }
            finally {
                // Cleared even on throw, so the shared descriptor never leaks one instance's internals into the next.
                _zodDesc.value = undefined;
            }
        }
        else if (inst._zod.traits.has(name)) {
            return;
        }
        inst._zod.traits.add(name);
        initializer(inst, def);
        if (initialized) {
            // `super(def)` from a user subclass gives `this` a prototype the subclass owns, and installing there would overwrite whatever the subclass declared. `constr` built the instance, so its prototype is the one below the subclass's that should carry the members. A receiver whose chain never reaches that prototype installs on its own, which for a plain object handed straight to `init` means `Object.prototype` — unchanged from before.
            const own = Object.getPrototypeOf(inst);
            const ctorProto = inst._zod.constr.prototype;
            let up = own;
            while (up && up !== ctorProto)
                up = Object.getPrototypeOf(up);
            const target = up ?? own;
            if (!initialized.has(target)) {
                initialized.add(target);
                members(target, protoMembers);
            }
        }
        // support prototype modifications; for-in avoids the array allocation of Object.keys on the (usually empty) prototype
        const proto = _.prototype;
        for (const k in proto) {
            if (!Object.prototype.hasOwnProperty.call(proto, k))
                continue;
            if (!(k in inst)) {
                inst[k] = proto[k].bind(inst);
            }
        }
    }
    // doesn't work if Parent has a constructor with arguments
    const Parent = params?.Parent ?? Object;
    class Definition extends Parent {
    }
    Object.defineProperty(Definition, "name", { value: name });
    function _(def) {
        const inst = params?.Parent ? newError(Definition) : this;
        init(inst, def);
        const deferred = inst._zod.deferred;
        if (deferred) {
            for (const fn of deferred) {
                fn();
            }
            // Released: initializers run once, and the list would otherwise be retained for the schema's lifetime.
            inst._zod.deferred = undefined;
        }
        // Global post-processor hook. Internal: installed by `import "zod/compile"` to enable AOT compilation for every constructed schema. Runs last, once the instance is fully built, because it hands the instance to compile(). The post-processor is expected to be reentrancy-guarded by its own implementation.
        const pp = globalThis.__zod_globalConfig?.postProcessor;
        if (pp)
            pp(inst);
        return inst;
    }
    Object.defineProperty(_, "init", { value: init });
    Object.defineProperty(_, Symbol.hasInstance, {
        value: (inst) => {
            if (params?.Parent && inst instanceof params.Parent)
                return true;
            return inst?._zod?.traits?.has(name);
        },
    });
    Object.defineProperty(_, "name", { value: name });
    return _;
}
//////////////////////////////   UTILITIES   ///////////////////////////////////////
const $brand = /*@__PURE__*/ (/* unused pure expression or super */ null && (Symbol("zod_brand")));
class $ZodAsyncError extends Error {
    constructor() {
        super(`Encountered Promise during synchronous parse. Use .parseAsync() instead.`);
    }
}
class $ZodEncodeError extends Error {
    constructor(name) {
        super(`Encountered unidirectional transform during encode: ${name}`);
        this.name = "ZodEncodeError";
    }
}
(_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {});
const globalConfig = globalThis.__zod_globalConfig;
function config(newConfig) {
    if (newConfig)
        Object.assign(globalConfig, newConfig);
    return globalConfig;
}

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/memoizer.js

class $ZodCyclicError extends Error {
    constructor() {
        super(`Cannot parse a reference cycle that closes through a transform`);
        this.name = "ZodCyclicError";
    }
}
/** Keyed off the context object every schema in one parse call already shares. */
const STATE = "~memo";
const NO_ISSUES = [];
// a value a cycle can close through
function isRef(value) {
    return value !== null && typeof value === "object";
}
// Receivers prefix paths in place, so the cache and every hand-out need their own copies.
function cloneIssues(issues) {
    return issues.map((iss) => (iss.path ? { ...iss, path: iss.path.slice() } : { ...iss }));
}
const recursive = /*@__PURE__*/ new WeakMap();
/** What the walk established, in order of certainty: ordered so the strongest answer among children wins. */
const NONE = 0;
const ASSUMED = 1;
const PROVEN = 2;
/** Whether this schema's subtree contains a cycle, so one parse can re-enter it. */
function isRecursive(inst, stack, resolve) {
    const cached = recursive.get(inst);
    if (cached !== undefined)
        return cached ? PROVEN : NONE;
    // Relative to the walk in progress, so not cached.
    if (stack.has(inst))
        return PROVEN;
    stack.add(inst);
    let result = NONE;
    const check = (child) => {
        if (result !== PROVEN && child?._zod) {
            const answer = isRecursive(child, stack, resolve);
            if (answer > result)
                result = answer;
        }
    };
    // `Reflect.ownKeys` rather than `Object.keys`, so a cycle through a declared symbol key is still seen
    const shape = (sh, spread) => {
        let answer = NONE;
        for (const key of Reflect.ownKeys(sh)) {
            const desc = Object.getOwnPropertyDescriptor(sh, key);
            // an object resolves its shape by spread, so a key it does not enumerate is never parsed; `z.properties` reads every own key and so keeps them all
            if (spread && !desc.enumerable)
                continue;
            // resolving runs user code, and a factory mints a fresh subtree per read, so an edge the walk can't follow counts as a cycle
            const child = desc.get ? ASSUMED : desc.value?._zod ? isRecursive(desc.value, stack, resolve) : NONE;
            if (child > answer)
                answer = child;
        }
        return answer;
    };
    const merge = (answer) => {
        if (answer > result)
            result = answer;
    };
    const def = inst._zod.def;
    const kind = def.type;
    switch (kind) {
        case "object": {
            const raw = rawShape(def);
            // a def with no raw shape answers `shape` from an accessor of its own, and running that can mint a whole fresh subtree
            merge(raw ? shape(raw, true) : ASSUMED);
            check(def.catchall);
            break;
        }
        case "array":
            check(def.element);
            break;
        case "tuple":
            for (const el of def.items)
                check(el);
            check(def.rest);
            break;
        case "record":
        case "map":
            check(def.keyType);
            check(def.valueType);
            break;
        case "set":
            check(def.valueType);
            break;
        case "union":
            for (const el of def.options)
                check(el);
            break;
        case "intersection":
            check(def.left);
            check(def.right);
            break;
        case "optional":
        case "nullable":
        case "default":
        case "prefault":
        case "catch":
        case "readonly":
        case "nonoptional":
        case "promise":
        case "success":
            check(def.innerType);
            break;
        case "pipe":
            check(def.in);
            check(def.out);
            break;
        case "function":
            check(def.input);
            check(def.output);
            break;
        // `$ZodLazy` caches its inner on the def, so a resolved edge is followed exactly
        case "lazy": {
            const inner = def._cachedInner ?? (resolve ? inst._zod.innerType : undefined);
            // walked with resolution off: one hop sees past the deferral, and a lazy that yields only another unresolved lazy is generative, so it stops there
            merge(inner ? isRecursive(inner, stack, false) : ASSUMED);
            break;
        }
        // a leaf by choice: `parts` are regex fragments, not data positions
        case "template_literal":
        // leaves
        case "string":
        case "number":
        case "int":
        case "boolean":
        case "bigint":
        case "symbol":
        case "undefined":
        case "null":
        case "void":
        case "never":
        case "any":
        case "unknown":
        case "date":
        case "nan":
        case "enum":
        case "literal":
        case "file":
        case "transform":
        case "custom":
            break;
        default: {
            // a new built-in kind becomes a compile error here
            kind;
            // a user-defined kind can still hold children, and only its author knows where, so fall back to scanning the def — skipping accessors, since reading one can run user code
            for (const key in def) {
                const desc = Object.getOwnPropertyDescriptor(def, key);
                if (!desc || desc.get)
                    continue;
                const value = desc.value;
                if (!value || typeof value !== "object")
                    continue;
                if (value._zod)
                    check(value);
                else if (Array.isArray(value))
                    for (const el of value)
                        check(el);
            }
        }
    }
    stack.delete(inst);
    return settle(inst, result);
}
/** An assumed answer must not outlive the resolution that settles it, so only a certain one is cached. */
function settle(inst, answer) {
    if (answer !== ASSUMED)
        recursive.set(inst, answer === PROVEN);
    return answer;
}
/**
 * Whether one parse can re-enter this schema, i.e. its subtree contains a cycle.
 * Exported for `z.compile`, which refuses to compile such a schema: cycle
 * breaking is driven from here off state keyed on the parse context, and a
 * generated fast path has no context to key on.
 */
function isRecursiveSchema(inst) {
    // z.compile never parses, so nothing would ever resolve a lazy for it; it runs once and already treats a throw here as recursive
    return isRecursive(inst, new Set(), true) !== NONE;
}
function bucketFor(state, inst) {
    let bucket = state.buckets.get(inst);
    if (!bucket) {
        bucket = new WeakMap();
        state.buckets.set(inst, bucket);
    }
    return bucket;
}
// Set immediately before delegating to core and cleared immediately after, so `alloc` registers only for a visit this module is driving.
let handoff;
// Allocated but unfinished entries. `alloc` and the matching pop both happen in the synchronous part of a parse, so they nest even when children are async, and one stack serves every schema.
const memoizer_open = [];
const memo = {
    alloc(_inst, payload, empty) {
        const bucket = handoff;
        if (!bucket)
            return empty;
        handoff = undefined;
        const entry = { value: empty, issues: null };
        bucket.set(payload.value, entry);
        memoizer_open.push(entry);
        return empty;
    },
    guard(inst) {
        var _a;
        (_a = inst._zod).deferred ?? (_a.deferred = []);
        inst._zod.deferred.push(() => {
            const base = inst._zod.parse;
            const wrapped = (payload, ctx) => {
                // The value is a placeholder a back-edge is still waiting on, so the cycle closes through this transform. Its output can't exist in time to bind.
                if (ctx.direction !== "backward" && isBackEdge(ctx, payload.value))
                    throw new $ZodCyclicError();
                return base(payload, ctx);
            };
            inst._zod.parse = wrapped;
            if (inst._zod.run === base)
                inst._zod.run = wrapped;
        });
    },
    attach(inst) {
        var _a;
        let isRecursiveInst;
        let rechecked = false;
        // a recursive schema is re-entered many times per parse and its bucket never changes
        let lastCtx;
        let lastBucket;
        // Wraps `parse` in a deferred so it sees the container's final parse. Core's own deferred copies `parse` into `run` when there are no checks, and it ran first, so `run` is patched to match; with checks, `run` reads `parse` dynamically.
        (_a = inst._zod).deferred ?? (_a.deferred = []);
        inst._zod.deferred.push(() => {
            const base = inst._zod.parse;
            const wrapped = (payload, ctx) => {
                if (isRecursiveInst === undefined) {
                    const walked = isRecursive(inst, new Set(), false);
                    if (walked === NONE) {
                        // Nothing here can ever fire, so take it back out.
                        inst._zod.parse = base;
                        if (inst._zod.run === wrapped)
                            inst._zod.run = base;
                        return base(payload, ctx);
                    }
                    // this parse resolves the deferred edges on its own path, so ask once more before latching
                    if (walked === PROVEN || rechecked)
                        isRecursiveInst = true;
                    else
                        rechecked = true;
                }
                const input = payload.value;
                if (!isRef(input))
                    return base(payload, ctx);
                let state = ctx[STATE];
                if (!state) {
                    state = { buckets: new WeakMap(), backEdges: undefined };
                    ctx[STATE] = state;
                }
                let bucket;
                if (lastCtx === ctx) {
                    bucket = lastBucket;
                }
                else {
                    bucket = bucketFor(state, inst);
                    lastCtx = ctx;
                    lastBucket = bucket;
                }
                const hit = bucket.get(input);
                if (hit) {
                    payload.value = hit.value;
                    if (hit.issues) {
                        if (hit.issues.length)
                            payload.issues.push(...cloneIssues(hit.issues));
                    }
                    else {
                        // Still being parsed: its own checks cover it, so skip them here.
                        payload.memo = true;
                        state.backEdges ?? (state.backEdges = new WeakSet());
                        state.backEdges.add(hit.value);
                    }
                    return payload;
                }
                handoff = bucket;
                const depth = memoizer_open.length;
                const result = base(payload, ctx);
                handoff = undefined;
                // A container that rejected its input outright allocated nothing.
                const entry = memoizer_open.length > depth ? memoizer_open.pop() : undefined;
                // Both paths written out so the sync one allocates no closure. It runs once per node, and capturing here cost more than everything else combined.
                if (result instanceof Promise) {
                    return result.then((r) => {
                        if (entry)
                            entry.issues = r.issues.length ? cloneIssues(r.issues) : NO_ISSUES;
                        return r;
                    });
                }
                if (entry)
                    entry.issues = result.issues.length ? cloneIssues(result.issues) : NO_ISSUES;
                return result;
            };
            inst._zod.parse = wrapped;
            if (inst._zod.run === base)
                inst._zod.run = wrapped;
        });
    },
};
/** The memoizer that gives containers cycle support. `zod` installs it by default; `zod/mini` opts in with `config({ memoizer: memoizer() })`. */
function memoizer() {
    return memo;
}
/** Whether this value is a node a back-edge resolved to before it finished. */
function isBackEdge(ctx, value) {
    const backEdges = ctx[STATE]?.backEdges;
    return backEdges !== undefined && isRef(value) && backEdges.has(value);
}

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/regexes.js

/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link cuid2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
const cuid = /^[cC][0-9a-z]{6,}$/;
const cuid2 = /^[0-9a-z]+$/;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$/;
const xid = /^[0-9a-vA-V]{20}$/;
const ksuid = /^[A-Za-z0-9]{27}$/;
const nanoid = /^[a-zA-Z0-9_-]{21}$/;
function nanoidOfLength(length) {
    return new RegExp(`^[a-zA-Z0-9_-]{${length}}$`);
}
/** ISO 8601-1 duration regex. Does not support the 8601-2 extensions like negative durations or fractional/negative components. */
const duration = /^P(?:(\d+W)|(?!.*W)(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$/;
/** Implements ISO 8601-2 extensions like explicit +- prefixes, mixing weeks with other units, and fractional/negative components. */
const extendedDuration = /^[-+]?P(?!$)(?:(?:[-+]?\d+Y)|(?:[-+]?\d+[.,]\d+Y$))?(?:(?:[-+]?\d+M)|(?:[-+]?\d+[.,]\d+M$))?(?:(?:[-+]?\d+W)|(?:[-+]?\d+[.,]\d+W$))?(?:(?:[-+]?\d+D)|(?:[-+]?\d+[.,]\d+D$))?(?:T(?=[\d+-])(?:(?:[-+]?\d+H)|(?:[-+]?\d+[.,]\d+H$))?(?:(?:[-+]?\d+M)|(?:[-+]?\d+[.,]\d+M$))?(?:[-+]?\d+(?:[.,]\d+)?S)?)??$/;
/** A regex for any UUID-like identifier: 8-4-4-4-12 hex pattern */
const guid = /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/;
/** Returns a regex for validating an RFC 9562/4122 UUID.
 *
 * @param version Optionally specify a version 1-8. If no version is specified, all versions are supported. */
const uuid = (version) => {
    if (!version)
        return /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/;
    return new RegExp(`^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-${version}[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$`);
};
const uuid4 = /*@__PURE__*/ (/* unused pure expression or super */ null && (uuid(4)));
const uuid6 = /*@__PURE__*/ (/* unused pure expression or super */ null && (uuid(6)));
const uuid7 = /*@__PURE__*/ (/* unused pure expression or super */ null && (uuid(7)));
/** Practical email validation */
const email = /^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$/;
/** Equivalent to the HTML5 input[type=email] validation implemented by browsers. Source: https://developer.mozilla.org/en-US/docs/Web/HTML/Element/input/email */
const html5Email = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
/** The classic emailregex.com regex for RFC 5322-compliant emails */
const rfc5322Email = /^(([^<>()\[\]\\.,;:\s@"]+(\.[^<>()\[\]\\.,;:\s@"]+)*)|(".+"))@((\[[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}])|(([a-zA-Z\-0-9]+\.)+[a-zA-Z]{2,}))$/;
/** A loose regex that allows Unicode characters, enforces length limits, and that's about it. */
const unicodeEmail = /^[^\s@"]{1,64}@[^\s@]{1,255}$/u;
const idnEmail = (/* unused pure expression or super */ null && (unicodeEmail));
const browserEmail = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
// from https://thekevinscott.com/emojis-in-javascript/#writing-a-regular-expression
// Single character class, not an alternation: the two properties overlap (U+1F9B0-U+1F9B3), so `(A|B)+` backtracks exponentially on a failed match. The leading lookahead then demands one anchor — a pictograph, a regional indicator, or the enclosing keycap — because `\p{Emoji_Component}` on its own covers ASCII digits, `#`, `*`, ZWJ, variation selectors and skin tone modifiers, none of which is an emoji without a base.
const _emoji = `^(?=[\\s\\S]*[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u20E3])[\\p{Extended_Pictographic}\\p{Emoji_Component}]+$`;
function emoji() {
    return new RegExp(_emoji, "u");
}
const ipv4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$/;
const ipv6 = /^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))$/;
const mac = (delimiter) => {
    const escapedDelim = util.escapeRegex(delimiter ?? ":");
    return new RegExp(`^(?:[0-9A-F]{2}${escapedDelim}){5}[0-9A-F]{2}$|^(?:[0-9a-f]{2}${escapedDelim}){5}[0-9a-f]{2}$`);
};
const cidrv4 = /^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\/([0-9]|[1-2][0-9]|3[0-2])$/;
const cidrv6 = /^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))\/(12[0-8]|1[01][0-9]|[1-9]?[0-9])$/;
// https://stackoverflow.com/questions/7860392/determine-if-string-is-in-base64-using-javascript
const base64 = /^$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$/;
const base64url = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$/;
// based on https://stackoverflow.com/questions/106179/regular-expression-to-match-dns-hostname-or-ip-address
// export const hostname: RegExp = /^([a-zA-Z0-9-]+\.)*[a-zA-Z0-9-]+$/;
const hostname = /^(?=.{1,253}\.?$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[-0-9a-zA-Z]{0,61}[0-9a-zA-Z])?)*\.?$/;
const domain = /^(?=.{1,253}$)([a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$/;
const httpProtocol = /^https?$/;
// https://blog.stevenlevithan.com/archives/validate-phone-number#r4-3 (regex sans spaces) E.164: leading digit must be 1-9; total digits (excluding '+') between 7-15
const e164 = /^\+[1-9]\d{6,14}$/;
// Credit card shape: 12–19 digits, optionally separated by single spaces or single hyphens. ISO/IEC 7812 caps the PAN at 19 digits; 12 is the shortest issued length (Maestro).
const creditCard = /^\d(?:[ -]?\d){11,18}$/;
// ISO 4217 alpha codes from the SIX list, regenerated by scripts/update-iso-4217.ts
const currencyCode = /^(?:AED|AFN|ALL|AMD|AOA|ARS|AUD|AWG|AZN|BAM|BBD|BDT|BHD|BIF|BMD|BND|BOB|BOV|BRL|BSD|BTN|BWP|BYN|BZD|CAD|CDF|CHE|CHF|CHW|CLF|CLP|CNY|COP|COU|CRC|CUP|CVE|CZK|DJF|DKK|DOP|DZD|EGP|ERN|ETB|EUR|FJD|FKP|GBP|GEL|GHS|GIP|GMD|GNF|GTQ|GYD|HKD|HNL|HTG|HUF|IDR|ILS|INR|IQD|IRR|ISK|JMD|JOD|JPY|KES|KGS|KHR|KMF|KPW|KRW|KWD|KYD|KZT|LAK|LBP|LKR|LRD|LSL|LYD|MAD|MDL|MGA|MKD|MMK|MNT|MOP|MRU|MUR|MVR|MWK|MXN|MXV|MYR|MZN|NAD|NGN|NIO|NOK|NPR|NZD|OMR|PAB|PEN|PGK|PHP|PKR|PLN|PYG|QAR|RON|RSD|RUB|RWF|SAR|SBD|SCR|SDG|SEK|SGD|SHP|SLE|SOS|SRD|SSP|STN|SVC|SYP|SZL|THB|TJS|TMT|TND|TOP|TRY|TTD|TWD|TZS|UAH|UGX|USD|USN|UYI|UYU|UYW|UZS|VED|VES|VND|VUV|WST|XAD|XAF|XAG|XAU|XBA|XBB|XBC|XBD|XCD|XCG|XDR|XOF|XPD|XPF|XPT|XSU|XTS|XUA|XXX|YER|ZAR|ZMW|ZWG)$/;
// iban electronic format: 2-letter country, check digits 02-98 (the only values `98 - remainder` can produce), 11-30 bban characters
const iban = /^[A-Z]{2}(?!00|01|99)\d{2}[A-Z0-9]{11,30}$/;
const dateSource = `(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))`;
/** Anchors a pattern source. The interpolation lives here rather than at the call site because
 * esbuild will not drop a `@__PURE__` call whose own argument interpolates a variable, but it
 * will drop `anchor(dateSource)`. Keeping it inline pinned `date` into every bundle. */
function regexes_anchor(source) {
    return new RegExp(`^${source}$`);
}
const date = /*@__PURE__*/ regexes_anchor(dateSource);
function timeSource(args) {
    const hhmm = `(?:[01]\\d|2[0-3]):[0-5]\\d`;
    const regex = typeof args.precision === "number"
        ? args.precision === -1
            ? `${hhmm}`
            : args.precision === 0
                ? `${hhmm}:[0-5]\\d`
                : `${hhmm}:[0-5]\\d\\.\\d{${args.precision}}`
        : args.seconds
            ? `${hhmm}:[0-5]\\d(?:\\.\\d+)?`
            : `${hhmm}(?::[0-5]\\d(?:\\.\\d+)?)?`;
    return regex;
}
function time(args) {
    return new RegExp(`^${timeSource(args)}$`);
}
// Adapted from https://stackoverflow.com/a/3143231
function datetime(args) {
    const opts = ["Z"];
    // if (args.offset) opts.push(`([+-]\\d{2}:\\d{2})`);
    if (args.offset)
        opts.push(`([+-](?:[01]\\d|2[0-3]):[0-5]\\d)`);
    // RFC 3339 mandates seconds wherever the time carries a `Z` or an offset, so only the unqualified form `local` adds may omit them
    const qualified = `${timeSource({ precision: args.precision, seconds: true })}(?:${opts.join("|")})`;
    const timeRegex = args.local ? `${qualified}|${timeSource({ precision: args.precision })}` : qualified;
    return new RegExp(`^${dateSource}T(?:${timeRegex})$`);
}
// the unbounded form of `string()` as a literal, so every plain string shares one instance instead of building its own
const anyString = /^[\s\S]{0,}$/;
const string = (params) => {
    const regex = params ? `[\\s\\S]{${params?.minimum ?? 0},${params?.maximum ?? ""}}` : `[\\s\\S]*`;
    return new RegExp(`^${regex}$`);
};
const bigint = /^-?\d+n?$/;
const integer = /^-?\d+$/;
const number = /^-?\d+(?:\.\d+)?$/;
const regexes_boolean = /^(?:true|false)$/i;
const _null = /^null$/i;

const _undefined = /^undefined$/i;

// regex for string with no uppercase letters
const lowercase = /^[^A-Z]*$/;
// regex for string with no lowercase letters
const uppercase = /^[^a-z]*$/;
// regex for hexadecimal strings (any length)
const hex = /^[0-9a-fA-F]*$/;
// Hash regexes for different algorithms and encodings
// Helper function to create base64 regex with exact length and padding
function fixedBase64(bodyLength, padding) {
    return new RegExp(`^[A-Za-z0-9+/]{${bodyLength}}${padding}$`);
}
// Helper function to create base64url regex with exact length (no padding)
function fixedBase64url(length) {
    return new RegExp(`^[A-Za-z0-9_-]{${length}}$`);
}
// MD5 (16 bytes): base64 = 24 chars total (22 + "==")
const md5_hex = /^[0-9a-fA-F]{32}$/;
const md5_base64 = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64(22, "==")));
const md5_base64url = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64url(22)));
// SHA1 (20 bytes): base64 = 28 chars total (27 + "=")
const sha1_hex = /^[0-9a-fA-F]{40}$/;
const sha1_base64 = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64(27, "=")));
const sha1_base64url = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64url(27)));
// SHA256 (32 bytes): base64 = 44 chars total (43 + "=")
const sha256_hex = /^[0-9a-fA-F]{64}$/;
const sha256_base64 = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64(43, "=")));
const sha256_base64url = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64url(43)));
// SHA384 (48 bytes): base64 = 64 chars total (no padding)
const sha384_hex = /^[0-9a-fA-F]{96}$/;
const sha384_base64 = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64(64, "")));
const sha384_base64url = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64url(64)));
// SHA512 (64 bytes): base64 = 88 chars total (86 + "==")
const sha512_hex = /^[0-9a-fA-F]{128}$/;
const sha512_base64 = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64(86, "==")));
const sha512_base64url = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64url(86)));

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/checks.js
// import { $ZodType } from "./schemas.js";



const $ZodCheck = /*@__PURE__*/ $constructor("$ZodCheck", (inst, def) => {
    var _a;
    inst._zod ?? (inst._zod = {});
    inst._zod.def = def;
    (_a = inst._zod).onattach ?? (_a.onattach = []);
});
/** Default `when` for size-based checks: run only on non-nullish values with a `size`. */
const _whenHasSize = (payload) => {
    const val = payload.value;
    return !util.nullish(val) && val.size !== undefined;
};
/** Default `when` for length-based checks: run only on non-nullish values with a `length`. */
const _whenHasLength = (payload) => {
    const val = payload.value;
    return !nullish(val) && val.length !== undefined;
};
const numericOriginMap = {
    number: "number",
    bigint: "bigint",
    object: "date",
};
const $ZodCheckLessThan = /*@__PURE__*/ $constructor("$ZodCheckLessThan", (inst, def) => {
    $ZodCheck.init(inst, def);
    const origin = numericOriginMap[typeof def.value];
    inst._zod.check = (payload) => {
        if (def.inclusive ? payload.value <= def.value : payload.value < def.value) {
            return;
        }
        payload.issues.push({
            origin: numericOriginMap[typeof payload.value] ?? origin,
            code: "too_big",
            maximum: typeof def.value === "object" ? def.value.getTime() : def.value,
            input: payload.value,
            inclusive: def.inclusive,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckGreaterThan = /*@__PURE__*/ $constructor("$ZodCheckGreaterThan", (inst, def) => {
    $ZodCheck.init(inst, def);
    const origin = numericOriginMap[typeof def.value];
    inst._zod.check = (payload) => {
        if (def.inclusive ? payload.value >= def.value : payload.value > def.value) {
            return;
        }
        payload.issues.push({
            origin: numericOriginMap[typeof payload.value] ?? origin,
            code: "too_small",
            minimum: typeof def.value === "object" ? def.value.getTime() : def.value,
            input: payload.value,
            inclusive: def.inclusive,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckMultipleOf = 
/*@__PURE__*/ $constructor("$ZodCheckMultipleOf", (inst, def) => {
    $ZodCheck.init(inst, def);
    inst._zod.check = (payload) => {
        if (typeof payload.value !== typeof def.value)
            throw new Error("Cannot mix number and bigint in multiple_of check.");
        const isMultiple = typeof payload.value === "bigint"
            ? // `value % 0n` throws, and nothing is a multiple of zero — the number branch already fails this way via NaN
                def.value !== BigInt(0) && payload.value % def.value === BigInt(0)
            : floatSafeRemainder(payload.value, def.value) === 0;
        if (isMultiple)
            return;
        payload.issues.push({
            origin: typeof payload.value,
            code: "not_multiple_of",
            divisor: def.value,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckNumberFormat = /*@__PURE__*/ $constructor("$ZodCheckNumberFormat", (inst, def) => {
    $ZodCheck.init(inst, def); // no format checks
    def.format = def.format || "float64";
    const isInt = def.format?.includes("int");
    const origin = isInt ? "int" : "number";
    const [minimum, maximum] = NUMBER_FORMAT_RANGES[def.format];
    inst._zod.check = (payload) => {
        const input = payload.value;
        if (isInt) {
            if (!Number.isInteger(input)) {
                // invalid_format issue
                // payload.issues.push({
                //   expected: def.format,
                //   format: def.format,
                //   code: "invalid_format",
                //   input,
                //   inst,
                // });
                // invalid_type issue
                payload.issues.push({
                    expected: origin,
                    format: def.format,
                    code: "invalid_type",
                    continue: false,
                    input,
                    inst,
                });
                return;
                // not_multiple_of issue
                // payload.issues.push({
                //   code: "not_multiple_of",
                //   origin: "number",
                //   input,
                //   inst,
                //   divisor: 1,
                // });
            }
            if (!Number.isSafeInteger(input)) {
                if (input > 0) {
                    // too_big
                    payload.issues.push({
                        input,
                        code: "too_big",
                        maximum: Number.MAX_SAFE_INTEGER,
                        note: "Integers must be within the safe integer range.",
                        inst,
                        origin,
                        inclusive: true,
                        continue: !def.abort,
                    });
                }
                else {
                    // too_small
                    payload.issues.push({
                        input,
                        code: "too_small",
                        minimum: Number.MIN_SAFE_INTEGER,
                        note: "Integers must be within the safe integer range.",
                        inst,
                        origin,
                        inclusive: true,
                        continue: !def.abort,
                    });
                }
                return;
            }
        }
        if (input < minimum) {
            payload.issues.push({
                origin: "number",
                input,
                code: "too_small",
                minimum,
                inclusive: true,
                inst,
                continue: !def.abort,
            });
        }
        if (input > maximum) {
            payload.issues.push({
                origin: "number",
                input,
                code: "too_big",
                maximum,
                inclusive: true,
                inst,
                continue: !def.abort,
            });
        }
    };
});
const $ZodCheckBigIntFormat = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCheckBigIntFormat", (inst, def) => {
    $ZodCheck.init(inst, def); // no format checks
    const [minimum, maximum] = util.BIGINT_FORMAT_RANGES[def.format];
    inst._zod.check = (payload) => {
        const input = payload.value;
        if (input < minimum) {
            payload.issues.push({
                origin: "bigint",
                input,
                code: "too_small",
                minimum: minimum,
                inclusive: true,
                inst,
                continue: !def.abort,
            });
        }
        if (input > maximum) {
            payload.issues.push({
                origin: "bigint",
                input,
                code: "too_big",
                maximum,
                inclusive: true,
                inst,
                continue: !def.abort,
            });
        }
    };
})));
const $ZodCheckMaxSize = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCheckMaxSize", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasSize);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const size = input.size;
        if (size <= def.maximum)
            return;
        payload.issues.push({
            origin: util.getSizableOrigin(input),
            code: "too_big",
            maximum: def.maximum,
            inclusive: true,
            input,
            inst,
            continue: !def.abort,
        });
    };
})));
const $ZodCheckMinSize = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCheckMinSize", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasSize);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const size = input.size;
        if (size >= def.minimum)
            return;
        payload.issues.push({
            origin: util.getSizableOrigin(input),
            code: "too_small",
            minimum: def.minimum,
            inclusive: true,
            input,
            inst,
            continue: !def.abort,
        });
    };
})));
const $ZodCheckSizeEquals = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCheckSizeEquals", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasSize);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const size = input.size;
        if (size === def.size)
            return;
        const tooBig = size > def.size;
        payload.issues.push({
            origin: util.getSizableOrigin(input),
            ...(tooBig ? { code: "too_big", maximum: def.size } : { code: "too_small", minimum: def.size }),
            inclusive: true,
            exact: true,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
})));
const $ZodCheckMaxLength = /*@__PURE__*/ $constructor("$ZodCheckMaxLength", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const units = input.length;
        // Strings are measured in Unicode code points, not UTF-16 units. A code point is at most two units, so a string that already fits in units fits in code points; only an overflow has to be counted.
        const length = typeof input === "string" && units > def.maximum ? codePointLength(input) : units;
        if (length <= def.maximum)
            return;
        const origin = getLengthableOrigin(input);
        payload.issues.push({
            origin,
            code: "too_big",
            maximum: def.maximum,
            inclusive: true,
            input,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckMinLength = /*@__PURE__*/ $constructor("$ZodCheckMinLength", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const units = input.length;
        // A code point is one or two UTF-16 units, so fewer units than the floor can never reach it and twice the floor always clears it. Only in between is the exact count in doubt.
        const length = typeof input === "string" && units >= def.minimum && units < def.minimum * 2
            ? codePointLength(input)
            : units;
        if (length >= def.minimum)
            return;
        const origin = getLengthableOrigin(input);
        payload.issues.push({
            origin,
            code: "too_small",
            minimum: def.minimum,
            inclusive: true,
            input,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckLengthEquals = /*@__PURE__*/ $constructor("$ZodCheckLengthEquals", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const units = input.length;
        // A code point is one or two UTF-16 units, so outside `[length, length * 2]` units the target is missed either way — and missed in the same direction in both measures.
        const length = typeof input === "string" && units >= def.length && units <= def.length * 2
            ? codePointLength(input)
            : units;
        if (length === def.length)
            return;
        const origin = getLengthableOrigin(input);
        const tooBig = length > def.length;
        payload.issues.push({
            origin,
            ...(tooBig ? { code: "too_big", maximum: def.length } : { code: "too_small", minimum: def.length }),
            inclusive: true,
            exact: true,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckStringFormat = /*@__PURE__*/ $constructor("$ZodCheckStringFormat", (inst, def) => {
    var _a, _b;
    $ZodCheck.init(inst, def);
    if (def.pattern)
        (_a = inst._zod).check ?? (_a.check = (payload) => {
            def.pattern.lastIndex = 0;
            if (def.pattern.test(payload.value))
                return;
            payload.issues.push({
                origin: "string",
                code: "invalid_format",
                format: def.format,
                input: payload.value,
                ...(def.pattern ? { pattern: def.pattern.toString() } : {}),
                inst,
                continue: !def.abort,
            });
        });
    else
        (_b = inst._zod).check ?? (_b.check = () => { });
});
const $ZodCheckRegex = /*@__PURE__*/ $constructor("$ZodCheckRegex", (inst, def) => {
    $ZodCheckStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        def.pattern.lastIndex = 0;
        if (def.pattern.test(payload.value))
            return;
        payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "regex",
            input: payload.value,
            pattern: def.pattern.toString(),
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckLowerCase = /*@__PURE__*/ $constructor("$ZodCheckLowerCase", (inst, def) => {
    def.pattern ?? (def.pattern = lowercase);
    $ZodCheckStringFormat.init(inst, def);
});
const $ZodCheckUpperCase = /*@__PURE__*/ $constructor("$ZodCheckUpperCase", (inst, def) => {
    def.pattern ?? (def.pattern = uppercase);
    $ZodCheckStringFormat.init(inst, def);
});
const $ZodCheckIncludes = /*@__PURE__*/ $constructor("$ZodCheckIncludes", (inst, def) => {
    $ZodCheck.init(inst, def);
    const escapedRegex = escapeRegex(def.includes);
    // `String.prototype.includes(sub, position)` matches `sub` at `position`
    // OR LATER, so the pattern must allow at least `position` leading chars
    // (`{N,}`), not exactly `position` chars (`{N}`).
    const pattern = new RegExp(typeof def.position === "number" ? `^.{${def.position},}${escapedRegex}` : escapedRegex);
    def.pattern = pattern;
    inst._zod.check = (payload) => {
        if (payload.value.includes(def.includes, def.position))
            return;
        payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "includes",
            includes: def.includes,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckStartsWith = /*@__PURE__*/ $constructor("$ZodCheckStartsWith", (inst, def) => {
    $ZodCheck.init(inst, def);
    const pattern = new RegExp(`^${escapeRegex(def.prefix)}.*`);
    def.pattern ?? (def.pattern = pattern);
    inst._zod.check = (payload) => {
        if (payload.value.startsWith(def.prefix))
            return;
        payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "starts_with",
            prefix: def.prefix,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckEndsWith = /*@__PURE__*/ $constructor("$ZodCheckEndsWith", (inst, def) => {
    $ZodCheck.init(inst, def);
    const pattern = new RegExp(`.*${escapeRegex(def.suffix)}$`);
    def.pattern ?? (def.pattern = pattern);
    inst._zod.check = (payload) => {
        if (payload.value.endsWith(def.suffix))
            return;
        payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "ends_with",
            suffix: def.suffix,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
///////////////////////////////////
/////    $ZodCheckProperty    /////
///////////////////////////////////
function handleCheckPropertyResult(result, payload, property) {
    if (result.issues.length) {
        payload.issues.push(...prefixIssues(property, result.issues));
    }
}
const $ZodCheckProperty = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCheckProperty", (inst, def) => {
    $ZodCheck.init(inst, def);
    inst._zod.check = (payload) => {
        const result = def.schema._zod.run({
            value: payload.value[def.property],
            issues: [],
        }, {});
        if (result instanceof Promise) {
            return result.then((result) => handleCheckPropertyResult(result, payload, def.property));
        }
        handleCheckPropertyResult(result, payload, def.property);
        return;
    };
})));
const $ZodCheckProperties = /*@__PURE__*/ $constructor("$ZodCheckProperties", (inst, def) => {
    $ZodCheck.init(inst, def);
    hide(inst, Symbol.iterator, function* () {
        yield inst;
    });
    // key and schema snapshotted together: reading one live and the other cached lets a later mutation of the caller's shape object pair a stale key with a missing schema
    let entries;
    inst._zod.check = (payload) => {
        // the base schema already typed the value, so only a nullish one is rejected here: the properties read on a primitive too, matching z.property() on a string's length
        if (payload.value == null) {
            payload.issues.push({ expected: "object", code: "invalid_type", input: payload.value, inst });
            return undefined;
        }
        entries ?? (entries = Reflect.ownKeys(def.shape).map((key) => [key, def.shape[key]]));
        const input = payload.value;
        let proms;
        for (const [key, schema] of entries) {
            const result = schema._zod.run({ value: input[key], issues: [] }, {});
            if (result instanceof Promise) {
                proms ?? (proms = []);
                proms.push(result.then((result) => handleCheckPropertyResult(result, payload, key)));
            }
            else {
                handleCheckPropertyResult(result, payload, key);
            }
        }
        if (proms)
            return Promise.all(proms).then(() => undefined);
        return undefined;
    };
});
const $ZodCheckMimeType = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCheckMimeType", (inst, def) => {
    $ZodCheck.init(inst, def);
    const mimeSet = new Set(def.mime);
    inst._zod.check = (payload) => {
        if (mimeSet.has(payload.value.type))
            return;
        payload.issues.push({
            code: "invalid_value",
            values: def.mime,
            input: payload.value.type,
            inst,
            continue: !def.abort,
        });
    };
})));
const $ZodCheckOverwrite = /*@__PURE__*/ $constructor("$ZodCheckOverwrite", (inst, def) => {
    $ZodCheck.init(inst, def);
    inst._zod.check = (payload) => {
        payload.value = def.tx(payload.value);
    };
});

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/doc.js
class Doc {
    constructor(args = [], closed = {}) {
        this.content = [];
        this.indent = 0;
        this.args = args;
        this.closed = closed;
    }
    // the compiler catches a child's throw and keeps writing into this doc, so the indent has to unwind with it
    indented(fn) {
        this.indent += 1;
        try {
            fn(this);
        }
        finally {
            this.indent -= 1;
        }
    }
    write(arg) {
        if (typeof arg === "function") {
            arg(this, { execution: "sync" });
            arg(this, { execution: "async" });
            return;
        }
        const content = arg;
        const lines = content.split("\n").filter((x) => x);
        const minIndent = Math.min(...lines.map((x) => x.length - x.trimStart().length));
        const dedented = lines.map((x) => x.slice(minIndent)).map((x) => " ".repeat(this.indent * 2) + x);
        for (const line of dedented) {
            this.content.push(line);
        }
    }
    compile() {
        const F = Function;
        const content = this?.content ?? [``];
        const factory = new F(...Object.keys(this.closed), `return function (${this.args.join(", ")}) {\n${content.join("\n")}\n};`);
        return factory(...Object.values(this.closed));
    }
}

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/versions.js
const version = {
    major: 4,
    minor: 6,
    patch: 7,
};

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/schemas.js







const $ZodType = /*@__PURE__*/ $constructor("$ZodType", (inst, def) => {
    var _a;
    inst ?? (inst = {});
    inst._zod.def = def; // set _def property
    inst._zod.bag = inst._zod.bag || {}; // initialize _bag object
    inst._zod.version = version;
    const defChecks = inst._zod.def.checks;
    // if inst is itself a checks.$ZodCheck, run it as a check
    const checks = inst._zod.traits.has("$ZodCheck")
        ? [inst, ...(defChecks ?? [])]
        : defChecks?.length
            ? [...defChecks]
            : [];
    for (const ch of checks) {
        for (const fn of ch._zod.onattach) {
            fn(inst);
        }
    }
    if (checks.length === 0) {
        // deferred initializer inst._zod.parse is not yet defined
        (_a = inst._zod).deferred ?? (_a.deferred = []);
        inst._zod.deferred?.push(() => {
            inst._zod.run = inst._zod.parse;
        });
    }
    else {
        const runChecks = (payload, checks, ctx) => {
            if (payload.memo)
                return payload;
            let isAborted = aborted(payload);
            let asyncResult;
            for (const ch of checks) {
                if (ch._zod.def.when) {
                    if (explicitlyAborted(payload))
                        continue;
                    const shouldRun = ch._zod.def.when(payload);
                    if (!shouldRun)
                        continue;
                }
                else if (isAborted) {
                    continue;
                }
                const currLen = payload.issues.length;
                const _ = ch._zod.check(payload);
                if (_ instanceof Promise && ctx?.async === false) {
                    throw new $ZodAsyncError();
                }
                if (asyncResult || _ instanceof Promise) {
                    asyncResult = (asyncResult ?? Promise.resolve()).then(async () => {
                        await _;
                        const nextLen = payload.issues.length;
                        if (nextLen === currLen)
                            return;
                        attachSchema(payload.issues, currLen, inst);
                        if (!isAborted)
                            isAborted = aborted(payload, currLen);
                    });
                }
                else {
                    const nextLen = payload.issues.length;
                    if (nextLen === currLen)
                        continue;
                    attachSchema(payload.issues, currLen, inst);
                    if (!isAborted)
                        isAborted = aborted(payload, currLen);
                }
            }
            if (asyncResult) {
                return asyncResult.then(() => {
                    return payload;
                });
            }
            return payload;
        };
        const handleCanaryResult = (canary, payload, ctx) => {
            // abort if the canary is aborted
            if (aborted(canary)) {
                canary.aborted = true;
                return canary;
            }
            // run checks first, then
            const checkResult = runChecks(payload, checks, ctx);
            if (checkResult instanceof Promise) {
                if (ctx.async === false)
                    throw new $ZodAsyncError();
                return checkResult.then((checkResult) => inst._zod.parse(checkResult, ctx));
            }
            return inst._zod.parse(checkResult, ctx);
        };
        inst._zod.run = (payload, ctx) => {
            if (ctx.skipChecks) {
                return inst._zod.parse(payload, ctx);
            }
            if (ctx.direction === "backward") {
                // run canary initial pass (no checks)
                const canary = inst._zod.parse({ value: payload.value, issues: [] }, { ...ctx, skipChecks: true });
                if (canary instanceof Promise) {
                    return canary.then((canary) => {
                        return handleCanaryResult(canary, payload, ctx);
                    });
                }
                return handleCanaryResult(canary, payload, ctx);
            }
            // forward
            const result = inst._zod.parse(payload, ctx);
            if (result instanceof Promise) {
                if (ctx.async === false)
                    throw new $ZodAsyncError();
                return result.then((result) => runChecks(result, checks, ctx));
            }
            return runChecks(result, checks, ctx);
        };
    }
}, {
    // Wrappers extend this by installing a richer factory over it; reading it eagerly would defeat the laziness.
    get "~standard"() {
        return hide(this, "~standard", standardProps(this));
    },
    set "~standard"(value) {
        own(this, "~standard", value);
    },
});
/** The Standard Schema surface for `inst`. Shared so wrappers can extend it without forcing it. */
// a Standard Schema result only reports issues, so a failure finalizes them straight off the raw payload: no ZodError, and no lazy result to read through
const toStandardResult = (r, ctx) => r.issues.length ? { issues: r.issues.map((iss) => finalizeIssue(iss, ctx, config())) } : { value: r.value };
async function validateAsync(inst, value) {
    const ctx = { async: true };
    return toStandardResult((await inst._zod.run({ value, issues: [] }, ctx)), ctx);
}
function standardProps(inst) {
    return {
        validate: (value) => {
            const ctx = { async: false };
            try {
                const r = inst._zod.run({ value, issues: [] }, ctx);
                if (!(r instanceof Promise))
                    return toStandardResult(r, ctx);
            }
            catch (_) { }
            // async function so a synchronously throwing check rejects instead of escaping validate
            return validateAsync(inst, value);
        },
        vendor: "zod",
        version: 1,
    };
}

const $ZodString = /*@__PURE__*/ $constructor("$ZodString", (inst, def) => {
    $ZodType.init(inst, def);
    // a format's own pattern, else unbounded; a template literal derives the check-aware form itself
    inst._zod.pattern = def.pattern ?? anyString;
    inst._zod.parse = (payload, _) => {
        if (def.coerce)
            try {
                payload.value = String(payload.value);
            }
            catch (_) { }
        if (typeof payload.value === "string")
            return payload;
        payload.issues.push({
            expected: "string",
            code: "invalid_type",
            input: payload.value,
            inst,
        });
        return payload;
    };
});
const $ZodStringFormat = /*@__PURE__*/ $constructor("$ZodStringFormat", (inst, def) => {
    // check initialization must come first
    $ZodCheckStringFormat.init(inst, def);
    $ZodString.init(inst, def);
});
const $ZodGUID = /*@__PURE__*/ $constructor("$ZodGUID", (inst, def) => {
    def.pattern ?? (def.pattern = guid);
    $ZodStringFormat.init(inst, def);
});
const $ZodUUID = /*@__PURE__*/ $constructor("$ZodUUID", (inst, def) => {
    if (def.version) {
        const versionMap = {
            v1: 1,
            v2: 2,
            v3: 3,
            v4: 4,
            v5: 5,
            v6: 6,
            v7: 7,
            v8: 8,
        };
        const v = versionMap[def.version];
        if (v === undefined)
            throw new Error(`Invalid UUID version: "${def.version}"`);
        def.pattern ?? (def.pattern = uuid(v));
    }
    else
        def.pattern ?? (def.pattern = uuid());
    $ZodStringFormat.init(inst, def);
});
const $ZodEmail = /*@__PURE__*/ $constructor("$ZodEmail", (inst, def) => {
    def.pattern ?? (def.pattern = email);
    $ZodStringFormat.init(inst, def);
});
/** The `://` guard rejected the input before the URL constructor saw it. */
const URL_BAD_FORMAT = 1;
/** The URL parser rejected the input. */
const URL_UNPARSEABLE = 2;
function canParseURL(input) {
    try {
        if (typeof URL !== "undefined" && typeof URL.canParse === "function")
            return URL.canParse(input);
        new URL(input);
        return true;
    }
    catch {
        return false;
    }
}
function validateURL(trimmed, def) {
    if (!("normalize" in def) && !("hostname" in def) && !("protocol" in def)) {
        return canParseURL(trimmed) || URL_UNPARSEABLE;
    }
    return parseURLObject(trimmed, def);
}
/** Parses a URL while preserving the non-normalizing HTTP guard. */
function parseURLObject(trimmed, def) {
    // When normalize is off, require :// for http/https URLs. This prevents strings like "http:example.com" or "https:/path" from being silently accepted
    if (!def.normalize && def.protocol?.source === httpProtocol.source && !/^https?:\/\//i.test(trimmed)) {
        return URL_BAD_FORMAT;
    }
    try {
        if (typeof URL !== "undefined") {
            const URLStatic = URL;
            if (typeof URLStatic.parse === "function")
                return URLStatic.parse(trimmed) ?? URL_UNPARSEABLE;
        }
        // @ts-ignore
        return new URL(trimmed);
    }
    catch {
        return URL_UNPARSEABLE;
    }
}
const asciiTabOrNewline = /[\t\n\r]/g;
/** The URL parser deletes every ASCII tab, LF and CR from its input before it parses, so `new URL("https://exa\nmple.com")` reports on `example.com`. Applying the same deletion to the returned value closes the half of that divergence which can move the host; the parser's other rewrite, stripping C0 controls at the edges, cannot. */
function stripTabAndNewline(value) {
    return value.replace(asciiTabOrNewline, "");
}
function urlHostnameOk(url, hostname) {
    hostname.lastIndex = 0;
    return hostname.test(url.hostname);
}
function urlProtocolOk(url, protocol) {
    protocol.lastIndex = 0;
    return protocol.test(url.protocol.endsWith(":") ? url.protocol.slice(0, -1) : url.protocol);
}
const $ZodURL = /*@__PURE__*/ $constructor("$ZodURL", (inst, def) => {
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        try {
            // Trim whitespace from input
            const trimmed = payload.value.trim();
            const url = validateURL(trimmed, def);
            if (url === URL_BAD_FORMAT) {
                payload.issues.push({
                    code: "invalid_format",
                    format: "url",
                    note: "Invalid URL format",
                    input: payload.value,
                    inst,
                    continue: !def.abort,
                });
                return;
            }
            if (url === URL_UNPARSEABLE) {
                payload.issues.push({
                    code: "invalid_format",
                    format: "url",
                    input: payload.value,
                    inst,
                    continue: !def.abort,
                });
                return;
            }
            if (url === true) {
                payload.value = stripTabAndNewline(trimmed);
                return;
            }
            if (def.hostname && !urlHostnameOk(url, def.hostname)) {
                payload.issues.push({
                    code: "invalid_format",
                    format: "url",
                    note: "Invalid hostname",
                    pattern: def.hostname.source,
                    input: payload.value,
                    inst,
                    continue: !def.abort,
                });
            }
            if (def.protocol && !urlProtocolOk(url, def.protocol)) {
                payload.issues.push({
                    code: "invalid_format",
                    format: "url",
                    note: "Invalid protocol",
                    pattern: def.protocol.source,
                    input: payload.value,
                    inst,
                    continue: !def.abort,
                });
            }
            // Set the output value based on normalize flag
            payload.value = def.normalize ? url.href : stripTabAndNewline(trimmed);
            return;
        }
        catch (_) {
            payload.issues.push({
                code: "invalid_format",
                format: "url",
                input: payload.value,
                inst,
                continue: !def.abort,
            });
        }
    };
});
const $ZodEmoji = /*@__PURE__*/ $constructor("$ZodEmoji", (inst, def) => {
    def.pattern ?? (def.pattern = emoji());
    $ZodStringFormat.init(inst, def);
});
const $ZodNanoID = /*@__PURE__*/ $constructor("$ZodNanoID", (inst, def) => {
    if (def.length !== undefined && (!Number.isInteger(def.length) || def.length < 1))
        throw new Error(`Invalid nanoid length: ${def.length}`);
    def.pattern ?? (def.pattern = def.length === undefined ? nanoid : nanoidOfLength(def.length));
    $ZodStringFormat.init(inst, def);
});
/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link $ZodCUID2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
const $ZodCUID = /*@__PURE__*/ $constructor("$ZodCUID", (inst, def) => {
    def.pattern ?? (def.pattern = cuid);
    $ZodStringFormat.init(inst, def);
});
const $ZodCUID2 = /*@__PURE__*/ $constructor("$ZodCUID2", (inst, def) => {
    def.pattern ?? (def.pattern = cuid2);
    $ZodStringFormat.init(inst, def);
});
const $ZodULID = /*@__PURE__*/ $constructor("$ZodULID", (inst, def) => {
    def.pattern ?? (def.pattern = ulid);
    $ZodStringFormat.init(inst, def);
});
const $ZodXID = /*@__PURE__*/ $constructor("$ZodXID", (inst, def) => {
    def.pattern ?? (def.pattern = xid);
    $ZodStringFormat.init(inst, def);
});
const $ZodKSUID = /*@__PURE__*/ $constructor("$ZodKSUID", (inst, def) => {
    def.pattern ?? (def.pattern = ksuid);
    $ZodStringFormat.init(inst, def);
});
const $ZodISODateTime = /*@__PURE__*/ $constructor("$ZodISODateTime", (inst, def) => {
    def.pattern ?? (def.pattern = datetime(def));
    $ZodStringFormat.init(inst, def);
});
const $ZodISODate = /*@__PURE__*/ $constructor("$ZodISODate", (inst, def) => {
    def.pattern ?? (def.pattern = date);
    $ZodStringFormat.init(inst, def);
});
const $ZodISOTime = /*@__PURE__*/ $constructor("$ZodISOTime", (inst, def) => {
    def.pattern ?? (def.pattern = time(def));
    $ZodStringFormat.init(inst, def);
});
const $ZodISODuration = /*@__PURE__*/ $constructor("$ZodISODuration", (inst, def) => {
    def.pattern ?? (def.pattern = duration);
    $ZodStringFormat.init(inst, def);
});
const $ZodIPv4 = /*@__PURE__*/ $constructor("$ZodIPv4", (inst, def) => {
    def.pattern ?? (def.pattern = ipv4);
    $ZodStringFormat.init(inst, def);
});
/** An IPv6 address is written with hex digits, colons and dots, and nothing else. The guard is what makes the check below an IPv6 check: `new URL("http://[...]")` parses an authority, not an address, so `@` and `\` re-delimit it and `"::@1\\"` validates against the host `0.0.0.1`. The URL parser also deletes ASCII tab, LF and CR rather than failing, which is how `"::1\n"` validated as `::1`. */
const ipv6Alphabet = /^[0-9a-fA-F:.]+$/;
function isValidIPv6(value) {
    if (!ipv6Alphabet.test(value))
        return false;
    return canParseURL(`http://[${value}]`);
}
const $ZodIPv6 = /*@__PURE__*/ $constructor("$ZodIPv6", (inst, def) => {
    def.pattern ?? (def.pattern = ipv6);
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (!isValidIPv6(payload.value)) {
            payload.issues.push({
                code: "invalid_format",
                format: "ipv6",
                input: payload.value,
                inst,
                continue: !def.abort,
            });
        }
    };
});
const $ZodMAC = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodMAC", (inst, def) => {
    def.pattern ?? (def.pattern = regexes.mac(def.delimiter));
    $ZodStringFormat.init(inst, def);
})));
const $ZodCIDRv4 = /*@__PURE__*/ $constructor("$ZodCIDRv4", (inst, def) => {
    def.pattern ?? (def.pattern = cidrv4);
    $ZodStringFormat.init(inst, def);
});
function isValidCIDRv6(value) {
    const parts = value.split("/");
    if (parts.length !== 2)
        return false;
    const [address, prefix] = parts;
    if (!prefix)
        return false;
    const prefixNum = Number(prefix);
    if (`${prefixNum}` !== prefix)
        return false;
    if (prefixNum < 0 || prefixNum > 128)
        return false;
    return isValidIPv6(address);
}
const $ZodCIDRv6 = /*@__PURE__*/ $constructor("$ZodCIDRv6", (inst, def) => {
    def.pattern ?? (def.pattern = cidrv6); // not used for validation
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (!isValidCIDRv6(payload.value)) {
            payload.issues.push({
                code: "invalid_format",
                format: "cidrv6",
                input: payload.value,
                inst,
                continue: !def.abort,
            });
        }
    };
});
//////////////////////////////   ZodBase64   //////////////////////////////
function isValidBase64(data) {
    if (data === "")
        return true;
    // atob ignores whitespace, so reject it up front.
    if (/\s/.test(data))
        return false;
    if (data.length % 4 !== 0)
        return false;
    try {
        // @ts-ignore
        atob(data);
        return true;
    }
    catch {
        return false;
    }
}
// lax on purpose: the quantified regexes.base64 overflows the regex stack on multi-MB input and its leading ^$| alternation leaks through template-literal composition; isValidBase64 enforces length and padding
const base64Charset = /^[0-9a-zA-Z+/]*={0,2}$/;
const $ZodBase64 = /*@__PURE__*/ $constructor("$ZodBase64", (inst, def) => {
    def.pattern ?? (def.pattern = base64Charset);
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (isValidBase64(payload.value))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: "base64",
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
//////////////////////////////   ZodBase64URL   //////////////////////////////
// lax on purpose: the quantified regexes.base64url overflows the regex stack on multi-MB input; isValidBase64 enforces length on the padded string
const base64urlCharset = /^[A-Za-z0-9_-]*$/;
function isValidBase64URL(data) {
    if (!base64urlCharset.test(data))
        return false;
    const base64 = data.replace(/[-_]/g, (c) => (c === "-" ? "+" : "/"));
    const padded = base64.padEnd(Math.ceil(base64.length / 4) * 4, "=");
    return isValidBase64(padded);
}
const $ZodBase64URL = /*@__PURE__*/ $constructor("$ZodBase64URL", (inst, def) => {
    def.pattern ?? (def.pattern = base64urlCharset);
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (isValidBase64URL(payload.value))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: "base64url",
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodE164 = /*@__PURE__*/ $constructor("$ZodE164", (inst, def) => {
    def.pattern ?? (def.pattern = e164);
    $ZodStringFormat.init(inst, def);
});
//////////////////////////////   ZodCreditCard   //////////////////////////////
const CC_SANITIZE = /[- ]/g;
/** Luhn checksum on a digit-only string. Adapted from valibot (MIT). */
function isLuhnAlgo(digits) {
    let length = digits.length;
    let bit = 1;
    let sum = 0;
    while (length) {
        const value = digits.charCodeAt(--length) - 48;
        bit ^= 1;
        sum += bit ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][value] : value;
    }
    return sum % 10 === 0;
}
function isValidCreditCard(input) {
    if (!regexes.creditCard.test(input))
        return false;
    return isLuhnAlgo(input.replace(CC_SANITIZE, ""));
}
const $ZodCreditCard = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCreditCard", (inst, def) => {
    // Shape only — the Luhn check below is not expressible as a pattern, so consumers of `pattern` (JSON Schema, template literals) get the length and separator rules alone.
    def.pattern ?? (def.pattern = regexes.creditCard);
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (isValidCreditCard(payload.value))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: "credit_card",
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
})));
//////////////////////////////   ZodIBAN   //////////////////////////////
// iso 7064 mod 97-10 checksum without BigInt
function isIso7064Mod97(iban) {
    let remainder = 0;
    const len = iban.length;
    for (let i = 4; i < len; i++) {
        const code = iban.charCodeAt(i);
        remainder = (code >= 65 ? remainder * 100 + (code - 55) : remainder * 10 + (code - 48)) % 97;
    }
    for (let i = 0; i < 4; i++) {
        const code = iban.charCodeAt(i);
        remainder = (code >= 65 ? remainder * 100 + (code - 55) : remainder * 10 + (code - 48)) % 97;
    }
    return remainder === 1;
}
function isValidIBAN(input) {
    if (!regexes.iban.test(input))
        return false;
    return isIso7064Mod97(input);
}
const $ZodIBAN = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodIBAN", (inst, def) => {
    // shape only — checksum is not expressible as a pattern
    def.pattern ?? (def.pattern = regexes.iban);
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (isValidIBAN(payload.value))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: "iban",
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
})));
//////////////////////////////   ZodJWT   //////////////////////////////
function isValidJWT(token, algorithm = null) {
    try {
        const tokensParts = token.split(".");
        if (tokensParts.length !== 3)
            return false;
        const [header] = tokensParts;
        if (!header)
            return false;
        // @ts-ignore
        const parsedHeader = JSON.parse(atob(header));
        if ("typ" in parsedHeader && parsedHeader?.typ !== "JWT")
            return false;
        if (!parsedHeader.alg)
            return false;
        if (algorithm && (!("alg" in parsedHeader) || parsedHeader.alg !== algorithm))
            return false;
        return true;
    }
    catch {
        return false;
    }
}
const $ZodJWT = /*@__PURE__*/ $constructor("$ZodJWT", (inst, def) => {
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (isValidJWT(payload.value, def.alg))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: "jwt",
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCustomStringFormat = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCustomStringFormat", (inst, def) => {
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (def.fn(payload.value))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: def.format,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
})));
const $ZodNumber = /*@__PURE__*/ $constructor("$ZodNumber", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = number;
    inst._zod.parse = (payload, _ctx) => {
        if (def.coerce)
            try {
                payload.value = Number(payload.value);
            }
            catch (_) { }
        const input = payload.value;
        if (typeof input === "number" && !Number.isNaN(input) && Number.isFinite(input)) {
            return payload;
        }
        const received = typeof input === "number"
            ? Number.isNaN(input)
                ? "NaN"
                : !Number.isFinite(input)
                    ? String(input)
                    : undefined
            : undefined;
        payload.issues.push({
            expected: "number",
            code: "invalid_type",
            input,
            inst,
            ...(received ? { received } : {}),
        });
        return payload;
    };
});
const $ZodNumberFormat = /*@__PURE__*/ $constructor("$ZodNumberFormat", (inst, def) => {
    $ZodCheckNumberFormat.init(inst, def);
    $ZodNumber.init(inst, def); // no format checks
});
const $ZodBoolean = /*@__PURE__*/ $constructor("$ZodBoolean", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = regexes_boolean;
    inst._zod.parse = (payload, _ctx) => {
        if (def.coerce)
            try {
                payload.value = Boolean(payload.value);
            }
            catch (_) { }
        const input = payload.value;
        if (typeof input === "boolean")
            return payload;
        payload.issues.push({
            expected: "boolean",
            code: "invalid_type",
            input,
            inst,
        });
        return payload;
    };
});
const $ZodBigInt = /*@__PURE__*/ $constructor("$ZodBigInt", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = bigint;
    inst._zod.parse = (payload, _ctx) => {
        if (def.coerce)
            try {
                payload.value = BigInt(payload.value);
            }
            catch (_) { }
        if (typeof payload.value === "bigint")
            return payload;
        payload.issues.push({
            expected: "bigint",
            code: "invalid_type",
            input: payload.value,
            inst,
        });
        return payload;
    };
});
const $ZodBigIntFormat = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodBigIntFormat", (inst, def) => {
    checks.$ZodCheckBigIntFormat.init(inst, def);
    $ZodBigInt.init(inst, def); // no format checks
})));
const $ZodSymbol = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodSymbol", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (typeof input === "symbol")
            return payload;
        payload.issues.push({
            expected: "symbol",
            code: "invalid_type",
            input,
            inst,
        });
        return payload;
    };
})));
const $ZodUndefined = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodUndefined", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = regexes.undefined;
    inst._zod.values = new Set([undefined]);
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (typeof input === "undefined")
            return payload;
        payload.issues.push({
            expected: "undefined",
            code: "invalid_type",
            input,
            inst,
        });
        return payload;
    };
})));
const $ZodNull = /*@__PURE__*/ $constructor("$ZodNull", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = _null;
    inst._zod.values = new Set([null]);
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (input === null)
            return payload;
        payload.issues.push({
            expected: "null",
            code: "invalid_type",
            input,
            inst,
        });
        return payload;
    };
});
const $ZodAny = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodAny", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload) => payload;
})));
const $ZodUnknown = /*@__PURE__*/ $constructor("$ZodUnknown", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload) => payload;
});
const $ZodNever = /*@__PURE__*/ $constructor("$ZodNever", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _ctx) => {
        payload.issues.push({
            expected: "never",
            code: "invalid_type",
            input: payload.value,
            inst,
        });
        return payload;
    };
});
const $ZodVoid = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodVoid", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (typeof input === "undefined")
            return payload;
        payload.issues.push({
            expected: "void",
            code: "invalid_type",
            input,
            inst,
        });
        return payload;
    };
})));
const $ZodDate = /*@__PURE__*/ $constructor("$ZodDate", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _ctx) => {
        if (def.coerce) {
            try {
                payload.value = new Date(payload.value);
            }
            catch (_err) { }
        }
        const input = payload.value;
        const isDate = input instanceof Date;
        const isValidDate = isDate && !Number.isNaN(input.getTime());
        if (isValidDate)
            return payload;
        payload.issues.push({
            expected: "date",
            code: "invalid_type",
            input,
            ...(isDate ? { received: "Invalid Date" } : {}),
            inst,
        });
        return payload;
    };
});
// an oversized container fails its leading size checks before any element is parsed
function capSize(inst, size) {
    const caps = sizeCaps(inst._zod.def.checks);
    if (!caps.length)
        return;
    const cap = Math.min(...caps.map((c) => c[0]));
    const parse = inst._zod.parse;
    inst._zod.parse = (payload, ctx) => {
        const n = size(payload.value);
        if (n > cap && !ctx?.skipChecks && ctx?.direction !== "backward") {
            for (const [max, ch] of sizeCaps(inst._zod.def.checks)) {
                if (n > max && ch._zod.def.when(payload)) {
                    const start = payload.issues.length;
                    ch._zod.check(payload);
                    // the value is still the raw input, so no later check may read it
                    payload.issues[start].continue = false;
                    attachSchema(payload.issues, start, inst);
                    return payload;
                }
            }
        }
        return parse(payload, ctx);
    };
}
const arraySize = (input) => (Array.isArray(input) ? input.length : -1);
const mapSize = (input) => (input instanceof Map ? input.size : -1);
const setSize = (input) => (input instanceof Set ? input.size : -1);
function handleArrayResult(result, final, index) {
    if (result.issues.length) {
        final.issues.push(...prefixIssues(index, result.issues));
    }
    final.value[index] = result.value;
}
const $ZodArray = /*@__PURE__*/ $constructor("$ZodArray", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = globalConfig.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!Array.isArray(input)) {
            payload.issues.push({
                expected: "array",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        payload.value = memo ? memo.alloc(inst, payload, Array(input.length), ctx) : Array(input.length);
        const proms = [];
        const abortEarly = ctx?.abortEarly;
        for (let i = 0; i < input.length; i++) {
            const item = input[i];
            const result = def.element._zod.run({
                value: item,
                issues: [],
            }, ctx);
            if (result instanceof Promise) {
                proms.push(result.then((result) => handleArrayResult(result, payload, i)));
            }
            else {
                handleArrayResult(result, payload, i);
                // the element's payload is authoritative here, since handleArrayResult forwards every issue; an object's is not, because it drops a failed absent optional
                if (abortEarly && result.issues.length !== 0 && aborted(result))
                    break;
            }
        }
        if (proms.length) {
            return Promise.all(proms).then(() => payload);
        }
        return payload; //handleArrayResultsAsync(parseResults, final);
    };
    capSize(inst, arraySize);
});
function handlePropertyResult(result, final, key, input, optin, optout) {
    const isPresent = key in input;
    const isOptionalOut = optout === "optional";
    // The middle rung means "absence permitted, nothing supplied in its place", so an absent key contributes nothing — whatever the schema made of `undefined` is invented, not substituted. Only `optional` reaches this with a value: `defaulted` substitutes, and a schema that isn't optional-out has to keep the key.
    if (!isPresent && isOptionalOut && optin === "optional") {
        return;
    }
    if (result.issues.length) {
        // For optional-in/out schemas, ignore errors on absent keys.
        if (optin !== undefined && isOptionalOut && !isPresent) {
            return;
        }
        final.issues.push(...prefixIssues(key, result.issues));
    }
    if (!isPresent && optin === undefined) {
        if (!result.issues.length) {
            final.issues.push({
                code: "invalid_type",
                expected: "nonoptional",
                input: undefined,
                path: [key],
            });
        }
        return;
    }
    if (result.value === undefined) {
        if (isPresent || (optin === "defaulted" && !isOptionalOut)) {
            final.value[key] = undefined;
        }
    }
    else {
        final.value[key] = result.value;
    }
}
// one shared instance; a fresh [] per schema cost 56 bytes retained
const NO_SYMBOL_KEYS = [];
function normalizeDef(def) {
    const keys = Object.keys(def.shape);
    const ownSymbols = Object.getOwnPropertySymbols(def.shape);
    const symbolKeys = ownSymbols.length ? ownSymbols : NO_SYMBOL_KEYS;
    // aliases `keys` when there are no symbols, so a string-only shape keeps one array
    const allKeys = symbolKeys.length ? [...keys, ...symbolKeys] : keys;
    for (const k of allKeys) {
        if (!def.shape?.[k]?._zod?.traits?.has("$ZodType")) {
            throw new Error(`Invalid element at key "${String(k)}": expected a Zod schema`);
        }
    }
    const okeys = optionalKeys(def.shape);
    return {
        ...def,
        allKeys,
        symbolKeys,
        // string-only: handleCatchall matches it against `for...in`, which never yields a symbol
        keySet: new Set(keys),
        numKeys: keys.length,
        optionalKeys: new Set(okeys),
    };
}
function handleCatchall(proms, input, payload, ctx, def, inst, abortEarly) {
    const unrecognized = [];
    const keySet = def.keySet;
    const _catchall = def.catchall._zod;
    const t = _catchall.def.type;
    const optin = _catchall.optin;
    const optout = _catchall.optout;
    // starts at 0, not the current length: the shape phase already ran and may have aborted
    let seen = 0;
    for (const key in input) {
        if (abortEarly && payload.issues.length !== seen) {
            if (aborted(payload, seen))
                break;
            seen = payload.issues.length;
        }
        // Must precede the __proto__ branch: a declared key is not unrecognized, even though the shape loop deliberately strips __proto__ from the parsed output.
        if (keySet.has(key))
            continue;
        // Don't copy an undeclared __proto__ into the result; assignment to a plain {} would replace the result prototype. But in strict mode it is still an unknown key, so report it before skipping.
        if (key === "__proto__") {
            if (t === "never")
                unrecognized.push(key);
            continue;
        }
        if (t === "never") {
            unrecognized.push(key);
            continue;
        }
        const r = _catchall.run({ value: input[key], issues: [] }, ctx);
        if (r instanceof Promise) {
            proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
        }
        else {
            handlePropertyResult(r, payload, key, input, optin, optout);
        }
    }
    if (unrecognized.length) {
        payload.issues.push({
            code: "unrecognized_keys",
            keys: unrecognized,
            input,
            inst,
            // Describes the shape of the input, not the validity of the parsed value, so it never aborts. The parse still fails; the schema's own checks just get to run first, and an enclosing intersection can reconcile the key against a sibling operand.
            continue: true,
        });
    }
    if (!proms.length)
        return payload;
    return Promise.all(proms).then(() => {
        return payload;
    });
}
const $ZodObject = /*@__PURE__*/ $constructor("$ZodObject", (inst, def) => {
    // requires cast because technically $ZodObject doesn't extend
    $ZodType.init(inst, def);
    const desc = Object.getOwnPropertyDescriptor(def, "shape");
    // a cloned def carries its source's accessor, which knows the shape it answers from; adopting that keeps the clone's keys readable without running it
    const sh = desc?.get ? desc.get.raw : (def.shape ?? {});
    if (sh) {
        // Freezes the shape on first read, so its getters resolve once and every later read sees the same schemas.
        const get = () => {
            const newSh = { ...sh };
            Object.defineProperty(def, "shape", { value: newSh });
            get.raw = newSh;
            return newSh;
        };
        get.raw = sh;
        Object.defineProperty(def, "shape", { get });
    }
    const _normalized = cached(() => normalizeDef(def));
    defineLazyInternal(inst, "propValues", (zod) => {
        const shape = zod.def.shape;
        const propValues = {};
        for (const key in shape) {
            const field = shape[key]._zod;
            if (field.values) {
                if (!Object.prototype.hasOwnProperty.call(propValues, key)) {
                    util_assignProp(propValues, key, new Set());
                }
                for (const v of field.values)
                    propValues[key].add(v);
                // An omittable slot reads back as undefined at a discriminator lookup, so it has to claim undefined: two options that can both omit the key are not discriminable on it.
                if (field.optin !== undefined)
                    propValues[key].add(undefined);
            }
        }
        return propValues;
    });
    const isObject = util_isObject;
    const catchall = def.catchall;
    let value;
    const memo = globalConfig.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        value ?? (value = _normalized.value);
        const input = payload.value;
        if (!isObject(input)) {
            payload.issues.push({
                expected: "object",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
        const proms = [];
        const shape = value.shape;
        const abortEarly = ctx?.abortEarly;
        let seen = payload.issues.length;
        for (const key of value.allKeys) {
            if (abortEarly && payload.issues.length !== seen) {
                if (aborted(payload, seen))
                    break;
                seen = payload.issues.length;
            }
            if (key === "__proto__")
                continue;
            const el = shape[key];
            const optin = el._zod.optin;
            const optout = el._zod.optout;
            const r = el._zod.run({ value: input[key], issues: [] }, ctx);
            if (r instanceof Promise) {
                proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
            }
            else {
                handlePropertyResult(r, payload, key, input, optin, optout);
            }
        }
        if (!catchall) {
            return proms.length ? Promise.all(proms).then(() => payload) : payload;
        }
        return handleCatchall(proms, input, payload, ctx, _normalized.value, inst, abortEarly === true);
    };
});
const $ZodObjectJIT = /*@__PURE__*/ $constructor("$ZodObjectJIT", (inst, def) => {
    // requires cast because technically $ZodObject doesn't extend
    $ZodObject.init(inst, def);
    const superParse = inst._zod.parse;
    const _normalized = cached(() => normalizeDef(def));
    const memo = globalConfig.memoizer;
    const generateFastpass = (shape) => {
        const normalized = _normalized.value;
        const syms = normalized.symbolKeys;
        // a symbol has no source literal, so it is read as `syms[i]` off the closed-over scope
        const doc = new Doc(["payload", "ctx"], { shape, inst, memo, syms });
        const parseStr = (k) => `shape[${k}]._zod.run({ value: input[${k}], issues: [] }, ctx)`;
        // prefixes in place, like util.prefixIssues. newResult must land before the early return: a catchall runs after this and would otherwise write onto the caller's input
        const prefixStr = (id, k) => `
          let ${id}_ab = false;
          for (let i = 0; i < ${id}.issues.length; i++) {
            const iss = ${id}.issues[i];
            iss.path = iss.path ? [${k}, ...iss.path] : [${k}];
            payload.issues.push(iss);
            if (iss.continue !== true) ${id}_ab = true;
          }
          if (${id}_ab && ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }`;
        doc.write(`const input = payload.value;`);
        const ids = Object.create(null);
        let counter = 0;
        for (const key of normalized.allKeys) {
            ids[key] = `key_${counter++}`;
        }
        // A: preserve key order {
        doc.write(memo ? `const newResult = memo.alloc(inst, payload, {}, ctx);` : `const newResult = {};`);
        for (const key of normalized.allKeys) {
            if (key === "__proto__")
                continue;
            const id = ids[key];
            const k = typeof key === "symbol" ? `syms[${syms.indexOf(key)}]` : esc(key);
            const isPresent = `${k} in input`;
            const schema = shape[key];
            const optin = schema?._zod?.optin;
            const isOptionalIn = optin !== undefined;
            const isOptionalOut = schema?._zod?.optout === "optional";
            doc.write(`const ${id} = ${parseStr(k)};`);
            if (isOptionalIn && isOptionalOut) {
                // For optional-in/out schemas, ignore errors on absent keys — and, like the interpreted path, drop the value produced alongside them. The middle rung goes further: it permits absence without supplying anything in its place, so an absent key contributes nothing at all.
                const assign = optin === "optional" ? `${id}_present` : `${id}.value !== undefined || ${id}_present`;
                doc.write(`
        const ${id}_present = ${isPresent};
        if (!${id}.issues.length || ${id}_present) {
          if (${id}.issues.length) {${prefixStr(id, k)}
          }

          if (${assign}) {
            newResult[${k}] = ${id}.value;
          }
        }

      `);
            }
            else if (!isOptionalIn) {
                doc.write(`
        const ${id}_present = ${isPresent};
        if (${id}.issues.length) {${prefixStr(id, k)}
        }
        if (!${id}_present && !${id}.issues.length) {
          payload.issues.push({
            code: "invalid_type",
            expected: "nonoptional",
            input: undefined,
            path: [${k}]
          });
          if (ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }
        }

        if (${id}_present) {
          newResult[${k}] = ${id}.value;
        }

      `);
            }
            else {
                doc.write(`
        if (${id}.issues.length) {${prefixStr(id, k)}
        }
      `);
                if (optin === "defaulted") {
                    doc.write(`newResult[${k}] = ${id}.value;`);
                }
                else {
                    doc.write(`
        if (${id}.value !== undefined || ${isPresent}) {
          newResult[${k}] = ${id}.value;
        }
      `);
                }
            }
        }
        doc.write(`payload.value = newResult;`);
        doc.write(`return payload;`);
        // closing `shape` in is what pays: turbofan specializes the parser against that one shape object, so every `shape[k]._zod.run` folds to a known callee. as a parameter it stays a generic load and measures 13% slower even with the forwarding frame gone
        return doc.compile();
    };
    let fastpass;
    const isObject = util_isObject;
    const jit = !globalConfig.jitless;
    const allowsEval = util_allowsEval;
    const fastEnabled = jit && allowsEval.value; // && !def.catchall;
    const catchall = def.catchall;
    let value;
    inst._zod.parse = (payload, ctx) => {
        value ?? (value = _normalized.value);
        const input = payload.value;
        if (!isObject(input)) {
            payload.issues.push({
                expected: "object",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        if (jit && fastEnabled && ctx?.async === false && ctx.jitless !== true) {
            // always synchronous
            if (!fastpass)
                fastpass = generateFastpass(def.shape);
            payload = fastpass(payload, ctx);
            if (!catchall)
                return payload;
            return handleCatchall([], input, payload, ctx, value, inst, ctx?.abortEarly === true);
        }
        return superParse(payload, ctx);
    };
});
function handleUnionResults(results, final, inst, ctx) {
    for (const result of results) {
        if (result.issues.length === 0) {
            final.value = result.value;
            return final;
        }
    }
    const nonaborted = results.filter((r) => !aborted(r));
    if (nonaborted.length === 1) {
        final.value = nonaborted[0].value;
        return nonaborted[0];
    }
    final.issues.push({
        code: "invalid_union",
        input: final.value,
        inst,
        errors: results.map((result) => result.issues.map((iss) => finalizeIssue(iss, ctx, config()))),
    });
    return final;
}
const $ZodUnion = /*@__PURE__*/ $constructor("$ZodUnion", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "optin", (zod) => zod.def.options.some((o) => o._zod.optin === "defaulted")
        ? "defaulted"
        : zod.def.options.some((o) => o._zod.optin !== undefined)
            ? "optional"
            : undefined);
    defineLazyInternal(inst, "optout", (zod) => zod.def.options.some((o) => o._zod.optout === "optional") ? "optional" : undefined);
    defineLazyInternal(inst, "values", (zod) => {
        if (zod.def.options.every((o) => o._zod.values)) {
            return new Set(zod.def.options.flatMap((option) => Array.from(option._zod.values)));
        }
        return undefined;
    });
    defineLazyInternal(inst, "pattern", (zod) => {
        if (zod.def.options.every((o) => o._zod.pattern)) {
            const patterns = zod.def.options.map((o) => o._zod.pattern);
            return new RegExp(`^(${patterns.map((p) => cleanRegex(p.source)).join("|")})$`);
        }
        return undefined;
    });
    const first = def.options.length === 1 ? def.options[0]._zod.run : null;
    inst._zod.parse = (payload, ctx) => {
        if (first) {
            return first(payload, ctx);
        }
        let async = false;
        const results = [];
        for (const option of def.options) {
            const result = option._zod.run({
                value: payload.value,
                issues: [],
            }, ctx);
            if (result instanceof Promise) {
                results.push(result);
                async = true;
            }
            else {
                if (result.issues.length === 0)
                    return result;
                results.push(result);
            }
        }
        if (!async)
            return handleUnionResults(results, payload, inst, ctx);
        return Promise.all(results).then((results) => {
            return handleUnionResults(results, payload, inst, ctx);
        });
    };
});
function handleExclusiveUnionResults(results, final, inst, ctx) {
    const matches = [];
    for (let i = 0; i < results.length; i++) {
        if (results[i].issues.length === 0)
            matches.push(i);
    }
    if (matches.length === 1) {
        final.value = results[matches[0]].value;
        return final;
    }
    if (matches.length === 0) {
        // No matches - same as regular union
        final.issues.push({
            code: "invalid_union",
            input: final.value,
            inst,
            errors: results.map((result) => result.issues.map((iss) => util.finalizeIssue(iss, ctx, core.config()))),
        });
    }
    else {
        // Multiple matches - exclusive union failure
        final.issues.push({
            code: "invalid_union",
            input: final.value,
            inst,
            errors: [],
            inclusive: false,
            matches,
        });
    }
    return final;
}
const $ZodXor = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodXor", (inst, def) => {
    $ZodUnion.init(inst, def);
    def.inclusive = false;
    const first = def.options.length === 1 ? def.options[0]._zod.run : null;
    inst._zod.parse = (payload, ctx) => {
        if (first) {
            return first(payload, ctx);
        }
        let async = false;
        const results = [];
        for (const option of def.options) {
            const result = option._zod.run({
                value: payload.value,
                issues: [],
            }, ctx);
            if (result instanceof Promise) {
                results.push(result);
                async = true;
            }
            else {
                results.push(result);
            }
        }
        if (!async)
            return handleExclusiveUnionResults(results, payload, inst, ctx);
        return Promise.all(results).then((results) => {
            return handleExclusiveUnionResults(results, payload, inst, ctx);
        });
    };
})));
/** Returns the option whose discriminator claims `value`, or throws if ambiguous. */
function getDiscriminatedOption(union, value) {
    const internals = union._zod;
    let map = internals.bag.optionsMap;
    if (!map) {
        map = discriminatorMap(internals.def);
        internals.bag.optionsMap = map;
    }
    const option = map.get(value);
    if (option === null)
        throw new Error(`Ambiguous discriminator value "${String(value)}"`);
    return option;
}
function discriminatorMap(def) {
    const map = new Map();
    for (const option of def.options) {
        const values = option._zod.propValues?.[def.discriminator];
        if (!values || values.size === 0)
            throw new Error(`Invalid discriminated union option at index "${def.options.indexOf(option)}"`);
        for (const value of values) {
            if (map.has(value)) {
                if (value !== undefined)
                    throw new Error(`Duplicate discriminator value "${String(value)}"`);
                // keep the collision marked so a later member cannot reclaim it
                map.set(value, null);
            }
            else {
                map.set(value, option);
            }
        }
    }
    return map;
}
const $ZodDiscriminatedUnion = 
/*@__PURE__*/
$constructor("$ZodDiscriminatedUnion", (inst, def) => {
    def.inclusive = false;
    $ZodUnion.init(inst, def);
    const _super = inst._zod.parse;
    defineLazyInternal(inst, "propValues", (zod) => {
        const propValues = {};
        let undefinedCount = 0;
        for (const option of zod.def.options) {
            const pv = option._zod.propValues;
            if (!pv || Object.keys(pv).length === 0)
                throw new Error(`Invalid discriminated union option at index "${zod.def.options.indexOf(option)}"`);
            if (pv[zod.def.discriminator]?.has(undefined))
                undefinedCount++;
            for (const [k, v] of Object.entries(pv)) {
                if (!Object.prototype.hasOwnProperty.call(propValues, k)) {
                    util_assignProp(propValues, k, new Set());
                }
                for (const val of v) {
                    propValues[k].add(val);
                }
            }
        }
        if (!zod.def.unionFallback && undefinedCount > 1)
            propValues[zod.def.discriminator]?.delete(undefined);
        return propValues;
    });
    // Checked now rather than in the lookup map below, so an option that lacks the discriminator fails at the `discriminatedUnion` call instead of on the first object parsed. Options whose shape cannot be enumerated without resolving it — pipes and lazies — are left to the map.
    def.options.forEach((option, i) => {
        const propShape = rawShape(option._zod.def);
        if (propShape && !Object.prototype.hasOwnProperty.call(propShape, def.discriminator)) {
            throw new Error(`Invalid discriminated union option at index "${i}"`);
        }
    });
    const disc = cached(() => discriminatorMap(def));
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!util_isObject(input)) {
            payload.issues.push({
                code: "invalid_type",
                expected: "object",
                input,
                inst,
            });
            return payload;
        }
        const value = input?.[def.discriminator];
        const opt = disc.value.get(value);
        // forward metadata cannot choose an encoder for an absent tag
        if (opt && (value !== undefined || ctx.direction !== "backward")) {
            return opt._zod.run(payload, ctx);
        }
        // Fall back to union matching when the fast discriminator path fails:
        // - explicitly enabled via unionFallback, or
        // - during backward direction (encode), since codec-based discriminators have different values in forward vs backward directions
        if (def.unionFallback || ctx.direction === "backward") {
            return _super(payload, ctx);
        }
        // no matching discriminator
        payload.issues.push({
            code: "invalid_union",
            errors: [],
            note: "No matching discriminator",
            discriminator: def.discriminator,
            options: Array.from(disc.value.keys()).filter((value) => disc.value.get(value) !== null),
            input,
            path: [def.discriminator],
            inst,
        });
        return payload;
    };
});
const $ZodIntersection = /*@__PURE__*/ $constructor("$ZodIntersection", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        const left = def.left._zod.run({ value: input, issues: [] }, ctx);
        const right = def.right._zod.run({ value: input, issues: [] }, ctx);
        const async = left instanceof Promise || right instanceof Promise;
        if (async) {
            return Promise.all([left, right]).then(([left, right]) => {
                return handleIntersectionResults(payload, left, right);
            });
        }
        return handleIntersectionResults(payload, left, right);
    };
});
function mergeValues(a, b) {
    // const aType = parse.t(a);
    // const bType = parse.t(b);
    if (a === b) {
        return { valid: true, data: a };
    }
    if (a instanceof Date && b instanceof Date && +a === +b) {
        return { valid: true, data: a };
    }
    if (isPlainObject(a) && isPlainObject(b)) {
        const bKeys = Object.keys(b);
        const sharedKeys = Object.keys(a).filter((key) => bKeys.indexOf(key) !== -1);
        const newObj = { ...a, ...b };
        if (Object.prototype.hasOwnProperty.call(newObj, "__proto__"))
            delete newObj.__proto__;
        for (const key of sharedKeys) {
            if (key === "__proto__")
                continue;
            const sharedValue = mergeValues(a[key], b[key]);
            if (!sharedValue.valid) {
                return {
                    valid: false,
                    mergeErrorPath: [key, ...sharedValue.mergeErrorPath],
                };
            }
            newObj[key] = sharedValue.data;
        }
        return { valid: true, data: newObj };
    }
    if (Array.isArray(a) && Array.isArray(b)) {
        if (a.length !== b.length) {
            return { valid: false, mergeErrorPath: [] };
        }
        const newArray = [];
        for (let index = 0; index < a.length; index++) {
            const itemA = a[index];
            const itemB = b[index];
            const sharedValue = mergeValues(itemA, itemB);
            if (!sharedValue.valid) {
                return {
                    valid: false,
                    mergeErrorPath: [index, ...sharedValue.mergeErrorPath],
                };
            }
            newArray.push(sharedValue.data);
        }
        return { valid: true, data: newArray };
    }
    return { valid: false, mergeErrorPath: [] };
}
function handleIntersectionResults(result, left, right) {
    // Track which side(s) reject each key. A key rejection is reported only when BOTH sides reject it, so a key owned by one branch survives the other's key schema. strictObject reports these as unrecognized_keys; a record with an open key schema reports one invalid_key per key.
    const unrecKeys = new Map();
    let unrecIssue;
    const keyIssues = new Map();
    const collect = (iss, side) => {
        let keys;
        if (iss.code === "unrecognized_keys" && !iss.path?.length) {
            unrecIssue ?? (unrecIssue = iss);
            keys = iss.keys;
        }
        else if (iss.code === "invalid_key" && iss.origin === "record" && iss.path?.length === 1) {
            const k = String(iss.path[0]);
            if (!keyIssues.has(k))
                keyIssues.set(k, iss);
            keys = [k];
        }
        else {
            return false;
        }
        for (const k of keys) {
            if (!unrecKeys.has(k))
                unrecKeys.set(k, {});
            unrecKeys.get(k)[side] = true;
        }
        return true;
    };
    for (const iss of left.issues) {
        if (!collect(iss, "l"))
            result.issues.push(iss);
    }
    for (const iss of right.issues) {
        if (!collect(iss, "r"))
            result.issues.push(iss);
    }
    // Report only keys rejected by BOTH sides
    const bothKeys = [...unrecKeys].filter(([, f]) => f.l && f.r).map(([k]) => k);
    if (bothKeys.length) {
        const aggregated = unrecIssue ? bothKeys.filter((k) => unrecIssue.keys.includes(k)) : [];
        if (aggregated.length)
            result.issues.push({ ...unrecIssue, keys: aggregated });
        for (const k of bothKeys) {
            if (!aggregated.includes(k) && keyIssues.has(k))
                result.issues.push(keyIssues.get(k));
        }
    }
    const merged = mergeValues(left.value, right.value);
    if (!merged.valid) {
        if (aborted(result))
            return result;
        throw new Error(`Unmergable intersection. Error path: ` + `${JSON.stringify(merged.mergeErrorPath)}`);
    }
    result.value = merged.data;
    return result;
}
const $ZodTuple = /*@__PURE__*/ $constructor("$ZodTuple", (inst, def) => {
    $ZodType.init(inst, def);
    const items = def.items;
    const memo = globalConfig.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!Array.isArray(input)) {
            payload.issues.push({
                input,
                inst,
                expected: "tuple",
                code: "invalid_type",
            });
            return payload;
        }
        payload.value = memo ? memo.alloc(inst, payload, [], ctx) : [];
        const proms = [];
        const optinStart = getTupleOptStart(items, "optin");
        const optoutStart = getTupleOptStart(items, "optout");
        if (!def.rest) {
            if (input.length < optinStart) {
                payload.issues.push({
                    code: "too_small",
                    minimum: optinStart,
                    inclusive: true,
                    input,
                    inst,
                    origin: "array",
                });
                return payload;
            }
            if (input.length > items.length) {
                payload.issues.push({
                    code: "too_big",
                    maximum: items.length,
                    inclusive: true,
                    input,
                    inst,
                    origin: "array",
                });
            }
        }
        // Run every item in parallel, collecting results into an indexed array. The post-processing in `handleTupleResults` walks them in order so it can decide whether an absent optional-output error can truncate the tail or must be reported to preserve required output.
        const itemResults = new Array(items.length);
        // only tracked when there is a rest loop to skip
        const abortEarly = def.rest ? ctx?.abortEarly : undefined;
        let itemAborted = false;
        for (let i = 0; i < items.length; i++) {
            const r = items[i]._zod.run({ value: input[i], issues: [] }, ctx);
            if (r instanceof Promise) {
                proms.push(r.then((rr) => {
                    itemResults[i] = rr;
                }));
            }
            else {
                itemResults[i] = r;
                if (abortEarly && !itemAborted && r.issues.length)
                    itemAborted = aborted(r);
            }
        }
        // sound because rest is non-empty exactly when every fixed index is present, the one case handleTupleResults cannot discard an item's issues
        if (def.rest && !itemAborted) {
            let i = items.length - 1;
            const rest = input.slice(items.length);
            let seen = payload.issues.length;
            for (const el of rest) {
                if (abortEarly && payload.issues.length !== seen) {
                    if (aborted(payload, seen))
                        break;
                    seen = payload.issues.length;
                }
                i++;
                const result = def.rest._zod.run({ value: el, issues: [] }, ctx);
                if (result instanceof Promise) {
                    proms.push(result.then((r) => handleTupleResult(r, payload, i)));
                }
                else {
                    handleTupleResult(result, payload, i);
                }
            }
        }
        if (proms.length) {
            return Promise.all(proms).then(() => handleTupleResults(itemResults, payload, items, input, optoutStart));
        }
        return handleTupleResults(itemResults, payload, items, input, optoutStart);
    };
});
function getTupleOptStart(items, key) {
    for (let i = items.length - 1; i >= 0; i--) {
        // optin is a three-rung ladder so any rung above `undefined` permits an absent slot; optout stays two-valued.
        const omittable = key === "optin" ? items[i]._zod.optin !== undefined : items[i]._zod.optout === "optional";
        if (!omittable)
            return i + 1;
    }
    return 0;
}
function handleTupleResult(result, final, index) {
    if (result.issues.length) {
        final.issues.push(...prefixIssues(index, result.issues));
    }
    final.value[index] = result.value;
}
function handleTupleResults(itemResults, final, items, input, optoutStart) {
    // Walk results in order. Mirror $ZodObject's swallow-on-absent-optional rule, but only after `optoutStart`: the first index where the output tuple tail can be absent.
    for (let i = 0; i < items.length; i++) {
        const r = itemResults[i];
        const isPresent = i < input.length;
        // The array analog of `handlePropertyResult`'s absent-key early return: the middle rung permits absence without supplying anything in its place, so the tail truncates here instead of materializing whatever the item made of `undefined`.
        if (!isPresent && i >= optoutStart && items[i]._zod.optin === "optional") {
            final.value.length = i;
            break;
        }
        if (r.issues.length) {
            if (!isPresent && i >= optoutStart) {
                final.value.length = i;
                break;
            }
            final.issues.push(...prefixIssues(i, r.issues));
        }
        final.value[i] = r.value;
    }
    // Drop trailing slots that produced `undefined` for absent input
    // (the array analog of an absent optional key on an object). The
    // `i >= input.length` floor is critical: an explicit `undefined`
    // *inside* the input must be preserved even when the schema is
    // optional-out (e.g. `z.string().or(z.undefined())` accepting an
    // explicit undefined value).
    for (let i = final.value.length - 1; i >= input.length; i--) {
        if (items[i]._zod.optout === "optional" && final.value[i] === undefined) {
            final.value.length = i;
        }
        else {
            break;
        }
    }
    return final;
}
const $ZodRecord = /*@__PURE__*/ $constructor("$ZodRecord", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = globalConfig.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!isPlainObject(input)) {
            payload.issues.push({
                expected: "record",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        // no guard in either loop below: a record's invalid_key aborts but an enclosing intersection can reconcile it, so a stopped loop hides keys the sibling does not own and the intersection then rejects nothing
        const proms = [];
        const values = def.keyType._zod.values;
        if (values && !def.partial) {
            payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
            const recordKeys = new Set();
            for (const key of values) {
                if (typeof key === "string" || typeof key === "number" || typeof key === "symbol") {
                    recordKeys.add(typeof key === "number" ? key.toString() : key);
                    // A declared __proto__ is stripped but is not an unrecognized key.
                    if (key === "__proto__")
                        continue;
                    const keyResult = def.keyType._zod.run({ value: key, issues: [] }, ctx);
                    if (keyResult instanceof Promise) {
                        throw new Error("Async schemas not supported in object keys currently");
                    }
                    if (keyResult.issues.length) {
                        payload.issues.push({
                            code: "invalid_key",
                            origin: "record",
                            issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
                            input: key,
                            path: [key],
                            inst,
                        });
                        continue;
                    }
                    const outKey = keyResult.value;
                    if (outKey === "__proto__")
                        continue;
                    const result = def.valueType._zod.run({ value: input[key], issues: [] }, ctx);
                    if (result instanceof Promise) {
                        proms.push(result.then((result) => {
                            if (result.issues.length) {
                                payload.issues.push(...prefixIssues(key, result.issues));
                            }
                            payload.value[outKey] = result.value;
                        }));
                    }
                    else {
                        if (result.issues.length) {
                            payload.issues.push(...prefixIssues(key, result.issues));
                        }
                        payload.value[outKey] = result.value;
                    }
                }
            }
            let unrecognized;
            for (const key in input) {
                if (!recordKeys.has(key)) {
                    if (def.mode === "loose") {
                        // skip __proto__ so it can't replace the result prototype via the assignment setter on the plain {} we build into
                        if (key === "__proto__")
                            continue;
                        payload.value[key] = input[key];
                    }
                    else {
                        unrecognized = unrecognized ?? [];
                        unrecognized.push(key);
                    }
                }
            }
            if (unrecognized && unrecognized.length > 0) {
                payload.issues.push({
                    code: "unrecognized_keys",
                    input,
                    inst,
                    keys: unrecognized,
                    continue: true,
                });
            }
        }
        else {
            payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
            // An enumerable key schema declares which keys the record owns, so a key outside the set is unrecognized. A non-enumerable one (regex, refine) is a constraint every key must satisfy, so a failing key is invalid. Only the former is reconcilable against the other side of an intersection.
            let unrecognized;
            // Reflect.ownKeys for Symbol-key support; filter non-enumerable to match z.object()
            for (const key of Reflect.ownKeys(input)) {
                if (key === "__proto__")
                    continue;
                if (!Object.prototype.propertyIsEnumerable.call(input, key))
                    continue;
                let keyResult = def.keyType._zod.run({ value: key, issues: [] }, ctx);
                if (keyResult instanceof Promise) {
                    throw new Error("Async schemas not supported in object keys currently");
                }
                // Numeric string fallback: if key is a numeric string and failed, retry with Number(key). This handles z.number(), z.literal([1, 2, 3]), and unions containing numeric literals
                const checkNumericKey = typeof key === "string" && number.test(key) && keyResult.issues.length;
                if (checkNumericKey) {
                    const retryResult = def.keyType._zod.run({ value: Number(key), issues: [] }, ctx);
                    if (retryResult instanceof Promise) {
                        throw new Error("Async schemas not supported in object keys currently");
                    }
                    if (retryResult.issues.length === 0) {
                        keyResult = retryResult;
                    }
                }
                if (keyResult.issues.length) {
                    if (def.mode === "loose") {
                        // Pass through unchanged
                        payload.value[key] = input[key];
                    }
                    else if (values) {
                        unrecognized = unrecognized ?? [];
                        unrecognized.push(key);
                    }
                    else {
                        // Default "strict" behavior: error on invalid key
                        payload.issues.push({
                            code: "invalid_key",
                            origin: "record",
                            issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
                            input: key,
                            path: [key],
                            inst,
                        });
                    }
                    continue;
                }
                // the guard above tests the raw input key, but the key schema can normalize an ordinary key into __proto__; re-check the key we actually write under
                const outKey = keyResult.value;
                if (outKey === "__proto__")
                    continue;
                const result = def.valueType._zod.run({ value: input[key], issues: [] }, ctx);
                if (result instanceof Promise) {
                    proms.push(result.then((result) => {
                        if (result.issues.length) {
                            payload.issues.push(...prefixIssues(key, result.issues));
                        }
                        payload.value[outKey] = result.value;
                    }));
                }
                else {
                    if (result.issues.length) {
                        payload.issues.push(...prefixIssues(key, result.issues));
                    }
                    payload.value[outKey] = result.value;
                }
            }
            if (unrecognized && unrecognized.length > 0) {
                payload.issues.push({
                    code: "unrecognized_keys",
                    input,
                    inst,
                    keys: unrecognized,
                    continue: true,
                });
            }
        }
        if (proms.length) {
            return Promise.all(proms).then(() => payload);
        }
        return payload;
    };
});
const $ZodMap = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodMap", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = core.globalConfig.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!(input instanceof Map)) {
            payload.issues.push({
                expected: "map",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        const proms = [];
        payload.value = memo ? memo.alloc(inst, payload, new Map(), ctx) : new Map();
        const abortEarly = ctx?.abortEarly;
        let seen = payload.issues.length;
        for (const [key, value] of input) {
            if (abortEarly && payload.issues.length !== seen) {
                if (util.aborted(payload, seen))
                    break;
                seen = payload.issues.length;
            }
            const keyResult = def.keyType._zod.run({ value: key, issues: [] }, ctx);
            const valueResult = def.valueType._zod.run({ value: value, issues: [] }, ctx);
            if (keyResult instanceof Promise || valueResult instanceof Promise) {
                proms.push(Promise.all([keyResult, valueResult]).then(([keyResult, valueResult]) => {
                    handleMapResult(keyResult, valueResult, payload, key, input, inst, ctx);
                }));
            }
            else {
                handleMapResult(keyResult, valueResult, payload, key, input, inst, ctx);
            }
        }
        if (proms.length)
            return Promise.all(proms).then(() => payload);
        return payload;
    };
    capSize(inst, mapSize);
})));
function handleMapResult(keyResult, valueResult, final, key, input, inst, ctx) {
    if (keyResult.issues.length) {
        if (util.propertyKeyTypes.has(typeof key)) {
            final.issues.push(...util.prefixIssues(key, keyResult.issues));
        }
        else {
            final.issues.push({
                code: "invalid_key",
                origin: "map",
                input,
                inst,
                issues: keyResult.issues.map((iss) => util.finalizeIssue(iss, ctx, core.config())),
            });
        }
    }
    if (valueResult.issues.length) {
        if (util.propertyKeyTypes.has(typeof key)) {
            final.issues.push(...util.prefixIssues(key, valueResult.issues));
        }
        else {
            final.issues.push({
                origin: "map",
                code: "invalid_element",
                input,
                inst,
                key: key,
                issues: valueResult.issues.map((iss) => util.finalizeIssue(iss, ctx, core.config())),
            });
        }
    }
    final.value.set(keyResult.value, valueResult.value);
}
const $ZodSet = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodSet", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = core.globalConfig.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!(input instanceof Set)) {
            payload.issues.push({
                input,
                inst,
                expected: "set",
                code: "invalid_type",
            });
            return payload;
        }
        const proms = [];
        payload.value = memo ? memo.alloc(inst, payload, new Set(), ctx) : new Set();
        const abortEarly = ctx?.abortEarly;
        let seen = payload.issues.length;
        for (const item of input) {
            if (abortEarly && payload.issues.length !== seen) {
                if (util.aborted(payload, seen))
                    break;
                seen = payload.issues.length;
            }
            const result = def.valueType._zod.run({ value: item, issues: [] }, ctx);
            if (result instanceof Promise) {
                proms.push(result.then((result) => handleSetResult(result, payload)));
            }
            else
                handleSetResult(result, payload);
        }
        if (proms.length)
            return Promise.all(proms).then(() => payload);
        return payload;
    };
    capSize(inst, setSize);
})));
function handleSetResult(result, final) {
    if (result.issues.length) {
        final.issues.push(...result.issues);
    }
    final.value.add(result.value);
}
const $ZodEnum = /*@__PURE__*/ $constructor("$ZodEnum", (inst, def) => {
    $ZodType.init(inst, def);
    const values = getEnumValues(def.entries);
    const valuesSet = new Set(values);
    inst._zod.values = valuesSet;
    defineLazyInternal(inst, "pattern", (zod) => {
        const patternValues = getEnumValues(zod.def.entries).filter((k) => propertyKeyTypes.has(typeof k));
        // unmatchable fallback, RE2-safe: an empty alternation would compile to /^()$/, which matches ""
        return new RegExp(patternValues.length ? `^(${patternValues.map((o) => escapeRegex(o.toString())).join("|")})$` : "^[^\\s\\S]$");
    });
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (valuesSet.has(input)) {
            return payload;
        }
        payload.issues.push({
            code: "invalid_value",
            values,
            input,
            inst,
        });
        return payload;
    };
});
const $ZodLiteral = /*@__PURE__*/ $constructor("$ZodLiteral", (inst, def) => {
    $ZodType.init(inst, def);
    const values = new Set(def.values);
    inst._zod.values = values;
    defineLazyInternal(inst, "pattern", (zod) => {
        const vals = zod.def.values;
        // unmatchable fallback, RE2-safe: an empty alternation would compile to /^()$/, which matches ""
        return new RegExp(vals.length
            ? `^(${vals
                .map((o) => typeof o === "string" ? escapeRegex(o) : o ? escapeRegex(o.toString()) : String(o))
                .join("|")})$`
            : "^[^\\s\\S]$");
    });
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (values.has(input)) {
            return payload;
        }
        payload.issues.push({
            code: "invalid_value",
            values: def.values,
            input,
            inst,
        });
        return payload;
    };
});
const $ZodFile = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodFile", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        // @ts-ignore
        if (input instanceof File)
            return payload;
        payload.issues.push({
            expected: "file",
            code: "invalid_type",
            input,
            inst,
        });
        return payload;
    };
})));
const $ZodTransform = /*@__PURE__*/ $constructor("$ZodTransform", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.optin = "optional";
    globalConfig.memoizer?.guard(inst);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            throw new $ZodEncodeError(inst.constructor.name);
        }
        const _out = def.transform(payload.value, payload);
        if (ctx.async) {
            const output = _out instanceof Promise ? _out : Promise.resolve(_out);
            return output.then((output) => {
                payload.value = output;
                return payload;
            });
        }
        if (_out instanceof Promise) {
            throw new $ZodAsyncError();
        }
        payload.value = _out;
        return payload;
    };
});
function handleOptionalResult(payload, result) {
    // A substituting schema that still failed has no usable answer; yield undefined. Its issues are simply dropped: it ran on a payload of its own, so there is no shared array to truncate and nothing of the caller's to lose with it.
    payload.value = result.issues.length ? undefined : result.value;
    return payload;
}
const $ZodOptional = /*@__PURE__*/ $constructor("$ZodOptional", (inst, def) => {
    $ZodType.init(inst, def);
    // .optional() propagates absence rather than substituting for it, so a defaulted inner keeps its rung.
    defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
    inst._zod.optout = "optional";
    defineLazyInternal(inst, "values", (zod) => {
        const values = zod.def.innerType._zod.values;
        return values ? new Set([...values, undefined]) : undefined;
    });
    defineLazyInternal(inst, "pattern", (zod) => {
        const pattern = zod.def.innerType._zod.pattern;
        return pattern ? new RegExp(`^(${cleanRegex(pattern.source)})?$`) : undefined;
    });
    inst._zod.parse = (payload, ctx) => {
        if (payload.value === undefined) {
            // Only the top rung substitutes a value for absence; everything else leaves it intact, which is what .optional() means.
            if (def.innerType._zod.optin !== "defaulted")
                return payload;
            // Its own payload, for the same reason $ZodCatch gets one: a pipe forwards an unrecognized key through the caller's issues array, and this must not read that as the substituting schema failing and drop it.
            const result = def.innerType._zod.run({ value: payload.value, issues: [] }, ctx);
            if (result instanceof Promise)
                return result.then((result) => handleOptionalResult(payload, result));
            return handleOptionalResult(payload, result);
        }
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodExactOptional = /*@__PURE__*/ $constructor("$ZodExactOptional", (inst, def) => {
    // Call parent init - inherits optin/optout = "optional"
    $ZodOptional.init(inst, def);
    // Override values/pattern to NOT add undefined
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    defineLazyInternal(inst, "pattern", (zod) => zod.def.innerType._zod.pattern);
    // Override parse to just delegate (no undefined handling)
    inst._zod.parse = (payload, ctx) => {
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodNullable = /*@__PURE__*/ $constructor("$ZodNullable", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin);
    defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
    defineLazyInternal(inst, "pattern", (zod) => {
        const pattern = zod.def.innerType._zod.pattern;
        return pattern ? new RegExp(`^(${cleanRegex(pattern.source)}|null)$`) : undefined;
    });
    defineLazyInternal(inst, "values", (zod) => {
        return zod.def.innerType._zod.values ? new Set([...zod.def.innerType._zod.values, null]) : undefined;
    });
    inst._zod.parse = (payload, ctx) => {
        // Forward direction (decode): allow null to pass through
        if (payload.value === null)
            return payload;
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodDefault = /*@__PURE__*/ $constructor("$ZodDefault", (inst, def) => {
    $ZodType.init(inst, def);
    // inst._zod.qin = "true";
    inst._zod.optin = "defaulted";
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            return def.innerType._zod.run(payload, ctx);
        }
        // Forward direction (decode): apply defaults for undefined input
        if (payload.value === undefined) {
            payload.value = def.defaultValue;
            /**
             * $ZodDefault returns the default value immediately in forward direction.
             * It doesn't pass the default value into the validator ("prefault"). There's no reason to pass the default value through validation. The validity of the default is enforced by TypeScript statically. Otherwise, it's the responsibility of the user to ensure the default is valid. In the case of pipes with divergent in/out types, you can specify the default on the `in` schema of your ZodPipe to set a "prefault" for the pipe.   */
            return payload;
        }
        // Forward direction: continue with default handling
        const result = def.innerType._zod.run(payload, ctx);
        if (result instanceof Promise) {
            return result.then((result) => handleDefaultResult(result, def));
        }
        return handleDefaultResult(result, def);
    };
});
function handleDefaultResult(payload, def) {
    if (payload.value === undefined) {
        payload.value = def.defaultValue;
    }
    return payload;
}
const $ZodPrefault = /*@__PURE__*/ $constructor("$ZodPrefault", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.optin = "defaulted";
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            return def.innerType._zod.run(payload, ctx);
        }
        // Forward direction (decode): apply prefault for undefined input
        if (payload.value === undefined) {
            payload.value = def.defaultValue;
        }
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodNonOptional = /*@__PURE__*/ $constructor("$ZodNonOptional", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "values", (zod) => {
        const v = zod.def.innerType._zod.values;
        return v ? new Set([...v].filter((x) => x !== undefined)) : undefined;
    });
    inst._zod.parse = (payload, ctx) => {
        const result = def.innerType._zod.run(payload, ctx);
        if (result instanceof Promise) {
            return result.then((result) => handleNonOptionalResult(result, inst));
        }
        return handleNonOptionalResult(result, inst);
    };
});
function handleNonOptionalResult(payload, inst) {
    if (!payload.issues.length && payload.value === undefined) {
        payload.issues.push({
            code: "invalid_type",
            expected: "nonoptional",
            input: payload.value,
            inst,
        });
    }
    return payload;
}
const $ZodSuccess = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodSuccess", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            throw new core.$ZodEncodeError("ZodSuccess");
        }
        const result = def.innerType._zod.run(payload, ctx);
        if (result instanceof Promise) {
            return result.then((result) => {
                payload.value = result.issues.length === 0;
                return payload;
            });
        }
        payload.value = result.issues.length === 0;
        return payload;
    };
})));
function handleCatchResult(payload, result, def, ctx) {
    if (!result.issues.length) {
        payload.value = result.value;
        // The value carries up, so the flag describing it has to carry with it: a back-edge into a node still being parsed must not be frozen by an enclosing readonly, and its checks belong to the node itself. Guarded so the ordinary case adds no own property.
        if (result.memo)
            payload.memo = true;
        return payload;
    }
    // Spread the inner's own payload, not ours: `value` has to stay the input the catch was handed, and the inner ran on a payload of its own so its issues are already private to this call.
    payload.value = def.catchValue({
        ...result,
        value: payload.value,
        error: {
            issues: result.issues.map((iss) => finalizeIssue(iss, ctx, config())),
        },
        input: payload.value,
    });
    return payload;
}
const $ZodCatch = /*@__PURE__*/ $constructor("$ZodCatch", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
    defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            return def.innerType._zod.run(payload, ctx);
        }
        // Forward direction (decode): apply catch logic
        const result = def.innerType._zod.run({ value: payload.value, issues: [] }, ctx);
        if (result instanceof Promise) {
            return result.then((result) => handleCatchResult(payload, result, def, ctx));
        }
        return handleCatchResult(payload, result, def, ctx);
    };
});
const $ZodNaN = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodNaN", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _ctx) => {
        if (typeof payload.value !== "number" || !Number.isNaN(payload.value)) {
            payload.issues.push({
                input: payload.value,
                inst,
                expected: "nan",
                code: "invalid_type",
            });
            return payload;
        }
        return payload;
    };
})));
const $ZodPipe = /*@__PURE__*/ $constructor("$ZodPipe", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "values", (zod) => zod.def.in._zod.values);
    defineLazyInternal(inst, "optin", (zod) => zod.def.in._zod.optin);
    defineLazyInternal(inst, "optout", (zod) => zod.def.out._zod.optout);
    defineLazyInternal(inst, "propValues", (zod) => zod.def.in._zod.propValues);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            const right = def.out._zod.run(payload, ctx);
            if (right instanceof Promise) {
                return right.then((right) => handlePipeResult(right, def.in, ctx));
            }
            return handlePipeResult(right, def.in, ctx);
        }
        const left = def.in._zod.run(payload, ctx);
        if (left instanceof Promise) {
            return left.then((left) => handlePipeResult(left, def.out, ctx));
        }
        return handlePipeResult(left, def.out, ctx);
    };
});
function handlePipeResult(left, next, ctx) {
    // Any issue stops the pipe, so a failing refinement never feeds its transform. An unrecognized key is the exception: it describes the input's extra properties, not the value being piped, and an enclosing intersection may yet reconcile it.
    if (left.issues.some((iss) => iss.code !== "unrecognized_keys")) {
        // prevent further checks
        left.aborted = true;
        return left;
    }
    return next._zod.run({ value: left.value, issues: left.issues }, ctx);
}
const $ZodCodec = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCodec", (inst, def) => {
    $ZodType.init(inst, def);
    util.defineLazyInternal(inst, "values", (zod) => zod.def.in._zod.values);
    util.defineLazyInternal(inst, "optin", (zod) => zod.def.in._zod.optin);
    util.defineLazyInternal(inst, "optout", (zod) => zod.def.out._zod.optout);
    util.defineLazyInternal(inst, "propValues", (zod) => zod.def.in._zod.propValues);
    inst._zod.parse = (payload, ctx) => {
        const direction = ctx.direction || "forward";
        if (direction === "forward") {
            const left = def.in._zod.run(payload, ctx);
            if (left instanceof Promise) {
                return left.then((left) => handleCodecAResult(left, def, ctx));
            }
            return handleCodecAResult(left, def, ctx);
        }
        else {
            const right = def.out._zod.run(payload, ctx);
            if (right instanceof Promise) {
                return right.then((right) => handleCodecAResult(right, def, ctx));
            }
            return handleCodecAResult(right, def, ctx);
        }
    };
})));
function handleCodecAResult(result, def, ctx) {
    if (result.issues.length) {
        // prevent further checks
        result.aborted = true;
        return result;
    }
    const direction = ctx.direction || "forward";
    if (direction === "forward") {
        const transformed = def.transform(result.value, result);
        if (transformed instanceof Promise) {
            return transformed.then((value) => handleCodecTxResult(result, value, def.out, ctx));
        }
        return handleCodecTxResult(result, transformed, def.out, ctx);
    }
    else {
        const transformed = def.reverseTransform(result.value, result);
        if (transformed instanceof Promise) {
            return transformed.then((value) => handleCodecTxResult(result, value, def.in, ctx));
        }
        return handleCodecTxResult(result, transformed, def.in, ctx);
    }
}
function handleCodecTxResult(left, value, nextSchema, ctx) {
    // Check if transform added any issues
    if (left.issues.length) {
        left.aborted = true;
        return left;
    }
    return nextSchema._zod.run({ value, issues: left.issues }, ctx);
}
const $ZodPreprocess = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodPreprocess", (inst, def) => {
    $ZodPipe.init(inst, def);
})));
const $ZodReadonly = /*@__PURE__*/ $constructor("$ZodReadonly", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "propValues", (zod) => zod.def.innerType._zod.propValues);
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    defineLazyInternal(inst, "optin", (zod) => zod.def.innerType?._zod?.optin);
    defineLazyInternal(inst, "optout", (zod) => zod.def.innerType?._zod?.optout);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            return def.innerType._zod.run(payload, ctx);
        }
        const result = def.innerType._zod.run(payload, ctx);
        if (result instanceof Promise) {
            return result.then(handleReadonlyResult);
        }
        return handleReadonlyResult(result);
    };
});
function handleReadonlyResult(payload) {
    // A repeat visit hands back a node that is still being built; freezing it here would make the rest of its keys fail to assign.
    if (!payload.memo)
        payload.value = Object.freeze(payload.value);
    return payload;
}
// a leaf's pattern source with its own checks folded in: the last pattern-carrying check wins, else length bounds narrow the catch-all, else an integer format narrows the number form. the fold lives here instead of on `_zod.pattern` so a bundle without template literals never pays for it
function leafPattern(schema) {
    const def = schema._zod.def;
    let pattern = def.pattern;
    let isInt = !!def.format?.includes("int");
    let minimum;
    let maximum;
    for (const ch of def.checks ?? []) {
        const d = ch._zod.def;
        if (d.pattern)
            pattern = d.pattern;
        isInt || (isInt = !!d.format?.includes("int"));
        const lo = d.minimum ?? d.length;
        const hi = d.maximum ?? d.length;
        if (lo !== undefined && (minimum === undefined || lo > minimum))
            minimum = lo;
        if (hi !== undefined && (maximum === undefined || hi < maximum))
            maximum = hi;
    }
    if (pattern)
        return pattern.source;
    // an empty range matches nothing at runtime, and `{8,5}` is not a legal quantifier
    if (minimum !== undefined && maximum !== undefined && minimum > maximum)
        return "(?!)";
    if (minimum !== undefined || maximum !== undefined)
        return regexes.string({ minimum, maximum }).source;
    const own = schema._zod.pattern;
    return (isInt && own === regexes.number ? regexes.integer : own)?.source;
}
// a part's pattern source. a wrapper's pattern embeds its inner pattern's source verbatim, so the folded form is substituted in place without knowing the wrapper's own composition; a union's options are joined the way the union builds its own pattern
function partPattern(schema) {
    const def = schema._zod.def;
    const own = schema._zod.pattern?.source;
    // lazy resolves its inner on the internals, not the def
    const inner = def.innerType ?? schema._zod.innerType;
    if (inner) {
        const before = inner._zod.pattern?.source;
        const after = partPattern(inner);
        if (own && before && after && after !== before) {
            return own.replace(util.cleanRegex(before), () => util.cleanRegex(after));
        }
        return own;
    }
    if (def.options) {
        const sources = def.options.map(partPattern);
        if (sources.every(Boolean))
            return `^(${sources.map((s) => util.cleanRegex(s)).join("|")})$`;
    }
    return leafPattern(schema);
}
const $ZodTemplateLiteral = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodTemplateLiteral", (inst, def) => {
    $ZodType.init(inst, def);
    const regexParts = [];
    for (const part of def.parts) {
        if (typeof part === "object" && part !== null) {
            // is Zod schema
            const source = partPattern(part);
            if (!source) {
                throw new Error(`Invalid template literal part, no pattern found: ${[...part._zod.traits].shift()}`);
            }
            regexParts.push(util.cleanRegex(source));
        }
        else if (part === null || util.primitiveTypes.has(typeof part)) {
            regexParts.push(util.escapeRegex(`${part}`));
        }
        else {
            throw new Error(`Invalid template literal part: ${part}`);
        }
    }
    inst._zod.pattern = new RegExp(`^${regexParts.join("")}$`);
    inst._zod.parse = (payload, _ctx) => {
        if (typeof payload.value !== "string") {
            payload.issues.push({
                input: payload.value,
                inst,
                expected: "string",
                code: "invalid_type",
            });
            return payload;
        }
        inst._zod.pattern.lastIndex = 0;
        if (!inst._zod.pattern.test(payload.value)) {
            payload.issues.push({
                input: payload.value,
                inst,
                code: "invalid_format",
                format: def.format ?? "template_literal",
                pattern: inst._zod.pattern.source,
            });
            return payload;
        }
        return payload;
    };
})));
const $ZodFunction = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodFunction", (inst, def) => {
    $ZodType.init(inst, def);
    // Defined, not assigned: the classic prototype exposes `_def` as a getter with no setter.
    Object.defineProperty(inst, "_def", { value: def });
    inst._zod.def = def;
    inst.implement = (func) => {
        if (typeof func !== "function") {
            throw new Error("implement() must be called with a function");
        }
        // Defined inline so the closure stays anonymous: binding it to a `const` first names it, which costs 256 bytes per implemented function.
        return Object.defineProperty(function (...args) {
            const parsedArgs = inst._def.input ? parse(inst._def.input, args) : args;
            const result = Reflect.apply(func, this, parsedArgs);
            if (inst._def.output) {
                return parse(inst._def.output, result);
            }
            return result;
        }, "_zod", { value: inst._zod, enumerable: false });
    };
    inst.implementAsync = (func) => {
        if (typeof func !== "function") {
            throw new Error("implementAsync() must be called with a function");
        }
        return Object.defineProperty(async function (...args) {
            const parsedArgs = inst._def.input ? await parseAsync(inst._def.input, args) : args;
            const result = await Reflect.apply(func, this, parsedArgs);
            if (inst._def.output) {
                return await parseAsync(inst._def.output, result);
            }
            return result;
        }, "_zod", { value: inst._zod, enumerable: false });
    };
    inst._zod.parse = (payload, _ctx) => {
        if (typeof payload.value !== "function") {
            payload.issues.push({
                code: "invalid_type",
                expected: "function",
                input: payload.value,
                inst,
            });
            return payload;
        }
        // Check if output is a promise type to determine if we should use async implementation
        const hasPromiseOutput = inst._def.output && inst._def.output._zod.def.type === "promise";
        if (hasPromiseOutput) {
            payload.value = inst.implementAsync(payload.value);
        }
        else {
            payload.value = inst.implement(payload.value);
        }
        return payload;
    };
    inst.input = (...args) => {
        const F = inst.constructor;
        if (Array.isArray(args[0])) {
            return new F({
                type: "function",
                input: new $ZodTuple({
                    type: "tuple",
                    items: args[0],
                    rest: args[1],
                }),
                output: inst._def.output,
            });
        }
        return new F({
            type: "function",
            input: args[0],
            output: inst._def.output,
        });
    };
    inst.output = (output) => {
        const F = inst.constructor;
        return new F({
            type: "function",
            input: inst._def.input,
            output,
        });
    };
    return inst;
})));
const $ZodPromise = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodPromise", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, ctx) => {
        return Promise.resolve(payload.value).then((inner) => def.innerType._zod.run({ value: inner, issues: [] }, ctx));
    };
})));
const $ZodLazy = /*@__PURE__*/ $constructor("$ZodLazy", (inst, def) => {
    $ZodType.init(inst, def);
    // Cache the resolved inner type on the shared `def` so all clones of this lazy (e.g. via `.describe()`/`.meta()`) share the same inner instance, preserving identity for cycle detection on recursive schemas.
    defineLazy(inst._zod, "innerType", () => {
        const d = def;
        if (!d._cachedInner)
            d._cachedInner = def.getter();
        return d._cachedInner;
    });
    defineLazyInternal(inst, "pattern", (zod) => zod.innerType?._zod?.pattern);
    defineLazyInternal(inst, "propValues", (zod) => zod.innerType?._zod?.propValues);
    defineLazyInternal(inst, "optin", (zod) => zod.innerType?._zod?.optin ?? undefined);
    defineLazyInternal(inst, "optout", (zod) => zod.innerType?._zod?.optout ?? undefined);
    inst._zod.parse = (payload, ctx) => {
        const inner = inst._zod.innerType;
        return inner._zod.run(payload, ctx);
    };
});
const $ZodCustom = /*@__PURE__*/ $constructor("$ZodCustom", (inst, def) => {
    $ZodCheck.init(inst, def);
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _) => {
        return payload;
    };
    inst._zod.check = (payload) => {
        const input = payload.value;
        const r = def.fn(input);
        if (r instanceof Promise) {
            return r.then((r) => handleRefineResult(r, payload, input, inst));
        }
        handleRefineResult(r, payload, input, inst);
        return;
    };
});
function handleRefineResult(result, payload, input, inst) {
    if (!result) {
        const _iss = {
            code: "custom",
            input,
            inst, // incorporates params.error into issue reporting
            path: [...(inst._zod.def.path ?? [])], // incorporates params.error into issue reporting
            continue: !inst._zod.def.abort,
            // params: inst._zod.def.params,
        };
        if (inst._zod.def.params)
            _iss.params = inst._zod.def.params;
        payload.issues.push(util_issue(_iss));
    }
}

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/registries.js
var registries_a;
const $output = /*@__PURE__*/ (/* unused pure expression or super */ null && (Symbol("ZodOutput")));
const $input = /*@__PURE__*/ (/* unused pure expression or super */ null && (Symbol("ZodInput")));
class $ZodRegistry {
    constructor() {
        this._map = new WeakMap();
        this._idmap = new Map();
    }
    add(schema, ..._meta) {
        const meta = _meta[0];
        this._map.set(schema, meta);
        if (meta && typeof meta === "object" && "id" in meta) {
            this._idmap.set(meta.id, schema);
        }
        return this;
    }
    clear() {
        this._map = new WeakMap();
        this._idmap = new Map();
        return this;
    }
    remove(schema) {
        const meta = this._map.get(schema);
        if (meta && typeof meta === "object" && "id" in meta) {
            this._idmap.delete(meta.id);
        }
        this._map.delete(schema);
        return this;
    }
    get(schema) {
        // return this._map.get(schema) as any;
        // inherit metadata
        const p = schema._zod.parent;
        if (p) {
            const pm = { ...(this.get(p) ?? {}) };
            delete pm.id; // do not inherit id
            const f = { ...pm, ...this._map.get(schema) };
            return Object.keys(f).length ? f : undefined;
        }
        return this._map.get(schema);
    }
    has(schema) {
        return this._map.has(schema);
    }
}
// registries
function registry() {
    return new $ZodRegistry();
}
(registries_a = globalThis).__zod_globalRegistry ?? (registries_a.__zod_globalRegistry = registry());
const globalRegistry = globalThis.__zod_globalRegistry;

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/api.js




function snapshotChecks(def) {
    if (def.checks)
        def.checks = [...def.checks];
    return def;
}
// @__NO_SIDE_EFFECTS__
function _string(Class, params) {
    return new Class(snapshotChecks({ type: "string", ...normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _coercedString(Class, params) {
    return new Class(snapshotChecks({ type: "string", coerce: true, ...util.normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _email(Class, params) {
    return new Class({
        type: "string",
        format: "email",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _guid(Class, params) {
    return new Class({
        type: "string",
        format: "guid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uuid(Class, params) {
    return new Class({
        type: "string",
        format: "uuid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uuidv4(Class, params) {
    return new Class({
        type: "string",
        format: "uuid",
        check: "string_format",
        abort: false,
        version: "v4",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uuidv6(Class, params) {
    return new Class({
        type: "string",
        format: "uuid",
        check: "string_format",
        abort: false,
        version: "v6",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uuidv7(Class, params) {
    return new Class({
        type: "string",
        format: "uuid",
        check: "string_format",
        abort: false,
        version: "v7",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _url(Class, params) {
    return new Class({
        type: "string",
        format: "url",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function api_emoji(Class, params) {
    return new Class({
        type: "string",
        format: "emoji",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _nanoid(Class, params) {
    return new Class({
        type: "string",
        format: "nanoid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link _cuid2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
// @__NO_SIDE_EFFECTS__
function _cuid(Class, params) {
    return new Class({
        type: "string",
        format: "cuid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _cuid2(Class, params) {
    return new Class({
        type: "string",
        format: "cuid2",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ulid(Class, params) {
    return new Class({
        type: "string",
        format: "ulid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _xid(Class, params) {
    return new Class({
        type: "string",
        format: "xid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ksuid(Class, params) {
    return new Class({
        type: "string",
        format: "ksuid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ipv4(Class, params) {
    return new Class({
        type: "string",
        format: "ipv4",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ipv6(Class, params) {
    return new Class({
        type: "string",
        format: "ipv6",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _mac(Class, params) {
    return new Class({
        type: "string",
        format: "mac",
        check: "string_format",
        abort: false,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _cidrv4(Class, params) {
    return new Class({
        type: "string",
        format: "cidrv4",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _cidrv6(Class, params) {
    return new Class({
        type: "string",
        format: "cidrv6",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _base64(Class, params) {
    return new Class({
        type: "string",
        format: "base64",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _base64url(Class, params) {
    return new Class({
        type: "string",
        format: "base64url",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _e164(Class, params) {
    return new Class({
        type: "string",
        format: "e164",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _creditCard(Class, params) {
    return new Class({
        type: "string",
        format: "credit_card",
        check: "string_format",
        abort: false,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _iban(Class, params) {
    return new Class({
        type: "string",
        format: "iban",
        check: "string_format",
        abort: false,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _jwt(Class, params) {
    return new Class({
        type: "string",
        format: "jwt",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
const TimePrecision = {
    Any: null,
    Minute: -1,
    Second: 0,
    Millisecond: 3,
    Microsecond: 6,
};
// @__NO_SIDE_EFFECTS__
function _isoDateTime(Class, params) {
    return new Class({
        type: "string",
        format: "datetime",
        check: "string_format",
        offset: false,
        local: false,
        precision: null,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _isoDate(Class, params) {
    return new Class({
        type: "string",
        format: "date",
        check: "string_format",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _isoTime(Class, params) {
    return new Class({
        type: "string",
        format: "time",
        check: "string_format",
        precision: null,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _isoDuration(Class, params) {
    return new Class({
        type: "string",
        format: "duration",
        check: "string_format",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _number(Class, params) {
    return new Class(snapshotChecks({ type: "number", checks: [], ...normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _coercedNumber(Class, params) {
    return new Class(snapshotChecks({ type: "number", coerce: true, checks: [], ...util.normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _int(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "safeint",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _float32(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "float32",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _float64(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "float64",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _int32(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "int32",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uint32(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "uint32",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _boolean(Class, params) {
    return new Class({
        type: "boolean",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _coercedBoolean(Class, params) {
    return new Class({
        type: "boolean",
        coerce: true,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _bigint(Class, params) {
    return new Class({
        type: "bigint",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _coercedBigint(Class, params) {
    return new Class({
        type: "bigint",
        coerce: true,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _int64(Class, params) {
    return new Class({
        type: "bigint",
        check: "bigint_format",
        abort: false,
        format: "int64",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uint64(Class, params) {
    return new Class({
        type: "bigint",
        check: "bigint_format",
        abort: false,
        format: "uint64",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _symbol(Class, params) {
    return new Class({
        type: "symbol",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function api_undefined(Class, params) {
    return new Class({
        type: "undefined",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function api_null(Class, params) {
    return new Class({
        type: "null",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _any(Class) {
    return new Class({
        type: "any",
    });
}
// @__NO_SIDE_EFFECTS__
function _unknown(Class) {
    return new Class({
        type: "unknown",
    });
}
// @__NO_SIDE_EFFECTS__
function _never(Class, params) {
    return new Class({
        type: "never",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _void(Class, params) {
    return new Class({
        type: "void",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _date(Class, params) {
    return new Class({
        type: "date",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _coercedDate(Class, params) {
    return new Class({
        type: "date",
        coerce: true,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _nan(Class, params) {
    return new Class({
        type: "nan",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _lt(value, params) {
    return new $ZodCheckLessThan({
        check: "less_than",
        ...normalizeParams(params),
        value,
        inclusive: false,
    });
}
// @__NO_SIDE_EFFECTS__
function _lte(value, params) {
    return new $ZodCheckLessThan({
        check: "less_than",
        ...normalizeParams(params),
        value,
        inclusive: true,
    });
}

// @__NO_SIDE_EFFECTS__
function _gt(value, params) {
    return new $ZodCheckGreaterThan({
        check: "greater_than",
        ...normalizeParams(params),
        value,
        inclusive: false,
    });
}
// @__NO_SIDE_EFFECTS__
function _gte(value, params) {
    return new $ZodCheckGreaterThan({
        check: "greater_than",
        ...normalizeParams(params),
        value,
        inclusive: true,
    });
}

// @__NO_SIDE_EFFECTS__
function _positive(params) {
    return _gt(0, params);
}
// negative
// @__NO_SIDE_EFFECTS__
function _negative(params) {
    return _lt(0, params);
}
// nonpositive
// @__NO_SIDE_EFFECTS__
function _nonpositive(params) {
    return _lte(0, params);
}
// nonnegative
// @__NO_SIDE_EFFECTS__
function _nonnegative(params) {
    return _gte(0, params);
}
// @__NO_SIDE_EFFECTS__
function _multipleOf(value, params) {
    return new $ZodCheckMultipleOf({
        check: "multiple_of",
        ...normalizeParams(params),
        value,
    });
}
// @__NO_SIDE_EFFECTS__
function _maxSize(maximum, params) {
    return new checks.$ZodCheckMaxSize({
        check: "max_size",
        ...util.normalizeParams(params),
        maximum,
    });
}
// @__NO_SIDE_EFFECTS__
function _minSize(minimum, params) {
    return new checks.$ZodCheckMinSize({
        check: "min_size",
        ...util.normalizeParams(params),
        minimum,
    });
}
// @__NO_SIDE_EFFECTS__
function _size(size, params) {
    return new checks.$ZodCheckSizeEquals({
        check: "size_equals",
        ...util.normalizeParams(params),
        size,
    });
}
// @__NO_SIDE_EFFECTS__
function _maxLength(maximum, params) {
    const ch = new $ZodCheckMaxLength({
        check: "max_length",
        ...normalizeParams(params),
        maximum,
    });
    return ch;
}
// @__NO_SIDE_EFFECTS__
function _minLength(minimum, params) {
    return new $ZodCheckMinLength({
        check: "min_length",
        ...normalizeParams(params),
        minimum,
    });
}
// @__NO_SIDE_EFFECTS__
function _length(length, params) {
    return new $ZodCheckLengthEquals({
        check: "length_equals",
        ...normalizeParams(params),
        length,
    });
}
// @__NO_SIDE_EFFECTS__
function _regex(pattern, params) {
    return new $ZodCheckRegex({
        check: "string_format",
        format: "regex",
        ...normalizeParams(params),
        pattern,
    });
}
// @__NO_SIDE_EFFECTS__
function _lowercase(params) {
    return new $ZodCheckLowerCase({
        check: "string_format",
        format: "lowercase",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uppercase(params) {
    return new $ZodCheckUpperCase({
        check: "string_format",
        format: "uppercase",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _includes(includes, params) {
    return new $ZodCheckIncludes({
        check: "string_format",
        format: "includes",
        ...normalizeParams(params),
        includes,
    });
}
// @__NO_SIDE_EFFECTS__
function _startsWith(prefix, params) {
    return new $ZodCheckStartsWith({
        check: "string_format",
        format: "starts_with",
        ...normalizeParams(params),
        prefix,
    });
}
// @__NO_SIDE_EFFECTS__
function _endsWith(suffix, params) {
    return new $ZodCheckEndsWith({
        check: "string_format",
        format: "ends_with",
        ...normalizeParams(params),
        suffix,
    });
}
// @__NO_SIDE_EFFECTS__
function _property(property, schema, params) {
    return new checks.$ZodCheckProperty({
        check: "property",
        property,
        schema,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _properties(shape, params) {
    return new $ZodCheckProperties({
        check: "properties",
        shape,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _mime(types, params) {
    return new checks.$ZodCheckMimeType({
        check: "mime_type",
        mime: types,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _overwrite(tx) {
    return new $ZodCheckOverwrite({
        check: "overwrite",
        tx,
    });
}
// normalize
// @__NO_SIDE_EFFECTS__
function _normalize(form) {
    return _overwrite((input) => input.normalize(form));
}
// trim
// @__NO_SIDE_EFFECTS__
function _trim() {
    return _overwrite((input) => input.trim());
}
// toLowerCase
// @__NO_SIDE_EFFECTS__
function _toLowerCase() {
    return _overwrite((input) => input.toLowerCase());
}
// toUpperCase
// @__NO_SIDE_EFFECTS__
function _toUpperCase() {
    return _overwrite((input) => input.toUpperCase());
}
// slugify
// @__NO_SIDE_EFFECTS__
function _slugify() {
    return _overwrite((input) => slugify(input));
}
// @__NO_SIDE_EFFECTS__
function _array(Class, element, params) {
    return new Class({
        type: "array",
        element,
        // get element() {
        //   return element;
        // },
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _union(Class, options, params) {
    return new Class({
        type: "union",
        options,
        ...util.normalizeParams(params),
    });
}
function _xor(Class, options, params) {
    return new Class({
        type: "union",
        options,
        inclusive: false,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _discriminatedUnion(Class, discriminator, options, params) {
    return new Class({
        type: "union",
        options: options,
        discriminator,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _intersection(Class, left, right) {
    return new Class({
        type: "intersection",
        left,
        right,
    });
}
// export function _tuple(
//   Class: util.SchemaClass<schemas.$ZodTuple>,
//   items: [],
//   params?: string | $ZodTupleParams
// ): schemas.$ZodTuple<[], null>;
// @__NO_SIDE_EFFECTS__
function _tuple(Class, items, _paramsOrRest, _params) {
    const hasRest = _paramsOrRest instanceof schemas.$ZodType;
    const params = hasRest ? _params : _paramsOrRest;
    const rest = hasRest ? _paramsOrRest : null;
    return new Class({
        type: "tuple",
        items,
        rest,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _record(Class, keyType, valueType, params) {
    return new Class({
        type: "record",
        keyType,
        valueType,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _map(Class, keyType, valueType, params) {
    return new Class({
        type: "map",
        keyType,
        valueType,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _set(Class, valueType, params) {
    return new Class({
        type: "set",
        valueType,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _enum(Class, values, params) {
    const entries = Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values;
    // if (Array.isArray(values)) {
    //   for (const value of values) {
    //     entries[value] = value;
    //   }
    // } else {
    //   Object.assign(entries, values);
    // }
    // const entries: util.EnumLike = {};
    // for (const val of values) {
    //   entries[val] = val;
    // }
    return new Class({
        type: "enum",
        entries,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
/** @deprecated This API has been merged into `z.enum()`. Use `z.enum()` instead.
 *
 * ```ts
 * enum Colors { red, green, blue }
 * z.enum(Colors);
 * ```
 */
function _nativeEnum(Class, entries, params) {
    return new Class({
        type: "enum",
        entries,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _literal(Class, value, params) {
    return new Class({
        type: "literal",
        values: Array.isArray(value) ? value : [value],
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _file(Class, params) {
    return new Class({
        type: "file",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _transform(Class, fn) {
    return new Class({
        type: "transform",
        transform: fn,
    });
}
// @__NO_SIDE_EFFECTS__
function _optional(Class, innerType) {
    return new Class({
        type: "optional",
        innerType,
    });
}
// @__NO_SIDE_EFFECTS__
function _nullable(Class, innerType) {
    return new Class({
        type: "nullable",
        innerType,
    });
}
// @__NO_SIDE_EFFECTS__
function _default(Class, innerType, defaultValue) {
    return new Class({
        type: "default",
        innerType,
        get defaultValue() {
            return typeof defaultValue === "function" ? defaultValue() : util.shallowClone(defaultValue);
        },
    });
}
// @__NO_SIDE_EFFECTS__
function _nonoptional(Class, innerType, params) {
    return new Class({
        type: "nonoptional",
        innerType,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _success(Class, innerType) {
    return new Class({
        type: "success",
        innerType,
    });
}
// @__NO_SIDE_EFFECTS__
function _catch(Class, innerType, catchValue) {
    return new Class({
        type: "catch",
        innerType,
        catchValue: (typeof catchValue === "function" ? catchValue : util.constantCatch(catchValue)),
    });
}
// @__NO_SIDE_EFFECTS__
function _pipe(Class, in_, out) {
    return new Class({
        type: "pipe",
        in: in_,
        out,
    });
}
// @__NO_SIDE_EFFECTS__
function _readonly(Class, innerType) {
    return new Class({
        type: "readonly",
        innerType,
    });
}
// @__NO_SIDE_EFFECTS__
function _templateLiteral(Class, parts, params) {
    return new Class({
        type: "template_literal",
        parts,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _lazy(Class, getter) {
    return new Class({
        type: "lazy",
        getter,
    });
}
// @__NO_SIDE_EFFECTS__
function _promise(Class, innerType) {
    return new Class({
        type: "promise",
        innerType,
    });
}
// @__NO_SIDE_EFFECTS__
function _custom(Class, fn, _params) {
    const norm = util.normalizeParams(_params);
    norm.abort ?? (norm.abort = true); // default to abort:false
    const schema = new Class({
        type: "custom",
        check: "custom",
        fn: fn,
        ...norm,
    });
    return schema;
}
// same as _custom but defaults to abort:false
// @__NO_SIDE_EFFECTS__
function _refine(Class, fn, _params) {
    const schema = new Class({
        type: "custom",
        check: "custom",
        fn: fn,
        ...normalizeParams(_params),
    });
    return schema;
}
// @__NO_SIDE_EFFECTS__
function _superRefine(fn, params) {
    const ch = _check((payload) => {
        payload.addIssue = (issue) => {
            if (typeof issue === "string") {
                payload.issues.push(util_issue(issue, payload.value, ch._zod.def));
            }
            else {
                // for Zod 3 backwards compatibility
                const _issue = issue;
                if (_issue.fatal)
                    _issue.continue = false;
                _issue.code ?? (_issue.code = "custom");
                if (!("input" in _issue))
                    _issue.input = payload.value;
                _issue.inst ?? (_issue.inst = ch);
                _issue.continue ?? (_issue.continue = !ch._zod.def.abort); // abort is always undefined, so this is always true...
                payload.issues.push(util_issue(_issue));
            }
        };
        return fn(payload.value, payload);
    }, params);
    return ch;
}
// @__NO_SIDE_EFFECTS__
function _check(fn, params) {
    const ch = new $ZodCheck({
        check: "custom",
        ...normalizeParams(params),
    });
    ch._zod.check = fn;
    return ch;
}
// @__NO_SIDE_EFFECTS__
function api_describe(description) {
    const ch = new $ZodCheck({ check: "describe" });
    ch._zod.onattach = [
        (inst) => {
            const existing = globalRegistry.get(inst) ?? {};
            globalRegistry.add(inst, { ...existing, description });
        },
    ];
    ch._zod.check = () => { }; // no-op check
    return ch;
}
// @__NO_SIDE_EFFECTS__
function meta(metadata) {
    const ch = new $ZodCheck({ check: "meta" });
    ch._zod.onattach = [
        (inst) => {
            const existing = globalRegistry.get(inst) ?? {};
            globalRegistry.add(inst, { ...existing, ...metadata });
        },
    ];
    ch._zod.check = () => { }; // no-op check
    return ch;
}
// @__NO_SIDE_EFFECTS__
function _stringbool(Classes, _params) {
    const params = util.normalizeParams(_params);
    let truthyArray = params.truthy ?? ["true", "1", "yes", "on", "y", "enabled"];
    let falsyArray = params.falsy ?? ["false", "0", "no", "off", "n", "disabled"];
    if (params.case !== "sensitive") {
        truthyArray = truthyArray.map((v) => (typeof v === "string" ? v.toLowerCase() : v));
        falsyArray = falsyArray.map((v) => (typeof v === "string" ? v.toLowerCase() : v));
    }
    const truthySet = new Set(truthyArray);
    const falsySet = new Set(falsyArray);
    const _Codec = Classes.Codec ?? schemas.$ZodCodec;
    const _Boolean = Classes.Boolean ?? schemas.$ZodBoolean;
    const _String = Classes.String ?? schemas.$ZodString;
    const stringSchema = new _String({ type: "string", error: params.error });
    const booleanSchema = new _Boolean({ type: "boolean", error: params.error });
    const codec = new _Codec({
        type: "pipe",
        in: stringSchema,
        out: booleanSchema,
        transform: ((input, payload) => {
            let data = input;
            if (params.case !== "sensitive")
                data = data.toLowerCase();
            if (truthySet.has(data)) {
                return true;
            }
            else if (falsySet.has(data)) {
                return false;
            }
            else {
                payload.issues.push({
                    code: "invalid_value",
                    expected: "stringbool",
                    values: [...truthySet, ...falsySet],
                    input: payload.value,
                    inst: codec,
                    continue: false,
                });
                return {};
            }
        }),
        reverseTransform: ((input, _payload) => {
            if (input === true) {
                return truthyArray[0] || "true";
            }
            else {
                return falsyArray[0] || "false";
            }
        }),
        error: params.error,
    });
    codec._zod.bag.truthy = truthyArray;
    codec._zod.bag.falsy = falsyArray;
    codec._zod.bag.case = params.case ?? "insensitive";
    return codec;
}
// @__NO_SIDE_EFFECTS__
function _stringFormat(Class, format, fnOrRegex, _params = {}) {
    const params = util.normalizeParams(_params);
    const def = {
        check: "string_format",
        type: "string",
        format,
        fn: typeof fnOrRegex === "function" ? fnOrRegex : (val) => fnOrRegex.test(val),
        ...params,
    };
    if (fnOrRegex instanceof RegExp) {
        def.pattern = fnOrRegex;
    }
    const inst = new Class(def);
    return inst;
}

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/to-json-schema.js


function assignProps(target, ...sources) {
    for (const source of sources) {
        for (const key of Reflect.ownKeys(source)) {
            if (Object.prototype.propertyIsEnumerable.call(source, key)) {
                util_assignProp(target, key, source[key]);
            }
        }
    }
    return target;
}
// function initializeContext<T extends schemas.$ZodType>(inputs: JSONSchemaGeneratorParams<T>): ToJSONSchemaContext<T> {
//   return {
//     processor: inputs.processor,
//     metadataRegistry: inputs.metadata ?? globalRegistry,
//     target: inputs.target ?? "draft-2020-12",
//     unrepresentable: inputs.unrepresentable ?? "throw",
//   };
// }
function to_json_schema_initializeContext(params) {
    // Normalize target: convert old non-hyphenated versions to hyphenated versions
    let target = params?.target ?? "draft-2020-12";
    if (target === "draft-4")
        target = "draft-04";
    if (target === "draft-7")
        target = "draft-07";
    return {
        processors: params.processors ?? {},
        metadataRegistry: params?.metadata ?? globalRegistry,
        target,
        unrepresentable: params?.unrepresentable ?? "throw",
        override: params?.override ?? (() => { }),
        io: params?.io ?? "output",
        counter: 0,
        seen: new Map(),
        sharedDefsExtractedFor: undefined,
        sharedEmitDoneFor: undefined,
        cycles: params?.cycles ?? "ref",
        reused: params?.reused ?? "inline",
        intersections: [],
        deferred: [],
        external: params?.external ?? undefined,
    };
}
/**
 * Applies the `unrepresentable` setting at a site that has no JSON Schema equivalent. Throws
 * `message` unless the setting (or the handler's return value) says otherwise. Returns `true` if a
 * custom JSON Schema was written into `json`, in which case the caller must not write its own.
 */
function handleUnrepresentable(schema, ctx, json, params, message) {
    const result = typeof ctx.unrepresentable === "function"
        ? ctx.unrepresentable({ zodSchema: schema, path: params.path, message })
        : ctx.unrepresentable;
    if (result === "any")
        return false;
    if (result === undefined || result === "throw")
        throw new Error(message);
    Object.assign(json, result);
    return true;
}
// never rename this back to `process`: bundler polyfills inject a top-level `const process` that a lexical declaration of the same name collides with (#6397)
function to_json_schema_processSchema(schema, ctx, _params = { path: [], schemaPath: [] }) {
    var _a;
    const def = schema._zod.def;
    // check for schema in seens
    const seen = ctx.seen.get(schema);
    if (seen) {
        seen.count++;
        // check if cycle
        const isCycle = _params.schemaPath.includes(schema);
        if (isCycle) {
            seen.cycle = _params.path;
        }
        return seen.schema;
    }
    // initialize
    const result = { schema: {}, count: 1, cycle: undefined, path: _params.path };
    ctx.seen.set(schema, result);
    ctx.sharedDefsExtractedFor = undefined;
    ctx.sharedEmitDoneFor = undefined;
    // custom method overrides default behavior
    const overrideSchema = schema._zod.toJSONSchema?.();
    if (overrideSchema) {
        result.schema = overrideSchema;
    }
    else {
        const params = {
            ..._params,
            schemaPath: [..._params.schemaPath, schema],
            path: _params.path,
        };
        if (schema._zod.processJSONSchema) {
            schema._zod.processJSONSchema(ctx, result.schema, params);
        }
        else {
            const _json = result.schema;
            const processor = ctx.processors[def.type];
            if (!processor) {
                throw new Error(`[toJSONSchema]: Non-representable type encountered: ${def.type}`);
            }
            processor(schema, ctx, _json, params);
        }
        const parent = schema._zod.parent;
        if (parent) {
            // Also set ref if processor didn't (for inheritance)
            if (!result.ref)
                result.ref = parent;
            to_json_schema_processSchema(parent, ctx, params);
            ctx.seen.get(parent).isParent = true;
        }
    }
    // metadata
    const meta = ctx.metadataRegistry.get(schema);
    if (meta)
        assignProps(result.schema, meta);
    if (ctx.io === "input" && isTransforming(schema)) {
        // examples/defaults only apply to output type of pipe
        delete result.schema.examples;
        delete result.schema.default;
    }
    // set prefault as default
    if (ctx.io === "input" && "_prefault" in result.schema)
        (_a = result.schema).default ?? (_a.default = result.schema._prefault);
    delete result.schema._prefault;
    // pulling fresh from ctx.seen in case it was overwritten
    const _result = ctx.seen.get(schema);
    return _result.schema;
}
/** @deprecated Renamed to `processSchema`. An export alias declares no binding, so it is safe to keep. */

// Escape a reference token for use in a JSON Pointer fragment (RFC 6901): `~` becomes `~0` and `/` becomes `~1`. The `~` replacement must run first.
function encodeJSONPointerSegment(segment) {
    return segment.replace(/~/g, "~0").replace(/\//g, "~1");
}
function to_json_schema_extractDefs(ctx, schema
// params: EmitParams
) {
    // iterate over seen map;
    const root = ctx.seen.get(schema);
    if (!root)
        throw new Error("Unprocessed schema. This is a bug in Zod.");
    // With `external` set, every registered schema resolves through the external branch of `makeURI`, so the root branch below produces the same ref the external branch would — this pass is identical whichever schema it is called with, and only needs to run once.
    if (ctx.external && ctx.sharedDefsExtractedFor === ctx.external)
        return;
    // Track ids to detect duplicates across different schemas
    const idToSchema = new Map();
    for (const entry of ctx.seen.entries()) {
        const id = ctx.metadataRegistry.get(entry[0])?.id;
        if (id) {
            const existing = idToSchema.get(id);
            if (existing && existing !== entry[0]) {
                throw new Error(`Duplicate schema id "${id}" detected during JSON Schema conversion. Two different schemas cannot share the same id when converted together.`);
            }
            idToSchema.set(id, entry[0]);
        }
    }
    // returns a ref to the schema defId will be empty if the ref points to an external schema (or #)
    const makeURI = (entry) => {
        // comparing the seen objects because sometimes multiple schemas map to the same seen object. e.g. lazy
        // external is configured
        const defsSegment = ctx.target === "draft-2020-12" ? "$defs" : "definitions";
        if (ctx.external) {
            const externalId = ctx.external.registry.get(entry[0])?.id; // ?? "__shared";// `__schema${ctx.counter++}`;
            // check if schema is in the external registry
            const uriGenerator = ctx.external.uri ?? ((id) => id);
            if (externalId) {
                return { ref: uriGenerator(externalId) };
            }
            // otherwise, add to __shared
            const id = entry[1].defId ?? entry[1].schema.id ?? `schema${ctx.counter++}`;
            entry[1].defId = id; // set defId so it will be reused if needed
            return { defId: id, ref: `${uriGenerator("__shared")}#/${defsSegment}/${encodeJSONPointerSegment(id)}` };
        }
        const uriPrefix = `#`;
        const defUriPrefix = `${uriPrefix}/${defsSegment}/`;
        // an id-less root has nowhere to be extracted to, so it stays inline and self-references as `#`
        if (entry[1] === root && !entry[1].schema.id) {
            return { ref: uriPrefix };
        }
        // self-contained schema
        const defId = entry[1].schema.id ?? `__schema${ctx.counter++}`;
        return { defId, ref: defUriPrefix + encodeJSONPointerSegment(defId) };
    };
    // stored cached version in `def` property remove all properties, set $ref
    const extractToDef = (entry) => {
        // if the schema is already a reference, do not extract it
        if (entry[1].schema.$ref) {
            return;
        }
        const seen = entry[1];
        const { ref, defId } = makeURI(entry);
        seen.def = { ...seen.schema };
        // defId won't be set if the schema is a reference to an external schema or if the schema is the root schema
        if (defId)
            seen.defId = defId;
        // wipe away all properties except $ref
        const schema = seen.schema;
        for (const key in schema) {
            delete schema[key];
        }
        schema.$ref = ref;
    };
    // throw on cycles
    // break cycles
    if (ctx.cycles === "throw") {
        for (const entry of ctx.seen.entries()) {
            const seen = entry[1];
            if (seen.cycle) {
                throw new Error("Cycle detected: " +
                    `#/${seen.cycle?.join("/")}/<root>` +
                    '\n\nSet the `cycles` parameter to `"ref"` to resolve cyclical schemas with defs.');
            }
        }
    }
    // extract schemas into $defs
    for (const entry of ctx.seen.entries()) {
        const seen = entry[1];
        // convert root schema to # $ref
        if (schema === entry[0]) {
            extractToDef(entry); // this has special handling for the root schema
            continue;
        }
        // extract schemas that are in the external registry
        if (ctx.external) {
            const ext = ctx.external.registry.get(entry[0])?.id;
            if (schema !== entry[0] && ext) {
                extractToDef(entry);
                continue;
            }
        }
        // extract schemas with `id` meta
        const id = ctx.metadataRegistry.get(entry[0])?.id;
        if (id) {
            extractToDef(entry);
            continue;
        }
        // break cycles
        if (seen.cycle) {
            // any
            extractToDef(entry);
            continue;
        }
        // extract reused schemas
        if (seen.count > 1) {
            if (ctx.reused === "ref") {
                extractToDef(entry);
            }
        }
    }
    if (ctx.external)
        ctx.sharedDefsExtractedFor = ctx.external;
}
/** Rewrites `anyOf: [{type: "a"}, {type: "b"}]` to `type: ["a", "b"]`, which every JSON Schema draft treats as equivalent and most consumers render far better for the nullable case. Only branches that are a bare type assertion qualify — anything carrying a constraint, `$ref`, `const` or metadata is left alone. Runs after `flattenRef`, so a branch an override decorated or `$defs` extraction turned into a `$ref` is no longer bare and correctly stays in `anyOf`. `oneOf` is excluded: `integer` and `number` overlap, so "exactly one" and "at least one" are not the same there. OpenAPI 3.0 is excluded: its `type` must be a single string. */
function compactTypeUnion(schema) {
    const options = schema.anyOf;
    if (!Array.isArray(options) || options.length === 0 || schema.type !== undefined)
        return;
    const types = [];
    for (const option of options) {
        if (!option || typeof option !== "object")
            return;
        // A branch that is itself a compactible union folds into this one — nested `anyOf` and a flat `type` array say the same thing. Compacting it first also makes the result independent of the order this pass walks the seen map in.
        compactTypeUnion(option);
        const keys = Object.keys(option);
        if (keys.length !== 1 || keys[0] !== "type")
            return;
        const type = option.type;
        for (const member of Array.isArray(type) ? type : [type]) {
            if (typeof member !== "string")
                return;
            if (!types.includes(member))
                types.push(member);
        }
    }
    delete schema.anyOf;
    // A `type` array must be non-empty and unique (metaschema); a single member is spelled as a bare string.
    schema.type = types.length === 1 ? types[0] : types;
}
/** Keywords `foldIntersection` knows how to combine. Anything else — `$ref`, `patternProperties`,
 * an annotation like `description` — makes a member unfoldable, so a constraint this does not
 * understand leaves the `allOf` alone instead of being silently dropped or misattributed. */
const FOLDABLE_KEYS = new Set(["type", "properties", "required", "additionalProperties"]);
const UNION_KEYS = ["oneOf", "anyOf"];
/** A member's constraint on a key it does not declare itself. A `catchall` states one; `false`, an absent `additionalProperties`, and the empty schema a loose object emits state nothing. */
function undeclaredConstraint(member) {
    const extra = member.additionalProperties;
    if (extra === undefined || extra === false || typeof extra !== "object" || extra === null)
        return null;
    return Object.keys(extra).length ? extra : null;
}
/** Combines object members into the single object they describe together, or returns `null` if any of them carries a keyword outside {@link FOLDABLE_KEYS}. */
function foldObjects(members) {
    const objects = [];
    for (const member of members) {
        // A boolean subschema is legal JSON Schema and carries no keywords to fold.
        if (typeof member !== "object" || member.type !== "object")
            return null;
        for (const key in member) {
            if (!FOLDABLE_KEYS.has(key))
                return null;
        }
        objects.push(member);
    }
    const properties = {};
    const required = new Set();
    for (const object of objects) {
        for (const key in object.properties) {
            // `in` would report a `__proto__` key as already present via the prototype chain and skip it.
            if (Object.prototype.hasOwnProperty.call(properties, key))
                continue;
            // Every member constrains this key: the ones that declare it say how, and a `catchall` member constrains it too even though it does not name it. The key has to satisfy all of them, which is the same intersection one level down.
            const parts = [];
            for (const other of objects) {
                const part = other.properties?.[key] ?? undeclaredConstraint(other);
                if (part === null || part === undefined)
                    continue;
                if (!parts.some((seen) => JSON.stringify(seen) === JSON.stringify(part)))
                    parts.push(part);
            }
            const merged = parts.length === 1
                ? parts[0]
                : (foldObjects(parts) ?? { allOf: parts });
            util_assignProp(properties, key, merged);
        }
        for (const key of object.required ?? [])
            required.add(key);
    }
    const folded = { type: "object", properties };
    if (required.size)
        folded.required = [...required];
    // A key no member declares is rejected only when every member rejects it, so the fold is closed only when every member is. Otherwise it carries whatever the `catchall` members demand of such a key.
    if (objects.every((object) => object.additionalProperties === false)) {
        folded.additionalProperties = false;
    }
    else {
        const constraints = [];
        for (const object of objects) {
            const constraint = undeclaredConstraint(object);
            if (constraint && !constraints.some((seen) => JSON.stringify(seen) === JSON.stringify(constraint)))
                constraints.push(constraint);
        }
        if (constraints.length === 1)
            folded.additionalProperties = constraints[0];
        else if (constraints.length > 1)
            folded.additionalProperties = { allOf: constraints };
    }
    return folded;
}
/** `additionalProperties` in an `allOf` member sees only that member's own `properties`, so two
 * closed object members reject each other's keys and the schema validates nothing. Zod's parser
 * pools the key sets instead — `handleIntersectionResults` reports a key as unrecognized only when
 * *every* side rejects it — so the emitted schema has to pool them too, and folding the members
 * into one object is the encoding that says so on every target.
 *
 * This runs from `finalize`, after `extractDefs`, which is what keeps it clear of the `$ref`
 * machinery: a member extracted into `$defs` is already a `$ref` by now and declines to fold, so it
 * keeps its reference and its own closedness rather than being inlined as a stale copy. */
function foldIntersection(json) {
    const allOf = json.allOf;
    if (!Array.isArray(allOf) || allOf.length < 2)
        return;
    // An `override` runs before this pass and may have written object keywords onto the intersection itself. Those are deliberate, so decline rather than overwrite them.
    for (const key of FOLDABLE_KEYS)
        if (key in json)
            return;
    // An intersection distributes over a union: `A & (X | Y)` is `(A & X) | (A & Y)`. Only the first union is distributed over; a second one stays among the members every branch folds against, where it fails the object check and declines the whole intersection rather than multiplying out.
    const unions = allOf.filter((m) => UNION_KEYS.some((k) => Array.isArray(m[k])));
    let folded = null;
    if (!unions.length) {
        folded = foldObjects(allOf);
    }
    else {
        const union = unions[0];
        const keyword = UNION_KEYS.find((k) => Array.isArray(union[k]));
        if (Object.keys(union).length !== 1)
            return;
        const rest = allOf.filter((m) => m !== union);
        const branches = union[keyword].map((branch) => foldObjects([...rest, branch]));
        if (branches.some((b) => !b))
            return;
        folded = { [keyword]: branches };
    }
    if (!folded)
        return;
    delete json.allOf;
    assignProps(json, folded);
}
function to_json_schema_finalize(ctx, schema) {
    const root = ctx.seen.get(schema);
    if (!root)
        throw new Error("Unprocessed schema. This is a bug in Zod.");
    // flatten refs - inherit properties from parent schemas
    const flattenRef = (zodSchema) => {
        const seen = ctx.seen.get(zodSchema);
        // already processed
        if (seen.ref === null)
            return;
        const schema = seen.def ?? seen.schema;
        const _cached = { ...schema };
        const ref = seen.ref;
        seen.ref = null; // prevent infinite recursion
        if (ref) {
            flattenRef(ref);
            const refSeen = ctx.seen.get(ref);
            const refSchema = refSeen.schema;
            // merge referenced schema into current
            if (refSchema.$ref && (ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0")) {
                // older drafts can't combine $ref with other properties
                schema.allOf = schema.allOf ?? [];
                schema.allOf.push(refSchema);
            }
            else {
                assignProps(schema, refSchema);
            }
            // restore child's own properties (child wins)
            assignProps(schema, _cached);
            const isParentRef = zodSchema._zod.parent === ref;
            // For parent chain, child is a refinement - remove parent-only properties
            if (isParentRef) {
                for (const key in schema) {
                    if (key === "$ref" || key === "allOf")
                        continue;
                    if (!(key in _cached)) {
                        delete schema[key];
                    }
                }
            }
            // When ref was extracted to $defs, remove properties that match the definition
            if (refSchema.$ref && refSeen.def) {
                for (const key in schema) {
                    if (key === "$ref" || key === "allOf")
                        continue;
                    if (key in refSeen.def && JSON.stringify(schema[key]) === JSON.stringify(refSeen.def[key])) {
                        delete schema[key];
                    }
                }
            }
        }
        // If parent was extracted (has $ref), propagate $ref to this schema. This handles cases like: readonly().meta({id}).describe() where processor sets ref to innerType but parent should be referenced
        const parent = zodSchema._zod.parent;
        if (parent && parent !== ref) {
            // Ensure parent is processed first so its def has inherited properties
            flattenRef(parent);
            const parentSeen = ctx.seen.get(parent);
            if (parentSeen?.schema.$ref) {
                schema.$ref = parentSeen.schema.$ref;
                // De-duplicate with parent's definition
                if (parentSeen.def) {
                    for (const key in schema) {
                        if (key === "$ref" || key === "allOf")
                            continue;
                        if (key in parentSeen.def && JSON.stringify(schema[key]) === JSON.stringify(parentSeen.def[key])) {
                            delete schema[key];
                        }
                    }
                }
            }
        }
        // execute overrides
        ctx.override({
            zodSchema: zodSchema,
            jsonSchema: schema,
            path: seen.path ?? [],
        });
    };
    // Flattening walks the whole map and clears each `ref` as it goes, so a second call over the same map is a no-op scan. Skip it outright once it has run for a registry conversion.
    if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) {
        for (const entry of [...ctx.seen.entries()].reverse()) {
            flattenRef(entry[0]);
        }
        if (ctx.target !== "openapi-3.0") {
            for (const entry of ctx.seen.entries()) {
                compactTypeUnion(entry[1].def ?? entry[1].schema);
            }
        }
        for (const rewrite of ctx.deferred)
            rewrite();
        // After flattening, every member that was extracted is a `$ref`, so the fold sees the final shape. A schema that inherits an intersection — through `z.lazy`, or any `ref` chain — holds the same `allOf` array, so fold by array identity to catch every copy.
        if (ctx.intersections.length) {
            const carriers = new Map();
            for (const seen of ctx.seen.values()) {
                for (const json of [seen.schema, seen.def]) {
                    const allOf = json?.allOf;
                    if (!Array.isArray(allOf))
                        continue;
                    const existing = carriers.get(allOf);
                    if (existing)
                        existing.push(json);
                    else
                        carriers.set(allOf, [json]);
                }
            }
            for (const allOf of ctx.intersections) {
                for (const json of carriers.get(allOf) ?? [])
                    foldIntersection(json);
            }
        }
    }
    const result = {};
    if (ctx.target === "draft-2020-12") {
        result.$schema = "https://json-schema.org/draft/2020-12/schema";
    }
    else if (ctx.target === "draft-07") {
        result.$schema = "http://json-schema.org/draft-07/schema#";
    }
    else if (ctx.target === "draft-04") {
        result.$schema = "http://json-schema.org/draft-04/schema#";
    }
    else if (ctx.target === "openapi-3.0") {
        // OpenAPI 3.0 schema objects should not include a $schema property
    }
    else {
        // Arbitrary string values are allowed but won't have a $schema property set
    }
    if (ctx.external?.uri) {
        const id = ctx.external.registry.get(schema)?.id;
        if (!id)
            throw new Error("Schema is missing an `id` property");
        result.$id = ctx.external.uri(id);
    }
    // when the root was extracted into $defs, `root.schema` is the `$ref` wrapper and `root.def` is the body that now lives under $defs
    assignProps(result, root.defId ? root.schema : (root.def ?? root.schema));
    // The `id` in `.meta()` is a Zod-specific registration tag used to extract schemas into $defs — it is not user-facing JSON Schema metadata. Strip it from the output body where it would otherwise leak. The id is preserved implicitly via the $defs key (and via $ref paths).
    const rootMetaId = ctx.metadataRegistry.get(schema)?.id;
    if (rootMetaId !== undefined && result.id === rootMetaId)
        delete result.id;
    // build defs object. With `external`, `defs` is the shared object every schema writes into, so the same entries are reassigned on every call. Without it, `defs` is fresh per call and must be rebuilt.
    const defs = ctx.external?.defs ?? {};
    if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) {
        for (const entry of ctx.seen.entries()) {
            const seen = entry[1];
            if (seen.def && seen.defId) {
                if (seen.def.id === seen.defId)
                    delete seen.def.id;
                util_assignProp(defs, seen.defId, seen.def);
            }
        }
    }
    if (ctx.external)
        ctx.sharedEmitDoneFor = ctx.external;
    // set definitions in result
    if (ctx.external) {
    }
    else {
        if (Object.keys(defs).length > 0) {
            if (ctx.target === "draft-2020-12") {
                result.$defs = defs;
            }
            else {
                result.definitions = defs;
            }
        }
    }
    try {
        // this "finalizes" this schema and ensures all cycles are removed each call to finalize() is functionally independent though the seen map is shared
        const finalized = JSON.parse(JSON.stringify(result));
        Object.defineProperty(finalized, "~standard", {
            value: {
                ...schema["~standard"],
                jsonSchema: {
                    input: createStandardJSONSchemaMethod(schema, "input", ctx.processors),
                    output: createStandardJSONSchemaMethod(schema, "output", ctx.processors),
                },
            },
            enumerable: false,
            writable: false,
        });
        return finalized;
    }
    catch (_err) {
        throw new Error("Error converting schema to JSON.");
    }
}
function isTransforming(_schema, _ctx) {
    const ctx = _ctx ?? { seen: new Set() };
    if (ctx.seen.has(_schema))
        return false;
    ctx.seen.add(_schema);
    const def = _schema._zod.def;
    if (def.type === "transform")
        return true;
    if (def.type === "array")
        return isTransforming(def.element, ctx);
    if (def.type === "set")
        return isTransforming(def.valueType, ctx);
    if (def.type === "lazy")
        return isTransforming(def.getter(), ctx);
    if (def.type === "promise" ||
        def.type === "optional" ||
        def.type === "nonoptional" ||
        def.type === "nullable" ||
        def.type === "readonly" ||
        def.type === "default" ||
        def.type === "prefault" ||
        def.type === "catch") {
        return isTransforming(def.innerType, ctx);
    }
    if (def.type === "intersection") {
        return isTransforming(def.left, ctx) || isTransforming(def.right, ctx);
    }
    if (def.type === "record" || def.type === "map") {
        return isTransforming(def.keyType, ctx) || isTransforming(def.valueType, ctx);
    }
    if (def.type === "pipe") {
        if (_schema._zod.traits.has("$ZodCodec"))
            return true;
        return isTransforming(def.in, ctx) || isTransforming(def.out, ctx);
    }
    if (def.type === "object") {
        for (const key in def.shape) {
            if (isTransforming(def.shape[key], ctx))
                return true;
        }
        return false;
    }
    if (def.type === "union") {
        for (const option of def.options) {
            if (isTransforming(option, ctx))
                return true;
        }
        return false;
    }
    if (def.type === "tuple") {
        for (const item of def.items) {
            if (isTransforming(item, ctx))
                return true;
        }
        if (def.rest && isTransforming(def.rest, ctx))
            return true;
        return false;
    }
    return false;
}
/**
 * Creates a toJSONSchema method for a schema instance.
 * This encapsulates the logic of initializing context, processing, extracting defs, and finalizing.
 */
const createToJSONSchemaMethod = (schema, processors = {}) => (params) => {
    const ctx = to_json_schema_initializeContext({ ...params, processors });
    to_json_schema_processSchema(schema, ctx);
    to_json_schema_extractDefs(ctx, schema);
    return to_json_schema_finalize(ctx, schema);
};
const createStandardJSONSchemaMethod = (schema, io, processors = {}) => (params) => {
    const { libraryOptions, target } = params ?? {};
    const ctx = to_json_schema_initializeContext({ ...(libraryOptions ?? {}), target, io, processors });
    to_json_schema_processSchema(schema, ctx);
    to_json_schema_extractDefs(ctx, schema);
    return to_json_schema_finalize(ctx, schema);
};

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/json-schema-processors.js




const narrowMin = (agg, key, value) => {
    if (agg[key] === undefined || value > agg[key])
        agg[key] = value;
};
const narrowMax = (agg, key, value) => {
    if (agg[key] === undefined || value < agg[key])
        agg[key] = value;
};
const narrowBoth = (agg, value) => {
    narrowMin(agg, "minimum", value);
    narrowMax(agg, "maximum", value);
};
const addDivisor = (agg, value) => {
    agg.multipleOf ?? (agg.multipleOf = []);
    if (!agg.multipleOf.includes(value))
        agg.multipleOf.push(value);
};
const addPattern = (agg, pattern) => {
    agg.patterns ?? (agg.patterns = new Set());
    agg.patterns.add(pattern);
};
const intersectMime = (agg, mime) => {
    agg.mime = agg.mime ? agg.mime.filter((m) => mime.includes(m)) : [...mime];
};
// last-wins, matching the bag's historical write order; the flag keeps an integer format from being lost to a later float one
const setFormat = (agg, format) => {
    agg.format = format;
    if (format.includes("int"))
        agg.isInt = true;
};
const minContributor = (agg, def) => narrowMin(agg, "minimum", def.minimum);
const maxContributor = (agg, def) => narrowMax(agg, "maximum", def.maximum);
const formatContributor = (ranges) => (agg, def) => {
    setFormat(agg, def.format);
    const [minimum, maximum] = ranges[def.format];
    narrowMin(agg, "minimum", minimum);
    narrowMax(agg, "maximum", maximum);
};
const contributors = {
    greater_than: (agg, def) => narrowMin(agg, def.inclusive ? "minimum" : "exclusiveMinimum", def.value),
    less_than: (agg, def) => narrowMax(agg, def.inclusive ? "maximum" : "exclusiveMaximum", def.value),
    multiple_of: (agg, def) => addDivisor(agg, def.value),
    number_format: formatContributor(NUMBER_FORMAT_RANGES),
    bigint_format: formatContributor(BIGINT_FORMAT_RANGES),
    min_length: minContributor,
    max_length: maxContributor,
    length_equals: (agg, def) => narrowBoth(agg, def.length),
    min_size: minContributor,
    max_size: maxContributor,
    size_equals: (agg, def) => narrowBoth(agg, def.size),
    string_format: (agg, def) => {
        setFormat(agg, def.format);
        if (def.pattern)
            addPattern(agg, def.pattern);
        if (def.format === "base64" || def.format === "base64url")
            agg.contentEncoding = def.format;
        if (def.local || def.precision === -1)
            agg.laxFormat = true;
    },
    mime_type: (agg, def) => intersectMime(agg, def.mime),
};
function aggregateChecks(schema) {
    const agg = {};
    const def = schema._zod.def;
    // a format schema is its own first check, same rule as $ZodType init
    const list = schema._zod.traits.has("$ZodCheck")
        ? [schema, ...(def.checks ?? [])]
        : (def.checks ?? []);
    for (const ch of list)
        contributors[ch._zod.def.check]?.(agg, ch._zod.def);
    // reconcile with the bag so third-party onattach contributions still land; first-party residue is never tighter than the fold, so merging it back is idempotent for one and additive for the other
    const bag = schema._zod.bag;
    if (bag.minimum !== undefined)
        narrowMin(agg, "minimum", bag.minimum);
    if (bag.exclusiveMinimum !== undefined)
        narrowMin(agg, "exclusiveMinimum", bag.exclusiveMinimum);
    if (bag.maximum !== undefined)
        narrowMax(agg, "maximum", bag.maximum);
    if (bag.exclusiveMaximum !== undefined)
        narrowMax(agg, "exclusiveMaximum", bag.exclusiveMaximum);
    if (bag.multipleOf !== undefined)
        addDivisor(agg, bag.multipleOf);
    if (bag.format !== undefined) {
        agg.format ?? (agg.format = bag.format);
        if (bag.format.includes("int"))
            agg.isInt = true;
    }
    if (bag.mime)
        intersectMime(agg, bag.mime);
    for (const pattern of bag.patterns ?? [])
        addPattern(agg, pattern);
    return agg;
}
const formatMap = {
    guid: "uuid",
    url: "uri",
    datetime: "date-time",
    json_string: "json-string",
    regex: "", // do not set
};
// ==================== SIMPLE TYPE PROCESSORS ====================
// the runtime patterns are lax so parse paths never overflow the regex stack; the emitted schema swaps in the exact block forms, which zod itself never executes
const exactPatterns = new Map([
    [base64Charset, base64],
    [base64urlCharset, base64url],
]);
const exactPattern = (p) => exactPatterns.get(p) ?? p;
const stringProcessor = (schema, ctx, _json, _params) => {
    const json = _json;
    json.type = "string";
    const { minimum, maximum, format, patterns, contentEncoding, laxFormat } = aggregateChecks(schema);
    if (typeof minimum === "number")
        json.minLength = minimum;
    if (typeof maximum === "number")
        json.maxLength = maximum;
    // custom pattern overrides format
    if (format) {
        json.format = formatMap[format] ?? format;
        if (json.format === "")
            delete json.format; // empty format is not valid
        // `z.iso.time()` is never full-time, and `laxFormat` carries the datetime shapes that also accept what their keyword forbids
        if (format === "time" || laxFormat) {
            delete json.format;
        }
    }
    if (contentEncoding)
        json.contentEncoding = contentEncoding;
    if (patterns && patterns.size > 0) {
        const patternList = [...patterns].map(exactPattern);
        if (patternList.length === 1)
            json.pattern = patternList[0].source;
        else if (patternList.length > 1) {
            json.allOf = [
                ...patternList.map((regex) => ({
                    ...(ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0"
                        ? { type: "string" }
                        : {}),
                    pattern: regex.source,
                })),
            ];
        }
    }
};
const numberProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const { minimum, maximum, multipleOf, exclusiveMaximum, exclusiveMinimum, isInt } = aggregateChecks(schema);
    json.type = isInt ? "integer" : "number";
    // when both minimum and exclusiveMinimum exist, pick the more restrictive one
    const exMin = typeof exclusiveMinimum === "number" && exclusiveMinimum >= (minimum ?? Number.NEGATIVE_INFINITY);
    const exMax = typeof exclusiveMaximum === "number" && exclusiveMaximum <= (maximum ?? Number.POSITIVE_INFINITY);
    const legacy = ctx.target === "draft-04" || ctx.target === "openapi-3.0";
    if (exMin) {
        if (legacy) {
            json.minimum = exclusiveMinimum;
            json.exclusiveMinimum = true;
        }
        else {
            json.exclusiveMinimum = exclusiveMinimum;
        }
    }
    else if (typeof minimum === "number") {
        json.minimum = minimum;
    }
    if (exMax) {
        if (legacy) {
            json.maximum = exclusiveMaximum;
            json.exclusiveMaximum = true;
        }
        else {
            json.exclusiveMaximum = exclusiveMaximum;
        }
    }
    else if (typeof maximum === "number") {
        json.maximum = maximum;
    }
    if (multipleOf) {
        // JSON Schema requires a divisor strictly greater than zero, and a non-finite one does not survive JSON at all. A negative divisor accepts exactly what its absolute value accepts, so it still maps; zero, NaN and Infinity have no keyword form.
        const divisors = new Set();
        for (const divisor of multipleOf) {
            if (Number.isFinite(divisor) && divisor !== 0)
                divisors.add(Math.abs(divisor));
            else
                handleUnrepresentable(schema, ctx, json, params, `A multipleOf divisor of ${divisor} cannot be represented in JSON Schema`);
        }
        // chained divisors are a conjunction the keyword cannot carry alone, so extras ride an allOf, same as stacked patterns
        const [first, ...rest] = divisors;
        if (first !== undefined)
            json.multipleOf = first;
        if (rest.length)
            json.allOf = [...(json.allOf ?? []), ...rest.map((m) => ({ multipleOf: m }))];
    }
};
const booleanProcessor = (_schema, _ctx, json, _params) => {
    json.type = "boolean";
};
const bigintProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "BigInt cannot be represented in JSON Schema");
};
const symbolProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Symbols cannot be represented in JSON Schema");
};
const nullProcessor = (_schema, ctx, json, _params) => {
    if (ctx.target === "openapi-3.0") {
        json.type = "string";
        json.nullable = true;
        json.enum = [null];
    }
    else {
        json.type = "null";
    }
};
const undefinedProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Undefined cannot be represented in JSON Schema");
};
const voidProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Void cannot be represented in JSON Schema");
};
const neverProcessor = (_schema, _ctx, json, _params) => {
    json.not = {};
};
const anyProcessor = (_schema, _ctx, _json, _params) => {
    // empty schema accepts anything
};
const unknownProcessor = (_schema, _ctx, _json, _params) => {
    // empty schema accepts anything
};
const dateProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Date cannot be represented in JSON Schema");
};
const enumProcessor = (schema, _ctx, json, _params) => {
    const def = schema._zod.def;
    const values = getEnumValues(def.entries);
    // an empty enum accepts nothing, same as z.never()
    if (values.length === 0) {
        json.not = {};
        return;
    }
    // Number enums can have both string and number values
    if (values.every((v) => typeof v === "number"))
        json.type = "number";
    if (values.every((v) => typeof v === "string"))
        json.type = "string";
    json.enum = values;
};
const literalProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    // a literal with no values accepts nothing, same as z.never()
    if (def.values.length === 0) {
        json.not = {};
        return;
    }
    const vals = [];
    for (const val of def.values) {
        if (val === undefined) {
            // a custom schema replaces the whole literal, so there is nothing left to accumulate
            if (handleUnrepresentable(schema, ctx, json, params, "Literal `undefined` cannot be represented in JSON Schema"))
                return;
            // otherwise do not add to vals
        }
        else if (typeof val === "bigint") {
            if (handleUnrepresentable(schema, ctx, json, params, "BigInt literals cannot be represented in JSON Schema"))
                return;
            vals.push(Number(val));
        }
        else {
            vals.push(val);
        }
    }
    if (vals.length === 0) {
        // do nothing (an undefined literal was stripped)
    }
    else if (vals.length === 1) {
        const val = vals[0];
        json.type = val === null ? "null" : typeof val;
        if (ctx.target === "draft-04" || ctx.target === "openapi-3.0") {
            json.enum = [val];
        }
        else {
            json.const = val;
        }
    }
    else {
        if (vals.every((v) => typeof v === "number"))
            json.type = "number";
        if (vals.every((v) => typeof v === "string"))
            json.type = "string";
        if (vals.every((v) => typeof v === "boolean"))
            json.type = "boolean";
        if (vals.every((v) => v === null))
            json.type = "null";
        json.enum = vals;
    }
};
const nanProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "NaN cannot be represented in JSON Schema");
};
const templateLiteralProcessor = (schema, _ctx, json, _params) => {
    const _json = json;
    const pattern = schema._zod.pattern;
    if (!pattern)
        throw new Error("Pattern not found in template literal");
    _json.type = "string";
    _json.pattern = pattern.source;
};
const fileProcessor = (schema, _ctx, json, _params) => {
    const _json = json;
    _json.type = "string";
    _json.format = "binary";
    _json.contentEncoding = "binary";
    const { minimum, maximum, mime } = aggregateChecks(schema);
    if (minimum !== undefined)
        _json.minLength = minimum;
    if (maximum !== undefined)
        _json.maxLength = maximum;
    if (!mime)
        return;
    // an empty intersection means the mime checks share no value, so nothing passes at runtime; `anyOf` must be non-empty, so the false schema is `not: {}`
    if (mime.length === 0)
        _json.not = {};
    else if (mime.length === 1)
        _json.contentMediaType = mime[0];
    // only contentMediaType differs, so the shared props stay at the root
    else
        _json.anyOf = mime.map((m) => ({ contentMediaType: m }));
};
const successProcessor = (_schema, _ctx, json, _params) => {
    json.type = "boolean";
};
const customProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Custom types cannot be represented in JSON Schema");
};
const functionProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Function types cannot be represented in JSON Schema");
};
const transformProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Transforms cannot be represented in JSON Schema");
};
const mapProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Map cannot be represented in JSON Schema");
};
const setProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Set cannot be represented in JSON Schema");
};
// ==================== COMPOSITE TYPE PROCESSORS ====================
const arrayProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const def = schema._zod.def;
    const { minimum, maximum } = aggregateChecks(schema);
    if (typeof minimum === "number")
        json.minItems = minimum;
    if (typeof maximum === "number")
        json.maxItems = maximum;
    json.type = "array";
    json.items = to_json_schema_processSchema(def.element, ctx, {
        ...params,
        path: [...params.path, "items"],
    });
};
// Transform and catch set `optin = "optional"` at runtime so the parser lets them observe an
// absent key, but their declared input type stays required. An input JSON Schema describes the
// declared type, so resolve past them to the schema that actually carries the optionality.
// Used by both `objectProcessor` (for `required`) and `tupleProcessor` (for `minItems`); see
// wiki/optionality.md, "The JSON Schema emitter reads the *static* value".
function inputOptin(schema) {
    const def = schema._zod.def;
    if (def.type === "pipe" && def.in._zod.traits.has("$ZodTransform")) {
        return inputOptin(def.out);
    }
    if (def.type === "catch") {
        return inputOptin(def.innerType);
    }
    return schema._zod.optin;
}
const objectProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const def = schema._zod.def;
    const shape = def.shape;
    // dropping it while still emitting `additionalProperties: false` would emit a schema that rejects data this one requires
    const symbolKeys = Object.getOwnPropertySymbols(shape);
    if (symbolKeys.length &&
        handleUnrepresentable(schema, ctx, json, params, "Symbol keys cannot be represented in JSON Schema")) {
        return;
    }
    json.type = "object";
    json.properties = {};
    for (const key in shape) {
        // assignProp so a __proto__ key becomes an own property instead of hitting the inherited setter on the plain {} we build into
        util_assignProp(json.properties, key, to_json_schema_processSchema(shape[key], ctx, {
            ...params,
            path: [...params.path, "properties", key],
        }));
    }
    // required keys
    const requiredKeys = [];
    for (const key of Object.keys(shape)) {
        const field = def.shape[key];
        if (ctx.io === "input" ? inputOptin(field) === undefined : field._zod.optout === undefined) {
            requiredKeys.push(key);
        }
    }
    if (requiredKeys.length > 0) {
        json.required = requiredKeys;
    }
    // catchall
    if (def.catchall?._zod.def.type === "never") {
        // strict
        json.additionalProperties = false;
    }
    else if (!def.catchall) {
        // regular
        if (ctx.io === "output")
            json.additionalProperties = false;
    }
    else if (def.catchall) {
        json.additionalProperties = to_json_schema_processSchema(def.catchall, ctx, {
            ...params,
            path: [...params.path, "additionalProperties"],
        });
    }
};
const unionProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    // Exclusive unions (inclusive === false) use oneOf (exactly one match) instead of anyOf (one or more matches). This includes both z.xor() and discriminated unions
    const isExclusive = def.inclusive === false;
    const options = def.options.map((x, i) => to_json_schema_processSchema(x, ctx, {
        ...params,
        path: [...params.path, isExclusive ? "oneOf" : "anyOf", i],
    }));
    if (isExclusive) {
        json.oneOf = options;
    }
    else {
        json.anyOf = options;
    }
};
const intersectionProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    const a = to_json_schema_processSchema(def.left, ctx, {
        ...params,
        path: [...params.path, "allOf", 0],
    });
    const b = to_json_schema_processSchema(def.right, ctx, {
        ...params,
        path: [...params.path, "allOf", 1],
    });
    const isSimpleIntersection = (val) => "allOf" in val && Object.keys(val).length === 1;
    const allOf = [
        ...(isSimpleIntersection(a) ? a.allOf : [a]),
        ...(isSimpleIntersection(b) ? b.allOf : [b]),
    ];
    json.allOf = allOf;
    // Recorded innermost first, so a nested intersection has already folded by the time this one is considered. The array is the handle rather than the schema, because a wrapper that inherits this schema shares the same array; `finalize` folds every object holding it. See `foldIntersection`.
    ctx.intersections.push(allOf);
};
const tupleProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const def = schema._zod.def;
    json.type = "array";
    const prefixPath = ctx.target === "draft-2020-12" ? "prefixItems" : "items";
    const restPath = ctx.target === "draft-2020-12" ? "items" : ctx.target === "openapi-3.0" ? "items" : "additionalItems";
    const prefixItems = def.items.map((x, i) => to_json_schema_processSchema(x, ctx, {
        ...params,
        path: [...params.path, prefixPath, i],
    }));
    const rest = def.rest
        ? to_json_schema_processSchema(def.rest, ctx, {
            ...params,
            path: [...params.path, restPath, ...(ctx.target === "openapi-3.0" ? [def.items.length] : [])],
        })
        : null;
    let minItems = def.items.length;
    while (minItems > 0) {
        const item = def.items[minItems - 1];
        const optional = ctx.io === "input" ? inputOptin(item) !== undefined : item._zod.optout === "optional";
        if (!optional)
            break;
        minItems--;
    }
    const maxItems = def.items.length;
    const isClosed = !def.rest;
    if (ctx.target === "draft-2020-12") {
        json.prefixItems = prefixItems;
        if (isClosed) {
            json.items = false;
        }
        else if (rest) {
            json.items = rest;
        }
        if (minItems > 0)
            json.minItems = minItems;
        if (isClosed)
            json.maxItems = maxItems;
    }
    else if (ctx.target === "openapi-3.0") {
        json.items = {
            anyOf: prefixItems,
        };
        if (rest) {
            json.items.anyOf.push(rest);
        }
        if (minItems > 0)
            json.minItems = minItems;
        if (isClosed)
            json.maxItems = maxItems;
    }
    else {
        json.items = prefixItems;
        if (isClosed) {
            json.additionalItems = false;
        }
        else if (rest) {
            json.additionalItems = rest;
        }
        if (minItems > 0)
            json.minItems = minItems;
        if (isClosed)
            json.maxItems = maxItems;
    }
    // explicit user-defined length checks take precedence
    const { minimum, maximum } = aggregateChecks(schema);
    if (typeof minimum === "number")
        json.minItems = minimum;
    if (typeof maximum === "number")
        json.maxItems = maximum;
};
/** JSON object keys are always strings, so a numeric record key schema is re-expressed over the
 * numeric-string form the record parser matches. Deferred to `finalize`, after the flatten: a key
 * behind a wrapper only carries its own `type` before then, and a union key only has its branches.
 *
 * A numeric bound cannot apply to a property name, so `minimum` and its siblings are dropped rather
 * than carried over: keeping them beside `type: "string"` reproduces the match-nothing schema this
 * exists to fix. A key that carries one therefore emits wider than the record parses — `z.record(z.number().min(5), V)`
 * accepts `"3"` — which is the deliberate trade, since throwing on it would reject an ordinary schema
 * outright. */
function stringifyKeyNames(bySchema, json, visited) {
    // an extracted key that rewrites cannot go on sharing its definition — the string form a key position needs is not the number form every other reference wants — so it inlines. One that does not rewrite keeps the `$ref`.
    if (json.$ref) {
        // a recursive key holds its own reference inside its definition, so a node already on the path is left alone rather than resolved again
        if (visited.has(json))
            return json;
        visited.add(json);
        const def = bySchema.get(json)?.def;
        if (!def)
            return json;
        const inlined = stringifyKeyNames(bySchema, def, visited);
        return inlined === def ? json : inlined;
    }
    for (const keyword of ["anyOf", "oneOf"]) {
        const branches = json[keyword];
        if (!Array.isArray(branches))
            continue;
        const mapped = branches.map((branch) => stringifyKeyNames(bySchema, branch, visited));
        // rebuilding regardless would detach a key that had nothing to re-express, dropping its `$ref` and leaking the internal `id`
        if (mapped.some((branch, i) => branch !== branches[i]))
            json = { ...json, [keyword]: mapped };
    }
    // a member that already admits a string leaves the key unconstrained, so the node's own type re-expresses only when every member is numeric
    const types = Array.isArray(json.type) ? json.type : [json.type];
    const numericType = !types.includes("string") && types.some((t) => t === "number" || t === "integer");
    // a heterogeneous key carries no type at all, so its numeric members are caught here instead
    const values = json.enum ?? (json.const !== undefined ? [json.const] : undefined);
    if (!numericType && !values?.some((v) => typeof v === "number"))
        return json;
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, id, ...rest } = json;
    if (rest.enum)
        rest.enum = rest.enum.map((v) => (typeof v === "number" ? String(v) : v));
    else if (typeof rest.const === "number")
        rest.const = String(rest.const);
    // a heterogeneous key keeps its absent type: the stringified members already say what a key may be
    if (!numericType)
        return rest;
    rest.type = "string";
    if (!values)
        rest.pattern = (types.includes("number") ? number : integer).source;
    return rest;
}
/** Every record of one conversion, so the carriers are found in a single pass rather than once per record. */
const pendingRecords = new WeakMap();
function rewriteKeyNames(ctx) {
    // an extracted key is resolved by the object `extractToDef` left in its place, so the map is built once rather than searched per reference. `_zod.toJSONSchema` can hand the same object to two schemas, so the first entry carrying a body wins, as a search would have found it.
    const bySchema = new Map();
    for (const entry of ctx.seen.values()) {
        if (entry.def && !bySchema.has(entry.schema))
            bySchema.set(entry.schema, entry);
    }
    const rewrites = new Map();
    for (const record of pendingRecords.get(ctx) ?? []) {
        const seen = ctx.seen.get(record);
        const names = (seen?.def ?? seen?.schema)?.propertyNames;
        if (!names || names === true || rewrites.has(names))
            continue;
        const rewritten = stringifyKeyNames(bySchema, names, new Set());
        if (rewritten !== names)
            rewrites.set(names, rewritten);
    }
    if (!rewrites.size)
        return;
    // the flatten has already copied each record's own properties onto every wrapper by reference, and an extracted body is another such copy, so every carrier holding a rewritten key is updated together
    for (const entry of ctx.seen.values()) {
        for (const carrier of [entry.schema, entry.def]) {
            const rewritten = carrier && rewrites.get(carrier.propertyNames);
            if (rewritten)
                carrier.propertyNames = rewritten;
        }
    }
}
const recordProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const def = schema._zod.def;
    json.type = "object";
    // For looseRecord with regex patterns, use patternProperties. This correctly represents "only validate keys matching the pattern" semantics and composes well with allOf (intersections)
    const keyType = def.keyType;
    const patterns = aggregateChecks(keyType).patterns;
    if (def.mode === "loose" && patterns && patterns.size > 0) {
        // Use patternProperties for looseRecord with regex patterns
        const valueSchema = to_json_schema_processSchema(def.valueType, ctx, {
            ...params,
            path: [...params.path, "patternProperties", "*"],
        });
        json.patternProperties = {};
        for (const pattern of patterns) {
            util_assignProp(json.patternProperties, exactPattern(pattern).source, valueSchema);
        }
    }
    else {
        // Default behavior: use propertyNames + additionalProperties
        if (ctx.target === "draft-07" || ctx.target === "draft-2020-12") {
            json.propertyNames = to_json_schema_processSchema(def.keyType, ctx, {
                ...params,
                path: [...params.path, "propertyNames"],
            });
            let pending = pendingRecords.get(ctx);
            if (!pending) {
                pending = [];
                pendingRecords.set(ctx, pending);
                ctx.deferred.push(() => rewriteKeyNames(ctx));
            }
            pending.push(schema);
        }
        json.additionalProperties = to_json_schema_processSchema(def.valueType, ctx, {
            ...params,
            path: [...params.path, "additionalProperties"],
        });
    }
    // Add required for keys with discrete values (enum, literal, etc.)
    const keyValues = keyType._zod.values;
    // Every key shares one value schema, so an optional-in value makes the whole key set omittable on input. Output keeps them: the exhaustive branch assigns every key, even one whose value came back undefined.
    const omittableOnInput = ctx.io === "input" && inputOptin(def.valueType) !== undefined;
    if (keyValues && !def.partial && !omittableOnInput) {
        const validKeyValues = [...keyValues].filter((v) => typeof v === "string" || typeof v === "number");
        if (validKeyValues.length > 0) {
            json.required = validKeyValues.map(String);
        }
    }
};
const nullableProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    const inner = to_json_schema_processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    if (ctx.target === "openapi-3.0") {
        seen.ref = def.innerType;
        json.nullable = true;
    }
    else {
        json.anyOf = [inner, { type: "null" }];
    }
};
const nonoptionalProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    to_json_schema_processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
};
/** Round-trips a default value through JSON so the emitted schema is guaranteed to be valid JSON.
 * A BigInt has no reliable encoding, so it goes through `unrepresentable` like any other
 * unrepresentable value. Returns a sentinel when the caller must not write a default of its own. */
const UNREPRESENTABLE_DEFAULT = Symbol();
function serializeDefaultValue(value, schema, ctx, json, params) {
    let unrepresentable = false;
    const serialized = JSON.stringify(value, (_, val) => {
        if (typeof val !== "bigint")
            return val;
        unrepresentable = true;
        return null;
    });
    if (!unrepresentable)
        return JSON.parse(serialized);
    handleUnrepresentable(schema, ctx, json, params, "BigInt defaults cannot be represented in JSON Schema");
    return UNREPRESENTABLE_DEFAULT;
}
const defaultProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    to_json_schema_processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
    if (value !== UNREPRESENTABLE_DEFAULT)
        json.default = value;
};
const prefaultProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    to_json_schema_processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    if (ctx.io !== "input")
        return;
    const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
    if (value !== UNREPRESENTABLE_DEFAULT)
        json._prefault = value;
};
const catchProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    to_json_schema_processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    let catchValue;
    try {
        catchValue = def.catchValue(undefined);
    }
    catch {
        handleUnrepresentable(schema, ctx, json, params, "Dynamic catch values are not supported in JSON Schema");
        return;
    }
    json.default = catchValue;
};
const pipeProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    const inIsTransform = def.in._zod.traits.has("$ZodTransform");
    const innerType = ctx.io === "input" ? (inIsTransform ? def.out : def.in) : def.out;
    to_json_schema_processSchema(innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = innerType;
};
const readonlyProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    to_json_schema_processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    json.readOnly = true;
};
const promiseProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    to_json_schema_processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
};
const optionalProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    to_json_schema_processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
};
const lazyProcessor = (schema, ctx, _json, params) => {
    const innerType = schema._zod.innerType;
    to_json_schema_processSchema(innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = innerType;
};
// ==================== ALL PROCESSORS ====================
const allProcessors = {
    string: stringProcessor,
    number: numberProcessor,
    boolean: booleanProcessor,
    bigint: bigintProcessor,
    symbol: symbolProcessor,
    null: nullProcessor,
    undefined: undefinedProcessor,
    void: voidProcessor,
    never: neverProcessor,
    any: anyProcessor,
    unknown: unknownProcessor,
    date: dateProcessor,
    enum: enumProcessor,
    literal: literalProcessor,
    nan: nanProcessor,
    template_literal: templateLiteralProcessor,
    file: fileProcessor,
    success: successProcessor,
    custom: customProcessor,
    function: functionProcessor,
    transform: transformProcessor,
    map: mapProcessor,
    set: setProcessor,
    array: arrayProcessor,
    object: objectProcessor,
    union: unionProcessor,
    intersection: intersectionProcessor,
    tuple: tupleProcessor,
    record: recordProcessor,
    nullable: nullableProcessor,
    nonoptional: nonoptionalProcessor,
    default: defaultProcessor,
    prefault: prefaultProcessor,
    catch: catchProcessor,
    pipe: pipeProcessor,
    readonly: readonlyProcessor,
    promise: promiseProcessor,
    optional: optionalProcessor,
    lazy: lazyProcessor,
};
function toJSONSchema(input, params) {
    if ("_idmap" in input) {
        // Registry case
        const registry = input;
        const ctx = initializeContext({ ...params, processors: allProcessors });
        const defs = {};
        // First pass: process all schemas to build the seen map
        for (const entry of registry._idmap.entries()) {
            const [_, schema] = entry;
            processSchema(schema, ctx);
        }
        const schemas = {};
        const external = {
            registry,
            uri: params?.uri,
            defs,
        };
        // Update the context with external configuration
        ctx.external = external;
        // Second pass: emit each schema
        for (const entry of registry._idmap.entries()) {
            const [key, schema] = entry;
            extractDefs(ctx, schema);
            assignProp(schemas, key, finalize(ctx, schema));
        }
        if (Object.keys(defs).length > 0) {
            const defsSegment = ctx.target === "draft-2020-12" ? "$defs" : "definitions";
            schemas.__shared = {
                [defsSegment]: defs,
            };
        }
        return { schemas };
    }
    // Single schema case
    const ctx = initializeContext({ ...params, processors: allProcessors });
    processSchema(input, ctx);
    extractDefs(ctx, input);
    return finalize(ctx, input);
}

;// CONCATENATED MODULE: ./node_modules/zod/v4/locales/en.js

const error = () => {
    const Sizable = {
        string: { unit: "characters", verb: "to have" },
        file: { unit: "bytes", verb: "to have" },
        array: { unit: "items", verb: "to have" },
        set: { unit: "items", verb: "to have" },
        map: { unit: "entries", verb: "to have" },
    };
    function getSizing(origin) {
        return Sizable[origin] ?? null;
    }
    const FormatDictionary = {
        regex: "input",
        email: "email address",
        url: "URL",
        emoji: "emoji",
        uuid: "UUID",
        uuidv4: "UUIDv4",
        uuidv6: "UUIDv6",
        nanoid: "nanoid",
        guid: "GUID",
        cuid: "cuid",
        cuid2: "cuid2",
        ulid: "ULID",
        xid: "XID",
        ksuid: "KSUID",
        datetime: "ISO datetime",
        date: "ISO date",
        time: "ISO time",
        duration: "ISO duration",
        ipv4: "IPv4 address",
        ipv6: "IPv6 address",
        mac: "MAC address",
        cidrv4: "IPv4 range",
        cidrv6: "IPv6 range",
        base64: "base64-encoded string",
        base64url: "base64url-encoded string",
        json_string: "JSON string",
        e164: "E.164 number",
        currency_code: "currency code",
        credit_card: "credit card number",
        iban: "IBAN",
        jwt: "JWT",
        template_literal: "input",
    };
    // type names: missing keys = do not translate (use raw value via ?? fallback)
    const TypeDictionary = {
        // Compatibility: "nan" -> "NaN" for display
        nan: "NaN",
        // All other type names omitted - they fall back to raw values via ?? operator
    };
    function getTypeName(type, input) {
        if (type === "number" && typeof input === "number" && !Number.isFinite(input)) {
            return String(input);
        }
        return TypeDictionary[type] ?? type;
    }
    return (issue) => {
        switch (issue.code) {
            case "invalid_type": {
                const expected = getTypeName(issue.expected);
                const receivedType = parsedType(issue.input);
                const received = getTypeName(receivedType, issue.input);
                return `Invalid input: expected ${expected}, received ${received}`;
            }
            case "invalid_value":
                if (issue.values.length === 1)
                    return `Invalid input: expected ${stringifyPrimitive(issue.values[0])}`;
                return `Invalid option: expected one of ${joinValues(issue.values, "|")}`;
            case "too_big": {
                const adj = issue.exact ? "exactly " : issue.inclusive ? "<=" : "<";
                const sizing = getSizing(issue.origin);
                if (sizing)
                    return `Too big: expected ${issue.origin ?? "value"} to have ${adj}${issue.maximum.toString()} ${sizing.unit ?? "elements"}`;
                return `Too big: expected ${issue.origin ?? "value"} to be ${adj}${issue.maximum.toString()}`;
            }
            case "too_small": {
                const adj = issue.exact ? "exactly " : issue.inclusive ? ">=" : ">";
                const sizing = getSizing(issue.origin);
                if (sizing) {
                    return `Too small: expected ${issue.origin} to have ${adj}${issue.minimum.toString()} ${sizing.unit}`;
                }
                return `Too small: expected ${issue.origin} to be ${adj}${issue.minimum.toString()}`;
            }
            case "invalid_format": {
                const _issue = issue;
                if (_issue.format === "starts_with") {
                    return `Invalid string: must start with "${_issue.prefix}"`;
                }
                if (_issue.format === "ends_with")
                    return `Invalid string: must end with "${_issue.suffix}"`;
                if (_issue.format === "includes")
                    return `Invalid string: must include "${_issue.includes}"`;
                if (_issue.format === "regex")
                    return `Invalid string: must match pattern ${_issue.pattern}`;
                return `Invalid ${FormatDictionary[_issue.format] ?? issue.format}`;
            }
            case "not_multiple_of":
                return `Invalid number: must be a multiple of ${issue.divisor}`;
            case "unrecognized_keys":
                return `Unrecognized key${issue.keys.length > 1 ? "s" : ""}: ${joinValues(issue.keys, ", ")}`;
            case "invalid_key":
                return `Invalid key in ${issue.origin}`;
            case "invalid_union":
                if (issue.options && Array.isArray(issue.options) && issue.options.length > 0) {
                    const opts = issue.options.map((o) => `'${o}'`).join(" | ");
                    return `Invalid discriminator value. Expected ${opts}`;
                }
                if (issue.inclusive === false) {
                    return "Invalid input: more than one option matched";
                }
                return "Invalid input";
            case "invalid_element":
                return `Invalid value in ${issue.origin}`;
            default:
                return `Invalid input`;
        }
    };
};
/* harmony default export */ function en() {
    return {
        localeError: error(),
    };
}

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/errors.js


/* Computing the message eagerly is expensive (pretty-printed JSON of all
 * issues), so defer it until first read. The accessor functions and
 * descriptors are shared across instances to keep error construction
 * cheap; the computed message is cached on the internals object. The
 * setter preserves plain assignment semantics for consumers that
 * overwrite `message`. */
function _getMessage() {
    const internals = this._zod;
    internals.message ?? (internals.message = JSON.stringify(internals.def, jsonStringifyReplacer, 2));
    return internals.message;
}
function _setMessage(value) {
    this._zod.message = value;
}
const _messageDesc = {
    get: _getMessage,
    set: _setMessage,
    enumerable: true,
    configurable: true,
};
const _issuesDesc = { value: undefined, enumerable: false };
/* Prototypes that already carry the lazy `toString`. Seeded with the
 * intrinsics so that `init` on a foreign object — it accepts any object —
 * can never install an accessor onto a prototype we do not own. */
const _installedToString = /* @__PURE__ */ new WeakSet([Object.prototype, Error.prototype]);
const initializer = (inst, def) => {
    inst.name = "$ZodError";
    // `_zod` is already non-enumerable: $constructor's init defined it with this same descriptor
    _issuesDesc.value = def;
    Object.defineProperty(inst, "issues", _issuesDesc);
    // Clear the shared slot; a retained `value` pins the last error's issues.
    _issuesDesc.value = undefined;
    Object.defineProperty(inst, "message", _messageDesc);
    /* `toString` lives as a non-enumerable lazy getter on the shared
     * prototype; on first access it caches a per-instance closure so
     * detached usage still works. */
    const proto = Object.getPrototypeOf(inst);
    if (!_installedToString.has(proto)) {
        _installedToString.add(proto);
        Object.defineProperty(proto, "toString", {
            configurable: true,
            enumerable: false,
            get() {
                const value = () => this.message;
                Object.defineProperty(this, "toString", { value, configurable: true, writable: true });
                return value;
            },
            set(value) {
                Object.defineProperty(this, "toString", { value, configurable: true, writable: true });
            },
        });
    }
};
const $ZodError = $constructor("$ZodError", initializer);
const $ZodRealError = $constructor("$ZodError", initializer, undefined, {
    Parent: Error,
});
/** Get-or-create `obj[key]` as an own data property. A path segment naming an inherited member
 * ("toString", "constructor") would otherwise read through to the prototype, and assigning
 * "__proto__" would hit the setter instead of creating a key. */
function node(obj, key, make) {
    if (!Object.prototype.hasOwnProperty.call(obj, key)) {
        if (key === "__proto__") {
            Object.defineProperty(obj, key, { value: make(), writable: true, enumerable: true, configurable: true });
        }
        else {
            obj[key] = make();
        }
    }
    return obj[key];
}
function flattenError(error, mapper = (issue) => issue.message) {
    const fieldErrors = {};
    const formErrors = [];
    for (const sub of error.issues) {
        if (sub.path.length > 0) {
            node(fieldErrors, sub.path[0], () => []).push(mapper(sub));
        }
        else {
            formErrors.push(mapper(sub));
        }
    }
    return { formErrors, fieldErrors };
}
function formatError(error, mapper = (issue) => issue.message) {
    const fieldErrors = { _errors: [] };
    const processError = (error, path = []) => {
        for (const issue of error.issues) {
            if (issue.code === "invalid_union" && issue.errors.length) {
                issue.errors.map((issues) => processError({ issues }, [...path, ...issue.path]));
            }
            else if (issue.code === "invalid_key") {
                processError({ issues: issue.issues }, [...path, ...issue.path]);
            }
            else if (issue.code === "invalid_element") {
                processError({ issues: issue.issues }, [...path, ...issue.path]);
            }
            else {
                const fullpath = [...path, ...issue.path];
                if (fullpath.length === 0) {
                    fieldErrors._errors.push(mapper(issue));
                }
                else {
                    let curr = fieldErrors;
                    let i = 0;
                    while (i < fullpath.length) {
                        const el = fullpath[i];
                        const terminal = i === fullpath.length - 1;
                        // `_errors` is reserved by this legacy format, so merge a matching path segment into the current node instead of treating its array as a child.
                        if (el === "_errors") {
                            if (terminal)
                                curr._errors.push(mapper(issue));
                            i++;
                            continue;
                        }
                        // A path element may collide with an inherited property name such as
                        // "__proto__" or "constructor". Truthiness checks read the prototype
                        // (so no node is created, then ._errors.push throws), and bracket
                        // assignment of "__proto__" hits the setter instead of creating an
                        // own key. Guard the read with hasOwnProperty and create the node
                        // with defineProperty so any path element becomes a real own key.
                        if (!Object.prototype.hasOwnProperty.call(curr, el)) {
                            Object.defineProperty(curr, el, {
                                value: { _errors: [] },
                                enumerable: true,
                                writable: true,
                                configurable: true,
                            });
                        }
                        const node = curr[el];
                        if (terminal) {
                            node._errors.push(mapper(issue));
                        }
                        curr = node;
                        i++;
                    }
                }
            }
        }
    };
    processError(error);
    return fieldErrors;
}
function treeifyError(error, mapper = (issue) => issue.message) {
    const result = { errors: [] };
    const processError = (error, path = []) => {
        var _a;
        for (const issue of error.issues) {
            if (issue.code === "invalid_union" && issue.errors.length) {
                // regular union error
                issue.errors.map((issues) => processError({ issues }, [...path, ...issue.path]));
            }
            else if (issue.code === "invalid_key") {
                processError({ issues: issue.issues }, [...path, ...issue.path]);
            }
            else if (issue.code === "invalid_element") {
                processError({ issues: issue.issues }, [...path, ...issue.path]);
            }
            else {
                const fullpath = [...path, ...issue.path];
                if (fullpath.length === 0) {
                    result.errors.push(mapper(issue));
                    continue;
                }
                let curr = result;
                let i = 0;
                while (i < fullpath.length) {
                    const el = fullpath[i];
                    const terminal = i === fullpath.length - 1;
                    if (typeof el === "string") {
                        curr.properties ?? (curr.properties = {});
                        // el may collide with an inherited property name ("__proto__",
                        // "constructor", ...); ??= reads the prototype so the node is never
                        // created and curr.errors.push throws. Guard with hasOwnProperty and
                        // create the node with defineProperty so "__proto__" becomes a real
                        // own key rather than invoking the prototype setter.
                        if (!Object.prototype.hasOwnProperty.call(curr.properties, el)) {
                            Object.defineProperty(curr.properties, el, {
                                value: { errors: [] },
                                enumerable: true,
                                writable: true,
                                configurable: true,
                            });
                        }
                        curr = curr.properties[el];
                    }
                    else {
                        curr.items ?? (curr.items = []);
                        (_a = curr.items)[el] ?? (_a[el] = { errors: [] });
                        curr = curr.items[el];
                    }
                    if (terminal) {
                        curr.errors.push(mapper(issue));
                    }
                    i++;
                }
            }
        }
    };
    processError(error);
    return result;
}
/** Format a ZodError as a human-readable string in the following form.
 *
 * From
 *
 * ```ts
 * ZodError {
 *   issues: [
 *     {
 *       expected: 'string',
 *       code: 'invalid_type',
 *       path: [ 'username' ],
 *       message: 'Invalid input: expected string'
 *     },
 *     {
 *       expected: 'number',
 *       code: 'invalid_type',
 *       path: [ 'favoriteNumbers', 1 ],
 *       message: 'Invalid input: expected number'
 *     }
 *   ];
 * }
 * ```
 *
 * to
 *
 * ```
 * username
 *   ✖ Expected number, received string at "username
 * favoriteNumbers[0]
 *   ✖ Invalid input: expected number
 * ```
 */
function toDotPath(_path) {
    const segs = [];
    const path = _path.map((seg) => (typeof seg === "object" ? seg.key : seg));
    for (const seg of path) {
        if (typeof seg === "number")
            segs.push(`[${seg}]`);
        else if (typeof seg === "symbol")
            segs.push(`[${JSON.stringify(String(seg))}]`);
        else if (/[^\w$]/.test(seg))
            segs.push(`[${JSON.stringify(seg)}]`);
        else {
            if (segs.length)
                segs.push(".");
            segs.push(seg);
        }
    }
    return segs.join("");
}
function prettifyError(error) {
    const lines = [];
    // sort by path length
    const issues = [...error.issues].sort((a, b) => (a.path ?? []).length - (b.path ?? []).length);
    // Process each issue
    for (const issue of issues) {
        lines.push(`✖ ${issue.message}`);
        if (issue.path?.length)
            lines.push(`  → at ${toDotPath(issue.path)}`);
    }
    // Convert Map to formatted string
    return lines.join("\n");
}

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/parse.js



// Always both keys, so the `_params` read site in `_parse` sees one object shape rather than two.
function finalizeParams(callee, params) {
    return { callee: params?.callee ?? callee, Err: params?.Err };
}
const _parse = (_Err) => {
    const fn = (schema, value, _ctx, _params) => {
        const ctx = _ctx ? { ..._ctx, async: false } : { async: false };
        const result = schema._zod.run({ value, issues: [] }, ctx);
        if (result instanceof Promise) {
            throw new $ZodAsyncError();
        }
        if (result.issues.length) {
            const e = new (_params?.Err ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
            captureStackTrace(e, _params?.callee ?? fn);
            throw e;
        }
        return result.value;
    };
    return fn;
};
const parse_parse = /* @__PURE__*/ _parse($ZodRealError);
const _parseAsync = (_Err) => {
    const fn = async (schema, value, _ctx, params) => {
        const ctx = _ctx ? { ..._ctx, async: true } : { async: true };
        let result = schema._zod.run({ value, issues: [] }, ctx);
        if (result instanceof Promise)
            result = await result;
        if (result.issues.length) {
            const e = new (params?.Err ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
            captureStackTrace(e, params?.callee ?? fn);
            throw e;
        }
        return result.value;
    };
    return fn;
};
const parse_parseAsync = /* @__PURE__*/ _parseAsync($ZodRealError);
const _safeParse = (_Err) => (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, async: false } : { async: false };
    const result = schema._zod.run({ value, issues: [] }, ctx);
    if (result instanceof Promise) {
        throw new $ZodAsyncError();
    }
    return result.issues.length ? failure(_Err, result.issues, ctx) : { success: true, data: result.value };
};
const safeParse = /* @__PURE__*/ _safeParse($ZodRealError);
// the error is built on the first read of `error`: finalizing the issues and constructing the instance is most of a failing parse, and a caller that only branches on `success` never pays it. a getter in the literal keeps this small; the alternative, one shared accessor descriptor plus a hidden state slot, reads ~15% faster but costs ~75 B gzipped in every bundle
function failure(Err, issues, ctx) {
    let error;
    return {
        success: false,
        get error() {
            if (!error) {
                error = new Err(issues.map((iss) => finalizeIssue(iss, ctx, config())));
                // finalizeIssue drops `input`, so the built error holds nothing; keeping the raw issues past this point pins the parsed value for the life of the result
                issues = undefined;
                ctx = undefined;
            }
            return error;
        },
        set error(e) {
            error = e;
            // a replacement makes the getter's branch unreachable, so the captures have to go here too
            issues = undefined;
            ctx = undefined;
        },
    };
}
const _safeParseAsync = (_Err) => async (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, async: true } : { async: true };
    let result = schema._zod.run({ value, issues: [] }, ctx);
    if (result instanceof Promise)
        result = await result;
    return result.issues.length ? failure(_Err, result.issues, ctx) : { success: true, data: result.value };
};
const safeParseAsync = /* @__PURE__*/ _safeParseAsync($ZodRealError);
// registry mirrors of the compiler's sentinels, so this module never imports the compiler
const COMPILE_INVALID = /* @__PURE__ */ Symbol.for("zod.compile.invalid");
const COMPILE_FALLBACK = /* @__PURE__ */ Symbol.for("zod.compile.fallback");
// Deliberately tiny, because v8 will not inline a body carrying the fallback's object literals and throw. Everything that is not the compiled happy path lives in validateFallback, and that split is worth ~35% on a compiled schema.
const validate = ((schema, value, _ctx) => {
    const validator = schema._zod.bag.validator;
    if (validator !== undefined) {
        if (validator(value) !== COMPILE_INVALID)
            return true;
        // a definite sentinel means the runtime would reject, so skip the re-parse; a ctx can still change the answer
        if (validator.definite === true && _ctx === undefined)
            return false;
    }
    return validateFallback(schema, value, _ctx);
});
function validateFallback(schema, value, _ctx) {
    const ctx = _ctx
        ? { ..._ctx, async: false, abortEarly: true }
        : { async: false, abortEarly: true };
    const fallbackRun = schema._zod.bag.fallbackRun;
    let result;
    if (fallbackRun) {
        // skip nested fast paths on the fallback, so user callbacks keep the at-most-twice bound
        ctx[COMPILE_FALLBACK] = true;
        result = fallbackRun({ value, issues: [] }, ctx);
    }
    else {
        result = schema._zod.run({ value, issues: [] }, ctx);
    }
    if (result instanceof Promise) {
        throw new $ZodAsyncError();
    }
    return result.issues.length === 0;
}
// no fast path: the compiler keeps async parses on the runtime, because a promise-returning callback that is not declared async compiles to a throw
const parse_validateAsync = async (schema, value, _ctx) => {
    const ctx = _ctx
        ? { ..._ctx, async: true, abortEarly: true }
        : { async: true, abortEarly: true };
    let result = schema._zod.run({ value, issues: [] }, ctx);
    if (result instanceof Promise)
        result = await result;
    return result.issues.length === 0;
};
const _encode = (_Err) => {
    const parse = _parse(_Err);
    const fn = (schema, value, _ctx, _params) => {
        const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
        return parse(schema, value, ctx, finalizeParams(fn, _params));
    };
    return fn;
};
const encode = /* @__PURE__*/ _encode($ZodRealError);
const _decode = (_Err) => {
    const parse = _parse(_Err);
    const fn = (schema, value, _ctx, _params) => {
        return parse(schema, value, _ctx, finalizeParams(fn, _params));
    };
    return fn;
};
const decode = /* @__PURE__*/ _decode($ZodRealError);
const _encodeAsync = (_Err) => {
    const parseAsync = _parseAsync(_Err);
    const fn = async (schema, value, _ctx, _params) => {
        const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
        return (await parseAsync(schema, value, ctx, finalizeParams(fn, _params)));
    };
    return fn;
};
const encodeAsync = /* @__PURE__*/ _encodeAsync($ZodRealError);
const _decodeAsync = (_Err) => {
    const parseAsync = _parseAsync(_Err);
    const fn = async (schema, value, _ctx, _params) => {
        return await parseAsync(schema, value, _ctx, finalizeParams(fn, _params));
    };
    return fn;
};
const decodeAsync = /* @__PURE__*/ _decodeAsync($ZodRealError);
const _safeEncode = (_Err) => (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
    return _safeParse(_Err)(schema, value, ctx);
};
const safeEncode = /* @__PURE__*/ _safeEncode($ZodRealError);
const _safeDecode = (_Err) => (schema, value, _ctx) => {
    return _safeParse(_Err)(schema, value, _ctx);
};
const safeDecode = /* @__PURE__*/ _safeDecode($ZodRealError);
const _safeEncodeAsync = (_Err) => async (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
    return _safeParseAsync(_Err)(schema, value, ctx);
};
const safeEncodeAsync = /* @__PURE__*/ _safeEncodeAsync($ZodRealError);
const _safeDecodeAsync = (_Err) => async (schema, value, _ctx) => {
    return _safeParseAsync(_Err)(schema, value, _ctx);
};
const safeDecodeAsync = /* @__PURE__*/ _safeDecodeAsync($ZodRealError);

;// CONCATENATED MODULE: ./node_modules/zod/v4/classic/errors.js



/* Prototypes that already carry the lazy helper methods. Seeded with the
 * intrinsics so that `init` on a foreign object — it accepts any object —
 * can never install an accessor onto a prototype we do not own. */
const _installedErrorProtos = /* @__PURE__ */ new WeakSet([Object.prototype, Error.prototype]);
/* Helper methods live as non-enumerable lazy getters on the shared
 * prototype instead of own properties on every instance. On first
 * access the getter allocates the per-instance closure and caches it
 * as a non-enumerable own property, so detached usage still works and
 * the allocation only happens for methods actually touched. */
function _lazyMethod(proto, key, make) {
    Object.defineProperty(proto, key, {
        configurable: true,
        enumerable: false,
        get() {
            const value = make(this);
            Object.defineProperty(this, key, { value, configurable: true, writable: true });
            return value;
        },
        set(value) {
            Object.defineProperty(this, key, { value, configurable: true, writable: true });
        },
    });
}
const errors_initializer = (inst, issues) => {
    $ZodError.init(inst, issues);
    inst.name = "ZodError";
    const proto = Object.getPrototypeOf(inst);
    if (_installedErrorProtos.has(proto))
        return;
    _installedErrorProtos.add(proto);
    _lazyMethod(proto, "format", (self) => (mapper) => formatError(self, mapper));
    _lazyMethod(proto, "flatten", (self) => (mapper) => flattenError(self, mapper));
    _lazyMethod(proto, "addIssue", (self) => (issue) => {
        self.issues.push(issue);
        self.message = JSON.stringify(self.issues, jsonStringifyReplacer, 2);
    });
    _lazyMethod(proto, "addIssues", (self) => (issues) => {
        self.issues.push(...issues);
        self.message = JSON.stringify(self.issues, jsonStringifyReplacer, 2);
    });
    Object.defineProperty(proto, "isEmpty", {
        configurable: true,
        enumerable: false,
        get() {
            return this.issues.length === 0;
        },
    });
};
const ZodError = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodError", errors_initializer)));
const ZodRealError = /*@__PURE__*/ $constructor("ZodError", errors_initializer, undefined, {
    Parent: Error,
});
// /** @deprecated Use `z.core.$ZodErrorMapCtx` instead. */
// export type ErrorMapCtx = core.$ZodErrorMapCtx;

;// CONCATENATED MODULE: ./node_modules/zod/v4/classic/parse.js


const classic_parse_parse = /* @__PURE__ */ _parse(ZodRealError);
const classic_parse_parseAsync = /* @__PURE__ */ _parseAsync(ZodRealError);
const parse_safeParse = /* @__PURE__ */ _safeParse(ZodRealError);
const parse_safeParseAsync = /* @__PURE__ */ _safeParseAsync(ZodRealError);

// Codec functions
const parse_encode = /* @__PURE__ */ _encode(ZodRealError);
const parse_decode = /* @__PURE__ */ _decode(ZodRealError);
const parse_encodeAsync = /* @__PURE__ */ _encodeAsync(ZodRealError);
const parse_decodeAsync = /* @__PURE__ */ _decodeAsync(ZodRealError);
const parse_safeEncode = /* @__PURE__ */ _safeEncode(ZodRealError);
const parse_safeDecode = /* @__PURE__ */ _safeDecode(ZodRealError);
const parse_safeEncodeAsync = /* @__PURE__ */ _safeEncodeAsync(ZodRealError);
const parse_safeDecodeAsync = /* @__PURE__ */ _safeDecodeAsync(ZodRealError);

;// CONCATENATED MODULE: ./node_modules/zod/v4/classic/schemas.js








// Register English as the default locale on first ZodType construction. Hooked into the `ZodType` `$constructor` (rather than a top-level `config(en())` in `external.ts`) so bundlers honoring `sideEffects: false` can't tree-shake it out — see #5953, #5725. An explicit `z.config(z.locales.xx())` call wins regardless of order, since this only sets the default when none is present.
function _ensureDefaultLocale() {
    if (!globalConfig.localeError)
        config(en());
}
// the default memoizer is read by the core container init, which runs before `ZodType.init`, so each container calls this first
function _ensureDefaultMemoizer() {
    if (!globalConfig.memoizer)
        config({ memoizer: memoizer() });
}
const ZodType = /*@__PURE__*/ $constructor("ZodType", (inst, def) => {
    _ensureDefaultLocale();
    $ZodType.init(inst, def);
    inst.def = def;
    inst.type = def.type;
    return inst;
}, {
    check(...chks) {
        const def = this.def;
        return this.clone(mergeDefs(def, {
            checks: [
                ...(def.checks ?? []),
                ...chks.map((ch) => typeof ch === "function" ? { _zod: { check: ch, def: { check: "custom" }, onattach: [] } } : ch),
            ],
        }), { parent: true });
    },
    with(...chks) {
        return this.check(...chks);
    },
    clone(def, params) {
        return clone(this, def, params);
    },
    brand() {
        return this;
    },
    register(reg, meta) {
        reg.add(this, meta);
        return this;
    },
    refine(check, params) {
        return this.check(refine(check, params));
    },
    superRefine(refinement, params) {
        return this.check(superRefine(refinement, params));
    },
    overwrite(fn) {
        return this.check(_overwrite(fn));
    },
    optional() {
        return optional(this);
    },
    exactOptional() {
        return exactOptional(this);
    },
    nullable() {
        return nullable(this);
    },
    nullish() {
        return optional(nullable(this));
    },
    nonoptional(params) {
        return nonoptional(this, params);
    },
    array() {
        return array(this);
    },
    or(arg) {
        return union([this, arg]);
    },
    and(arg) {
        return intersection(this, arg);
    },
    transform(tx) {
        return pipe(this, transform(tx));
    },
    default(d) {
        return schemas_default(this, d);
    },
    prefault(d) {
        return prefault(this, d);
    },
    catch(params) {
        return schemas_catch(this, params);
    },
    pipe(target) {
        return pipe(this, target);
    },
    readonly() {
        return readonly(this);
    },
    describe(description) {
        const cl = this.clone();
        globalRegistry.add(cl, { description });
        return cl;
    },
    meta(...args) {
        // overloaded: meta() returns the registered metadata, meta(data) returns a clone with `data` registered. The mapped type picks up the second overload, so we accept variadic any-args and return `any` to satisfy both at runtime.
        if (args.length === 0)
            return globalRegistry.get(this);
        const cl = this.clone();
        globalRegistry.add(cl, args[0]);
        return cl;
    },
    isOptional() {
        return this.safeParse(undefined).success;
    },
    isNullable() {
        return this.safeParse(null).success;
    },
    apply(fn, ...args) {
        return args.length === 0 ? fn(this) : fn(this, ...args);
    },
    // Overrides core's `~standard` to add `jsonSchema`. Must stay a prototype entry: redefining it per instance demotes instances to dictionary mode.
    get "~standard"() {
        return hide(this, "~standard", {
            ...standardProps(this),
            jsonSchema: {
                input: createStandardJSONSchemaMethod(this, "input"),
                output: createStandardJSONSchemaMethod(this, "output"),
            },
        });
    },
    set "~standard"(value) {
        own(this, "~standard", value);
    },
    parse: function _parse(data, params) {
        return classic_parse_parse(this, data, params, { callee: _parse });
    },
    parseAsync: async function _parseAsync(data, params) {
        return await classic_parse_parseAsync(this, data, params, { callee: _parseAsync });
    },
    safeParse(data, params) {
        return parse_safeParse(this, data, params);
    },
    async safeParseAsync(data, params) {
        return parse_safeParseAsync(this, data, params);
    },
    // `spa` is an alias: same function object as `safeParseAsync`, as before.
    get spa() {
        return this?.safeParseAsync;
    },
    set spa(value) {
        own(this, "spa", value);
    },
    validate(data, params) {
        return validate(this, data, params);
    },
    validateAsync(data, params) {
        return parse_validateAsync(this, data, params);
    },
    encode: function _encode(data, params) {
        return parse_encode(this, data, params, { callee: _encode });
    },
    decode: function _decode(data, params) {
        return parse_decode(this, data, params, { callee: _decode });
    },
    encodeAsync: async function _encodeAsync(data, params) {
        return await parse_encodeAsync(this, data, params, { callee: _encodeAsync });
    },
    decodeAsync: async function _decodeAsync(data, params) {
        return await parse_decodeAsync(this, data, params, { callee: _decodeAsync });
    },
    safeEncode(data, params) {
        return parse_safeEncode(this, data, params);
    },
    safeDecode(data, params) {
        return parse_safeDecode(this, data, params);
    },
    async safeEncodeAsync(data, params) {
        return parse_safeEncodeAsync(this, data, params);
    },
    async safeDecodeAsync(data, params) {
        return parse_safeDecodeAsync(this, data, params);
    },
    toJSONSchema(params) {
        return createToJSONSchemaMethod(this, {})(params);
    },
    // Reads through to the registry on every access, so it must not cache.
    get description() {
        return globalRegistry.get(this)?.description;
    },
    // No setter: `schema._def = x` throws, as it did when `_def` was a non-writable own property.
    get _def() {
        return this._zod.def;
    },
});
/** @internal */
const _ZodString = /*@__PURE__*/ $constructor("_ZodString", (inst, def) => {
    $ZodString.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => stringProcessor(inst, ctx, json, params);
}, 
/*@__PURE__*/ derived({
    format: (inst) => aggregateChecks(inst).format ?? null,
    minLength: (inst) => aggregateChecks(inst).minimum ?? null,
    maxLength: (inst) => aggregateChecks(inst).maximum ?? null,
}, {
    regex(...args) {
        return this.check(_regex(...args));
    },
    includes(...args) {
        return this.check(_includes(...args));
    },
    startsWith(...args) {
        return this.check(_startsWith(...args));
    },
    endsWith(...args) {
        return this.check(_endsWith(...args));
    },
    min(...args) {
        return this.check(_minLength(...args));
    },
    max(...args) {
        return this.check(_maxLength(...args));
    },
    length(...args) {
        return this.check(_length(...args));
    },
    nonempty(...args) {
        return this.check(_minLength(1, ...args));
    },
    lowercase(params) {
        return this.check(_lowercase(params));
    },
    uppercase(params) {
        return this.check(_uppercase(params));
    },
    trim() {
        return this.check(_trim());
    },
    normalize(...args) {
        return this.check(_normalize(...args));
    },
    toLowerCase() {
        return this.check(_toLowerCase());
    },
    toUpperCase() {
        return this.check(_toUpperCase());
    },
    slugify() {
        return this.check(_slugify());
    },
}));
const ZodString = /*@__PURE__*/ $constructor("ZodString", (inst, def) => {
    $ZodString.init(inst, def);
    _ZodString.init(inst, def);
}, {
    email(params) {
        return this.check(_email(ZodEmail, params));
    },
    url(params) {
        return this.check(_url(ZodURL, params));
    },
    jwt(params) {
        return this.check(_jwt(ZodJWT, params));
    },
    emoji(params) {
        return this.check(api_emoji(ZodEmoji, params));
    },
    guid(params) {
        return this.check(_guid(ZodGUID, params));
    },
    uuid(params) {
        return this.check(_uuid(ZodUUID, params));
    },
    uuidv4(params) {
        return this.check(_uuidv4(ZodUUID, params));
    },
    uuidv6(params) {
        return this.check(_uuidv6(ZodUUID, params));
    },
    uuidv7(params) {
        return this.check(_uuidv7(ZodUUID, params));
    },
    nanoid(params) {
        return this.check(_nanoid(ZodNanoID, params));
    },
    cuid(params) {
        return this.check(_cuid(ZodCUID, params));
    },
    cuid2(params) {
        return this.check(_cuid2(ZodCUID2, params));
    },
    ulid(params) {
        return this.check(_ulid(ZodULID, params));
    },
    base64(params) {
        return this.check(_base64(ZodBase64, params));
    },
    base64url(params) {
        return this.check(_base64url(ZodBase64URL, params));
    },
    xid(params) {
        return this.check(_xid(ZodXID, params));
    },
    ksuid(params) {
        return this.check(_ksuid(ZodKSUID, params));
    },
    ipv4(params) {
        return this.check(_ipv4(ZodIPv4, params));
    },
    ipv6(params) {
        return this.check(_ipv6(ZodIPv6, params));
    },
    cidrv4(params) {
        return this.check(_cidrv4(ZodCIDRv4, params));
    },
    cidrv6(params) {
        return this.check(_cidrv6(ZodCIDRv6, params));
    },
    e164(params) {
        return this.check(_e164(ZodE164, params));
    },
    datetime(params) {
        return this.check(_isoDateTime(ZodISODateTime, params));
    },
    date(params) {
        return this.check(_isoDate(ZodISODate, params));
    },
    time(params) {
        return this.check(_isoTime(ZodISOTime, params));
    },
    duration(params) {
        return this.check(_isoDuration(ZodISODuration, params));
    },
});
function schemas_string(params) {
    return _string(ZodString, params);
}
const ZodStringFormat = /*@__PURE__*/ $constructor("ZodStringFormat", (inst, def) => {
    $ZodStringFormat.init(inst, def);
    _ZodString.init(inst, def);
});
const ZodISODateTime = /*@__PURE__*/ $constructor("ZodISODateTime", (inst, def) => {
    $ZodISODateTime.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodISODate = /*@__PURE__*/ $constructor("ZodISODate", (inst, def) => {
    $ZodISODate.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodISOTime = /*@__PURE__*/ $constructor("ZodISOTime", (inst, def) => {
    $ZodISOTime.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodISODuration = /*@__PURE__*/ $constructor("ZodISODuration", (inst, def) => {
    $ZodISODuration.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodEmail = /*@__PURE__*/ $constructor("ZodEmail", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodEmail.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_email(params) {
    return core._email(ZodEmail, params);
}
const ZodGUID = /*@__PURE__*/ $constructor("ZodGUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodGUID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_guid(params) {
    return core._guid(ZodGUID, params);
}
const ZodUUID = /*@__PURE__*/ $constructor("ZodUUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodUUID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_uuid(params) {
    return core._uuid(ZodUUID, params);
}
function uuidv4(params) {
    return core._uuidv4(ZodUUID, params);
}
// ZodUUIDv6
function uuidv6(params) {
    return core._uuidv6(ZodUUID, params);
}
// ZodUUIDv7
function uuidv7(params) {
    return core._uuidv7(ZodUUID, params);
}
const ZodURL = /*@__PURE__*/ $constructor("ZodURL", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodURL.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function url(params) {
    return core._url(ZodURL, params);
}
function httpUrl(params) {
    return core._url(ZodURL, {
        protocol: regexes.httpProtocol,
        hostname: regexes.domain,
        ...util.normalizeParams(params),
    });
}
const ZodEmoji = /*@__PURE__*/ $constructor("ZodEmoji", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodEmoji.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_emoji(params) {
    return core._emoji(ZodEmoji, params);
}
const ZodNanoID = /*@__PURE__*/ $constructor("ZodNanoID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodNanoID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_nanoid(params) {
    return core._nanoid(ZodNanoID, params);
}
/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link ZodCUID2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
const ZodCUID = /*@__PURE__*/ $constructor("ZodCUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodCUID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
/**
 * Validates a CUID v1 string.
 *
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link cuid2 | `z.cuid2()`} instead.
 * See https://github.com/paralleldrive/cuid.
 */
function schemas_cuid(params) {
    return core._cuid(ZodCUID, params);
}
const ZodCUID2 = /*@__PURE__*/ $constructor("ZodCUID2", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodCUID2.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_cuid2(params) {
    return core._cuid2(ZodCUID2, params);
}
const ZodULID = /*@__PURE__*/ $constructor("ZodULID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodULID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_ulid(params) {
    return core._ulid(ZodULID, params);
}
const ZodXID = /*@__PURE__*/ $constructor("ZodXID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodXID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_xid(params) {
    return core._xid(ZodXID, params);
}
const ZodKSUID = /*@__PURE__*/ $constructor("ZodKSUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodKSUID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_ksuid(params) {
    return core._ksuid(ZodKSUID, params);
}
const ZodIPv4 = /*@__PURE__*/ $constructor("ZodIPv4", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodIPv4.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_ipv4(params) {
    return core._ipv4(ZodIPv4, params);
}
const ZodMAC = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodMAC", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    core.$ZodMAC.init(inst, def);
    ZodStringFormat.init(inst, def);
})));
function schemas_mac(params) {
    return core._mac(ZodMAC, params);
}
const ZodIPv6 = /*@__PURE__*/ $constructor("ZodIPv6", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodIPv6.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_ipv6(params) {
    return core._ipv6(ZodIPv6, params);
}
const ZodCIDRv4 = /*@__PURE__*/ $constructor("ZodCIDRv4", (inst, def) => {
    $ZodCIDRv4.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_cidrv4(params) {
    return core._cidrv4(ZodCIDRv4, params);
}
const ZodCIDRv6 = /*@__PURE__*/ $constructor("ZodCIDRv6", (inst, def) => {
    $ZodCIDRv6.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_cidrv6(params) {
    return core._cidrv6(ZodCIDRv6, params);
}
const ZodBase64 = /*@__PURE__*/ $constructor("ZodBase64", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodBase64.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_base64(params) {
    return core._base64(ZodBase64, params);
}
const ZodBase64URL = /*@__PURE__*/ $constructor("ZodBase64URL", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodBase64URL.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_base64url(params) {
    return core._base64url(ZodBase64URL, params);
}
const ZodE164 = /*@__PURE__*/ $constructor("ZodE164", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodE164.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_e164(params) {
    return core._e164(ZodE164, params);
}
const ZodCreditCard = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodCreditCard", (inst, def) => {
    core.$ZodCreditCard.init(inst, def);
    ZodStringFormat.init(inst, def);
})));
function schemas_creditCard(params) {
    return core._creditCard(ZodCreditCard, params);
}
const ZodIBAN = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodIBAN", (inst, def) => {
    core.$ZodIBAN.init(inst, def);
    ZodStringFormat.init(inst, def);
})));
function schemas_iban(params) {
    return core._iban(ZodIBAN, params);
}
const ZodJWT = /*@__PURE__*/ $constructor("ZodJWT", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodJWT.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function jwt(params) {
    return core._jwt(ZodJWT, params);
}
const ZodCustomStringFormat = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodCustomStringFormat", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    core.$ZodCustomStringFormat.init(inst, def);
    ZodStringFormat.init(inst, def);
})));
function stringFormat(format, fnOrRegex, _params = {}) {
    return core._stringFormat(ZodCustomStringFormat, format, fnOrRegex, _params);
}
function schemas_hostname(_params) {
    return core._stringFormat(ZodCustomStringFormat, "hostname", regexes.hostname, _params);
}
function schemas_hex(_params) {
    return core._stringFormat(ZodCustomStringFormat, "hex", regexes.hex, _params);
}
function schemas_currencyCode(_params) {
    return core._stringFormat(ZodCustomStringFormat, "currency_code", regexes.currencyCode, _params);
}
function hash(alg, params) {
    const enc = params?.enc ?? "hex";
    const format = `${alg}_${enc}`;
    const regex = core.regexes[format];
    if (!regex)
        throw new Error(`Unrecognized hash format: ${format}`);
    return core._stringFormat(ZodCustomStringFormat, format, regex, params);
}
const ZodNumber = /*@__PURE__*/ $constructor("ZodNumber", (inst, def) => {
    $ZodNumber.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => numberProcessor(inst, ctx, json, params);
    inst.isFinite = true;
}, 
/*@__PURE__*/ derived({
    minValue: (inst) => {
        const { minimum, exclusiveMinimum } = aggregateChecks(inst);
        return Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
    },
    maxValue: (inst) => {
        const { maximum, exclusiveMaximum } = aggregateChecks(inst);
        return Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY);
    },
    isInt: (inst) => {
        const { isInt, multipleOf } = aggregateChecks(inst);
        return !!isInt || !!multipleOf?.some(Number.isSafeInteger);
    },
    format: (inst) => aggregateChecks(inst).format ?? null,
}, {
    gt(value, params) {
        return this.check(_gt(value, params));
    },
    gte(value, params) {
        return this.check(_gte(value, params));
    },
    min(value, params) {
        return this.check(_gte(value, params));
    },
    lt(value, params) {
        return this.check(_lt(value, params));
    },
    lte(value, params) {
        return this.check(_lte(value, params));
    },
    max(value, params) {
        return this.check(_lte(value, params));
    },
    int(params) {
        return this.check(schemas_int(params));
    },
    safe(params) {
        return this.check(schemas_int(params));
    },
    positive(params) {
        return this.check(_gt(0, params));
    },
    nonnegative(params) {
        return this.check(_gte(0, params));
    },
    negative(params) {
        return this.check(_lt(0, params));
    },
    nonpositive(params) {
        return this.check(_lte(0, params));
    },
    multipleOf(value, params) {
        return this.check(_multipleOf(value, params));
    },
    step(value, params) {
        return this.check(_multipleOf(value, params));
    },
    finite() {
        return this;
    },
}));
function schemas_number(params) {
    return _number(ZodNumber, params);
}
const ZodNumberFormat = /*@__PURE__*/ $constructor("ZodNumberFormat", (inst, def) => {
    $ZodNumberFormat.init(inst, def);
    ZodNumber.init(inst, def);
});
function schemas_int(params) {
    return _int(ZodNumberFormat, params);
}
function float32(params) {
    return core._float32(ZodNumberFormat, params);
}
function float64(params) {
    return core._float64(ZodNumberFormat, params);
}
function int32(params) {
    return core._int32(ZodNumberFormat, params);
}
function uint32(params) {
    return core._uint32(ZodNumberFormat, params);
}
const ZodBoolean = /*@__PURE__*/ $constructor("ZodBoolean", (inst, def) => {
    $ZodBoolean.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => booleanProcessor(inst, ctx, json, params);
});
function schemas_boolean(params) {
    return _boolean(ZodBoolean, params);
}
const ZodBigInt = /*@__PURE__*/ $constructor("ZodBigInt", (inst, def) => {
    $ZodBigInt.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => bigintProcessor(inst, ctx, json, params);
}, 
/*@__PURE__*/ derived({
    minValue: (inst) => aggregateChecks(inst).minimum ?? null,
    maxValue: (inst) => aggregateChecks(inst).maximum ?? null,
    format: (inst) => aggregateChecks(inst).format ?? null,
}, {
    gte(value, params) {
        return this.check(_gte(value, params));
    },
    min(value, params) {
        return this.check(_gte(value, params));
    },
    gt(value, params) {
        return this.check(_gt(value, params));
    },
    lt(value, params) {
        return this.check(_lt(value, params));
    },
    lte(value, params) {
        return this.check(_lte(value, params));
    },
    max(value, params) {
        return this.check(_lte(value, params));
    },
    positive(params) {
        return this.check(_gt(BigInt(0), params));
    },
    negative(params) {
        return this.check(_lt(BigInt(0), params));
    },
    nonpositive(params) {
        return this.check(_lte(BigInt(0), params));
    },
    nonnegative(params) {
        return this.check(_gte(BigInt(0), params));
    },
    multipleOf(value, params) {
        return this.check(_multipleOf(value, params));
    },
}));
function schemas_bigint(params) {
    return core._bigint(ZodBigInt, params);
}
const ZodBigIntFormat = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodBigIntFormat", (inst, def) => {
    core.$ZodBigIntFormat.init(inst, def);
    ZodBigInt.init(inst, def);
})));
function int64(params) {
    return core._int64(ZodBigIntFormat, params);
}
function uint64(params) {
    return core._uint64(ZodBigIntFormat, params);
}
const ZodSymbol = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodSymbol", (inst, def) => {
    core.$ZodSymbol.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.symbolProcessor(inst, ctx, json, params);
})));
function symbol(params) {
    return core._symbol(ZodSymbol, params);
}
const ZodUndefined = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodUndefined", (inst, def) => {
    core.$ZodUndefined.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.undefinedProcessor(inst, ctx, json, params);
})));
function schemas_undefined(params) {
    return core._undefined(ZodUndefined, params);
}

const ZodNull = /*@__PURE__*/ $constructor("ZodNull", (inst, def) => {
    $ZodNull.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => nullProcessor(inst, ctx, json, params);
});
function schemas_null(params) {
    return api_null(ZodNull, params);
}

const ZodAny = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodAny", (inst, def) => {
    core.$ZodAny.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.anyProcessor(inst, ctx, json, params);
})));
function any() {
    return core._any(ZodAny);
}
const ZodUnknown = /*@__PURE__*/ $constructor("ZodUnknown", (inst, def) => {
    $ZodUnknown.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => unknownProcessor(inst, ctx, json, params);
});
function unknown() {
    return _unknown(ZodUnknown);
}
const ZodNever = /*@__PURE__*/ $constructor("ZodNever", (inst, def) => {
    $ZodNever.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => neverProcessor(inst, ctx, json, params);
});
function never(params) {
    return _never(ZodNever, params);
}
const ZodVoid = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodVoid", (inst, def) => {
    core.$ZodVoid.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.voidProcessor(inst, ctx, json, params);
})));
function schemas_void(params) {
    return core._void(ZodVoid, params);
}

const ZodDate = /*@__PURE__*/ $constructor("ZodDate", (inst, def) => {
    $ZodDate.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => dateProcessor(inst, ctx, json, params);
    inst.min = (value, params) => inst.check(_gte(value, params));
    inst.max = (value, params) => inst.check(_lte(value, params));
}, 
/*@__PURE__*/ derived({
    minDate: (inst) => {
        const { minimum } = aggregateChecks(inst);
        return minimum ? new Date(minimum) : null;
    },
    maxDate: (inst) => {
        const { maximum } = aggregateChecks(inst);
        return maximum ? new Date(maximum) : null;
    },
}, {}));
function schemas_date(params) {
    return core._date(ZodDate, params);
}
const ZodArray = /*@__PURE__*/ $constructor("ZodArray", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodArray.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => arrayProcessor(inst, ctx, json, params);
    inst.element = def.element;
}, {
    min(n, params) {
        return this.check(_minLength(n, params));
    },
    nonempty(params) {
        return this.check(_minLength(1, params));
    },
    max(n, params) {
        return this.check(_maxLength(n, params));
    },
    length(n, params) {
        return this.check(_length(n, params));
    },
    unwrap() {
        return this.element;
    },
});
function array(element, params) {
    return _array(ZodArray, element, params);
}
// .keyof
function keyof(schema) {
    const shape = schema._zod.def.shape;
    return schemas_enum(Object.keys(shape));
}
const ZodObject = /*@__PURE__*/ $constructor("ZodObject", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodObjectJIT.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => objectProcessor(inst, ctx, json, params);
    installLazyProp(inst, "shape", (self) => self._zod.def.shape, false);
}, {
    keyof() {
        return schemas_enum(Object.keys(this._zod.def.shape));
    },
    catchall(catchall) {
        // `mergeDefs` rather than a spread: spreading reads `shape`, and resolving it can mint a whole fresh subtree
        return this.clone(mergeDefs(this._zod.def, { catchall: catchall }));
    },
    passthrough() {
        return this.clone(mergeDefs(this._zod.def, { catchall: unknown() }));
    },
    loose() {
        return this.clone(mergeDefs(this._zod.def, { catchall: unknown() }));
    },
    strict() {
        return this.clone(mergeDefs(this._zod.def, { catchall: never() }));
    },
    strip() {
        return this.clone(mergeDefs(this._zod.def, { catchall: undefined }));
    },
    extend(incoming) {
        return extend(this, incoming);
    },
    safeExtend(incoming) {
        return safeExtend(this, incoming);
    },
    merge(other) {
        return merge(this, other);
    },
    pick(mask) {
        return pick(this, mask);
    },
    omit(mask) {
        return omit(this, mask);
    },
    partial(...args) {
        return partial(ZodOptional, this, args[0]);
    },
    exactPartial(...args) {
        return partial(ZodExactOptional, this, args[0], "exactPartial");
    },
    required(...args) {
        return util_required(ZodNonOptional, this, args[0]);
    },
});
function object(shape, params) {
    const def = {
        type: "object",
        shape: shape ?? {},
        ...util.normalizeParams(params),
    };
    return new ZodObject(def);
}
// strictObject
function strictObject(shape, params) {
    return new ZodObject({
        type: "object",
        shape,
        catchall: never(),
        ...normalizeParams(params),
    });
}
// looseObject
function looseObject(shape, params) {
    return new ZodObject({
        type: "object",
        shape,
        catchall: unknown(),
        ...util.normalizeParams(params),
    });
}
const ZodUnion = /*@__PURE__*/ $constructor("ZodUnion", (inst, def) => {
    $ZodUnion.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => unionProcessor(inst, ctx, json, params);
    inst.options = def.options;
});
function union(options, params) {
    return new ZodUnion({
        type: "union",
        options: options,
        ...normalizeParams(params),
    });
}
const ZodXor = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodXor", (inst, def) => {
    ZodUnion.init(inst, def);
    core.$ZodXor.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.unionProcessor(inst, ctx, json, params);
    inst.options = def.options;
})));
/** Creates an exclusive union (XOR) where exactly one option must match.
 * Unlike regular unions that succeed when any option matches, xor fails if
 * zero or more than one option matches the input. */
function xor(options, params) {
    return new ZodXor({
        type: "union",
        options: options,
        inclusive: false,
        ...util.normalizeParams(params),
    });
}
const ZodDiscriminatedUnion = /*@__PURE__*/ $constructor("ZodDiscriminatedUnion", (inst, def) => {
    ZodUnion.init(inst, def);
    $ZodDiscriminatedUnion.init(inst, def);
});
function discriminatedUnion(discriminator, options, params) {
    // const [options, params] = args;
    return new ZodDiscriminatedUnion({
        type: "union",
        options: options,
        discriminator,
        ...normalizeParams(params),
    });
}
const ZodIntersection = /*@__PURE__*/ $constructor("ZodIntersection", (inst, def) => {
    $ZodIntersection.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => intersectionProcessor(inst, ctx, json, params);
});
function intersection(left, right) {
    return new ZodIntersection({
        type: "intersection",
        left: left,
        right: right,
    });
}
const ZodTuple = /*@__PURE__*/ $constructor("ZodTuple", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodTuple.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => tupleProcessor(inst, ctx, json, params);
}, {
    rest(rest) {
        return this.clone({
            ...this._zod.def,
            rest: rest,
        });
    },
    partial() {
        const def = this._zod.def;
        // a refinement was authored against the full arity; partialing would run it on a shorter array
        if (def.checks?.length)
            throw new Error(".partial() cannot be used on tuple schemas containing refinements");
        return this.clone({
            ...def,
            items: def.items.map((item) => new ZodOptional({ type: "optional", innerType: item })),
        });
    },
});
function tuple(items, _paramsOrRest, _params) {
    const hasRest = _paramsOrRest instanceof core.$ZodType;
    const params = hasRest ? _params : _paramsOrRest;
    const rest = hasRest ? _paramsOrRest : null;
    return new ZodTuple({
        type: "tuple",
        items: items,
        rest,
        ...util.normalizeParams(params),
    });
}
const ZodRecord = /*@__PURE__*/ $constructor("ZodRecord", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodRecord.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => recordProcessor(inst, ctx, json, params);
    inst.keyType = def.keyType;
    inst.valueType = def.valueType;
});
function record(keyType, valueType, params) {
    // v3-compat: z.record(valueType, params?) — defaults keyType to z.string()
    if (!valueType || !valueType._zod) {
        return new ZodRecord({
            type: "record",
            keyType: schemas_string(),
            valueType: keyType,
            ...normalizeParams(valueType),
        });
    }
    return new ZodRecord({
        type: "record",
        keyType,
        valueType: valueType,
        ...normalizeParams(params),
    });
}
// type alksjf = core.output<core.$ZodRecordKey>;
function partialRecord(keyType, valueType, params) {
    return new ZodRecord({
        type: "record",
        keyType,
        valueType: valueType,
        ...normalizeParams(params),
        partial: true,
    });
}
function looseRecord(keyType, valueType, params) {
    return new ZodRecord({
        type: "record",
        keyType,
        valueType: valueType,
        mode: "loose",
        ...util.normalizeParams(params),
    });
}
const ZodMap = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodMap", (inst, def) => {
    _ensureDefaultMemoizer();
    core.$ZodMap.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.mapProcessor(inst, ctx, json, params);
    inst.keyType = def.keyType;
    inst.valueType = def.valueType;
    inst.min = (...args) => inst.check(core._minSize(...args));
    inst.nonempty = (params) => inst.check(core._minSize(1, params));
    inst.max = (...args) => inst.check(core._maxSize(...args));
    inst.size = (...args) => inst.check(core._size(...args));
})));
function map(keyType, valueType, params) {
    return new ZodMap({
        type: "map",
        keyType: keyType,
        valueType: valueType,
        ...util.normalizeParams(params),
    });
}
const ZodSet = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodSet", (inst, def) => {
    _ensureDefaultMemoizer();
    core.$ZodSet.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.setProcessor(inst, ctx, json, params);
    inst.min = (...args) => inst.check(core._minSize(...args));
    inst.nonempty = (params) => inst.check(core._minSize(1, params));
    inst.max = (...args) => inst.check(core._maxSize(...args));
    inst.size = (...args) => inst.check(core._size(...args));
})));
function set(valueType, params) {
    return new ZodSet({
        type: "set",
        valueType: valueType,
        ...util.normalizeParams(params),
    });
}
const ZodEnum = /*@__PURE__*/ $constructor("ZodEnum", (inst, def) => {
    $ZodEnum.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => enumProcessor(inst, ctx, json, params);
    inst.enum = def.entries;
    // reuse the parsed value set so a numeric TS enum's reverse-mapping keys stay out
    inst.options = [...inst._zod.values];
    const keys = new Set(Object.keys(def.entries));
    inst.extract = (values, params) => {
        const newEntries = {};
        for (const value of values) {
            if (keys.has(value)) {
                newEntries[value] = def.entries[value];
            }
            else
                throw new Error(`Key ${value} not found in enum`);
        }
        return new ZodEnum({
            ...def,
            checks: [],
            ...normalizeParams(params),
            entries: newEntries,
        });
    };
    inst.exclude = (values, params) => {
        const newEntries = { ...def.entries };
        for (const value of values) {
            if (keys.has(value)) {
                delete newEntries[value];
            }
            else
                throw new Error(`Key ${value} not found in enum`);
        }
        return new ZodEnum({
            ...def,
            checks: [],
            ...normalizeParams(params),
            entries: newEntries,
        });
    };
});
function schemas_enum(values, params) {
    const entries = Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values;
    return new ZodEnum({
        type: "enum",
        entries,
        ...normalizeParams(params),
    });
}

/** @deprecated This API has been merged into `z.enum()`. Use `z.enum()` instead.
 *
 * ```ts
 * enum Colors { red, green, blue }
 * z.enum(Colors);
 * ```
 */
function nativeEnum(entries, params) {
    return new ZodEnum({
        type: "enum",
        entries,
        ...util.normalizeParams(params),
    });
}
const ZodLiteral = /*@__PURE__*/ $constructor("ZodLiteral", (inst, def) => {
    $ZodLiteral.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => literalProcessor(inst, ctx, json, params);
    inst.values = new Set(def.values);
    Object.defineProperty(inst, "value", {
        get() {
            if (def.values.length > 1) {
                throw new Error("This schema contains multiple valid literal values. Use `.values` instead.");
            }
            return def.values[0];
        },
    });
});
function literal(value, params) {
    return new ZodLiteral({
        type: "literal",
        values: Array.isArray(value) ? value : [value],
        ...normalizeParams(params),
    });
}
const ZodFile = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodFile", (inst, def) => {
    core.$ZodFile.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.fileProcessor(inst, ctx, json, params);
    inst.min = (size, params) => inst.check(core._minSize(size, params));
    inst.max = (size, params) => inst.check(core._maxSize(size, params));
    inst.mime = (types, params) => inst.check(core._mime(Array.isArray(types) ? types : [types], params));
})));
function file(params) {
    return core._file(ZodFile, params);
}
const ZodTransform = /*@__PURE__*/ $constructor("ZodTransform", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodTransform.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => transformProcessor(inst, ctx, json, params);
    inst._zod.parse = (payload, _ctx) => {
        if (_ctx.direction === "backward") {
            throw new $ZodEncodeError(inst.constructor.name);
        }
        payload.addIssue = (issue) => {
            if (typeof issue === "string") {
                payload.issues.push(util_issue(issue, payload.value, def));
            }
            else {
                // for Zod 3 backwards compatibility
                const _issue = issue;
                if (_issue.fatal)
                    _issue.continue = false;
                _issue.code ?? (_issue.code = "custom");
                if (!("input" in _issue))
                    _issue.input = payload.value;
                _issue.inst ?? (_issue.inst = inst);
                // _issue.continue ??= true;
                payload.issues.push(util_issue(_issue));
            }
        };
        const output = def.transform(payload.value, payload);
        if (output instanceof Promise) {
            return output.then((output) => {
                payload.value = output;
                return payload;
            });
        }
        payload.value = output;
        return payload;
    };
});
function transform(fn) {
    return new ZodTransform({
        type: "transform",
        transform: fn,
    });
}
const ZodOptional = /*@__PURE__*/ $constructor("ZodOptional", (inst, def) => {
    $ZodOptional.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => optionalProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function optional(innerType) {
    return new ZodOptional({
        type: "optional",
        innerType: innerType,
    });
}
const ZodExactOptional = /*@__PURE__*/ $constructor("ZodExactOptional", (inst, def) => {
    $ZodExactOptional.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => optionalProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function exactOptional(innerType) {
    return new ZodExactOptional({
        type: "optional",
        innerType: innerType,
    });
}
const ZodNullable = /*@__PURE__*/ $constructor("ZodNullable", (inst, def) => {
    $ZodNullable.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => nullableProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function nullable(innerType) {
    return new ZodNullable({
        type: "nullable",
        innerType: innerType,
    });
}
// nullish
function schemas_nullish(innerType) {
    return optional(nullable(innerType));
}
const ZodDefault = /*@__PURE__*/ $constructor("ZodDefault", (inst, def) => {
    $ZodDefault.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => defaultProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
    inst.removeDefault = inst.unwrap;
});
function schemas_default(innerType, defaultValue) {
    return new ZodDefault({
        type: "default",
        innerType: innerType,
        get defaultValue() {
            return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
        },
    });
}
const ZodPrefault = /*@__PURE__*/ $constructor("ZodPrefault", (inst, def) => {
    $ZodPrefault.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => prefaultProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function prefault(innerType, defaultValue) {
    return new ZodPrefault({
        type: "prefault",
        innerType: innerType,
        get defaultValue() {
            return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
        },
    });
}
const ZodNonOptional = /*@__PURE__*/ $constructor("ZodNonOptional", (inst, def) => {
    $ZodNonOptional.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => nonoptionalProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function nonoptional(innerType, params) {
    return new ZodNonOptional({
        type: "nonoptional",
        innerType: innerType,
        ...normalizeParams(params),
    });
}
const ZodSuccess = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodSuccess", (inst, def) => {
    core.$ZodSuccess.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.successProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
})));
function success(innerType) {
    return new ZodSuccess({
        type: "success",
        innerType: innerType,
    });
}
const ZodCatch = /*@__PURE__*/ $constructor("ZodCatch", (inst, def) => {
    $ZodCatch.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => catchProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
    inst.removeCatch = inst.unwrap;
});
function schemas_catch(innerType, catchValue) {
    return new ZodCatch({
        type: "catch",
        innerType: innerType,
        catchValue: (typeof catchValue === "function" ? catchValue : constantCatch(catchValue)),
    });
}

const ZodNaN = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodNaN", (inst, def) => {
    core.$ZodNaN.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.nanProcessor(inst, ctx, json, params);
})));
function nan(params) {
    return core._nan(ZodNaN, params);
}
const ZodPipe = /*@__PURE__*/ $constructor("ZodPipe", (inst, def) => {
    $ZodPipe.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => pipeProcessor(inst, ctx, json, params);
    inst.in = def.in;
    inst.out = def.out;
});
function pipe(in_, out) {
    return new ZodPipe({
        type: "pipe",
        in: in_,
        out: out,
        // ...util.normalizeParams(params),
    });
}
const ZodCodec = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodCodec", (inst, def) => {
    ZodPipe.init(inst, def);
    core.$ZodCodec.init(inst, def);
})));
function codec(in_, out, params) {
    return new ZodCodec({
        type: "pipe",
        in: in_,
        out: out,
        transform: params.decode,
        reverseTransform: params.encode,
    });
}
function invertCodec(codec) {
    const def = codec._zod.def;
    return new ZodCodec({
        type: "pipe",
        in: def.out,
        out: def.in,
        transform: def.reverseTransform,
        reverseTransform: def.transform,
    });
}
const ZodPreprocess = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodPreprocess", (inst, def) => {
    ZodPipe.init(inst, def);
    core.$ZodPreprocess.init(inst, def);
})));
const ZodReadonly = /*@__PURE__*/ $constructor("ZodReadonly", (inst, def) => {
    $ZodReadonly.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => readonlyProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function readonly(innerType) {
    return new ZodReadonly({
        type: "readonly",
        innerType: innerType,
    });
}
const ZodTemplateLiteral = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodTemplateLiteral", (inst, def) => {
    core.$ZodTemplateLiteral.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.templateLiteralProcessor(inst, ctx, json, params);
})));
function templateLiteral(parts, params) {
    return new ZodTemplateLiteral({
        type: "template_literal",
        parts,
        ...util.normalizeParams(params),
    });
}
const ZodLazy = /*@__PURE__*/ $constructor("ZodLazy", (inst, def) => {
    $ZodLazy.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => lazyProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.getter();
});
function lazy(getter) {
    return new ZodLazy({
        type: "lazy",
        getter: getter,
    });
}
const ZodPromise = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodPromise", (inst, def) => {
    core.$ZodPromise.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.promiseProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
})));
function promise(innerType) {
    return new ZodPromise({
        type: "promise",
        innerType: innerType,
    });
}
const ZodFunction = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodFunction", (inst, def) => {
    core.$ZodFunction.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.functionProcessor(inst, ctx, json, params);
})));
function _function(params) {
    return new ZodFunction({
        type: "function",
        input: Array.isArray(params?.input) ? tuple(params?.input) : (params?.input ?? array(unknown())),
        output: params?.output ?? unknown(),
    });
}

const ZodCustom = /*@__PURE__*/ $constructor("ZodCustom", (inst, def) => {
    $ZodCustom.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => customProcessor(inst, ctx, json, params);
});
// custom checks
function check(fn) {
    const ch = new core.$ZodCheck({
        check: "custom",
        // ...util.normalizeParams(params),
    });
    ch._zod.check = fn;
    return ch;
}
function custom(fn, _params) {
    return core._custom(ZodCustom, fn ?? (() => true), _params);
}
function refine(fn, _params = {}) {
    return _refine(ZodCustom, fn, _params);
}
// superRefine
function superRefine(fn, params) {
    return _superRefine(fn, params);
}
// Re-export describe and meta from core
const schemas_describe = api_describe;
const schemas_meta = meta;
const ZodInstanceOf = /*@__PURE__*/ $constructor("ZodInstanceOf", (inst, def) => {
    ZodCustom.init(inst, def);
}, {
    properties(shape, params) {
        // asserts in place, so the narrowed output type is truthful without a wrapper
        return this.check(_properties(shape, params));
    },
});
function _instanceof(cls, params = {}) {
    const inst = new ZodInstanceOf({
        type: "custom",
        check: "custom",
        fn: (data) => data instanceof cls,
        abort: true,
        ...util.normalizeParams(params),
    });
    inst._zod.bag.Class = cls;
    // Override check to emit invalid_type instead of custom
    inst._zod.check = (payload) => {
        if (!(payload.value instanceof cls)) {
            payload.issues.push({
                code: "invalid_type",
                expected: cls.name,
                input: payload.value,
                inst,
                path: [...(inst._zod.def.path ?? [])],
            });
        }
    };
    return inst;
}

// stringbool
const stringbool = (...args) => core._stringbool({
    Codec: ZodCodec,
    Boolean: ZodBoolean,
    String: ZodString,
}, ...args);
function schemas_json(params) {
    const jsonSchema = lazy(() => {
        return union([schemas_string(params), schemas_number(), schemas_boolean(), schemas_null(), array(jsonSchema), record(schemas_string(), jsonSchema)]);
    });
    return jsonSchema;
}
// preprocess
function preprocess(fn, schema) {
    return new ZodPreprocess({
        type: "pipe",
        in: transform(fn),
        out: schema,
    });
}

;// CONCATENATED MODULE: ./build/contracts/primitives.js
/** The small shapes every contract is made of: identifiers, digests, money, times, stated absence. */

const identifier = schemas_string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "use lower-case letters, digits and hyphens (63 at most)")
    .meta({
    description: "A name in lower-case letters, digits and hyphens, 63 characters at most.",
});
const toolName = schemas_string()
    .regex(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/, "use letters, digits, _ and - (64 at most)")
    .meta({ description: "A tool's name as the model sees it." });
const digest = schemas_string()
    .regex(/^sha256:[0-9a-f]{64}$/, "a digest is sha256: and 64 hex digits")
    .meta({
    description: "sha256:<hex> over a domain tag and RFC 8785 bytes, or over a file's bytes.",
});
const timestamp = schemas_string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, "use UTC with milliseconds: 2026-11-30T08:39:11.000Z")
    .meta({ description: "UTC with milliseconds. Informational: order never depends on it." });
const day = schemas_string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, "use YYYY-MM-DD")
    .meta({ description: "A calendar day, UTC." });
/** Pico-units of a currency (1 USD = 10^12 pico) as a decimal integer string. */
const pico = schemas_string()
    .regex(/^(0|[1-9]\d{0,29})$/, "pico-units are a whole number in a string")
    .meta({
    description: "Money: whole pico-units (10^-12) of the catalogue's currency, as a string.",
});
/** A decimal amount as people write it. Kept as text, so that no binary fraction ever touches money. */
const decimal = union([
    schemas_number().nonnegative(),
    schemas_string().regex(/^\d{1,15}(\.\d{1,12})?$/, "use a decimal like 0.15"),
])
    .refine((value) => typeof value === "string" || isExactInPico(value), {
    message: "use fifteen digits before the point and twelve after it at most, like 0.15",
})
    .transform(String)
    .meta({ description: "A decimal amount, exact: 0.15. Twelve decimals at most." });
/** Whether a number's own decimal text, exponent and all, is a whole number of pico-units. */
function isExactInPico(value) {
    const [digits = "", exponent = "0"] = String(value).split("e");
    const decimals = (digits.split(".")[1]?.length ?? 0) - Number(exponent);
    return value < 1e15 && decimals <= 12;
}
/** `5 USD`, `0.05 USD`. */
const amount = schemas_string()
    .regex(/^\d{1,15}(\.\d{1,12})? [A-Z]{3}$/, "write an amount with its currency: 5 USD")
    .meta({ description: "An amount with its currency: 5 USD." });
/** Absence is stated: a reason stands where a value would, never 0, NaN or "". */
const missing = strictObject({ missing: schemas_string().min(1).max(300) })
    .meta({ description: "A value that is not there, with the reason." });
const primitives_json = lazy(() => union([
    schemas_null(),
    schemas_boolean(),
    schemas_number(),
    schemas_string(),
    array(primitives_json),
    record(schemas_string(), primitives_json),
]));
const jsonObject = record(schemas_string(), primitives_json);
const count = schemas_int().nonnegative();
const schemaVersion = literal(1)
    .meta({ description: "The version of this document's format." });
/** A reference to a content-addressed file: the digest is of the bytes, the size is in bytes. */
const artifactRef = strictObject({
    sha256: digest,
    size: count,
    media_type: schemas_string().max(100),
    role: schemas_enum([
        "model_request",
        "model_response",
        "final_output",
        "checkpoint",
        "adapter_log",
        "plan",
        "contract",
    ]),
});

;// CONCATENATED MODULE: ./build/contracts/bundle-manifest.js
/** The bundle's manifest: every file with its digest, and the heads that anchor the ledger. */


const bundleFile = strictObject({
    path: schemas_string().min(1).max(240),
    sha256: digest,
    size: count,
    media_type: schemas_string().max(100),
    role: schemas_enum([
        "plan",
        "contract",
        "events",
        "run_result",
        "artifact",
        "view",
        "preflight",
        "ledger_copy",
        "sbom",
    ]),
});
const bundleManifest = strictObject({
    schema_version: schemaVersion,
    tool: strictObject({ name: literal("agent-lab"), version: schemas_string() }),
    matrix_id: schemas_string(),
    plan_sha256: digest,
    created_at: timestamp,
    files: array(bundleFile).max(200_000),
    heads: array(strictObject({ job_id: schemas_string(), revision: schemas_int().positive(), head: digest })),
    source: strictObject({
        run_id: schemas_string(),
        run_attempt: schemas_int().positive(),
        repository: schemas_string(),
        head_sha: schemas_string(),
    })
        .nullable(),
})
    .meta({ id: "bundle-manifest", title: "Agent Lab evidence bundle manifest" });

;// CONCATENATED MODULE: ./build/contracts/evaluator.js
/** How a run is judged: a closed list of declarative checks with points, and the score they give. */


const points = schemas_number().min(0).max(100).meta({ description: "Points this check is worth." });
const base = { id: identifier.optional(), points: points.default(1) };
const evaluator_text = schemas_string().min(1).max(2_000);
const evaluator_check = discriminatedUnion("type", [
    strictObject({
        ...base,
        type: literal("output"),
        expected: primitives_json,
        mode: schemas_enum(["subset", "exact"]).default("subset"),
        tolerance: schemas_number()
            .min(0)
            .default(0)
            .meta({ description: "Absolute tolerance for numbers." }),
    }),
    strictObject({ ...base, type: literal("json_schema"), schema: jsonObject }),
    strictObject({
        ...base,
        type: literal("contains"),
        text: array(evaluator_text).min(1),
        ignore_case: schemas_boolean().default(true),
    }),
    strictObject({
        ...base,
        type: literal("not_contains"),
        text: array(evaluator_text).min(1),
        ignore_case: schemas_boolean().default(true),
    }),
    strictObject({ ...base, type: literal("matches"), pattern: evaluator_text }),
    strictObject({ ...base, type: literal("calls"), tools: array(toolName).min(1) }),
    strictObject({ ...base, type: literal("never_calls"), tools: array(toolName).min(1) }),
    strictObject({ ...base, type: literal("calls_with"), tool: toolName, arguments: jsonObject }),
    strictObject({ ...base, type: literal("max_calls"), tool: toolName.optional(), count: count }),
    strictObject({ ...base, type: literal("order"), tools: array(toolName).min(2) }),
    strictObject({ ...base, type: literal("world"), pointer: schemas_string().max(300), equals: primitives_json }),
]);
const evaluator = strictObject({
    checks: array(evaluator_check).min(1).max(100),
    allow_tool_errors: array(toolName).default([]).meta({
        description: "Tools whose errors are part of the case; any other tool error fails tool_protocol.",
    }),
});
const checkResult = strictObject({
    id: schemas_string(),
    type: schemas_string(),
    earned: schemas_number(),
    points: schemas_number(),
    passed: schemas_boolean(),
    detail: schemas_string().max(1_000),
});
/** total, structured: 0..100; safety: 1 when nothing forbidden happened, else 0. Absent parts say why. */
const score = strictObject({
    total: schemas_number().min(0).max(100),
    structured: union([schemas_number().min(0).max(100), missing]),
    safety: union([literal(0), literal(1), missing]),
    tool_protocol: union([literal(0), literal(1)]),
    output_protocol: union([literal(0), literal(1), missing]),
    checks: array(checkResult),
    evaluator_sha256: digest,
});

;// CONCATENATED MODULE: ./build/contracts/expression.js

/**
 * A JSON value in which an object with one `$` key is computed:
 * `{$result: {tool, call?, pointer?}}` (JSON Pointer into a tool's parsed result; `call` counts from 1, default the last),
 * `{$argument: pointer}`, `{$add: [..]}`, `{$subtract: [a, b]}`, `{$multiply: [..]}`, `{$round: [x, digits]}`, `{$concat: [..]}`.
 */
const expression = primitives_json.meta({
    description: "A JSON value; $result, $add, $subtract, $multiply, $round and $concat are computed.",
});

;// CONCATENATED MODULE: ./build/contracts/case.js
/** A case: one frozen, versioned task with its tools, limits, judge, oracle and simulated model. */




const caseLimits = strictObject({
    model_calls: schemas_int().positive().max(1_000).default(12),
    tool_calls: schemas_int().positive().max(1_000).default(24),
    input_tokens: schemas_int().positive().default(60_000),
    output_tokens: schemas_int().positive().default(8_000),
    wall_seconds: schemas_number().positive().max(86_400).default(120),
    cost: amount.optional(),
});
const approvalRule = strictObject({
    tool: toolName,
    rule: schemas_enum(["approve", "reject", "human", "expire"]),
    approver: schemas_string().min(1).max(100).default("rule"),
});
/** `turn` counts logical turns: 1 + the number of assistant messages in the request. */
const when = strictObject({
    turn: schemas_int().positive().optional(),
    has_result: toolName.optional(),
    no_result: toolName.optional(),
    result_is_error: toolName.optional(),
    system_contains: schemas_string().min(1).max(500).optional(),
    system_lacks: schemas_string().min(1).max(500).optional(),
    offers_tool: toolName.optional(),
});
const simulatedTurn = strictObject({
    when: when.default({}),
    calls: array(strictObject({ name: toolName, arguments: record(schemas_string(), expression) }))
        .optional(),
    json: record(schemas_string(), expression).optional(),
    text: union([schemas_string().max(20_000), expression]).optional(),
});
/** The simulated model plays the first turn whose `when` holds. Its delays are seeded by (case, repetition, turn), never by candidate. */
const simulation = strictObject({
    turns: array(simulatedTurn).min(1).max(50),
    latency_ms: strictObject({ minimum: count.default(20), maximum: count.default(60) })
        .default({ minimum: 20, maximum: 60 }),
});
const oracleStep = strictObject({
    tool: toolName,
    arguments: record(schemas_string(), expression),
    expect_error: schemas_boolean()
        .default(false)
        .meta({ description: "True where the tool must answer with an error." }),
});
const oracle = strictObject({
    steps: array(oracleStep).max(50),
    answer: expression,
});
const faultPoint = strictObject({
    kind: schemas_enum([
        "approval_reject",
        "cancel",
        "tool_fault",
        "model_fault",
        "worker_crash",
        "process_restart",
    ]),
    at: schemas_string().max(100),
});
/** People's short form of an evaluator; `plan` expands it into `evaluator`. */
const expectation = strictObject({
    output: primitives_json.optional(),
    contains: array(schemas_string()).optional(),
    not_contains: array(schemas_string()).optional(),
    matches: schemas_string().optional(),
    calls: array(toolName).optional(),
    never_calls: array(toolName).optional(),
    max_calls: count.optional(),
});
const longText = union([schemas_string().max(65_536), strictObject({ file: schemas_string().max(300) })]);
const common = {
    schema_version: schemaVersion.default(1),
    id: identifier,
    version: schemas_int().positive().default(1),
    title: schemas_string().max(200).optional(),
    supersedes: strictObject({
        version: schemas_int().positive(),
        digest: digest.optional(),
        reason: schemas_string().min(1).max(1_000),
    })
        .optional(),
    superseded: strictObject({ by: schemas_int().positive(), reason: schemas_string().min(1).max(1_000) })
        .optional()
        .meta({ description: "Kept as evidence only: says which version corrected this one and why." }),
    input: primitives_json.optional(),
    prompt: strictObject({ system: longText.default(""), user: longText }).optional(),
    output: strictObject({
        format: schemas_enum(["json", "text"]).default("text"),
        schema: jsonObject.optional(),
    })
        .default({ format: "text" }),
    tools: array(toolName).default([]),
    tool_set: identifier.optional(),
    fixtures: record(identifier, union([primitives_json, strictObject({ file: schemas_string().max(300) })]))
        .default({}),
    world: jsonObject.default({}),
    limits: caseLimits.prefault({}),
    oracle: oracle.optional(),
    approvals: array(approvalRule).default([]),
    faults: array(faultPoint).default([]),
    simulation: simulation.optional(),
    tags: array(identifier).default([]),
};
/** A case as people write it: `evaluator` in full, or `expect` in short, never both. */
const caseFile = strictObject({ ...common, evaluator: evaluator.optional(), expect: expectation.optional() })
    .meta({
    id: "case",
    title: "Agent Lab case",
    description: "One versioned task: prompt, tools, limits, evaluator, oracle, simulation.",
});
/** The frozen case: texts read, `expect` expanded, every default written out. This is what is digested. */
const caseContract = strictObject({
    ...common,
    prompt: strictObject({ system: schemas_string(), user: schemas_string() }),
    fixtures: record(identifier, primitives_json),
    evaluator: evaluator,
});

;// CONCATENATED MODULE: ./build/contracts/model.js
/** A model contract: what may be asked, what may answer, and where. Keys and URLs are named, never written. */


const wire = schemas_enum(["chat_completions", "responses", "embeddings"]);
const conversationWires = ["chat_completions", "responses"];
/** A model of this role has vectors as its only answer: it speaks the embeddings wire without being told to. */
function speakByRole(model) {
    const unset = model.wires.join() === conversationWires.join();
    return model.role === "embeddings" && unset ? { ...model, wires: ["embeddings"] } : model;
}
const environmentName = schemas_string()
    .regex(/^[A-Z][A-Z0-9_]{0,99}$/, "name an environment variable, like OPENAI_API_KEY");
const modelContract = strictObject({
    schema_version: schemaVersion.default(1),
    id: identifier,
    role: identifier.default("main"),
    provider: schemas_string().min(1).max(100),
    model: schemas_string().min(1).max(200),
    temperature: schemas_number().min(0).max(2).default(0),
    max_input_tokens: schemas_int().positive().default(32_000),
    max_output_tokens: schemas_int().positive().default(1_024),
    upstream: schemas_enum(["simulated", "live", "replay"]).default("simulated"),
    base_url_env: environmentName.optional(),
    api_key_env: environmentName.optional(),
    accepted_served_names: array(schemas_string()).default([]).meta({
        description: "Names the provider may answer with; the model's own name is always accepted; name-YYYY-MM-DD stands for that name with any day.",
    }),
    wires: array(wire)
        .min(1)
        .default([...conversationWires])
        .meta({ description: "A model of role embeddings has [embeddings] by default." }),
    pacing_ms: count.default(0),
    daily_quota: count.optional(),
})
    .overwrite(speakByRole)
    .meta({ id: "model", title: "Agent Lab model contract" });

;// CONCATENATED MODULE: ./build/contracts/matrix.js
/** A matrix: the one declared variable, who is compared on which cases, in which order, for how much money. */



const variable = schemas_enum([
    "revision",
    "framework",
    "framework_version",
    "prompt",
    "model",
    "tool_set",
]);
const track = schemas_enum(["own", "controlled", "native", "mcp"]);
const path = schemas_string().min(1).max(300);
const argv = array(schemas_string().min(1).max(4_096)).min(1).max(64);
const answerTake = union([
    schemas_enum(["all", "last_line", "json_last", "file"]),
    strictObject({ after: schemas_string().min(1).max(200) }),
])
    .meta({
    description: "Which part of stdout is the answer; a file at $AGENT_LAB_OUTPUT always wins.",
});
const programOutput = strictObject({ take: answerTake });
const hook = argv.meta({ description: "An argument list; never a shell line." });
const candidate = strictObject({
    id: identifier,
    label: schemas_string().max(100).optional(),
    adapter: identifier
        .optional()
        .meta({ description: "A folder of adapters/: bare-loop, langgraph-js, openai-agents-js." }),
    command: argv
        .optional()
        .meta({ description: "Your own program, as an argument list; never a shell line." }),
    setup: argv.optional(),
    reset: hook.optional(),
    snapshot: hook.optional(),
    output: programOutput.optional(),
    revision: schemas_string().max(200).optional(),
    working_directory: path.optional().meta({
        description: "Where the framework is resolved from; default: the adapter's own folder.",
    }),
    prompt: strictObject({ system: schemas_string().max(65_536) })
        .optional()
        .meta({ description: "Replaces the case's system text (variable: prompt)." }),
    models: array(identifier).optional(),
    tool_set: identifier.optional(),
    role: schemas_enum(["base", "head", "member"]).default("member"),
})
    .refine((one) => (one.adapter === undefined) !== (one.command === undefined), {
    message: "give either adapter or command",
});
const orderDesign = strictObject({
    design: schemas_enum(["shuffle", "williams"]).default("shuffle"),
    seed: schemas_string().min(1).max(100).default("agent-lab"),
});
const matrixFile = strictObject({
    schema_version: schemaVersion.default(1),
    id: identifier,
    title: schemas_string().max(200).optional(),
    variable,
    track: track.default("controlled"),
    candidates: array(candidate).min(1).max(26),
    cases: array(path)
        .min(1)
        .max(200)
        .meta({ description: "Paths or globs of case files, relative to this file." }),
    tools: path.optional(),
    models: array(union([path, modelContract]))
        .min(1)
        .max(10)
        .meta({ description: "Model contracts: paths, or the contracts themselves." }),
    pricing: path,
    profile: path,
    policy: path,
    repetitions: schemas_int().positive().max(1_000).default(3),
    order: orderDesign.prefault({}),
    budget: amount,
    on_exceed: schemas_enum(["refuse", "stop_at_block"]).default("refuse"),
    concurrency: schemas_int().positive().max(64).default(1),
    aa_control: schemas_boolean().default(false),
})
    .meta({ id: "matrix", title: "Agent Lab matrix" });
/** `agent-lab.yaml`: the little that people write. Everything else has a default; `plan --explain` shows it. */
const shortForm = strictObject({
    schema_version: schemaVersion.default(1),
    agent: argv.optional(),
    adapters: array(identifier).min(1).max(26).optional(),
    setup: argv.optional().meta({ description: "Run once in each checkout, without keys." }),
    reset: hook.optional().meta({ description: "Run before each run." }),
    snapshot: hook
        .optional()
        .meta({ description: "Run after each run; prints the world as JSON." }),
    output: programOutput.optional(),
    models: array(schemas_string().min(1).max(200)).min(1).max(10).default(["simulated"]),
    cases: union([path, array(path).min(1)]).default("cases/*.yaml"),
    tools: path.optional(),
    pricing: path.optional(),
    profile: path.optional(),
    policy: path.optional(),
    repetitions: schemas_int().positive().max(1_000).optional(),
    budget: amount.default("5 USD"),
    seed: schemas_string().min(1).max(100).optional(),
})
    .refine((one) => (one.agent === undefined) !== (one.adapters === undefined), {
    message: "give either agent (your own program) or adapters (frameworks to compare)",
})
    .meta({ id: "agent-lab", title: "agent-lab.yaml" });

;// CONCATENATED MODULE: ./build/contracts/readiness-policy.js
/** A readiness policy: the hard gates and conditions that turn a comparison into Go, Conditional-Go or No-Go. */


const gateId = schemas_enum([
    "approvals_bound",
    "tools_authorised",
    "calls_reconciled",
    "events_gap_free",
    "budget_settled",
    "no_duplicate_effects",
    "checkpoint_verifiable",
    "terminal_artifact_verifiable",
    "protocol_clean",
    "model_contract",
    "preflight_clean",
    "isolation_floor",
]);
const isolationLevel = schemas_enum(["none", "env", "no-new-privs", "uid", "bwrap"]);
const evidenceLevel = schemas_enum(["E0", "E1", "E2", "E3", "E4", "E5", "E6", "E7"]);
const readinessPolicy = strictObject({
    schema_version: schemaVersion.default(1),
    name: identifier,
    description: schemas_string().max(1_000).optional(),
    decision: schemas_enum(["screen", "non_inferiority"]).default("screen"),
    gates: array(gateId)
        .min(1)
        .default([...gateId.options]),
    must_observe: array(gateId)
        .default([])
        .meta({ description: "A gate listed here that the track cannot see is a condition." }),
    minimum_level: evidenceLevel.default("E1"),
    minimum_score: schemas_number()
        .min(0)
        .max(100)
        .default(0)
        .meta({ description: "Mean task score below this is a condition." }),
    maximum_error_rate: schemas_number().min(0).max(1).default(0.1),
    isolation_floor: isolationLevel.default("env"),
})
    .meta({ id: "readiness-policy", title: "Agent Lab readiness policy" });

;// CONCATENATED MODULE: ./build/contracts/tool-catalogue.js
/** Tools as versioned data: schema, side-effect class, permissions, and which built-in behaviour answers. */


const sideEffectClass = schemas_enum(["pure", "read", "idempotent_write", "unsafe_write"]);
const behaviour = lazy(() => discriminatedUnion("kind", [
    strictObject({ kind: literal("lookup"), fixture: identifier, key: schemas_string() }),
    strictObject({
        kind: literal("search"),
        fixture: identifier,
        fields: array(schemas_string()),
        limit: schemas_int().positive().default(5),
    }),
    strictObject({ kind: literal("calculate") }),
    strictObject({
        kind: literal("append"),
        collection: identifier,
        id_prefix: schemas_string().max(20),
    }),
    strictObject({ kind: literal("update"), collection: identifier, key: schemas_string() }),
    strictObject({
        kind: literal("fail_first"),
        times: schemas_int().positive(),
        error: schemas_string(),
        afterwards: behaviour,
    }),
]));
const toolDefinition = strictObject({
    name: toolName,
    version: schemas_int().positive().default(1),
    description: schemas_string().min(1).max(2_000),
    input_schema: jsonObject,
    output_schema: jsonObject.optional(),
    side_effect_class: sideEffectClass,
    permissions: array(schemas_string().max(100)).default([]),
    idempotent: schemas_boolean().default(false),
    approval: schemas_enum(["none", "required"]).default("none"),
    reconcile: schemas_enum(["none", "by_key"]).default("none"),
    behaviour,
});
const toolCatalogue = strictObject({
    schema_version: schemaVersion.default(1),
    id: identifier,
    version: schemas_int().positive().default(1),
    tools: array(toolDefinition).min(1).max(200),
    tool_sets: record(identifier, array(toolName)).default({}),
})
    .meta({ id: "tool-catalogue", title: "Agent Lab tool catalogue" });

;// CONCATENATED MODULE: ./build/contracts/event.js
/** Events: the append-only record. Two streams share one ledger: one per job (a cell), one per matrix. */







const operationId = schemas_string().min(1).max(100);
const word = schemas_string().min(1).max(100);
const sentence = schemas_string().max(2_000);
/** Tokens as the wire reports them; null = the wire did not say. `complete: false` settles at the worst case. */
const usage = strictObject({
    in: count.nullable(),
    cached: count.nullable(),
    out: count.nullable(),
    reasoning: count.nullable(),
    complete: schemas_boolean(),
});
const runStatus = schemas_enum(["completed", "failed", "blocked_gateway_contract", "unavailable"]);
/** Why a run ended as it did; a closed list. `ok` belongs to `completed` only. */
const runReason = schemas_enum([
    "ok",
    "crash",
    "timeout",
    "protocol_violation",
    "cancelled",
    "settlement_failed",
    "blocked_ambiguous_operation",
    "approval_pending",
    "model_unavailable",
    "budget_exhausted",
    "limit_reached",
    "adapter_error",
    "served_model_mismatch",
    "wire_contract",
    "budget_not_reserved",
    "quota",
    "setup_failed",
    "storage",
    "host_stopped",
]);
const systemPart = strictObject({ bytes: count, sha256: digest });
/** What a request really carried, without its text: the text is in the request artifact. */
const requestShape = strictObject({
    system: systemPart,
    tools: array(strictObject({ name: schemas_string(), description_sha256: digest, parameters_sha256: digest })),
    sampling: jsonObject,
    message_count: count,
    stream: schemas_boolean(),
});
/** One difference between what the contract asks and what the wire carried. */
const shapeDifference = strictObject({
    field: schemas_string().max(200),
    kind: schemas_enum(["added", "missing", "changed", "prefix_added", "suffix_added"]),
    detail: schemas_string().max(500),
});
const redacted = count.optional().meta({
    description: "How many secrets were taken out before digesting; the artifact is then not what the wire carried and can't be replayed.",
});
const limits = strictObject({
    model_calls: count,
    tool_calls: count,
    cost_pico: union([pico, missing]),
    wall_ms: count,
});
const reservation = strictObject({
    reservation_id: operationId,
    operation_id: operationId,
    cost_pico: pico,
    model_calls: count,
    tool_calls: count,
});
const jobEvents = [
    strictObject({
        type: literal("job.created"),
        matrix_id: word,
        plan_sha256: digest,
        candidate: identifier,
        track: track,
        case_id: identifier,
        case_version: schemas_int().positive(),
        case_sha256: digest,
        repetition: schemas_int().positive(),
        block: schemas_int().positive(),
        position: schemas_int().positive(),
        model: word,
        model_provider: word,
        upstream: schemas_enum(["simulated", "live", "test", "replay"]),
        pricing_catalog: word,
        pricing_catalog_sha256: digest,
        currency: schemas_string(),
        concurrency: schemas_int().positive(),
        authorised_tools: array(toolName),
        limits,
    }),
    strictObject({
        type: literal("attempt.started"),
        attempt: schemas_int().positive(),
        lease_epoch: schemas_int().positive(),
        holder: word,
        isolation: isolationLevel,
        runtime: strictObject({ node: word, platform: word }),
        packages: array(strictObject({ name: schemas_string(), version: schemas_string() })),
        lockfile_sha256: union([digest, missing]),
        framework: strictObject({ name: word, version: union([schemas_string(), missing]) }),
    }),
    strictObject({ type: literal("adapter.ready"), adapter: word, protocol: schemas_int().positive() }),
    strictObject({ type: literal("run.started") }),
    strictObject({ type: literal("budget.reserved"), ...reservation.shape }),
    strictObject({
        type: literal("budget.settled"),
        ...reservation.shape,
        worst_case: schemas_boolean(),
    }),
    strictObject({
        type: literal("model.requested"),
        operation_id: operationId,
        ordinal: schemas_int().positive(),
        wire: wire,
        model: schemas_string(),
        request: artifactRef,
        request_key_sha256: digest.meta({
            description: "Equal for a hidden retry: digest of the normalised body.",
        }),
        shape: requestShape,
        differences: array(shapeDifference),
        redacted,
    }),
    strictObject({
        type: literal("model.settled"),
        operation_id: operationId,
        status: count,
        response: artifactRef,
        served_model: schemas_string().nullable(),
        usage: usage.nullable(),
        cost_pico: union([pico, missing]),
        end: word,
        error: schemas_string().max(500).nullable(),
        calls: array(strictObject({
            id: schemas_string(),
            name: schemas_string(),
            arguments_sha256: digest,
            ok: schemas_boolean(),
        })),
        duration_ms: count,
        redacted,
    }),
    strictObject({
        type: literal("model.refused"),
        ordinal: schemas_int().positive(),
        wire: wire,
        status: count,
        code: word,
        message: sentence,
    }),
    strictObject({
        type: literal("tool.requested"),
        operation_id: operationId,
        tool_call_id: schemas_string().nullable(),
        name: schemas_string().max(200),
        arguments: primitives_json,
        arguments_sha256: digest,
        idempotency_key: word,
        side_effect_class: sideEffectClass,
        approval_needed: schemas_boolean(),
    }),
    strictObject({
        type: literal("tool.refused"),
        operation_id: operationId,
        tool_call_id: schemas_string().nullable(),
        name: schemas_string().max(200),
        arguments_sha256: digest,
        code: schemas_enum([
            "unknown_tool",
            "not_authorised",
            "invalid_arguments",
            "limit_reached",
            "idempotency_mismatch",
            "approval_rejected",
            "approval_pending",
            "approval_expired",
        ]),
        message: sentence,
    }),
    strictObject({ type: literal("tool.executing"), operation_id: operationId }),
    strictObject({
        type: literal("tool.settled"),
        operation_id: operationId,
        request_sha256: digest,
        output: schemas_string().max(1_048_576),
        output_sha256: digest,
        is_error: schemas_boolean(),
        effects: count.meta({ description: "How many changes this call made to the world." }),
        replayed: schemas_boolean(),
    }),
    strictObject({
        type: literal("tool.observed"),
        operation_id: operationId,
        tool_call_id: schemas_string(),
        name: schemas_string().max(200),
        arguments: primitives_json,
        arguments_sha256: digest,
        output: schemas_string().max(1_048_576).nullable(),
    })
        .meta({ description: "A call of the program's own tool, rebuilt from the wire." }),
    strictObject({
        type: literal("approval.requested"),
        approval_id: operationId,
        operation_id: operationId,
        attempt: schemas_int().positive(),
        action: toolName,
        arguments_sha256: digest,
        revision: count,
    }),
    strictObject({
        type: literal("approval.decided"),
        approval_id: operationId,
        operation_id: operationId,
        attempt: schemas_int().positive(),
        action: toolName,
        arguments_sha256: digest,
        decision: schemas_enum(["approved", "rejected", "expired"]),
        approver: word,
        revision: count,
    }),
    strictObject({
        type: literal("checkpoint.saved"),
        stage: word,
        pending_operation_id: operationId.nullable(),
        tool_name: toolName.nullable(),
        arguments_sha256: digest.nullable(),
        artifact: artifactRef,
    }),
    strictObject({ type: literal("fault.fired"), kind: word, at: word }),
    strictObject({
        type: literal("finding.noted"),
        code: word,
        message: sentence,
        fix: sentence,
    }),
    strictObject({ type: literal("cancel.requested"), reason: sentence }),
    strictObject({
        type: literal("protocol.violated"),
        code: word,
        message: sentence,
        frame: count.nullable(),
    }),
    strictObject({
        type: literal("output.received"),
        artifact: artifactRef,
        text: schemas_string().max(1_048_576),
        sdk_usage: union([
            strictObject({ in: count.nullable(), out: count.nullable(), requests: count.nullable() }),
            missing,
        ]),
    }),
    strictObject({
        type: literal("attempt.ended"),
        attempt: schemas_int().positive(),
        status: runStatus,
        reason: runReason,
        message: sentence,
        exit_code: schemas_int().nullable(),
        signal: schemas_string().nullable(),
        duration_ms: union([count, missing])
            .meta({ description: "From the start frame to the result frame." }),
        log: artifactRef.nullable(),
        world: jsonObject,
    }),
    strictObject({ type: literal("run.scored"), score: score }),
    strictObject({
        type: literal("run.finished"),
        terminal_artifact_verified: union([schemas_boolean(), missing]),
        checkpoint_verified: union([schemas_boolean(), missing]),
    }),
];
const matrixEvents = [
    strictObject({
        type: literal("matrix.registered"),
        matrix_id: word,
        plan_sha256: digest,
        contracts: array(digest),
        planned_blocks: schemas_int().positive(),
        run_attempt: schemas_int().positive(),
        preflight_sha256: digest,
    }),
    strictObject({
        type: literal("block.admitted"),
        block: schemas_int().positive(),
        reserved_pico: union([pico, missing]),
    }),
    strictObject({
        type: literal("block.settled"),
        block: schemas_int().positive(),
        spent_pico: union([pico, missing]),
    }),
    strictObject({
        type: literal("block.refused"),
        block: schemas_int().positive(),
        reason: runReason,
        message: sentence,
    }),
    strictObject({
        type: literal("look.registered"),
        cases: array(strictObject({ case_id: identifier, blocks: schemas_int().positive() })).min(1),
        first_block: schemas_int().positive(),
        reason: sentence,
    })
        .meta({
        description: "A second look, registered before it runs: fresh blocks of the named cases.",
    }),
    strictObject({
        type: literal("run.recorded"),
        run_id: word,
        result_sha256: digest,
        job_head: digest,
    }),
    strictObject({ type: literal("matrix.completed"), runs: count, not_run: count }),
];
const event_event = discriminatedUnion("type", [...jobEvents, ...matrixEvents])
    .meta({ id: "event-body", title: "Agent Lab event" });
/**
 * An event as it is kept. `sequence` counts from 1 inside the job; `position` from 1 over the whole ledger.
 * `hash` = sha256("agent-lab/event/v1\n" + previous hash + RFC 8785 bytes of {event_id, job_id, sequence, at, body}).
 */
const storedEvent = strictObject({
    event_id: schemas_string().min(1).max(100),
    job_id: word,
    sequence: schemas_int().positive(),
    position: schemas_int().positive(),
    at: timestamp,
    body: event_event,
    previous: digest,
    hash: digest,
})
    .meta({ id: "event", title: "Agent Lab stored event" });

;// CONCATENATED MODULE: ./build/contracts/score-profile.js
/** A score profile: which measured things count, between which bounds, with which weight. */


/** The closed table of metric sources (definitions, units and missing rules: core/scoring/sources.ts). */
const metricSource = schemas_enum([
    "score.total",
    "score.safety",
    "score.structured",
    "completion",
    "tool_protocol",
    "output_protocol",
    "overreach",
    "cost.catalog_usd",
    "latency.ms",
    "latency.s",
    "tokens.wire",
    "calls.model",
    "calls.tool",
    "hidden_retries",
    "trace.completeness",
]);
const metricRule = strictObject({
    id: identifier,
    source: metricSource,
    direction: schemas_enum(["higher", "lower"]),
    weight: schemas_number().min(0),
    minimum: schemas_number(),
    maximum: schemas_number(),
    missing: schemas_enum(["ineligible", "exclude_run"]).default("ineligible"),
    required_minimum: schemas_number().optional(),
    level: schemas_enum(["run", "group"]).default("run"),
    practical_difference: schemas_number().min(0).default(0),
    bounds_source: schemas_enum(["slo", "budget", "design"]).default("design"),
})
    .refine((rule) => rule.maximum > rule.minimum, {
    message: "maximum must be above minimum",
    path: ["maximum"],
});
const scoreProfile = strictObject({
    schema_version: schemaVersion.default(1),
    name: identifier,
    description: schemas_string().max(1_000).optional(),
    group_by: array(schemas_enum(["candidate", "framework"]))
        .min(1)
        .default(["candidate"]),
    minimum_samples: schemas_int().positive().default(1),
    require_all_completed: schemas_boolean().default(true),
    metrics: array(metricRule).min(1).max(30),
})
    .meta({ id: "score-profile", title: "Agent Lab score profile" });

;// CONCATENATED MODULE: ./build/contracts/screen.js
/** What a pull request's screen found: cases that broke, cases that were flaky before, and what could have been missed. */


const share = schemas_number().min(0).max(1);
/** Runs that passed every check, of the runs in complete blocks. */
const passCounts = strictObject({
    base_passed: count,
    base_runs: count,
    head_passed: count,
    head_runs: count,
});
/** The second look: which cases get fresh blocks and why. Recorded before any of those blocks runs. */
const secondLook = strictObject({
    cases: array(identifier).max(3),
    blocks_each: schemas_int().positive(),
    reason: schemas_string().max(1_000),
    untested: array(identifier)
        .meta({ description: "Cases that were worse too and get no fresh blocks." }),
});
/** One tested case. The counts at the top are those of the fresh blocks; only they are tested. */
const caseRegression = strictObject({
    case_id: identifier,
    ...passCounts.shape,
    first_look: passCounts,
    p: share.meta({ description: "Exact one-sided paired p over the fresh blocks." }),
    p_holm: share.meta({ description: "The same, adjusted by Holm over the tested cases." }),
    confirmed: schemas_boolean(),
    inconclusive: schemas_boolean().meta({
        description: "Not confirmed, and still worse on the fresh blocks than chance easily makes it.",
    }),
});
/** `judged`: base's version of the case was run in at least one complete block; for an added case there is none to run. */
const caseChange = strictObject({
    case_id: identifier,
    change: schemas_enum(["added", "changed", "removed"]),
    judged: schemas_boolean(),
});
const screen = strictObject({
    first_look: strictObject({
        cases: count,
        planned_blocks: count,
        complete_blocks: count,
        fewest_blocks: count.meta({ description: "Complete blocks of the case that has fewest." }),
    }),
    second_look: strictObject({
        ...secondLook.shape,
        complete_blocks: union([count, missing])
            .meta({ description: "Over all its cases; missing when it did not run." }),
    }),
    regressions: array(caseRegression).max(3),
    total_regression: strictObject({
        blocks: count,
        only_base_passed: count,
        only_head_passed: count,
        p: share.meta({ description: "Exact one-sided paired p over all blocks of the first look." }),
        confirmed: schemas_boolean(),
    }),
    power: strictObject({
        base_pass_rate: share,
        found: share.meta({
            description: "Chance of finding a case that passed at base_pass_rate and never passes now.",
        }),
        required: share,
        holds: schemas_boolean(),
    }),
    could_have_missed: schemas_string().max(2_000),
    flaky: array(strictObject({
        case_id: identifier,
        base_failed: count,
        base_runs: count,
        head_failed: count,
        head_runs: count,
    })),
    case_changes: array(caseChange),
});

;// CONCATENATED MODULE: ./build/contracts/wire-changes.js
/** What a pull request changed in the requests to the model, case by case, before any judgement. */


/** One change. `from` and `to` are null where there is nothing on that side; texts are capped excerpts of what was sent. */
const wireChange = strictObject({
    kind: schemas_enum([
        "system",
        "opening",
        "tool_added",
        "tool_removed",
        "tool_renamed",
        "tool_schema",
        "tool_description",
        "tool_setting",
        "tool_order",
        "sampling",
        "model",
        "wire",
        "stream",
        "call_count",
        "call_added",
        "call_removed",
        "embedding_model",
    ]),
    subject: schemas_string().max(300).meta({
        description: "What changed, as a reader names it: refund.amount, temperature, call 2.",
    }),
    pointer: schemas_string().max(500).nullable().meta({
        description: "RFC 6901 pointer inside a tool's parameters; null elsewhere.",
    }),
    from: schemas_string().max(200).nullable(),
    to: schemas_string().max(200).nullable(),
    added: count.meta({ description: "Lines of text only head sends; 0 where it is no text." }),
    removed: count.meta({ description: "Lines of text only base sends." }),
    excerpt: schemas_string().max(1_200).meta({ description: "Unified lines of a changed text, capped." }),
    cases: array(identifier).min(1),
    calls: array(schemas_int().positive()).max(10).meta({
        description: "Which calls of a run carry it; empty when all of them do.",
    }),
    runs: count.meta({ description: "Runs of these cases that show it." }),
    of_runs: count,
});
const wireChanges = strictObject({
    compared: array(identifier).meta({ description: "Cases whose requests were compared." }),
    not_compared: array(strictObject({ case_id: identifier, reason: schemas_string().max(300) })),
    changes: array(wireChange),
    varying: array(identifier).meta({
        description: "Cases whose text differs from run to run on one side; only steady lines count.",
    }),
    ignored: array(schemas_string().max(100)).meta({
        description: "Kinds of text that change from run to run and are not compared.",
    }),
});

;// CONCATENATED MODULE: ./build/contracts/comparison.js
/** A comparison: a recomputable view over RunResults under one profile and one pricing catalogue. */








const optionalNumber = union([schemas_number(), missing]);
/** Over the runs that have a value. `minimum`..`maximum` are real runs' values. */
const distribution = strictObject({
    n: count,
    mean: optionalNumber,
    median: optionalNumber,
    sd: optionalNumber,
    mad: optionalNumber,
    minimum: optionalNumber,
    maximum: optionalNumber,
});
/** `raw`: mean of the runs (or the group's value); `normalised`: 0..100; `contribution` = normalised x weight / total weight. */
const metricValue = strictObject({
    id: identifier,
    source: metricSource,
    unit: schemas_string(),
    weight: schemas_number(),
    raw: optionalNumber,
    normalised: optionalNumber,
    contribution: optionalNumber,
    at_bound: count.meta({ description: "Runs whose value lies on or outside a bound." }),
    distribution,
});
/** Raw totals a reader looks for first; not weighted. */
const candidateSummary = strictObject({
    score: distribution,
    duration_ms: distribution,
    tokens: distribution,
    model_calls: distribution,
    tool_calls: distribution,
    cost_pico: union([pico, missing]).meta({ description: "Mean cost a run." }),
});
const gateTally = strictObject({
    id: gateId,
    passed: count,
    failed: count,
    not_observed: count,
    failures: array(strictObject({ run_id: schemas_string(), detail: schemas_string() })).max(20),
    note: schemas_string(),
});
const candidateComparison = strictObject({
    candidate: identifier,
    label: schemas_string(),
    role: schemas_enum(["base", "head", "member"]),
    framework: schemas_string(),
    framework_version: union([schemas_string(), missing]),
    runs: count,
    planned: count,
    statuses: partialRecord(runStatus, count),
    failures: array(strictObject({
        run_id: schemas_string(),
        status: runStatus,
        reason: runReason,
        message: schemas_string(),
    }))
        .max(50),
    unanswered: array(schemas_string()).min(1).optional().meta({
        description: "Completed runs in which no model call was answered; absent where there is none.",
    }),
    failure_rate: strictObject({
        strict: optionalNumber.meta({ description: "Runs not completed / all planned runs." }),
        conditional: optionalNumber.meta({
            description: "Completed runs with a failing check / completed runs.",
        }),
        error_rate: optionalNumber.meta({
            description: "Runs that ended for reasons outside the agent / all planned runs.",
        }),
    }),
    summary: candidateSummary,
    metrics: array(metricValue),
    weighted: optionalNumber.meta({ description: "Weighted points 0..100, or why there are none." }),
    eligible: schemas_boolean(),
    ineligible_reasons: array(schemas_string()),
    gates: array(gateTally),
    isolation: union([isolationLevel, missing])
        .meta({ description: "The lowest level any run reached." }),
    findings: array(strictObject({
        code: schemas_string(),
        message: schemas_string(),
        fix: schemas_string(),
        runs: count,
    }))
        .optional()
        .meta({
        description: "What the host noticed about the program itself, with the runs that show it.",
    }),
    wire: strictObject({
        shape: union([requestShape, missing])
            .meta({ description: "The first request of the first run." }),
        differences: array(strictObject({ ...shapeDifference.shape, runs: count })),
        wires: array(schemas_string()),
    }),
    cases: array(strictObject({
        case_id: identifier,
        case_version: schemas_int().positive(),
        runs: count,
        passed: count.meta({ description: "Completed runs whose every check passed." }),
        score: distribution,
        failing_checks: array(strictObject({
            id: schemas_string(),
            runs: count,
            detail: schemas_string(),
            example_run: schemas_string(),
        })),
    })),
});
/** Paired inside blocks: how often a was below, equal to or above b. */
const pairObservation = strictObject({
    a: identifier,
    b: identifier,
    metric: identifier,
    unit: schemas_string(),
    direction: schemas_enum(["higher", "lower"]),
    blocks: count,
    a_below: count,
    equal: count,
    a_above: count,
    mean_difference: optionalNumber.meta({
        description: "Mean over blocks of a minus b, in the metric's unit.",
    }),
    sign_flip_p: optionalNumber.meta({
        description: "Exact two-sided sign-flip p over blocks; absent below 6 blocks.",
    }),
});
const comparison_comparison = strictObject({
    schema_version: schemaVersion,
    matrix_id: schemas_string(),
    plan_sha256: union([digest, missing]),
    variable: union([variable, missing]),
    track: union([track, missing]),
    status: schemas_enum(["confirmatory", "exploratory"]),
    status_reasons: array(schemas_string()),
    upstream: schemas_enum(["simulated", "live", "test", "replay", "transcribed"]),
    provenance: schemas_string(),
    profile: strictObject({ name: identifier, digest: digest }),
    pricing: strictObject({ name: identifier, digest: digest, currency: schemas_string() }),
    total_weight: schemas_number(),
    evidence: strictObject({
        level: evidenceLevel,
        live_blocks: count,
        complete_blocks: count,
        planned_blocks: count,
        cases: count,
        wording: schemas_string(),
        blocks_to_compare: count.meta({
            description: "How many more live blocks before anything can be called different (6) or compared (10).",
        }),
    }),
    preflight: union([strictObject({ passed: schemas_boolean(), digest: digest }), missing]),
    not_run: array(strictObject({
        candidate: identifier,
        case_id: identifier,
        repetition: schemas_int().positive(),
        reason: schemas_string(),
    })),
    candidates: array(candidateComparison),
    pairs: array(pairObservation),
    ranking: strictObject({
        order: array(strictObject({ candidate: identifier, weighted: schemas_number() })),
        champion: union([identifier, missing]),
        statement: schemas_string(),
    }),
    runs: array(strictObject({ run_id: schemas_string(), digest: digest })),
    evaluation_data_errors: array(strictObject({
        case_id: identifier,
        case_version: schemas_int().positive(),
        message: schemas_string(),
    })),
    screen: screen.optional().meta({ description: "On a pull request: what its screen found." }),
    wire_changes: wireChanges
        .optional()
        .meta({ description: "On a pull request: what it changed in the requests to the model." }),
})
    .meta({ id: "comparison", title: "Agent Lab comparison" });

;// CONCATENATED MODULE: ./build/contracts/plan.js
/** The plan: every cell, in order, with the digests of everything it binds. Registered before the first model call. */




const contractKind = schemas_enum([
    "case",
    "tool_catalogue",
    "model",
    "pricing_catalogue",
    "score_profile",
    "readiness_policy",
    "matrix",
]);
/** `path` is the file's place inside the bundle's contracts/ folder. */
const boundContract = strictObject({
    kind: contractKind,
    id: identifier,
    version: schemas_int().positive(),
    digest: digest,
    path: schemas_string(),
});
const plan_block = strictObject({
    index: schemas_int().positive(),
    case_id: identifier,
    case_version: schemas_int().positive(),
    repetition: schemas_int().positive(),
    order: array(identifier).min(1).meta({ description: "Candidate ids in the order they run." }),
});
const plan_plan = strictObject({
    schema_version: schemaVersion,
    id: identifier,
    title: schemas_string(),
    variable: variable,
    track: track,
    upstream: modelContract.shape.upstream,
    candidates: array(candidate),
    contracts: array(boundContract),
    order: orderDesign,
    repetitions: schemas_int().positive(),
    blocks: array(plan_block),
    cells: count,
    budget: amount,
    on_exceed: schemas_enum(["refuse", "stop_at_block"]),
    concurrency: schemas_int().positive(),
    worst_case_pico: union([pico, missing]),
    expected_pico: union([pico, missing]),
    ignored_changes: array(schemas_enum(["policy", "profile", "prices", "budget", "repetitions", "tools"]))
        .optional()
        .meta({
        description: "On a pull request: what head changes about its own judgement; base's hold.",
    }),
    case_changes: array(strictObject({
        case_id: identifier,
        change: schemas_enum(["added", "changed", "removed"]),
        base_version: schemas_int().positive().nullable(),
    }))
        .optional()
        .meta({ description: "On a pull request: cases whose file differs between base and head." }),
})
    .meta({ id: "plan", title: "Agent Lab plan" });

;// CONCATENATED MODULE: ./build/contracts/preflight.js
/** What was found about the cases themselves before any model call. */


/** `oracle_score`: 0..100, must be 100. `null_score`, `echo_score`: an agent that does nothing, or echoes, must not pass. */
const casePreflight = strictObject({
    case_id: identifier,
    case_version: schemas_int().positive(),
    case_sha256: digest,
    oracle_score: union([schemas_number(), missing]),
    null_score: schemas_number(),
    echo_score: schemas_number(),
    error_score: schemas_number(),
    problems: array(strictObject({ code: schemas_string(), message: schemas_string().max(1_000), where: schemas_string() })),
});
const preflightReport = strictObject({
    schema_version: schemaVersion,
    passed: schemas_boolean(),
    model_calls: literal(0),
    cases: array(casePreflight),
    problems: count,
})
    .meta({ id: "preflight", title: "Agent Lab preflight" });

;// CONCATENATED MODULE: ./build/contracts/pricing.js
/** A pricing catalogue: dated rates per million tokens, looked up at the run's own time. */


const priceEntry = strictObject({
    provider: schemas_string().min(1).max(100),
    model: schemas_string().min(1).max(200),
    effective_from: day,
    effective_until: day
        .optional()
        .meta({ description: "The first day on which the entry no longer holds." }),
    input: decimal.meta({ description: "Per million input tokens." }),
    cached_input: decimal.optional(),
    cache_write: decimal.optional().meta({
        description: "Per million input tokens written to the provider's cache, where that is dearer than input; bounds use it.",
    }),
    output: decimal.meta({ description: "Per million output tokens." }),
    reasoning: decimal
        .optional()
        .meta({ description: "Per million reasoning tokens; default: the output rate." }),
    request: decimal.optional().meta({ description: "Per request." }),
    source: schemas_string().max(300),
    checked: day,
});
const pricingCatalogue = strictObject({
    schema_version: schemaVersion.default(1),
    name: identifier,
    currency: schemas_string().regex(/^[A-Z]{3}$/),
    entries: array(priceEntry).min(1).max(2_000),
})
    .meta({ id: "pricing-catalogue", title: "Agent Lab pricing catalogue" });

;// CONCATENATED MODULE: ./build/contracts/readiness.js
/** Readiness: the verdict for each candidate, with every blocking issue and condition and what would lift it. */



const verdict = schemas_enum(["Go", "Conditional-Go", "No-Go"]);
/** One sentence of the verdict with the runs behind it. */
const finding = strictObject({
    code: schemas_string().max(60),
    message: schemas_string().max(1_000),
    lift: schemas_string().max(500),
    runs: array(schemas_string()).max(50),
});
const candidateReadiness = strictObject({
    candidate: identifier,
    verdict,
    blocking: array(finding),
    conditions: array(finding),
    gates: array(strictObject({
        id: gateId,
        state: schemas_enum(["passed", "failed", "not_observed"]),
        detail: schemas_string(),
    })),
});
/** `exit_code` follows SPEC's table before --fail-on is applied; `subject` is whose verdict the heading shows. */
const readiness_readiness = strictObject({
    schema_version: schemaVersion,
    matrix_id: schemas_string(),
    verdict,
    subject: schemas_string(),
    incomplete: schemas_boolean(),
    plumbing_only: schemas_boolean(),
    candidates: array(candidateReadiness).min(1),
    exit_code: union([literal(0), literal(10), literal(20), literal(30), literal(40)]),
    comparison_sha256: digest,
    policy_sha256: digest,
    evidence_sha256: digest.meta({
        description: "Digest of the list of (run_id, RunResult digest) sorted by run_id.",
    }),
})
    .meta({ id: "readiness", title: "Agent Lab readiness" });

;// CONCATENATED MODULE: ./build/contracts/run-result.js
/** RunResult: the immutable record of one executed cell, a fold of its events. Its bytes are never rewritten. */







const named = schemas_string().min(1).max(200);
const modelCallRecord = strictObject({
    ordinal: schemas_int().positive(),
    wire: wire,
    model: schemas_string(),
    served_model: schemas_string().nullable(),
    status: count,
    end: schemas_string(),
    error: schemas_string().nullable(),
    usage: usage.nullable(),
    cost_pico: union([pico, missing]),
    calls: array(strictObject({ id: schemas_string(), name: schemas_string(), arguments_sha256: digest, ok: schemas_boolean() })),
    duration_ms: union([count, missing]),
    hidden_retry: schemas_boolean(),
    request_sha256: digest,
    request_size: count,
    response_sha256: union([digest, missing]),
    shape: requestShape,
    differences: array(shapeDifference),
});
const toolCallRecord = strictObject({
    operation_id: schemas_string(),
    tool_call_id: schemas_string().nullable(),
    name: schemas_string(),
    arguments: primitives_json,
    arguments_sha256: digest,
    outcome: schemas_enum(["settled", "refused", "ambiguous"]),
    refusal: schemas_string().nullable(),
    output: schemas_string().nullable(),
    is_error: schemas_boolean(),
    effects: count,
    replayed: schemas_boolean(),
    approval: schemas_enum(["none", "approved", "rejected", "expired", "pending"]),
    provenance: schemas_enum(["host", "wire"]),
});
/** What the evidence says about one hard gate in one run. */
const gateObservation = strictObject({
    state: schemas_enum(["passed", "failed", "not_observed"]),
    detail: schemas_string().max(500),
});
const runGates = partialRecord(gateId, gateObservation);
const numberOrMissing = union([count, missing]);
const totals = strictObject({
    model_calls: numberOrMissing,
    tool_calls: numberOrMissing,
    hidden_retries: numberOrMissing,
    tokens_in: numberOrMissing,
    tokens_out: numberOrMissing,
    tokens_cached: numberOrMissing,
    tokens_reasoning: numberOrMissing,
});
const runResult = strictObject({
    schema_version: schemaVersion,
    run_id: named,
    matrix_id: named,
    plan_sha256: digest,
    candidate: identifier,
    framework: strictObject({ name: schemas_string(), version: union([schemas_string(), missing]) }),
    track: track,
    case_id: identifier,
    case_version: schemas_int().positive(),
    case_sha256: digest,
    repetition: schemas_int().positive(),
    block: schemas_int().positive(),
    position: schemas_int().positive(),
    attempt: schemas_int().nonnegative(),
    status: runStatus,
    reason: runReason,
    message: schemas_string(),
    final_output: union([schemas_string(), missing]),
    final_output_artifact: artifactRef.nullable(),
    tool_calls: array(toolCallRecord),
    model_calls: array(modelCallRecord),
    refused_model_calls: count,
    usage: strictObject({
        wire: totals,
        sdk_reported: union([
            strictObject({ in: count.nullable(), out: count.nullable(), requests: count.nullable() }),
            missing,
        ]),
    }),
    duration_ms: union([count, missing]),
    started_at: union([timestamp, missing]),
    trace_id: schemas_string().regex(/^[0-9a-f]{32}$/),
    world: jsonObject,
    findings: array(strictObject({ code: schemas_string(), message: schemas_string(), fix: schemas_string() })),
    gates: runGates,
    audit: strictObject({
        gap_free: schemas_boolean(),
        outstanding_reservations: count,
        terminal_artifact_verified: union([schemas_boolean(), missing]),
        checkpoint_verified: union([schemas_boolean(), missing]),
    }),
    metadata: strictObject({
        model_provider: schemas_string(),
        model: schemas_string(),
        served_models: array(schemas_string()),
        upstream: schemas_enum(["simulated", "live", "test", "replay"]),
        packages: array(strictObject({ name: schemas_string(), version: schemas_string() })),
        lockfile_sha256: union([digest, missing]),
        runtime: union([strictObject({ node: schemas_string(), platform: schemas_string() }), missing]),
        pricing_catalog: schemas_string(),
        pricing_catalog_sha256: digest,
        currency: schemas_string(),
        catalog_cost_pico: union([pico, missing]),
        isolation: union([isolationLevel, missing]),
        concurrency: schemas_int().positive(),
    }),
    events: strictObject({ count: schemas_int().positive(), head: digest }),
    score: union([score, missing]),
})
    .meta({ id: "run-result", title: "Agent Lab RunResult" });
/** A run somebody else published, copied by hand: fewer facts, labelled "transcribed, not re-derivable". */
const foreignRun = strictObject({
    schema_version: schemaVersion,
    run_id: named,
    matrix_id: named,
    framework: strictObject({ name: schemas_string(), version: schemas_string() }),
    candidate: identifier,
    case_id: identifier,
    repetition: schemas_int().positive().default(1),
    model_provider: schemas_string(),
    model: schemas_string(),
    started_on: day,
    status: runStatus,
    score_total: union([schemas_number().min(0).max(100), missing]),
    duration_ms: union([count, missing]),
    tokens_total: union([count, missing]),
    model_calls: union([count, missing]),
    tool_calls: union([count, missing]),
    cost: union([pico, missing]),
    provenance: strictObject({
        kind: literal("transcribed"),
        source: schemas_string(),
        note: schemas_string(),
    }),
})
    .meta({ id: "foreign-run", title: "A published run, transcribed" });
/** A later score of a stored run, under other rules: a document of its own, always exploratory. */
const scoreDocument = strictObject({
    schema_version: schemaVersion,
    run_id: named,
    result_sha256: digest,
    case_id: identifier,
    case_version: schemas_int().positive(),
    case_sha256: digest,
    label: literal("exploratory"),
    score: score,
})
    .meta({ id: "score-document", title: "A later score of a stored run" });

;// CONCATENATED MODULE: ./build/verify/parsers.js














const contracts = {
    case: caseContract,
    tool_catalogue: toolCatalogue,
    model: modelContract,
    pricing_catalogue: pricingCatalogue,
    score_profile: scoreProfile,
    readiness_policy: readinessPolicy,
    matrix: matrixFile,
};
const bundleParsers = {
    manifest: parseWith(bundleManifest),
    plan: parseWith(plan_plan),
    preflight: parseWith(preflightReport),
    contract: (kind) => {
        const known = contractKind.safeParse(kind);
        return known.success
            ? parseWith(contracts[known.data])
            : () => ({ ok: false, message: `contracts/${kind} is no kind of contract` });
    },
    event: parseWith(storedEvent),
    run_result: parseWith(runResult),
    comparison: parseWith(comparison_comparison),
    readiness: parseWith(readiness_readiness),
};
function parseWith(schema) {
    return (value) => {
        const parsed = schema.safeParse(value);
        if (parsed.success)
            return { ok: true, value: parsed.data };
        const [issue] = parsed.error.issues;
        const pointer = (issue?.path ?? []).map((key) => `/${String(key)}`).join("");
        return {
            ok: false,
            message: `${pointer || "the document"}: ${issue?.message ?? "is invalid"}`,
        };
    };
}

;// CONCATENATED MODULE: ./build/core/evidence/manifest.js



/** Throws a TypeError for a path the layout does not know: the caller asked `layout.ts` for it, or did not. */
function buildManifest(facts, files) {
    const listed = [...files]
        .filter(([path]) => path !== bundlePaths.manifest)
        .map(([path, bytes]) => {
        const described = describePath(path);
        if (!described)
            throw new TypeError(`${JSON.stringify(path)} has no place in a bundle`);
        return { path, sha256: digestBytes(bytes), size: bytes.length, ...described };
    });
    return {
        schema_version: 1,
        tool: { name: "agent-lab", version: facts.tool_version },
        matrix_id: facts.matrix_id,
        plan_sha256: facts.plan_sha256,
        created_at: facts.created_at,
        files: listed.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
        heads: facts.heads.toSorted((a, b) => (a.job_id < b.job_id ? -1 : 1)),
        source: facts.source,
    };
}
/** The only text a JSON document has inside a bundle: its RFC 8785 form and a newline. */
function documentText(value) {
    return `${canonicalJson(value)}\n`;
}
/** The only text a stream of events has inside a bundle: one RFC 8785 line an event. */
function eventLines(events) {
    return events.map(documentText).join("");
}

;// CONCATENATED MODULE: ./build/core/report/escape.js
/** Text from models, tools and files is data: these functions make it inert in Markdown, HTML and on a terminal. */
/** Default-ignorable and format characters, and interlinear annotation marks: they carry no visible text. */
const escape_hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/**
 * Removes what hides or reorders text: bidi controls, zero-width characters, soft hyphens, tag characters, terminal
 * controls, lone surrogates. Line breaks and tabs become spaces unless `lines` keeps the breaks. Cuts at `limit`
 * characters (code points) with an ellipsis.
 */
function cleanText(text, limit = 1_000, lines = false) {
    const visible = text
        .toWellFormed()
        .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
        .replaceAll(escape_hidden, "")
        .replaceAll(/\p{Cc}/gu, (control) => (control === "\n" && lines ? "\n" : " "));
    const points = Array.from(visible);
    return points.length > limit ? `${points.slice(0, Math.max(0, limit - 1)).join("")}…` : visible;
}
/**
 * Words GitHub acts upon outside code: mentions and mail addresses, issue references, links, emoji names, mathematics
 * and bot commands. They are shown in a code span, where GitHub leaves text alone. One word is tested at a time and no
 * alternative repeats an open-ended part, so that the time stays linear in the text.
 */
const active = /@|#\d|:\/\/|^www\.|[^\w]www\.|\bGH-\d|:[a-z0-9_+-]{1,60}:|\$[^\d\s]|^\/[a-z]|\bmailto:/i;
/** GFM text on one line, with no markup of its own; `in_table` keeps a cell one cell. */
function escapeMarkdown(text, in_table, limit) {
    return cleanText(text, limit)
        .split(/(\s+)/)
        .map((word) => (active.test(word) ? escapeActive(word, in_table) : escapeProse(word)))
        .join("");
}
/** Brackets and stops around an active word stay outside its code span. */
function escapeActive(word, in_table) {
    const start = word.length - word.replace(/^[([{"']+/, "").length;
    const end = start + word.slice(start).replace(/[)\]}"'.,;!?]+$/, "").length;
    const inner = word.slice(start, end);
    return active.test(inner)
        ? escapeProse(word.slice(0, start)) +
            markdownCode(inner, in_table) +
            escapeProse(word.slice(end))
        : markdownCode(word, in_table);
}
function escapeProse(text) {
    return text
        .replaceAll(/[\\*[\]~|]/g, String.raw `\$&`)
        .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw `\_`)
        .replaceAll("&", "&amp;")
        .replaceAll("`", "&grave;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;");
}
/** A leading mark that would start a list, a heading or a rule, made plain. For text that begins a line. */
function escapeLineStart(markdown) {
    return markdown.replace(/^(\s*)(#|[-+=](?=[\s=-]|$)|\d+[.)](?=\s|$))/, (_all, space, mark) => /^\d/.test(mark) ? `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}` : `${space}\\${mark}`);
}
/** A code span whose fence is longer than any run of backticks inside (CommonMark 6.1; GFM tables escape the pipe). */
function markdownCode(text, in_table, limit) {
    const clean = cleanText(text, limit).trim();
    if (clean === "")
        return "";
    const fence = "`".repeat(longestRun(clean) + 1);
    const padded = /^`|`$/.test(clean) ? ` ${clean} ` : clean;
    // A table cell ends at a pipe behind an even number of backslashes, inside a code span too.
    const celled = in_table
        ? padded.replaceAll(/(\\*)\|/g, (_all, slashes) => slashes.length % 2 === 0 ? `${slashes}\\|` : `${slashes}\\\\|`)
        : padded;
    return `${fence}${celled}${fence}`;
}
/** A fenced block; the fence is longer than any run of backticks inside. */
function markdownFence(text, limit) {
    const clean = cleanText(text, limit, true);
    const fence = "`".repeat(Math.max(3, longestRun(clean) + 1));
    return `${fence}text\n${clean}\n${fence}`;
}
function longestRun(text) {
    return Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
}
const htmlEntities = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
};
/** Text for an HTML text node or a double-quoted attribute. */
function escapeHtml(text, limit, lines = false) {
    return cleanText(text, limit, lines).replaceAll(/[&<>"']/g, (mark) => htmlEntities[mark] ?? mark);
}

;// CONCATENATED MODULE: ./build/core/report/format.js
function format_isMissing(value) {
    return typeof value === "object" && value !== null && "missing" in value;
}
/** `1262.4, 1` gives `1,262.4`. Rounds half away from zero as toFixed does; never prints -0. */
function format_formatNumber(value, decimals = 0) {
    const [whole = "0", fraction] = Math.abs(value).toFixed(decimals).split(".");
    const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
    const digits = fraction === undefined ? grouped : `${grouped}.${fraction}`;
    return value < 0 && /[1-9]/.test(digits) ? `−${digits}` : digits;
}
/** The fewest decimals, `most` at most, with which no value of one column loses anything. */
function sharedDecimals(values, most) {
    const numbers = values.filter((value) => typeof value === "number");
    for (let decimals = 0; decimals < most; decimals += 1) {
        if (numbers.every((value) => Math.abs(value - Number(value.toFixed(decimals))) < 1e-9)) {
            return decimals;
        }
    }
    return most;
}
/** A lone figure of any size: whole numbers whole, small ones with four significant digits, others with two decimals. */
function formatFigure(value) {
    if (Number.isInteger(value))
        return format_formatNumber(value);
    if (Math.abs(value) >= 1)
        return format_formatNumber(value, 2);
    const decimals = Math.min(12, 3 - Math.floor(Math.log10(Math.abs(value))));
    return format_formatNumber(value, decimals).replace(/\.?0+$/, "");
}
/** A figure with its unit; a unit that says nothing to a reader is left out. */
function formatQuantity(value, unit) {
    if (unit === "ms")
        return formatDuration(value);
    if (unit === "USD")
        return `$${formatFigure(value)}`;
    if (unit === "tokens")
        return `${format_formatNumber(value)} tokens`;
    if (unit === "share")
        return formatShare(value);
    return unit === "" || unit === "0 or 1" ? formatFigure(value) : `${formatFigure(value)} ${unit}`;
}
/** Milliseconds, given; `scale_ms` is the largest value of the column and picks the unit for all. */
function formatDuration(milliseconds, scale_ms = milliseconds) {
    if (scale_ms < 1_000)
        return `${format_formatNumber(milliseconds)} ms`;
    return `${format_formatNumber(milliseconds / 1_000, 1)} s`;
}
/** How long a whole matrix took: `41 s`, `6 min 5 s`, `2 h 4 min`. */
function formatWall(seconds) {
    const whole = Math.max(0, Math.round(seconds));
    const minutes = Math.floor(whole / 60);
    const hours = Math.floor(minutes / 60);
    if (hours > 0)
        return `${format_formatNumber(hours)} h ${String(minutes % 60)} min`;
    if (minutes > 0)
        return `${String(minutes)} min ${String(whole % 60)} s`;
    return `${String(whole)} s`;
}
/** A share 0..1 as a percentage; shares that are not exactly none or all never round to them. */
function formatShare(share) {
    if (share > 0 && share < 0.01)
        return "under 1 %";
    if (share < 1 && share > 0.99)
        return "over 99 %";
    return `${format_formatNumber(share * 100)} %`;
}
/** Twelve hex digits are enough to recognise a digest; the whole one stands in the evidence section. */
function shortDigest(digest) {
    const [algorithm = "", hex = ""] = digest.split(":");
    return hex.length > 12 ? `${algorithm}:${hex.slice(0, 12)}…` : digest;
}
/** A git revision as people write it. */
function shortRevision(revision) {
    return /^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 7) : revision;
}
function format_plural(count, one, many = `${one}s`) {
    return `${format_formatNumber(count)} ${count === 1 ? one : many}`;
}
/** `a`, `a and b`, `a, b and c`. */
function sentenceList(words) {
    const last = words.at(-1) ?? "";
    return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

;// CONCATENATED MODULE: ./build/core/report/markdown.js
/** The comment and job summary: GitHub Markdown that always fits, built from one view with all text inert. */


/** GitHub stores 65,536; below both of these it has always accepted a comment (characters are UTF-16 units). */
const MARKDOWN_LIMITS = { characters: 60_000, bytes: 65_000 };
const circles = {
    go: "🟢",
    conditional: "🟡",
    no_go: "🔴",
    none: "⚪",
};
const ladder = [
    { sections: ["core", "detail", "bulk"], rows: 400, items: 60, text: 1_000 },
    { sections: ["core", "detail"], rows: 40, items: 12, text: 300 },
    { sections: ["core"], rows: 26, items: 6, text: 160 },
    { sections: [], rows: 26, items: 3, text: 100 },
    { sections: [], rows: 8, items: 1, text: 60 },
];
/** The fullest rung that fits GitHub's limits. Deterministic: the same view gives the same bytes. */
function renderMarkdown(view) {
    let result = "";
    for (const rung of ladder) {
        result = renderRung(view, rung);
        if (fits(result))
            return result;
    }
    return result;
}
function fits(markdown) {
    return (markdown.length <= MARKDOWN_LIMITS.characters &&
        new TextEncoder().encode(markdown).length <= MARKDOWN_LIMITS.bytes);
}
function renderRung(view, rung) {
    const sections = view.sections.filter((one) => rung.sections.includes(one.importance));
    const left_out = view.sections.length - sections.length;
    const parts = [
        heading(view, rung),
        view.data_error === null ? "" : paragraph(view.data_error, rung, true),
        view.why === null ? "" : whyParagraph(view.lead, view.why, rung),
        view.table === null ? "" : markdownTable(view.table, rung),
        view.statements
            .map((one) => `**${escapeMarkdown(one.label, false)}:** ${inline(one.text, rung)}`)
            .join("  \n"),
        [...view.facts, ...(view.verify === null ? [] : [["verify: ", { code: view.verify }]])]
            .map((fact) => inline(fact, rung))
            .join(" · "),
        ...sections.map((section) => details(section, rung)),
        left_out > 0
            ? `<sub>Shortened to fit: ${format_formatNumber(left_out)} more ${left_out === 1 ? "section is" : "sections are"} in the HTML report.</sub>`
            : "",
    ];
    return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
function heading(view, rung) {
    const parts = [
        `${circles[view.tone]} ${escapeMarkdown(view.verdict, false, 40)}`,
        escapeMarkdown(view.title, false, Math.min(120, rung.text)),
        ...(view.whose === null ? [] : [inline(view.whose, rung)]),
        ...(view.label === null ? [] : [escapeMarkdown(view.label, false, 60)]),
    ];
    return `### ${parts.join(" · ")}`;
}
function inline(text, rung, in_table = false) {
    return text
        .map((part) => typeof part === "string"
        ? escapeMarkdown(part, in_table, rung.text)
        : markdownCode(part.code, in_table, Math.min(200, rung.text)))
        .join("");
}
function paragraph(text, rung, strong) {
    const body = inline(text, rung);
    return strong ? `**Before the agents:** ${body}` : escapeLineStart(body);
}
function whyParagraph(lead, why, rung) {
    if (lead === null)
        return paragraph(why, rung, false);
    return `**${inline(lead, rung)}** ${inline(why, rung)}`;
}
function line(cells) {
    return `| ${cells.join(" | ")} |`;
}
function markdownTable(table, rung) {
    const rows = table.rows.slice(0, rung.rows);
    const hidden = table.rows.length - rows.length;
    const lines = [
        line(table.columns.map((column) => escapeMarkdown(column.title, true, rung.text))),
        line(table.columns.map((column) => (column.align === "right" ? "---:" : "---"))),
        ...rows.map((row) => line(row.map((cell) => inline(cell.text, rung, true)))),
    ];
    const below = [
        ...(table.caption === null ? [] : [table.caption]),
        ...table.notes.slice(0, rung.items),
        ...(table.notes.length > rung.items
            ? [[`${format_formatNumber(table.notes.length - rung.items)} more notes in the HTML report.`]]
            : []),
        ...(hidden > 0 ? [[`${format_formatNumber(hidden)} more rows in the HTML report.`]] : []),
    ].map((note) => `<sub>${inline(note, rung)}</sub>`);
    return [lines.join("\n"), below.join("<br>\n")].filter((part) => part !== "").join("\n\n");
}
function list(items, rung) {
    const shown = items
        .slice(0, rung.items)
        .map((item) => `- ${escapeLineStart(inline(item, rung))}`);
    const hidden = items.length - shown.length;
    return [
        ...shown,
        ...(hidden > 0 ? [`- ${format_formatNumber(hidden)} more in the HTML report.`] : []),
    ].join("\n");
}
function markdownBlock(block, rung) {
    switch (block.kind) {
        case "text":
            return escapeLineStart(inline(block.text, rung));
        case "heading":
            return `**${inline(block.text, rung)}**`;
        case "table":
            return markdownTable(block.table, rung);
        case "list":
            return list(block.items, rung);
        case "code":
            return markdownFence(block.text, rung.text);
    }
}
function details(section, rung) {
    const body = section.blocks.map((block) => markdownBlock(block, rung)).join("\n\n");
    return `<details><summary>${escapeMarkdown(section.title, false, 120)}</summary>\n\n${body}\n\n</details>`;
}

;// CONCATENATED MODULE: ./build/core/statistics/mcnemar.js
/** The exact one-sided test on paired pass/fail outcomes: only pairs that disagree count, and every way they could have fallen is counted. */
const MOST_DISCORDANT = 10_000;
/** part / 2^bits to double precision, however large both are. */
function ratio(part, bits) {
    const kept = Math.max(0, part.toString(2).length - 64);
    return Number(part >> BigInt(kept)) * 2 ** (kept - bits);
}
/**
 * P(at least `worse` of the discordant pairs fall this way when both ways are equally likely): McNemar's exact
 * conditional test (McNemar 1947; binomial form), one-sided. `worse`: pairs in which only the first passed; `better`:
 * pairs in which only the second did. Pairs that agree carry no information and are not given. No discordant pair
 * gives 1. Inside a block the order of the candidates is drawn at random, and that draw alone licenses the p-value.
 * Throws RangeError on negative, fractional or more than 10,000 pairs.
 */
function mcnemarOneSided(worse, better) {
    const discordant = worse + better;
    const counts = [worse, better].every((one) => Number.isSafeInteger(one) && one >= 0);
    if (!counts || discordant > MOST_DISCORDANT) {
        throw new RangeError(`an exact paired test takes 0 to ${MOST_DISCORDANT} discordant pairs, not ${worse} and ${better}`);
    }
    // By symmetry the ways with at least `worse` this way are those with at most `better` the other way.
    let ways = 1n;
    let total = 1n;
    for (let k = 1; k <= better; k += 1) {
        ways = (ways * BigInt(discordant - k + 1)) / BigInt(k);
        total += ways;
    }
    return ratio(total, discordant);
}
/**
 * The most pairs that may fall the other way, of `discordant`, with the one-sided p still at most `alpha`; -1 when
 * even none would not do.
 */
function mostContrary(discordant, alpha) {
    let ways = 1n;
    let total = 1n;
    for (let contrary = 0; contrary <= discordant; contrary += 1) {
        if (contrary > 0) {
            ways = (ways * BigInt(discordant - contrary + 1)) / BigInt(contrary);
            total += ways;
        }
        if (ratio(total, discordant) > alpha)
            return contrary - 1;
    }
    return discordant;
}

;// CONCATENATED MODULE: ./build/core/readiness/regression-words.js
/** A confirmed case regression in words: counts of the fresh blocks, of the first look, and what the agent did. */
function counts({ base_passed, base_runs, head_passed, head_runs }, base) {
    return `${base} ${base_passed} of ${base_runs}, this pull request ${head_passed} of ${head_runs}`;
}
/** `on 8 fresh blocks main 8 of 8, this pull request 0 of 8 (first look 2 of 2 against 1 of 2)`; `base`: its label. */
function regressionCounts(regression, base) {
    const { base_runs, first_look: first } = regression;
    const blocks = base_runs === 1 ? "1 fresh block" : `${base_runs} fresh blocks`;
    const before = `${first.base_passed} of ${first.base_runs} against ${first.head_passed} of ${first.head_runs}`;
    return `on ${blocks} ${counts(regression, base)} (first look ${before})`;
}
/** Among checks that failed equally often, a forbidden deed says most, then a missing one, then what the answer lacks. */
function gravity(detail) {
    if (detail.startsWith("called "))
        return 2;
    return detail.startsWith("never called ") ? 1 : 0;
}
/** The check that failed in most runs of the case, over both looks. */
function failureWords(rows, case_id) {
    const [worst] = rows
        .filter((row) => row.case_id === case_id)
        .flatMap((row) => row.failing_checks.map((check) => ({ ...check, of: row.runs })))
        .toSorted((left, right) => right.runs - left.runs || gravity(right.detail) - gravity(left.detail));
    if (worst === undefined)
        return null;
    const count = worst.runs === worst.of
        ? `In all ${worst.of} runs`
        : `In ${worst.runs} of all ${worst.of} runs`;
    return { count, deed: worst.detail, example_run: worst.example_run };
}
/** `it called issue_refund` where the check tells a deed, else what it found. */
function deedWords({ count, deed }) {
    return /^(never )?called /.test(deed) ? `${count} it ${deed}` : `${count}: ${deed}`;
}

;// CONCATENATED MODULE: ./build/core/wire-difference/describe.js
/** A wire difference in a reader's words: one short phrase a change, the name it is about apart from the words. */
const VALUE_SHOWN = 60;
function describe_short(value) {
    return value.length <= VALUE_SHOWN
        ? value
        : `${value.slice(0, VALUE_SHOWN - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
function lineCounts({ added, removed }) {
    const parts = [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])];
    if (parts.length === 0)
        return "lines in another order";
    return `${parts.join(" ")} ${added + removed === 1 ? "line" : "lines"}`;
}
function textPhrase(change) {
    const { subject, from, to } = change;
    if (to === null)
        return { name: null, words: `${subject} gone (it had ${from ?? "none"})` };
    if (from === null)
        return { name: null, words: `${subject} added (${to})` };
    return { name: null, words: `${subject} ${lineCounts(change)}` };
}
function valuePhrase({ subject, from, to }) {
    if (to === null)
        return { name: subject, words: " removed" };
    if (from === null)
        return { name: subject, words: ` added (${describe_short(to)})` };
    return { name: subject, words: ` ${describe_short(from)} → ${describe_short(to)}` };
}
function phraseOf(change) {
    const { subject, from, to } = change;
    const step = `${describe_short(from ?? "none")} → ${describe_short(to ?? "none")}`;
    switch (change.kind) {
        case "system":
        case "opening":
            return textPhrase(change);
        case "tool_added":
            return { name: subject, words: " added" };
        case "tool_removed":
            return { name: subject, words: " removed" };
        case "tool_renamed":
            return { name: from, words: ` is now called ${describe_short(to ?? "")}` };
        case "tool_description":
            return { name: subject, words: " described differently" };
        case "tool_schema":
        case "tool_setting":
        case "sampling":
            return valuePhrase(change);
        case "model":
        case "embedding_model":
        case "wire":
        case "call_count":
            return { name: null, words: `${subject} ${step}` };
        case "stream":
            return {
                name: null,
                words: to === "true" ? "answers streamed now" : "answers no longer streamed",
            };
        case "tool_order":
            return { name: null, words: "tools in another order" };
        case "call_added":
            return { name: null, words: `${subject} is new` };
        case "call_removed":
            return { name: null, words: `${subject} is no longer made` };
    }
}
function where(change, compared) {
    const { cases, calls, runs, of_runs } = change;
    const [first = ""] = cases;
    const parts = [];
    if (calls.length > 0)
        parts.push(`call ${calls.join(", ")} only`);
    if (runs < of_runs)
        parts.push(`${runs} of ${of_runs} runs`);
    if (cases.length < compared) {
        parts.push(cases.length === 1 ? `case ${first}` : `${cases.length} of ${compared} cases`);
    }
    return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}
/**
 * One phrase a change, the loudest first, then what was not compared. Where nothing changed, one phrase says so and of
 * how many cases. Names and values in it are data from requests: renderers escape them.
 */
function describeWireDiff(diff) {
    const { changes, compared, not_compared } = diff;
    const phrases = changes.map((change) => {
        const { name, words } = phraseOf(change);
        return { name, words: `${words}${where(change, compared.length)}` };
    });
    if (changes.length === 0 && compared.length > 0) {
        const cases = compared.length === 1 ? "1 case" : `${compared.length} cases`;
        phrases.push({ name: null, words: `nothing (same text, tools and settings in ${cases})` });
    }
    const [first] = not_compared;
    if (first !== undefined) {
        const cases = not_compared.length === 1 ? first.case_id : `${not_compared.length} cases`;
        phrases.push({ name: null, words: `not compared, ${cases}: ${first.reason}` });
    }
    return phrases;
}

;// CONCATENATED MODULE: ./build/core/report/view-model.js
/** The view model: what every face shows, already in words and formatted figures; a renderer adds syntax, never content. */
function view_model_code(name) {
    return { code: name };
}
/** Names in a code face, separated by commas. */
function codes(names, limit = 12) {
    const shown = names
        .slice(0, limit)
        .flatMap((name, index) => (index === 0 ? [view_model_code(name)] : [", ", view_model_code(name)]));
    return names.length > limit ? [...shown, ` and ${String(names.length - limit)} more`] : shown;
}
/** The words without any syntax. */
function wordsOf(text) {
    return text.map((part) => (typeof part === "string" ? part : part.code)).join("");
}

;// CONCATENATED MODULE: ./build/core/report/screen-words.js




const CHANGES_SHOWN = 6;
const NAMES_SHOWN = 6;
/** `called issue_refund` with the tools' names in a code face; any other words as they are. */
function deedText(words) {
    const [all, before, tools] = /^(.*\bcalled )([\w-]+(?:, [\w-]+)*)$/.exec(words) ?? [];
    if (all === undefined || before === undefined || tools === undefined)
        return [words];
    return [before, ...joined(tools.split(", ").map(view_model_code), ", ")];
}
function joined(parts, between) {
    return parts.flatMap((part, at) => (at === 0 ? [part] : [between, part]));
}
/** The sentence of the first confirmed regression, and the names of the others; null when none stops it. */
function brokenSentence(comparison, decided, base, head) {
    const { screen } = comparison;
    if (screen === undefined || decided.blocking[0]?.code !== "case_regression")
        return null;
    const broken = screen.regressions
        .filter((one) => one.confirmed)
        .filter((one) => decided.blocking.some((finding) => finding.message.startsWith(`${one.case_id} broke:`)))
        .toSorted((left, right) => left.p - right.p);
    const [first, ...others] = broken;
    if (first === undefined)
        return null;
    const failure = failureWords(head.cases, first.case_id);
    const deed = failure === null ? [] : [" ", ...deedText(deedWords(failure)), "."];
    const also = others.length === 0
        ? []
        : [
            " Also broken: ",
            ...joined(others.map((one) => view_model_code(one.case_id)), ", "),
            ".",
        ];
    return {
        lead: [view_model_code(first.case_id), " broke:"],
        why: [`${regressionCounts(first, base.label)}.`, ...deed, ...also],
    };
}
/** Why nothing stands against it: which cases looked worse at first and held on fresh blocks. */
function clearedSentence(screen, base) {
    const gates = "every hard gate that could be observed holds.";
    const held = screen.regressions;
    if (held.length === 0) {
        const blocks = format_plural(screen.first_look.complete_blocks, "block");
        return [`No case passed less often than on ${base} in ${blocks}, and ${gates}`];
    }
    const names = joined(held.map((one) => view_model_code(one.case_id)), ", ");
    const counted = held.map((one) => `${one.head_passed} of ${one.head_runs}`).join(", ");
    return [
        "No case broke: ",
        ...names,
        ` looked worse at first and passed ${counted} fresh blocks, and ${gates}`,
    ];
}
/** `1 broke, 0 fixed, 0 flaky`. Fixed: base passed in none of its runs, this pull request in all. */
function caseCounts(screen, base, head) {
    const broke = screen.regressions.filter((one) => one.confirmed).length;
    const fixed = head.cases.filter((after) => {
        const before = base.cases.find((one) => one.case_id === after.case_id && one.case_version === after.case_version);
        const failed = before !== undefined && before.runs > 0 && before.passed === 0;
        return failed && after.runs > 0 && after.passed === after.runs;
    }).length;
    return `${format_formatNumber(broke)} broke, ${format_formatNumber(fixed)} fixed, ${format_formatNumber(screen.flaky.length)} flaky`;
}
/** The frameworks' own versions, where both were resolved and differ. */
function versionStep(base, head) {
    const [before, after] = [base.framework_version, head.framework_version];
    if (format_isMissing(before) || format_isMissing(after) || before === after)
        return null;
    return `${head.framework} ${before} → ${after}`;
}
function changedOnTheWire(comparison, base, head) {
    if (comparison.wire_changes === undefined)
        return null;
    const phrases = describeWireDiff(comparison.wire_changes).map(({ name, words }) => name === null ? [words] : [view_model_code(name), words]);
    const version = versionStep(base, head);
    const shown = phrases.slice(0, CHANGES_SHOWN);
    const more = phrases.length - shown.length;
    const parts = [
        ...shown,
        ...(more > 0 ? [[`${format_formatNumber(more)} more below`]] : []),
        ...(version === null ? [] : [[version]]),
    ];
    const text = parts.flatMap((part, at) => (at === 0 ? part : [" · ", ...part]));
    return { label: "Changed on the wire", text: text.length === 0 ? ["not known"] : text };
}
function flakyWords(screen, base) {
    return screen.flaky
        .slice(0, NAMES_SHOWN)
        .flatMap((one, at) => [
        at === 0 ? "" : " ",
        view_model_code(one.case_id),
        `: ${base} failed ${one.base_failed} of ${one.base_runs} too, this pull request ${one.head_failed} of ${one.head_runs}.`,
    ]);
}
const CHANGE_WORDS = {
    added: "is new",
    changed: "changed, and the version before it decides",
    removed: "was removed, and still decides",
};
function changeWords(screen) {
    return screen.case_changes
        .slice(0, NAMES_SHOWN)
        .flatMap((one, at) => [
        at === 0 ? "" : "; ",
        view_model_code(one.case_id),
        ` ${CHANGE_WORDS[one.change]}`,
    ]);
}
/** The labelled lines of a screened pull request, in the order they are read. */
function screenStatements(comparison, screen, base, head) {
    const wire = changedOnTheWire(comparison, base, head);
    return [
        ...(wire === null ? [] : [wire]),
        { label: "Could have missed", text: [screen.could_have_missed] },
        ...(screen.flaky.length === 0
            ? []
            : [{ label: "Flaky", text: flakyWords(screen, base.label) }]),
        ...(screen.case_changes.length === 0
            ? []
            : [{ label: "Cases changed", text: [...changeWords(screen), "."] }]),
    ];
}

;// CONCATENATED MODULE: ./build/core/report/table.js

function left(title) {
    return { title, align: "left" };
}
function right(title) {
    return { title, align: "right" };
}
function cell(...text) {
    return { text };
}
function muted(...text) {
    return { text, tone: "muted" };
}
/** A table without caption and notes unless given. */
function table_table(columns, rows, about = {}) {
    return { columns, rows, caption: about.caption ?? null, notes: about.notes ?? [] };
}
function collectNotes() {
    const reasons = new Map();
    return {
        add(what, missing) {
            reasons.set(missing.missing, (reasons.get(missing.missing) ?? new Set()).add(what));
        },
        lines() {
            return [...reasons].map(([reason, what]) => [
                `Not known (${[...what].join(", ")}): ${reason}`,
            ]);
        },
    };
}
/** The value in words, or "not known" with a note. */
function optionalCell(value, what, notes, format) {
    if (!format_isMissing(value))
        return cell(format(value));
    notes.add(what, value);
    return muted("not known");
}
function numberFormatter(values, most) {
    const decimals = sharedDecimals(values, most);
    return (value) => format_formatNumber(value, decimals);
}
function durationFormatter(values) {
    const largest = Math.max(0, ...values.filter((value) => typeof value === "number"));
    return (value) => formatDuration(value, largest);
}

;// CONCATENATED MODULE: ./build/core/report/words.js
const gateWords = {
    approvals_bound: "no approval bypassed",
    tools_authorised: "only authorised tools called",
    calls_reconciled: "every tool call accounted for",
    events_gap_free: "events without a gap",
    budget_settled: "budget settled, not overdrawn",
    no_duplicate_effects: "no duplicate side effect",
    checkpoint_verifiable: "checkpoint verifiable",
    terminal_artifact_verifiable: "final answer verifiable",
    protocol_clean: "no protocol violation",
    model_contract: "model contract kept on the wire",
    preflight_clean: "preflight clean",
    isolation_floor: "isolation at least the floor",
};
const gateSubjects = {
    approvals_bound: "approvals",
    tools_authorised: "unauthorised tools",
    calls_reconciled: "unaccounted tool calls",
    events_gap_free: "gaps in the events",
    budget_settled: "the settled budget",
    no_duplicate_effects: "duplicate side effects",
    checkpoint_verifiable: "checkpoints",
    terminal_artifact_verifiable: "the stored final answer",
    protocol_clean: "protocol violations",
    model_contract: "the model contract on the wire",
    preflight_clean: "preflight",
    isolation_floor: "the isolation reached",
};
const words_reasonWords = {
    ok: "ended normally",
    crash: "crashed",
    timeout: "ran out of time",
    protocol_violation: "broke the frame protocol",
    cancelled: "was cancelled",
    settlement_failed: "a call could not be settled",
    blocked_ambiguous_operation: "blocked: a tool may or may not have run",
    approval_pending: "still waits for an approval",
    model_unavailable: "the model was unavailable",
    budget_exhausted: "budget exhausted",
    limit_reached: "reached a limit of its case",
    adapter_error: "the adapter reported an error",
    served_model_mismatch: "another model answered",
    wire_contract: "broke the model contract on the wire",
    budget_not_reserved: "not started: budget could not be reserved",
    quota: "not started: daily quota",
    setup_failed: "not started: setup failed",
    storage: "not started: storage failed",
    host_stopped: "was cut off: Agent Lab itself was stopped",
};
const statusWords = {
    completed: "completed",
    failed: "failed",
    blocked_gateway_contract: "blocked by the model contract",
    unavailable: "unavailable",
};
const differenceWords = {
    added: "added",
    missing: "missing",
    changed: "changed",
    prefix_added: "text put in front",
    suffix_added: "text put behind",
};
const labels = {
    simulated: "SIMULATED MODEL",
    test: "TEST MODEL",
    replay: "REPLAYED ANSWERS",
    transcribed: "TRANSCRIBED, NOT RE-DERIVABLE",
    live: null,
};
const origins = {
    simulated: "observed on a simulated model, not a ranking",
    test: "observed on a test model, not a ranking",
    replay: "observed on replayed answers, not a ranking",
    transcribed: "as published, not re-derivable",
    live: "observed, not a ranking",
};
const tones = {
    Go: "go",
    "Conditional-Go": "conditional",
    "No-Go": "no_go",
};
function gateName(id) {
    return gateWords[id];
}
/** What the gate looks at, for "not observed: …". */
function gateSubject(id) {
    return gateSubjects[id];
}
function reasonName(reason) {
    return words_reasonWords[reason];
}
function statusName(status) {
    return statusWords[status];
}
function differenceName(kind) {
    return differenceWords[kind];
}
/** The label in the heading; null for live evidence. */
function upstreamLabel(upstream) {
    return labels[upstream];
}
/** What an observed difference is, in brackets behind it. */
function originWords(upstream) {
    return origins[upstream];
}
/** False where every run was lost for reasons outside the agents: there is nothing to call by a verdict's word. */
function isEvaluated(readiness) {
    return readiness.exit_code !== 40;
}
/** The verdict's word, or that there is none. */
function verdictWords(readiness, verdict) {
    return isEvaluated(readiness) ? verdict : "Not evaluated";
}
function verdictTone(verdict) {
    return tones[verdict];
}

;// CONCATENATED MODULE: ./build/core/report/candidates.js






/** The name a reader knows a candidate by, with the framework's version where one was resolved. */
function candidateName(one) {
    if (format_isMissing(one.framework_version) || one.framework_version === "")
        return one.label;
    return one.role === "member"
        ? `${one.label} ${one.framework_version}`
        : `${one.label} (${one.framework} ${one.framework_version})`;
}
function readinessOf(readiness, candidate) {
    return readiness.candidates.find((one) => one.candidate === candidate);
}
function meanCount(values) {
    return numberFormatter(values, 1);
}
function measures(comparison, notes) {
    const all = comparison.candidates;
    const shared = (what, pick, build) => (one) => optionalCell(pick(one), `${what} of ${one.label}`, notes, build(all.map(pick)));
    const model = shared("model calls", (one) => one.summary.model_calls.mean, meanCount);
    const tool = shared("tool calls", (one) => one.summary.tool_calls.mean, meanCount);
    return {
        score: shared("score", (one) => one.summary.score.mean, meanCount),
        tokens: shared("tokens", (one) => one.summary.tokens.mean, () => (value) => format_formatNumber(value)),
        time: shared("time", (one) => one.summary.duration_ms.mean, durationFormatter),
        calls: (one) => cell(...model(one).text, " / ", ...tool(one).text),
        cost: (one) => optionalCell(one.summary.cost_pico, `cost of ${one.label}`, notes, (pico) => formatPico(BigInt(pico), comparison.pricing.currency)),
        weighted: shared("weighted points", (one) => one.weighted, () => (value) => format_formatNumber(value, 2)),
    };
}
/** Runs that ended for reasons outside the agent: no mean counts them. */
function lostRuns({ failure_rate, planned }) {
    const { error_rate } = failure_rate;
    return format_isMissing(error_rate) ? 0 : Math.round(error_rate * planned);
}
function runsCaption(comparison) {
    const lost = comparison.candidates.filter((one) => lostRuns(one) > 0);
    if (lost.length === 0)
        return countedRuns(comparison);
    const each = lost.map((one) => `${format_formatNumber(lostRuns(one))} of ${format_formatNumber(one.runs)} (${one.label})`);
    return `${countedRuns(comparison)} Left out, lost for reasons outside the agent: ${each.join(", ")}.`;
}
function countedRuns(comparison) {
    const counts = comparison.candidates.map((one) => one.runs);
    const [first = 0] = counts;
    return counts.every((count) => count === first)
        ? `Means per run, over ${format_plural(first, "run")} of each candidate.`
        : `Means per run, over ${comparison.candidates
            .map((one) => `${format_formatNumber(one.runs)} of ${format_formatNumber(one.planned)} (${one.label})`)
            .join(", ")} runs.`;
}
/** One row a candidate: readiness, score, tokens, time, model / tool calls, cost, weighted points. */
function matrixTable(comparison, readiness) {
    const notes = collectNotes();
    const measure = measures(comparison, notes);
    const rows = comparison.candidates.map((one) => {
        const verdict = readinessOf(readiness, one.candidate)?.verdict;
        return [
            { text: [candidateName(one)], short: one.label },
            verdict === undefined
                ? muted("not decided")
                : {
                    text: [verdictWords(readiness, verdict)],
                    tone: isEvaluated(readiness) ? verdictTone(verdict) : "none",
                },
            measure.score(one),
            measure.tokens(one),
            measure.time(one),
            measure.calls(one),
            measure.weighted(one),
        ];
    });
    const columns = [
        left(""),
        left("readiness"),
        right("score"),
        right("tokens"),
        right("time"),
        right("model/tool calls"),
        right("weighted"),
    ];
    return table_table(columns, rows, { caption: [runsCaption(comparison)], notes: notes.lines() });
}
function casesPassing(one) {
    const passing = one.cases.filter((each) => each.runs > 0 && each.passed === each.runs).length;
    return `${format_formatNumber(passing)} of ${format_formatNumber(one.cases.length)}`;
}
function passRateChanges(base, head) {
    const before = new Map(base.cases.map((each) => [each.case_id, each]));
    return head.cases.flatMap((after) => {
        const earlier = before.get(after.case_id);
        return earlier === undefined || earlier.runs === 0 || after.runs === 0
            ? []
            : [after.passed / after.runs - earlier.passed / earlier.runs];
    });
}
/** How many of the cases that both ran passed a smaller share of their runs on head. */
function passingLessOften(base, head) {
    return passRateChanges(base, head).filter((change) => change < 0).length;
}
function caseChanges(base, head) {
    const fewer = passingLessOften(base, head);
    const more = passRateChanges(base, head).filter((change) => change > 0).length;
    return fewer + more === 0
        ? "every case passes as often as before"
        : `${format_formatNumber(fewer)} less often, ${format_formatNumber(more)} more often`;
}
function pairWords(pair, head) {
    if (pair === undefined)
        return "";
    const lower = pair.a === head ? pair.a_below : pair.a_above;
    const higher = pair.a === head ? pair.a_above : pair.a_below;
    const blocks = format_plural(pair.blocks, "block");
    if (pair.equal === pair.blocks)
        return `the same in all ${blocks}`;
    return lower >= higher
        ? `lower in ${format_formatNumber(lower)} of ${blocks}`
        : `higher in ${format_formatNumber(higher)} of ${blocks}`;
}
/** Means differ whatever the blocks say, so the step is shown and nothing is made of it. */
function costStep(before, after) {
    if (format_isMissing(before) || format_isMissing(after) || BigInt(before) === 0n)
        return "";
    const percent = (Number(BigInt(after)) / Number(BigInt(before)) - 1) * 100;
    if (Math.abs(percent) < 0.5)
        return "the same within half a percent";
    return `${percent > 0 ? "+" : ""}${format_formatNumber(percent)} %, shown`;
}
/** Whether the blocks tell the two apart: the exact two-sided sign test at .05, which needs no size and no cap of blocks. */
function apartWords(pair, head) {
    if (pair === undefined)
        return "";
    if (pair.equal === pair.blocks)
        return pairWords(pair, head);
    const { a_below, a_above } = pair;
    const p = mcnemarOneSided(Math.max(a_below, a_above), Math.min(a_below, a_above));
    const told = 2 * p <= 0.05;
    return told ? pairWords(pair, head) : "can't be told apart";
}
function pairFor(comparison, ids, metric) {
    return comparison.pairs.find((pair) => ids.includes(pair.a) && ids.includes(pair.b) && pair.metric === metric);
}
/** One row a measure: base, head, and what the blocks showed. */
function revisionTable(comparison, base, head) {
    const notes = collectNotes();
    const measure = measures(comparison, notes);
    const ids = [base.candidate, head.candidate];
    const pair = (metric) => pairFor(comparison, ids, metric);
    const seen = (metric) => muted(pairWords(pair(metric), head.candidate));
    const { screen } = comparison;
    const passing = [cell("cases passing"), cell(casesPassing(base)), cell(casesPassing(head))];
    const cost = [cell("cost a run"), measure.cost(base), measure.cost(head)];
    const time = [cell("time a run"), measure.time(base), measure.time(head)];
    const tokens = [cell("tokens a run"), measure.tokens(base), measure.tokens(head)];
    const rows = screen === undefined
        ? [
            [...passing, muted(caseChanges(base, head))],
            [cell("score"), measure.score(base), measure.score(head), seen("score")],
            [...cost, seen("cost")],
            [...time, seen("latency")],
            [...tokens, seen("tokens")],
            [cell("model/tool calls"), measure.calls(base), measure.calls(head), muted("")],
        ]
        : [
            [...passing, muted(caseCounts(screen, base, head))],
            [...cost, muted(costStep(base.summary.cost_pico, head.summary.cost_pico))],
            [...time, muted(apartWords(pair("latency"), head.candidate))],
            [...tokens, muted(apartWords(pair("tokens"), head.candidate))],
        ];
    const columns = [left(""), right(base.label), right(head.label), left("")];
    return table_table(columns, rows, { caption: [runsCaption(comparison)], notes: notes.lines() });
}
/** The two candidates of a pull request, or undefined when the matrix has no head. */
function revisions(comparison) {
    const base = comparison.candidates.find((one) => one.role === "base");
    const head = comparison.candidates.find((one) => one.role === "head");
    return base === undefined || head === undefined ? undefined : { base, head };
}

;// CONCATENATED MODULE: ./build/core/statistics/failure-bound.js
/** What a clean sample still allows: the failure rate that would produce it one time in twenty. */
/**
 * One-sided 95% upper bound on a failure rate after `runs` runs without a failure: 1 - 0.05^(1/n)
 * (Clopper-Pearson at x = 0). 3 runs: 0.63; 59 runs: 0.0495. Throws below one run.
 */
function zeroFailureUpperBound(runs) {
    if (!Number.isInteger(runs) || runs < 1)
        throw new RangeError("a bound needs at least one run");
    return 1 - 0.05 ** (1 / runs);
}

;// CONCATENATED MODULE: ./build/core/statistics/evidence-level.js
/** How much a number of live blocks can carry, and the words it allows; nothing else may word a comparison more strongly. */
/** Below six blocks no exact two-sided p reaches .05; ten see a difference of one standard deviation with 80% power. */
const BLOCKS_TO_TELL_APART = 6;
const BLOCKS_TO_COMPARE = 10;
const STEPS = [
    { level: "E0", from: 0, allows: "Not comparable: no complete live block." },
    {
        level: "E1",
        from: 1,
        allows: "It ran; single values were observed. No averages, no percentages, no winner.",
    },
    {
        level: "E2",
        from: 3,
        allows: "Counts may be stated as seen in this matrix. Nothing can be told apart below 6 blocks.",
    },
    {
        level: "E3",
        from: 6,
        allows: "A direction may be stated on these cases with its exact p. Sizes, tails and an overall order may not.",
    },
    {
        level: "E4",
        from: 10,
        allows: "Effects may be stated with an interval. Tails and reliability above 90% may not.",
    },
    {
        level: "E5",
        from: 30,
        allows: "Decisions at a margin of about half a standard deviation. No 95th percentile, no failure rate below 5%.",
    },
    {
        level: "E6",
        from: 59,
        allows: "A failure rate below 5% and a 95th percentile may be stated. Not 99%.",
    },
    { level: "E7", from: 299, allows: "Tail claims may be stated: a 99th percentile, 1% failures." },
];
/** The level of a number of complete live blocks; simulated, replayed and transcribed blocks count 0. */
function evidence_level_evidenceLevel(live_blocks) {
    return STEPS.findLast((step) => live_blocks >= step.from)?.level ?? "E0";
}
/** The words a level allows, one or two plain sentences. */
function allowedWording(level) {
    return STEPS.find((step) => step.level === level)?.allows ?? "";
}
/** The live blocks a level begins at. */
function blocksForLevel(level) {
    return STEPS.find((step) => step.level === level)?.from ?? 0;
}
/** How far results carry beyond the cases run; repetitions never widen it. */
function breadthWording(cases) {
    if (cases === 1)
        return "This says something about 1 case only.";
    if (cases < 6)
        return `This says something about these ${cases} cases only.`;
    if (cases < 30)
        return `${cases} cases: indicative for similar ones.`;
    return `${cases} cases: carries to similar ones if they were sampled by a stated rule.`;
}

;// CONCATENATED MODULE: ./build/core/scoring/blocks.js
/** The runs laid out in blocks: who was to run, who did, and which runs say something about the agent. */

/** A cell's address inside its candidate. */
function blockKey(cell) {
    return `${cell.case_id}#${cell.repetition}`;
}
/** The plan's blocks; without a plan every (case, repetition) that was run, with all candidates as members. */
function layOutBlocks(plan, observations, candidates) {
    const runs = new Map();
    const seen = [];
    for (const observation of observations) {
        const key = blockKey(observation);
        const found = runs.get(key) ?? new Map();
        if (found.size === 0)
            seen.push({ ...pickAddress(observation), members: candidates });
        runs.set(key, found.set(observation.candidate, observation));
    }
    const planned = plan?.blocks.map((block) => ({
        ...pickAddress(block),
        members: candidates.filter((candidate) => block.order.includes(candidate)),
    })) ?? seen;
    return planned.map((block) => ({
        ...block,
        runs: runs.get(blockKey(block)) ?? new Map(),
    }));
}
function pickAddress(cell) {
    return { case_id: cell.case_id, repetition: cell.repetition };
}
/** True when the run's ending is the agent's own, so that it is data; an infrastructure ending is a hole. */
function isEvidence(observation) {
    return observation !== undefined && observation.status !== "unavailable" && !isLost(observation);
}
/** Every member has a run that is data. */
function isComplete(block) {
    return block.members.every((candidate) => isEvidence(block.runs.get(candidate)));
}
/** A run that a live model answered at least once: without an answer it shows nothing about a model. */
function isLiveRun(run) {
    return run.upstream === "live" && isAnswered(run);
}
/** Complete, and a live model answered in every run of it. */
function isLive(block) {
    return isComplete(block) && [...block.runs.values()].every(isLiveRun);
}
/** Planned cells that have no run at all. */
function countAbsent(blocks, candidate) {
    let missing = 0;
    for (const block of blocks) {
        for (const member of block.members) {
            if (candidate !== undefined && member !== candidate)
                continue;
            if (!block.runs.has(member))
                missing += 1;
        }
    }
    return missing;
}

;// CONCATENATED MODULE: ./build/core/scoring/evidence.js
/** What the runs of a comparison amount to: complete blocks, live blocks, a level, and the words that level allows. */



/** More blocks than this share without an ending of the agent's own, and nothing is comparable. */
const MOST_DROPPED = 0.1;
const WEAKEST_FIRST = ["transcribed", "simulated", "replay", "test", "live"];
const ADJECTIVE = {
    transcribed: "transcribed",
    simulated: "simulated",
    replay: "replayed",
    test: "test",
    live: "live",
};
/** The weakest kind among the runs names the whole; without a run, what the plan asks for. */
function weakestUpstream(runs, plan) {
    const found = WEAKEST_FIRST.find((kind) => runs.some((run) => run.upstream === kind));
    return found ?? plan?.upstream ?? "simulated";
}
function countBlocks(n, kind) {
    return `${n} ${kind === "" ? "" : `${kind} `}${n === 1 ? "block" : "blocks"}`;
}
/** Why blocks of this kind cannot carry a claim about models, as a clause; null for live ones. */
function notLive(upstream, blocks) {
    if (upstream === "live")
        return null;
    const counted = countBlocks(blocks, ADJECTIVE[upstream]);
    const say = blocks === 1 ? "says" : "say";
    if (upstream === "transcribed") {
        return `the runs come from a publication and cannot be re-derived (${counted})`;
    }
    return `nothing live was run, and ${counted} ${say} nothing about models`;
}
/** Why nothing may be compared at all, or null. */
function invalidity(blocks, preflight) {
    if (!isMissing(preflight) && !preflight.passed)
        return "a case failed preflight";
    const holes = countAbsent(blocks);
    if (holes > 0)
        return `${holes} planned ${holes === 1 ? "run has" : "runs have"} no result`;
    const dropped = blocks.filter((block) => !isComplete(block)).length;
    if (dropped > blocks.length * MOST_DROPPED) {
        return `${dropped} of ${blocks.length} blocks lost a run to something outside the agent`;
    }
    return null;
}
/** Only complete blocks whose every run asked a live model raise the level. */
function weighEvidence(blocks, upstream, preflight) {
    const complete = blocks.filter(isComplete);
    const live = complete.filter(isLive).length;
    const invalid = invalidity(blocks, preflight);
    const level = invalid === null ? evidence_level_evidenceLevel(live) : "E0";
    const cases = new Set(complete.map((block) => block.case_id)).size;
    const clause = notLive(upstream, complete.length);
    let wording = `${allowedWording(level)} ${breadthWording(cases)}`;
    if (clause !== null)
        wording = `Observed only: ${clause}.`;
    if (invalid !== null)
        wording = `Not comparable: ${invalid}.`;
    return {
        level,
        live_blocks: live,
        complete_blocks: complete.length,
        planned_blocks: blocks.length,
        cases,
        wording,
        blocks_to_compare: Math.max(0, BLOCKS_TO_COMPARE - live),
    };
}

;// CONCATENATED MODULE: ./build/core/scoring/ranking.js
/** Who leads, said no more strongly than the evidence allows; "no champion" is the usual answer and always has its reason. */



function noChampion(evidence, upstream, invalid, exploratory, ranked) {
    if (invalid !== null)
        return `nothing can be compared: ${invalid}`;
    const clause = notLive(upstream, evidence.complete_blocks);
    if (clause !== null)
        return clause;
    if (ranked < 2)
        return `there ${ranked === 1 ? "is 1 candidate" : "are no candidates"} to rank`;
    const live = evidence.live_blocks;
    if (live < BLOCKS_TO_TELL_APART) {
        const blocks = countBlocks(live, "live");
        return `${blocks} cannot tell anything apart: at least ${BLOCKS_TO_TELL_APART} are needed for that, ${BLOCKS_TO_COMPARE} to compare`;
    }
    if (live < BLOCKS_TO_COMPARE) {
        return `${countBlocks(live, "live")} can show a direction on these cases; ${BLOCKS_TO_COMPARE} are needed to compare`;
    }
    if (exploratory)
        return "the comparison is exploratory, and those name no champion";
    return "this version computes no interval for a difference and no weight sensitivity, and a champion needs both";
}
const PHRASES = [
    { metric: "score", says: "scored higher" },
    { metric: "tokens", says: "used fewer tokens" },
    { metric: "cost", says: "cost less" },
    { metric: "latency", says: "took less time" },
];
function won(pair, candidate) {
    if (pair.blocks === 0)
        return false;
    const below = pair.a === candidate ? pair.a_below : pair.a_above;
    const above = pair.a === candidate ? pair.a_above : pair.a_below;
    return (pair.direction === "lower" ? below : above) === pair.blocks;
}
function joinWords(words) {
    const last = words.at(-1) ?? "";
    return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
/** "x used fewer tokens and cost less than y in 3 of 3 blocks", where x did so against every other in every block. */
function observedLeads(candidates, pairs) {
    if (candidates.length < 2)
        return [];
    return candidates.flatMap((candidate) => {
        const others = candidates.filter((other) => other !== candidate);
        const than = others.length === 1 ? (others[0] ?? "") : "every other candidate";
        const deeds = new Map();
        for (const { metric, says } of PHRASES) {
            const own = pairs.filter((pair) => pair.metric === metric && (pair.a === candidate || pair.b === candidate));
            if (own.length !== others.length || !own.every((pair) => won(pair, candidate)))
                continue;
            const n = Math.min(...own.map((pair) => pair.blocks));
            deeds.set(n, [...(deeds.get(n) ?? []), says]);
        }
        return [...deeds].map(([n, says]) => `${candidate} ${joinWords(says)} than ${than} in ${n === 1 ? "the one block" : `${n} of ${n} blocks`}`);
    });
}
/**
 * `order` lists eligible candidates by weighted points, ties in plan order. There is never a champion in this version:
 * the interval and the weight sensitivity that one needs are not computed yet, and the reason given is the first that applies.
 */
function rank(input) {
    const order = input.candidates
        .flatMap(({ candidate, weighted, eligible }) => eligible && !isMissing(weighted) ? [{ candidate, weighted }] : [])
        .toSorted((left, right) => right.weighted - left.weighted);
    const { evidence, upstream, invalid, exploratory } = input;
    const reason = noChampion(evidence, upstream, invalid, exploratory, order.length);
    const leads = observedLeads(input.candidates.map((one) => one.candidate), input.pairs);
    const seen = leads.length === 0 || invalid !== null ? "" : ` Observed, not a ranking: ${leads.join("; ")}.`;
    return { order, champion: missing_absent(reason), statement: `No champion: ${reason}.${seen}` };
}

;// CONCATENATED MODULE: ./build/core/report/headline.js






const LIFTS_SHOWN = 4;
/** The candidates whose findings decide the heading: head on a pull request, else those with the heading's verdict. */
function deciding(comparison, readiness) {
    const head = revisions(comparison)?.head.candidate;
    return readiness.candidates.filter((one) => head === undefined ? one.verdict === readiness.verdict : one.candidate === head);
}
/** `a1b2c3d against main 9f8e7d6`, or `worst of 3: langgraph-js`. */
function whoseVerdict(comparison, readiness, plan) {
    const pair = revisions(comparison);
    if (pair === undefined) {
        const count = comparison.candidates.length;
        const known = comparison.candidates.some((one) => one.candidate === readiness.subject);
        const alike = deciding(comparison, readiness).length === count;
        if (!known)
            return [readiness.subject];
        if (count === 1)
            return [readiness.subject];
        return alike ? [allOf(count)] : [`worst of ${format_formatNumber(count)}: `, readiness.subject];
    }
    const revision = (one) => {
        const found = plan?.candidates.find((each) => each.id === one.candidate)?.revision;
        return found === undefined ? [one.label] : [one.label, " ", view_model_code(shortRevision(found))];
    };
    return [...revision(pair.head), " against ", ...revision(pair.base)];
}
/** Wrong answer keys are shown before any failure of a model: until they are corrected those failures prove nothing. */
function dataErrorSentence(comparison) {
    const [first, ...others] = comparison.evaluation_data_errors;
    if (first === undefined)
        return null;
    const name = (one) => `${one.case_id} version ${String(one.case_version)}`;
    const cases = new Set(others.map(name));
    const same = others.filter((one) => name(one) === name(first)).length;
    cases.delete(name(first));
    const counted = [
        ...(same === 0 ? [] : [format_plural(same, "more error")]),
        ...(cases.size === 0 ? [] : [format_plural(cases.size, "more case")]),
    ];
    const more = counted.length === 0 ? "" : ` (and ${sentenceList(counted)}, listed below)`;
    return [
        "Evaluation data error: ",
        view_model_code(first.case_id),
        ` version ${String(first.case_version)}: ${withoutStop(first.message)}${more}; until it is corrected, its failures say nothing about an agent.`,
    ];
}
/** The one sentence of why: the first blocking finding, else what the gates and the blocks showed. */
function whySentence(comparison, readiness) {
    const pair = revisions(comparison);
    const [decided] = deciding(comparison, readiness);
    const broken = pair === undefined || decided === undefined
        ? null
        : brokenSentence(comparison, decided, pair.base, pair.head);
    const said = broken ?? { lead: null, why: plainWhy(comparison, readiness) };
    const words = wordsOf([...(said.lead ?? []), ...said.why]);
    return readiness.plumbing_only && !words.includes("plumbing only")
        ? { ...said, why: [...said.why, " ", plumbingWords(comparison)] }
        : said;
}
/** Stands above the table: whoever reads no further must not take a script's answers for a model's. */
function plumbingWords({ variable }) {
    const subject = format_isMissing(variable) ? "change" : variable;
    return `This is plumbing only: a simulated model cannot say whether the ${subject} serves.`;
}
/** A candidate that never started says more than any condition about what could not be judged. */
function neverStarted(comparison) {
    for (const one of comparison.candidates) {
        const [first] = one.failures;
        if (first === undefined || one.runs === 0 || one.statuses.unavailable !== one.runs)
            continue;
        return [
            `Nothing can be said: `,
            view_model_code(one.label),
            ` never started. ${headline_endWithStop(first.message)}`,
        ];
    }
    return null;
}
function plainWhy(comparison, readiness) {
    const idle = neverStarted(comparison);
    if (idle !== null)
        return idle;
    const candidates = deciding(comparison, readiness);
    const blocked = candidates.find((one) => one.blocking.length > 0);
    const [blocking] = blocked?.blocking ?? [];
    if (blocked !== undefined && blocking !== undefined) {
        return [...about(comparison, blocked), ...findingSentence(blocking)];
    }
    const pair = revisions(comparison);
    if (pair !== undefined) {
        const condition = candidates.flatMap((one) => one.conditions)[0];
        if (condition !== undefined)
            return findingSentence(condition);
        const { screen } = comparison;
        return screen === undefined ? [nothingFound(pair)] : clearedSentence(screen, pair.base.label);
    }
    const hole = candidates
        .flatMap((one) => one.conditions)
        .find((condition) => condition.code === "incomplete_matrix");
    if (hole !== undefined)
        return findingSentence(hole);
    const gates = gateSentence(readiness);
    const observed = observedDifference(comparison);
    return observed === null ? [`${gates}.`] : [`${gates}; ${observed}.`];
}
/** A finding of one of several candidates says whose it is, unless its own words do. */
function about(comparison, one) {
    const named = one.blocking[0]?.message.includes(one.candidate) ?? false;
    return revisions(comparison) !== undefined || named || comparison.candidates.length === 1
        ? []
        : [view_model_code(one.candidate), ": "];
}
function findingSentence(finding) {
    const runs = new Set(finding.runs).size;
    return runs === 0
        ? [headline_endWithStop(finding.message)]
        : [`${withoutStop(finding.message)} (${format_plural(runs, "run")}, named below).`];
}
function nothingFound({ base, head }) {
    const worse = passingLessOften(base, head);
    const cases = format_plural(head.cases.length, "case");
    const found = worse === 0 ? "None" : format_formatNumber(worse);
    return `${found} of ${cases} passed less often than on ${base.label}, and every hard gate that could be observed holds.`;
}
function gateSentence(readiness) {
    const count = readiness.candidates.length;
    const failed = readiness.candidates.filter((one) => one.gates.some((gate) => gate.state === "failed"));
    if (failed.length > 0) {
        return `A hard gate failed for ${sentenceList(failed.map((one) => one.candidate))}`;
    }
    if (readiness.candidates.every((one) => one.gates.every((gate) => gate.state === "not_observed"))) {
        return "No hard gate could be observed";
    }
    return count === 1
        ? "Every hard gate that could be observed holds"
        : `${startSentence(allOf(count))} hold every hard gate that could be observed`;
}
/** The first lead, in scoring's order, that one candidate had over every other one in every block; a count, no praise. */
function observedDifference(comparison) {
    const ids = comparison.candidates.map((one) => one.candidate);
    const [lead] = observedLeads(ids, comparison.pairs);
    return lead === undefined ? null : `${lead} (${originWords(comparison.upstream)})`;
}
/** Each distinct lift once, with the candidates it belongs to when that is not all of them. */
function liftWords(candidates) {
    const lifts = new Map();
    for (const one of candidates) {
        for (const finding of [...one.blocking, ...one.conditions]) {
            if (finding.lift === "")
                continue;
            const lift = startSentence(finding.lift);
            const whose = lifts.get(lift) ?? [];
            if (!whose.includes(one.candidate))
                lifts.set(lift, [...whose, one.candidate]);
        }
    }
    return [...lifts].map(([lift, whose]) => whose.length === candidates.length
        ? headline_endWithStop(lift)
        : `${withoutStop(lift)} (${sentenceList(whose)}).`);
}
/** The labelled lines under the table. */
function statements(comparison, readiness) {
    const pair = revisions(comparison);
    const candidates = pair === undefined ? readiness.candidates : deciding(comparison, readiness);
    const lifts = liftWords(candidates);
    const more = lifts.length - LIFTS_SHOWN;
    const lift = lifts.length === 0
        ? []
        : [
            {
                label: "Would lift it",
                text: [
                    `${lifts.slice(0, LIFTS_SHOWN).join(" ")}${more > 0 ? ` ${format_formatNumber(more)} more below.` : ""}`,
                ],
            },
        ];
    const unseen = unobservedGates(candidates);
    const hidden = unseen.length === 0 ? [] : [{ label: "Not observed", text: [`${sentenceList(unseen)}.`] }];
    const noticed = findingStatements(comparison);
    if (pair === undefined) {
        return [...noticed, ...lift, { label: "Ranking", text: [rankingWords(comparison)] }, ...hidden];
    }
    const { screen } = comparison;
    if (screen !== undefined) {
        const screened = screenStatements(comparison, screen, pair.base, pair.head);
        return [...noticed, ...screened, ...hidden, ...lift];
    }
    return [
        ...noticed,
        ...lift,
        { label: "Changed", text: changed(pair.base, pair.head) },
        { label: "May be said", text: [headline_endWithStop(comparison.evidence.wording)] },
        ...hidden,
    ];
}
/** What was noticed about the programs themselves: said once for all that share it, with the way out. */
function findingStatements(comparison) {
    const shared = new Map();
    for (const one of comparison.candidates) {
        for (const { message, fix, runs } of one.findings ?? []) {
            const key = `${withoutStop(message)}. ${headline_endWithStop(fix)}`;
            const known = shared.get(key) ?? { words: key, whose: [] };
            shared.set(key, {
                words: key,
                whose: [...known.whose, `${one.label} ${runs} of ${one.runs}`],
            });
        }
    }
    return [...shared.values()].map(({ words, whose }) => ({
        label: "Noticed",
        text: [`${words} (runs: ${sentenceList(whose)})`],
    }));
}
/** Whether anyone leads, or why nobody does; the whole statement stands with the evidence level. */
function rankingWords({ candidates, ranking }) {
    if (format_isMissing(ranking.champion))
        return `none: ${headline_endWithStop(ranking.champion.missing)}`;
    const { champion } = ranking;
    return `${candidates.find((one) => one.candidate === champion)?.label ?? champion} leads.`;
}
function unobservedGates(candidates) {
    const ids = candidates.flatMap((one) => one.gates.filter((gate) => gate.state === "not_observed").map((gate) => gate.id));
    return [...new Set(ids)].map((id) => gateSubject(id));
}
/** What differs between the first requests of base and head, and between the resolved frameworks. */
function changed(base, head) {
    const parts = [];
    const before = base.wire.shape;
    const after = head.wire.shape;
    if (format_isMissing(before) || format_isMissing(after)) {
        const reason = format_isMissing(before) ? before.missing : format_isMissing(after) ? after.missing : "";
        parts.push(`what was sent to the model is not known: ${withoutStop(reason)}`);
    }
    else {
        if (before.system.sha256 !== after.system.sha256) {
            parts.push(`system text ${format_formatNumber(before.system.bytes)} → ${format_formatNumber(after.system.bytes)} bytes`);
        }
        parts.push(...toolChanges(before.tools, after.tools));
        parts.push(...samplingChanges(before.sampling, after.sampling));
    }
    const version = versionStep(base, head);
    if (version !== null)
        parts.push(version);
    return [parts.length === 0 ? "nothing in the first request to the model." : parts.join(" · ")];
}
function toolChanges(before, after) {
    const earlier = new Map(before.map((tool) => [tool.name, tool]));
    const later = new Set(after.map((tool) => tool.name));
    const gone = before.filter((tool) => !later.has(tool.name)).map((tool) => `${tool.name} removed`);
    const others = after.flatMap((tool) => {
        const old = earlier.get(tool.name);
        if (old === undefined)
            return [`${tool.name} added`];
        if (old.parameters_sha256 !== tool.parameters_sha256)
            return [`${tool.name} parameters changed`];
        return old.description_sha256 === tool.description_sha256
            ? []
            : [`${tool.name} description changed`];
    });
    return [...gone, ...others];
}
function samplingChanges(before, after) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
    return keys.flatMap((key) => {
        const old = JSON.stringify(before[key]) ?? "unset";
        const now = JSON.stringify(after[key]) ?? "unset";
        return old === now ? [] : [`${key} ${old} → ${now}`];
    });
}
/** `both candidates`, `all 3 candidates`. */
function allOf(count) {
    return count === 2 ? "both candidates" : `all ${format_formatNumber(count)} candidates`;
}
function startSentence(text) {
    return text.slice(0, 1).toUpperCase() + text.slice(1);
}
function withoutStop(sentence) {
    return sentence.trim().replace(/\.$/, "");
}
function headline_endWithStop(sentence) {
    const trimmed = sentence.trim();
    return trimmed === "" || /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

;// CONCATENATED MODULE: ./build/core/report/evidence-sections.js






/** The evidence level, the words it allows, and why a comparison is only exploratory. */
function levelSection(comparison) {
    const { evidence } = comparison;
    const blocks = `${format_formatNumber(evidence.complete_blocks)} of ${format_plural(evidence.planned_blocks, "planned block")} complete, ${format_formatNumber(evidence.live_blocks)} of them live, over ${format_plural(evidence.cases, "case")}`;
    const items = [
        [`Level ${evidence.level}: ${blocks}.`],
        [`What may be said: ${headline_endWithStop(evidence.wording)}`],
        [headline_endWithStop(comparison.ranking.statement)],
    ];
    if (evidence.blocks_to_compare > 0) {
        items.push([
            `${format_plural(evidence.blocks_to_compare, "more live block")} before candidates may be compared.`,
        ]);
    }
    if (comparison.upstream !== "live") {
        items.push([`Origin: ${upstreamLabel(comparison.upstream)?.toLowerCase() ?? ""}.`]);
    }
    if (comparison.provenance !== "")
        items.push([headline_endWithStop(comparison.provenance)]);
    if (comparison.status === "exploratory") {
        items.push([
            `Exploratory, not confirmatory: ${headline_endWithStop(sentenceList(comparison.status_reasons))}`,
        ]);
    }
    return {
        id: "level",
        title: "How much this evidence carries",
        importance: "core",
        blocks: [{ kind: "list", items }],
    };
}
function scoreCell(value, bad) {
    const text = [format_formatNumber(value, Number.isInteger(value) ? 0 : 1)];
    return bad ? { text, tone: "no_go" } : { text };
}
/** The place as a clause of its own behind a sentence; nothing where it is not known. */
function evidence_sections_placeWords(where) {
    return where === "" ? [] : [" Where: ", view_model_code(where), "."];
}
/** The cases themselves, checked before any model call. */
function evidence_sections_preflightSection(preflight) {
    const notes = collectNotes();
    const columns = [
        left("case"),
        right("version"),
        right("reference answer"),
        right("does nothing"),
        right("echoes"),
        right("meets an error"),
    ];
    const rows = preflight.cases.map((one) => [
        cell(view_model_code(one.case_id)),
        cell(String(one.case_version)),
        format_isMissing(one.oracle_score)
            ? optionalCell(one.oracle_score, `reference answer of ${one.case_id}`, notes, String)
            : scoreCell(one.oracle_score, one.oracle_score < 100),
        scoreCell(one.null_score, one.null_score >= 100),
        scoreCell(one.echo_score, one.echo_score >= 100),
        scoreCell(one.error_score, one.error_score >= 100),
    ]);
    const problems = preflight.cases.flatMap((one) => one.problems.map((problem) => [
        view_model_code(one.case_id),
        ` version ${String(one.case_version)}: ${headline_endWithStop(problem.message)}`,
        ...evidence_sections_placeWords(problem.where),
    ]));
    const listed = problems.length === 0 ? [] : [{ kind: "list", items: problems }];
    return {
        id: "preflight",
        title: "Preflight of the cases",
        importance: preflight.passed ? "detail" : "core",
        blocks: [
            ...listed,
            {
                kind: "table",
                table: table_table(columns, rows, {
                    caption: [
                        "Points of 100, with no model call. The reference answer must reach 100; an agent that does nothing, echoes or meets an error must not.",
                    ],
                    notes: notes.lines(),
                }),
            },
        ],
    };
}
/** What was covered and what stays open. */
function scopeSection(comparison, readiness, plan, tags) {
    const items = [];
    if (!format_isMissing(comparison.track)) {
        items.push([`Track ${comparison.track}: says nothing about other tracks.`]);
    }
    const cases = [
        ...new Set(comparison.candidates.flatMap((one) => one.cases.map((each) => each.case_id))),
    ];
    items.push(["These cases only: ", ...codes(cases, 20), "."]);
    if (tags !== null) {
        items.push(tags.tested.length === 0
            ? ["Scenarios tested: the cases carry no tags."]
            : ["Scenarios tested: ", ...codes(tags.tested, 40), "."]);
        if (tags.untested.length > 0) {
            items.push(["Scenarios not tested: ", ...codes(tags.untested, 40), "."]);
        }
    }
    const unseen = unobservedEverywhere(readiness);
    if (unseen.length > 0)
        items.push([`Not observed: ${sentenceList(unseen)}.`]);
    if (comparison.upstream !== "live") {
        items.push([
            "Quality, cost and time of a real model: not measured, because no model outside this machine answered.",
        ]);
    }
    if (plan !== null && plan.concurrency > 1) {
        items.push([
            `${format_formatNumber(plan.concurrency)} runs shared one machine: times are not comparable.`,
        ]);
    }
    items.push(...zeroFailureBound(comparison));
    return {
        id: "scope",
        title: "Scope and what stays open",
        importance: "core",
        blocks: [{ kind: "list", items }],
    };
}
function unobservedEverywhere(readiness) {
    const [first] = readiness.candidates;
    return (first?.gates ?? [])
        .filter((gate) => readiness.candidates.every((one) => one.gates.some((other) => other.id === gate.id && other.state === "not_observed")))
        .map((gate) => gateSubject(gate.id));
}
/** After n live runs without a failure the rate may still be 1 - 0.05^(1/n) (exact one-sided 95 % bound). */
function zeroFailureBound(comparison) {
    if (comparison.upstream !== "live")
        return [];
    return comparison.candidates
        .filter((one) => one.cases.every((each) => each.passed === each.runs))
        .map((one) => ({ ...one, seen: one.cases.reduce((total, each) => total + each.runs, 0) }))
        .filter((one) => one.seen > 0)
        .map((one) => [
        `${one.label}: no failure in ${format_plural(one.seen, "run")}; a failure rate up to ${formatShare(zeroFailureUpperBound(one.seen))} could still have stayed unseen.`,
    ]);
}
const noBundle = "No evidence bundle holds this report: a matrix's bundle holds the verdict as it was planned.";
/** Every digest the verdict rests on, and the command that recomputes it. */
function evidenceSection(comparison, readiness, extra, verify) {
    const plan = comparison.plan_sha256;
    const known = [
        ...(format_isMissing(plan) ? [] : [{ name: "plan", digest: plan }]),
        { name: `score profile ${comparison.profile.name}`, digest: comparison.profile.digest },
        { name: `pricing ${comparison.pricing.name}`, digest: comparison.pricing.digest },
        { name: "readiness policy", digest: readiness.policy_sha256 },
        { name: "comparison", digest: readiness.comparison_sha256 },
        { name: "evidence (all runs)", digest: readiness.evidence_sha256 },
        ...extra,
    ];
    const rows = known.map((one) => [cell(one.name), cell(view_model_code(one.digest))]);
    const command = verify === null
        ? [{ kind: "text", text: [noBundle] }]
        : [
            { kind: "text", text: ["Recompute everything offline, from the bundle alone:"] },
            { kind: "code", text: verify },
        ];
    return {
        id: "evidence",
        title: "Evidence",
        importance: "core",
        blocks: [...command, { kind: "table", table: table_table([left("what"), left("digest")], rows) }],
    };
}
/** Every run with the digest of its result. */
function runsSection(comparison) {
    const rows = comparison.runs.map((run) => [cell(view_model_code(run.run_id)), cell(view_model_code(run.digest))]);
    return {
        id: "runs",
        title: `Runs (${format_formatNumber(comparison.runs.length)})`,
        importance: "bulk",
        blocks: [
            rows.length === 0
                ? { kind: "text", text: ["No run has a result."] }
                : { kind: "table", table: table_table([left("run"), left("digest of its result")], rows) },
        ],
    };
}

;// CONCATENATED MODULE: ./build/core/report/ignored-changes.js

function ignoredChanges(plan) {
    const changed = plan?.ignored_changes ?? [];
    if (changed.length === 0)
        return [];
    const what = sentenceList(changed);
    return [
        {
            label: "Noticed",
            text: [
                `This pull request also changes the ${what} it is judged by; base's hold until it is merged.`,
            ],
        },
    ];
}

;// CONCATENATED MODULE: ./build/core/report/score-sections.js


function score_sections_points(value, what, notes) {
    return optionalCell(value, what, notes, (known) => format_formatNumber(known, 2));
}
function metricRows(one, total, notes) {
    const weight = numberFormatter([...one.metrics.map((metric) => metric.weight), total], 4);
    const rows = one.metrics.map((metric) => {
        const what = `${metric.id} of ${one.label}`;
        const contribution = score_sections_points(metric.contribution, what, notes);
        const bar = format_isMissing(metric.contribution)
            ? undefined
            : { kind: "share", to: unit(metric.contribution / 100) };
        return [
            cell(metric.id),
            optionalCell(metric.raw, what, notes, (raw) => formatQuantity(raw, metric.unit)),
            score_sections_points(metric.normalised, what, notes),
            cell(weight(metric.weight)),
            bar === undefined ? contribution : { ...contribution, bar },
        ];
    });
    const sum = score_sections_points(one.weighted, `weighted points of ${one.label}`, notes);
    return [...rows, [cell("weighted points"), cell(""), cell(""), cell(weight(total)), sum]];
}
/** Raw value, normalised value, weight and contribution of every metric, one table a candidate. */
function metricsSection(comparison) {
    const columns = [
        left("metric"),
        right("raw per run"),
        right("normalised"),
        right("weight"),
        right("contribution"),
    ];
    const blocks = comparison.candidates.flatMap((one) => {
        const notes = collectNotes();
        const rows = metricRows(one, comparison.total_weight, notes);
        const reasons = one.ineligible_reasons.map((reason) => [`Not eligible: ${reason}`]);
        return [
            { kind: "heading", text: [one.label] },
            { kind: "table", table: table_table(columns, rows, { notes: [...notes.lines(), ...reasons] }) },
        ];
    });
    return {
        id: "metrics",
        title: "Where the points come from",
        importance: "detail",
        blocks: [
            {
                kind: "text",
                text: [
                    `Profile ${comparison.profile.name}: contribution = normalised × weight ÷ ${formatFigure(comparison.total_weight)}. Normalised runs from 0 to 100.`,
                ],
            },
            ...blocks,
        ],
    };
}
function unit(value) {
    return Math.min(1, Math.max(0, value));
}
function rangeBar(one, scale) {
    const { minimum, median, maximum } = one;
    if (format_isMissing(minimum) || format_isMissing(median) || format_isMissing(maximum) || scale <= 0)
        return undefined;
    return {
        kind: "range",
        low: unit(minimum / scale),
        middle: unit(median / scale),
        high: unit(maximum / scale),
    };
}
function spreadRow(label, unitName, one, scale, notes) {
    const shown = (value) => optionalCell(value, label, notes, (known) => formatQuantity(known, unitName));
    const bar = rangeBar(one, scale);
    const range = format_isMissing(one.minimum) || format_isMissing(one.maximum)
        ? shown(one.minimum)
        : cell(one.minimum === one.maximum
            ? "one value"
            : `${formatQuantity(one.minimum, unitName)} to ${formatQuantity(one.maximum, unitName)}`);
    return [
        cell(label),
        cell(format_formatNumber(one.n)),
        shown(one.mean),
        shown(one.median),
        shown(one.sd),
        bar === undefined ? range : { ...range, bar },
    ];
}
/** Sample sizes and spread, of every metric, over the runs that have a value. */
function spreadSection(comparison) {
    const columns = [
        left(""),
        right("runs"),
        right("mean"),
        right("median"),
        right("SD"),
        right("lowest to highest"),
    ];
    const ids = [
        ...new Map(comparison.candidates.flatMap((one) => one.metrics).map((metric) => [metric.id, metric.unit])),
    ];
    const blocks = ids.flatMap(([id, unitName]) => {
        const notes = collectNotes();
        const found = comparison.candidates.flatMap((one) => one.metrics
            .filter((metric) => metric.id === id)
            .map((metric) => ({ label: one.label, distribution: metric.distribution })));
        const scale = Math.max(0, ...found.map((one) => one.distribution.maximum).filter((value) => typeof value === "number"));
        const rows = found.map((one) => spreadRow(one.label, unitName, one.distribution, scale, notes));
        return [
            { kind: "heading", text: [id] },
            { kind: "table", table: table_table(columns, rows, { notes: notes.lines() }) },
        ];
    });
    return { id: "spread", title: "Sample sizes and spread", importance: "bulk", blocks };
}
/** One row a case: how often every check passed, and the mean score, for each candidate. */
function casesSection(comparison) {
    const ids = [
        ...new Set(comparison.candidates.flatMap((one) => one.cases.map((each) => each.case_id))),
    ];
    const columns = [left("case"), ...comparison.candidates.map((one) => right(one.label))];
    const rows = ids.map((id) => [
        cell({ code: id }),
        ...comparison.candidates.map((one) => {
            const found = one.cases.find((each) => each.case_id === id);
            if (found === undefined)
                return muted("not run");
            if (found.runs === 0)
                return muted("not measured");
            const mean = found.score.mean;
            const score = format_isMissing(mean)
                ? ""
                : ` · ${format_formatNumber(mean, Number.isInteger(mean) ? 0 : 1)} points`;
            const text = [`${format_formatNumber(found.passed)} of ${format_formatNumber(found.runs)}${score}`];
            return found.passed < found.runs ? { text, tone: "no_go" } : { text };
        }),
    ]);
    return {
        id: "cases",
        title: "Case by case",
        importance: "core",
        blocks: [
            {
                kind: "table",
                table: table_table(columns, rows, {
                    caption: ["Runs in which every check passed, of the runs; mean points of 100."],
                }),
            },
        ],
    };
}
function chanceCell(p, notes) {
    return optionalCell(p, "by chance alone", notes, (known) => `as far apart in ${formatShare(known)} of sign flips`);
}
/** What each pair did inside the same blocks; chance is put in words and only where there are blocks enough. */
function pairsSection(comparison) {
    if (comparison.pairs.length === 0)
        return null;
    const notes = collectNotes();
    const labels = new Map(comparison.candidates.map((one) => [one.candidate, one.label]));
    const name = (id) => labels.get(id) ?? id;
    const chance = comparison.pairs.some((pair) => !format_isMissing(pair.sign_flip_p));
    const columns = [
        left("measure"),
        left("compared"),
        right("lower"),
        right("equal"),
        right("higher"),
        right("mean difference"),
        ...(chance ? [left("by chance alone")] : []),
    ];
    const rows = comparison.pairs.map((pair) => [
        cell(pair.metric),
        cell(`${name(pair.a)} with ${name(pair.b)}`),
        cell(format_formatNumber(pair.a_below)),
        cell(format_formatNumber(pair.equal)),
        cell(format_formatNumber(pair.a_above)),
        optionalCell(pair.mean_difference, pair.metric, notes, (value) => formatQuantity(value, pair.unit)),
        ...(chance ? [chanceCell(pair.sign_flip_p, notes)] : []),
    ]);
    const blocks = comparison.pairs[0]?.blocks ?? 0;
    return {
        id: "pairs",
        title: "Side by side inside the same blocks",
        importance: "detail",
        blocks: [
            {
                kind: "table",
                table: table_table(columns, rows, {
                    caption: [
                        `Blocks in which the first was lower, equal or higher; ${format_plural(blocks, "block")}.`,
                    ],
                    notes: notes.lines(),
                }),
            },
        ],
    };
}

;// CONCATENATED MODULE: ./build/core/report/screen-section.js



const EXCERPTS_SHOWN = 6;
const CASES_NAMED = 6;
function ofRuns(passed, runs) {
    return runs === 0 ? muted("not run") : cell(`${format_formatNumber(passed)} of ${format_formatNumber(runs)}`);
}
function outcome(one) {
    if (one.confirmed)
        return { text: ["broke"], tone: "no_go" };
    if (one.head_runs === 0)
        return muted("not run");
    return one.inconclusive ? cell("worse, not surely") : cell("held");
}
function looksTable(screen, base, head) {
    const rows = screen.regressions.map((one) => [
        cell(view_model_code(one.case_id)),
        ofRuns(one.first_look.base_passed, one.first_look.base_runs),
        ofRuns(one.first_look.head_passed, one.first_look.head_runs),
        ofRuns(one.base_passed, one.base_runs),
        ofRuns(one.head_passed, one.head_runs),
        outcome(one),
    ]);
    const columns = [
        left("case"),
        right(`${base}, first look`),
        right(`${head}, first look`),
        right(`${base}, fresh`),
        right(`${head}, fresh`),
        left("outcome"),
    ];
    const caption = "Blocks in which every check passed. Fresh blocks alone decide; the cases were recorded before they ran.";
    return { kind: "table", table: table_table(columns, rows, { caption: [caption] }) };
}
/** How the screen came to its answer. */
function screenSection(screen, base, head) {
    const { first_look, second_look, total_regression: total, power } = screen;
    const fresh = second_look.complete_blocks;
    const items = [
        [
            `First look: ${format_formatNumber(first_look.complete_blocks)} of ${format_plural(first_look.planned_blocks, "block")} over ${format_plural(first_look.cases, "case")}. In ${format_formatNumber(total.only_base_passed)} only ${base.label} passed, in ${format_formatNumber(total.only_head_passed)} only ${head.label} did.`,
        ],
        [`Second look: ${second_look.reason}.${format_isMissing(fresh) ? ` ${fresh.missing}.` : ""}`],
        [
            `Promise: a case that passed 95 times in 100 and never passes now is found ${power.holds ? "at least" : "fewer than"} ${format_formatNumber(power.required * 100)} times in 100.`,
        ],
    ];
    const tested = screen.regressions.length === 0 ? [] : [looksTable(screen, base.label, head.label)];
    return {
        id: "screen",
        title: "The screen: first and second look",
        importance: "core",
        blocks: [{ kind: "list", items }, ...tested],
    };
}
function casesCell(cases, compared) {
    if (cases.length === compared)
        return cell(compared === 1 ? "the 1 case" : `all ${compared}`);
    const more = cases.length - CASES_NAMED;
    const named = cases.slice(0, CASES_NAMED);
    return cell(more > 0 ? `${named.join(", ")} and ${format_formatNumber(more)} more` : sentenceList(named));
}
function changeRow(change, compared) {
    const { subject, from, to, cases, calls } = change;
    return [
        cell(view_model_code(subject)),
        from === null ? muted("none") : cell(from),
        to === null ? muted("none") : cell(to),
        casesCell(cases, compared),
        cell(calls.length === 0 ? "all" : calls.join(", ")),
        cell(`${format_formatNumber(change.runs)} of ${format_formatNumber(change.of_runs)}`),
    ];
}
/** Every change on the wire, then the changed texts, and what was not compared. */
function wireChangesSection(diff) {
    const columns = [
        left("what"),
        left("before"),
        left("now"),
        left("cases"),
        left("calls"),
        right("runs"),
    ];
    const notes = [
        [`Not compared, because it changes by itself: ${sentenceList(diff.ignored)}.`],
        ...(diff.varying.length === 0
            ? []
            : [
                [
                    `Text varies from run to run in ${sentenceList(diff.varying)}: only lines that every run of one side carries are compared.`,
                ],
            ]),
        ...diff.not_compared.map((one) => [view_model_code(one.case_id), `: ${one.reason}.`]),
    ];
    const excerpts = diff.changes
        .filter((one) => one.excerpt !== "")
        .slice(0, EXCERPTS_SHOWN)
        .flatMap((one) => [
        { kind: "heading", text: [view_model_code(one.subject)] },
        { kind: "code", text: one.excerpt },
    ]);
    const none = format_plural(diff.compared.length, "case");
    const rows = diff.changes.map((change) => changeRow(change, diff.compared.length));
    const body = diff.changes.length === 0
        ? [
            { kind: "text", text: [`No difference between the requests of ${none}.`] },
            { kind: "list", items: notes },
        ]
        : [{ kind: "table", table: table_table(columns, rows, { notes }) }];
    return {
        id: "wire-changes",
        title: "What this pull request changed on the wire",
        importance: "core",
        blocks: [...body, ...excerpts],
    };
}

;// CONCATENATED MODULE: ./build/core/report/verdict-sections.js




function findingItem(finding, kind) {
    const named = [...new Set(finding.runs)];
    const runs = named.length === 0 ? [] : [" Runs: ", ...codes(named, 8), "."];
    const lift = finding.lift === "" ? "" : ` To lift it: ${finding.lift}`;
    return [`${kind}: ${finding.message}${lift}`, ...runs];
}
/** Candidates of one verdict for the very same reasons share a paragraph. */
function alike(comparison, readiness) {
    const groups = new Map();
    for (const one of readiness.candidates) {
        const items = [
            ...one.blocking.map((finding) => findingItem(finding, "Stops it")),
            ...one.conditions.map((finding) => findingItem(finding, "Condition")),
        ];
        const name = comparison.candidates.find((each) => each.candidate === one.candidate)?.label ??
            one.candidate;
        const verdict = verdictWords(readiness, one.verdict);
        const key = JSON.stringify([verdict, items]);
        const group = groups.get(key);
        if (group === undefined)
            groups.set(key, { names: [name], verdict, items });
        else
            group.names.push(name);
    }
    return [...groups.values()];
}
/** Every blocking finding and condition of every candidate, with its runs and what would lift it. */
function verdictSection(comparison, readiness) {
    const blocks = alike(comparison, readiness).flatMap(({ names, verdict, items }) => [
        { kind: "heading", text: [`${sentenceList(names)}: ${verdict}`] },
        { kind: "list", items: items.length === 0 ? [["Nothing stands against it."]] : items },
    ]);
    const frame = [];
    if (readiness.incomplete)
        frame.push(["Not every planned run has a result."]);
    if (readiness.plumbing_only) {
        frame.push(["Plumbing only: a simulated model cannot say whether a prompt or a model serves."]);
    }
    const opening = frame.length === 0 ? [] : [{ kind: "list", items: frame }];
    return {
        id: "verdict",
        title: "The verdict, sentence by sentence",
        importance: "core",
        blocks: [...opening, ...blocks],
    };
}
function tallyCell(tally, decided) {
    const state = decided?.gates.find((gate) => gate.id === tally?.id)?.state;
    if (tally === undefined)
        return muted("not in the policy");
    const seen = tally.passed + tally.failed;
    const partly = tally.not_observed > 0 && seen > 0 ? `, ${format_formatNumber(tally.not_observed)} not observed` : "";
    if (seen === 0)
        return state === "passed" ? cell("held") : muted("not observed");
    const text = [`${format_formatNumber(tally.failed)} of ${format_formatNumber(seen)}${partly}`];
    return tally.failed > 0 || state === "failed" ? { text, tone: "no_go" } : { text };
}
/** Gates by candidate as counts of observed runs: "0 of 9" bounds a rate, it does not prove never. */
function gatesSection(comparison, readiness) {
    const ids = [
        ...new Set(comparison.candidates.flatMap((one) => one.gates.map((gate) => gate.id))),
    ];
    const rows = ids.map((id) => [
        cell(gateName(id)),
        ...comparison.candidates.map((one) => tallyCell(one.gates.find((gate) => gate.id === id), readiness.candidates.find((each) => each.candidate === one.candidate))),
    ]);
    const columns = [left("gate"), ...comparison.candidates.map((one) => right(one.label))];
    const failures = comparison.candidates.flatMap((one) => one.gates.flatMap((gate) => gate.failures.map((failure) => [
        view_model_code(failure.run_id),
        ` ${gateName(gate.id)}: failed. ${failure.detail}`,
    ])));
    const decided = readiness.candidates.flatMap((one) => one.gates
        .filter((gate) => gate.state === "failed" && !hasFailure(comparison, one.candidate, gate.id))
        .map((gate) => [`${one.candidate}, ${gateName(gate.id)}: failed. ${gate.detail}`]));
    const items = [...failures, ...decided];
    const listed = items.length === 0 ? [] : [{ kind: "list", items }];
    return {
        id: "gates",
        title: "Hard gates",
        importance: "core",
        blocks: [
            {
                kind: "table",
                table: table_table(columns, rows, {
                    caption: ["Runs that broke the gate, of the runs in which it could be observed."],
                    notes: [...gateNotes(comparison), ...isolationNotes(comparison)],
                }),
            },
            ...listed,
        ],
    };
}
function hasFailure(comparison, candidate, id) {
    const gates = comparison.candidates.find((one) => one.candidate === candidate)?.gates ?? [];
    return gates.some((gate) => gate.id === id && gate.failures.length > 0);
}
/** The weakest isolation of each candidate's runs, said once for all that share it. */
function isolationNotes(comparison) {
    const levels = new Map();
    for (const one of comparison.candidates) {
        const level = format_isMissing(one.isolation) ? `not known: ${one.isolation.missing}` : one.isolation;
        levels.set(level, [...(levels.get(level) ?? []), one.label]);
    }
    return [...levels].map(([level, whose]) => [
        levels.size === 1
            ? `Weakest isolation of a run: ${level}.`
            : `Weakest isolation of a run, ${sentenceList(whose)}: ${level}.`,
    ]);
}
/** What a gate's tally says about itself, once: mostly what would make it visible. */
function gateNotes(comparison) {
    const notes = comparison.candidates.flatMap((one) => one.gates
        .filter((gate) => gate.note !== "" && gate.passed + gate.failed === 0)
        .filter((gate) => gate.id !== "isolation_floor")
        .map((gate) => `${gateName(gate.id)}, not observed: ${gate.note}`));
    return [...new Set(notes)].map((note) => [note]);
}
function rates(comparison) {
    const notes = collectNotes();
    const columns = [
        left(""),
        right("runs"),
        right("not completed"),
        right("wrong or partial"),
        right("ended outside the agent"),
    ];
    const rows = comparison.candidates.map((one) => [
        cell(one.label),
        cell(`${format_formatNumber(one.runs)} of ${format_formatNumber(one.planned)}`),
        optionalCell(one.failure_rate.strict, `not completed, ${one.label}`, notes, formatShare),
        optionalCell(one.failure_rate.conditional, `wrong, ${one.label}`, notes, formatShare),
        optionalCell(one.failure_rate.error_rate, `errors, ${one.label}`, notes, formatShare),
    ]);
    return {
        kind: "table",
        table: table_table(columns, rows, {
            caption: [
                "Not completed and ended outside the agent: of all planned runs. Wrong or partial: of the completed runs.",
            ],
            notes: notes.lines(),
        }),
    };
}
function failureItems(one) {
    const ended = one.failures.map((failure) => [
        view_model_code(failure.run_id),
        ` ${statusName(failure.status)}: ${reasonName(failure.reason)}. ${failure.message}`,
    ]);
    const checks = one.cases.flatMap((each) => each.failing_checks.map((check) => [
        view_model_code(each.case_id),
        " check ",
        view_model_code(check.id),
        ` failed in ${format_plural(check.runs, "run")}, for example `,
        view_model_code(check.example_run),
        `: ${check.detail}`,
    ]));
    return [...ended, ...checks];
}
/** Which runs failed and which checks, after the errors of the evaluation data itself. */
function failuresSection(comparison) {
    const data = comparison.evaluation_data_errors.map((error) => [
        view_model_code(error.case_id),
        ` version ${String(error.case_version)}: ${error.message}`,
    ]);
    const blocks = [];
    if (data.length > 0) {
        blocks.push({ kind: "heading", text: ["Errors of the evaluation data"] });
        blocks.push({ kind: "list", items: data });
    }
    for (const one of comparison.candidates) {
        const items = failureItems(one);
        if (items.length === 0)
            continue;
        blocks.push({ kind: "heading", text: [one.label] });
        blocks.push({ kind: "list", items });
    }
    if (blocks.length === 0) {
        const none = comparison.candidates.every((one) => one.runs > 0);
        blocks.push({
            kind: "text",
            text: [
                none
                    ? "No run failed and no check failed."
                    : "No failure is recorded; not every candidate has runs.",
            ],
        });
    }
    return {
        id: "failures",
        title: "Failures",
        importance: "core",
        blocks: [rates(comparison), ...blocks, ...notRun(comparison)],
    };
}
function notRun(comparison) {
    if (comparison.not_run.length === 0)
        return [];
    const items = comparison.not_run.map((one) => [
        `${one.candidate} · ${one.case_id} · repetition ${String(one.repetition)}: ${one.reason}`,
    ]);
    return [
        { kind: "heading", text: ["Planned and not run"] },
        { kind: "list", items },
    ];
}

;// CONCATENATED MODULE: ./build/core/report/wire-section.js





function shapeRow(one) {
    const { shape } = one.wire;
    if (format_isMissing(shape))
        return null;
    const sampling = Object.keys(shape.sampling)
        .toSorted()
        .map((key) => `${key} ${JSON.stringify(shape.sampling[key])}`);
    return [
        cell(candidateName(one)),
        cell(`${format_formatNumber(shape.system.bytes)} bytes `, view_model_code(shortDigest(shape.system.sha256))),
        cell(...(shape.tools.length === 0
            ? ["none"]
            : codes(shape.tools.map((tool) => tool.name), 8))),
        sampling.length === 0 ? muted("nothing set") : cell(sampling.join(", ")),
        cell(`${sentenceList(one.wire.wires)}${shape.stream ? ", streamed" : ""}`),
    ];
}
/** The same difference in several tools is one line: tools x strict, not eleven lines. */
function foldTools(found) {
    const folded = new Map();
    for (const difference of found) {
        const part = /^tools\/[^/]+\/(.+)$/.exec(difference.field)?.[1];
        const key = JSON.stringify([part ?? difference.field, difference.kind, difference.detail]);
        const known = folded.get(key);
        if (part === undefined || known === undefined)
            folded.set(key, { ...difference, tools: 1 });
        else
            folded.set(key, {
                ...known,
                field: `tools/*/${part}`,
                tools: known.tools + 1,
                runs: Math.max(known.runs, difference.runs),
            });
    }
    return [...folded.values()].map(({ tools, ...difference }) => tools === 1 ? difference : { ...difference, field: `${difference.field} (${tools} tools)` });
}
function differences(comparison) {
    const found = comparison.candidates.flatMap((one) => foldTools(one.wire.differences).map((difference) => [
        cell(one.label),
        cell(view_model_code(difference.field)),
        cell(differenceName(difference.kind)),
        cell(difference.detail),
        cell(format_formatNumber(difference.runs)),
    ]));
    // The user's own program asks as it likes: there is no contract to differ from.
    if (comparison.track === "own")
        return [];
    if (found.length === 0) {
        return [
            { kind: "text", text: ["Every request carried what the contract asks, and nothing else."] },
        ];
    }
    const same = comparison.candidates
        .filter((one) => one.wire.differences.length === 0 && !format_isMissing(one.wire.shape))
        .map((one) => one.label);
    const notes = same.length === 0 ? [] : [[`No difference: ${sentenceList(same)}.`]];
    const columns = [left(""), left("part"), left("difference"), left("what"), right("runs")];
    return [
        { kind: "heading", text: ["Differences from the contract"] },
        { kind: "table", table: table_table(columns, found, { notes }) },
    ];
}
/** The first request of each candidate's first run, then every difference from the contract with its runs. */
function wireSection(comparison) {
    const notes = collectNotes();
    const rows = comparison.candidates.flatMap((one) => {
        const row = shapeRow(one);
        if (format_isMissing(one.wire.shape))
            notes.add(one.label, one.wire.shape);
        return row === null ? [] : [row];
    });
    const columns = [left(""), left("system text"), left("tools"), left("sampling"), left("wire")];
    const first = {
        kind: "table",
        table: table_table(columns, rows, {
            caption: ["The first request of each candidate's first run."],
            notes: notes.lines(),
        }),
    };
    const shapes = rows.length > 0 ? [first] : [{ kind: "list", items: notes.lines() }];
    return {
        id: "wire",
        title: `What ${comparison.variable === "framework" ? "each framework" : "each candidate"} really sent`,
        importance: "detail",
        blocks: rows.length === 0 ? shapes : [...shapes, ...differences(comparison)],
    };
}

;// CONCATENATED MODULE: ./build/core/report/view.js












function moneyWords(money) {
    const spent = formatPico(BigInt(money.spent_pico), money.currency);
    return money.budget_pico === null
        ? `${spent} spent`
        : `${spent} of ${formatPico(BigInt(money.budget_pico), money.currency)}`;
}
function blocksWords(done, planned) {
    return done === planned
        ? format_plural(done, "block")
        : `${format_formatNumber(done)} of ${format_plural(planned, "block")}`;
}
function factLine(input) {
    const { comparison, readiness, matrix, money } = input;
    return [
        ...(money === null ? [] : [[moneyWords(money)]]),
        [blocksWords(matrix.blocks_done, comparison.evidence.planned_blocks)],
        ...(matrix.wall_seconds === null ? [] : [[formatWall(matrix.wall_seconds)]]),
        ["evidence ", view_model_code(shortDigest(readiness.evidence_sha256))],
    ];
}
/** The sections only a screened pull request has. */
function screened(comparison) {
    const pair = revisions(comparison);
    const { screen, wire_changes } = comparison;
    return [
        ...(screen === undefined || pair === undefined
            ? []
            : [screenSection(screen, pair.base, pair.head)]),
        ...(wire_changes === undefined ? [] : [wireChangesSection(wire_changes)]),
    ];
}
/** The view of a decided matrix. Pure: the same input gives the same view, byte for byte. */
function reportView(input) {
    const { comparison, readiness, plan, preflight } = input;
    const pair = revisions(comparison);
    const pairs = pairsSection(comparison);
    const sections = [
        verdictSection(comparison, readiness),
        ...screened(comparison),
        casesSection(comparison),
        failuresSection(comparison),
        gatesSection(comparison, readiness),
        wireSection(comparison),
        metricsSection(comparison),
        ...(pairs === null ? [] : [pairs]),
        spreadSection(comparison),
        levelSection(comparison),
        scopeSection(comparison, readiness, plan, input.tags),
        ...(preflight === null ? [] : [evidence_sections_preflightSection(preflight)]),
        evidenceSection(comparison, readiness, input.digests, input.verify),
        runsSection(comparison),
    ];
    return {
        kind: pair === undefined ? "matrix" : "pull_request",
        verdict: verdictWords(readiness, readiness.verdict),
        tone: isEvaluated(readiness) ? verdictTone(readiness.verdict) : "none",
        title: plan?.title ?? comparison.matrix_id,
        whose: whoseVerdict(comparison, readiness, plan),
        label: upstreamLabel(comparison.upstream),
        data_error: dataErrorSentence(comparison),
        ...whySentence(comparison, readiness),
        table: pair === undefined
            ? matrixTable(comparison, readiness)
            : revisionTable(comparison, pair.base, pair.head),
        statements: [...ignoredChanges(plan), ...statements(comparison, readiness)],
        facts: factLine(input),
        verify: input.verify,
        sections,
        paths: input.paths,
    };
}
/**
 * The view when preflight found the cases themselves wrong: nothing ran, so nothing is decided about any candidate.
 * `versioned`: a wrong case has other versions, so that runs of it may exist.
 */
function preflightView(input) {
    const { preflight } = input;
    const wrong = preflight.cases.filter((one) => one.problems.length > 0);
    const [first] = wrong;
    const problem = first?.problems[0];
    const others = preflight.problems - 1;
    const more = others > 0 ? ` ${plural(others, "more problem")} below.` : "";
    const section = preflightSection(preflight);
    return {
        kind: "preflight",
        verdict: "Not evaluated",
        tone: "none",
        title: input.title,
        whose: [`preflight found ${plural(preflight.problems, "problem")} in the cases`],
        label: null,
        data_error: first === undefined || problem === undefined
            ? null
            : [
                "Evaluation data error: ",
                code(first.case_id),
                ` version ${String(first.case_version)}: ${endWithStop(problem.message)}`,
                ...placeWords(problem.where),
                more,
            ],
        lead: null,
        why: null,
        table: null,
        statements: [
            {
                label: "Would lift it",
                text: [
                    input.versioned
                        ? "A new version of each case named below; the old version and its results stay."
                        : `Correct ${wrong.length === 1 ? "the case" : "each case named below"}. Once a case has been run, a correction is a new version.`,
                ],
            },
        ],
        facts: [
            ["0 model calls"],
            [`${formatNumber(wrong.length)} of ${plural(preflight.cases.length, "case")} to correct`],
        ],
        verify: null,
        sections: [section],
        paths: input.paths,
    };
}

;// CONCATENATED MODULE: ./build/core/wire/json.js
/** Total readers over unknown JSON: each returns a stated absence instead of throwing or guessing. */
function isRecord(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
/** The elements of an array; none for anything else. */
function listOf(value) {
    return Array.isArray(value) ? value : [];
}
/** A non-empty string, else null: on every wire "" and null mean absent for ids, names and words. */
function wordOf(value) {
    return typeof value === "string" && value !== "" ? value : null;
}
/** A token count: a safe non-negative integer, else null. */
function countOf(value) {
    return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
/** RFC 8259 parse; text that is not one JSON value is a value of its own, not an exception. */
function parseJson(text) {
    try {
        const value = JSON.parse(text);
        return { ok: true, value };
    }
    catch {
        return { ok: false };
    }
}
/** The value as JSON: members JSON cannot hold are left out of objects and null elsewhere, as JSON.stringify does. */
function toJson(value) {
    if (value === null || typeof value === "string" || typeof value === "boolean")
        return value;
    if (typeof value === "number")
        return Number.isFinite(value) ? value : null;
    if (Array.isArray(value))
        return listOf(value).map(toJson);
    if (!isRecord(value))
        return null;
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([key, member]) => [key, toJson(member)]));
}
/** One RFC 6901 reference token. */
function pointerToken(key) {
    return `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
/** JSON with keys sorted by UTF-16 code units, so that key order never decides equality. */
function sortedJson(value) {
    if (Array.isArray(value)) {
        const items = value;
        return `[${items.map((item) => sortedJson(item)).join(",")}]`;
    }
    if (!isRecord(value))
        return JSON.stringify(value) ?? "null";
    const members = Object.keys(value)
        .filter((key) => value[key] !== undefined)
        .toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0))
        .map((key) => `${JSON.stringify(key)}:${sortedJson(value[key])}`);
    return `{${members.join(",")}}`;
}

;// CONCATENATED MODULE: ./build/core/wire/messages.js
/** Messages of a request under one shape: system text apart, content flattened to text, calls attached to their turn. */

const TEXT_FIELDS = new Map([
    ["text", "text"],
    ["input_text", "text"],
    ["output_text", "text"],
    ["refusal", "refusal"],
]);
/** Text of a message's content; null when the content has a shape no wire defines. */
function flattenContent(content) {
    if (content === null || content === undefined)
        return { text: "", other_parts: [] };
    if (typeof content === "string")
        return { text: content, other_parts: [] };
    if (!Array.isArray(content))
        return null;
    const texts = [];
    const others = [];
    for (const part of listOf(content)) {
        if (typeof part === "string")
            texts.push(part);
        else if (!isRecord(part))
            return null;
        else {
            const type = wordOf(part["type"]) ?? "";
            const field = TEXT_FIELDS.get(type);
            const text = field === undefined ? undefined : part[field];
            if (typeof text === "string")
                texts.push(text);
            else if (field === undefined)
                others.push(type === "" ? "untyped" : type);
            else
                return null;
        }
    }
    return { text: texts.join(""), other_parts: others };
}
/** Arguments as text: an object (some clients send one) is serialised, absence is no text. */
function argumentsText(value) {
    if (typeof value === "string")
        return value;
    return value === null || value === undefined ? "" : JSON.stringify(value);
}

;// CONCATENATED MODULE: ./build/core/wire/rejection.js
/** The one way a request is turned down: a value that says where, why, and what to send instead. */
function reject(code, at, message) {
    return { kind: "rejection", code, at, message: `${at === "" ? "request body" : at}: ${message}` };
}
function isRejection(value) {
    return "kind" in value && value.kind === "rejection";
}

;// CONCATENATED MODULE: ./build/core/wire/chat-request.js
/** Reads the messages of a Chat Completions request. */



function readCalls(message, at) {
    const calls = [];
    for (const [place, entry] of listOf(message["tool_calls"]).entries()) {
        const call = isRecord(entry) ? entry : {};
        const custom = isRecord(call["custom"]) ? call["custom"] : null;
        const body = custom ?? (isRecord(call["function"]) ? call["function"] : {});
        const name = wordOf(body["name"]);
        if (name === null)
            return reject("bad_message", `${at}/tool_calls/${place}`, "this call has no name");
        const text = argumentsText(custom === null ? body["arguments"] : body["input"]);
        calls.push({ id: wordOf(call["id"]) ?? "", name, arguments: text });
    }
    const legacy = message["function_call"];
    if (calls.length === 0 && isRecord(legacy)) {
        const name = wordOf(legacy["name"]);
        if (name === null)
            return reject("bad_message", `${at}/function_call`, "this call has no name");
        calls.push({ id: name, name, arguments: argumentsText(legacy["arguments"]) });
    }
    return calls;
}
function readMessage(message, at) {
    const content = flattenContent(message["content"]);
    if (content === null) {
        return reject("bad_message", `${at}/content`, "expected text or a list of content parts");
    }
    const refusal = wordOf(message["refusal"]) ?? "";
    const base = { ...content, calls: [], tool_call_id: null };
    switch (message["role"]) {
        case "system":
        case "developer":
            return content.text;
        case "user":
            return { ...base, role: "user" };
        case "tool":
        case "function": {
            const id = wordOf(message["tool_call_id"]) ?? wordOf(message["name"]);
            if (id === null)
                return reject("bad_message", at, "a tool message needs tool_call_id");
            return { ...base, role: "tool", tool_call_id: id };
        }
        case "assistant": {
            const calls = readCalls(message, at);
            if (isRejection(calls))
                return calls;
            return { ...base, role: "assistant", text: content.text || refusal, calls };
        }
        default:
            return reject("bad_message", `${at}/role`, "expected system, developer, user, assistant, tool or function");
    }
}
/** The conversation of a Chat body; it is always complete, because this wire keeps no state. */
function readChatMessages(body) {
    const list = body["messages"];
    if (!Array.isArray(list) || list.length === 0) {
        return reject("no_messages", "/messages", "expected a list with at least one message");
    }
    const system = [];
    const messages = [];
    for (const [place, entry] of listOf(list).entries()) {
        const at = `/messages/${place}`;
        if (!isRecord(entry))
            return reject("bad_message", at, "expected an object with a role");
        const read = readMessage(entry, at);
        if (typeof read === "string")
            system.push(read);
        else if (isRejection(read))
            return read;
        else
            messages.push(read);
    }
    return { kind: "conversation", system, messages, remote: [], opaque_items: [] };
}

;// CONCATENATED MODULE: ./build/core/wire/embeddings-request.js
/** Reads an embeddings request: what is embedded, and the settings that change the vectors. */


function isToken(value) {
    return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
function readTokens(value) {
    const list = listOf(value);
    const tokens = list.filter(isToken);
    return tokens.length > 0 && tokens.length === list.length ? tokens : null;
}
function readInputs(value) {
    if (typeof value === "string")
        return [value];
    const list = listOf(value);
    if (list.length === 0)
        return reject("no_input", "/input", "expected text, a list of texts, or token ids");
    const single = readTokens(value);
    if (single !== null)
        return [single];
    const inputs = [];
    for (const [place, entry] of list.entries()) {
        const input = typeof entry === "string" ? entry : readTokens(entry);
        if (input === null)
            return reject("bad_field", `/input/${place}`, "expected text or a list of token ids");
        inputs.push(input);
    }
    return inputs;
}
/**
 * OpenAI's embeddings body: `input` is text, texts, token ids or lists of them; `dimensions` and `encoding_format` are
 * kept as settings. An encoding this module does not know is no fault: the vectors are opaque to us.
 */
function readEmbeddings(body) {
    const inputs = readInputs(body["input"]);
    if (isRejection(inputs))
        return inputs;
    const sampling = {};
    const dimensions = body["dimensions"];
    if (dimensions !== null && dimensions !== undefined) {
        if (!isToken(dimensions) || dimensions === 0)
            return reject("bad_field", "/dimensions", "expected a whole number of at least 1");
        sampling.dimensions = dimensions;
    }
    const encoding = wordOf(body["encoding_format"]);
    if (encoding !== null)
        sampling.encoding_format = encoding;
    return { kind: "embeddings", inputs, sampling };
}

;// CONCATENATED MODULE: ./build/core/wire/responses-request.js
/** Reads the input of a Responses request: items of one assistant turn become one message, remote state is named. */



function closeTurn(reading) {
    if (reading.turn === null)
        return;
    reading.messages.push({ role: "assistant", tool_call_id: null, ...reading.turn });
    reading.turn = null;
}
function openTurn(reading) {
    reading.turn ??= { text: "", calls: [], other_parts: [] };
    return reading.turn;
}
function addMessage(reading, item, at) {
    const content = flattenContent(item["content"]);
    if (content === null) {
        return reject("bad_message", `${at}/content`, "expected text or a list of content parts");
    }
    switch (item["role"]) {
        case "system":
        case "developer":
            reading.system.push(content.text);
            return null;
        case "user":
            closeTurn(reading);
            reading.messages.push({ role: "user", ...content, calls: [], tool_call_id: null });
            return null;
        case "assistant": {
            const turn = openTurn(reading);
            turn.text += content.text;
            turn.other_parts.push(...content.other_parts);
            return null;
        }
        default:
            return reject("bad_message", `${at}/role`, "expected system, developer, user or assistant");
    }
}
function addCall(reading, item, at) {
    const name = wordOf(item["name"]);
    const id = wordOf(item["call_id"]);
    if (name === null || id === null) {
        return reject("bad_message", at, "a function_call item needs call_id and name");
    }
    const text = argumentsText(item["type"] === "custom_tool_call" ? item["input"] : item["arguments"]);
    openTurn(reading).calls.push({ id, name, arguments: text });
    return null;
}
function addResult(reading, item, at) {
    const id = wordOf(item["call_id"]);
    if (id === null)
        return reject("bad_message", at, "a tool result needs call_id");
    const output = item["output"];
    const content = flattenContent(output) ?? { text: argumentsText(output), other_parts: [] };
    closeTurn(reading);
    reading.messages.push({ role: "tool", ...content, calls: [], tool_call_id: id });
    return null;
}
function addItem(reading, item, at) {
    const type = wordOf(item["type"]) ?? "message";
    if (type === "message")
        return addMessage(reading, item, at);
    if (type === "function_call" || type === "custom_tool_call")
        return addCall(reading, item, at);
    if (type.endsWith("_call_output"))
        return addResult(reading, item, at);
    if (type === "item_reference") {
        reading.remote.push({ kind: "item_reference", id: wordOf(item["id"]) ?? "" });
    }
    else
        reading.opaque.push(at);
    return null;
}
function addRemoteState(reading, body) {
    const previous = wordOf(body["previous_response_id"]);
    if (previous !== null)
        reading.remote.push({ kind: "previous_response_id", id: previous });
    for (const kind of ["conversation", "prompt"]) {
        const value = body[kind];
        const id = wordOf(isRecord(value) ? value["id"] : value);
        if (id !== null)
            reading.remote.push({ kind, id });
    }
}
/** The conversation of a Responses body. A tool result whose call lies in remote history is not an error. */
function readResponsesInput(body) {
    const reading = { system: [], messages: [], remote: [], opaque: [], turn: null };
    addRemoteState(reading, body);
    const instructions = wordOf(body["instructions"]);
    if (instructions !== null)
        reading.system.push(instructions);
    const input = body["input"];
    if (typeof input === "string") {
        const user = {
            role: "user",
            text: input,
            calls: [],
            tool_call_id: null,
            other_parts: [],
        };
        reading.messages.push(user);
    }
    else if (Array.isArray(input)) {
        for (const [place, entry] of listOf(input).entries()) {
            const at = `/input/${place}`;
            if (!isRecord(entry))
                return reject("bad_message", at, "expected an object");
            const bad = addItem(reading, entry, at);
            if (bad !== null)
                return bad;
        }
        closeTurn(reading);
    }
    else if (reading.remote.length === 0) {
        return reject("no_messages", "/input", "expected text or a list of items");
    }
    const { system, messages, remote, opaque } = reading;
    return { kind: "conversation", system, messages, remote, opaque_items: opaque };
}

;// CONCATENATED MODULE: ./build/core/wire/sampling.js
/** Sampling settings under one name on every wire; a setting that was not sent is absent, null counts as not sent. */


const NUMBERS = [
    "temperature",
    "top_p",
    "seed",
    "frequency_penalty",
    "presence_penalty",
    "top_logprobs",
];
const LIMITS = ["max_output_tokens", "max_completion_tokens", "max_tokens"];
const WORDS = ["service_tier", "truncation"];
function isAbsent(value) {
    return value === null || value === undefined;
}
function readNumbers(body, sampling) {
    for (const name of NUMBERS) {
        const value = body[name];
        if (isAbsent(value))
            continue;
        if (typeof value !== "number")
            return reject("bad_field", `/${name}`, "expected a number");
        sampling[name] = value;
    }
    for (const name of LIMITS) {
        const value = body[name];
        if (isAbsent(value))
            continue;
        if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
            return reject("bad_field", `/${name}`, "expected a whole number of tokens");
        }
        sampling.max_output_tokens ??= value;
    }
    return null;
}
function readStop(value) {
    const list = Array.isArray(value) ? value : [value];
    const words = list.filter((word) => typeof word === "string");
    if (words.length === list.length)
        return words;
    return reject("bad_field", "/stop", "expected a string or a list of strings");
}
function canonicalChoice(value) {
    if (!isRecord(value) || value["type"] !== "function")
        return toJson(value);
    const nested = isRecord(value["function"]) ? value["function"] : value;
    const name = wordOf(nested["name"]);
    return name === null ? toJson(value) : { name };
}
function canonicalFormat(value) {
    if (!isRecord(value))
        return toJson(value);
    const nested = isRecord(value["json_schema"]) ? value["json_schema"] : {};
    const { json_schema: _, ...rest } = value;
    return toJson({ ...rest, ...nested });
}
function readNested(wire, body, sampling) {
    const text = isRecord(body["text"]) ? body["text"] : {};
    const reasoning = isRecord(body["reasoning"]) ? body["reasoning"] : {};
    const chat = wire === "chat_completions";
    const format = chat ? body["response_format"] : text["format"];
    const effort = wordOf(chat ? body["reasoning_effort"] : reasoning["effort"]);
    const verbosity = wordOf(chat ? body["verbosity"] : text["verbosity"]);
    if (!isAbsent(format))
        sampling.response_format = canonicalFormat(format);
    if (effort !== null)
        sampling.reasoning_effort = effort;
    if (verbosity !== null)
        sampling.verbosity = verbosity;
}
/** Reads every known setting; one with a type no provider accepts is a rejection, not a guess. */
function readSampling(wire, body) {
    const sampling = {};
    const bad = readNumbers(body, sampling);
    if (bad !== null)
        return bad;
    if (!isAbsent(body["stop"])) {
        const stop = readStop(body["stop"]);
        if ("kind" in stop)
            return stop;
        sampling.stop = stop;
    }
    const parallel = body["parallel_tool_calls"];
    if (!isAbsent(parallel)) {
        if (typeof parallel !== "boolean") {
            return reject("bad_field", "/parallel_tool_calls", "expected true or false");
        }
        sampling.parallel_tool_calls = parallel;
    }
    if (!isAbsent(body["tool_choice"]))
        sampling.tool_choice = canonicalChoice(body["tool_choice"]);
    if (!isAbsent(body["logit_bias"]))
        sampling.logit_bias = toJson(body["logit_bias"]);
    for (const name of WORDS) {
        const word = wordOf(body[name]);
        if (word !== null)
            sampling[name] = word;
    }
    readNested(wire, body, sampling);
    return { kind: "sampling", sampling };
}

;// CONCATENATED MODULE: ./build/core/wire/tools.js
/** Tools of a request under one shape, from either wire's way of declaring them. */


function readTool(entry, at) {
    const type = wordOf(entry["type"]) ?? "function";
    const nested = entry[type];
    const body = isRecord(nested) ? nested : entry;
    const name = wordOf(body["name"]);
    if (type !== "function" && type !== "custom") {
        return { kind: "hosted", name: name ?? type, description: "", parameters: null };
    }
    if (name === null)
        return reject("bad_tool", at, "this tool has no name; give every tool one");
    const strict = body["strict"];
    return {
        kind: type,
        name,
        description: wordOf(body["description"]) ?? "",
        parameters: toJson(body["parameters"] ?? null),
        ...(typeof strict === "boolean" ? { strict } : {}),
    };
}
/** Reads `tools` (both wires) and the legacy `functions` of Chat Completions. */
function readTools(body) {
    const tools = [];
    for (const key of ["tools", "functions"]) {
        const list = body[key];
        if (list === null || list === undefined)
            continue;
        if (!Array.isArray(list))
            return reject("bad_field", pointerToken(key), "expected a list of tools");
        for (const [place, entry] of listOf(list).entries()) {
            const at = `${pointerToken(key)}/${place}`;
            const tool = isRecord(entry)
                ? readTool(entry, at)
                : reject("bad_tool", at, "expected an object");
            if (tool.kind === "rejection")
                return tool;
            tools.push(tool);
        }
    }
    return { kind: "toolbox", tools };
}

;// CONCATENATED MODULE: ./build/core/wire/request.js
/** Decodes a request of any wire into one canonical request, or says which field cannot be read. */







function readAlternatives(body) {
    const n = body["n"] ?? 1;
    if (typeof n === "number" && Number.isSafeInteger(n) && n >= 1)
        return n;
    return reject("bad_field", "/n", "expected a whole number of at least 1");
}
function decodeEmbeddings(model, body) {
    const read = readEmbeddings(body);
    if (read.kind === "rejection")
        return read;
    return {
        kind: "request",
        wire: "embeddings",
        model,
        system: "",
        messages: [],
        tools: [],
        sampling: read.sampling,
        stream: false,
        include_usage: true,
        n: 1,
        history: "complete",
        remote: [],
        opaque_items: [],
        inputs: read.inputs,
    };
}
/**
 * Decodes a parsed request body. `deployment`: the name an Azure path carries; it decides which model answers, whatever
 * the body says, and the body may then name none. Unknown fields are ignored (the original bytes are kept by the caller); a known field
 * of a type no provider accepts is a rejection with its JSON pointer.
 */
function decodeRequest(wire, body, deployment = null) {
    if (!isRecord(body))
        return reject("not_an_object", "", "expected a JSON object");
    const model = deployment ?? wordOf(body["model"]);
    if (model === null)
        return reject("no_model", "/model", "expected the name of a model");
    if (wire === "embeddings")
        return decodeEmbeddings(model, body);
    const chat = wire === "chat_completions";
    const conversation = chat ? readChatMessages(body) : readResponsesInput(body);
    if (conversation.kind === "rejection")
        return conversation;
    const toolbox = readTools(body);
    if (toolbox.kind === "rejection")
        return toolbox;
    const settings = readSampling(wire, body);
    if (settings.kind === "rejection")
        return settings;
    const n = chat ? readAlternatives(body) : 1;
    if (typeof n !== "number")
        return n;
    const stream = body["stream"] === true;
    const options = isRecord(body["stream_options"]) ? body["stream_options"] : {};
    return {
        kind: "request",
        wire,
        model,
        system: conversation.system.filter((part) => part !== "").join("\n\n"),
        messages: conversation.messages,
        tools: toolbox.tools,
        sampling: settings.sampling,
        stream,
        include_usage: !chat || !stream || options["include_usage"] === true,
        n,
        history: conversation.remote.length > 0 ? "remote" : "complete",
        remote: conversation.remote,
        opaque_items: conversation.opaque_items,
    };
}

;// CONCATENATED MODULE: ./build/core/runs/decode-requests.js

/** In the order of the calls. A request that can't be decoded any more is left out: it was refused when it came. */
function decodeRequests(result, bodies) {
    return result.model_calls.flatMap((call) => {
        const bytes = bodies.get(call.request_sha256);
        if (bytes === undefined)
            return [];
        const decoded = decodeRequest(call.wire, decode_requests_parse(bytes));
        return decoded.kind === "request" ? [decoded] : [];
    });
}
function decode_requests_parse(bytes) {
    try {
        return JSON.parse(new TextDecoder().decode(bytes));
    }
    catch {
        return null;
    }
}

;// CONCATENATED MODULE: ./build/core/lifecycle/refusal.js
/** "tool.settled of tool-1 refused: expected …, found …." */
function refusal_refuse(code, subject, expected, found) {
    const of = subject.of === undefined ? "" : ` of ${subject.of}`;
    return {
        ok: false,
        code,
        message: `${subject.type}${of} refused: expected ${expected}, found ${found}.`,
    };
}
function refusal_accept(snapshot) {
    return { ok: true, snapshot };
}

;// CONCATENATED MODULE: ./build/core/lifecycle/snapshot.js
/** An entry of a record by a name that came from outside: `constructor` and `__proto__` are names like any other. */
function lookup(record, key) {
    return Object.hasOwn(record, key) ? record[key] : undefined;
}

;// CONCATENATED MODULE: ./build/core/lifecycle/operations.js


function checkNewOperation(job, subject, id) {
    const known = lookup(job.operations, id);
    if (known === undefined)
        return null;
    return refusal_refuse("operation_exists", subject, "a new operation id", operations_describe(known));
}
/** The same snapshot with one operation moved on, when it is of this kind and in one of these states. */
function moveOperation(job, body, kind, from, to) {
    const subject = { type: body.type, of: body.operation_id };
    const known = lookup(job.operations, body.operation_id);
    if (known === undefined)
        return refusal_refuse("unknown_operation", subject, `a ${kind} operation ${from.join(" or ")}`, "none of this id");
    if (known.kind !== kind || !from.includes(known.state))
        return refusal_refuse("wrong_operation_state", subject, `a ${kind} operation ${from.join(" or ")}`, operations_describe(known));
    return refusal_accept(withOperation(job, body.operation_id, { ...known, state: to }));
}
function withOperation(job, id, operation) {
    return { ...job, operations: { ...job.operations, [id]: operation } };
}
/** Calls that were running when their attempt ended: executed or not, nobody knows. Operation ids, sorted. */
function ambiguousOperations(job) {
    const over = job.phase === "ended" || job.phase === "scored" || job.phase === "finished";
    return Object.entries(job.operations)
        .filter(([, known]) => known.state === "executing" && (over || known.attempt < job.attempt))
        .map(([id]) => id)
        .toSorted();
}
function operations_describe(operation) {
    return `a ${operation.kind} operation that is ${operation.state}`;
}

;// CONCATENATED MODULE: ./build/core/lifecycle/approvals.js


function requestApproval(job, body) {
    const subject = { type: body.type, of: body.operation_id };
    const operation = lookup(job.operations, body.operation_id);
    if (operation === undefined)
        return refusal_refuse("unknown_operation", subject, "a requested operation", "none of this id");
    if (operation.kind !== "tool" || operation.state !== "requested")
        return refusal_refuse("wrong_operation_state", subject, "a requested tool call", approvals_describe(operation));
    if (lookup(job.approvals, body.approval_id) !== undefined)
        return refusal_refuse("approval_exists", subject, "a new approval id", `${body.approval_id}, used before`);
    const mismatch = differ("action", operation.name, body.action) ??
        differ("arguments_sha256", operation.arguments_sha256, body.arguments_sha256) ??
        differ("attempt", job.attempt, body.attempt) ??
        differ("attempt", operation.attempt, body.attempt);
    if (mismatch)
        return refusal_refuse("approval_mismatch", subject, mismatch.expected, mismatch.found);
    if (body.revision > job.revision)
        return refusal_refuse("approval_mismatch", subject, `revision ${job.revision} or earlier`, `${body.revision}`);
    const rejected = rejectionOf(job, body.action, body.arguments_sha256);
    if (rejected !== undefined)
        return refusal_refuse("rejected_before", subject, "an action nobody rejected", `the rejection ${rejected}`);
    const standing = approvalsOf(job, body.operation_id).find((known) => known.decision !== "expired");
    if (standing !== undefined)
        return refusal_refuse("approval_pending", subject, "no other request standing", say(standing));
    const { operation_id, arguments_sha256, attempt, action, revision } = body;
    const approval = { operation_id, arguments_sha256, attempt, action, revision, decision: null };
    return refusal_accept({ ...job, approvals: { ...job.approvals, [body.approval_id]: approval } });
}
function decideApproval(job, body) {
    const subject = { type: body.type, of: body.operation_id };
    const asked = lookup(job.approvals, body.approval_id);
    if (asked === undefined)
        return refusal_refuse("unknown_approval", subject, "an approval that was requested", body.approval_id);
    const mismatch = differ("operation_id", asked.operation_id, body.operation_id) ??
        differ("attempt", asked.attempt, body.attempt) ??
        differ("action", asked.action, body.action) ??
        differ("arguments_sha256", asked.arguments_sha256, body.arguments_sha256) ??
        differ("revision", asked.revision, body.revision);
    if (mismatch)
        return refusal_refuse("approval_mismatch", subject, mismatch.expected, mismatch.found);
    if (asked.decision === body.decision)
        return refusal_refuse("already_decided", subject, "an undecided request", asked.decision);
    if (asked.decision !== null)
        return refusal_refuse("decision_conflict", subject, `the first decision, ${asked.decision}`, body.decision);
    const decided = { ...asked, decision: body.decision };
    return refusal_accept({ ...job, approvals: { ...job.approvals, [body.approval_id]: decided } });
}
/** Why a tool call may not run yet, or null when no approval stands in its way. */
function withheldApproval(job, subject, operation_id, operation) {
    const rejected = rejectionOf(job, operation.name, operation.arguments_sha256);
    if (rejected !== undefined)
        return refusal_refuse("rejected_before", subject, "an action nobody rejected", `the rejection ${rejected}`);
    const asked = approvalsOf(job, operation_id);
    if (asked.length === 0 && !operation.approval_needed)
        return null;
    if (asked.some((known) => known.decision === "approved"))
        return null;
    const expected = `an approval in attempt ${job.attempt}`;
    return refusal_refuse("approval_not_granted", subject, expected, asked.map(say).join("; ") || "no request");
}
function approvalsOf(job, operation_id) {
    return Object.values(job.approvals).filter((known) => known.operation_id === operation_id);
}
function say(approval) {
    return `a request ${approval.decision ?? "without a decision"} in attempt ${approval.attempt}`;
}
/** A rejection is kept by action and arguments, so that neither a new approval id nor a new operation id launders it. */
function rejectionOf(job, action, argumentsDigest) {
    for (const [id, known] of Object.entries(job.approvals))
        if (known.decision === "rejected" &&
            known.action === action &&
            known.arguments_sha256 === argumentsDigest)
            return id;
    return undefined;
}
function differ(field, expected, found) {
    return expected === found ? null : { expected: `${field} ${expected}`, found: `${found}` };
}
function approvals_describe(operation) {
    return `a ${operation.kind} operation that is ${operation.state}`;
}

;// CONCATENATED MODULE: ./build/core/lifecycle/attempts.js


function createJob(body) {
    const { cost_pico, model_calls, tool_calls } = body.limits;
    return {
        kind: "job",
        revision: 1,
        phase: "created",
        attempt: 0,
        lease_epoch: 0,
        model_ordinal: 0,
        limits: { cost_pico, model_calls, tool_calls },
        reservations: {},
        closed: {},
        settled: { cost_pico: "0", model_calls: 0, tool_calls: 0 },
        operations: {},
        approvals: {},
        keys: {},
        output_sha256: null,
        status: null,
        reason: null,
    };
}
function startAttempt(job, body) {
    const subject = { type: body.type, of: `attempt ${body.attempt}` };
    if (body.attempt !== job.attempt + 1)
        return refusal_refuse("wrong_attempt", subject, `attempt ${job.attempt + 1}`, `${body.attempt}`);
    if (body.lease_epoch <= job.lease_epoch)
        return refusal_refuse("stale_lease", subject, `a lease epoch above ${job.lease_epoch}`, `${body.lease_epoch}`);
    return refusal_accept({
        ...job,
        phase: "attempting",
        attempt: body.attempt,
        lease_epoch: body.lease_epoch,
        output_sha256: null,
        status: null,
        reason: null,
    });
}
function receiveOutput(job, body) {
    if (job.output_sha256 !== null)
        return refusal_refuse("output_repeated", { type: body.type }, "one output an attempt", "a second");
    return refusal_accept({ ...job, output_sha256: body.artifact.sha256 });
}
function saveCheckpoint(job, body) {
    const subject = { type: body.type, of: body.stage };
    const id = body.pending_operation_id;
    if (id === null)
        return refusal_accept(job);
    const pending = lookup(job.operations, id);
    if (pending?.kind !== "tool")
        return refusal_refuse("unknown_operation", subject, `${id} to be a tool call of this run`, "none of this id");
    if (body.tool_name !== pending.name || body.arguments_sha256 !== pending.arguments_sha256) {
        const expected = `${id} as requested, ${pending.name} with ${pending.arguments_sha256}`;
        return refusal_refuse("checkpoint_mismatch", subject, expected, `${body.tool_name} with ${body.arguments_sha256}`);
    }
    return refusal_accept(job);
}
/** A run that could not be set up ends without an attempt having started; it is then `unavailable`, attempt 1. */
function endAttempt(job, body) {
    const subject = { type: body.type, of: `attempt ${body.attempt}` };
    const started = job.phase !== "created";
    const expected = started ? job.attempt : 1;
    if (body.attempt !== expected)
        return refusal_refuse("wrong_attempt", subject, `attempt ${expected}`, `${body.attempt}`);
    if (!started && body.status !== "unavailable")
        return refusal_refuse("wrong_phase", subject, "status unavailable before an attempt started", body.status);
    if (body.status === "completed" && job.phase !== "running")
        return refusal_refuse("wrong_phase", subject, "a running attempt to complete", job.phase);
    if ((body.status === "completed") !== (body.reason === "ok"))
        return refusal_refuse("status_reason_mismatch", subject, "reason ok with completed and only there", `${body.status} with ${body.reason}`);
    return refusal_accept({
        ...job,
        phase: "ended",
        attempt: body.attempt,
        status: body.status,
        reason: body.reason,
    });
}

;// CONCATENATED MODULE: ./build/core/lifecycle/budget.js


function reserve(job, body) {
    const subject = { type: body.type, of: body.operation_id };
    const id = body.reservation_id;
    if (lookup(job.reservations, id) ?? lookup(job.closed, id))
        return refusal_refuse("reservation_exists", subject, "a new reservation id", `${id}, used before`);
    const earlier = reservationOf(job, body.operation_id);
    if (earlier !== undefined)
        return refusal_refuse("operation_reserved", subject, "an operation without one", earlier);
    const wanted = add(committed(job), body);
    const cap = job.limits.cost_pico;
    if (typeof cap === "string" && wanted.cost > BigInt(cap))
        return refusal_refuse("limit_exceeded", subject, `at most ${cap} pico in all`, `${wanted.cost}`);
    for (const unit of ["model_calls", "tool_calls"])
        if (wanted[unit] > job.limits[unit]) {
            const limit = `at most ${job.limits[unit]} ${unit} in all`;
            return refusal_refuse("limit_exceeded", subject, limit, `${wanted[unit]}`);
        }
    return refusal_accept({ ...job, reservations: { ...job.reservations, [id]: amountsOf(body) } });
}
function budget_settle(job, body) {
    const subject = { type: body.type, of: body.operation_id };
    const id = body.reservation_id;
    const closed = lookup(job.closed, id);
    if (closed !== undefined)
        return same(closed, body)
            ? refusal_refuse("already_settled", subject, "one settlement a reservation", `a second for ${id}`)
            : refusal_refuse("settlement_conflict", subject, budget_say(closed), `another settlement, ${budget_say(body)}`);
    const reserved = lookup(job.reservations, id);
    if (reserved === undefined)
        return refusal_refuse("unknown_reservation", subject, "an outstanding reservation", `${id}, not reserved`);
    if (reserved.operation_id !== body.operation_id)
        return refusal_refuse("unknown_reservation", subject, `operation ${reserved.operation_id} for ${id}`, body.operation_id);
    if (exceeds(body, reserved))
        return refusal_refuse("overdraft", subject, `at most ${budget_say(reserved)}`, budget_say(body));
    if (body.worst_case && !same(reserved, body))
        return refusal_refuse("not_worst_case", subject, `all that was reserved, ${budget_say(reserved)}`, budget_say(body));
    const total = add(budget_sum([job.settled]), body);
    const { [id]: _settled, ...outstanding } = job.reservations;
    return refusal_accept({
        ...job,
        reservations: outstanding,
        closed: { ...job.closed, [id]: amountsOf(body) },
        settled: {
            cost_pico: String(total.cost),
            model_calls: total.model_calls,
            tool_calls: total.tool_calls,
        },
    });
}
/** The reservation an operation has, outstanding or settled; undefined when it has none. */
function reservationOf(job, operation_id) {
    for (const record of [job.reservations, job.closed])
        for (const [id, reservation] of Object.entries(record))
            if (reservation.operation_id === operation_id)
                return id;
    return undefined;
}
/** Whether money and calls are held for an operation that is about to run. */
function isReserved(job, operation_id) {
    return Object.values(job.reservations).some((held) => held.operation_id === operation_id);
}
function committed(job) {
    return budget_sum([job.settled, ...Object.values(job.reservations)]);
}
function budget_sum(amounts) {
    return amounts.reduce(add, { cost: 0n, model_calls: 0, tool_calls: 0 });
}
function add(total, more) {
    return {
        cost: total.cost + BigInt(more.cost_pico),
        model_calls: total.model_calls + more.model_calls,
        tool_calls: total.tool_calls + more.tool_calls,
    };
}
function amountsOf(body) {
    const { operation_id, cost_pico, model_calls, tool_calls } = body;
    return { operation_id, cost_pico, model_calls, tool_calls };
}
function same(left, right) {
    return budget_say(left) === budget_say(right) && left.operation_id === right.operation_id;
}
function exceeds(asked, held) {
    return (BigInt(asked.cost_pico) > BigInt(held.cost_pico) ||
        asked.model_calls > held.model_calls ||
        asked.tool_calls > held.tool_calls);
}
function budget_say(amount) {
    return `${amount.cost_pico} pico, ${amount.model_calls} model calls, ${amount.tool_calls} tool calls`;
}

;// CONCATENATED MODULE: ./build/core/lifecycle/model-calls.js
/** Model calls: reserved before they are asked, numbered in order, settled once. */



function requestModel(job, body) {
    const subject = { type: body.type, of: body.operation_id };
    const refusal = checkNewOperation(job, subject, body.operation_id) ?? checkOrdinal(job, subject, body.ordinal);
    if (refusal)
        return refusal;
    if (!isReserved(job, body.operation_id))
        return refusal_refuse("not_reserved", subject, "a reservation for this call", "none outstanding");
    return refusal_accept({
        ...withOperation(job, body.operation_id, {
            kind: "model",
            state: "requested",
            name: body.model,
            arguments_sha256: body.request.sha256,
            attempt: job.attempt,
            idempotency_key: null,
            side_effect_class: null,
            approval_needed: false,
        }),
        model_ordinal: body.ordinal,
    });
}
function settleModel(job, body) {
    return moveOperation(job, body, "model", ["requested"], "settled");
}
/** A model call refused before it became an operation: it still takes its place in the order. */
function refuseModel(job, body) {
    const subject = { type: body.type, of: `model call ${body.ordinal}` };
    const refusal = checkOrdinal(job, subject, body.ordinal);
    return refusal ?? refusal_accept({ ...job, model_ordinal: body.ordinal });
}
function checkOrdinal(job, subject, ordinal) {
    if (ordinal > job.model_ordinal)
        return null;
    const expected = `an ordinal above ${job.model_ordinal}`;
    return refusal_refuse("ordinal_not_increasing", subject, expected, `${ordinal}`);
}

;// CONCATENATED MODULE: ./build/core/lifecycle/tool-calls.js






function requestTool(job, body) {
    const subject = { type: body.type, of: body.operation_id };
    const refusal = checkNewOperation(job, subject, body.operation_id);
    if (refusal)
        return refusal;
    const asked = requestDigest(body.name, body.arguments_sha256);
    const known = lookup(job.keys, body.idempotency_key);
    if (known !== undefined && known !== asked) {
        const expected = `the tool and arguments first sent with key ${body.idempotency_key} (${known})`;
        return refusal_refuse("idempotency_mismatch", subject, expected, `others (${asked})`);
    }
    const { name, arguments_sha256, idempotency_key, side_effect_class } = body;
    return refusal_accept({
        ...withOperation(job, body.operation_id, {
            kind: "tool",
            state: "requested",
            name,
            arguments_sha256,
            attempt: job.attempt,
            idempotency_key,
            side_effect_class,
            approval_needed: body.approval_needed,
        }),
        keys: { ...job.keys, [idempotency_key]: asked },
    });
}
/** A refused call may be one that was requested, or one that never got that far. */
function refuseTool(job, body) {
    if (lookup(job.operations, body.operation_id) !== undefined)
        return moveOperation(job, body, "tool", ["requested"], "refused");
    return refusal_accept(withOperation(job, body.operation_id, {
        kind: "tool",
        state: "refused",
        name: body.name,
        arguments_sha256: body.arguments_sha256,
        attempt: job.attempt,
        idempotency_key: null,
        side_effect_class: null,
        approval_needed: false,
    }));
}
function executeTool(job, body) {
    const subject = { type: body.type, of: body.operation_id };
    const step = moveOperation(job, body, "tool", ["requested"], "executing");
    const operation = lookup(job.operations, body.operation_id);
    if (!step.ok || operation === undefined)
        return step;
    if (operation.attempt !== job.attempt)
        return refusal_refuse("wrong_attempt", subject, `a request of attempt ${job.attempt}`, `one of attempt ${operation.attempt}`);
    if (!isReserved(job, body.operation_id))
        return refusal_refuse("not_reserved", subject, "a reservation for this call", "none outstanding");
    return (withheldApproval(job, subject, body.operation_id, operation) ??
        checkKey(job, subject, operation) ??
        step);
}
/** A replayed receipt settles without running; it needs a settled call of the same key to replay. */
function settleTool(job, body) {
    if (!body.replayed)
        return moveOperation(job, body, "tool", ["executing"], "settled");
    const subject = { type: body.type, of: body.operation_id };
    const step = moveOperation(job, body, "tool", ["requested"], "settled");
    const operation = lookup(job.operations, body.operation_id);
    if (!step.ok || operation === undefined)
        return step;
    if (sameKey(job, operation).every((other) => other.state !== "settled"))
        return refusal_refuse("not_a_replay", subject, "an earlier settled call with this key", "none");
    if (body.effects !== 0)
        return refusal_refuse("not_a_replay", subject, "no effect from a replay", `${body.effects} effects`);
    return step;
}
/** An earlier attempt's call of unknown outcome may run again only where running twice does no harm. */
function checkKey(job, subject, operation) {
    for (const other of sameKey(job, operation)) {
        if (other.state === "settled")
            return refusal_refuse("already_executed", subject, "a replay of the stored receipt", "a second execution");
        if (other.state !== "executing")
            continue;
        if (other.attempt === job.attempt || other.side_effect_class === "unsafe_write")
            return refusal_refuse("in_progress", subject, "no call of this key under way", "one without a receipt");
    }
    return null;
}
function sameKey(job, operation) {
    return Object.values(job.operations).filter((other) => other !== operation && other.idempotency_key === operation.idempotency_key);
}
function requestDigest(name, arguments_sha256) {
    return digestDocument("tool-request", { name, arguments_sha256 });
}

;// CONCATENATED MODULE: ./build/core/lifecycle/job.js






const job_open = ["attempting", "ready", "running"];
const running = ["running"];
/** What was begun in a run may be closed after it: a late receipt, a settlement at worst case. */
const closing = ["running", "ended"];
const beforeScore = ["created", ...job_open, "ended"];
const legalPhases = {
    "attempt.started": ["created", "ended"],
    "adapter.ready": ["attempting"],
    "run.started": ["attempting", "ready"],
    "budget.reserved": running,
    "budget.settled": closing,
    "model.requested": running,
    "model.settled": closing,
    "model.refused": [...job_open, "ended"],
    "tool.requested": running,
    "tool.refused": closing,
    "tool.executing": running,
    "tool.settled": closing,
    "tool.observed": closing,
    "approval.requested": running,
    "approval.decided": closing,
    "checkpoint.saved": running,
    "fault.fired": beforeScore,
    "finding.noted": beforeScore,
    "cancel.requested": beforeScore,
    "protocol.violated": beforeScore,
    "output.received": running,
    "attempt.ended": ["created", ...job_open],
    "run.scored": ["ended"],
    "run.finished": ["ended", "scored"],
};
/**
 * The snapshot after one more event, or why the event is not legal here. `null` is the stream before its first event.
 * Never throws on a schema-valid event and never changes the snapshot it was given.
 */
function reduceJob(job, event) {
    const { body, sequence } = event;
    const expected = (job?.revision ?? 0) + 1;
    if (sequence !== expected)
        return refusal_refuse("sequence_gap", { type: body.type }, `sequence ${expected}`, `${sequence}`);
    if (job === null)
        return body.type === "job.created"
            ? refusal_accept(createJob(body))
            : refusal_refuse("wrong_phase", { type: body.type }, "job.created first", "an empty stream");
    if (job.phase === "finished")
        return refusal_refuse("finished", { type: body.type }, "no event after run.finished", "one");
    const phases = legalPhases[body.type];
    if (phases === undefined) {
        const code = body.type === "job.created" ? "wrong_phase" : "wrong_stream";
        return refusal_refuse(code, { type: body.type }, "a later event of a job", body.type);
    }
    if (!phases.includes(job.phase))
        return refusal_refuse("wrong_phase", { type: body.type }, `phase ${phases.join(" or ")}`, job.phase);
    const step = apply(job, body);
    return step.ok ? refusal_accept({ ...step.snapshot, revision: sequence }) : step;
}
function apply(job, body) {
    switch (body.type) {
        case "attempt.started":
            return startAttempt(job, body);
        case "adapter.ready":
            return refusal_accept({ ...job, phase: "ready" });
        case "run.started":
            return refusal_accept({ ...job, phase: "running" });
        case "budget.reserved":
            return reserve(job, body);
        case "budget.settled":
            return budget_settle(job, body);
        case "model.requested":
            return requestModel(job, body);
        case "model.settled":
            return settleModel(job, body);
        case "model.refused":
            return refuseModel(job, body);
        case "tool.requested":
            return requestTool(job, body);
        case "tool.refused":
            return refuseTool(job, body);
        case "tool.executing":
            return executeTool(job, body);
        case "tool.settled":
            return settleTool(job, body);
        case "approval.requested":
            return requestApproval(job, body);
        case "approval.decided":
            return decideApproval(job, body);
        case "checkpoint.saved":
            return saveCheckpoint(job, body);
        case "output.received":
            return receiveOutput(job, body);
        case "attempt.ended":
            return endAttempt(job, body);
        case "run.scored":
            return refusal_accept({ ...job, phase: "scored" });
        case "run.finished":
            return refusal_accept({ ...job, phase: "finished" });
        case "tool.observed":
        case "finding.noted":
        case "fault.fired":
        case "cancel.requested":
        case "protocol.violated":
            return refusal_accept(job);
        case "job.created":
        case "matrix.registered":
        case "block.admitted":
        case "block.settled":
        case "block.refused":
        case "look.registered":
        case "run.recorded":
        case "matrix.completed":
            return refusal_refuse("wrong_stream", { type: body.type }, "an event of a running job", body.type);
    }
}

;// CONCATENATED MODULE: ./build/core/lifecycle/matrix.js


/** As `reduceJob`, for the stream that `matrix.registered` opens. */
function reduceMatrix(matrix, event) {
    const { body, sequence } = event;
    const expected = (matrix?.revision ?? 0) + 1;
    if (sequence !== expected)
        return refusal_refuse("sequence_gap", { type: body.type }, `sequence ${expected}`, `${sequence}`);
    if (matrix === null)
        return body.type === "matrix.registered"
            ? refusal_accept(register(body))
            : refusal_refuse("wrong_phase", { type: body.type }, "matrix.registered first", "an empty stream");
    if (matrix.phase === "completed")
        return refusal_refuse("finished", { type: body.type }, "no event after matrix.completed", "one");
    const step = matrix_apply(matrix, body);
    return step.ok ? refusal_accept({ ...step.snapshot, revision: sequence }) : step;
}
function register(body) {
    return {
        kind: "matrix",
        revision: 1,
        phase: "registered",
        matrix_id: body.matrix_id,
        planned_blocks: body.planned_blocks,
        looks: 0,
        blocks: {},
        runs: {},
    };
}
function matrix_apply(matrix, body) {
    // A job event of any kind is refused the same way.
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check
    switch (body.type) {
        case "block.admitted":
            return openBlock(matrix, body, {
                state: "admitted",
                reserved_pico: body.reserved_pico,
                spent_pico: null,
            });
        case "look.registered":
            return registerLook(matrix, body);
        case "block.refused":
            return openBlock(matrix, body, { state: "refused", reserved_pico: null, spent_pico: null });
        case "block.settled":
            return settleBlock(matrix, body);
        case "run.recorded": {
            if (lookup(matrix.runs, body.run_id) !== undefined)
                return refusal_refuse("run_exists", { type: body.type, of: body.run_id }, "a run not recorded yet", "one that is");
            return refusal_accept({ ...matrix, runs: { ...matrix.runs, [body.run_id]: body.result_sha256 } });
        }
        case "matrix.completed":
            return complete(matrix, body);
        case "matrix.registered":
            return refusal_refuse("wrong_phase", { type: body.type }, "one registration", "a second");
        default:
            return refusal_refuse("wrong_stream", { type: body.type }, "a later event of a matrix", body.type);
    }
}
function openBlock(matrix, body, block) {
    const subject = { type: body.type, of: `block ${body.block}` };
    if (body.block > matrix.planned_blocks)
        return refusal_refuse("unknown_block", subject, `a block of 1 to ${matrix.planned_blocks}`, `${body.block}`);
    const known = lookup(matrix.blocks, String(body.block));
    if (known !== undefined)
        return refusal_refuse("block_exists", subject, "a block not opened yet", `one that is ${known.state}`);
    return refusal_accept({ ...matrix, blocks: { ...matrix.blocks, [String(body.block)]: block } });
}
/** A second look adds blocks after the planned ones; there is one, and it is stated before any of its blocks. */
function registerLook(matrix, body) {
    const subject = { type: body.type };
    const first = matrix.planned_blocks + 1;
    if (matrix.looks > 0)
        return refusal_refuse("look_exists", subject, "one second look", "another");
    if (body.first_block !== first)
        return refusal_refuse("unknown_block", subject, `first block ${first}`, `${body.first_block}`);
    const added = body.cases.reduce((sum, one) => sum + one.blocks, 0);
    return refusal_accept({ ...matrix, looks: 1, planned_blocks: matrix.planned_blocks + added });
}
/** What was spent is recorded as it was, also above the reservation: the run that overdrew fails its own budget gate. */
function settleBlock(matrix, body) {
    const subject = { type: body.type, of: `block ${body.block}` };
    const known = lookup(matrix.blocks, String(body.block));
    if (known?.state !== "admitted")
        return refusal_refuse("wrong_block_state", subject, "an admitted block", known?.state ?? "one never opened");
    const { reserved_pico } = known;
    const settled = { state: "settled", reserved_pico, spent_pico: body.spent_pico };
    return refusal_accept({ ...matrix, blocks: { ...matrix.blocks, [String(body.block)]: settled } });
}
/** Blocks nobody opened are not an error here: a shard runs its own blocks and states the rest as not run. */
function complete(matrix, body) {
    const subject = { type: body.type };
    const unsettled = Object.keys(matrix.blocks).filter((id) => matrix.blocks[id]?.state === "admitted");
    if (unsettled.length > 0)
        return refusal_refuse("blocks_open", subject, "every admitted block settled", `open: ${unsettled.join(", ")}`);
    const recorded = Object.keys(matrix.runs).length;
    if (body.runs !== recorded)
        return refusal_refuse("count_mismatch", subject, `the ${recorded} runs recorded`, `${body.runs}`);
    return refusal_accept({ ...matrix, phase: "completed" });
}

;// CONCATENATED MODULE: ./build/core/lifecycle/reduce.js
/** One entry for both kinds of stream: the first event says which it is, and it never changes. */


/** The snapshot after one more event, or a typed refusal. `null` is the stream before its first event. */
function reduceStream(snapshot, event) {
    if (snapshot === null)
        return event.body.type === "matrix.registered"
            ? reduceMatrix(null, event)
            : reduceJob(null, event);
    return snapshot.kind === "matrix" ? reduceMatrix(snapshot, event) : reduceJob(snapshot, event);
}

;// CONCATENATED MODULE: ./build/core/lifecycle/audit.js




/**
 * Audits one job's or one matrix's events in stored order. An altered, dropped, doubled or moved event is a fault;
 * a tail that was cut off is not visible from inside: compare the last hash with the head anchored outside.
 */
function auditStream(events) {
    const faults = [];
    const gaps = events.flatMap(findGap);
    const breaks = findBreaks(events);
    const replay = replayStream(events);
    if (events.length === 0)
        faults.push({ code: "empty_stream", sequence: 0, message: "The stream holds no event." });
    faults.push(...gaps, ...breaks, ...(replay.fault ? [replay.fault] : []));
    const job = replay.snapshot?.kind === "job" ? replay.snapshot : null;
    return {
        gap_free: events.length > 0 && gaps.length === 0,
        chain_valid: events.length > 0 && breaks.length === 0,
        outstanding_reservations: job === null ? 0 : Object.keys(job.reservations).length,
        ambiguous_operations: job === null ? [] : ambiguousOperations(job),
        first_fault: faults.toSorted((left, right) => left.sequence - right.sequence)[0] ?? null,
    };
}
/** The last snapshot the reducer accepts, and the event it would not go past. Faults are placed by position, from 1. */
function replayStream(events) {
    let snapshot = null;
    for (const [index, event] of events.entries()) {
        const step = reduceStream(snapshot, event);
        if (!step.ok)
            return { snapshot, fault: { code: step.code, sequence: index + 1, message: step.message } };
        snapshot = step.snapshot;
    }
    return { snapshot, fault: null };
}
function findGap(event, index) {
    const sequence = index + 1;
    if (event.sequence === sequence)
        return [];
    const message = `Event ${event.event_id} stands at place ${sequence} but says sequence ${event.sequence}.`;
    return [{ code: "sequence_gap", sequence, message }];
}
function findBreaks(events) {
    const faults = [];
    const job = events[0]?.job_id;
    let previous = genesis;
    for (const [index, event] of events.entries()) {
        const { event_id, job_id, sequence, at, body } = event;
        const fault = (code, message) => {
            faults.push({ code, sequence: index + 1, message: `Event ${event_id}: ${message}` });
        };
        if (job_id !== job)
            fault("wrong_job", `belongs to ${job_id}, not to ${job}.`);
        if (event.previous !== previous)
            fault("chain_broken", `follows ${event.previous}, but the event before it has ${previous}.`);
        const linked = tryCanonicalJson({ event_id, job_id, sequence, at, body });
        if (!linked.ok)
            fault("not_canonical", linked.message);
        else if (chainText(event.previous, linked.text) !== event.hash)
            fault("hash_mismatch", `its content does not give the stored hash ${event.hash}.`);
        previous = event.hash;
    }
    return faults;
}

;// CONCATENATED MODULE: ./build/core/runs/gates.js
const passed = (detail) => ({ state: "passed", detail });
const failed = (detail) => ({
    state: "failed",
    detail: detail.slice(0, 500).toWellFormed(),
});
const unseen = (detail) => ({ state: "not_observed", detail });
/** preflight_clean and isolation_floor are decided for the matrix, not for a run, and are absent here. */
function observeGates(evidence) {
    const created = evidence.bodies.find((body) => body.type === "job.created");
    const own = created?.type === "job.created" && created.track === "own";
    return { ...observeAll(evidence), ...(own ? hiddenInOwn : {}) };
}
/** What happens inside the user's own program, and what would make it visible. */
const inside = "the tools ran in your own program";
const kit = "call them through the kit, so that the host sees each call before it runs";
const hiddenInOwn = {
    approvals_bound: unseen(`${inside}; to observe approvals, ${kit}`),
    tools_authorised: unseen(`${inside}; to observe which tools ran, ${kit}`),
    calls_reconciled: unseen(`${inside}; to match calls with executions, ${kit}`),
    no_duplicate_effects: unseen(`${inside}; to count effects, ${kit}`),
    checkpoint_verifiable: unseen("your program hands over no checkpoint; the kit can"),
};
function observeAll(evidence) {
    return {
        approvals_bound: observeApprovals(evidence),
        tools_authorised: observeAuthorisation(evidence),
        calls_reconciled: observeReconciliation(evidence),
        events_gap_free: evidence.audit.gap_free
            ? passed("sequence and chain are whole")
            : failed("the event stream has a gap"),
        budget_settled: observeBudget(evidence),
        no_duplicate_effects: observeEffects(evidence),
        checkpoint_verifiable: observeFlag(evidence.audit.checkpoint_verified, "checkpoint"),
        terminal_artifact_verifiable: observeFlag(evidence.audit.terminal_artifact_verified, "final output"),
        protocol_clean: observeProtocol(evidence),
        model_contract: observeModel(evidence),
    };
}
function observeApprovals({ bodies, tool_calls }) {
    const needing = new Set(bodies.flatMap((body) => body.type === "tool.requested" && body.approval_needed ? [body.operation_id] : []));
    const executed = new Set(bodies.flatMap((body) => (body.type === "tool.executing" ? [body.operation_id] : [])));
    const bypassed = tool_calls.filter((call) => needing.has(call.operation_id) &&
        executed.has(call.operation_id) &&
        call.approval !== "approved");
    const first = bypassed[0];
    if (first !== undefined)
        return failed(`${first.name} ran without an approval of these arguments`);
    return passed(needing.size === 0
        ? "no call needed an approval"
        : `${needing.size} call(s) needed an approval; none ran without one`);
}
function observeAuthorisation({ bodies, tool_calls }) {
    const created = bodies.find((body) => body.type === "job.created");
    const allowed = new Set(created?.type === "job.created" ? created.authorised_tools : []);
    const outside = tool_calls.find((call) => call.outcome !== "refused" && !allowed.has(call.name));
    return outside === undefined
        ? passed("only authorised tools ran")
        : failed(`${outside.name} ran and is not in the case's tools`);
}
/**
 * Every whole tool call on the wire has one execution or one recorded refusal, and nothing ran that the model did not
 * ask for. A call the wire could not read whole owes nothing, and a call the host refused did not run.
 */
function observeReconciliation({ model_calls, tool_calls, status }) {
    if (status !== "completed")
        return unseen("the run did not complete");
    const asked = model_calls.flatMap((call) => call.calls);
    const { open, unasked } = matchCalls(asked, tool_calls);
    const unanswered = open.filter((one) => one.ok);
    const ran = unasked.filter((call) => call.outcome !== "refused");
    if (unanswered[0] !== undefined)
        return failed(`the model asked for ${unanswered[0].name} and nothing ran or was refused (${unanswered.length} call(s))`);
    if (ran[0] !== undefined)
        return failed(`${ran[0].name} ran although the model did not ask for it with these arguments (${ran.length} call(s))`);
    const only = unasked.length;
    const refused = only === 0 ? "" : `; ${only} more refused`;
    const whole = asked.filter((one) => one.ok).length;
    const broken = asked.length - whole;
    const unread = broken === 0 ? "" : `; ${broken} not whole on the wire`;
    return passed(`${whole} call(s) asked, ${whole} answered${unread}${refused}`);
}
/**
 * What was asked and what was done, paired from the surest sign to the weakest: id and digest; id alone, where nothing
 * ran or the wire could not read the arguments; digest alone, for adapters that hand no id on.
 */
function matchCalls(asked, done) {
    const open = [...asked];
    const sameId = (call, one) => one.name === call.name && one.id !== "" && one.id === call.tool_call_id;
    const sameDigest = (call, one) => one.name === call.name && one.arguments_sha256 === call.arguments_sha256;
    const signs = [
        (call, one) => sameId(call, one) && sameDigest(call, one),
        (call, one) => sameId(call, one) && (call.outcome === "refused" || !one.ok),
        (call, one) => sameDigest(call, one) && (call.outcome === "refused" || one.ok),
    ];
    // What ran first: a refused try of the same call must not take the place of the one that ran.
    let unasked = done.toSorted((left, right) => Number(left.outcome === "refused") - Number(right.outcome === "refused"));
    for (const matches of signs)
        unasked = unasked.filter((call) => {
            const at = open.findIndex((one) => matches(call, one));
            if (at >= 0)
                open.splice(at, 1);
            return at < 0;
        });
    return { open, unasked };
}
function observeBudget({ audit, reason, bodies }) {
    const overdrawn = findOverdraft(bodies);
    if (overdrawn !== null)
        return failed(overdrawn);
    if (reason === "settlement_failed")
        return failed("a settlement failed");
    if (audit.outstanding_reservations > 0)
        return failed(`${audit.outstanding_reservations} reservation(s) were never settled`);
    return passed("every reservation is settled within the limits");
}
/** A call that cost more than was reserved for it, whatever else ended the run. */
function findOverdraft(bodies) {
    const reserved = new Map(bodies.flatMap((body) => body.type === "budget.reserved" ? [[body.operation_id, BigInt(body.cost_pico)]] : []));
    for (const body of bodies) {
        if (body.type !== "model.settled" || typeof body.cost_pico !== "string")
            continue;
        const most = reserved.get(body.operation_id);
        if (most !== undefined && BigInt(body.cost_pico) > most)
            return `${body.operation_id} cost ${body.cost_pico} pico; ${most} were reserved`;
    }
    return null;
}
function observeEffects({ bodies }) {
    const unsafe = new Map();
    for (const body of bodies)
        if (body.type === "tool.requested" && body.side_effect_class === "unsafe_write")
            unsafe.set(body.operation_id, `${body.name} ${body.arguments_sha256}`);
    const effects = new Map();
    for (const body of bodies) {
        if (body.type !== "tool.settled" || body.replayed || body.effects === 0)
            continue;
        const key = unsafe.get(body.operation_id);
        if (key !== undefined)
            effects.set(key, (effects.get(key) ?? 0) + 1);
    }
    const twice = [...effects].find(([, times]) => times > 1);
    return twice === undefined
        ? passed("no unsafe effect happened twice")
        : failed(`${nameOf(twice[0])} took effect ${twice[1]} times with the same arguments`);
}
function observeFlag(flag, what) {
    if (typeof flag !== "boolean")
        return unseen(flag.missing);
    return flag
        ? passed(`the ${what} was read back and its digest is right`)
        : failed(`the ${what} can't be read back with its digest`);
}
function observeProtocol({ bodies }) {
    const violation = bodies.find((body) => body.type === "protocol.violated");
    return violation?.type === "protocol.violated"
        ? failed(`${violation.code}: ${violation.message}`)
        : passed("frames were well formed and in order");
}
function observeModel({ status, bodies, model_calls }) {
    if (status === "blocked_gateway_contract") {
        const ended = bodies.findLast((body) => body.type === "attempt.ended");
        const said = ended?.type === "attempt.ended" ? ended.message : "";
        return failed(said === "" ? "the wire broke the model contract" : said);
    }
    if (model_calls.length === 0)
        return unseen("the gateway saw no request");
    const silent = model_calls.every((call) => call.served_model === null);
    return silent
        ? unseen("no response named the model that served it")
        : passed("served models are accepted by the contract");
}
function nameOf(key) {
    return key.split(" ")[0] ?? key;
}

;// CONCATENATED MODULE: ./build/core/runs/model-calls.js
/** In order of request. A request that never settled keeps stated absences and end "unsettled". */
function foldModelCalls(bodies) {
    const settled = new Map();
    for (const body of bodies)
        if (body.type === "model.settled")
            settled.set(body.operation_id, body);
    const seen = new Map();
    const records = [];
    for (const body of bodies) {
        if (body.type !== "model.requested")
            continue;
        const answer = settled.get(body.operation_id);
        const repeated = seen.get(body.request_key_sha256) === false;
        seen.set(body.request_key_sha256, answer !== undefined && answer.error === null);
        records.push(recordCall(body, answer, repeated));
    }
    return records;
}
/** Only a repeat after a failure is a retry: an agent may rightly ask the same twice. */
function recordCall(request, answer, repeated) {
    const absent = { missing: "the call was never settled" };
    return {
        ordinal: request.ordinal,
        wire: request.wire,
        model: request.model,
        served_model: answer?.served_model ?? null,
        status: answer?.status ?? 0,
        end: answer?.end ?? "unsettled",
        error: answer === undefined ? "the call was never settled" : answer.error,
        usage: answer?.usage ?? null,
        cost_pico: answer?.cost_pico ?? absent,
        calls: answer?.calls ?? [],
        duration_ms: answer?.duration_ms ?? absent,
        hidden_retry: repeated,
        request_sha256: request.request.sha256,
        request_size: request.request.size,
        response_sha256: answer?.response.sha256 ?? absent,
        shape: request.shape,
        differences: request.differences,
    };
}

;// CONCATENATED MODULE: ./build/core/runs/tool-calls.js
/** In order of request. An operation that began and never settled is ambiguous: nobody knows whether it took effect. */
function foldToolCalls(bodies) {
    const requested = new Set();
    for (const body of bodies)
        if (body.type === "tool.requested")
            requested.add(body.operation_id);
    const records = [];
    for (const body of bodies) {
        if (body.type === "tool.requested")
            records.push(recordOperation(body, bodies));
        if (body.type === "tool.observed")
            records.push(recordObserved(body));
        if (body.type === "tool.refused" && !requested.has(body.operation_id))
            records.push(recordRefusal(body));
    }
    return records;
}
function recordOperation(request, bodies) {
    const mine = bodies.filter((body) => "operation_id" in body && body.operation_id === request.operation_id);
    const settled = mine.find((body) => body.type === "tool.settled");
    const refused = mine.find((body) => body.type === "tool.refused");
    return {
        operation_id: request.operation_id,
        tool_call_id: request.tool_call_id,
        name: request.name,
        arguments: request.arguments,
        arguments_sha256: request.arguments_sha256,
        outcome: settled !== undefined ? "settled" : refused !== undefined ? "refused" : "ambiguous",
        refusal: refused === undefined ? null : `${refused.code}: ${refused.message}`,
        output: settled?.output ?? null,
        is_error: settled?.is_error ?? false,
        effects: settled?.effects ?? 0,
        replayed: settled?.replayed ?? false,
        approval: approvalState(mine),
        provenance: "host",
    };
}
/** Effects, errors and approvals inside the user's own program can't be seen from the wire: none is claimed. */
function recordObserved(seen) {
    return {
        operation_id: seen.operation_id,
        tool_call_id: seen.tool_call_id,
        name: seen.name,
        arguments: seen.arguments,
        arguments_sha256: seen.arguments_sha256,
        outcome: seen.output === null ? "ambiguous" : "settled",
        refusal: null,
        output: seen.output,
        is_error: false,
        effects: 0,
        replayed: false,
        approval: "none",
        provenance: "wire",
    };
}
function recordRefusal(refusal) {
    return {
        operation_id: refusal.operation_id,
        tool_call_id: refusal.tool_call_id,
        name: refusal.name,
        arguments: null,
        arguments_sha256: refusal.arguments_sha256,
        outcome: "refused",
        refusal: `${refusal.code}: ${refusal.message}`,
        output: null,
        is_error: false,
        effects: 0,
        replayed: false,
        approval: "none",
        provenance: "host",
    };
}
function approvalState(mine) {
    for (const body of mine)
        if (body.type === "approval.decided")
            return body.decision;
    return mine.some((body) => body.type === "approval.requested") ? "pending" : "none";
}

;// CONCATENATED MODULE: ./build/core/runs/run-result.js





/** The last event of a type, or undefined. */
function last(bodies, type) {
    return bodies.findLast((body) => body.type === type);
}
const run_result_absent = (reason) => ({ missing: reason });
/**
 * Folds a finished job's events into its RunResult.
 * Throws when the stream does not begin with job.created or has no attempt.ended: such a stream has no result yet.
 */
function run_result_runResult(events) {
    const bodies = events.map((event) => event.body);
    const first = events[0];
    const created = first?.body;
    const ended = last(bodies, "attempt.ended");
    const final = events.at(-1);
    if (first === undefined ||
        final === undefined ||
        created?.type !== "job.created" ||
        ended === undefined)
        throw new Error(`job ${first?.job_id ?? "?"} has no result yet: its stream does not reach attempt.ended`);
    const attempt = last(bodies, "attempt.started");
    const output = last(bodies, "output.received");
    const finished = last(bodies, "run.finished");
    const started = events.findLast((event) => event.body.type === "run.started");
    const modelCalls = foldModelCalls(bodies);
    const toolCalls = foldToolCalls(bodies);
    const found = auditStream(events);
    const audit = {
        gap_free: found.gap_free && found.chain_valid,
        outstanding_reservations: found.outstanding_reservations,
        terminal_artifact_verified: finished?.terminal_artifact_verified ?? run_result_absent("the run was not finished"),
        checkpoint_verified: finished?.checkpoint_verified ?? run_result_absent("the run was not finished"),
    };
    const score = last(bodies, "run.scored");
    return {
        schema_version: 1,
        run_id: first.job_id,
        matrix_id: created.matrix_id,
        plan_sha256: created.plan_sha256,
        candidate: created.candidate,
        framework: attempt?.framework ?? {
            name: created.candidate,
            version: run_result_absent("the run never started"),
        },
        track: created.track,
        case_id: created.case_id,
        case_version: created.case_version,
        case_sha256: created.case_sha256,
        repetition: created.repetition,
        block: created.block,
        position: created.position,
        attempt: attempt?.attempt ?? 0,
        status: ended.status,
        reason: ended.reason,
        message: ended.message,
        final_output: finalOutput(output, ended.message),
        final_output_artifact: output?.artifact ?? null,
        tool_calls: toolCalls,
        model_calls: modelCalls,
        refused_model_calls: bodies.filter((body) => body.type === "model.refused").length,
        usage: {
            wire: totalUsage(modelCalls, toolCalls),
            sdk_reported: output?.sdk_usage ?? run_result_absent("no result frame"),
        },
        duration_ms: ended.duration_ms,
        started_at: started?.at ?? run_result_absent("the run never started"),
        trace_id: digest_digestBytes(`agent-lab/trace/v1\n${first.job_id}`).slice(7, 39),
        world: ended.world,
        findings: bodies.flatMap((body) => body.type === "finding.noted"
            ? [{ code: body.code, message: body.message, fix: body.fix }]
            : []),
        gates: observeGates({
            bodies,
            status: ended.status,
            reason: ended.reason,
            model_calls: modelCalls,
            tool_calls: toolCalls,
            audit,
        }),
        audit,
        metadata: {
            model_provider: created.model_provider,
            model: created.model,
            served_models: [
                ...new Set(modelCalls.flatMap((call) => (call.served_model === null ? [] : [call.served_model]))),
            ].toSorted(),
            upstream: created.upstream,
            packages: attempt?.packages ?? [],
            lockfile_sha256: attempt?.lockfile_sha256 ?? run_result_absent("the run never started"),
            runtime: attempt?.runtime ?? run_result_absent("the run never started"),
            pricing_catalog: created.pricing_catalog,
            pricing_catalog_sha256: created.pricing_catalog_sha256,
            currency: created.currency,
            catalog_cost_pico: totalCost(modelCalls),
            isolation: attempt?.isolation ?? run_result_absent("the run never started"),
            concurrency: created.concurrency,
        },
        events: { count: events.length, head: final.hash },
        score: score?.score ?? run_result_absent("the run was not scored"),
    };
}
/** An empty answer is no answer: it is stated as missing, never kept as "". */
function finalOutput(output, message) {
    if (output !== undefined && output.text !== "")
        return output.text;
    if (message !== "")
        return run_result_absent(message.slice(0, 300).toWellFormed());
    return run_result_absent(output === undefined ? "the run gave no output" : "the agent answered with nothing");
}
function totalUsage(modelCalls, toolCalls) {
    const sum = (pick, what) => {
        let total = 0;
        for (const call of modelCalls) {
            const value = call.usage === null ? null : pick(call.usage);
            if (value === null)
                return run_result_absent(`call ${call.ordinal} reported no ${what}`);
            total += value;
        }
        return total;
    };
    return {
        model_calls: modelCalls.length,
        tool_calls: toolCalls.length,
        hidden_retries: modelCalls.filter((call) => call.hidden_retry).length,
        tokens_in: sum((usage) => usage.in, "input tokens"),
        tokens_out: sum((usage) => usage.out, "output tokens"),
        tokens_cached: sum((usage) => usage.cached, "cached tokens"),
        tokens_reasoning: sum((usage) => usage.reasoning, "reasoning tokens"),
    };
}
function totalCost(modelCalls) {
    let total = 0n;
    for (const call of modelCalls) {
        if (typeof call.cost_pico !== "string")
            return run_result_absent(`call ${call.ordinal}: ${call.cost_pico.missing}`.slice(0, 300));
        total += BigInt(call.cost_pico);
    }
    return total.toString();
}

;// CONCATENATED MODULE: ./build/core/readiness/screen-findings.js
/** What a pull request's screen means for head: confirmed regressions stop it, what the screen could not settle keeps it from Go. */


const MOST_RUNS = 50;
function screen_findings_finding(code, message, lift, runs = []) {
    return {
        code,
        message: message.slice(0, 1_000),
        lift: lift.slice(0, 500),
        runs: [...new Set(runs)].slice(0, MOST_RUNS),
    };
}
/** A case whose own data is wrong says nothing about an agent. */
function isFaulty(comparison, case_id) {
    return comparison.evaluation_data_errors.some((error) => error.case_id === case_id);
}
function exampleRuns(head, case_id) {
    return head.cases
        .filter((row) => row.case_id === case_id)
        .flatMap((row) => row.failing_checks.map((check) => check.example_run));
}
/** Confirmed case regressions, the clearest first, then a total regression. */
function screenBlocking({ screen, comparison, base, head }) {
    const found = screen.regressions
        .filter((one) => one.confirmed && !isFaulty(comparison, one.case_id))
        .toSorted((left, right) => left.p - right.p)
        .map((one) => {
        const words = failureWords(head.cases, one.case_id);
        const deed = words === null ? "" : ` ${deedWords(words)}.`;
        return screen_findings_finding("case_regression", `${one.case_id} broke: ${regressionCounts(one, base.label)}.${deed}`, `The case passes again as often as on ${base.label}.`, exampleRuns(head, one.case_id));
    });
    const total = screen.total_regression;
    if (!total.confirmed)
        return found;
    const message = `Over all ${total.blocks} blocks of the first look this pull request passed less often than ${base.label}: in ${total.only_base_passed} of them only ${base.label} passed, in ${total.only_head_passed} only this pull request did.`;
    return [
        ...found,
        screen_findings_finding("total_regression", message, `Cases pass again as often as on ${base.label}.`),
    ];
}
function lookConditions({ screen }) {
    const { first_look, second_look, power } = screen;
    const found = [];
    const lost = first_look.planned_blocks - first_look.complete_blocks;
    if (lost > 0) {
        found.push(screen_findings_finding("screen_incomplete", `${lost} of ${first_look.planned_blocks} first-look blocks have no result of both sides.`, "Run the missing cells; cells with a result are not run again."));
    }
    const planned = second_look.cases.length * second_look.blocks_each;
    const complete = isMissing(second_look.complete_blocks) ? 0 : second_look.complete_blocks;
    if (complete < planned) {
        found.push(screen_findings_finding("second_look_incomplete", `${planned - complete} of ${planned} fresh blocks of ${second_look.cases.join(", ")} have no result of both sides: whether it broke is open.`, "Run the fresh blocks that were recorded for it."));
    }
    if (!power.holds) {
        const times = Math.floor(power.found * 100);
        found.push(screen_findings_finding("detection_power", `With ${first_look.fewest_blocks} first-look blocks of a case, one that never passes any more would be found ${times} times in 100; the screen promises ${Math.round(power.required * 100)}.`, "Two complete blocks of every case."));
    }
    return found;
}
function changeConditions({ screen, head }) {
    return screen.case_changes.flatMap(({ case_id, change, judged }) => {
        if (change !== "added") {
            if (judged)
                return [];
            return [
                screen_findings_finding("case_not_judged", `${case_id} was ${change} by this pull request and the version before it was not run: whether it still passes is open.`, "Run the case as it stands on base."),
            ];
        }
        const row = head.cases.find((one) => one.case_id === case_id);
        if (row === undefined || row.passed === row.runs)
            return [];
        return [
            screen_findings_finding("new_case_fails", `${case_id} is new in this pull request and passed in ${row.passed} of ${row.runs} of its runs.`, "Every run of the new case passes.", exampleRuns(head, case_id)),
        ];
    });
}
/** What the screen left open, each with what would close it. */
function screenConditions(context) {
    const { screen, comparison, base, head } = context;
    const open = screen.regressions
        .filter((one) => one.inconclusive && !isFaulty(comparison, one.case_id))
        .map((one) => screen_findings_finding("case_regression_inconclusive", `${one.case_id} is worse, and not surely: ${regressionCounts(one, base.label)}.`, "More fresh blocks of this case, or a cause found in its failing runs.", exampleRuns(head, one.case_id)));
    return [...open, ...lookConditions(context), ...changeConditions(context)];
}

;// CONCATENATED MODULE: ./build/core/readiness/conditions.js
/** Everything short of a failed gate that keeps a candidate from Go, each with what would lift it. */



const conditions_MOST_RUNS = 50;
function condition(code, message, lift, runs = []) {
    return {
        code,
        message: message.slice(0, 1_000),
        lift: lift.slice(0, 500),
        runs: [...new Set(runs)].slice(0, conditions_MOST_RUNS),
    };
}
/** Cells without a run, or whose run never started. */
function countHoles(candidate) {
    return candidate.planned - candidate.runs + (candidate.statuses.unavailable ?? 0);
}
/** A matrix with a hole, without a run, or with cells that were refused is never green. */
function isIncomplete(comparison) {
    const { candidates, not_run } = comparison;
    if (not_run.length > 0 || candidates.every((one) => one.runs === 0))
        return true;
    return candidates.some((one) => countHoles(one) > 0 || one.planned === 0);
}
/** A simulated model reads no prompt: where prompt or model is what changes, it only shows that the pipes hold. */
function isPlumbingOnly(comparison) {
    const { upstream, variable } = comparison;
    return upstream === "simulated" && (variable === "prompt" || variable === "model");
}
const UPSTREAM_CONDITIONS = {
    simulated: {
        code: "simulated_evidence",
        message: "Every answer came from a simulated model.",
        lift: "Run the same matrix against a live model.",
    },
    replay: {
        code: "replayed_evidence",
        message: "Answers were replayed from recordings: they add nothing to what was known.",
        lift: "Run the same matrix against a live model.",
    },
    test: {
        code: "test_evidence",
        message: "Answers came from a test server, not from a provider's model.",
        lift: "Run the same matrix against a live model.",
    },
    transcribed: {
        code: "transcribed_evidence",
        message: "The runs are copied from a publication and cannot be re-derived.",
        lift: "Run the matrix here.",
    },
};
/** Runs copied from a publication count as answered: nothing else is known of them. */
function nothingAnswered({ candidates }) {
    const completed = candidates.reduce((total, one) => total + (one.statuses.completed ?? 0), 0);
    const silent = candidates.reduce((total, one) => total + (one.unanswered?.length ?? 0), 0);
    return completed === silent;
}
/** Nothing is said of answers that never came. */
function upstreamMessage(comparison, message) {
    if (comparison.upstream === "transcribed" || !nothingAnswered(comparison))
        return message;
    return `No completed run had an answer from a model; the matrix was set up with ${UPSTREAM_NAMES[comparison.upstream]}.`;
}
const UPSTREAM_NAMES = {
    live: "a live model",
    simulated: "a simulated model",
    replay: "recorded answers",
    test: "a test server",
};
function evidenceConditions(comparison, policy) {
    const { upstream, evidence } = comparison;
    if (upstream !== "live") {
        const { code, message, lift } = UPSTREAM_CONDITIONS[upstream];
        const changed = typeof comparison.variable === "string" ? comparison.variable : "";
        const plumbing = isPlumbingOnly(comparison)
            ? ` What changed is the ${changed}. A simulated model follows a script, so its reaction says nothing about a real one: plumbing only.`
            : "";
        const needed = blocksForLevel(policy.minimum_level);
        const enough = `${lift} The policy asks for ${needed} live ${needed === 1 ? "block" : "blocks"} (${policy.minimum_level}).`;
        return [condition(code, upstreamMessage(comparison, message) + plumbing, enough)];
    }
    if (evidence.level >= policy.minimum_level)
        return [];
    const needed = blocksForLevel(policy.minimum_level) - evidence.live_blocks;
    return [
        condition("below_minimum_level", `The evidence is ${evidence.level} (${evidence.live_blocks} live blocks); the policy asks for ${policy.minimum_level}.`, needed > 0
            ? `${needed} more complete live ${needed === 1 ? "block" : "blocks"}.`
            : `There are enough blocks, but: ${evidence.wording}`),
    ];
}
/** Conditions that hold for the whole matrix and so for every candidate. */
function matrixConditions(comparison, policy) {
    const found = evidenceConditions(comparison, policy);
    for (const error of comparison.evaluation_data_errors) {
        found.push(condition("evaluation_data_error", `${error.case_id} v${error.case_version}: ${error.message}`, "Correct the case in a new version and score the stored runs again."));
    }
    if (isIncomplete(comparison)) {
        const planned = comparison.candidates.reduce((total, one) => total + one.planned, 0);
        const holes = comparison.candidates.reduce((total, one) => total + countHoles(one), 0);
        const reason = comparison.not_run[0]?.reason;
        found.push(condition("incomplete_matrix", `${holes} of ${planned} planned runs are missing or never started${reason === undefined ? "" : ` (${reason})`}.`, "Run the missing cells; cells with a result are not run again."));
    }
    if (comparison.status === "exploratory") {
        found.push(condition("exploratory", `The comparison is exploratory: ${comparison.status_reasons.join("; ")}.`, "Compare under the profile, prices and cases that the plan fixed, with every cell run."));
    }
    if (policy.decision === "non_inferiority") {
        found.push(condition("inconclusive", "The policy asks whether the candidate is no worse than its base by a margin; this version computes no interval for that.", "Use decision: screen, or wait for the version that computes it."));
    }
    return found;
}
function percent(share) {
    return `${Math.round(share * 1_000) / 10}%`;
}
function runConditions(candidate, policy) {
    const found = [];
    const name = candidate.candidate;
    const { error_rate } = candidate.failure_rate;
    if (!isMissing(error_rate) && error_rate > policy.maximum_error_rate) {
        found.push(condition("error_rate", `${name}: ${percent(error_rate)} of the planned runs ended for reasons outside the agent; the policy allows ${percent(policy.maximum_error_rate)}.`, "Run again when the model service and the installation hold.", candidate.failures.map((one) => one.run_id)));
    }
    const unfinished = candidate.runs - (candidate.statuses.completed ?? 0) - (candidate.statuses.unavailable ?? 0);
    if (unfinished > 0) {
        const listed = candidate.failures.filter((one) => one.status !== "unavailable");
        const first = listed[0];
        const why = first === undefined ? "" : ` (${first.run_id}: ${first.message || first.reason})`;
        found.push(condition("not_completed", `${name}: ${unfinished} of ${candidate.runs} runs started and did not complete${why}.`, "Every run completes.", listed.map((one) => one.run_id)));
    }
    const silent = candidate.unanswered ?? [];
    if (silent.length > 0) {
        found.push(condition("no_model_call", `${name}: in ${silent.length} of ${candidate.statuses.completed ?? 0} completed runs no model call was answered: they show nothing about a model.`, "Let the agent ask the model through the gateway.", silent));
    }
    const score = candidate.summary.score.mean;
    if (!isMissing(score) && score < policy.minimum_score) {
        found.push(condition("low_score", `${name}: the mean task score is ${Math.round(score * 10) / 10}; the policy asks for ${policy.minimum_score}.`, "Raise the score; the failing checks are listed case by case."));
    }
    if (!candidate.eligible) {
        found.push(condition("ineligible", `${name} cannot be weighed: ${candidate.ineligible_reasons.join("; ")}.`, "Supply what is missing, or use a profile that does not ask for it."));
    }
    return found;
}
/** Cases the candidate did not always pass. Against a base only a fall counts; a fault of the case itself is its own condition. */
function caseConditions(candidate, base, comparison) {
    const found = [];
    for (const row of candidate.cases) {
        const faulty = comparison.evaluation_data_errors.some((error) => error.case_id === row.case_id && error.case_version === row.case_version);
        if (faulty || row.passed === row.runs)
            continue;
        const check = row.failing_checks[0];
        const why = check === undefined ? "" : ` (${check.id}: ${check.detail})`;
        const runs = row.failing_checks.map((one) => one.example_run);
        const was = base?.cases.find((one) => one.case_id === row.case_id);
        if (was !== undefined && was.runs > 0) {
            if (row.passed * was.runs >= was.passed * row.runs)
                continue;
            found.push(condition("case_regression_unconfirmed", `${row.case_id} passed in ${was.passed} of ${was.runs} runs of ${base?.candidate ?? "base"} and in ${row.passed} of ${row.runs} of ${candidate.candidate}${why}.`, "Fresh blocks of this case, enough to tell a regression from chance.", runs));
            continue;
        }
        found.push(condition(row.passed === 0 ? "failing_case" : "unstable_case", `${candidate.candidate}: ${row.case_id} passed in ${row.passed} of ${row.runs} runs${why}.`, "Every run of the case passes.", runs));
    }
    return found;
}
/** Conditions of one candidate's own runs; `base` is given for a head only. A screen, where there is one, judges head's cases. */
function candidateConditions(candidate, base, comparison, policy) {
    const { screen } = comparison;
    const cases = screen === undefined || base === undefined
        ? caseConditions(candidate, base, comparison)
        : screenConditions({ screen, comparison, base, head: candidate });
    return [...runConditions(candidate, policy), ...cases];
}

;// CONCATENATED MODULE: ./build/core/scoring/gate-tally.js
/** Counts what each hard gate saw in a candidate's runs; a gate nobody saw is never counted as passed. */



const ISOLATION = ["none", "env", "no-new-privs", "uid", "bwrap"];
const MOST_FAILURES = 20;
function observe(run, id, preflight) {
    if (run.result === null)
        return { state: "not_observed", detail: "transcribed: no evidence kept" };
    const seen = run.result.gates[id];
    if (id === "preflight_clean" && (seen === undefined || seen.state === "not_observed")) {
        if (isMissing(preflight))
            return { state: "not_observed", detail: preflight.missing };
        return preflight.passed
            ? { state: "passed", detail: "every case passed preflight" }
            : { state: "failed", detail: "a case failed preflight" };
    }
    if (id === "isolation_floor" && seen === undefined) {
        const { isolation } = run.result.metadata;
        const reached = isMissing(isolation) ? isolation.missing : `reached ${isolation}`;
        return { state: "not_observed", detail: `${reached}; a policy decides whether it is enough` };
    }
    return seen ?? { state: "not_observed", detail: "the run recorded nothing about it" };
}
function noteOf(passed, failed, unseen, live) {
    if (failed > 0)
        return `failed in ${failed} of ${passed + failed} runs that could see it`;
    if (passed === 0)
        return unseen ?? "no run could see it";
    const clean = `0 of ${passed} runs failed it`;
    if (!live)
        return clean;
    const bound = Math.ceil(zeroFailureUpperBound(passed) * 1_000) / 10;
    return `${clean}; a true rate of up to ${bound}% would often look the same`;
}
/** Every gate of the closed list, in its order. The 95% bound in the note is given for live runs only. */
function tallyGates(runs, preflight) {
    const live = runs.length > 0 && runs.every((run) => run.upstream === "live");
    return gateId.options.map((id) => {
        const seen = runs.map((run) => ({ run, ...observe(run, id, preflight) }));
        const failures = seen.filter((one) => one.state === "failed");
        const passed = seen.filter((one) => one.state === "passed").length;
        const unseen = seen.find((one) => one.state === "not_observed")?.detail;
        return {
            id,
            passed,
            failed: failures.length,
            not_observed: seen.length - passed - failures.length,
            failures: failures
                .slice(0, MOST_FAILURES)
                .map((one) => ({ run_id: one.run.run_id, detail: one.detail })),
            note: noteOf(passed, failures.length, unseen, live),
        };
    });
}
/** The weakest isolation any of the runs reached, or why it is not known. */
function lowestIsolation(runs) {
    let lowest;
    for (const run of runs) {
        if (run.result === null)
            return missing_absent("transcribed: no isolation recorded");
        const reached = run.result.metadata.isolation;
        if (isMissing(reached))
            return reached;
        lowest = Math.min(lowest ?? ISOLATION.length, ISOLATION.indexOf(reached));
    }
    return (lowest === undefined ? undefined : ISOLATION[lowest]) ?? missing_absent("no run");
}
/** True when `reached` is at least `floor`. */
function meetsIsolation(reached, floor) {
    return ISOLATION.indexOf(reached) >= ISOLATION.indexOf(floor);
}

;// CONCATENATED MODULE: ./build/core/readiness/gates.js
/** The state of every hard gate a policy names, for one candidate: failed, passed, or not observed with what would show it. */


/** What each gate demands, as a sentence a reviewer can act on, and what lifts a failure. */
const GATES = {
    approvals_bound: {
        broken: "an action ran without the approval it was bound to",
        lift: "make the action wait for its approval; its arguments must be the approved ones, byte for byte",
    },
    tools_authorised: {
        broken: "a tool was used that the case does not allow",
        lift: "remove the call, or allow the tool in the case if it belongs there",
    },
    calls_reconciled: {
        broken: "tool calls on the wire and tool calls carried out are not the same",
        lift: "route every tool call through the host; the runs name the calls",
    },
    events_gap_free: {
        broken: "the event stream has a gap",
        lift: "run again; if it repeats, the ledger's disk or process is at fault",
    },
    budget_settled: {
        broken: "spending was not settled, or went over its reservation",
        lift: "find the call without a settlement in the runs; then run again",
    },
    no_duplicate_effects: {
        broken: "a side effect happened more than once",
        lift: "give the call one idempotency key for all its tries",
    },
    checkpoint_verifiable: {
        broken: "a checkpoint does not match its digest",
        lift: "run again; if it repeats, the adapter changes state after saving it",
    },
    terminal_artifact_verifiable: {
        broken: "a final output does not match its digest",
        lift: "run again; if it repeats, the artifact store's disk is at fault",
    },
    protocol_clean: {
        broken: "the agent broke the frame protocol",
        lift: "fix the adapter; the runs name the frame",
    },
    model_contract: {
        broken: "a model call broke the model contract",
        lift: "make the agent ask for the declared model, or declare the model it asks for",
    },
    preflight_clean: {
        broken: "a case failed preflight",
        lift: "correct the case in a new version",
    },
    isolation_floor: {
        broken: "runs were isolated less than the policy asks",
        lift: "run on a machine that offers the isolation, or lower the policy's floor",
    },
};
function isolationState(candidate, policy) {
    const reached = candidate.isolation;
    if (isMissing(reached))
        return null;
    const enough = meetsIsolation(reached, policy.isolation_floor);
    return {
        id: "isolation_floor",
        state: enough ? "passed" : "failed",
        detail: `reached ${reached}, the policy asks for ${policy.isolation_floor}`,
    };
}
function stateOf(tally, track) {
    const { id, passed, failed, not_observed, note } = tally;
    if (failed > 0)
        return { id, state: "failed", detail: note };
    const seen = not_observed === 0 ? note : `${note}; ${not_observed} runs could not see it`;
    if (passed > 0)
        return { id, state: "passed", detail: seen };
    const where = track === null ? "" : `on track ${track}: `;
    return { id, state: "not_observed", detail: `${where}${note}` };
}
/** The policy's gates in its order. The isolation gate is decided here, from the level reached and the policy's floor. */
function gateStates(candidate, policy, track) {
    return policy.gates.map((id) => {
        const isolation = id === "isolation_floor" ? isolationState(candidate, policy) : null;
        if (isolation !== null)
            return isolation;
        const tally = candidate.gates.find((one) => one.id === id);
        if (tally !== undefined)
            return stateOf(tally, track);
        return { id, state: "not_observed", detail: "the comparison has no count for it" };
    });
}
/** One blocking finding a failed gate, with the runs that failed it. */
function blockingGates(candidate, states) {
    return states
        .filter((one) => one.state === "failed")
        .map(({ id, detail }) => {
        const failures = candidate.gates.find((one) => one.id === id)?.failures ?? [];
        const first = failures[0];
        const example = first === undefined ? "" : ` (${first.run_id}: ${first.detail})`;
        return {
            code: id,
            message: `${candidate.candidate}: ${GATES[id].broken}: ${detail}${example}.`.slice(0, 1_000),
            lift: `${GATES[id].lift}.`,
            runs: failures.map((failure) => failure.run_id),
        };
    });
}
/** One condition a gate that the policy demands to see and that some run could not show. */
function gates_unobservedGates(candidate, policy, states) {
    return policy.must_observe.flatMap((id) => {
        const state = states.find((one) => one.id === id);
        const unseen = candidate.gates.find((one) => one.id === id)?.not_observed ?? 0;
        if (state?.state === "failed")
            return [];
        if (state?.state === "passed" && (unseen === 0 || id === "isolation_floor"))
            return [];
        const detail = state?.detail ?? "the policy does not list it under gates";
        return [
            {
                code: "not_observed_required",
                message: `${candidate.candidate}: the policy must see ${id}, and it was not observed (${detail}).`,
                lift: "Run on a track that can see it, or take it out of must_observe.",
                runs: [],
            },
        ];
    });
}

;// CONCATENATED MODULE: ./build/core/readiness/readiness.js
/** The verdict: hard gates first, then conditions; whoever has neither gets Go, and a matrix with a hole never does. */






const WORST_FIRST = ["No-Go", "Conditional-Go", "Go"];
function verdictOf(blocking, conditions) {
    if (blocking.length > 0)
        return "No-Go";
    return conditions.length > 0 ? "Conditional-Go" : "Go";
}
function decideCandidate(candidate, input, shared) {
    const { comparison, policy, track } = input;
    const gates = gateStates(candidate, policy, track);
    const base = candidate.role === "head"
        ? comparison.candidates.find((one) => one.role === "base")
        : undefined;
    const { screen } = comparison;
    const broken = screen === undefined || base === undefined
        ? []
        : screenBlocking({ screen, comparison, base, head: candidate });
    const blocking = [...blockingGates(candidate, gates), ...neverCompleted(candidate), ...broken];
    const conditions = [
        ...shared,
        ...candidateConditions(candidate, base, comparison, policy),
        ...gates_unobservedGates(candidate, policy, gates),
    ];
    return {
        candidate: candidate.candidate,
        verdict: verdictOf(blocking, conditions),
        blocking,
        conditions,
        gates,
    };
}
/** An agent that started every time and finished never has failed, whatever its gates say: there is nothing to merge. */
function neverCompleted(candidate) {
    const own = candidate.failures.filter((one) => endingKind(one.reason) === "agent");
    const first = own[0];
    const outside = own.length < candidate.failures.length;
    if ((candidate.statuses.completed ?? 0) > 0 || first === undefined || outside)
        return [];
    return [
        {
            code: "never_completed",
            message: `${candidate.candidate}: none of ${candidate.runs} runs completed (${first.run_id}: ${first.message || first.reason}).`.slice(0, 1_000),
            lift: "At least one run completes.",
            runs: own.map((one) => one.run_id).slice(0, 50),
        },
    ];
}
/** Worst verdict, then more findings, then fewer points, then plan order. */
function worstOf(decided, comparison) {
    const points = (id) => {
        const weighted = comparison.candidates.find((one) => one.candidate === id)?.weighted;
        return weighted === undefined || isMissing(weighted) ? -1 : weighted;
    };
    return decided.toSorted((left, right) => WORST_FIRST.indexOf(left.verdict) - WORST_FIRST.indexOf(right.verdict) ||
        right.blocking.length - left.blocking.length ||
        right.conditions.length - left.conditions.length ||
        points(left.candidate) - points(right.candidate))[0];
}
/** No run completed, and every failure listed (50 at most a candidate) was the model service, quota, installation or disk. */
function infrastructureOnly(comparison) {
    const runs = comparison.candidates.reduce((total, one) => total + one.runs, 0);
    const failures = comparison.candidates.flatMap((one) => one.failures);
    const completed = comparison.candidates.some((one) => (one.statuses.completed ?? 0) > 0);
    if (runs === 0 || completed || failures.length === 0)
        return false;
    return failures.every((one) => endingKind(one.reason) === "infrastructure");
}
function exitCodeOf(verdict, comparison) {
    if (verdict === "No-Go")
        return 20;
    if (infrastructureOnly(comparison))
        return 40;
    if (isIncomplete(comparison) || isPlumbingOnly(comparison))
        return 30;
    return verdict === "Conditional-Go" ? 10 : 0;
}
/** Digest of the (run_id, RunResult digest) list sorted by run id: the same however the matrix was sharded. */
function evidenceDigest(runs) {
    const sorted = runs
        .map(({ run_id, digest }) => ({ run_id, digest }))
        .toSorted((left, right) => {
        if (left.run_id === right.run_id)
            return 0;
        return left.run_id < right.run_id ? -1 : 1;
    });
    return digestDocument("evidence", sorted);
}
/**
 * The readiness of every candidate; the heading's verdict is head's, or without a head the worst candidate's, whom
 * `subject` names. `exit_code` before --fail-on, first that applies: 20 No-Go, 40 all runs lost to infrastructure,
 * 30 incomplete or plumbing only, 10 Conditional-Go, 0 Go. Throws on a comparison without candidates, which compareRuns never makes.
 */
function decideReadiness(input) {
    const { comparison } = input;
    const shared = matrixConditions(comparison, input.policy);
    const candidates = comparison.candidates.map((one) => decideCandidate(one, input, shared));
    const head = comparison.candidates.find((one) => one.role === "head");
    const subject = candidates.find((one) => one.candidate === head?.candidate) ?? worstOf(candidates, comparison);
    if (subject === undefined)
        throw new Error("a comparison without candidates has no readiness");
    return {
        schema_version: 1,
        matrix_id: comparison.matrix_id,
        verdict: subject.verdict,
        subject: subject.candidate,
        incomplete: isIncomplete(comparison),
        plumbing_only: isPlumbingOnly(comparison),
        candidates,
        exit_code: exitCodeOf(subject.verdict, comparison),
        comparison_sha256: input.comparison_sha256,
        policy_sha256: input.policy_sha256,
        evidence_sha256: evidenceDigest(comparison.runs),
    };
}

;// CONCATENATED MODULE: ./build/core/scoring/failures.js
/** A candidate's failures, three ways: over all planned runs, among completed runs, and for reasons outside the agent. */




const MOST_LISTED = 50;
/** Runs by status. */
function countStatuses(runs) {
    const counts = {};
    for (const run of runs)
        counts[run.status] = (counts[run.status] ?? 0) + 1;
    return counts;
}
/** The runs that did not complete, in execution order, 50 at most. A publication gives no reason and lists none. */
function listFailures(runs) {
    return runs
        .flatMap(({ result }) => (result === null || result.status === "completed" ? [] : [result]))
        .slice(0, MOST_LISTED)
        .map(({ run_id, status, reason, message }) => ({ run_id, status, reason, message }));
}
function failures_share(part, whole, reason) {
    return whole === 0 ? missing_absent(reason) : roundDerived(part / whole);
}
/** Shares 0..1, each missing where its denominator is 0. Planned cells without a run count as not completed. */
function rateFailures(runs, planned) {
    const completed = runs.filter((run) => run.status === "completed");
    const scored = completed.flatMap(({ result }) => (result === null ? [] : [result]));
    const outside = runs.filter((run) => run.reason !== null && endingKind(run.reason) !== "agent");
    return {
        strict: failures_share(planned - completed.length, planned, "no run was planned"),
        conditional: failures_share(scored.filter((result) => !passedEveryCheck(result)).length, scored.length, completed.length > 0 ? "the publication gives no checks" : "no run completed"),
        error_rate: failures_share(outside.length, planned, "no run was planned"),
    };
}

;// CONCATENATED MODULE: ./build/core/scoring/findings.js
/** Most often first. Nothing is returned where nothing was noticed, so that the document stays as it was. */
function tabulateFindings(runs) {
    const found = new Map();
    for (const run of runs) {
        for (const { code, message, fix } of run.result?.findings ?? []) {
            const key = JSON.stringify([code, message]);
            found.set(key, { code, message, fix, runs: (found.get(key)?.runs ?? 0) + 1 });
        }
    }
    const findings = [...found.values()].toSorted((left, right) => right.runs - left.runs);
    return findings.length === 0 ? {} : { findings };
}

;// CONCATENATED MODULE: ./build/core/scoring/normalise.js
/** A measured value as 0..100 points between a rule's bounds. */
/**
 * Linear from 0 at one bound to 100 at the other, cut at both; direction "lower" turns it round.
 * Bounds come from the profile, never from the data. Throws on a value that is not finite.
 */
function normalise(value, rule) {
    if (!Number.isFinite(value))
        throw new RangeError(`${value} cannot be normalised`);
    const ratio = (value - rule.minimum) / (rule.maximum - rule.minimum);
    const bounded = Math.max(0, Math.min(1, ratio));
    const outside = ratio > 1 ? "high" : null;
    return {
        points: (rule.direction === "lower" ? 1 - bounded : bounded) * 100,
        at_bound: ratio <= 0 || ratio >= 1,
        clipped: ratio < 0 ? "low" : outside,
    };
}

;// CONCATENATED MODULE: ./build/core/scoring/metrics.js
/** A candidate's value, points and contribution for each rule of a profile, and its points a run. */







function totalWeight(profile) {
    return sum(profile.metrics.map((rule) => rule.weight));
}
/** 0..100 of one run under one rule; a run that did not complete earns nothing for being cheap or quick, a lost one has no points. */
function pointsOf(run, rule) {
    const earnsNothing = run.status !== "completed" &&
        !isLost(run) &&
        SOURCES[rule.source].not_completed === "no_points";
    if (earnsNothing)
        return 0;
    const value = run.value(rule.source);
    return isMissing(value) ? value : normalise(value, rule).points;
}
function groupPoints(rule, points, values, absentCells) {
    const zeros = Array.from({ length: absentCells }, () => 0);
    if (rule.level === "run" || values.length === 0)
        return mean([...points, ...zeros]);
    const counted = points.length + absentCells;
    return (normalise(mean(values), rule).points * Math.min(values.length, counted)) / counted;
}
/**
 * One rule over a candidate's runs. Planned cells without a run count as 0 points each. A run without a value makes
 * the candidate ineligible, or is left out where the rule says `exclude_run`; weights are never spread over the rest.
 */
function measureMetric(rule, runs, absentCells, weights) {
    const measured = runs.map((run) => run.value(rule.source));
    const points = runs.map((run) => pointsOf(run, rule));
    const values = present(measured);
    const known = present(points);
    const holes = points.length - known.length;
    const reason = firstReason(points, "no run");
    const ineligible = [];
    if (known.length === 0 || (holes > 0 && rule.missing === "ineligible")) {
        ineligible.push(`${rule.id}: ${holes} of ${points.length} runs have no value (${reason})`);
    }
    const raw = values.length === 0 ? missing_absent(firstReason(measured, reason)) : mean(values);
    if (rule.required_minimum !== undefined && !isMissing(raw) && raw < rule.required_minimum) {
        ineligible.push(`${rule.id}: ${roundDerived(raw)} is below the required minimum ${rule.required_minimum}`);
    }
    const usable = known.length > 0 && (holes === 0 || rule.missing === "exclude_run");
    const normalised = usable ? groupPoints(rule, known, values, absentCells) : missing_absent(reason);
    const contribution = contributionOf(normalised, rule.weight, weights);
    return {
        value: {
            id: rule.id,
            source: rule.source,
            unit: SOURCES[rule.source].unit,
            weight: rule.weight,
            raw: rounded(raw),
            normalised: rounded(normalised),
            contribution: rounded(contribution),
            at_bound: values.filter((value) => normalise(value, rule).at_bound).length,
            distribution: describe(measured),
        },
        contribution,
        ineligible,
    };
}
function rounded(value) {
    return isMissing(value) ? value : roundDerived(value);
}
function contributionOf(points, weight, weights) {
    if (isMissing(points))
        return points;
    return weights === 0 ? missing_absent("every weight of the profile is 0") : (points * weight) / weights;
}
/** The sum of the contributions, unrounded, or the first metric that has none. */
function weightedPoints(metrics) {
    const lacking = metrics.find((metric) => isMissing(metric.contribution));
    if (lacking !== undefined && isMissing(lacking.contribution)) {
        return missing_absent(`${lacking.value.id}: ${lacking.contribution.missing}`);
    }
    return sum(present(metrics.map((metric) => metric.contribution)));
}
/** Weighted points of a single run; missing where a rule is measured over the group or has no value in this run. */
function weightedRun(run, profile) {
    const weights = totalWeight(profile);
    const parts = profile.metrics.map((rule) => {
        if (rule.level === "group")
            return missing_absent(`${rule.id} is measured over the group, not a run`);
        return contributionOf(pointsOf(run, rule), rule.weight, weights);
    });
    const reason = parts.find(isMissing);
    return reason ?? sum(present(parts));
}

;// CONCATENATED MODULE: ./build/core/scoring/wire-table.js
/** What a candidate's framework really sent, against the contract: the first request and every difference, counted in runs. */

/** `runs` arrive in execution order; a difference is counted once a run, however many requests carry it. */
function tabulateWire(runs) {
    const differences = new Map();
    const wires = new Set();
    let shape = missing_absent("no model request was seen");
    for (const run of runs) {
        for (const call of run.result?.model_calls ?? []) {
            // An embeddings request carries no conversation, so it says nothing about the prompt.
            if ("missing" in shape && call.wire !== "embeddings")
                shape = call.shape;
            wires.add(call.wire);
            for (const difference of call.differences) {
                const key = JSON.stringify([difference.field, difference.kind, difference.detail]);
                const known = differences.get(key) ?? { difference, runs: new Set() };
                known.runs.add(run.run_id);
                differences.set(key, known);
            }
        }
    }
    return {
        shape,
        differences: [...differences.values()].map((one) => ({
            ...one.difference,
            runs: one.runs.size,
        })),
        wires: [...wires].toSorted(),
    };
}

;// CONCATENATED MODULE: ./build/core/scoring/candidate.js
/** One candidate's part of a comparison: its runs counted, measured, weighted and checked for eligibility. */










/** Half-up mean in whole pico-units; one run without a cost leaves no mean. Runs that never started or were lost are left out. */
function meanCost(runs) {
    const started = runs.filter((run) => run.status !== "unavailable" && !isLost(run));
    const costs = started.map((run) => run.cost).filter((cost) => typeof cost === "bigint");
    if (costs.length === 0 || costs.length < started.length) {
        const reason = firstReason(started.map((run) => run.cost), "no run ended by the agent's own doing");
        return missing_absent(`${started.length - costs.length} of ${started.length} runs: ${reason}`);
    }
    const total = costs.reduce((left, right) => left + right, 0n);
    const n = BigInt(costs.length);
    return ((2n * total + n) / (2n * n)).toString();
}
function summarise(runs) {
    const completed = runs.filter((run) => run.status === "completed");
    const of = (source) => describe(runs.map((run) => run.value(source)));
    return {
        score: of("score.total"),
        duration_ms: describe(completed.map((run) => run.duration_ms)),
        tokens: of("tokens.wire"),
        model_calls: of("calls.model"),
        tool_calls: of("calls.tool"),
        cost_pico: meanCost(runs),
    };
}
function versionOf(runs) {
    const known = new Set();
    for (const run of runs) {
        if (!isMissing(run.framework_version))
            known.add(run.framework_version);
    }
    const [only] = known;
    if (only === undefined) {
        return missing_absent(firstReason(runs.map((run) => run.framework_version), "no run"));
    }
    return known.size === 1 ? only : missing_absent(`several: ${[...known].toSorted().join(", ")}`);
}
/** Measures one candidate. `weighted` is given wherever every metric has points, also for an ineligible one. */
function compareCandidate(input) {
    const { id, declared, runs, planned, profile } = input;
    const absentCells = planned - runs.length;
    const weights = totalWeight(profile);
    const metrics = profile.metrics.map((rule) => measureMetric(rule, runs, absentCells, weights));
    const weighted = weightedPoints(metrics);
    const completed = runs.filter((run) => run.status === "completed").length;
    const silent = runs
        .filter((run) => run.status === "completed" && !isAnswered(run))
        .map((run) => run.run_id);
    const reasons = metrics.flatMap((metric) => metric.ineligible);
    if (profile.require_all_completed && completed < planned) {
        reasons.push(`${planned - completed} of ${planned} planned runs did not complete`);
    }
    if (completed < profile.minimum_samples) {
        reasons.push(`${completed} completed runs; the profile asks for ${profile.minimum_samples}`);
    }
    if (isMissing(weighted) && reasons.length === 0)
        reasons.push(weighted.missing);
    return {
        candidate: id,
        label: declared?.label ?? id,
        role: declared?.role ?? "member",
        framework: runs[0]?.framework ?? declared?.adapter ?? "own program",
        framework_version: versionOf(runs),
        runs: runs.length,
        planned,
        statuses: countStatuses(runs),
        failures: listFailures(runs),
        ...(silent.length === 0 ? {} : { unanswered: silent }),
        failure_rate: rateFailures(runs, planned),
        summary: summarise(runs),
        metrics: metrics.map((metric) => metric.value),
        weighted: isMissing(weighted) ? weighted : roundDerived(weighted),
        eligible: reasons.length === 0,
        ineligible_reasons: reasons,
        gates: tallyGates(runs, input.preflight),
        isolation: lowestIsolation(runs),
        ...tabulateFindings(runs),
        wire: tabulateWire(runs),
        cases: tabulateCases(runs),
    };
}

;// CONCATENATED MODULE: ./build/core/scoring/lineage.js
/** Only runs of this matrix, this plan and this track may be compared; the first that does not belong is named. */
function lineage_refuse(code, run_id, message) {
    return { ok: false, code, run_id, message };
}
function plannedCell(plan, result) {
    return plan.blocks.some((block) => block.index === result.block &&
        block.case_id === result.case_id &&
        block.repetition === result.repetition &&
        block.order.includes(result.candidate));
}
function lineage_checkResult(result, input, expectedPlan) {
    const name = `run ${result.run_id}`;
    if (result.plan_sha256 !== expectedPlan) {
        return lineage_refuse("mixed_plan", result.run_id, `${name} was made under plan ${result.plan_sha256}, not ${expectedPlan}. Compare runs of one plan only.`);
    }
    const { plan } = input;
    if (plan === null)
        return null;
    if (result.track !== plan.track) {
        return lineage_refuse("mixed_track", result.run_id, `${name} ran on track ${result.track}; the plan's track is ${plan.track}. Tracks are never merged.`);
    }
    if (!plannedCell(plan, result)) {
        return lineage_refuse("unplanned_run", result.run_id, `${name} (${result.candidate}, ${result.case_id}, repetition ${result.repetition}, block ${result.block}) is no cell of the plan. Remove it.`);
    }
    return null;
}
/** The first fault in the order given, or null: another matrix or plan, an unplanned cell, a run or cell twice. */
function checkLineage(input) {
    const { matrix_id, results, foreign, plan } = input;
    if (plan === null && results.length + foreign.length === 0) {
        return lineage_refuse("no_runs", "", "There is no plan and no run: nothing to compare.");
    }
    if (results.length > 0 && foreign.length > 0) {
        return lineage_refuse("mixed_provenance", foreign[0]?.run.run_id ?? "", "Transcribed runs cannot be compared with re-derivable ones. Compare them apart.");
    }
    const expectedPlan = input.plan_sha256 ?? results[0]?.result.plan_sha256 ?? "";
    const runs = new Set();
    const cells = new Map();
    for (const run of [...results.map((one) => one.result), ...foreign.map((one) => one.run)]) {
        if (run.matrix_id !== matrix_id) {
            return lineage_refuse("foreign_run", run.run_id, `Run ${run.run_id} belongs to matrix ${run.matrix_id}, not ${matrix_id}. Remove it or compare that matrix.`);
        }
        if (runs.has(run.run_id)) {
            return lineage_refuse("duplicate_run", run.run_id, `Run ${run.run_id} is given twice. Give it once.`);
        }
        runs.add(run.run_id);
        const cell = `${run.candidate}, ${run.case_id}, repetition ${run.repetition}`;
        const earlier = cells.get(cell);
        if (earlier !== undefined) {
            return lineage_refuse("duplicate_cell", run.run_id, `Runs ${earlier} and ${run.run_id} are both ${cell}. A cell has one terminal run.`);
        }
        cells.set(cell, run.run_id);
        const fault = "plan_sha256" in run ? lineage_checkResult(run, input, expectedPlan) : null;
        if (fault !== null)
            return fault;
    }
    return null;
}

;// CONCATENATED MODULE: ./build/core/statistics/sign-flip.js
/** The exact sign-flip test over blocks: every assignment of signs is counted, so the p-value needs no seed and no tolerance. */
/** More blocks than this are not enumerated: 2^20 assignments. */
const MOST_BLOCKS = 20;
/**
 * Two-sided exact p of paired differences, the identity included (Fisher's randomisation test on the sum).
 * Differences are scaled integers (ms, tokens, score x 10^6): with binary fractions ties are lost
 * ([.1 .2 -.3 .1 .2 .3] would give .28 instead of .375). Throws RangeError on none, on more than 20, on non-integers
 * and where a sum could leave the safe integers.
 */
function signFlip(differences) {
    const blocks = differences.length;
    if (blocks === 0 || blocks > MOST_BLOCKS) {
        throw new RangeError(`a sign-flip test takes 1 to ${MOST_BLOCKS} blocks, not ${blocks}`);
    }
    const span = differences.reduce((total, difference) => total + Math.abs(difference), 0);
    if (!differences.every(Number.isInteger) || !Number.isSafeInteger(span)) {
        throw new RangeError("a sign-flip test takes differences scaled to safe integers");
    }
    const [first = 0, ...others] = differences;
    const observed = Math.abs(others.reduce((total, difference) => total + difference, first));
    const signs = others.map(() => 1);
    let current = first + others.reduce((total, difference) => total + difference, 0);
    let extreme = 0;
    // The first sign stays +: the other half mirrors it. A Gray code changes one sign a step.
    for (let step = 1; step <= 2 ** others.length; step += 1) {
        if (Math.abs(current) >= observed)
            extreme += 1;
        const flipped = 31 - Math.clz32(step & -step);
        const sign = signs[flipped] ?? 1;
        current -= 2 * sign * (others[flipped] ?? 0);
        signs[flipped] = -sign;
    }
    const total = 2 ** blocks;
    return { count: extreme * 2, total, p: (extreme * 2) / total };
}

;// CONCATENATED MODULE: ./build/core/scoring/pairs.js
/** Two candidates compared inside blocks only: the same case and repetition, run back to back. */







const PAIR_METRICS = [
    row("score", "score.total", "points", "higher", 1e6, false),
    row("tokens", "tokens.wire", "tokens", "lower", 1, true),
    row("cost", "cost.catalog_usd", "USD", "lower", 1e12, true),
    row("latency", "latency.ms", "ms", "lower", 1, true),
    row("weighted", "weighted", "points", "higher", 1e6, false),
];
function row(metric, source, unit, direction, scale, completed_only) {
    return { metric, source, unit, direction, scale, completed_only };
}
function scaled(run, metric, profile) {
    if (metric.completed_only && run.status !== "completed")
        return missing_absent("did not complete");
    const value = metric.source === "weighted" ? weightedRun(run, profile) : run.value(metric.source);
    return isMissing(value) ? value : Math.round(value * metric.scale);
}
function pValue(differences, live, exploratory) {
    const n = differences.length;
    if (exploratory)
        return missing_absent("an exploratory comparison carries no p");
    if (!live)
        return missing_absent("not every block was answered by a live model");
    if (n < BLOCKS_TO_TELL_APART) {
        return missing_absent(`${n} blocks: below ${BLOCKS_TO_TELL_APART} no p can reach .05`);
    }
    if (n > MOST_BLOCKS)
        return missing_absent(`${n} blocks: this version counts exactly up to ${MOST_BLOCKS}`);
    const span = differences.reduce((total, one) => total + Math.abs(one), 0);
    if (!Number.isSafeInteger(span))
        return missing_absent("the differences are too large to count exactly");
    return roundDerived(signFlip(differences).p);
}
function observePair(a, b, metric, input) {
    const differences = [];
    let live = true;
    for (const { runs } of input.blocks) {
        const [left, right] = [runs.get(a), runs.get(b)];
        if (!isEvidence(left) || !isEvidence(right))
            continue;
        const [x, y] = [scaled(left, metric, input.profile), scaled(right, metric, input.profile)];
        if (isMissing(x) || isMissing(y))
            continue;
        differences.push(x - y);
        live &&= isLiveRun(left) && isLiveRun(right);
    }
    const none = differences.length === 0;
    return {
        a,
        b,
        metric: metric.metric,
        unit: metric.unit,
        direction: metric.direction,
        blocks: differences.length,
        a_below: differences.filter((one) => one < 0).length,
        equal: differences.filter((one) => one === 0).length,
        a_above: differences.filter((one) => one > 0).length,
        mean_difference: none
            ? missing_absent("no block has both values")
            : roundDerived(mean(differences) / metric.scale),
        sign_flip_p: pValue(differences, live, input.exploratory),
    };
}
/**
 * Every pair of candidates (the earlier in the plan is a) for score, tokens, cost, latency and weighted points.
 * A block counts for a pair when both runs are data and both have the value; what a run that did not complete used is
 * not compared. p is given on a confirmatory comparison of 6 to 20 live blocks.
 */
function observePairs(input) {
    return input.candidates.flatMap((a, index) => input.candidates
        .slice(index + 1)
        .flatMap((b) => PAIR_METRICS.map((metric) => observePair(a, b, metric, input))));
}

;// CONCATENATED MODULE: ./build/core/scoring/comparison.js
/** Builds a comparison from stored runs, one profile and one pricing catalogue; it never asks a model and always gives the same document. */










function byText(left, right) {
    if (left === right)
        return 0;
    return left < right ? -1 : 1;
}
/** Execution order where the plan gives one, else by run id. */
function inOrder(left, right) {
    const [a, b] = [left.result, right.result];
    const planned = a === null || b === null ? 0 : a.block - b.block || a.position - b.position;
    return planned || byText(left.run_id, right.run_id);
}
function ambiguousGroup(profile, runs) {
    if (profile.group_by.includes("candidate"))
        return null;
    const owners = new Map();
    for (const run of runs) {
        const owner = owners.get(run.framework) ?? run.candidate;
        if (owner !== run.candidate) {
            return lineage_refuse("profile_unsupported", "", `Profile ${profile.name} groups by framework, but ${owner} and ${run.candidate} are both ${run.framework}. Use group_by: [candidate].`);
        }
        owners.set(run.framework, owner);
    }
    return null;
}
function exploratoryReasons(input, blocks) {
    const reasons = [...input.exploratory_reasons];
    const bound = (kind, digest) => input.plan?.contracts.some((one) => one.kind === kind && one.digest === digest) ?? false;
    if ((input.foreign ?? []).length > 0) {
        reasons.push("the runs are transcribed, not re-derivable");
    }
    else if (input.plan === null) {
        reasons.push("there is no plan: nothing was fixed before the first model call");
    }
    else {
        if (!bound("score_profile", input.profile_sha256)) {
            reasons.push(`score profile ${input.profile.name} is not the one the plan fixed`);
        }
        if (!bound("pricing_catalogue", input.pricing_sha256)) {
            reasons.push(`pricing catalogue ${input.pricing.name} is not the one the plan fixed`);
        }
    }
    const holes = countAbsent(blocks);
    if (holes > 0)
        reasons.push(`${holes} planned ${holes === 1 ? "run has" : "runs have"} no result`);
    return reasons;
}
/**
 * The comparison of one matrix, or which run does not belong to it. Confirmatory only when the plan fixed this profile
 * and this catalogue before the first model call and every planned cell has a run. Derived numbers are rounded to nine
 * significant digits. Throws RangeError only on numbers its contracts already exclude (infinities, a price finer than a pico-unit).
 */
function compareRuns(input) {
    const { plan, profile, pricing, preflight } = input;
    const foreign = input.foreign ?? [];
    const fault = checkLineage({
        matrix_id: input.matrix_id,
        plan,
        plan_sha256: input.plan_sha256,
        results: input.results,
        foreign,
    });
    if (fault !== null)
        return fault;
    const observations = [
        ...input.results.map((stored) => observeResult(stored, pricing)),
        ...foreign.map((stored) => observeForeign(stored, pricing)),
    ].toSorted(inOrder);
    const ambiguous = ambiguousGroup(profile, observations);
    if (ambiguous !== null)
        return ambiguous;
    const found = [...new Set(observations.map((run) => run.candidate))].toSorted();
    const ids = plan?.candidates.map((one) => one.id) ?? found;
    const blocks = layOutBlocks(plan, observations, ids);
    const upstream = weakestUpstream(observations, plan);
    const evidence = weighEvidence(blocks, upstream, preflight);
    const status_reasons = exploratoryReasons(input, blocks);
    const exploratory = status_reasons.length > 0;
    const candidates = ids.map((id) => {
        const runs = observations.filter((run) => run.candidate === id);
        const planned = plan === null ? runs.length : blocks.filter((block) => block.members.includes(id)).length;
        const declared = plan?.candidates.find((one) => one.id === id);
        return compareCandidate({ id, declared, runs, planned, profile, preflight });
    });
    const pairs = observePairs({ blocks, candidates: ids, profile, exploratory });
    const invalid = invalidity(blocks, preflight);
    const plan_sha256 = input.plan_sha256 ?? input.results[0]?.result.plan_sha256;
    return {
        ok: true,
        comparison: {
            schema_version: 1,
            matrix_id: input.matrix_id,
            plan_sha256: plan_sha256 ?? missing_absent("no plan was given"),
            variable: plan?.variable ?? missing_absent("no plan was given"),
            track: plan?.track ?? input.results[0]?.result.track ?? missing_absent("no plan was given"),
            status: exploratory ? "exploratory" : "confirmatory",
            status_reasons,
            upstream,
            provenance: foreign.length > 0
                ? "transcribed, not re-derivable"
                : "re-derivable from the stored RunResults",
            profile: { name: profile.name, digest: input.profile_sha256 },
            pricing: { name: pricing.name, digest: input.pricing_sha256, currency: pricing.currency },
            total_weight: roundDerived(totalWeight(profile)),
            evidence,
            preflight,
            not_run: input.not_run,
            candidates,
            pairs,
            ranking: rank({ candidates, pairs, evidence, upstream, invalid, exploratory }),
            runs: observations
                .map(({ run_id, digest }) => ({ run_id, digest }))
                .toSorted((left, right) => byText(left.run_id, right.run_id)),
            evaluation_data_errors: input.evaluation_data_errors,
        },
    };
}

;// CONCATENATED MODULE: ./build/core/statistics/detection-power.js
/** How likely the screen is to find a fall of a given size, counted over every outcome the blocks could have had. */


function logFactorials(n) {
    const table = [0];
    for (let k = 1; k <= n; k += 1)
        table.push((table[k - 1] ?? 0) + Math.log(k));
    return table;
}
/** Probabilities of 0..n successes. */
function binomial(n, rate) {
    const factorial = logFactorials(n);
    return Array.from({ length: n + 1 }, (_, k) => {
        if (rate <= 0)
            return k === 0 ? 1 : 0;
        if (rate >= 1)
            return k === n ? 1 : 0;
        const ways = (factorial[n] ?? 0) - (factorial[k] ?? 0) - (factorial[n - k] ?? 0);
        return Math.exp(ways + k * Math.log(rate) + (n - k) * Math.log(1 - rate));
    });
}
function refuseRates(rates) {
    if (!rates.every((one) => one >= 0 && one <= 1)) {
        throw new RangeError("pass rates and alpha lie between 0 and 1");
    }
}
function refuseBlocks(blocks) {
    if (!Number.isSafeInteger(blocks) || blocks < 0 || blocks > 1_000) {
        throw new RangeError(`power is counted over 0 to 1,000 blocks, not ${blocks}`);
    }
}
/**
 * P(exact one-sided paired p <= alpha) after `blocks` blocks in which base and head pass independently at these rates:
 * every split into (only base passed, only head passed, agreed) is weighed. Nine significant digits. Throws RangeError.
 */
function pairedPower(input) {
    const { blocks, base_pass_rate, head_pass_rate, alpha } = input;
    refuseRates([base_pass_rate, head_pass_rate, alpha]);
    refuseBlocks(blocks);
    const worse_rate = base_pass_rate * (1 - head_pass_rate);
    const better_rate = head_pass_rate * (1 - base_pass_rate);
    const discordant_rate = worse_rate + better_rate;
    let power = 0;
    for (const [discordant, chance] of binomial(blocks, discordant_rate).entries()) {
        const split = binomial(discordant, discordant_rate === 0 ? 0 : worse_rate / discordant_rate);
        const contrary = mostContrary(discordant, alpha);
        for (const [worse, share] of split.entries()) {
            if (discordant - worse <= contrary)
                power += chance * share;
        }
    }
    return roundDerived(Math.min(1, power));
}
/**
 * P(a case that fell from `base_pass_rate` to `head_pass_rate` looks worse in the first look and is confirmed on fresh
 * blocks). The looks use different blocks, so the two chances multiply. It assumes that the case is among those
 * chosen for the second look. Nine significant digits. Throws RangeError.
 */
function detectionPower(input) {
    const { first_blocks, fresh_blocks, base_pass_rate, head_pass_rate, alpha } = input;
    refuseRates([base_pass_rate, head_pass_rate]);
    refuseBlocks(first_blocks);
    const base = binomial(first_blocks, base_pass_rate);
    const head = binomial(first_blocks, head_pass_rate);
    let noticed = 0;
    for (const [passed, chance] of base.entries()) {
        for (const [fewer, share] of head.entries())
            if (fewer < passed)
                noticed += chance * share;
    }
    const confirmed = pairedPower({ blocks: fresh_blocks, base_pass_rate, head_pass_rate, alpha });
    return roundDerived(Math.min(1, noticed) * confirmed);
}

;// CONCATENATED MODULE: ./build/core/statistics/holm.js
/** Holm's step-down adjustment: however many hypotheses of one family are tested, the chance of any false alarm stays below alpha. */
/**
 * Adjusted p-values in the order given (Holm 1979): sorted ascending, the i-th (from 0) of m is multiplied by m - i and
 * never falls below the one before it; rejected when that is at most `alpha`. An empty family gives none.
 * Throws RangeError on a p or an alpha outside 0..1.
 */
function holm(p_values, alpha) {
    if (![...p_values, alpha].every((one) => one >= 0 && one <= 1)) {
        throw new RangeError("p-values and alpha lie between 0 and 1");
    }
    const order = [...p_values.keys()].toSorted((left, right) => (p_values[left] ?? 1) - (p_values[right] ?? 1) || left - right);
    const adjusted = p_values.map(() => ({ p: 1, rejected: false }));
    let floor = 0;
    for (const [step, at] of order.entries()) {
        floor = Math.max(floor, Math.min(1, (p_values[at] ?? 1) * (order.length - step)));
        adjusted[at] = { p: floor, rejected: floor <= alpha };
    }
    return adjusted;
}

;// CONCATENATED MODULE: ./build/core/screening/could-have-missed.js
/** Says in plain words what the screen would not have seen, with chances counted for the very blocks that ran. */


const HALF = 0.5;
const THIN_FALL = 0.1;
const could_have_missed_NAMES_SHOWN = 5;
/** Pooled blocks beyond this change the stated chance by nothing a reader sees. */
const MOST_POOLED = 200;
/** `found at least 8 times in 100`: at least, for the level is that of the fullest family; what is neither certain nor impossible never rounds to it. */
function found(chance) {
    const times = Math.round(chance * 100);
    if (chance === 0)
        return "never found with so few blocks";
    if (times >= 100 && chance < 1)
        return "found over 99 times in 100";
    if (times === 0)
        return "found under 1 time in 100";
    return `found at least ${times} ${times === 1 ? "time" : "times"} in 100`;
}
function could_have_missed_percent(rate) {
    return `${Math.round(rate * 100)} %`;
}
function namesOf(cases) {
    const shown = cases.slice(0, could_have_missed_NAMES_SHOWN).join(", ");
    const more = cases.length - could_have_missed_NAMES_SHOWN;
    return more > 0 ? `${shown} and ${more} more` : shown;
}
/** One sentence, at most 2,000 characters. Case names are identifiers; nothing in it comes from an agent. */
function couldHaveMissed(input) {
    const { blocks, choice, regressions, power, fewest } = input;
    const healthy = power.base_pass_rate;
    const thin = pairedPower({
        blocks: Math.min(blocks, MOST_POOLED),
        base_pass_rate: healthy,
        head_pass_rate: healthy - THIN_FALL,
        alpha: TOTAL_ALPHA,
    });
    const half = detectionPower({
        first_blocks: fewest,
        fresh_blocks: choice.blocks_each,
        base_pass_rate: healthy,
        head_pass_rate: HALF,
        alpha: FAMILY_ALPHA / MOST_CASES,
    });
    const rates = (to) => `from ${could_have_missed_percent(healthy)} to ${could_have_missed_percent(to)}`;
    const parts = [
        `a fall spread thinly over all cases (${rates(healthy - THIN_FALL)}: ${found(thin)})`,
        `a case that now fails half the time (${rates(HALF)}: ${found(half)})`,
    ];
    if (!power.holds) {
        parts.unshift(`even a case that never passes any more (${rates(0)}: ${found(power.found)})`);
    }
    for (const one of regressions) {
        if (!one.inconclusive)
            continue;
        parts.unshift(`${one.case_id}, which passed in ${one.head_passed} of ${one.head_runs} fresh blocks here and in ${one.base_passed} of ${one.base_runs} on base: too few to tell`);
    }
    if (choice.untested.length > 0) {
        parts.push(`the cases that were worse in the first look and not looked at again (${namesOf(choice.untested)})`);
    }
    return `${parts.join("; ")}.`.slice(0, 2_000);
}

;// CONCATENATED MODULE: ./build/core/screening/decide-screen.js
/** Tests the second look and the whole first look, exactly and one-sided; says which cases broke, which were flaky, and whether the blocks were enough. */








function pairsOf(look, case_id) {
    return look?.find((one) => one.case_id === case_id)?.pairs ?? [];
}
function pairedP(pairs) {
    const { only_base_passed, only_head_passed } = countDiscordant(pairs);
    return mcnemarOneSided(only_base_passed, only_head_passed);
}
function testCases(input, choice) {
    const { second_look, first_look } = input;
    if (second_look === null)
        return [];
    const tested = choice.cases.map((case_id) => {
        const pairs = pairsOf(second_look, case_id);
        return { case_id, pairs, p: pairedP(pairs) };
    });
    const adjusted = holm(tested.map((one) => one.p), FAMILY_ALPHA);
    return tested.map(({ case_id, pairs, p }, at) => {
        const { p: p_holm, rejected: confirmed } = adjusted[at] ?? { p: 1, rejected: false };
        return {
            case_id,
            ...countPasses(pairs),
            first_look: countPasses(pairsOf(first_look.cases, case_id)),
            p: roundDerived(p),
            p_holm: roundDerived(p_holm),
            confirmed,
            inconclusive: !confirmed && p <= SUSPECT_ALPHA,
        };
    });
}
function findFlaky(input, confirmed) {
    return casesWithPast(input.first_look).flatMap(({ case_id, pairs }) => {
        const all = countPasses([...pairs, ...pairsOf(input.second_look, case_id)]);
        const base_failed = all.base_runs - all.base_passed;
        const head_failed = all.head_runs - all.head_passed;
        const wavers = base_failed > 0 && all.base_passed > 0 && head_failed > 0;
        if (!wavers || confirmed.has(case_id))
            return [];
        return [
            { case_id, base_failed, base_runs: all.base_runs, head_failed, head_runs: all.head_runs },
        ];
    });
}
function judgeChanges(look) {
    return look.changes.map(({ case_id, change }) => ({
        case_id,
        change,
        judged: change !== "added" && pairsOf(look.cases, case_id).length > 0,
    }));
}
function declaredPower(fewest, blocks_each) {
    const found = detectionPower({
        first_blocks: fewest,
        fresh_blocks: blocks_each,
        base_pass_rate: HEALTHY_RATE,
        head_pass_rate: 0,
        alpha: FAMILY_ALPHA / MOST_CASES,
    });
    return {
        base_pass_rate: HEALTHY_RATE,
        found,
        required: REQUIRED_POWER,
        holds: found >= REQUIRED_POWER,
    };
}
function freshBlocks(input, choice) {
    if (choice.cases.length === 0)
        return 0;
    if (input.second_look === null)
        return { missing: "the second look was not run" };
    return choice.cases.reduce((sum, id) => sum + pairsOf(input.second_look, id).length, 0);
}
/**
 * The screen of a pull request, recomputable from RunResults and plan. A case regression is confirmed when the exact
 * one-sided paired test over its fresh blocks is rejected by Holm at .05; a total regression when the same test over
 * all first-look blocks gives at most .01. Cases that base does not have are in neither. The choice of the second look
 * is made again here from the first look; whoever holds the recorded choice compares the two.
 */
function decideScreen(input) {
    const choice = chooseSecondLook(input.first_look);
    const past = casesWithPast(input.first_look);
    const regressions = testCases(input, choice);
    const confirmed = new Set(regressions.filter((one) => one.confirmed).map((one) => one.case_id));
    const pairs = past.flatMap((one) => one.pairs);
    const p = pairedP(pairs);
    const fewest = past.reduce((least, one) => Math.min(least, one.pairs.length), past.length === 0 ? 0 : Number.MAX_SAFE_INTEGER);
    const power = declaredPower(Math.min(1_000, fewest), choice.blocks_each);
    return {
        first_look: {
            cases: past.length,
            planned_blocks: past.reduce((sum, one) => sum + one.planned, 0),
            complete_blocks: pairs.length,
            fewest_blocks: fewest,
        },
        second_look: { ...choice, complete_blocks: freshBlocks(input, choice) },
        regressions,
        total_regression: {
            blocks: pairs.length,
            ...countDiscordant(pairs),
            p: roundDerived(p),
            confirmed: p <= TOTAL_ALPHA,
        },
        power,
        could_have_missed: couldHaveMissed({
            blocks: pairs.length,
            fewest: Math.min(1_000, fewest),
            choice,
            regressions,
            power,
        }),
        flaky: findFlaky(input, confirmed),
        case_changes: judgeChanges(input.first_look),
    };
}

;// CONCATENATED MODULE: ./build/core/wire-difference/schema-changes.js
/** Compares two JSON Schemas of a tool and names every difference the way a reader would: `refund.amount`, number → string. */

const VALUE_CAP = 200;
/** A value in at most 200 characters. */
function shortJson(value) {
    const text = typeof value === "string" ? value : sortedJson(value);
    return text.length <= VALUE_CAP
        ? text
        : `${text.slice(0, VALUE_CAP - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
/** What a property is, in a word or two. */
function typeWords(schema) {
    if (!isRecord(schema))
        return shortJson(schema);
    const { type } = schema;
    if (typeof type === "string")
        return type;
    if (Array.isArray(type))
        return listOf(type).join(" or ");
    return schema["enum"] === undefined ? shortJson(schema) : `one of ${shortJson(schema["enum"])}`;
}
function schema_changes_inside(place, key, subject) {
    return { subject, pointer: place.pointer + pointerToken(key) };
}
function compareProperties(before, after, place) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
        const at = schema_changes_inside(place, name, `${place.subject}.${name}`);
        if (before[name] === undefined)
            return [{ ...at, from: null, to: typeWords(after[name]) }];
        if (after[name] === undefined)
            return [{ ...at, from: typeWords(before[name]), to: null }];
        return compareAt(before[name], after[name], at);
    });
}
/** `required` is a set: its order means nothing. */
function compareRequired(before, after, place, owner) {
    const change = (name, from, to) => ({
        subject: `${owner}.${shortJson(name)}`,
        pointer: place.pointer,
        from,
        to,
    });
    return [
        ...after
            .filter((one) => !before.includes(one))
            .map((one) => change(one, "optional", "required")),
        ...before
            .filter((one) => !after.includes(one))
            .map((one) => change(one, "required", "optional")),
    ];
}
function compareMember(key, before, after, place) {
    if (sortedJson(before) === sortedJson(after))
        return [];
    const { subject } = place;
    const named = schema_changes_inside(place, key, `${subject} ${key}`);
    if (key === "properties" && isRecord(before) && isRecord(after)) {
        return compareProperties(before, after, schema_changes_inside(place, key, subject));
    }
    if (key === "required") {
        return compareRequired(listOf(before), listOf(after), schema_changes_inside(place, key, subject), subject);
    }
    if (key === "type") {
        const at = schema_changes_inside(place, key, subject);
        return [{ ...at, from: typeWords({ type: before }), to: typeWords({ type: after }) }];
    }
    if (key === "items")
        return compareAt(before, after, schema_changes_inside(place, key, `${subject}[]`));
    if (isRecord(before) && isRecord(after)) {
        return Object.keys({ ...before, ...after }).flatMap((inner) => compareMember(inner, before[inner], after[inner], { ...named, subject }));
    }
    return [
        {
            ...named,
            from: before === undefined ? null : shortJson(before),
            to: after === undefined ? null : shortJson(after),
        },
    ];
}
function compareAt(before, after, place) {
    if (sortedJson(before) === sortedJson(after))
        return [];
    if (isRecord(before) && isRecord(after)) {
        return Object.keys({ ...before, ...after }).flatMap((key) => compareMember(key, before[key], after[key], place));
    }
    return [
        {
            ...place,
            from: before === undefined ? null : shortJson(before),
            to: after === undefined ? null : shortJson(after),
        },
    ];
}
/**
 * Every difference between two schemas, deepest common place first found, in document order. Key order, the order of
 * `required` and absent against undefined mean nothing. `name` stands at the front of every subject.
 */
function compareSchemas(name, before, after) {
    return compareAt(before, after, { subject: name, pointer: "" });
}

;// CONCATENATED MODULE: ./build/core/wire-difference/difference.js
/** One difference between two requests, before it is known in which cases, calls and runs it was seen. */

const NO_TEXT = { pointer: null, added: 0, removed: 0, excerpt: "" };
const SUBJECT_CAP = 300;
/** A change that is no text. At most 300 characters of `subject` are kept. */
function difference(kind, subject, from, to) {
    return { kind, subject: subject.slice(0, SUBJECT_CAP), from, to, ...NO_TEXT };
}
/** A value in a few words; null for what is not there. */
function valueWords(value) {
    return value === undefined ? null : shortJson(value);
}

;// CONCATENATED MODULE: ./build/core/wire-difference/text-lines.js
/** Compares two texts line by line, and shows what differs in a few capped lines. */
const LINES_SHOWN = 12;
const LINE_CAP = 180;
const EXCERPT_CAP = 1_200;
const CONTEXT = 30;
function linesOf(text) {
    return text === "" ? [] : text.split(/\r?\n/);
}
/** Lines of `left` beyond those that `right` has too, each as often as it is in excess, in order. Blank lines say nothing. */
function excess(left, right) {
    const spare = new Map();
    for (const line of right)
        spare.set(line.trim(), (spare.get(line.trim()) ?? 0) + 1);
    return left.filter((line) => {
        const left_over = spare.get(line.trim()) ?? 0;
        spare.set(line.trim(), left_over - 1);
        return left_over <= 0 && line.trim() !== "";
    });
}
/** The lines that say something, in order. */
function worded(lines) {
    return lines
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .join("\n");
}
/** What each text has more of, line by line; blank lines and indentation count for nothing. */
function diffLines(before, after) {
    const [old_lines, new_lines] = [linesOf(before), linesOf(after)];
    const added = excess(new_lines, old_lines);
    const removed = excess(old_lines, new_lines);
    const reordered = added.length + removed.length === 0 && worded(old_lines) !== worded(new_lines);
    return { added, removed, reordered };
}
function cap(text, most) {
    if (text.length <= most)
        return text;
    return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
/** The part of two long lines in which they differ, with a little of what surrounds it. */
function text_lines_window(line, other) {
    if (line.length <= LINE_CAP)
        return line;
    let start = 0;
    while (start < line.length && line[start] === other[start])
        start += 1;
    const from = Math.max(0, start - CONTEXT);
    const shown = line.slice(from).replace(/^[\uDC00-\uDFFF]/, "");
    return from === 0 ? shown : `…${shown}`;
}
/** `- ` before what only the first text has, `+ ` before what only the second has; at most 12 lines and 1,200 characters. */
function excerptOf({ added, removed, reordered }) {
    if (reordered)
        return "the same lines in another order";
    const half = LINES_SHOWN / 2;
    const minus = removed.map((line, at) => `- ${cap(text_lines_window(line, added[at] ?? ""), LINE_CAP)}`);
    const plus = added.map((line, at) => `+ ${cap(text_lines_window(line, removed[at] ?? ""), LINE_CAP)}`);
    const kept = [
        ...minus.slice(0, Math.max(half, LINES_SHOWN - plus.length)),
        ...plus.slice(0, Math.max(half, LINES_SHOWN - minus.length)),
    ];
    const more = minus.length + plus.length - kept.length;
    return cap([...kept, ...(more > 0 ? [`… ${more} more lines`] : [])].join("\n"), EXCERPT_CAP);
}

;// CONCATENATED MODULE: ./build/core/wire-difference/compare-tools.js
/** Compares the tools two requests offer: which came and went, which only changed their name, and what changed inside. */




/** A tool that left and one that came with the same arguments is one tool under a new name. */
function findRenamed(gone, come) {
    const pairs = [];
    for (const old_tool of gone) {
        const same = come.filter((one) => !pairs.some((pair) => pair[1] === one) &&
            sortedJson(one.parameters) === sortedJson(old_tool.parameters));
        const described = same.find((one) => one.description === old_tool.description);
        const takes_arguments = sortedJson(old_tool.parameters).includes('"properties":{"');
        const lone = same.length === 1 && takes_arguments ? same[0] : undefined;
        const found = described ?? lone;
        if (found !== undefined)
            pairs.push([old_tool, found]);
    }
    return pairs;
}
function compareTool(before, after) {
    const found = [];
    const { name } = after;
    if (before.description !== after.description) {
        const texts = [shortJson(before.description), shortJson(after.description)];
        const lines = diffLines(before.description, after.description);
        found.push({
            ...difference("tool_description", name, ...texts),
            added: lines.added.length,
            removed: lines.removed.length,
            excerpt: excerptOf(lines),
        });
    }
    for (const change of compareSchemas(name, before.parameters, after.parameters)) {
        const { subject, pointer, from, to } = change;
        found.push({
            ...difference("tool_schema", subject, from, to),
            pointer: pointer.slice(0, 500),
        });
    }
    for (const setting of ["strict", "kind"]) {
        if (before[setting] === after[setting])
            continue;
        found.push(difference("tool_setting", `${name} ${setting}`, valueWords(before[setting]), valueWords(after[setting])));
    }
    return found;
}
function byName(tools) {
    return new Map(tools.map((one) => [one.name, one]));
}
/** Tools that came, went, were renamed or changed, and the order of those that stayed. A name given twice counts once, the last time. */
function compareTools(before, after) {
    const [old_tools, new_tools] = [byName(before), byName(after)];
    const gone = [...old_tools.values()].filter((one) => !new_tools.has(one.name));
    const come = [...new_tools.values()].filter((one) => !old_tools.has(one.name));
    const renamed = findRenamed(gone, come);
    const found = renamed.flatMap(([from, to]) => [
        difference("tool_renamed", to.name, from.name, to.name),
        ...compareTool(from, to),
    ]);
    for (const one of gone) {
        if (renamed.some(([from]) => from === one))
            continue;
        found.push(difference("tool_removed", one.name, shortJson(one.description), null));
    }
    for (const one of come) {
        if (renamed.some(([, to]) => to === one))
            continue;
        found.push(difference("tool_added", one.name, null, shortJson(one.description)));
    }
    for (const [name, one] of old_tools) {
        const now = new_tools.get(name);
        if (now !== undefined)
            found.push(...compareTool(one, now));
    }
    const kept_before = [...old_tools.keys()].filter((name) => new_tools.has(name)).join(", ");
    const kept_after = [...new_tools.keys()].filter((name) => old_tools.has(name)).join(", ");
    if (kept_before !== kept_after) {
        const order = [shortJson(kept_before), shortJson(kept_after)];
        found.push(difference("tool_order", "order of the tools", ...order));
    }
    return found;
}

;// CONCATENATED MODULE: ./build/core/wire-difference/compare-frames.js
/** Lists what differs between two frames: model, wire, system text, tools, settings, streaming. */




function sizeWords(text) {
    return text === "" ? null : `${text.length} characters`;
}
/** Both texts without what is volatile; `from` and `to` are their sizes. */
function compareTexts(kind, subject, before, after) {
    if (before === after)
        return [];
    const lines = diffLines(before, after);
    if (lines.added.length + lines.removed.length === 0 && !lines.reordered)
        return [];
    return [
        {
            ...difference(kind, subject, sizeWords(before), sizeWords(after)),
            added: lines.added.length,
            removed: lines.removed.length,
            excerpt: excerptOf(lines),
        },
    ];
}
function compareSettings(before, after) {
    const found = [];
    for (const name of Object.keys({ ...before.sampling, ...after.sampling }).toSorted()) {
        const [from, to] = [before.sampling[name], after.sampling[name]];
        if (sortedJson(from) === sortedJson(to))
            continue;
        found.push(difference("sampling", name, valueWords(from), valueWords(to)));
    }
    return found;
}
/** Every difference between two frames: model, wire, system text, tools, settings, streaming. */
function compareFrames(before, after) {
    const found = [];
    if (before.model !== after.model) {
        found.push(difference("model", "model", before.model, after.model));
    }
    if (before.wire !== after.wire) {
        found.push(difference("wire", "wire", before.wire, after.wire));
    }
    found.push(...compareTexts("system", "system text", before.system, after.system));
    found.push(...compareTools(before.tools, after.tools), ...compareSettings(before, after));
    if (before.stream !== after.stream) {
        found.push(difference("stream", "stream", String(before.stream), String(after.stream)));
    }
    return found;
}

;// CONCATENATED MODULE: ./build/core/wire-difference/pair-frames.js
/** Puts each new frame of head beside the frame of base it came from. */

function overlap(left, right) {
    const [a, b] = [new Set(left), new Set(right)];
    const union = new Set([...a, ...b]).size;
    return union === 0 ? 1 : [...a].filter((one) => b.has(one)).length / union;
}
function toolNames(frame) {
    return frame.tools.map((tool) => tool.name);
}
function likeness(before, after) {
    return (2 * overlap(toolNames(before), toolNames(after)) +
        2 * overlap(linesOf(before.system), linesOf(after.system)) +
        (before.model === after.model ? 1 : 0) +
        ([...after.calls].some((call) => before.calls.has(call)) ? 1 : 0));
}
/**
 * New frames of head, each with the frame of base most like it (one that head no longer sends, where there is a choice),
 * then frames that every run of base sent and nothing of head came from. A frame both sides send is in no pair. A new frame that is
 * like none of base's, at a place base never called from, stands alone.
 */
function pairFrames(base, head, base_runs) {
    const [old_keys, new_keys] = [base, head].map((side) => new Set(side.map((one) => one.key)));
    const gone = new Set(base.filter((one) => new_keys?.has(one.key) !== true));
    const pairs = [];
    for (const after of head) {
        if (old_keys?.has(after.key) === true)
            continue;
        const weight = (one) => likeness(one, after) + (gone.has(one) ? 0.75 : 0);
        const nearest = base.toSorted((left, right) => weight(right) - weight(left))[0];
        if (nearest === undefined || likeness(nearest, after) < 1) {
            pairs.push({ before: null, after });
            continue;
        }
        gone.delete(nearest);
        pairs.push({ before: nearest, after });
    }
    const lost = [...gone].filter((one) => one.runs.size === base_runs);
    return [...pairs, ...lost.map((before) => ({ before, after: null }))];
}

;// CONCATENATED MODULE: ./build/core/wire-difference/case-changes.js
/** What changed in one case: frame by frame, then what belongs to whole runs. */



const CALLS_SHOWN = 10;
function pairChanges({ before, after }, base, head) {
    const shown = after ?? before;
    if (shown === null)
        return [];
    const all = after === null ? base : head;
    const seen = {
        calls: [...shown.calls].toSorted((left, right) => left - right),
        runs: shown.runs.size,
        of_runs: all.runs,
    };
    if (before !== null && after !== null) {
        return compareFrames(before, after).map((found) => ({ difference: found, ...seen }));
    }
    const tools = shown.tools.map((tool) => tool.name).join(", ");
    const subject = `a call to ${shown.model} ${tools === "" ? "without tools" : `with ${tools}`}`;
    const [kind, from, to] = after === null
        ? ["call_removed", shown.model, null]
        : ["call_added", null, shown.model];
    return [{ difference: difference(kind, subject, from, to), ...seen, calls: [] }];
}
function rangeWords(counts) {
    const [low, high] = [Math.min(...counts), Math.max(...counts)];
    return low === high ? String(low) : `${low} to ${high}`;
}
/** Numbers of calls vary by themselves: only ranges that do not meet are a change. */
function countChanges(base, head) {
    const apart = Math.max(...base.counts) < Math.min(...head.counts) ||
        Math.max(...head.counts) < Math.min(...base.counts);
    if (!apart)
        return [];
    const [from, to] = [rangeWords(base.counts), rangeWords(head.counts)];
    return [difference("call_count", "model calls a run", from, to)];
}
function embeddingChanges(base, head) {
    const [before, after] = [base.embedding_models.join(", "), head.embedding_models.join(", ")];
    if (before === after)
        return [];
    const [from, to] = [before, after].map((models) => valueWords(models === "" ? undefined : models));
    return [difference("embedding_model", "embedding model", from ?? null, to ?? null)];
}
/** The user's text of each run; where runs of one side differ, each distinct opening of head that base never sends. */
function openingChanges(base, head) {
    const known = new Set(base.openings);
    const fresh = head.openings.find((text) => !known.has(text));
    const [first = ""] = base.openings;
    return fresh === undefined ? [] : compareTexts("opening", "user text", first, fresh);
}
/** Calls are named only where some of head's calls do not carry the change. */
function foldCalls(changes, side) {
    const folded = new Map();
    for (const one of changes) {
        const key = JSON.stringify(one.difference);
        const known = folded.get(key);
        const calls = [...new Set([...(known?.calls ?? []), ...one.calls])].toSorted((left, right) => left - right);
        folded.set(key, { ...one, calls, runs: Math.max(known?.runs ?? 0, one.runs) });
    }
    const total = Math.max(0, ...side.counts);
    return [...folded.values()].map((one) => ({
        ...one,
        calls: one.calls.length === total ? [] : one.calls.slice(0, CALLS_SHOWN),
    }));
}
/** Everything that changed in one case, folded over the runs and calls that show it. */
function case_changes_caseChanges(base, head) {
    const framed = pairFrames(base.frames, head.frames, base.runs).flatMap((pair) => pairChanges(pair, base, head));
    const whole = [
        ...openingChanges(base, head),
        ...embeddingChanges(base, head),
        ...countChanges(base, head),
    ];
    const everywhere = { calls: [], runs: head.runs, of_runs: head.runs };
    return [
        ...foldCalls(framed, head),
        ...whole.map((found) => ({ difference: found, ...everywhere })),
    ];
}

;// CONCATENATED MODULE: ./build/core/wire-difference/volatile.js
/** Takes out of a text what changes from run to run by itself, by stated rules, so that only what a revision changed remains. */
const MONTH = "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)";
/** Where base and head ran: their checkouts and temporary folders differ although the revisions may not. */
const PLACES = [
    {
        kind: "temporary and checkout paths",
        mark: "⟨path⟩",
        pattern: /(?:\/(?:tmp|private|var\/(?:tmp|folders)|home|root|runner|github|Users|work)|[A-Z]:\\(?:Users|Temp|a))(?:[/\\][\w.@+~-]+)+/g,
    },
    {
        kind: "loopback ports",
        mark: "⟨loopback⟩",
        pattern: /\b(?:127\.0\.0\.1|localhost):\d{2,5}\b/g,
    },
];
/** What a clock or a random source writes into a text. */
const MOMENTS = [
    {
        kind: "UUIDs",
        mark: "⟨uuid⟩",
        pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
    },
    {
        kind: "dates and times",
        mark: "⟨date⟩",
        pattern: /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d-])/g,
    },
    {
        kind: "dates and times",
        mark: "⟨date⟩",
        pattern: new RegExp(`\\b(?:${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{1,2}\\.? ${MONTH} \\d{4})\\b`, "g"),
    },
    { kind: "dates and times", mark: "⟨time⟩", pattern: /\b\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?\b/g },
    {
        kind: "run, call and request ids",
        mark: "⟨id⟩",
        pattern: /\b(?:call|run|req|resp|msg|thread|trace|chatcmpl|toolu)[_-][A-Za-z0-9]{8,64}\b/g,
    },
    { kind: "long hexadecimal ids", mark: "⟨id⟩", pattern: /\b[0-9a-f]{16,128}\b/g },
    { kind: "seconds since 1970", mark: "⟨time⟩", pattern: /\b1[5-9]\d{8}(?:\d{3})?\b/g },
];
function rulesOf(tolerance) {
    return tolerance === "places" ? PLACES : [...PLACES, ...MOMENTS];
}
/** The text with every volatile part replaced by its mark. The same text gives the same result; marks are never volatile. */
function steadyText(text, tolerance) {
    return rulesOf(tolerance).reduce((result, { pattern, mark }) => result.replaceAll(pattern, mark), text);
}
/** The kinds of text that a tolerance leaves out of the comparison, for the reader. */
function ignoredKinds(tolerance) {
    return [...new Set(rulesOf(tolerance).map((rule) => rule.kind))];
}

;// CONCATENATED MODULE: ./build/core/wire-difference/frames.js
/** A frame is what a revision puts around a conversation: model, system text, tools, settings. Each call of a run has one, and few differ. */



function openingOf(run) {
    const messages = run.requests[0]?.messages ?? [];
    const answered = messages.findIndex((one) => one.role !== "user");
    const opening = answered === -1 ? messages : messages.slice(0, answered);
    return opening.map((one) => one.text).join("\n\n");
}
function frames_readText(text, reading) {
    const steady = steadyText(text, reading.tolerance);
    const { lines } = reading;
    if (lines === null)
        return steady;
    return linesOf(steady)
        .filter((line) => lines.has(line.trim()))
        .join("\n");
}
function readJson(value, tolerance) {
    if (typeof value === "string")
        return steadyText(value, tolerance);
    if (Array.isArray(value))
        return listOf(value).map((item) => readJson(item, tolerance));
    if (!isRecord(value))
        return toJson(value);
    const members = Object.entries(value).map(([key, member]) => [key, readJson(member, tolerance)]);
    return Object.fromEntries(members);
}
function frames_readTool(tool, tolerance) {
    return {
        ...tool,
        description: steadyText(tool.description, tolerance),
        parameters: readJson(tool.parameters, tolerance),
    };
}
function partsOf(request, reading) {
    const { wire, model, system, tools, sampling, stream, n } = request;
    return {
        wire,
        model,
        system: frames_readText(system, reading),
        tools: tools.map((tool) => frames_readTool(tool, reading.tolerance)),
        sampling: { ...sampling, ...(n === 1 ? {} : { n }) },
        stream,
    };
}
/** The distinct frames of one side, in the order they first appear. */
function readSide(runs, reading) {
    const frames = new Map();
    for (const run of runs) {
        for (const [at, request] of run.requests.entries()) {
            const parts = partsOf(request, reading);
            const key = sortedJson(parts);
            const frame = frames.get(key) ?? { key, ...parts, calls: new Set(), runs: new Set() };
            frame.calls.add(at + 1);
            frame.runs.add(run.run_id);
            frames.set(key, frame);
        }
    }
    return {
        runs: runs.length,
        frames: [...frames.values()],
        openings: runs.map((run) => frames_readText(openingOf(run), reading)),
        counts: runs.map((run) => run.requests.length),
        embedding_models: [...new Set(runs.flatMap((run) => run.embedding_models))].toSorted(),
    };
}
/** Texts of each run's first request: what a constant revision sends the same way every time. */
function firstTexts(runs, tolerance) {
    return runs.map((run) => {
        const [request] = run.requests;
        const tools = request?.tools.map((tool) => frames_readTool(tool, tolerance)) ?? [];
        const texts = [request?.system ?? "", openingOf(run)].map((text) => steadyText(text, tolerance));
        return sortedJson([...texts, tools]);
    });
}
function linesOfRun(run, tolerance) {
    const texts = [openingOf(run), ...run.requests.map((request) => request.system)];
    return new Set(texts.flatMap((text) => linesOf(steadyText(text, tolerance)).map((line) => line.trim())));
}
function sharedLines(runs, tolerance) {
    const [first = new Set(), ...others] = runs.map((run) => linesOfRun(run, tolerance));
    return new Set([...first].filter((line) => others.every((lines) => lines.has(line))));
}
/**
 * Decides how a case is read. Where each side repeats its own text exactly over two runs or more, a date or an id in it
 * was written by people and counts; else clocks and random ids are taken out. Where one side still contradicts itself,
 * only lines that all runs of base or all runs of head carry are compared.
 */
function chooseReading(base, head) {
    const constant = (tolerance) => [base, head].every((runs) => new Set(firstTexts(runs, tolerance)).size <= 1);
    const repeated = base.length > 1 && head.length > 1;
    const tolerance = repeated && constant("places") ? "places" : "everything";
    if (constant(tolerance))
        return { tolerance, lines: null, varying: false };
    const lines = new Set([...sharedLines(base, tolerance), ...sharedLines(head, tolerance)]);
    return { tolerance, lines, varying: true };
}

;// CONCATENATED MODULE: ./build/core/wire-difference/diff-revisions.js
/** What a pull request changed on the wire, from the stored requests of base and head, case by case and folded over all cases. */



const LOUDEST_FIRST = [
    "model",
    "embedding_model",
    "system",
    "opening",
    "tool_removed",
    "tool_renamed",
    "tool_added",
    "tool_schema",
    "tool_description",
    "tool_setting",
    "sampling",
    "call_removed",
    "call_added",
    "call_count",
    "wire",
    "stream",
    "tool_order",
];
function isSilent(runs) {
    return runs.every((run) => run.requests.length === 0);
}
function refusal(one) {
    const [base, head] = [isSilent(one.base), isSilent(one.head)];
    if (base && head)
        return "no request to a model was let through on either side";
    if (base)
        return "no request to a model was let through on base";
    return head ? "no request to a model was let through on this pull request" : null;
}
/**
 * The wire difference of a revision. Pure: it reads decoded requests only, so whoever has the bundle gets the same.
 * Runs without a request are left out of the comparison of their case; a case one side of which sent nothing is not
 * compared, and says so. The same change in several cases is one entry that names them.
 */
function diffRevisions(cases) {
    const folded = new Map();
    const compared = [];
    const not_compared = [];
    const varying = [];
    const ignored = new Set();
    for (const one of cases) {
        const reason = refusal(one);
        if (reason !== null) {
            not_compared.push({ case_id: one.case_id, reason });
            continue;
        }
        compared.push(one.case_id);
        const [before, after] = [one.base, one.head].map((runs) => runs.filter((run) => run.requests.length > 0));
        const reading = chooseReading(before ?? [], after ?? []);
        if (reading.varying)
            varying.push(one.case_id);
        for (const kind of ignoredKinds(reading.tolerance))
            ignored.add(kind);
        const [base, head] = [readSide(before ?? [], reading), readSide(after ?? [], reading)];
        for (const { difference, calls, runs, of_runs } of case_changes_caseChanges(base, head)) {
            const key = JSON.stringify([difference, calls]);
            const known = folded.get(key);
            folded.set(key, {
                ...difference,
                cases: [...(known?.cases ?? []), one.case_id],
                calls: [...calls],
                runs: (known?.runs ?? 0) + runs,
                of_runs: (known?.of_runs ?? 0) + of_runs,
            });
        }
    }
    const changes = [...folded.values()].toSorted((left, right) => LOUDEST_FIRST.indexOf(left.kind) - LOUDEST_FIRST.indexOf(right.kind) ||
        right.cases.length - left.cases.length);
    return { compared, not_compared, changes, varying, ignored: [...ignored] };
}

;// CONCATENATED MODULE: ./build/core/verdict/decide-matrix.js









/** The command that checks a downloaded bundle; part of the report, so it never names a place on a machine. */
const verifyCommand = "node verify.mjs evidence.tar.gz";
const asPlanned = { exploratory_reasons: [], evaluation_data_errors: [] };
/** Pure: the same evidence gives the same three documents, byte for byte. */
function decideMatrix(evidence, look = asPlanned) {
    const { profile, pricing, policy, preflight } = evidence;
    const bodies = evidence.stream.map((event) => event.body);
    const plan = withSecondLook(evidence.plan, bodies);
    const compared = compareRuns({
        matrix_id: evidence.matrix_id,
        plan,
        plan_sha256: evidence.plan_sha256,
        results: evidence.results,
        profile,
        profile_sha256: contractDigest("score_profile", profile),
        pricing,
        pricing_sha256: contractDigest("pricing_catalogue", pricing),
        preflight: { passed: preflight.passed, digest: digestDocument("preflight", preflight) },
        not_run: findNotRun(plan, bodies),
        evaluation_data_errors: look.evaluation_data_errors,
        exploratory_reasons: look.exploratory_reasons,
    });
    if (!compared.ok)
        return compared;
    const comparison = { ...compared.comparison, ...screenRevisions(evidence, bodies) };
    const readiness = decideReadiness({
        comparison,
        comparison_sha256: digestDocument("comparison", comparison),
        policy,
        policy_sha256: contractDigest("readiness_policy", policy),
        track: plan.track,
    });
    return {
        ok: true,
        comparison,
        readiness,
        report: reportInput({ ...evidence, plan }, comparison, readiness, bodies),
    };
}
/** What only a pull request has: its screen, and what it changed on the wire. Nothing for any other matrix. */
function screenRevisions(evidence, bodies) {
    const { plan, requests } = evidence;
    const base = plan.candidates.find((one) => one.role === "base");
    const head = plan.candidates.find((one) => one.role === "head");
    if (plan.variable !== "revision" || base === undefined || head === undefined)
        return {};
    const changes = plan.case_changes ?? [];
    const results = evidence.results.map((one) => one.result);
    const pair = { results, base: base.id, head: head.id, changes };
    const fresh = registeredBlocks(plan, bodies);
    const screen = decideScreen({
        first_look: { cases: pairOutcomes({ ...pair, blocks: plan.blocks }), changes },
        second_look: fresh.length === 0 ? null : pairOutcomes({ ...pair, blocks: fresh }),
    });
    if (requests === undefined)
        return { screen };
    return {
        screen,
        wire_changes: diffRevisions(requestsByCase(evidence, requests, base.id, head.id)),
    };
}
function requestsByCase({ plan, results }, requests, base, head) {
    const cases = [...new Set(plan.blocks.map((block) => block.case_id))].toSorted();
    const runsOf = (case_id, candidate) => results
        .filter((one) => one.result.case_id === case_id && one.result.candidate === candidate)
        .map(({ result }) => readRun(result, requests.get(result.run_id) ?? []));
    return cases.map((case_id) => ({
        case_id,
        base: runsOf(case_id, base),
        head: runsOf(case_id, head),
    }));
}
/** Hidden retries are no requests of their own; embeddings have models but no conversation. */
function readRun(result, requests) {
    const first = requests.filter((_request, at) => result.model_calls[at]?.hidden_retry !== true);
    return {
        run_id: result.run_id,
        requests: first.filter((one) => one.wire !== "embeddings"),
        embedding_models: [
            ...new Set(first.flatMap((one) => (one.wire === "embeddings" ? [one.model] : []))),
        ],
    };
}
function reportInput(evidence, comparison, readiness, bodies) {
    const { plan, pricing } = evidence;
    const spent = bodies.reduce((sum, body) => body.type === "block.settled" && typeof body.spent_pico === "string"
        ? sum + BigInt(body.spent_pico)
        : sum, 0n);
    return {
        comparison,
        readiness,
        plan,
        preflight: evidence.preflight,
        matrix: {
            matrix_id: evidence.matrix_id,
            blocks_done: bodies.filter((body) => body.type === "block.settled").length,
            wall_seconds: wallSeconds(evidence.stream),
        },
        paths: [],
        digests: [],
        money: {
            currency: pricing.currency,
            spent_pico: spent.toString(),
            budget_pico: parseAmount(plan.budget).pico.toString(),
        },
        tags: {
            tested: [...new Set(evidence.cases.flatMap((one) => one.tags))].toSorted(),
            untested: [],
        },
        verify: verifyCommand,
    };
}
function findNotRun(plan, bodies) {
    const refused = new Map(bodies.flatMap((body) => body.type === "block.refused" ? [[body.block, body.message]] : []));
    return plan.blocks.flatMap((block) => {
        const reason = refused.get(block.index);
        return reason === undefined
            ? []
            : block.order.map((candidate) => ({
                candidate,
                case_id: block.case_id,
                repetition: block.repetition,
                reason,
            }));
    });
}
/** Whole seconds between the first and the last event, or null for a stream without both. */
function wallSeconds(stream) {
    const first = stream[0];
    const last = stream.at(-1);
    if (first === undefined || last === undefined)
        return null;
    return Math.max(0, Math.round((milliseconds(last.at) - milliseconds(first.at)) / 1_000));
}
/** Milliseconds since 1970 of a UTC stamp YYYY-MM-DDTHH:MM:SS.mmmZ (days by Howard Hinnant's civil algorithm). */
function milliseconds(stamp) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, milli = 0] = stamp.match(/\d+/g)?.map(Number) ?? [];
    const shifted = month <= 2 ? year - 1 : year;
    const era = Math.floor(shifted / 400);
    const yearOfEra = shifted - era * 400;
    const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
    const days = era * 146_097 +
        yearOfEra * 365 +
        Math.floor(yearOfEra / 4) -
        Math.floor(yearOfEra / 100) +
        dayOfYear -
        719_468;
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000 + milli;
}

;// CONCATENATED MODULE: ./build/verify/recompute.js












function refused(path, message) {
    return { path, refused: message };
}
/** The same four folds as the host's, over the bundle's own events, plan and contracts. */
const recomputeBundle = (contents) => {
    const { comparison, readiness, report } = layout_bundlePaths;
    try {
        const files = foldRuns(contents);
        const [pricing] = bound(contents, "pricing_catalogue", pricingCatalogue);
        const [profile] = bound(contents, "score_profile", scoreProfile);
        const [policy] = bound(contents, "readiness_policy", readinessPolicy);
        if (!pricing || !profile || !policy) {
            return refused(layout_bundlePaths.plan, "the plan binds no pricing, no profile or no policy");
        }
        const names = [...contents.results.keys()].toSorted();
        const { manifest, plan, preflight } = contents;
        const verdict = decideMatrix({
            matrix_id: manifest.matrix_id,
            plan,
            plan_sha256: manifest.plan_sha256,
            preflight,
            results: names.flatMap((name) => {
                const result = contents.results.get(name);
                return result ? [{ result, digest: digestDocument("run-result", result) }] : [];
            }),
            requests: requestsOf(contents),
            stream: contents.streams.get(manifest.matrix_id) ?? [],
            cases: bound(contents, "case", caseContract),
            profile,
            pricing,
            policy,
        });
        if (!verdict.ok)
            return refused(comparison, verdict.message);
        files.set(comparison, documentText(verdict.comparison));
        files.set(readiness, documentText(verdict.readiness));
        files.set(report, renderMarkdown(reportView(verdict.report)));
        return { files };
    }
    catch (error) {
        // A fold throws on evidence that no run of ours could have left; here that is a finding, not a bug.
        return refused(comparison, error instanceof Error ? error.message : String(error));
    }
};
function foldRuns({ results, streams }) {
    const folded = new Map();
    for (const name of results.keys()) {
        folded.set(runPath(name), documentText(run_result_runResult(streams.get(name) ?? [])));
    }
    return folded;
}
function bound({ plan, contracts }, kind, form) {
    return plan.contracts
        .filter((one) => one.kind === kind)
        .map(({ path }) => form.parse(contracts.get(path)?.document));
}
function requestsOf({ results, artifacts, }) {
    return new Map([...results].map(([run_id, result]) => [run_id, decodeRequests(result, artifacts)]));
}

;// CONCATENATED MODULE: ./build/verify/verdict.js
const marks = { passed: "ok  ", failed: "FAIL", not_reached: "-   ", not_checked: "?   " };
/** 0: no fault found and the published digest, if any, is the archive's. 60: evidence integrity (SPEC §14). */
function exitCode(report) {
    return report.verification?.ok === true && !digestDiffers(report) ? 0 : 60;
}
/** The object of --json. */
function verdict_toJson(report) {
    const { verification, unreadable, published, archive_sha256, bundle } = report;
    const exit_code = exitCode(report);
    return {
        ok: exit_code === 0,
        exit_code,
        bundle,
        archive_sha256,
        published_sha256: published,
        signed: false,
        matrix_id: verification?.matrix_id ?? null,
        checks: verification?.checks ?? [],
        first_fault: digestFault(report) ?? unreadable ?? verification?.first_fault ?? null,
        not_checked: verification?.not_checked ?? ["everything: the bundle could not be read"],
    };
}
function toText(report) {
    const { verification, unreadable, published, archive_sha256, bundle } = report;
    const lines = [`Evidence bundle ${bundle}`];
    if (verification?.matrix_id)
        lines.push(`matrix  ${verification.matrix_id}`);
    if (archive_sha256 !== null)
        lines.push(`archive ${archive_sha256}`);
    lines.push("");
    const wrong = digestFault(report);
    if (published !== null)
        lines.push(`${wrong ? marks.failed : marks.passed}   published digest`);
    if (unreadable)
        lines.push(`${marks.failed}   archive: readable, canonical, nothing hidden`);
    for (const { id, name, state } of verification?.checks ?? []) {
        lines.push(`${marks[state]} ${id} ${name}`);
    }
    const fault = wrong ?? unreadable ?? verification?.first_fault;
    if (fault) {
        const line = fault.line !== undefined ? `:${fault.line}` : "";
        lines.push("", `First fault: ${fault.code} in ${fault.path || bundle}${line}`, `  ${fault.message}`);
    }
    if (verification) {
        lines.push("", "Not checked:", ...verification.not_checked.map((one) => `  ${one}`));
    }
    lines.push("", conclude(report));
    return `${lines.map(plain).join("\n")}\n`;
}
function conclude(report) {
    if (exitCode(report) !== 0) {
        return "NOT VERIFIED. Get the bundle again from where its digest was published; if it is the same, do not rely on it.";
    }
    return report.published === null
        ? "Unsigned: consistent with itself; authentic only against the published digest (--digest sha256:...)."
        : "Unsigned: consistent with itself, and it is the archive whose digest you gave.";
}
function digestDiffers({ published, archive_sha256 }) {
    return published !== null && published !== archive_sha256;
}
function digestFault(report) {
    if (!digestDiffers(report))
        return undefined;
    const { published, archive_sha256, bundle } = report;
    const message = archive_sha256 === null
        ? "a published digest is about the archive; give the archive, not its folder"
        : `the archive gives ${archive_sha256}; the published digest is ${published}`;
    return { code: "E-published_digest", path: bundle, message };
}
/** Paths and messages may quote the bundle: no control character of it reaches the terminal. */
function plain(text) {
    return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD");
}

;// CONCATENATED MODULE: ./build/verify/main.js
/** `verify.mjs F [--digest sha256:…] [--json]`: checks an evidence bundle with no network, no secrets and nothing but Node 20. */







const main_usage = `Usage: verify.mjs BUNDLE [--digest sha256:HEX] [--json]

BUNDLE is an evidence bundle: its folder or its .tar.gz.
--digest  the SHA-256 published for the archive, to be compared with it
--json    one JSON object instead of text
Exits with 0 (no fault found), 60 (a fault, named) or 50 (usage).
`;
/** `output` and `errors` take text; the returned number is the process's exit code. */
function verify(argv, output, errors) {
    const asked = readArguments(argv);
    if (typeof asked === "string") {
        errors(`${asked}\n\n${main_usage}`);
        return 50;
    }
    if (asked.help) {
        output(main_usage);
        return 0;
    }
    if (main_isAbsent(asked.bundle)) {
        errors(`there is no file ${cleanPath(asked.bundle)}\n\n${main_usage}`);
        return 50;
    }
    const report = inspect(asked.bundle, asked.digest);
    output(asked.json ? `${JSON.stringify(verdict_toJson(report))}\n` : toText(report));
    return exitCode(report);
}
/** Starts the command on this process. The exit code is set, not forced, so that piped output is never cut off. */
function main() {
    // A reader that stops early (head, less) is no fault of the bundle: the exit code still says what was found.
    process.stdout.on("error", () => { });
    process.exitCode = verify(process.argv.slice(2), (text) => process.stdout.write(text), (text) => process.stderr.write(text));
}
/** Whether nothing is there at all; what is there and can't be read is a fault of the bundle. */
function main_isAbsent(path) {
    try {
        return (0,external_node_fs_namespaceObject.statSync)(path, { throwIfNoEntry: false }) === undefined;
    }
    catch {
        return false;
    }
}
function cleanPath(path) {
    return path.replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD");
}
function inspect(bundle, published) {
    const read = readBundle(bundle);
    const about = { bundle, published, archive_sha256: read.archive_sha256 };
    if (!read.ok) {
        const unreadable = { ...read.fault, code: `E-${read.fault.code}` };
        return { ...about, unreadable, verification: null };
    }
    const rules = { parsers: bundleParsers, recompute: recomputeBundle };
    return { ...about, unreadable: null, verification: verifyBundle(read.files, rules) };
}
function readArguments(argv) {
    try {
        const { values, positionals } = (0,external_node_util_namespaceObject.parseArgs)({
            args: [...argv],
            allowPositionals: true,
            options: {
                digest: { type: "string" },
                json: { type: "boolean", default: false },
                help: { type: "boolean", short: "h", default: false },
            },
        });
        const digest = values.digest ?? null;
        if (digest !== null && !/^sha256:[0-9a-f]{64}$/.test(digest)) {
            return `--digest: ${JSON.stringify(digest)} is not sha256: and 64 lower-case hex digits`;
        }
        const [bundle, ...more] = positionals;
        if (values.help)
            return { bundle: "", digest, json: values.json, help: true };
        if (bundle === undefined)
            return "Which bundle? Give its folder or its .tar.gz.";
        if (more.length > 0)
            return `One bundle at a time: ${JSON.stringify(more[0])} is one too many.`;
        return { bundle, digest, json: values.json, help: false };
    }
    catch (error) {
        return error instanceof Error ? error.message : String(error);
    }
}

;// CONCATENATED MODULE: ./build/verifier.js

main();

