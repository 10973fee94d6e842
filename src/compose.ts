/** Builds the shell: the only file that knows every outside thing, and hands them to the commands. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import type { Shell } from "./core/ports.ts";
import { writeArchive } from "./shell/archive/gzip.ts";
import { openArtifactStore } from "./shell/artifacts/store.ts";
import { createGateway } from "./shell/gateway/create-gateway.ts";
import { openLedger } from "./shell/ledger/ledger.ts";
import { openAdapters } from "./shell/packages/adapters.ts";
import { createClock, createEntropy } from "./shell/system/clock.ts";
import { createProgress } from "./shell/terminal/progress.ts";
import { countTokens } from "./shell/tokenizer/count-tokens.ts";
import { reachedIsolation } from "./shell/workers/isolation.ts";
import { createWorkers } from "./shell/workers/worker.ts";
import { openWorkspace } from "./shell/workspace/project.ts";

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
}

export function composeShell(surroundings: Surroundings): Shell {
  const { environment } = surroundings;
  const clock = createClock();
  const entropy = createEntropy();
  const shipped = findShipped(import.meta.dirname);
  const colour = (environment["NO_COLOR"] ?? "") === "" && environment["TERM"] !== "dumb";
  const ci = (environment["CI"] ?? "") !== "";
  const progress = createProgress({
    stream: surroundings.errors,
    is_tty: surroundings.errors.is_tty,
    colour: colour && surroundings.errors.is_tty,
    ci,
  });
  const prebuilds = join(import.meta.dirname, "prebuilds");
  const ledgerOptions = existsSync(prebuilds) ? { prebuilds } : {};
  return {
    version: readVersion(shipped),
    clock,
    entropy,
    progress,
    workspace: openWorkspace({ project: surroundings.project, shipped }),
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
    }),
    runtime: { node: surroundings.node_version, platform: surroundings.platform },
    terminal: { colour: colour && surroundings.output.is_tty, width: surroundings.output.columns },
    countTokens,
    environment: (name) => environment[name],
    openLedger: (file) => openLedger(file, ledgerOptions),
    openArtifacts: openArtifactStore,
    openGateway: async () => createGateway({ clock, entropy }),
    openWorkers: () => ({ workers: createWorkers({ clock }), isolation: reachedIsolation() }),
    scratch: () => {
      const path = mkdtempSync(join(tmpdir(), "agent-lab-"));
      return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
    },
    packBundle: writeArchive,
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

function readVersion(shipped: string): string {
  const file = join(shipped, "package.json");
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return typeof manifest === "object" &&
    manifest !== null &&
    "version" in manifest &&
    typeof manifest.version === "string"
    ? manifest.version
    : "unknown";
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
