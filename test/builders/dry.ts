import { judgeCase, unrunCase, type DryRun } from "../../src/core/dry/dry-case.ts";
import type { DryReport } from "../../src/core/dry/dry-report.ts";
/** Requests, runs and a whole report of a dry evaluation; the figures are invented. */
import { dryRequest, type DryRequest } from "../../src/core/dry/requests.ts";
import { decodeRequest } from "../../src/core/wire/request.ts";
import { aPlan } from "./runs.ts";
import { aFailedPreflight } from "./views.ts";
import { aBody, SYSTEM } from "./wire-requests.ts";

export function aDryRequest(more: Record<string, unknown> = {}): DryRequest {
  const body = aBody(more);
  const request = decodeRequest("chat_completions", body);
  if (request.kind === "rejection") throw new Error(JSON.stringify(request));
  return dryRequest("chat_completions", body, request);
}

export function aDryRun(requests: readonly DryRequest[], more: Partial<DryRun> = {}): DryRun {
  return { requests, unrecorded: false, trouble: null, turned_away: [], ...more };
}

const base = "42123f9".padEnd(40, "0");
const head = "8c9d1f4".padEnd(40, "0");

/** A fork's pull request that drops a rule from the prompt and breaks one case altogether. */
export function aDryReport(more: Partial<DryReport> = {}): DryReport {
  const now = SYSTEM.replace(
    "Ask for an approval before any refund over 100 dollars.",
    "Be brief.",
  );
  const [before, after] = [aDryRun([aDryRequest()]), aDryRun([aDryRequest({ system: now })])];
  const crash = { trouble: "ended with exit code 1; its last words: TypeError: no such client" };
  const { preflight } = aFailedPreflight();
  return {
    plan: {
      ...aPlan(),
      title: "refund-bot",
      ignored_changes: ["policy", "budget"],
      case_changes: [
        { case_id: "gift-card", change: "added", base_version: null },
        { case_id: "small-refund", change: "changed", base_version: 2 },
      ],
    },
    preflight: { ...preflight, passed: true, problems: 0 },
    cause: { keys: ["OPENAI_API_KEY"], fork: true },
    base,
    head,
    recording: null,
    cases: [
      judgeCase("policy-question", false, before, before),
      judgeCase("refund-over-limit", false, before, after),
      judgeCase("small-refund", false, before, after),
      judgeCase("gift-card", false, before, aDryRun([], crash)),
      unrunCase("unknown-order", 1, "head's reset hook ended with exit code 3"),
    ],
    ...more,
  };
}
