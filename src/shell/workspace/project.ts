/** Reads a project's contracts: the short form or a full matrix, and everything it names. */
import { basename, dirname, join, relative, resolve } from "node:path";

import { z } from "zod";

import { caseFile, type CaseContract, type CaseFile } from "../../contracts/case.ts";
import type { Fault, Outcome } from "../../contracts/fault.ts";
import { matrixFile, shortForm, type MatrixFile } from "../../contracts/matrix.ts";
import { modelContract, type ModelContract } from "../../contracts/model.ts";
import { pricingCatalogue } from "../../contracts/pricing.ts";
import { readinessPolicy } from "../../contracts/readiness-policy.ts";
import { foreignRun, type ForeignRun } from "../../contracts/run-result.ts";
import { scoreProfile } from "../../contracts/score-profile.ts";
import { toolCatalogue, type ToolCatalogue } from "../../contracts/tool-catalogue.ts";
import type { FrozenContracts } from "../../core/planning/bind-contracts.ts";
import { freezeCase } from "../../core/planning/freeze-case.ts";
import { expandShortForm, shipped } from "../../core/planning/short-form.ts";
import type { Workspace } from "../../core/ports.ts";
import {
  expandGlobs,
  loadFixture,
  loadJson,
  loadYaml,
  readText,
  resolveInside,
} from "./documents.ts";
import { openMatrixStore } from "./matrix-folder.ts";

export interface WorkspacePlaces {
  /** The user's project; relative paths on the command line start here. */
  readonly project: string;
  /** Agent Lab's own folder, where `shipped:` paths lead. */
  readonly shipped: string;
}

/** Opens the workspace over two folders; nothing is read until a method is called. */
export function openWorkspace(places: WorkspacePlaces): Workspace {
  const show = (file: string): string => shownPath(places, file);
  const absolute = (file: string): string =>
    file.startsWith(shipped)
      ? join(places.shipped, file.slice(shipped.length))
      : resolve(places.project, file);
  const load = <T>(file: string, format: z.ZodType<T>): Outcome<T> =>
    loadYaml(absolute(file), format, show(absolute(file)));
  return {
    loadContracts: (file) => loadContracts(places, absolute(file)),
    loadCase: (file, catalogue) => loadCase(places, absolute(file), catalogue),
    loadProfile: (file) => load(file, scoreProfile),
    loadPricing: (file) => load(file, pricingCatalogue),
    loadPolicy: (file) => load(file, readinessPolicy),
    loadForeignRuns: (folder) => loadForeignRuns(places, absolute(folder)),
    matrices: (folder) => openMatrixStore(resolve(places.project, folder)),
  };
}

function loadContracts(places: WorkspacePlaces, file: string): Outcome<FrozenContracts> {
  const read = loadMatrix(places, file);
  if (!read.ok) return read;
  const matrix = read.value;
  const named = (path: string): string =>
    path.startsWith(shipped)
      ? join(places.shipped, path.slice(shipped.length))
      : resolve(dirname(file), path);
  const one = <T>(path: string, format: z.ZodType<T>): Outcome<T> =>
    loadYaml(named(path), format, shownPath(places, named(path)));
  const catalogue = one(matrix.tools ?? `${shipped}config/tools/enterprise.yaml`, toolCatalogue);
  const pricing = one(matrix.pricing, pricingCatalogue);
  const profile = one(matrix.profile, scoreProfile);
  const policy = one(matrix.policy, readinessPolicy);
  const files = matrix.cases.map((pattern) =>
    expandGlobs(
      pattern.startsWith(shipped) ? places.shipped : dirname(file),
      [pattern.replace(shipped, "")],
      shownPath(places, file),
    ),
  );
  const models = matrix.models.map((path) => one<ModelContract>(path, modelContract));
  if (!catalogue.ok) return catalogue;
  const cases = files.flatMap((found) =>
    found.ok ? found.value.map((path) => loadCase(places, path, catalogue.value)) : [found],
  );
  const faults = [pricing, profile, policy, ...models, ...cases].flatMap((part) =>
    part.ok ? [] : part.faults,
  );
  const [first, ...rest] = faults;
  if (first !== undefined || !pricing.ok || !profile.ok || !policy.ok)
    return { ok: false, faults: [first ?? unknownFault(file), ...rest] };
  return {
    ok: true,
    value: {
      matrix,
      cases: cases.flatMap((part) => (part.ok ? [part.value] : [])),
      catalogue: catalogue.value,
      models: models.flatMap((part) => (part.ok ? [part.value] : [])),
      pricing: pricing.value,
      profile: profile.value,
      policy: policy.value,
    },
  };
}

