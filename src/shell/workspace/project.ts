/** Reads a project's contracts: the short form or a full matrix, and everything it names. */
import { basename, dirname, join, resolve } from "node:path";

import { z } from "zod";

import type { Fault, Outcome } from "../../contracts/fault.ts";
import { matrixFile, shortForm, type MatrixFile } from "../../contracts/matrix.ts";
import { modelContract, type ModelContract } from "../../contracts/model.ts";
import { pricingCatalogue } from "../../contracts/pricing.ts";
import { readinessPolicy } from "../../contracts/readiness-policy.ts";
import { rubric } from "../../contracts/rubric.ts";
import { foreignRun, type ForeignRun } from "../../contracts/run-result.ts";
import { scoreProfile } from "../../contracts/score-profile.ts";
import { toolCatalogue } from "../../contracts/tool-catalogue.ts";
import type { CrashPoint } from "../../core/crash-points.ts";
import { findKeysTaken, keyTakenFault } from "../../core/own/agent-variables.ts";
import type { FrozenContracts } from "../../core/planning/bind-contracts.ts";
import { defaultTools, expandShortForm, shipped } from "../../core/planning/short-form.ts";
import type { Workspace } from "../../core/ports.ts";
import { expandGlobs, loadJson, loadYaml } from "./documents.ts";
import { loadCase } from "./load-case.ts";
import { loadDocument, readSchemaName } from "./load-document.ts";
import { openMatrixStore } from "./matrix-folder.ts";
import { placeInCase, placeInFile } from "./place-in-case.ts";
import { shownPath, type WorkspacePlaces } from "./places.ts";

/** Opens the workspace over two folders; nothing is read until a method is called. */
export function openWorkspace(places: WorkspacePlaces, crashPoint?: CrashPoint): Workspace {
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
    placeInCase: (file, pointer) => placeInCase(absolute(file), show(absolute(file)), pointer),
    loadDocument: (file) => loadDocument(places, absolute(file)),
    loadProfile: (file) => load(file, scoreProfile),
    loadPricing: (file) => load(file, pricingCatalogue),
    loadPolicy: (file) => load(file, readinessPolicy),
    loadRubric: (file) => load(file, rubric),
    loadForeignRuns: (folder) => loadForeignRuns(places, absolute(folder)),
    matrices: (folder) => openMatrixStore(resolve(places.project, folder), crashPoint),
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
  const catalogue = one(matrix.tools ?? defaultTools(matrix.track), toolCatalogue);
  const pricing = one(matrix.pricing, pricingCatalogue);
  const profile = one(matrix.profile, scoreProfile);
  const policy = one(matrix.policy, readinessPolicy);
  const judged = matrix.rubric === undefined ? null : one(matrix.rubric, rubric);
  const files = matrix.cases.map((pattern) =>
    expandGlobs(
      pattern.startsWith(shipped) ? places.shipped : dirname(file),
      [pattern.replace(shipped, "")],
      shownPath(places, file),
    ),
  );
  const models = matrix.models.map((model): Outcome<ModelContract> =>
    typeof model === "string" ? one(model, modelContract) : { ok: true, value: model },
  );
  if (!catalogue.ok) return catalogue;
  const taken = findTakenKeys(
    matrix,
    models.flatMap((part) => (part.ok ? [part.value] : [])),
    file,
    shownPath(places, file),
  );
  const paths = new Set(files.flatMap((found) => (found.ok ? found.value : [])));
  const cases = [...paths].map((path) => loadCase(places, path, catalogue.value));
  const case_files = Object.fromEntries(
    [...paths].flatMap((path, index) => {
      const part = cases[index];
      return part?.ok === true ? [[part.value.id, shownPath(places, path)]] : [];
    }),
  );
  const given = judged === null ? [] : [judged];
  const faults = [pricing, profile, policy, ...given, ...models, ...files, ...cases].flatMap(
    (part) => (part.ok ? [] : part.faults),
  );
  const [first, ...rest] = [...taken, ...faults];
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
      ...(judged?.ok === true ? { rubric: judged.value } : {}),
      case_files,
    },
  };
}

/** Each variable once: base and head of one file have the same `env`. */
function findTakenKeys(
  matrix: MatrixFile,
  models: readonly ModelContract[],
  file: string,
  shown: string,
): Fault[] {
  const taken = matrix.candidates.flatMap((one) => findKeysTaken(one.env, models));
  return [...new Map(taken.map((one) => [one.variable, one])).values()].map((one) =>
    keyTakenFault(one, placeInFile(file, shown, ["env", one.variable, "from"])),
  );
}

const shortOrLong = z.looseObject({ candidates: z.unknown().optional() });

/** The schema in the first line decides; without one, a document with `candidates` is a matrix in full. */
function loadMatrix(places: WorkspacePlaces, file: string): Outcome<MatrixFile> {
  const shown = shownPath(places, file);
  const peeked = loadYaml(file, shortOrLong, shown);
  if (!peeked.ok) return peeked;
  const named = readSchemaName(file);
  if (named === "matrix" || (named !== "agent-lab" && peeked.value.candidates !== undefined))
    return loadYaml(file, matrixFile, shown);
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

function unknownFault(file: string): Fault {
  return {
    code: "unreadable",
    message: `${file} can't be read`,
    where: file,
    fix: "Check the file.",
  };
}
