/** Builds the shell: the only file that knows every outside thing, and hands them to the commands. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";

import type { Backups } from "./core/backup-ports.ts";
import type { MergePorts } from "./core/merge-ports.ts";
import type { ProgressSink, Shell } from "./core/ports.ts";
import { createRedactor, type Redactor } from "./core/redaction/redactor.ts";
import { secretsOf } from "./core/redaction/secret-names.ts";
import { redactValue } from "./core/redaction/values.ts";
import type { Scratch } from "./core/scratch-port.ts";
import { findBundle } from "./shell/archive/find-bundle.ts";
import { writeArchive } from "./shell/archive/gzip.ts";
import { openArtifactStore } from "./shell/artifacts/store.ts";
import { openBackups } from "./shell/backups/backups.ts";
import { armCrashPoint, crashVariable } from "./shell/crash/crash-point.ts";
import { enterClean } from "./shell/environment/enter-clean.ts";
import { findExposures } from "./shell/environment/exposures.ts";
import { createGateway } from "./shell/gateway/create-gateway.ts";
import { importEvents } from "./shell/ledger/import.ts";
import { openLedger } from "./shell/ledger/ledger.ts";
import { openAdapters } from "./shell/packages/adapters.ts";
import { createRevisions } from "./shell/revisions/revisions.ts";
import { createClock, createEntropy } from "./shell/system/clock.ts";
import { createHolders } from "./shell/system/holders.ts";
import { createProgress } from "./shell/terminal/progress.ts";
import { countTokens } from "./shell/tokenizer/count-tokens.ts";
import { reachedIsolation } from "./shell/workers/isolation.ts";
import { createPrograms } from "./shell/workers/program.ts";
import { createWorkers } from "./shell/workers/worker.ts";
import { claimFolder } from "./shell/workspace/claim-folder.ts";
import { nearest } from "./shell/workspace/explain-issues.ts";
import { hideFromGit } from "./shell/workspace/matrix-folder.ts";
import { isRunning, ownIdentity } from "./shell/workspace/process-identity.ts";
import { openProjectFiles } from "./shell/workspace/project-files.ts";
import { openWorkspace } from "./shell/workspace/project.ts";
import { openWorld } from "./shell/worlds/world.ts";

export interface Surroundings {
  /** The user's project folder; relative paths start here. */
  readonly project: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly node: string;
  readonly platform: string;
  readonly node_version: string;
  readonly output: { readonly is_tty: boolean; readonly columns: number };
  readonly errors: {
    write(text: string): unknown;
    readonly is_tty: boolean;
    readonly columns?: number;
  };
  /** What only tests set: how long a silent holder of a lease is waited for, and what happens at the armed crash point. */
  readonly trial?: { readonly lease_ttl_ms?: number; readonly atCrashPoint?: () => void };
}

const leaseTtl = 15_000;

export function composeShell(surroundings: Surroundings): Shell {
  // Taken out here: no child ever gets it.
  const { [crashVariable]: armed, ...environment } = surroundings.environment;
  const crashPoint = armCrashPoint(armed, surroundings.trial?.atCrashPoint);
  const clock = createClock();
  const entropy = createEntropy();
  const shipped = findShipped(import.meta.dirname);
  const colour = (environment["NO_COLOR"] ?? "") === "" && environment["TERM"] !== "dumb";
  const ci = (environment["CI"] ?? "") !== "";
  const redactor = createRedactor(secretsOf(environment));
  const progress = guardProgress(redactor, {
    stream: surroundings.errors,
    is_tty: surroundings.errors.is_tty,
    colour: colour && surroundings.errors.is_tty,
    ci,
  });
  const show = (path: string): string => {
    const near = relative(surroundings.project, path);
    return near !== "" && near.length < path.length ? near : path;
  };
  const prebuilds = join(import.meta.dirname, "prebuilds");
  const ledgerOptions = { crashPoint, ...(existsSync(prebuilds) ? { prebuilds } : {}) };
  return {
    version: readVersion(shipped),
    crashPoint,
    clock,
    entropy,
    holders: createHolders({
      ttl_ms: surroundings.trial?.lease_ttl_ms ?? leaseTtl,
      entropy,
      own: ownIdentity(),
      isRunning,
    }),
    progress,
    project: surroundings.project,
    openWorkspace: (folder) => openWorkspace({ project: folder, shipped }, crashPoint),
    projectFiles: openProjectFiles({ project: surroundings.project, shipped }),
    revisions: createRevisions({ environment: definedOnly(environment) }),
    workspace: openWorkspace({ project: surroundings.project, shipped }, crashPoint),
    adapters: openAdapters({
      folders: [
        join(surroundings.project, "adapters"),
        join(shipped, "adapters"),
        join(shipped, "dist", "adapters"),
      ],
      project: surroundings.project,
      node: surroundings.node,
      log: (text) => progress.report({ kind: "note", text }),
      install_env: installEnvironment(environment),
      nearest,
    }),
    runtime: { node: surroundings.node_version, platform: surroundings.platform },
    terminal: { colour: colour && surroundings.output.is_tty, width: surroundings.output.columns },
    countTokens,
    environment: (name) => environment[name],
    show,
    verifier: show(join(shipped, "dist", "verify.mjs")),
    openLedger: (file) => openLedger(file, ledgerOptions),
    openWorld,
    openArtifacts: (folder) => openArtifactStore(folder, crashPoint),
    openGateway: async () => createGateway({ clock, entropy }),
    openWorkers: () => ({
      workers: createWorkers({ clock }),
      programs: createPrograms(),
      isolation: reachedIsolation(),
    }),
    scratch: openScratch,
    openRedactor: (more) =>
      more === undefined
        ? redactor
        : createRedactor(secretsOf(environment, more.secrets), more.public_texts),
    bundles: {
      pack: writeArchive,
      read: (path) => findBundle(resolve(surroundings.project, path)),
    },
  };
}