const shortOrLong = z.looseObject({ candidates: z.unknown().optional() });

/** A document with `candidates` is a matrix in full; anything else is read as the short form. */
function loadMatrix(places: WorkspacePlaces, file: string): Outcome<MatrixFile> {
  const shown = shownPath(places, file);
  const peeked = loadYaml(file, shortOrLong, shown);
  if (!peeked.ok) return peeked;
  if (peeked.value.candidates !== undefined) return loadYaml(file, matrixFile, shown);
  const short = loadYaml(file, shortForm, shown);
  if (!short.ok) return short;
  const name = basename(dirname(file))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return {
    ok: true,
    value: expandShortForm(short.value, name === "" ? "agent-lab" : name.slice(0, 63)),
  };
}

function loadCase(
  places: WorkspacePlaces,
  file: string,
  catalogue: ToolCatalogue,
): Outcome<CaseContract> {
  const shown = shownPath(places, file);
  const read = loadYaml<CaseFile>(file, caseFile, shown);
  if (!read.ok) return read;
  const root = file.startsWith(places.shipped) ? places.shipped : places.project;
  const text = (value: string | { file: string } | undefined): Outcome<string | null> => {
    if (typeof value !== "object") return { ok: true, value: null };
    const path = resolveInside(root, file, value.file, shown);
    return path.ok ? readText(path.value, value.file) : path;
  };
  const system = text(read.value.prompt?.system);
  const user = text(read.value.prompt?.user);
  if (!system.ok) return system;
  if (!user.ok) return user;
  const fixtures: Record<string, CaseContract["fixtures"][string]> = {};
  for (const [name, value] of Object.entries(read.value.fixtures)) {
    if (!isFileReference(value)) {
      fixtures[name] = value;
      continue;
    }
    const path = resolveInside(root, file, value.file, shown);
    if (!path.ok) return path;
    const fixture = loadFixture(path.value, shownPath(places, path.value));
    if (!fixture.ok) return fixture;
    fixtures[name] = fixture.value;
  }
  return freezeCase(
    read.value,
    { system: system.value, user: user.value, fixtures },
    catalogue,
    shown,
  );
}

function isFileReference(value: unknown): value is { readonly file: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).length === 1 &&
    "file" in value &&
    typeof value.file === "string"
  );
}

function loadForeignRuns(places: WorkspacePlaces, folder: string): Outcome<readonly ForeignRun[]> {
  const found = expandGlobs(folder, ["*.json"], shownPath(places, folder));
  if (!found.ok) return found;
  const runs: ForeignRun[] = [];
  for (const file of found.value) {
    const run = loadJson<ForeignRun>(file, foreignRun, shownPath(places, file));
    if (!run.ok) return run;
    runs.push(run.value);
  }
  return { ok: true, value: runs };
}

/** Relative to the project where that is shorter and stays inside, else as it is. */
function shownPath(places: WorkspacePlaces, file: string): string {
  const inside = relative(places.project, file);
  return inside.startsWith("..") || inside === "" ? file : inside.replaceAll("\\", "/");
}

function unknownFault(file: string): Fault {
  return {
    code: "unreadable",
    message: `${file} can't be read`,
    where: file,
    fix: "Check the file.",
  };
}
