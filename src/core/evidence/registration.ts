/** Step 4, first half: the plan is the registered one, and the contracts it binds are the ones in the bundle. */
import type { Plan } from "../../contracts/plan.ts";
import { canonicalJson } from "../digest/canonical.ts";
import { digestDocument } from "../digest/digest.ts";
import { contractDigest } from "../planning/bind-contracts.ts";
import { checkCells, checkResults } from "./cells.ts";
import type { BundleContents } from "./documents.ts";
import { firstFault, type Fault } from "./fault.ts";
import { bundlePaths, eventsPath } from "./layout.ts";
import { checkStreams } from "./lineage.ts";
import { checkLookForm, checkSecondLook } from "./second-look.ts";
import { checkShards } from "./shards.ts";

export function checkPlan(contents: BundleContents): Fault | undefined {
  return firstFault(steps(contents));
}

function* steps(contents: BundleContents): Generator<Fault | undefined> {
  yield checkPlanDigest(contents);
  yield checkContracts(contents);
  yield checkRegistration(contents);
  yield checkShards(contents);
  yield checkLookForm(contents);
  yield checkResults(contents);
  yield checkStreams(contents);
  yield checkCells(contents);
  yield checkSecondLook(contents);
}

function checkPlanDigest({ manifest, plan }: BundleContents): Fault | undefined {
  const found = digestDocument("plan", plan);
  if (found === manifest.plan_sha256) return undefined;
  const message = `the plan gives ${found}; the manifest says ${manifest.plan_sha256}`;
  return { code: "E-plan_mismatch", path: bundlePaths.plan, message };
}

function checkContracts({ plan, contracts }: BundleContents): Fault | undefined {
  const bound = new Set<string>();
  for (const { kind, digest, path } of plan.contracts) {
    bound.add(path);
    const found = contracts.get(path);
    if (!found) {
      return { code: "E-contract_missing", path, message: "the plan binds it; it is not there" };
    }
    const actual = contractDigest(kind, found.document);
    if (found.kind !== kind || actual !== digest) {
      const message = `the document gives ${actual}; the plan binds ${digest}`;
      return { code: "E-contract_mismatch", path, message };
    }
  }
  const stray = [...contracts.keys()].find((path) => !bound.has(path));
  return stray === undefined
    ? undefined
    : { code: "E-contract_foreign", path: stray, message: "the plan does not bind this contract" };
}

/** A matrix may be registered more than once (one ledger a shard, one attempt a re-run), but always as the same plan. */
function checkRegistration({
  manifest,
  plan,
  preflight,
  streams,
}: BundleContents): Fault | undefined {
  let registered = false;
  for (const [job_id, events] of streams) {
    for (const { body, sequence } of events) {
      if (body.type !== "matrix.registered") continue;
      registered = true;
      const wrong =
        body.matrix_id !== manifest.matrix_id
          ? `matrix ${body.matrix_id}; this bundle is ${manifest.matrix_id}`
          : body.plan_sha256 !== manifest.plan_sha256
            ? `plan ${body.plan_sha256}; this bundle's is ${manifest.plan_sha256}`
            : body.preflight_sha256 !== digestDocument("preflight", preflight)
              ? `preflight ${body.preflight_sha256}; this bundle's is another`
              : undefined;
      if (wrong === undefined && !isSame(body.analysis, plan.analysis)) {
        const message = "registers another analysis than the plan";
        return { code: "E-analysis_differs", path: eventsPath(job_id), line: sequence, message };
      }
      if (wrong === undefined) continue;
      const message = `registers ${wrong}`;
      return { code: "E-registration_mismatch", path: eventsPath(job_id), line: sequence, message };
    }
  }
  const message = "no stream registers the plan before the first model call";
  return registered
    ? undefined
    : { code: "E-registration_missing", path: eventsPath(manifest.matrix_id), message };
}

function isSame(one: Plan["analysis"], other: Plan["analysis"]): boolean {
  if (one === undefined || other === undefined) return one === other;
  return canonicalJson(one) === canonicalJson(other);
}
