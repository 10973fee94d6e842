/** Whose the streams are: the matrix's own and one for each run of a cell of its plan, and which of them were recorded. */
import { withSecondLook } from "../screening/effective-plan.ts";
import { gatherMatrix } from "../shards/streams.ts";
import type { BundleContents } from "./documents.ts";
import type { Fault } from "./fault.ts";
import { eventsPath } from "./layout.ts";

export function checkStreams({ manifest, plan, streams }: BundleContents): Fault | undefined {
  const matrix = gatherMatrix(streams, manifest.matrix_id).map(({ body }) => body);
  const { blocks } = withSecondLook(plan, matrix);
  for (const [job_id, events] of streams) {
    const created = events[0]?.body;
    if (job_id === manifest.matrix_id || created?.type === "matrix.registered") continue;
    const foreign = (message: string): Fault => ({
      code: "E-stream_foreign",
      path: eventsPath(job_id),
      line: 1,
      message,
    });
    if (created?.type !== "job.created") {
      return foreign("opens neither a run nor a matrix");
    }
    if (created.matrix_id !== manifest.matrix_id) {
      return foreign(
        `is a run of matrix ${created.matrix_id}; this bundle is ${manifest.matrix_id}`,
      );
    }
    if (created.plan_sha256 !== manifest.plan_sha256) return foreign("is a run of another plan");
    const block = blocks.find((one) => one.index === created.block);
    if (
      block?.case_id !== created.case_id ||
      block.case_version !== created.case_version ||
      block.repetition !== created.repetition ||
      block.order[created.position - 1] !== created.candidate
    ) {
      return foreign(
        `opens block ${created.block}, ${created.candidate} on ${created.case_id} v${created.case_version}, repetition ${created.repetition}: no such cell`,
      );
    }
  }
  return undefined;
}

/** Just the runs that were finished were recorded: none was dropped, none was taken before its end. */
export function checkFinished({ manifest, streams }: BundleContents): Fault | undefined {
  const matrix = gatherMatrix(streams, manifest.matrix_id).map(({ body }) => body);
  const recorded = new Set(
    matrix.flatMap((body) => (body.type === "run.recorded" ? [body.run_id] : [])),
  );
  for (const [job_id, events] of streams) {
    const line = events.length;
    const finished = events.at(-1)?.body.type === "run.finished";
    if (finished && !recorded.has(job_id)) {
      const message = "holds a finished run that the matrix never recorded";
      return { code: "E-run_unrecorded", path: eventsPath(job_id), line, message };
    }
    if (!finished && recorded.has(job_id)) {
      const message = "does not end with run.finished, and the matrix recorded this run";
      return { code: "E-run_unfinished", path: eventsPath(job_id), line, message };
    }
  }
  return undefined;
}
