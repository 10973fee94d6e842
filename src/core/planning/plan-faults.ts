/** Why contracts that are sound one by one can't be planned together; each reason is a fault with its way out. */
import type { Fault } from "../../contracts/fault.ts";
import { inputTokenBound, worstCaseCall } from "../budget/cost.ts";
import { formatPico, parseAmount } from "../budget/money.ts";
import { findPrice } from "../budget/price.ts";
import { findKeysTaken, keyTakenFault } from "../own/agent-variables.ts";
import { isOwnTool } from "../tools/own-tools.ts";
import type { FrozenContracts } from "./bind-contracts.ts";
import { findSameCandidates, findStrayDifferences } from "./variables.ts";

/** Every fault, not only the first; none where the plan may be made. `day` (YYYY-MM-DD) dates the price lookup. */
export function findPlanFaults(contracts: FrozenContracts, day: string, where: string): Fault[] {
  const { matrix } = contracts;
  return [
    ...findStrayDifferences(matrix.variable, matrix.candidates, where),
    ...findSameCandidates(matrix.variable, matrix.candidates, where),
    ...findUnbuilt(contracts, where),
    ...findUnnamedModels(contracts, where),
    ...findNoReference(contracts, where),
    ...findKeysHanded(contracts, where),
    ...findDuplicates(contracts, where),
    ...findLongNames(contracts, where),
    ...findOtherCurrencies(contracts, where),
    ...findUnscripted(contracts, where),
    ...findTightCaps(contracts, day, where),
  ];
}

/** What the formats already name and this version can't do yet is refused aloud, never ignored. */
function findUnbuilt(
  { matrix, models, cases, catalogue }: FrozenContracts,
  where: string,
): Fault[] {
  const unbuilt: string[] = [];
  const own = matrix.track === "own";
  if (matrix.track === "mcp") unbuilt.push(`track: ${matrix.track}`);
  if (matrix.concurrency !== 1) unbuilt.push(`concurrency: ${matrix.concurrency}`);
  const several = matrix.variable === "model";
  if (!own && !several && models.length > 1) unbuilt.push("more than one model");
  if (models.some((model) => model.upstream === "replay")) unbuilt.push("upstream: replay");
  if (models.some((model) => model.pacing_ms > 0)) unbuilt.push("pacing_ms");
  if (models.some((model) => model.daily_quota !== undefined)) unbuilt.push("daily_quota");
  for (const one of cases) if (one.faults.length > 0) unbuilt.push(`faults (in case ${one.id})`);
  if (!own)
    for (const tool of catalogue.tools)
      if (isOwnTool(tool)) unbuilt.push(`behaviour: own (of tool ${tool.name})`);
  if (!own)
    for (const one of matrix.candidates)
      for (const field of ["command", "setup", "env", "revision", "models", "tool_set"] as const)
        if (one[field] !== undefined && !(several && field === "models"))
          unbuilt.push(`${field} (of candidate ${one.id})`);
  return unbuilt.map((name) => ({
    code: "not_built_yet",
    message: `${name} is part of the format, but this version can't run it yet`,
    where,
    fix: "Leave it out. What runs: your own agent on a pull request, or adapters on the tracks controlled and native with one model; concurrency 1.",
  }));
}

/** Where the model is what differs, an adapter asks the one that its candidate names, and all answer from the same kind of place. */
function findUnnamedModels({ matrix, models }: FrozenContracts, where: string): Fault[] {
  if (matrix.variable !== "model" || matrix.track === "own") return [];
  const known = models.map((one) => one.id);
  const unnamed = matrix.candidates.filter(
    ({ models: named = [] }) => named.length !== 1 || !known.includes(named[0] ?? ""),
  );
  const faults = unnamed.map((one) => ({
    code: "model_not_named",
    message: `candidate ${one.id} names ${one.models === undefined ? "no model" : one.models.join(", ")}, and the variable is model`,
    where,
    fix: `Name exactly one of the matrix's models: models: [${known[0] ?? "…"}]. There are: ${known.join(", ")}.`,
  }));
  if (new Set(models.map((one) => one.upstream)).size < 2) return faults;
  return [
    ...faults,
    {
      code: "mixed_upstreams",
      message: "the models of this matrix do not all answer from the same kind of place",
      where,
      fix: "Compare live models with live ones, simulated with simulated ones.",
    },
  ];
}

/** "No worse than whom?" has to be answered before anything is spent. */
function findNoReference({ matrix, policy }: FrozenContracts, where: string): Fault[] {
  if (policy.decision !== "non_inferiority") return [];
  if (matrix.candidates.some((one) => one.role === "base")) return [];
  const { reference } = policy;
  if (matrix.candidates.some((one) => one.id === reference)) return [];
  const named = reference === undefined ? "names no reference" : `names ${reference}`;
  return [
    {
      code: "no_reference",
      message: `policy ${policy.name} asks whether a candidate is no worse than its reference, and ${named}`,
      where,
      fix: `Copy the policy and add reference: with one of ${matrix.candidates.map((one) => one.id).join(", ")}.`,
    },
  ];
}

