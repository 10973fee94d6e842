import type { CaseContract } from "../contracts/case.ts";
import type { RuntimeEvent, StoredEvent } from "../contracts/event.ts";
import type { Outcome } from "../contracts/fault.ts";
/** What the pure rings ask of the outside world. Types only; `src/shell` implements them, `src/compose.ts` hands them over. */
import type { ChildFrame, HostFrame } from "../contracts/frame.ts";
import type { Wire } from "../contracts/model.ts";
import type { PricingCatalogue } from "../contracts/pricing.ts";
import type { ArtifactRef, Digest, Missing } from "../contracts/primitives.ts";
import type { IsolationLevel, ReadinessPolicy } from "../contracts/readiness-policy.ts";
import type { ForeignRun } from "../contracts/run-result.ts";
import type { ScoreProfile } from "../contracts/score-profile.ts";
import type { ToolCatalogue } from "../contracts/tool-catalogue.ts";
import type { CrashPort } from "./crash-points.ts";
import type { LoneDocuments } from "./document-ports.ts";
import type { Fence, HolderPort, Leases } from "./lease-ports.ts";
import type { AppendRefusalCode, JobHead, LedgerFault } from "./ledger-ports.ts";
import type { ProjectFiles } from "./onboarding/project-view.ts";
import type { FrozenContracts } from "./planning/bind-contracts.ts";
import type { Redactor } from "./redaction/redactor.ts";
import type { Bundles, RecordedTarget } from "./replay-ports.ts";
import type { Revisions } from "./revision-ports.ts";
import type { Scratch } from "./scratch-port.ts";
import type { ToolDesk, ToolsAddress } from "./tool-ports.ts";
import type { EmbeddingsReply } from "./wire/encode-embeddings.ts";
import type { CanonicalOutcome } from "./wire/outcome.ts";
import type { CanonicalReply, CanonicalRequest } from "./wire/request.ts";
import type { RefusalWitness } from "./witness-ports.ts";
import type { OpenWorld } from "./world-port.ts";

