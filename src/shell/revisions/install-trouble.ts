/** Recognises why an installer gave up, by the words npm, pnpm, Yarn, pip, uv and Poetry use for it. */
import type { SetupTrouble } from "../../core/revision-ports.ts";

export interface InstallTrouble {
  readonly trouble: Extract<
    SetupTrouble,
    "dependency_conflict" | "lockfile_out_of_sync" | "package_gone"
  >;
  /** The installer's own line. */
  readonly line: string;
}

/** In this order: a conflict or a stale lockfile often ends in lines that read like a missing package. */
const signs: readonly (readonly [InstallTrouble["trouble"], RegExp])[] = [
  [
    "lockfile_out_of_sync",
    /can only install (?:packages )?(?:when|with an existing)|\bare in sync\b|ERR_PNPM_(?:OUTDATED_LOCKFILE|NO_LOCKFILE|LOCKFILE_CONFIG_MISMATCH)|\bYN0028\b|lockfile (?:would have been|needs to be) (?:modified|updated)|The lockfile at .{1,200} needs to be updated|changed significantly since poetry\.lock|poetry\.lock .{0,60}(?:not up to date|out of date)|DO NOT MATCH THE HASHES|--require-hashes mode/i,
  ],
  [
    "dependency_conflict",
    /\bERESOLVE\b|ResolutionImpossible|conflicting dependencies|dependency conflict|No solution found when resolving|version solving failed|ERR_PNPM_PEER_DEP|incompatible with this version|are incompatible\b/i,
  ],
  [
    "package_gone",
    /\bE404\b|\bETARGET\b|404 Not Found|No matching (?:version|distribution) found|Could not find a version that satisfies|was not found in the (?:package )?registry|ERR_PNPM_(?:FETCH_404|NO_MATCHING_VERSION)|Couldn't find (?:any versions for|package)|there is no version of|has been yanked/i,
  ],
];

/** What says more than the line that gave the trouble away, best first: installers name the packages a few lines later. */
const telling: Readonly<Record<InstallTrouble["trouble"], readonly RegExp[]>> = {
  dependency_conflict: [/Could not resolve dependency:$/, /The conflict is caused by:$/],
  package_gone: [/No matching (?:version|distribution) found for/i, /404 Not Found/],
  lockfile_out_of_sync: [],
};

/** `lines`: plain text, in order. Undefined when nothing is recognised: then the last lines must speak for themselves. */
export function findInstallTrouble(lines: readonly string[]): InstallTrouble | undefined {
  for (const [trouble, sign] of signs) {
    const signed = lines.filter((one) => sign.test(one.slice(0, 2_000)));
    const [first] = signed;
    if (first === undefined) continue;
    const better = telling[trouble]
      .map((words) => lines.find((one) => words.test(one.trimEnd().slice(0, 2_000))))
      .find((one) => one !== undefined);
    const line = better ?? signed.find((one) => !bareCode.test(one)) ?? first;
    return { trouble, line: shorten(withReasons(line, lines)) };
  }
  return undefined;
}

const bareCode = /^npm (?:error|ERR!) code \w+$/;

/** A line that ends with a colon, with what stands under it: pip's indented reasons, or the one next line. */
function withReasons(line: string, lines: readonly string[]): string {
  if (!line.trimEnd().endsWith(":")) return line;
  const below = lines.slice(lines.indexOf(line) + 1, lines.indexOf(line) + 5);
  const end = below.findIndex((one) => !/^\s{4}/.test(one));
  const reasons = end > 0 ? below.slice(0, end) : below.slice(0, 1);
  const bare = reasons.map((one) => one.replace(/^npm (?:error|ERR!)/, "").trim());
  return bare.length === 0 ? line : `${line.trimEnd()} ${bare.join("; ")}`;
}

/** 300 characters; pip lists every version there is, which says less than the name it asked for. */
function shorten(line: string): string {
  const said = line.trim().replace(/ \(from versions: [^)]*\)?/, "");
  return said.length <= 300 ? said : `${said.slice(0, 299).toWellFormed()}…`;
}
