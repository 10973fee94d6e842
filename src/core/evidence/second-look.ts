/** Step 4, the second look: what was registered is what the rule gives for the first look, once, before any of its blocks ran. */
import type { StoredEvent } from "../../contracts/event.ts";
import type { Plan } from "../../contracts/plan.ts";
import { bindingVersion, outcomeOf, pairOutcomes } from "../screening/outcomes.ts";
import { chooseSecondLook } from "../screening/second-look.ts";
import { gatherMatrix } from "../shards/streams.ts";
import type { BundleContents } from "./documents.ts";
import type { Fault, FaultCode } from "./fault.ts";
import { eventsPath } from "./layout.ts";
import { absentBlocks } from "./shards.ts";

type Body<T extends StoredEvent["body"]["type"]> = Extract<StoredEvent["body"], { type: T }>;

interface Registered {
  readonly job_id: string;
  readonly event: StoredEvent;
  readonly look: Body<"look.registered">;
}

function registeredLooks({ streams }: BundleContents): Registered[] {
  return [...streams].flatMap(([job_id, events]) =>
    events.flatMap((event) =>
      event.body.type === "look.registered" ? [{ job_id, event, look: event.body }] : [],
    ),
  );
}

function faultAt(code: FaultCode, { job_id, event }: Registered, message: string): Fault {
  return { code, path: eventsPath(job_id), line: event.sequence, message };
}

function caseNames(cases: readonly string[]): string {
  return cases.length === 0 ? "none" : cases.join(", ");
}

function isPullRequest(plan: Plan): boolean {
  const roles = plan.candidates.map((one) => one.role);
  return plan.variable === "revision" && roles.includes("base") && roles.includes("head");
}

/** Before any block is laid out from it: at most one registration, in the matrix's own stream, of cases the plan has. */
export function checkLookForm(contents: BundleContents): Fault | undefined {
  const { plan, manifest } = contents;
  const [one, another] = registeredLooks(contents);
  if (one === undefined) return undefined;
  if (another !== undefined) {
    const cases = caseNames(another.look.cases.map(({ case_id }) => case_id));
    return faultAt("E-look_extra", another, `registers a second look a second time: ${cases}`);
  }
  if (one.job_id !== manifest.matrix_id || !isPullRequest(plan)) {
    return faultAt("E-look_extra", one, "registers a second look where there can be none");
  }
  const changes = plan.case_changes ?? [];
  const unknown = one.look.cases.find(
    ({ case_id }) => bindingVersion(plan, case_id, changes) === undefined,
  );
  return unknown === undefined
    ? undefined
    : faultAt(
        "E-look_differs",
        one,
        `registers fresh blocks of ${unknown.case_id}, of which the plan has none`,
      );
}

/** After every run is known to be the recorded one: the choice is made again, and the order of events is read. */
export function checkSecondLook(contents: BundleContents): Fault | undefined {
  const { plan, manifest } = contents;
  if (!isPullRequest(plan)) return undefined;
  const [registered] = registeredLooks(contents);
  return (
    checkChoice(contents, registered) ??
    (registered === undefined
      ? undefined
      : checkMatrixOrder(contents, manifest.matrix_id, registered))
  );
}

function checkChoice(
  { plan, results, streams, manifest }: BundleContents,
  registered: Registered | undefined,
): Fault | undefined {
  const idOf = (role: "base" | "head") =>
    plan.candidates.find((one) => one.role === role)?.id ?? "";
  const changes = plan.case_changes ?? [];
  const cases = pairOutcomes({
    blocks: plan.blocks,
    runs: [...results.values()].map(outcomeOf),
    base: idOf("base"),
    head: idOf("head"),
    changes,
  });
  const choice = chooseSecondLook({ cases, changes });
  if (registered === undefined) {
    // A shard has seen a part of the first look only.
    if (choice.cases.length === 0 || absentBlocks({ plan, streams, manifest }).length > 0)
      return undefined;
    const message = `the first look gives a second look of ${caseNames(choice.cases)}; none is registered`;
    return { code: "E-look_missing", path: eventsPath(manifest.matrix_id), message };
  }
  const { look } = registered;
  const found = look.cases.map((one) => one.case_id);
  const differs = (message: string) => faultAt("E-look_differs", registered, message);
  if (found.join("\n") !== choice.cases.join("\n")) {
    return differs(
      `registers a second look of ${caseNames(found)}; the first look gives ${caseNames(choice.cases)}`,
    );
  }
  const uneven = look.cases.find((one) => one.blocks !== choice.blocks_each);
  if (uneven !== undefined) {
    return differs(
      `registers ${uneven.blocks} fresh blocks of ${uneven.case_id}; the rule gives ${choice.blocks_each}`,
    );
  }
  const first = plan.blocks.length + 1;
  if (look.first_block !== first) {
    return differs(
      `says the fresh blocks of ${caseNames(found)} begin with ${look.first_block}; ${first} comes after the plan's`,
    );
  }
  return look.reason === choice.reason
    ? undefined
    : differs(`gives a reason for ${caseNames(found)} that the first look does not bear out`);
}

/** The block an event of the matrix is about; a recorded run's is that of its result. */
function blockOf(body: StoredEvent["body"], results: BundleContents["results"]) {
  if (body.type === "run.recorded") return results.get(body.run_id)?.block;
  const about = body.type === "block.admitted" || body.type === "block.refused";
  return about || body.type === "block.settled" ? body.block : undefined;
}

/**
 * By the matrix's own chain: every first-look run was recorded, with its last hash, before the registration, and every
 * fresh block was admitted after it. `order.ts` holds each run against its admission.
 */
function checkMatrixOrder(
  { plan, streams, results }: BundleContents,
  matrix_id: string,
  registered: Registered,
): Fault | undefined {
  // Streams of shards end where the matrix's own says that it goes on: they come before all that stands in it.
  for (const event of gatherMatrix(streams, matrix_id)) {
    const block = blockOf(event.body, results);
    if (block === undefined) continue;
    const planned = plan.blocks.find((one) => one.index === block);
    const before = event.job_id !== matrix_id || event.sequence < registered.event.sequence;
    if (before === (planned !== undefined)) continue;
    const at = { ...registered, job_id: event.job_id, event };
    return before
      ? faultAt("E-look_early", at, `${freshBlock(block, registered)} before it was registered`)
      : faultAt(
          "E-look_early",
          registered,
          `registers the second look while block ${block} of ${planned?.case_id ?? "the plan"}, of the first, was open`,
        );
  }
  return undefined;
}

function freshBlock(block: number, { look }: Registered): string {
  return `block ${block} of the second look of ${caseNames(look.cases.map((one) => one.case_id))} was at work`;
}
