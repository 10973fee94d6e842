/** Makes each candidate ready once: an adapter is installed, a program's checkout is set up and described. */
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { Candidate } from "../contracts/matrix.ts";
import { digestDocument } from "../core/digest/digest.ts";
import type { PreparedAdapter, Shell } from "../core/ports.ts";
import type { Redactor } from "../core/redaction/redactor.ts";
import { isKeyName } from "../core/redaction/secret-names.ts";
import type { Checkout, CheckoutDescription, SetupRequest } from "../core/revision-ports.ts";
import { readVariables } from "./agent-variables.ts";
import type { Planned } from "./plan.ts";
import type { PreparedProgram } from "./run-own-cell.ts";

export type Prepared =
  | { readonly kind: "adapter"; readonly adapter: PreparedAdapter }
  | { readonly kind: "program"; readonly program: PreparedProgram };

/** By candidate id. */
export type PreparedCandidates = ReadonlyMap<string, Outcome<Prepared>>;

/** Where a candidate's program lives: a checkout of its revision, and the configuration's folder inside it. */
export interface ProgramPlace {
  readonly checkout: Checkout;
  readonly folder: string;
}

type SetupRedactor = SetupRequest["redactor"];

const setupMinutes = 15;

/** A candidate that can't be made ready keeps its faults; an installer may print what it was given, so they are redacted. */
export async function prepareCandidates(
  shell: Shell,
  { plan }: Planned,
  places: ReadonlyMap<string, ProgramPlace>,
  redactor: SetupRedactor,
): Promise<PreparedCandidates> {
  const prepared = new Map<string, Outcome<Prepared>>();
  for (const candidate of plan.candidates) {
    // Planned after its original, a control is what that one was made ready as.
    const original = prepared.get(candidate.control_of ?? "");
    if (original !== undefined) {
      prepared.set(candidate.id, original);
      continue;
    }
    const ready =
      candidate.adapter === undefined
        ? await prepareProgram(shell, candidate, places.get(candidate.id), redactor)
        : await prepareAdapter(shell, candidate, candidate.adapter);
    prepared.set(candidate.id, ready.ok ? ready : redactFaults(ready, redactor));
  }
  return prepared;
}

function redactFaults(
  { faults: [first, ...others] }: Extract<Outcome<Prepared>, { ok: false }>,
  redactor: Pick<Redactor, "redactText">,
): Outcome<Prepared> {
  const redact = (fault: Fault): Fault => ({
    ...fault,
    message: redactor.redactText(fault.message),
    where: redactor.redactText(fault.where),
    fix: redactor.redactText(fault.fix),
  });
  return { ok: false, faults: [redact(first), ...others.map(redact)] };
}

async function prepareAdapter(
  shell: Shell,
  candidate: Candidate,
  name: string,
): Promise<Outcome<Prepared>> {
  const adapter = await shell.adapters.prepare(name, candidate.working_directory);
  if (!adapter.ok) return adapter;
  const { framework, install_seconds } = adapter.value;
  const what =
    typeof framework.version === "string"
      ? `${framework.name} ${framework.version}`
      : "no framework";
  const took = install_seconds === null ? "" : `, installed in ${install_seconds.toFixed(0)} s`;
  const detail = `${candidate.id}: ${what}${took}`;
  shell.progress.report({ kind: "step", name: "adapter", detail });
  return { ok: true, value: { kind: "adapter", adapter: adapter.value } };
}

async function prepareProgram(
  shell: Shell,
  candidate: Candidate,
  place: ProgramPlace | undefined,
  redactor: SetupRedactor,
): Promise<Outcome<Prepared>> {
  const [command, ...args] = candidate.command ?? [];
  if (command === undefined || place === undefined)
    return refuse(
      "no_program",
      `${candidate.id} names neither an adapter nor a program with a checkout`,
      candidate.id,
    );
  const cwd = place.folder === "" ? place.checkout.path : `${place.checkout.path}/${place.folder}`;
  // Before setup: what an installer writes is no longer what the revision says.
  const described = await shell.revisions.describe(
    place.checkout,
    place.folder === "" ? "." : place.folder,
  );
  const variables = readVariables(shell, candidate.env);
  const [tool, ...rest] = candidate.setup ?? [];
  if (tool !== undefined) {
    const setup = await shell.revisions.runSetup({
      checkout: { ...place.checkout, path: cwd },
      argv: [tool, ...rest],
      env: withoutKeys(variables, candidate.env),
      timeout_ms: setupMinutes * 60_000,
      redactor,
    });
    if (!setup.ok) return { ok: false, faults: [setup.fault] };
    const detail = `${candidate.id}: ${candidate.setup?.join(" ")} in ${(setup.duration_ms / 1_000).toFixed(0)} s`;
    shell.progress.report({ kind: "step", name: "setup", detail });
  }
  return {
    ok: true,
    value: {
      kind: "program",
      program: {
        argv: [command, ...args],
        cwd,
        home: place.checkout.home,
        temporary: place.checkout.temp,
        reset: argvOf(candidate.reset),
        snapshot: argvOf(candidate.snapshot),
        take: candidate.output?.take ?? "last_line",
        variables,
        ...frameworkOf(described, command),
        lockfile_sha256: lockfileDigest(described),
        findings: [...described.findings, ...place.checkout.not_fetched].map(
          ({ code, message, fix }) => ({ code, message, fix }),
        ),
      },
    },
  };
}

/** What is called like a key, by the agent's name for it or by the host's. */
function withoutKeys(
  variables: Readonly<Record<string, string>>,
  env: Candidate["env"],
): Record<string, string> {
  const kept = Object.entries(variables).filter(([name]) => {
    const source = env?.[name];
    return !isKeyName(name) && !(typeof source === "object" && isKeyName(source.from));
  });
  return Object.fromEntries(kept);
}

function frameworkOf(
  described: CheckoutDescription,
  command: string,
): Pick<PreparedProgram, "framework" | "packages"> {
  const [first] = described.frameworks;
  return {
    framework:
      first === undefined
        ? { name: command, version: { missing: "no lockfile names a framework we know" } }
        : { name: first.name, version: first.version },
    packages: described.frameworks.map(({ name, version }) => ({ name, version })),
  };
}

/** One digest over every lockfile found, sorted by path. */
function lockfileDigest(described: CheckoutDescription): PreparedProgram["lockfile_sha256"] {
  const found = described.lockfiles.map(({ path, sha256 }) => ({ path, sha256 }));
  if (found.length === 0) return { missing: "no lockfile: versions are resolved at install time" };
  return digestDocument(
    "lockfiles",
    found.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  );
}

function argvOf(argv: readonly string[] | undefined): readonly [string, ...string[]] | null {
  const [first, ...rest] = argv ?? [];
  return first === undefined ? null : [first, ...rest];
}

function refuse(code: string, message: string, where: string): { ok: false; faults: [Fault] } {
  return {
    ok: false,
    faults: [
      {
        code,
        message,
        where,
        fix: "Give the candidate an adapter, or run it through agent-lab.yaml.",
      },
    ],
  };
}
