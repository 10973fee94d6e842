/** Step 4, second half: each cell of the plan has exactly one result, the recorded one, or a reason why it has none. */
import type { RuntimeEvent } from "../../contracts/event.ts";
import type { RunResult } from "../../contracts/run-result.ts";
import { withSecondLook } from "../screening/effective-plan.ts";
import { gatherMatrix } from "../shards/streams.ts";
import type { BundleContents } from "./documents.ts";
import type { Fault } from "./fault.ts";
import { bundlePaths, eventsPath, runPath } from "./layout.ts";
import { absentBlocks } from "./shards.ts";

interface Recorded {
  readonly result_sha256: string;
  readonly job_head: string;
}

export function checkResults({
  manifest,
  plan,
  streams,
  results,
  result_digests,
}: BundleContents): Fault | undefined {
  const recorded = new Map<string, Recorded>();
  for (const body of matrixBodies(manifest.matrix_id, streams)) {
    if (body.type === "run.recorded") recorded.set(body.run_id, body);
  }
  const carried = withSecondLook(plan, matrixBodies(manifest.matrix_id, streams));
  const planned = new Map(carried.blocks.map((block) => [block.index, block]));
  for (const [name, result] of results) {
    const path = runPath(name);
    const fresh = plan.variable === "revision" && result.block > plan.blocks.length;
    const code = fresh ? "E-look_extra" : "E-run_foreign";
    const foreign = (message: string): Fault => ({ code: "E-run_foreign", path, message });
    if (result.run_id !== name) return foreign(`the file holds run ${result.run_id}`);
    if (result.matrix_id !== manifest.matrix_id)
      return foreign(`it is of matrix ${result.matrix_id}`);
    if (result.plan_sha256 !== manifest.plan_sha256) return foreign("it is of another plan");
    const block = planned.get(result.block);
    if (
      block?.case_id !== result.case_id ||
      block.case_version !== result.case_version ||
      block.repetition !== result.repetition ||
      block.order[result.position - 1] !== result.candidate
    ) {
      const where = fresh ? "no second look that is registered has" : "the plan has no";
      return { code, path, message: `${where} such cell: ${describe(result)}` };
    }
    const fault = checkRecord(path, result, result_digests.get(name), recorded.get(name));
    if (fault) return fault;
  }
  const lost = [...recorded.keys()].find((run_id) => !results.has(run_id));
  return lost === undefined
    ? undefined
    : { code: "E-file_missing", path: runPath(lost), message: "the ledger records this run" };
}

function checkRecord(
  path: string,
  result: RunResult,
  found: string | undefined,
  record: Recorded | undefined,
): Fault | undefined {
  if (!record) {
    const message = "no run.recorded event of the matrix names this run";
    return { code: "E-run_unrecorded", path, message };
  }
  if (found !== record.result_sha256) {
    const message = `the result gives ${found}; the ledger recorded ${record.result_sha256}`;
    return { code: "E-run_altered", path, message };
  }
  return result.events.head === record.job_head
    ? undefined
    : {
        code: "E-run_altered",
        path,
        message: "its events.head is not the one the ledger recorded",
      };
}

function matrixBodies(matrix_id: string, streams: BundleContents["streams"]): RuntimeEvent[] {
  return gatherMatrix(streams, matrix_id).map((event) => event.body);
}

export function checkCells(contents: BundleContents): Fault | undefined {
  const { manifest, plan, streams, results } = contents;
  const elsewhere = new Set(absentBlocks(contents).map((block) => block.index));
  const refused = new Set<number>();
  for (const body of matrixBodies(manifest.matrix_id, streams)) {
    if (body.type === "block.refused") refused.add(body.block);
  }
  const filled = new Map<string, string>();
  for (const result of results.values()) {
    const cell = `${result.block}/${result.candidate}`;
    const first = filled.get(cell);
    if (first !== undefined) {
      const message = `${describe(result)} already has its result in ${runPath(first)}`;
      return { code: "E-cell_duplicate", path: runPath(result.run_id), message };
    }
    filled.set(cell, result.run_id);
  }
  const carried = withSecondLook(plan, matrixBodies(manifest.matrix_id, streams));
  for (const block of carried.blocks) {
    const empty = block.order.find((candidate) => !filled.has(`${block.index}/${candidate}`));
    if (empty === undefined || refused.has(block.index) || elsewhere.has(block.index)) continue;
    const cell = describe({ ...block, block: block.index, candidate: empty });
    const message = `${cell} has neither a result nor a reason why it was not run`;
    const planned = plan.blocks.some((one) => one.index === block.index);
    return planned
      ? { code: "E-cell_missing", path: bundlePaths.plan, message }
      : { code: "E-look_missing", path: eventsPath(manifest.matrix_id), message };
  }
  return undefined;
}

function describe(
  cell: Pick<RunResult, "block" | "candidate" | "case_id" | "case_version" | "repetition">,
): string {
  return `block ${cell.block}, ${cell.candidate} on ${cell.case_id} v${cell.case_version}, repetition ${cell.repetition}`;
}
