/** Finds an adapter's folder, installs it on first use, and records which framework will really be loaded. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { adapterManifest, type AdapterManifest } from "../../contracts/adapter.ts";
import type { Fault, Outcome } from "../../contracts/fault.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { AdapterFound, Adapters, PreparedAdapter } from "../../core/ports.ts";
import { ensureInstalled } from "./install.ts";
import { lockfileDigest } from "./lockfile.ts";
import { readVersions } from "./versions.ts";

export interface AdapterPlaces {
  /** Searched in order; the project's own adapters come first. */
  readonly folders: readonly string[];
  readonly project: string;
  /** The Node program adapters run under. */
  readonly node: string;
  readonly log: (line: string) => void;
  /** npm's environment, without any key. */
  readonly install_env: Readonly<Record<string, string>>;
  /** The known name that a misspelt one was probably meant to be. */
  readonly nearest: (name: string, known: readonly string[]) => string | null;
}

export function openAdapters(places: AdapterPlaces): Adapters {
  return {
    find: (adapter) => findAdapter(places, adapter),
    prepare: async (adapter, working_directory) =>
      prepareAdapter(places, adapter, working_directory),
  };
}

function findAdapter({ folders, nearest }: AdapterPlaces, adapter: string): AdapterFound {
  const folder = folderOf(folders, adapter);
  if (folder !== undefined) {
    const manifest = readManifest(folder);
    // What is wrong with a manifest is said where the adapter is made ready.
    return { found: true, track: manifest.ok ? manifest.value.track : "controlled" };
  }
  const names = folders
    .filter((one) => existsSync(one))
    .flatMap((one) => readdirSync(one).filter((name) => folderOf([one], name) !== undefined));
  const known = [...new Set(names)].toSorted();
  return { found: false, known, close: nearest(adapter, known) };
}

function folderOf(folders: readonly string[], adapter: string): string | undefined {
  return folders
    .map((one) => join(one, adapter))
    .find((one) => existsSync(join(one, "adapter.json")));
}

async function prepareAdapter(
  places: AdapterPlaces,
  adapter: string,
  working_directory: string | undefined,
): Promise<Outcome<PreparedAdapter>> {
  const folder = folderOf(places.folders, adapter);
  if (folder === undefined)
    return refuse(
      "adapter_missing",
      `there is no adapter ${adapter}`,
      places.folders.join(", "),
      "Name one of the built-in adapters, or add a folder adapters/NAME with an adapter.json.",
    );
  const manifest = readManifest(folder);
  if (!manifest.ok) return manifest;
  const from =
    working_directory === undefined ? folder : resolve(places.project, working_directory);
  let install_seconds: number | null = null;
  if (manifest.value.install && working_directory === undefined) {
    const installed = await ensureInstalled(folder, { log: places.log, env: places.install_env });
    if (!installed.ok)
      return refuse(
        "adapter_install_failed",
        installed.message,
        folder,
        "Check the network and that npm is on PATH, then run again.",
      );
    if (installed.installed) install_seconds = installed.seconds;
  }
  const versions = readVersions(
    from,
    manifest.value.packages,
    manifest.value.framework ?? undefined,
  );
  const framework = versions.find((one) => one.name === manifest.value.framework);
  if (framework !== undefined && typeof framework.version !== "string")
    return refuse(
      "framework_missing",
      framework.version.missing,
      from,
      `Install ${framework.name} there, or leave working_directory out to use the adapter's own.`,
    );
  return {
    ok: true,
    value: {
      argv: [places.node, join(folder, manifest.value.entry)],
      cwd: from,
      framework_from: from,
      framework: {
        name: manifest.value.framework ?? adapter,
        version: framework?.version ?? noFramework(manifest.value),
      },
      packages: versions.flatMap((one) =>
        typeof one.version === "string" ? [{ name: one.name, version: one.version }] : [],
      ),
      lockfile_sha256: lockfileDigest(from),
      install_seconds,
    },
  };
}

function noFramework(manifest: AdapterManifest): Missing {
  return { missing: `${manifest.name} uses no framework` };
}

function readManifest(folder: string): Outcome<AdapterManifest> {
  const file = join(folder, "adapter.json");
  try {
    const parsed = adapterManifest.safeParse(JSON.parse(readFileSync(file, "utf8")));
    if (parsed.success) return { ok: true, value: parsed.data };
    return refuse(
      "adapter_invalid",
      `adapter.json is not valid: ${parsed.error.issues[0]?.message ?? "unknown"}`,
      file,
      "See schemas/adapter.schema.json.",
    );
  } catch (error) {
    return refuse(
      "adapter_invalid",
      `adapter.json can't be read: ${error instanceof Error ? error.message : String(error)}`,
      file,
      "Correct the JSON.",
    );
  }
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
