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

/** `lines`: plain text, in order. Undefined when nothing is recognised: then the last lines must speak for themselves. */
export function findInstallTrouble(lines: readonly string[]): InstallTrouble | undefined {
  for (const [trouble, sign] of signs) {
    const line = lines.find((one) => sign.test(one.slice(0, 2_000)));
    if (line !== undefined) return { trouble, line: line.trim().slice(0, 300) };
  }
  return undefined;
}
