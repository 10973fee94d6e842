/** Reads one contract alone, of the kind that its first line names. */
import { join } from "node:path";

import type { z } from "zod";

import type { Outcome } from "../../contracts/fault.ts";
import { modelContract } from "../../contracts/model.ts";
import type { ContractKind } from "../../contracts/plan.ts";
import { pricingCatalogue } from "../../contracts/pricing.ts";
import { readinessPolicy } from "../../contracts/readiness-policy.ts";
import { rubric } from "../../contracts/rubric.ts";
import { scoreProfile } from "../../contracts/score-profile.ts";
import { toolCatalogue } from "../../contracts/tool-catalogue.ts";
import type { LoadedDocument } from "../../core/document-ports.ts";
import { bindContract } from "../../core/planning/bind-contracts.ts";
import { loadYaml, readText } from "./documents.ts";
import { loadCase } from "./load-case.ts";
import { shownPath, type WorkspacePlaces } from "./places.ts";

const firstLine =
  /^\uFEFF?# *yaml-language-server: *\$schema=(?:\S*\/)?([a-z-]+)\.schema\.json\s*$/;

/** NAME of the first line `# yaml-language-server: $schema=…/NAME.schema.json`; null without such a line. */
export function readSchemaName(file: string): string | null {
  const text = readText(file, file);
  return text.ok ? (firstLine.exec(text.value.split("\n", 1)[0] ?? "")?.[1] ?? null) : null;
}

/** Null for what is planned and not read alone: a matrix, the short form, a file without the first line. */
export function loadDocument(
  places: WorkspacePlaces,
  file: string,
): Outcome<LoadedDocument> | null {
  const named = readSchemaName(file);
  const shown = shownPath(places, file);
  const load = <T extends object>(
    kind: ContractKind,
    format: z.ZodType<T>,
    about: (document: T) => { readonly id: string; readonly version?: number },
  ): Outcome<LoadedDocument> => {
    const read = loadYaml(file, format, shown);
    if (!read.ok) return read;
    const { id, version = 1 } = about(read.value);
    return { ok: true, value: { contract: bindContract(kind, id, version, read.value) } };
  };
  switch (named) {
    case null:
    case "matrix":
    case "agent-lab":
      return null;
    case "case":
      return loadCaseAlone(places, file);
    case "model":
      return load("model", modelContract, ({ id }) => ({ id }));
    case "pricing-catalogue":
      return load("pricing_catalogue", pricingCatalogue, ({ name }) => ({ id: name }));
    case "score-profile":
      return load("score_profile", scoreProfile, ({ name }) => ({ id: name }));
    case "readiness-policy":
      return load("readiness_policy", readinessPolicy, ({ name }) => ({ id: name }));
    case "rubric":
      return load("rubric", rubric, ({ name, version }) => ({ id: name, version }));
    case "tool-catalogue":
      return load("tool_catalogue", toolCatalogue, (document) => document);
    default:
      return {
        ok: false,
        faults: [
          {
            code: "schema_not_written",
            message: `the first line names the schema ${named}, which is not one that people write`,
            where: `${shown}:1:1`,
            fix: "Name one of: case, model, pricing-catalogue, score-profile, readiness-policy, rubric, tool-catalogue, matrix, agent-lab.",
          },
        ],
      };
  }
}

/** A case alone has no matrix to name its tools: it is read over the shipped catalogue. */
function loadCaseAlone(places: WorkspacePlaces, file: string): Outcome<LoadedDocument> {
  const shipped = join(places.shipped, "config/tools/enterprise.yaml");
  const catalogue = loadYaml(shipped, toolCatalogue, shownPath(places, shipped));
  if (!catalogue.ok) return catalogue;
  const read = loadCase(places, file, catalogue.value);
  if (!read.ok) return read;
  const { id, version } = read.value;
  return {
    ok: true,
    value: {
      contract: bindContract("case", id, version, read.value),
      read_over: `${catalogue.value.id} v${catalogue.value.version}`,
    },
  };
}