/** `now`: UTC ISO 8601 with milliseconds. `monotonic`: milliseconds since an arbitrary start. */
export interface Clock {
  now(): string;
  monotonic(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** `hex(n)`: n random bytes as 2n hex digits. */
export interface Entropy {
  hex(bytes: number): string;
}

/** `event_id` names the whole append: the same id with the same events is answered with the stored outcome. */
export interface AppendRequest {
  readonly job_id: string;
  readonly expected_revision: number;
  readonly event_id: string;
  readonly at: string;
  readonly events: readonly RuntimeEvent[];
  /** Refuses the append (`lease_lost`) unless this epoch still has the lease, judged in the append's own transaction. */
  readonly fence?: Fence;
}

export type AppendOutcome =
  | {
      readonly ok: true;
      readonly revision: number;
      readonly head: Digest;
      readonly repeated: boolean;
    }
  | { readonly ok: false; readonly code: AppendRefusalCode; readonly message: string };

export interface Ledger {
  /** Writes all events and the new snapshot in one transaction, or nothing. Resolves when durable. */
  append(request: AppendRequest): Promise<AppendOutcome>;
  head(job_id: string): JobHead | undefined;
  heads(): readonly JobHead[];
  events(job_id: string): readonly StoredEvent[];
  /** RFC 8785 text of the stream's snapshot as the reducer left it, put together from its stored parts. */
  snapshot(job_id: string): string | undefined;
  readonly leases: Leases;
  /** Replays every stream and compares all that is stored with it; an append looks at the end of its stream only. */
  audit(): readonly LedgerFault[];
  /** Writes a consistent copy (VACUUM INTO); the live file is never opened by anything else. */
  copyTo(file: string): void;
  close(): void;
}

export interface ArtifactStore {
  /** Durable before it resolves: written, synced, renamed to its digest, folder synced. */
  put(
    bytes: Uint8Array,
    about: { readonly media_type: string; readonly role: ArtifactRef["role"] },
  ): Promise<ArtifactRef>;
  /** Returns the bytes only when digest and size are right. */
  read(ref: {
    readonly sha256: Digest;
    readonly size: number;
  }): Promise<Uint8Array | ArtifactFault>;
}
export interface ArtifactFault {
  readonly fault: "absent" | "wrong_digest" | "wrong_size" | "not_a_file";
  readonly message: string;
}

// ── gateway ─────────────────────────────────────────────────────────────────

export interface ModelCall {
  readonly wire: Wire;
  readonly path: string;
  readonly body: Uint8Array;
  readonly json: unknown;
  readonly request: CanonicalRequest;
  readonly user_agent: string;
  /** Set where secrets were taken out of body, json and request: how many, and the bytes the client really sent. */
  readonly redacted?: number;
  readonly sent_bytes?: number;
}

export type UpstreamTarget =
  | {
      readonly kind: "simulated";
      reply(): {
        readonly reply: CanonicalReply;
        readonly delay_ms: number;
        readonly response_id: string;
        readonly created: number;
      };
    }
  | { readonly kind: "simulated_embeddings"; readonly reply: EmbeddingsReply }
  | RecordedTarget
  | {
      readonly kind: "simulated_error";
      readonly status: number;
      readonly code: string;
      readonly message: string;
    }
  | {
      readonly kind: "live";
      readonly base_url: string;
      readonly api_key: string;
      /** The upstream names models by path and takes its key as api-key. */
      readonly azure?: boolean;
    };

export type Admission =
  | { readonly admitted: true; readonly operation_id: string; readonly upstream: UpstreamTarget }
  | {
      readonly admitted: false;
      readonly status: 400 | 402 | 403 | 404 | 503;
      readonly code: string;
      readonly message: string;
    };

export interface SettledCall {
  readonly status: number;
  /** Bytes as the upstream sent them, content-decoding undone. */
  readonly body: Uint8Array;
  readonly content_type: string;
  readonly outcome: CanonicalOutcome;
  readonly duration_ms: number;
  /** Set where secrets were taken out of body and outcome: how many. */
  readonly redacted?: number;
}

/** Decides and records each model call of one run. Both promises resolve only when the record is durable. */
export interface ModelCallGate extends Partial<RefusalWitness> {
  admit(call: ModelCall): Promise<Admission>;
  settle(operation_id: string, settled: SettledCall): Promise<void>;
}

export interface GatewaySession extends ToolsAddress {
  /** Ends in /v1, as OpenAI SDKs expect it. */
  readonly base_url: string;
  readonly token: string;
  /** After this, calls with the token are refused; calls in flight are settled first. */
  close(): Promise<void>;
}

export interface Gateway {
  open(gate: ModelCallGate, desk?: ToolDesk | null): GatewaySession;
  close(): Promise<void>;
}

// ── workers ─────────────────────────────────────────────────────────────────

export interface WorkerSpec {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly nonce: string;
  readonly channel: "fd:3" | "tcp";
  readonly idle_ms: number;
  readonly total_ms: number;
  readonly grace_ms: number;
}

/** What the host learns from a child, in order; `ended` is always last. */
export type WorkerSignal =
  | { readonly kind: "frame"; readonly frame: ChildFrame }
  | {
      readonly kind: "violation";
      readonly code: string;
      readonly message: string;
      readonly frame: number | null;
    }
  | { readonly kind: "deadline"; readonly which: "idle" | "total" }
  | {
      readonly kind: "ended";
      readonly exit_code: number | null;
      readonly signal: string | null;
      readonly log: Uint8Array;
    };

type Unnumbered<T> = T extends unknown ? Omit<T, "v" | "nonce" | "frame_sequence"> : never;
export type HostMessage = Unnumbered<HostFrame>;

export interface Worker {
  readonly pid: number;
  /** Frames and faults until the child has ended and its tree is gone. */
  readonly signals: AsyncIterable<WorkerSignal>;
  send(message: HostMessage): void;
  /** Cancel frame, grace, then the whole process group is killed. */
  stop(reason: string): void;
}

export interface Workers {
  start(spec: WorkerSpec): Worker;
}

// ── programs ────────────────────────────────────────────────────────────────

/** A program of the user's: `total_ms` is its whole life, `stdout_cap` the bytes kept of stdout. */
export interface ProgramSpec {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly nonce: string;
  readonly total_ms: number;
  readonly stdout_cap: number;
  /** Ends the program and its tree at once. */
  readonly stop?: AbortSignal;
}

export interface ProgramEnd {
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly timed_out: boolean;
  /** It ended by itself and left a process running, which was stopped. */
  readonly strays: boolean;
  /** Why it could not be started; null when it was. */
  readonly spawn_error: string | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly duration_ms: number;
}

export interface Programs {
  run(spec: ProgramSpec): Promise<ProgramEnd>;
}

// ── progress ────────────────────────────────────────────────────────────────

export type Progress =
  | { readonly kind: "step"; readonly name: string; readonly detail: string }
  | {
      readonly kind: "blocks";
      readonly done: number;
      readonly total: number;
      readonly candidate: string;
      readonly case_id: string;
      readonly repetition: number;
      readonly elapsed_ms: number;
    }
  | { readonly kind: "note"; readonly text: string };

export interface ProgressSink {
  report(progress: Progress): void;
}

// ── workspace ───────────────────────────────────────────────────────────────

/** One matrix's folder. Paths inside are relative with forward slashes; writes are whole or absent. */
export interface MatrixFolder {
  readonly matrix_id: string;
  readonly path: string;
  locate(relative: string): string;
  write(relative: string, content: string | Uint8Array): void;
  read(relative: string): Uint8Array | null;
  list(relative: string): readonly string[];
  /** Nothing happens where there is no such file. */
  remove(relative: string): void;
  /** The right to write here, for one process at a time; what a process that has ended left behind is taken over. */
  claim(): { readonly ok: true; release(): void } | { readonly ok: false; readonly pid: number };
}

export interface MatrixStore {
  create(matrix_id: string): MatrixFolder;
  open(matrix_id: string): MatrixFolder | null;
  /** Newest first. */
  ids(): readonly string[];
}

/** Reads contracts; every refusal names file, line and column. */
export interface Workspace extends LoneDocuments {
  loadContracts(file: string): Outcome<FrozenContracts>;
  loadCase(file: string, catalogue: ToolCatalogue): Outcome<CaseContract>;
  /** `file:line:column` of a JSON Pointer into the frozen case; the file alone where it does not hold that part. */
  placeInCase(file: string, pointer: string): string;
  loadProfile(file: string): Outcome<ScoreProfile>;
  loadPricing(file: string): Outcome<PricingCatalogue>;
  loadPolicy(file: string): Outcome<ReadinessPolicy>;
  loadForeignRuns(folder: string): Outcome<readonly ForeignRun[]>;
  matrices(folder: string): MatrixStore;
}

// ── adapters ────────────────────────────────────────────────────────────────

/** An adapter ready to be started: its program, and what will be recorded about it. */
export interface PreparedAdapter {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly framework_from: string;
  readonly framework: { readonly name: string; readonly version: string | Missing };
  readonly packages: readonly { readonly name: string; readonly version: string }[];
  readonly lockfile_sha256: Digest | Missing;
  readonly install_seconds: number | null;
}

/** `known`: every adapter there is. `close`: the one whose name is nearest, where one is near. */
export type AdapterFound =
  | { readonly found: true; readonly track: "controlled" | "native" }
  | { readonly found: false; readonly known: readonly string[]; readonly close: string | null };

export interface Adapters {
  /** Whether there is an adapter of that name; nothing is installed and nothing started. */
  find(adapter: string): AdapterFound;
  prepare(
    adapter: string,
    working_directory: string | undefined,
  ): Promise<Outcome<PreparedAdapter>>;
}

/** Everything outside, handed to the commands by `src/compose.ts`. */
export interface Shell extends CrashPort, HolderPort {
  readonly version: string;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly progress: ProgressSink;
  /** The user's project folder, absolute. */
  readonly project: string;
  readonly workspace: Workspace;
  /** A workspace over another folder: a checkout. */
  readonly openWorkspace: (folder: string) => Workspace;
  readonly projectFiles: ProjectFiles;
  readonly revisions: Revisions;
  readonly adapters: Adapters;
  readonly runtime: { readonly node: string; readonly platform: string };
  /** How the terminal face is set. */
  readonly terminal: { readonly colour: boolean; readonly width: number };
  readonly countTokens: (text: string) => number;
  readonly environment: (name: string) => string | undefined;
  /** A path for people: relative to the current folder where that is shorter. */
  readonly show: (path: string) => string;
  /** The offline verifier's file, shown as `show` does. */
  readonly verifier: string;
  openLedger(file: string): Ledger;
  openArtifacts(folder: string): ArtifactStore;
  readonly openWorld: OpenWorld;
  openGateway(): Promise<Gateway>;
  /** Probes what isolation this machine can give; only commands that run something ask for it. */
  openWorkers(): {
    readonly workers: Workers;
    readonly programs: Programs;
    readonly isolation: IsolationLevel;
  };
  /** A fresh private folder for one run's HOME and TMPDIR; the caller removes it. */
  scratch(): Scratch;
  /** Knows this environment's secrets and the values of `secrets` (names); keys by shape in `public_texts` are examples. */
  openRedactor(more?: {
    readonly secrets?: readonly string[];
    readonly public_texts?: readonly string[];
  }): Redactor;
  readonly bundles: Bundles;
}
