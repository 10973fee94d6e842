/** merge: shards become one ordinary matrix again, each proved first; what is missing is named, what does not belong refused. */
import type { Fault, Outcome } from "../contracts/fault.ts";
import { plan as planFormat, type Plan } from "../contracts/plan.ts";
import type { RunResult } from "../contracts/run-result.ts";
import { bundlePaths } from "../core/evidence/layout.ts";
import { checkShards } from "../core/evidence/shards.ts";
import type { MergePorts } from "../core/merge-ports.ts";
import type { MatrixFolder, Shell } from "../core/ports.ts";
import { plural } from "../core/report/format.ts";
import { runResult } from "../core/runs/run-result.ts";
import { outcomeOf, pairOutcomes } from "../core/screening/outcomes.ts";
import { chooseSecondLook } from "../core/screening/second-look.ts";
import {
  findMergeFault,
  mergeOrder,
  missingCells,
  type MissingCell,
} from "../core/shards/merge-check.ts";
import { gatherMatrix, matrixStreams, readShardStream } from "../core/shards/streams.ts";
import { auditMatrix } from "./audit-matrix.ts";
import { nameRun } from "./cell.ts";
import { serialise, type IntegrityOutcome } from "./load-matrix.ts";
import { packStored } from "./pack-stored.ts";
import { readShard, type ReadShard } from "./read-shard.ts";
import { refusalResult, type CommandResult } from "./result.ts";

export interface MergeOptions {
  readonly inputs: readonly string[];
  /** The folder matrices are kept in. */
  readonly into: string;
}

const cellsNamed = 20;

export async function mergeShards(
  shell: Shell,
  ports: MergePorts,
  { inputs, into }: MergeOptions,
): Promise<CommandResult> {
  const shards: ReadShard[] = [];
  for (const where of inputs) {
    const read = await readShard(shell, ports, where);
    if (!read.ok) return refusalResult(read.faults, read.integrity === true ? 60 : 50);
    shards.push(read.value);
  }
  const joined = joinShards(shards);
  if (!joined.ok) return refusalResult(joined.faults, 60);
  const { matrix_id } = joined.value;
  if (ports.folders.occupied(into, matrix_id))
    return refusalResult(
      [
        {
          code: "already_there",
          message: `matrix ${matrix_id} is there already, and a merge never writes over one`,
          where: into,
          fix: "Merge into another folder with --dir, or move that matrix away.",
        },
      ],
      50,
    );
  const draft = ports.folders.restoreInto(into);
  if ("pid" in draft)
    return refusalResult(
      [
        {
          code: "merge_in_use",
          message: `another process is writing there (pid ${draft.pid})`,
          where: into,
          fix: "Wait until it has ended, or merge into another folder.",
        },
      ],
      50,
    );
  try {
    const folder = shell.workspace.matrices(draft.path).create(matrix_id);
    const written = await writeMerged(shell, ports, folder, joined.value);
    if (!written.ok) return refusalResult(written.faults, 60);
    draft.publish(matrix_id);
    const path = shell.workspace.matrices(into).open(matrix_id)?.path ?? `${into}/${matrix_id}`;
    return say(shell, joined.value, written.value, { path, into });
  } finally {
    draft.close();
  }
}

interface Joined {
  readonly matrix_id: string;
  readonly plan: Plan;
  readonly plan_sha256: string;
  readonly shards: readonly ReadShard[];
  readonly missing: readonly MissingCell[];
  /** Cases that a second look is due for; none where the first is not whole. */
  readonly due: readonly string[];
}

/** What only the whole can tell: foreign, twice or mixed shards are refused, missing cells are counted. */
function joinShards(shards: readonly ReadShard[]): Outcome<Joined> {
  const [first] = shards;
  if (first === undefined) return refuse("no_shard", "no shard was named", "merge");
  const fault = findMergeFault(shards);
  if (fault !== null) return refuse(fault.code, fault.message, fault.where);
  const { matrix_id, plan_sha256 } = first;
  const plan = planFormat.parse(
    JSON.parse(new TextDecoder().decode(first.files.get(bundlePaths.plan))),
  );
  const streams = new Map(shards.flatMap((one) => [...one.streams]));
  const wrong = checkShards({ streams, plan, manifest: { matrix_id } });
  if (wrong !== undefined)
    return refuse(wrong.code, `${wrong.path}: ${wrong.message}`, whoHolds(shards, wrong.path));
  const bodies = gatherMatrix(streams, matrix_id).map(({ body }) => body);
  const names = matrixStreams(streams.keys(), matrix_id);
  const count = readShardStream(matrix_id, names[0] ?? "")?.count ?? 1;
  const missing = missingCells(plan, bodies, count, (block, candidate) =>
    nameRun(matrix_id, block.case_id, candidate, block.repetition),
  );
  const results = bodies.flatMap((body) =>
    body.type === "run.recorded" ? [runResult(streams.get(body.run_id) ?? [])] : [],
  );
  const due = missing.length > 0 ? [] : casesDue(plan, results);
  return { ok: true, value: { matrix_id, plan, plan_sha256, shards, missing, due } };
}

function whoHolds(shards: readonly ReadShard[], path: string): string {
  const holder = shards.find(({ streams }) =>
    [...streams.keys()].some((job_id) => path === `events/${job_id}.jsonl`),
  );
  return holder?.where ?? path;
}

