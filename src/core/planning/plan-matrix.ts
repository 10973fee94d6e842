/** The plan: candidates x cases x repetitions, ordered, priced at the worst case, every contract digested. */
import type { CaseContract } from "../../contracts/case.ts";
import type { Fault, Outcome } from "../../contracts/fault.ts";
import type { ModelContract } from "../../contracts/model.ts";
import type { Plan } from "../../contracts/plan.ts";
import type { PricingCatalogue } from "../../contracts/pricing.ts";
import type { Missing } from "../../contracts/primitives.ts";
import { worstCaseRun } from "../budget/cost.ts";
import { formatPico, parseAmount } from "../budget/money.ts";
import { findPrice } from "../budget/price.ts";
import { bindContracts, type FrozenContracts } from "./bind-contracts.ts";
import { arrangeBlocks } from "./blocks.ts";
import { findStrayDifferences } from "./variables.ts";

/** Plans a matrix or says, fault by fault, why it can't be planned. `day` (YYYY-MM-DD) dates the price lookup. */
export function planMatrix(contracts: FrozenContracts, day: string, where: string): Outcome<Plan> {
  const { matrix, cases, models } = contracts;
  const model = models[0];
  const faults = [
    ...findStrayDifferences(matrix.variable, matrix.candidates, where),
    ...findUnbuilt(contracts, where),
    ...findDuplicates(contracts, where),
    ...findLongNames(contracts, where),
    ...findOtherCurrencies(contracts, where),
  ];
  const [first, ...rest] = faults;
  if (first !== undefined) return { ok: false, faults: [first, ...rest] };
  if (model === undefined)
    return refuse("no_model", "the matrix names no model", where, "Name a model contract.");
  const blocks = arrangeBlocks(
    cases,
    matrix.candidates.map((one) => one.id),
    matrix.repetitions,
    matrix.order.seed,
  );
  const worst = worstCase(contracts, model, day);
  const budget = parseAmount(matrix.budget);
  const over = typeof worst === "bigint" && worst > budget.pico;
  if (over && matrix.on_exceed === "refuse")
    return refuse(
      "over_budget",
      `the worst case is ${formatPico(worst, contracts.pricing.currency)}, more than the budget of ${formatPico(budget.pico, budget.currency)}`,
      where,
      "Raise budget, lower repetitions or a case's limits, or set on_exceed: stop_at_block.",
    );
  if (typeof worst !== "bigint")
    return refuse(
      "no_price",
      worst.missing,
      where,
      `Add an entry for ${model.model} to the pricing catalogue; a missing price is never taken as 0.`,
    );
  return {
    ok: true,
    value: {
      schema_version: 1,
      id: matrix.id,
      title: matrix.title ?? matrix.id,
      variable: matrix.variable,
      track: matrix.track,
      upstream: model.upstream,
      candidates: matrix.candidates,
      contracts: bindContracts(contracts),
      order: matrix.order,
      repetitions: matrix.repetitions,
      blocks,
      cells: blocks.length * matrix.candidates.length,
      budget: matrix.budget,
      on_exceed: matrix.on_exceed,
      concurrency: matrix.concurrency,
      worst_case_pico: worst.toString(),
      expected_pico: { missing: "no history of this plan yet" },
    },
  };
}

/** The most one run of this case can cost, in pico-units, or why that can't be said. */
export function worstCaseOfRun(
  one: CaseContract,
  model: ModelContract,
  pricing: PricingCatalogue,
  day: string,
): bigint | Missing {
  const price = findPrice(pricing, model.provider, model.model, day);
  if ("missing" in price) return price;
  const limits = one.limits;
  const bound = worstCaseRun(
    {
      model_calls: limits.model_calls,
      input_tokens_per_call: Math.min(limits.input_tokens, model.max_input_tokens),
      max_output_tokens: Math.min(limits.output_tokens, model.max_output_tokens),
    },
    price,
  );
  if (limits.cost === undefined) return bound;
  const cap = parseAmount(limits.cost).pico;
  return cap < bound ? cap : bound;
}

function worstCase(
  { matrix, cases, pricing }: FrozenContracts,
  model: ModelContract,
  day: string,
): bigint | Missing {
  let total = 0n;
  for (const one of cases) {
    const run = worstCaseOfRun(one, model, pricing, day);
    if (typeof run !== "bigint") return run;
    total += run * BigInt(matrix.candidates.length * matrix.repetitions);
  }
  return total;
}

/** What the formats already name and this version can't do yet is refused aloud, never ignored. */
function findUnbuilt({ matrix, policy, models, cases }: FrozenContracts, where: string): Fault[] {
  const unbuilt: string[] = [];
  if (matrix.track !== "controlled") unbuilt.push(`track: ${matrix.track}`);
  if (matrix.order.design !== "shuffle") unbuilt.push(`order.design: ${matrix.order.design}`);
  if (matrix.concurrency !== 1) unbuilt.push(`concurrency: ${matrix.concurrency}`);
  if (matrix.aa_control) unbuilt.push("aa_control: true");
  if (policy.decision !== "screen") unbuilt.push(`decision: ${policy.decision}`);
  if (models.length > 1) unbuilt.push("more than one model");
  if (models.some((model) => model.upstream === "replay")) unbuilt.push("upstream: replay");
  if (models.some((model) => model.pacing_ms > 0)) unbuilt.push("pacing_ms");
  if (models.some((model) => model.daily_quota !== undefined)) unbuilt.push("daily_quota");
  for (const one of cases)
    if (one.faults.length > 0) unbuilt.push(`faults (in case ${one.id})`);
  if (matrix.track === "controlled")
    for (const one of matrix.candidates)
      for (const field of ["command", "setup", "revision", "models", "tool_set"] as const)
        if (one[field] !== undefined) unbuilt.push(`${field} (of candidate ${one.id})`);
  return unbuilt.map((name) => ({
    code: "not_built_yet",
    message: `${name} is part of the format, but this version can't run it yet`,
    where,
    fix: "Leave it out. What runs: the controlled track, adapters as candidates, one model, order.design shuffle, concurrency 1, decision screen.",
  }));
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
  const longest = (ids: readonly { readonly id: string }[]): string =>
    ids.reduce((found, one) => (one.id.length > found.length ? one.id : found), "");
  const [a, b] = [longest(cases), longest(matrix.candidates)];
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

/** Amounts are compared as they stand, never converted. */
function findOtherCurrencies(
  { matrix, cases, pricing }: FrozenContracts,
  where: string,
): Fault[] {
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

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
