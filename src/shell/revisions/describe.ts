/** What a revision installs: its committed lockfiles with digests, the frameworks they lock, and what is not locked at all. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

import type { Fault } from "../../contracts/fault.ts";
import type {
  Checkout,
  CheckoutDescription,
  FoundFramework,
  FoundLockfile,
} from "../../core/revision-ports.ts";
import { rankFramework, type Ecosystem } from "./framework-names.ts";
import { runGit, type GitOptions } from "./git.ts";
import {
  readNpmLock,
  readPnpmLock,
  readRequirements,
  readTomlLock,
  readYarnLock,
  type LockedPackage,
} from "./lock-packages.ts";

interface Format {
  readonly ecosystem: Ecosystem;
  /** Undefined: only the digest is taken. */
  readonly read?: (text: string) => readonly LockedPackage[];
}

const formats: Readonly<Record<string, Format>> = {
  "package-lock.json": { ecosystem: "npm", read: readNpmLock },
  "npm-shrinkwrap.json": { ecosystem: "npm", read: readNpmLock },
  "pnpm-lock.yaml": { ecosystem: "npm", read: readPnpmLock },
  "yarn.lock": { ecosystem: "npm", read: readYarnLock },
  "bun.lock": { ecosystem: "npm" },
  "bun.lockb": { ecosystem: "npm" },
  "uv.lock": { ecosystem: "python", read: readTomlLock },
  "poetry.lock": { ecosystem: "python", read: readTomlLock },
  "pdm.lock": { ecosystem: "python", read: readTomlLock },
  "Pipfile.lock": { ecosystem: "python" },
};
const manifests = ["package.json", "pyproject.toml", "setup.py", "Pipfile"];
/** Fixtures and vendored copies below are not what the agent runs on. */
const passedOver = /(^|\/)(node_modules|vendor|third_party|fixtures?|testdata|\.[^/]+)\//;
const most = 20;

interface Gathered {
  readonly lockfiles: FoundLockfile[];
  readonly frameworks: FoundFramework[];
  readonly findings: Fault[];
}

/**
 * Reads the lockfiles that are committed and lie in `folder` (relative to the checkout, default its top), above or
 * below it, nearest first. One that setup writes is not a lock: it is made at install time. Call it before setup.
 */
export async function describeCheckout(
  checkout: Checkout,
  folder: string,
  options: GitOptions,
): Promise<CheckoutDescription> {
  const gathered: Gathered = { lockfiles: [], frameworks: [], findings: [] };
  const names = [...Object.keys(formats), "requirements*.txt", ...manifests];
  const listed = await runGit(
    checkout.path,
    ["ls-files", "-z", "--", ...names.map((name) => `:(glob)**/${name}`)],
    options,
  );
  const near = orderByDistance(listed.stdout.split("\0"), posix.normalize(folder));
  const locks = near.filter((file) => !manifests.includes(posix.basename(file)));
  for (const file of locks.slice(0, most)) readLock(checkout.path, file, gathered);
  if (locks.length > most) {
    gathered.findings.push({
      code: "lockfiles_not_read",
      message: `${locks.length - most} more lockfiles are not read: the nearest ${most} are`,
      where: locks[most] ?? "",
      fix: "Name the agent's own folder, so that its lockfile is among the nearest.",
    });
  }
  if (!listed.ok || (gathered.lockfiles.length === 0 && gathered.findings.length === 0)) {
    gathered.findings.push(noLockfile(listed.complaint, near[0]));
  }
  return { ...gathered, findings: gathered.findings.filter((one) => !isCovered(one, gathered)) };
}

/** Loose requirements beside a real Python lockfile are an input of that lock, not what is installed. */
function isCovered(finding: Fault, { lockfiles }: Gathered): boolean {
  return (
    finding.code === "requirements_not_locked" &&
    lockfiles.some(({ path }) => formats[posix.basename(path)]?.ecosystem === "python")
  );
}

/** Own folder first, then the folders above, then those below, each nearest first. */
function orderByDistance(files: readonly string[], folder: string): readonly string[] {
  const own = folder === "." ? "" : `${folder.replace(/\/$/, "")}/`;
  const distance = (file: string): number | undefined => {
    const home = file.slice(0, file.lastIndexOf("/") + 1);
    if (own.startsWith(home)) return steps(own) - steps(home);
    const below = file.slice(own.length);
    return file.startsWith(own) && !passedOver.test(below) ? 1_000 + steps(below) : undefined;
  };
  return files
    .flatMap((file) => {
      const far = file === "" ? undefined : distance(file);
      return far === undefined ? [] : [{ file, far }];
    })
    .toSorted((a, b) => a.far - b.far || (a.file < b.file ? -1 : 1))
    .map(({ file }) => file);
}

function steps(path: string): number {
  return path.split("/").length - 1;
}

function readLock(root: string, file: string, gathered: Gathered): void {
  const name = posix.basename(file);
  const format = formats[name];
  try {
    const bytes = readFileSync(join(root, file));
    const sha256 = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
    const text = bytes.toString("utf8");
    if (format === undefined) return readRequirementsFile(file, text, sha256, gathered);
    gathered.lockfiles.push({ path: file, sha256, versions_read: format.read !== undefined });
    addFrameworks(format.ecosystem, format.read?.(text) ?? [], file, gathered);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    gathered.findings.push({
      code: "lockfile_unreadable",
      message: `${file} can't be read, so its versions are not known: ${reason.slice(0, 300)}`,
      where: file,
      fix: "Write it anew with its own installer.",
    });
  }
}

function readRequirementsFile(
  file: string,
  text: string,
  sha256: string,
  gathered: Gathered,
): void {
  const { pinned, total, unlocked } = readRequirements(text);
  if (total === 0) return;
  if (unlocked.length === 0) gathered.lockfiles.push({ path: file, sha256, versions_read: true });
  else {
    const locked = total - unlocked.length;
    gathered.findings.push({
      code: "requirements_not_locked",
      message: `${file} locks ${locked} of ${total} packages by version and hash (not ${unlocked.slice(0, 5).join(", ")}): versions resolved at install time`,
      where: file,
      fix: "Compile it with hashes (uv pip compile --generate-hashes), or commit uv.lock or poetry.lock.",
    });
  }
  addFrameworks("python", pinned, file, gathered);
}

function addFrameworks(
  ecosystem: Ecosystem,
  packages: readonly LockedPackage[],
  lockfile: string,
  gathered: Gathered,
): void {
  const found = new Map<string, { readonly rank: number; readonly framework: FoundFramework }>();
  for (const { name, version } of packages) {
    const rank = rankFramework(ecosystem, name);
    if (rank !== null)
      found.set(`${name} ${version}`, { rank, framework: { name, version, lockfile } });
  }
  const sorted = [...found].toSorted(
    ([one, { rank }], [other, { rank: next }]) => rank - next || (one < other ? -1 : 1),
  );
  gathered.frameworks.push(...sorted.map(([, { framework }]) => framework));
}

function noLockfile(complaint: string, manifest: string | undefined): Fault {
  const listed = complaint === "" ? "" : ` (${complaint})`;
  return {
    code: "no_lockfile",
    message: `no lockfile: versions resolved at install time${listed}`.slice(0, 2_000),
    where: manifest ?? "the checkout",
    fix: "Commit a lockfile (package-lock.json, pnpm-lock.yaml, yarn.lock, uv.lock, poetry.lock, or requirements.txt with hashes), so that base and head differ only by this pull request.",
  };
}
