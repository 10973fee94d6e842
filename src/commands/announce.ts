/** What is said before the first model call: whether the cases are sound, and what the run may cost. */
import type { PreflightReport } from "../contracts/preflight.ts";
import type { Missing } from "../contracts/primitives.ts";
import { formatPico, parseAmount } from "../core/budget/money.ts";
import type { MatrixFolder, Shell } from "../core/ports.ts";
import { plural } from "../core/report/format.ts";
import { matrixEvents } from "../core/shards/streams.ts";
import { serialise } from "./load-matrix.ts";
import type { Planned } from "./plan.ts";

export function reportPreflight(shell: Shell, preflight: PreflightReport): void {
  const cases = plural(preflight.cases.length, "case");
  const wrong = preflight.cases.filter((one) => one.problems.length > 0).length;
  const detail = preflight.passed
    ? `${cases}: ${oracleWords(preflight)}null agent fails, references ok`
    : `${plural(preflight.problems, "problem")} in ${wrong} of ${cases}`;
  shell.progress.report({ kind: "step", name: "preflight", detail });
}

/** Nothing of an oracle that no case has: it is optional for your own agent. */
function oracleWords({ cases }: PreflightReport): string {
  const known = cases.filter((one) => typeof one.oracle_score === "number").length;
  if (known === 0) return "";
  return known === cases.length ? "oracle 100, " : `oracle 100 in ${known}, `;
}

/** Worst case, what the same plan cost last time, and the cap. `base`: the folder matrices are kept in. */
export function reportMoney(shell: Shell, planned: Planned, base: string): void {
  const { plan, contracts } = planned;
  const { currency } = contracts.pricing;
  const show = (pico: string | Missing): string =>
    typeof pico === "string" ? formatPico(BigInt(pico), currency) : `not known (${pico.missing})`;
  const expected = expectedPico(shell, planned, base);
  const detail = `worst case ${show(plan.worst_case_pico)}, expected ${show(expected)}, cap ${formatPico(parseAmount(plan.budget).pico, currency)}${stopsAtCap(plan) ? "; no block starts that could exceed it" : ""}`;
  shell.progress.report({ kind: "step", name: "budget", detail });
}

function stopsAtCap({ on_exceed, worst_case_pico, budget }: Planned["plan"]): boolean {
  return (
    on_exceed === "stop_at_block" &&
    typeof worst_case_pico === "string" &&
    BigInt(worst_case_pico) > parseAmount(budget).pico
  );
}

/** Pico-units that the newest complete matrix of the very same plan spent. */
function expectedPico(shell: Shell, planned: Planned, base: string): string | Missing {
  const store = shell.workspace.matrices(base);
  const text = serialise(planned.plan);
  for (const id of store.ids()) {
    const folder = store.open(id);
    const stored = folder?.read("plan.json");
    if (!folder || !stored || new TextDecoder().decode(stored) !== text) continue;
    if (folder.read("complete.json") === null || folder.read("shard.json") !== null) continue;
    const spent = spentBy(shell, folder);
    if (spent !== null) return spent;
  }
  return { missing: "no complete run of this plan yet" };
}

/** Null where cells were left out, so that the sum is not the plan's, or where the ledger can't be read. */
function spentBy(shell: Shell, folder: MatrixFolder): string | null {
  try {
    const ledger = shell.openLedger(folder.locate("ledger.db"));
    try {
      const bodies = matrixEvents(ledger, folder.matrix_id).map((event) => event.body);
      const done = bodies.filter((body) => body.type === "matrix.completed");
      if (done.length === 0 || done.some((body) => body.not_run > 0)) return null;
      const settled = bodies.flatMap((body) =>
        body.type === "block.settled" && typeof body.spent_pico === "string"
          ? [BigInt(body.spent_pico)]
          : [],
      );
      return settled.reduce((sum, one) => sum + one, 0n).toString();
    } finally {
      ledger.close();
    }
  } catch {
    // An estimate is worth no refusal: a damaged old matrix is named by the command that reads it.
    return null;
  }
}
