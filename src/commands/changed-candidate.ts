/** A matrix that goes on must go on with what it was begun with: other packages would be another candidate under the same name. */
import type { RuntimeEvent } from "../contracts/event.ts";
import type { Fault } from "../contracts/fault.ts";
import type { Plan } from "../contracts/plan.ts";
import { canonicalJson } from "../core/digest/canonical.ts";
import type { Ledger, PreparedAdapter } from "../core/ports.ts";
import { nameRun } from "./cell.ts";
import type { PreparedCandidates } from "./prepare.ts";

type Started = Extract<RuntimeEvent, { type: "attempt.started" }>;
type Place = Pick<PreparedAdapter, "framework" | "packages" | "lockfile_sha256">;

/** The first candidate that is not what its earlier runs were started with; null where all are, or none was started. */
export function findChangedCandidate(
  ledger: Pick<Ledger, "events" | "head">,
  matrix_id: string,
  plan: Pick<Plan, "blocks" | "candidates">,
  prepared: PreparedCandidates,
): Fault | null {
  for (const { id } of plan.candidates) {
    const ready = prepared.get(id);
    if (ready?.ok !== true) continue;
    const now = ready.value.kind === "program" ? ready.value.program : ready.value.adapter;
    const before = firstStart(ledger, matrix_id, plan, id);
    const field = before === null ? null : findDifference(before, now);
    if (field !== null)
      return {
        code: "contract_changed",
        message: `${id} was begun with another ${field}, and a matrix compares one thing under one name`,
        where: `matrix ${matrix_id}`,
        fix: `Put back what it was begun with, or start a new matrix with --new.`,
      };
  }
  return null;
}

function firstStart(
  ledger: Pick<Ledger, "events" | "head">,
  matrix_id: string,
  { blocks }: Pick<Plan, "blocks">,
  candidate: string,
): Started | null {
  for (const { case_id, repetition } of blocks) {
    const run_id = nameRun(matrix_id, case_id, candidate, repetition);
    if (ledger.head(run_id) === undefined) continue;
    const started = ledger
      .events(run_id)
      .map((event) => event.body)
      .find((body) => body.type === "attempt.started");
    if (started !== undefined) return started;
  }
  return null;
}

function findDifference(before: Started, now: Place): string | null {
  for (const field of ["framework", "packages", "lockfile_sha256"] as const)
    if (canonicalJson(before[field]) !== canonicalJson(now[field]))
      return `${words[field]} (${canonicalJson(before[field]).slice(0, 200)}; now ${canonicalJson(now[field]).slice(0, 200)})`;
  return null;
}

const words = {
  framework: "framework version",
  packages: "set of packages",
  lockfile_sha256: "lockfile",
} as const;
