/** What the commands ask about base and head: two commits, a checkout of each, its setup and what it installs. Types only. */
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { Digest } from "../contracts/primitives.ts";
import type { Redactor } from "./redaction/redactor.ts";

/** Full commit ids. `base` is the merge base of the two; `base_tip` is the commit that was named as base. */
export interface ResolvedRevisions {
  readonly base: string;
  readonly head: string;
  readonly base_tip: string;
  /** More than one where the branches were merged into each other: `base` then lacks some of what both have. */
  readonly merge_bases: number;
  /** What had to be done or decided to know them, one sentence each. */
  readonly notes: readonly string[];
}

/** One revision's files, with a HOME and a temporary folder of its own beside them in a private folder. */
export interface Checkout {
  readonly name: string;
  readonly sha: string;
  readonly repository: string;
  /** The private parent of `path`, `home` and `temp`. */
  readonly folder: string;
  readonly path: string;
  readonly home: string;
  readonly temp: string;
  /** What the revision names but the checkout does not hold: submodules, Git LFS files. */
  readonly not_fetched: readonly Fault[];
  /** Deletes all of it; a fault says what is left behind. A second call does nothing. */
  remove(): Promise<Fault | null>;
}

export type SetupTrouble =
  | "dependency_conflict"
  | "lockfile_out_of_sync"
  | "package_gone"
  | "timeout"
  | "not_started"
  | "given_a_key"
  | "failed";

export interface SetupRequest {
  readonly checkout: Checkout;
  readonly argv: readonly [string, ...string[]];
  /** Declared variables, added to the few that installers need. A provider's key among them is refused. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeout_ms: number;
  /** For all that the hook prints, before any of it is cut: half a secret is no longer found. */
  readonly redactor: Pick<Redactor, "redactText" | "redactStream">;
}

/** `log`: what the hook printed, redacted and capped. `line`: the installer's own words for the trouble, if it was recognised. */
export type SetupOutcome =
  | { readonly ok: true; readonly duration_ms: number; readonly log: Uint8Array }
  | {
      readonly ok: false;
      readonly trouble: SetupTrouble;
      readonly line: string | null;
      readonly last_lines: readonly string[];
      readonly exit_code: number | null;
      readonly duration_ms: number;
      readonly log: Uint8Array;
      readonly fault: Fault;
    };

/** `versions_read` is false for formats of which only the digest is taken. */
export interface FoundLockfile {
  readonly path: string;
  readonly sha256: Digest;
  readonly versions_read: boolean;
}

/** A framework or model client that the revision installs. */
export interface FoundFramework {
  readonly name: string;
  readonly version: string;
  readonly lockfile: string;
}

export interface CheckoutDescription {
  readonly lockfiles: readonly FoundLockfile[];
  readonly frameworks: readonly FoundFramework[];
  readonly findings: readonly Fault[];
}

export interface Revisions {
  /** Where a folder lies inside its repository: "" for the root, else with a slash at the end. */
  prefix(folder: string): Promise<string>;
  resolve(request: {
    readonly repository: string;
    readonly base: string;
    readonly head: string;
  }): Promise<Outcome<ResolvedRevisions>>;
  /** Every path that differs between two commits, both names of a file that was moved. */
  changedFiles(request: {
    readonly repository: string;
    readonly base: string;
    readonly head: string;
  }): Promise<Outcome<readonly string[]>>;
  /** Every path of one commit. */
  filesOf(request: {
    readonly repository: string;
    readonly sha: string;
  }): Promise<Outcome<readonly string[]>>;
  openCheckout(request: {
    readonly repository: string;
    readonly sha: string;
    readonly name: string;
    readonly parent: string;
  }): Promise<Outcome<Checkout>>;
  runSetup(request: SetupRequest): Promise<SetupOutcome>;
  /** `folder`: where the agent lives inside the checkout, relative; its lockfile may be there, above or below. */
  describe(checkout: Checkout, folder?: string): Promise<CheckoutDescription>;
}