/** A model's key stays in the gateway. Base's models count for head's env and the other way round. */
function findKeysHanded({ matrix, models }: FrozenContracts, where: string): Fault[] {
  return matrix.candidates.flatMap((one) =>
    findKeysTaken(one.env, models).map((taken) => keyTakenFault(taken, where)),
  );
}

function findDuplicates({ matrix, cases }: FrozenContracts, where: string): Fault[] {
  const names = [
    ...matrix.candidates.map((one) => `candidate ${one.id}`),
    ...cases.map((one) => `case ${one.id}`),
  ];
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [...new Set(twice)].map((name) => ({
    code: "duplicate_id",
    message: `${name} appears twice`,
    where,
    fix: "Give each its own id.",
  }));
}

const longestRunName = 100;
/** A matrix id: `20261130T083911Z-d5c844`. */
const matrixIdLength = 23;

/** A run is named by matrix, case, candidate and repetition; the ledger holds 100 characters. */
function findLongNames({ matrix, cases }: FrozenContracts, where: string): Fault[] {
  const [a, b] = [longestId(cases), longestId(matrix.candidates)];
  const length = matrixIdLength + a.length + b.length + String(matrix.repetitions).length + 3;
  if (length <= longestRunName) return [];
  return [
    {
      code: "name_too_long",
      message: `the runs of case ${a} by candidate ${b} would have names of ${length} characters; ${longestRunName} is the limit`,
      where,
      fix: `Shorten the id of the case or of the candidate by ${length - longestRunName} characters.`,
    },
  ];
}

function longestId(named: readonly { readonly id: string }[]): string {
  return named.reduce((found, { id }) => (id.length > found.length ? id : found), "");
}

/** A simulated model has nothing but the case's script to say; vectors alone need none. */
function findUnscripted(
  { cases, models, case_files = {} }: FrozenContracts,
  where: string,
): Fault[] {
  const speaks = models.some((one) => one.upstream === "simulated" && one.role !== "embeddings");
  return cases
    .filter((one) => speaks && one.simulation === undefined)
    .map((one) => ({
      code: "no_simulation",
      message: `case ${one.id} has no simulation; add one or use a live model`,
      where: case_files[one.id] ?? where,
      fix: "A simulated model plays the case's script: see step 5 of docs/writing-cases.md. Preflight needs none.",
    }));
}

/** A cap that refuses even the first call: the prompt's bytes and the longest answer the model contract allows. */
function findTightCaps(
  { cases, models, pricing, case_files = {} }: FrozenContracts,
  day: string,
  where: string,
): Fault[] {
  const speaking = models.filter((one) => one.role !== "embeddings");
  return cases.flatMap((one) => {
    const { cost } = one.limits;
    if (cost === undefined) return [];
    const cap = parseAmount(cost);
    if (cap.currency !== pricing.currency) return [];
    const bytes = new TextEncoder().encode(one.prompt.system + one.prompt.user).length;
    const cheapest = speaking.reduce<bigint | null>((found, { provider, model, ...bounds }) => {
      const price = findPrice(pricing, provider, model, day);
      if ("missing" in price) return found;
      const call = worstCaseCall(
        { input_tokens: inputTokenBound(bytes), max_output_tokens: bounds.max_output_tokens },
        price,
      );
      return found === null || call < found ? call : found;
    }, null);
    if (cheapest === null || cheapest <= cap.pico) return [];
    const needed = formatPico(roundUp(cheapest), pricing.currency);
    return [
      {
        code: "cap_below_one_call",
        message: `limits.cost of case ${one.id} is ${cost}, but one model call could cost ${needed} and more: every run would be refused its first call`,
        where: case_files[one.id] ?? where,
        fix: `Raise limits.cost well above ${needed} for each call the case needs: system text, tools and what was said before are bounded too. What a call really costs is all that is charged. Or lower max_output_tokens in the model contract.`,
      },
    ];
  });
}

/** To the last place that is shown, so that the amount named is never less. */
function roundUp(pico: bigint): bigint {
  return ((pico + 999_999n) / 1_000_000n) * 1_000_000n;
}

/** Amounts are compared as they stand, never converted. */
function findOtherCurrencies({ matrix, cases, pricing }: FrozenContracts, where: string): Fault[] {
  const amounts = [
    ["budget", matrix.budget] as const,
    ...cases.map((one) => [`limits.cost of case ${one.id}`, one.limits.cost] as const),
  ];
  return amounts.flatMap(([name, amount]) =>
    amount === undefined || parseAmount(amount).currency === pricing.currency
      ? []
      : [
          {
            code: "currency_mismatch",
            message: `${name} is ${amount}, but the prices of ${pricing.name} are in ${pricing.currency}`,
            where,
            fix: `Write the amount in ${pricing.currency}; nothing is converted.`,
          },
        ],
  );
}
