/** What a run's events say that follows from the rest of the bundle: its opening from plan and contracts, its points, its costs. */
import type { CaseContract } from "../contracts/case.ts";
import type { StoredEvent } from "../contracts/event.ts";
import type { ModelContract } from "../contracts/model.ts";
import type { PricingCatalogue } from "../contracts/pricing.ts";
import { callCost } from "../core/budget/cost.ts";
import { scoreStream } from "../core/evaluation/score-stream.ts";
import type { BundleContents } from "../core/evidence/documents.ts";
import type { Fault, FaultCode } from "../core/evidence/fault.ts";
import { eventsPath } from "../core/evidence/layout.ts";
import { documentText } from "../core/evidence/manifest.ts";

export interface BoundDocuments {
  readonly cases: readonly CaseContract[];
  readonly models: readonly ModelContract[];
  readonly pricing: PricingCatalogue;
}

/** Run after run, in the order of their ids; the first that does not follow ends it. */
export function checkDerived(contents: BundleContents, bound: BoundDocuments): Fault | undefined {
  const { results, streams } = contents;
  for (const [run_id, { case_id, case_version }] of results) {
    const task = bound.cases.find((one) => one.id === case_id && one.version === case_version);
    const events = streams.get(run_id) ?? [];
    const fault =
      checkOpening(contents, bound, events, task) ??
      checkScore(events, task) ??
      checkCosts(events, bound.pricing);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** `job.created` says by which rules the run was held. They are the plan's; a run that authorised itself more would look clean. */
function checkOpening(
  { plan }: BundleContents,
  { pricing, models }: BoundDocuments,
  events: readonly StoredEvent[],
  task: CaseContract | undefined,
): Fault | undefined {
  const [opening] = events;
  if (opening === undefined) return undefined;
  const differs = (what: string): Fault =>
    faultAt(
      "E-opening_differs",
      opening,
      `opens the run with ${what} than plan and contracts give`,
    );
  if (opening.body.type !== "job.created" || task === undefined) return differs("another case");
  const { body } = opening;
  const digestOf = (kind: "case" | "pricing_catalogue", id: string) =>
    plan.contracts.find(
      (one) =>
        one.kind === kind && one.id === id && (kind !== "case" || one.version === task.version),
    )?.digest;
  const { model_calls, tool_calls, wall_seconds } = task.limits;
  const expected: readonly [string, unknown, unknown][] = [
    ["another track", body.track, plan.track],
    ["another digest of its case", body.case_sha256, digestOf("case", task.id)],
    ["other tools", body.authorised_tools, task.tools],
    ["another limit of model calls", body.limits.model_calls, model_calls],
    ["another limit of tool calls", body.limits.tool_calls, tool_calls],
    ["another limit of time", body.limits.wall_ms, Math.round(wall_seconds * 1_000)],
    ["other prices", body.pricing_catalog, pricing.name],
    [
      "another digest of the prices",
      body.pricing_catalog_sha256,
      digestOf("pricing_catalogue", pricing.name),
    ],
    ["another currency", body.currency, pricing.currency],
    // More may be at work than the plan says; fewer would make times look comparable that are not.
    ["a lower concurrency", body.concurrency < plan.concurrency, false],
  ];
  const wrong = expected.find(
    ([, found, given]) => documentText(found) !== documentText(given ?? null),
  );
  if (wrong !== undefined) return differs(wrong[0]);
  const known = models.some(
    (one) => one.provider === body.model_provider && one.model === body.model,
  );
  return known ? undefined : differs("another model");
}

/** Points follow from answers, calls and the case: those that were recorded are worked out again. */
function checkScore(
  events: readonly StoredEvent[],
  task: CaseContract | undefined,
): Fault | undefined {
  const last = events.at(-1);
  if (task === undefined || last === undefined) return undefined;
  const bodies = events.map((event) => event.body);
  const at = events.findLast(({ body }) => body.type === "run.scored");
  const score = scoreStream(bodies, task);
  const recorded = at?.body.type === "run.scored" ? at.body.score : null;
  if (documentText(recorded) === documentText(score)) return undefined;
  const message = "the recorded points are not what the case's checks give for this run";
  return faultAt("E-score_differs", at ?? last, message);
}

/** Any entry of the catalogue may have been the one that held on the day: a cost that none of them gives was made up. */
function checkCosts(events: readonly StoredEvent[], pricing: PricingCatalogue): Fault | undefined {
  for (const event of events) {
    const { body } = event;
    if (body.type !== "model.settled") continue;
    const found = documentText(body.cost_pico);
    const possible = pricing.entries.map((entry) => {
      const cost = callCost(body.usage, entry);
      return documentText(typeof cost === "bigint" ? cost.toString() : cost);
    });
    if (possible.includes(found)) continue;
    const message = `settles ${body.operation_id} at a cost that no price of the catalogue gives for its usage`;
    return faultAt("E-cost_differs", event, message);
  }
  return undefined;
}

function faultAt(code: FaultCode, { job_id, sequence }: StoredEvent, message: string): Fault {
  return { code, path: eventsPath(job_id), line: sequence, message };
}
