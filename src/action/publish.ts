/** From an evaluation to its publication: where the run belongs, which clients it may use, what it shows there. */
import { setTimeout as sleep } from "node:timers/promises";

import { lineageLine } from "../core/publication/links.ts";
import type { PublicationOutcome } from "../core/publication/outcome.ts";
import { loadClients } from "../shell/github/clients.ts";
import type { ActionInputs } from "../shell/github/inputs.ts";
import { publishOutcome } from "../shell/github/publish.ts";
import { readPlace } from "../shell/github/pull-request.ts";
import { isPlaced, type ActionEvaluation, type Published } from "./run.ts";

/** Expected refusals are inside the publication; without a place or any client there is a reason and no publication. */
export async function publishEvaluation(
  inputs: ActionInputs,
  found: ActionEvaluation,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Published> {
  const place = readPlace(environment, inputs);
  if (!place.found) return { done: false, reason: place.reason };
  const set = (name: string): boolean => (environment[name] ?? "") !== "";
  const has_results_service = set("ACTIONS_RUNTIME_TOKEN") && set("ACTIONS_RESULTS_URL");
  if (inputs.github_token === null && !has_results_service) {
    return { done: false, reason: "there is neither a github-token nor an artifact service" };
  }
  const clients = await loadClients(
    {
      token: inputs.github_token,
      api_url: environment["GITHUB_API_URL"] ?? null,
      has_results_service,
    },
    async (milliseconds) => sleep(milliseconds),
  );
  const outcome = outcomeOf(inputs, found);
  const publication = await publishOutcome(
    outcome,
    place.context,
    clients,
    environment["RUNNER_TEMP"] ?? null,
  );
  const lineage = lineageLine(outcome, place.context, publication.bundle, publication.html);
  return { done: true, publication, lineage };
}

const verdicts = ["Go", "Conditional-Go", "No-Go", "not applicable"] as const;

function outcomeOf(inputs: ActionInputs, found: ActionEvaluation): PublicationOutcome {
  const { bundle, report } = found.paths;
  const [first = `### ${found.verdict}\n`, ...rest] = found.summaries;
  return {
    verdict: verdicts.find((one) => one === found.verdict) ?? "not evaluated",
    title: found.title,
    exit_code: found.exit_code,
    matrix_id: found.matrix_id,
    config: inputs.config,
    markdown: [first, ...rest],
    facts: found.facts,
    notes: found.annotations
      .filter(isPlaced)
      .map((one) => ({ ...one, column: one.column ?? null })),
    bundle:
      bundle === null || found.bundle_sha256 === null
        ? null
        : { path: bundle, sha256: found.bundle_sha256 },
    html: report,
  };
}
