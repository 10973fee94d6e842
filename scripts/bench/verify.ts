/** The offline verifier against a plain parse, canonicalise and hash of the same events: what the checks themselves cost. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { RuntimeEvent, StoredEvent } from "../../src/contracts/event.ts";
import { matrixFile } from "../../src/contracts/matrix.ts";
import type { Plan } from "../../src/contracts/plan.ts";
import { canonicalJson } from "../../src/core/digest/canonical.ts";
import { chainText, digestDocument } from "../../src/core/digest/digest.ts";
import { verifyBundle } from "../../src/core/evidence/verify.ts";
import { contractDigest } from "../../src/core/planning/bind-contracts.ts";
import { arrangeBlocks } from "../../src/core/planning/blocks.ts";
import { registerAnalysis } from "../../src/core/planning/register-analysis.ts";
import { readArchive } from "../../src/shell/archive/gzip.ts";
import { bundleParsers } from "../../src/verify/parsers.ts";
import { recomputeBundle } from "../../src/verify/recompute.ts";
import { forge, type Streams } from "../../test/verify/mutations/forge.ts";

type Files = ReadonlyMap<string, Uint8Array>;
interface Sample {
  readonly wall_us: number;
  readonly cpu_us: number;
}

/** Some 21,000 events: 174 repetitions of the golden bundle's three runs. */
const usual = 174;

export const verifyBench = {
  name: "verify",
  about: "a whole verification against parsing, canonicalising and hashing the same events once",
  prepare: async () => compareVerify(usual),
};

/** `repetitions`: of the golden bundle's three runs. */
export async function compareVerify(repetitions: number) {
  const files = bigBundle(repetitions);
  const events = [...files.keys()].filter((path) => path.startsWith("events/"));
  const total = countEvents(files, events);
  const title = `one bundle of ${total} events, for each event`;
  const plain = {
    name: "parse, canonicalise, hash",
    measure: async () => timed(total, () => hashPlainly(files, events)),
  };
  const ours = { name: "verify", measure: async () => timed(total, () => verifyWhole(files)) };
  return [{ title, variants: [plain, ours] as const }];
}

function timed(times: number, run: () => void): Sample {
  const cpu = process.cpuUsage();
  const from = performance.now();
  run();
  const wall = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  return { wall_us: (wall * 1_000) / times, cpu_us: (user + system) / times };
}

function linesOf(files: Files, path: string): string[] {
  return new TextDecoder().decode(files.get(path)).trimEnd().split("\n");
}

function countEvents(files: Files, paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + linesOf(files, path).length, 0);
}

function hashPlainly(files: Files, paths: readonly string[]): void {
  for (const path of paths) {
    for (const line of linesOf(files, path)) {
      const event: StoredEvent = JSON.parse(line);
      const { event_id, job_id, sequence, at, body, previous, hash } = event;
      const text = canonicalJson({ event_id, job_id, sequence, at, body });
      if (chainText(previous, text) !== hash) throw new Error(`${path}: a broken chain`);
    }
  }
}

function verifyWhole(files: Files): void {
  const rules = { parsers: bundleParsers, recompute: recomputeBundle };
  const { first_fault } = verifyBundle(files, rules);
  if (first_fault !== null) throw new Error(`${first_fault.code}: ${first_fault.message}`);
}

/** The golden bundle with more repetitions: every run under its own name, in a block of its own, and all that follows from it. */
export function bigBundle(times: number): Files {
  const golden = join(import.meta.dirname, "../../test/golden/bundle/evidence.tar.gz");
  const read = readArchive(readFileSync(golden));
  if (!read.ok) throw new Error(read.fault.message);
  const plan: Plan = JSON.parse(new TextDecoder().decode(read.files.get("plan.json")));
  const bound = plan.contracts.find((one) => one.kind === "matrix");
  if (bound === undefined) throw new Error("the golden plan binds no matrix");
  const matrix = matrixFile.parse({
    ...JSON.parse(new TextDecoder().decode(read.files.get(bound.path))),
    repetitions: times,
  });
  const cases = plan.contracts
    .filter((one) => one.kind === "case")
    .map(({ id, version }) => ({ id, version }));
  const candidates = plan.candidates.map((one) => one.id);
  const blocks = arrangeBlocks(cases, candidates, times, plan.order.seed, plan.order.design);
  const decision = plan.analysis?.decision ?? "screen";
  const analysis = registerAnalysis({ matrix, policy: { decision }, cases: cases.length });
  const contracts = plan.contracts.map((one) =>
    one === bound ? { ...one, digest: contractDigest("matrix", matrix) } : one,
  );
  const cells = blocks.length * candidates.length;
  const bigger = { ...plan, contracts, analysis, repetitions: times, blocks, cells };
  const plan_sha256 = digestDocument("plan", bigger);
  return forge(read.files, (made, streams) => {
    made.set("plan.json", new TextEncoder().encode(`${canonicalJson(bigger)}\n`));
    made.set(bound.path, new TextEncoder().encode(`${canonicalJson(matrix)}\n`));
    multiply(made, streams, bigger, plan_sha256);
  });
}

function multiply(
  made: Map<string, Uint8Array>,
  streams: Streams,
  plan: Plan,
  plan_sha256: string,
): void {
  const { blocks } = plan;
  const matrix = [...streams].find(([job]) => !job.includes("."));
  if (matrix === undefined) throw new Error("no stream of the matrix");
  const [matrix_id, told] = matrix;
  const first = told[0]?.body;
  if (first?.type !== "matrix.registered") throw new Error("no registration");
  let position = 0;
  const place = (event: StoredEvent, body: RuntimeEvent): StoredEvent => {
    position += 1;
    return { ...event, body, position, event_id: `bench-${position}` };
  };
  const stream: StoredEvent[] = [];
  const placed = new Map<string, readonly StoredEvent[]>();
  const say = (body: RuntimeEvent): void => {
    const like = told.find((event) => event.body.type === body.type);
    if (like === undefined) throw new Error(`no ${body.type}`);
    stream.push(place({ ...like, at: told.at(-1)?.at ?? "" }, body));
  };
  const digests = plan.contracts.map((one) => one.digest);
  const registered = { plan_sha256, contracts: digests, planned_blocks: blocks.length };
  say({ ...first, ...registered, ...(plan.analysis && { analysis: plan.analysis }) });
  for (const block of blocks) {
    say({ type: "block.admitted", block: block.index, reserved_pico: "1000000" });
    const [candidate = ""] = plan.candidates.map((one) => one.id);
    const original = `${matrix_id}.${block.case_id}.${candidate}.1`;
    const run_id = `${matrix_id}.${block.case_id}.${candidate}.${block.repetition}`;
    const source = streams.get(original) ?? [];
    const run = source.map((event) => {
      const { body } = event;
      const created = { plan_sha256, repetition: block.repetition, block: block.index };
      const next = body.type === "job.created" ? { ...body, ...created } : body;
      return { ...place(event, next), job_id: run_id, at: told.at(-1)?.at ?? "" };
    });
    made.set(`runs/${run_id}.json`, made.get(`runs/${original}.json`) ?? new Uint8Array());
    const digest = plan_sha256;
    placed.set(run_id, run);
    say({ type: "run.recorded", run_id, result_sha256: digest, job_head: digest });
    say({ type: "block.settled", block: block.index, spent_pico: "0" });
  }
  say({ type: "matrix.completed", runs: blocks.length, not_run: 0 });
  for (const [run_id, run] of placed) streams.set(run_id, run);
  streams.set(matrix_id, stream);
}
