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
import { arrangeBlocks, findImbalance } from "./blocks.ts";
import { findControlFaults, withControl } from "./control-lane.ts";
import { findPlanFaults } from "./plan-faults.ts";
import { registerAnalysis } from "./register-analysis.ts";

/** Plans a matrix or says, fault by fault, why it can't be planned. `day` (YYYY-MM-DD) dates the price lookup. */
export function planMatrix(bound: FrozenContracts, day: string, where: string): Outcome<Plan> {
  // The contract that is bound is the one people wrote; what is run has the control besides.
  const matrix = { ...bound.matrix, candidates: withControl(bound.matrix) };
  const contracts: FrozenContracts = { ...bound, matrix };
  const { cases, models, policy } = contracts;
  const model = models[0];
  const [first, ...rest] = [
    ...findControlFaults(bound, where),
    ...findPlanFaults(contracts, day, where),
  ];
  if (first !== undefined) return { ok: false, faults: [first, ...rest] };
  if (model === undefined)
    return refuse("no_model", "the matrix names no model", where, "Name a model contract.");
  const blocks = arrangeBlocks(
    cases,
    matrix.candidates.map((one) => one.id),
    matrix.repetitions,
    matrix.order.seed,
    matrix.order.design,
  );
  const imbalance = findImbalance(matrix.order.design, blocks.length, matrix.candidates.length);
  const worst = worstCase(contracts, day);
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
      `Add the price to ${contracts.pricing.name}; a missing price is never taken as 0:\n  - { provider: ${model.provider}, model: ${model.model}, effective_from: ${day}, input: …, output: …, source: …, checked: ${day} }`,
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
      contracts: bindContracts(bound),
      order: matrix.order,
      repetitions: matrix.repetitions,
      blocks,
      cells: blocks.length * matrix.candidates.length,
      budget: matrix.budget,
      on_exceed: matrix.on_exceed,
      concurrency: matrix.concurrency,
      worst_case_pico: worst.toString(),
      expected_pico: { missing: "no history of this plan yet" },
      analysis: registerAnalysis({ matrix, policy, cases: cases.length }),
      ...(imbalance === null ? {} : { notes: [imbalance] }),
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

/** Over all cells; any of several models may be asked, so the dearest bounds each run. */
function worstCase(
  { matrix, cases, models, pricing }: FrozenContracts,
  day: string,
): bigint | Missing {
  let total = 0n;
  for (const one of cases) {
    const dearest = dearestRun(one, models, pricing, day);
    if (typeof dearest !== "bigint") return dearest;
    total += dearest * BigInt(matrix.candidates.length * matrix.repetitions);
  }
  return total;
}

/** As `worstCaseOfRun`, whichever of the models is asked. */
export function dearestRun(
  one: CaseContract,
  models: readonly ModelContract[],
  pricing: PricingCatalogue,
  day: string,
): bigint | Missing {
  let dearest = 0n;
  for (const model of models) {
    const run = worstCaseOfRun(one, model, pricing, day);
    if (typeof run !== "bigint") return run;
    if (run > dearest) dearest = run;
  }
  return dearest;
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