/** What the commands that keep records safe need besides the shell. */
export function composeBackups(project: string): Backups {
  return openBackups({ project, claim: claimFolder, hideFromGit });
}

/** What merging needs besides; the verifier is handed in by whoever has it. */
export function composeMerge(project: string, verify: MergePorts["verify"]): MergePorts {
  const prebuilds = join(import.meta.dirname, "prebuilds");
  return {
    folders: composeBackups(project),
    verify,
    importEvents: (file, events) =>
      importEvents(file, events, existsSync(prebuilds) ? { prebuilds } : {}),
  };
}

function guardProgress(
  redactor: Redactor,
  options: Parameters<typeof createProgress>[0],
): ProgressSink {
  const sink = createProgress(options);
  return { report: (progress) => sink.report(redactValue(redactor, progress)) };
}

/** The environment to run in: what may be shown, the secrets apart from it, and what a user should know about both. */
export interface EnteredHost {
  readonly clean: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/**
 * Call this first in anything that runs agents: the process starts again without its secrets in its environment, where
 * the machine can do that. `again`: the arguments it is started again with, after the program's own name.
 */
export function enterHost(
  environment: Surroundings["environment"],
  again: readonly string[],
): EnteredHost {
  const host = enterClean(environment, [process.execPath, ...again]);
  const { clean, secrets } = host;
  const own =
    host.level === "exposed"
      ? [`this process's own environment can be read by agents (${host.reason ?? "no reason"})`]
      : [];
  const others = findExposures(secrets).filter((one) => one.pid !== process.pid);
  const shown = others.map(
    ({ pid, program, names }) => `process ${pid} (${program}) shows ${names.join(", ")} to agents`,
  );
  return { clean, secrets, notes: [...own, ...shown.slice(0, 5)] };
}

function openScratch(): Scratch {
  const path = mkdtempSync(join(tmpdir(), "agent-lab-"));
  const locate = (name: string): string => join(path, name);
  return {
    path,
    locate,
    write: (name, text) => {
      writeFileSync(locate(name), text, { mode: 0o600 });
      return locate(name);
    },
    read: (name) => (existsSync(locate(name)) ? readFileSync(locate(name), "utf8") : null),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Agent Lab's own folder: the nearest one above this file that holds action.yml, in a checkout and in dist alike. */
function findShipped(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "action.yml"))) return folder;
    if (dirname(folder) === folder)
      throw new Error(`no action.yml above ${from}: Agent Lab's own files are incomplete`);
  }
}

/** From the checkout's package.json, or from the one dist/ carries where there is nothing else. */
function readVersion(shipped: string): string {
  for (const file of [join(shipped, "package.json"), join(shipped, "dist", "package.json")]) {
    if (!existsSync(file)) continue;
    const manifest: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof manifest !== "object" || manifest === null) continue;
    if ("version" in manifest && typeof manifest.version === "string") return manifest.version;
  }
  return "unknown";
}

/** npm needs a home, a path and its own settings; it never sees a provider's key or the runner's tokens. */
function installEnvironment(environment: Surroundings["environment"]): Record<string, string> {
  const kept =
    /^(PATH|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|TMP|TMPDIR|SystemRoot|ComSpec|LANG|HTTPS?_PROXY|NO_PROXY|https?_proxy|no_proxy|SSL_CERT_FILE|NODE_EXTRA_CA_CERTS|npm_config_\w+)$/i;
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && kept.test(name) ? [[name, value]] : [],
    ),
  );
}

function definedOnly(environment: Surroundings["environment"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
