/** `verify.mjs F [--digest sha256:…] [--json]`: checks an evidence bundle with no network, no secrets and nothing but Node 20. */
import { statSync } from "node:fs";
import { parseArgs } from "node:util";

import { verifyBundle } from "../core/evidence/verify.ts";
import { readBundle } from "../shell/archive/read-bundle.ts";
import { bundleParsers } from "./parsers.ts";
import { recomputeBundle } from "./recompute.ts";
import { exitCode, toJson, toText, type VerifyReport } from "./verdict.ts";

const usage = `Usage: verify.mjs BUNDLE [--digest sha256:HEX] [--json]

BUNDLE is an evidence bundle: its folder or its .tar.gz.
--digest  the SHA-256 published for the archive, to be compared with it
--json    one JSON object instead of text
Exits with 0 (no fault found), 60 (a fault, named) or 50 (usage).
`;

/** `output` and `errors` take text; the returned number is the process's exit code. */
export function verify(
  argv: readonly string[],
  output: (text: string) => void,
  errors: (text: string) => void,
): 0 | 50 | 60 {
  const asked = readArguments(argv);
  if (typeof asked === "string") {
    errors(`${asked}\n\n${usage}`);
    return 50;
  }
  if (asked.help) {
    output(usage);
    return 0;
  }
  if (isAbsent(asked.bundle)) {
    errors(`there is no file ${cleanPath(asked.bundle)}\n\n${usage}`);
    return 50;
  }
  const report = inspect(asked.bundle, asked.digest);
  output(asked.json ? `${JSON.stringify(toJson(report))}\n` : toText(report));
  return exitCode(report);
}

/** Starts the command on this process. The exit code is set, not forced, so that piped output is never cut off. */
export function main(): void {
  // A reader that stops early (head, less) is no fault of the bundle: the exit code still says what was found.
  process.stdout.on("error", () => {});
  process.exitCode = verify(
    process.argv.slice(2),
    (text) => process.stdout.write(text),
    (text) => process.stderr.write(text),
  );
}

/** Whether nothing is there at all; what is there and can't be read is a fault of the bundle. */
function isAbsent(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

function cleanPath(path: string): string {
  return path.replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD");
}

function inspect(bundle: string, published: string | null): VerifyReport {
  const read = readBundle(bundle);
  const about = { bundle, published, archive_sha256: read.archive_sha256 };
  if (!read.ok) {
    const unreadable = { ...read.fault, code: `E-${read.fault.code}` };
    return { ...about, unreadable, verification: null };
  }
  const rules = { parsers: bundleParsers, recompute: recomputeBundle };
  return { ...about, unreadable: null, verification: verifyBundle(read.files, rules) };
}

function readArguments(
  argv: readonly string[],
): string | { bundle: string; digest: string | null; json: boolean; help: boolean } {
  try {
    const { values, positionals } = parseArgs({
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
    if (values.help) return { bundle: "", digest, json: values.json, help: true };
    if (bundle === undefined) return "Which bundle? Give its folder or its .tar.gz.";
    if (more.length > 0) return `One bundle at a time: ${JSON.stringify(more[0])} is one too many.`;
    return { bundle, digest, json: values.json, help: false };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