/** On a pull request: what the second look would look at. No shard could know, so the merged matrix has yet to run it. */
function casesDue(plan: Plan, results: readonly RunResult[]): readonly string[] {
  const base = plan.candidates.find((one) => one.role === "base");
  const head = plan.candidates.find((one) => one.role === "head");
  if (plan.variable !== "revision" || base === undefined || head === undefined) return [];
  const changes = plan.case_changes ?? [];
  const pair = { base: base.id, head: head.id, changes };
  const cases = pairOutcomes({ ...pair, blocks: plan.blocks, runs: results.map(outcomeOf) });
  return chooseSecondLook({ cases, changes }).cases;
}

interface Merged {
  readonly verdict: string | null;
  readonly bundle_sha256: string | null;
}

/** Everything but the events is copied; the ledger is made by leading every event through the reducer once more. */
async function writeMerged(
  shell: Shell,
  ports: MergePorts,
  folder: MatrixFolder,
  { shards, missing, due, plan }: Joined,
): Promise<IntegrityOutcome<Merged>> {
  for (const { files } of shards)
    for (const [path, bytes] of files) if (path !== bundlePaths.plan) folder.write(path, bytes);
  const imported = ports.importEvents(folder.locate("ledger.db"), mergeOrder(shards));
  if (!imported.ok) {
    const holder = shards.find(({ streams }) => streams.has(imported.job_id));
    return refuse("import_refused", `${imported.job_id}: ${imported.message}`, holder?.where ?? "");
  }
  folder.write(bundlePaths.plan, serialise(plan));
  const whole = missing.length === 0 && due.length === 0;
  if (whole) complete(shell, folder, plan);
  const audited = await auditMatrix(shell, folder);
  if (!audited.ok) return audited;
  const { first_fault: fault } = audited.value;
  if (fault !== null)
    return refuse("merge_unsound", `${fault.job_id}: ${fault.code}: ${fault.message}`, folder.path);
  if (!whole) return { ok: true, value: { verdict: null, bundle_sha256: null } };
  const packed = await packStored(shell, folder, null);
  if (!packed.ok) return packed;
  const { verdict, bundle } = packed.value;
  return {
    ok: true,
    value: { verdict: verdict.readiness.verdict, bundle_sha256: bundle.sha256 },
  };
}

function complete(shell: Shell, folder: MatrixFolder, plan: Plan): void {
  const ledger = shell.openLedger(folder.locate("ledger.db"));
  try {
    const heads = ledger.heads().map(({ job_id, revision, head }) => ({ job_id, revision, head }));
    const runs = heads.reduce(
      (sum, { job_id }) =>
        sum + ledger.events(job_id).filter(({ body }) => body.type === "run.recorded").length,
      0,
    );
    folder.write("complete.json", serialise({ runs, not_run: plan.cells - runs, heads }));
  } finally {
    ledger.close();
  }
}

function say(
  shell: Shell,
  { matrix_id, plan, plan_sha256, shards, missing, due }: Joined,
  { verdict, bundle_sha256 }: Merged,
  { path, into }: { readonly path: string; readonly into: string },
): CommandResult {
  const common = {
    matrix_id,
    shards: shards.map(({ where }) => where),
    paths: { matrix: path, ...(verdict === null ? {} : { bundle: `${path}/evidence.tar.gz` }) },
  };
  const own = plan.variable === "revision";
  const go = own
    ? "agent-lab evaluate with the same --base and --head"
    : "agent-lab evaluate of the same file";
  if (missing.length > 0) {
    const fix = `Merge again, into another --dir, once the missing shards are there; or go on here: ${go} and with --dir ${into} runs these cells alone.`;
    const fault = {
      code: "incomplete",
      message: missingWords(missing, plan),
      where: shell.show(path),
      fix,
    };
    const refused = refusalResult([fault], 30);
    return { ...refused, json: { ...refused.json, ...common, missing } };
  }
  if (due.length > 0) {
    const message = `the first look is whole, and a second look at ${due.join(", ")} is due: no shard could run it`;
    const fix = `Go on in a checkout: ${go} and with --dir ${into} runs the fresh blocks.`;
    const refused = refusalResult(
      [{ code: "second_look_due", message, where: shell.show(path), fix }],
      30,
    );
    return { ...refused, json: { ...refused.json, ...common, second_look: due } };
  }
  return {
    exit_code: 0,
    text: `Merged ${plural(shards.length, "shard")} of matrix ${matrix_id}: ${plural(plan.blocks.length, "block")} in ${shell.show(path)}\n  bundle digest ${bundle_sha256}\n  Next: agent-lab gate --matrix ${matrix_id} --dir ${into}\n`,
    json: {
      verdict,
      exit_code: 0,
      ...common,
      digests: { plan: plan_sha256, bundle: bundle_sha256 },
    },
  };
}

function missingWords(missing: readonly MissingCell[], plan: Plan): string {
  const byShard = new Map<string, MissingCell[]>();
  for (const cell of missing) byShard.set(cell.shard, [...(byShard.get(cell.shard) ?? []), cell]);
  const named = missing
    .slice(0, cellsNamed)
    .map((cell) => `${cell.candidate} on ${cell.case_id}, repetition ${cell.repetition}`);
  const more = missing.length > cellsNamed ? ` and ${missing.length - cellsNamed} more` : "";
  const shards = [...byShard].map(([shard, cells]) => `${cells.length} of shard ${shard}`);
  return `${missing.length} of ${plan.cells} cells have no result (${shards.join(", ")}): ${named.join("; ")}${more}`;
}

function refuse(code: string, message: string, where: string): { ok: false; faults: [Fault] } {
  const fix =
    "Merge only the shards of one plan, as they were run; agent-lab verify or audit says what one of them holds.";
  return { ok: false, faults: [{ code, message, where, fix }] };
}
