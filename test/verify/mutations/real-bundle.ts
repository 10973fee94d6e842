/** One real evaluation of the simulated matrix, made by the real command line, and the means to pack its files in any way at all. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";

import { crc32 } from "../../../src/core/evidence/crc32.ts";

export type Files = ReadonlyMap<string, Uint8Array>;
const root = join(import.meta.dirname, "../../..");

const matrix = `id: small
variable: framework
candidates: [{ id: bare-loop, adapter: bare-loop }]
cases: ["shipped:cases/*.yaml"]
tools: shipped:config/tools/enterprise.yaml
models: ["shipped:config/models/simulated.yaml"]
pricing: shipped:config/pricing/simulated-v1.yaml
profile: shipped:config/score-profiles/balanced-v1.yaml
policy: shipped:config/readiness-policies/smoke.yaml
repetitions: 1
budget: 5 USD
`;

/** The archive that `evaluate` leaves: three cases, one candidate, some 130 events. */
export function makeRealBundle(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "real-bundle-"));
  try {
    writeFileSync(join(folder, "agent-lab.yaml"), matrix);
    execFileSync(process.execPath, [join(root, "src/cli/main.ts"), "evaluate", "--json"], {
      cwd: folder,
      env: { PATH: process.env["PATH"], NO_COLOR: "1", CI: "1" },
      stdio: "ignore",
    });
    const [id = ""] = readdirSync(join(folder, ".agent-lab/matrices"));
    return readFileSync(join(folder, ".agent-lab/matrices", id, "evidence.tar.gz"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One entry as it shall stand in the archive, true or not. `edit` gets the finished header; its checksum is put right after. */
export interface Entry {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly edit?: (header: Uint8Array) => void;
  /** Leaves the checksum as `edit` made it. */
  readonly unsummed?: true;
}

export function entriesOf(files: Files): Entry[] {
  return [...files]
    .map(([path, bytes]) => ({ path, bytes }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A tar writer that refuses nothing: the product's own would not write what these tests need. */
export function rawTar(entries: readonly Entry[]): Uint8Array {
  const parts = entries.flatMap((entry) => [headerOf(entry), padded(entry.bytes)]);
  return Buffer.concat([...parts, new Uint8Array(1_024)]);
}

export function gzip(tar: Uint8Array): Uint8Array {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(tar), 0);
  end.writeUInt32LE(tar.length % 2 ** 32, 4);
  const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255);
  return Buffer.concat([head, deflateRawSync(tar, { level: 1 }), end]);
}

export function pack(files: Files): Uint8Array {
  return gzip(rawTar(entriesOf(files)));
}

function headerOf({ path, bytes, edit, unsummed }: Entry): Uint8Array {
  const header = new Uint8Array(512);
  const put = (at: number, text: string): void => {
    header.set(new TextEncoder().encode(text), at);
  };
  const slash = path.length > 100 ? path.indexOf("/", path.length - 101) : -1;
  put(0, path.slice(slash + 1).slice(0, 100));
  put(345, slash < 0 ? "" : path.slice(0, slash).slice(0, 155));
  put(100, "0000644\0");
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, `${bytes.length.toString(8).padStart(11, "0")}\0`);
  put(136, "00000000000\0");
  put(156, "0");
  put(257, "ustar\u{0}00");
  put(329, "0000000\0");
  put(337, "0000000\0");
  edit?.(header);
  if (unsummed === true) return header;
  put(148, " ".repeat(8));
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return header;
}

function padded(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, new Uint8Array((512 - (bytes.length % 512)) % 512)]);
}
