/** The second look of a pull request's screen: chosen from the first look's runs, registered before any of its blocks runs. */
import type { Block } from "../contracts/plan.ts";
import { runResult } from "../core/runs/run-result.ts";
import { registeredBlocks } from "../core/screening/effective-plan.ts";
import { outcomeOf, pairOutcomes } from "../core/screening/outcomes.ts";
import { chooseSecondLook } from "../core/screening/second-look.ts";
import { nameRun, type MatrixRun } from "./cell.ts";
import type { Recorder } from "./recorder.ts";
import { matrixBodies } from "./share.ts";

/** The fresh blocks to run now; none when nothing was worse, or when this is no pull request. */
export async function registerSecondLook(
  run: MatrixRun,
  recorder: Recorder,
): Promise<readonly Block[]> {
  const { plan } = run;
  const base = plan.candidates.find((one) => one.role === "base");
  const head = plan.candidates.find((one) => one.role === "head");
  if (plan.variable !== "revision" || base === undefined || head === undefined) return [];
  // A shard has seen a part of the first look only; the second is due once all are merged.
  if (run.share.shard !== null) return [];
  const bodies = () => matrixBodies(run);
  if (!bodies().some((body) => body.type === "look.registered")) {
    const changes = plan.case_changes ?? [];
    const cases = pairOutcomes({
      blocks: plan.blocks,
      runs: firstLook(run),
      base: base.id,
      head: head.id,
      changes,
    });
    const choice = chooseSecondLook({ cases, changes });
    if (choice.cases.length === 0) return [];
    await recorder.append({
      type: "look.registered",
      cases: choice.cases.map((case_id) => ({ case_id, blocks: choice.blocks_each })),
      first_block: plan.blocks.length + 1,
      reason: choice.reason,
    });
    const detail = `${choice.cases.join(", ")}: ${choice.blocks_each} fresh blocks each`;
    run.shell.progress.report({ kind: "step", name: "second look", detail });
  }
  return registeredBlocks(plan, bodies());
}

function firstLook(run: MatrixRun) {
  return run.plan.blocks.flatMap((block) =>
    block.order.flatMap((candidate) => {
      const events = run.ledger.events(
        nameRun(run.matrix_id, block.case_id, candidate, block.repetition),
      );
      return events.length === 0 ? [] : [outcomeOf(runResult(events))];
    }),
  );
}
