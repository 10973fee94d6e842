/** What an audit of a stored matrix found, and how it is said: one line when all is well, the first fault where not. */
import { cleanText } from "../report/escape.ts";
import { plural } from "../report/format.ts";
import type { FoundFault, JobAudit } from "./job-audit.ts";

export interface MatrixAudit {
  readonly matrix_id: string;
  /** Whether the matrix said that it is done. */
  readonly completed: boolean;
  readonly jobs: readonly JobAudit[];
  /** RunResults that were folded again from their events. */
  readonly runs: number;
  /** Streams whose head is also kept outside the database. */
  readonly anchored: number;
  readonly first_fault: FoundFault | null;
  readonly not_checked: readonly string[];
}

/** What no audit of a stored matrix can see. */
const never = [
  "the evidence bundle as a whole: agent-lab verify does",
  "who wrote the record: it is not signed",
  "whether the model, the tools and the clock told the truth when the events were written",
];

/** Streams that nothing outside the database names can lose their tail unseen, so they are said. */
export function notChecked(jobs: readonly JobAudit[], anchored: ReadonlySet<string>): string[] {
  const loose = jobs.filter(({ job_id }) => !anchored.has(job_id));
  const [first] = loose;
  if (first === undefined) return never;
  const others = loose.length === 1 ? "" : ` and ${loose.length - 1} more`;
  const open = `whether the last events of ${first.job_id}${others} were cut off: nothing outside the database names where it ended`;
  return [open, ...never];
}

export function auditText(audit: MatrixAudit): string {
  const { matrix_id, jobs, runs, first_fault } = audit;
  const events = jobs.reduce((sum, one) => sum + one.events, 0);
  const artifacts = jobs.reduce((sum, one) => sum + one.artifacts, 0);
  const state = audit.completed ? "" : " · not complete";
  const read = `${plural(runs, "run")}, ${plural(events, "event")}, ${plural(artifacts, "artifact")}`;
  const lines =
    first_fault === null
      ? [`audit · ${matrix_id}${state} · ${read} · no fault found`]
      : [
          `audit · ${matrix_id}${state} · ${read} · FAULT ${first_fault.code}`,
          `  ${placeOf(first_fault)}: ${first_fault.message}`,
          "  Restore the matrix from a backup (agent-lab restore), or run it again with --new; a changed record proves nothing.",
        ];
  const notes = jobs.flatMap(openEnds);
  const unseen = audit.not_checked.map((one) => `  not checked: ${one}`);
  return `${[...lines, ...notes, ...unseen].map((line) => cleanText(line, 1_000)).join("\n")}\n`;
}

/** What is no fault of the record, and still something a person may have to settle. */
function openEnds(job: JobAudit): string[] {
  const notes: string[] = [];
  const { job_id, outstanding_reservations: open, ambiguous_operations: ambiguous } = job;
  if (typeof open === "number" && open > 0)
    notes.push(`  ${job_id}: ${plural(open, "reservation")} outstanding`);
  if ("length" in ambiguous && ambiguous.length > 0)
    notes.push(`  ${job_id}: ambiguous ${ambiguous.join(", ")}`);
  return notes;
}

function placeOf({ job_id, sequence }: FoundFault): string {
  return sequence === null ? job_id : `${job_id}, event ${sequence}`;
}
