/** verifyBundle(files): the whole offline check, in a fixed order, closed at the first fault and plain about what it left out. */
import { checkChains } from "./chains.ts";
import {
  readContents,
  readManifest,
  type BundleContents,
  type BundleParsers,
} from "./documents.ts";
import type { Fault } from "./fault.ts";
import { checkFiles, checkLimits, checkSorted } from "./files.ts";
import { noticeClock, noticeOpenMatrix, noticeShards } from "./notices.ts";
import { checkOrder } from "./order.ts";
import { checkPlan } from "./registration.ts";
import { checkReplay } from "./replay.ts";

/**
 * Folds the evidence again: bundle path to text for every view, and for every run where it can.
 * `refused` is a fold that says the evidence contradicts itself; `fault` is a part of it that does not follow from the
 * rest, at step 7; `missing` says why nothing was tried.
 */
export type Recompute = (
  contents: BundleContents,
) =>
  | { readonly files: ReadonlyMap<string, string> }
  | { readonly refused: string; readonly path: string }
  | { readonly fault: Fault }
  | { readonly missing: string };

export interface VerifyRules {
  readonly parsers: BundleParsers;
  readonly recompute: Recompute;
}

export type CheckState = "passed" | "failed" | "not_reached" | "not_checked";
export interface Check {
  readonly id: number;
  readonly name: string;
  readonly state: CheckState;
}

/**
 * `ok`: no fault was found by the checks that ran. In sentences: `noticed` is what is odd and no fault, `not_checked`
 * what none of them looks at.
 */
export interface Verification {
  readonly ok: boolean;
  readonly matrix_id: string | null;
  readonly checks: readonly Check[];
  readonly first_fault: Fault | null;
  readonly noticed: readonly string[];
  readonly not_checked: readonly string[];
}

const names = new Map([
  [1, "limits: counts, sizes, safe and distinct paths"],
  [2, "manifest: every file listed, none missing, none extra, sizes and digests right"],
  [3, "schemas: every document canonical and of its published form"],
  [
    4,
    "plan: contracts bound, every cell with one recorded result or a reason, no foreign run, second look by the rule",
  ],
  [5, "chains: every stream gapless and anchored, its artifacts present, admitted before it ran"],
  [6, "replay: every event legal where it stands: phases, budget, receipts, approvals"],
  [7, "results: opening, points, cost and every RunResult worked out again"],
  [8, "views: comparison, readiness and report recomputed byte for byte"],
]);
const always = [
  "9: a signature or attestation",
  "whether ledger.db holds the same events (it is listed, never opened)",
  "the tool version and the CI run that manifest.json names: nothing else in the bundle says them",
  "preflight: bound by digest before the first call, not worked out again",
  "whether usage, tool calls and shape of a model call are what its stored bytes say",
  "positions in the ledger: no hash covers them; they have to fit the chains",
  "how often the same plan was run before: counted in the folder where it was registered",
  "whether the model, the tools and the clock told the truth when the events were written",
];

/** Pure: the same files and rules give the same verification. */
export function verifyBundle(
  files: ReadonlyMap<string, Uint8Array>,
  rules: VerifyRules,
): Verification {
  const states = new Map<number, CheckState>();
  const not_checked: string[] = [];
  let noticed: readonly string[] = [];
  let matrix_id: string | null = null;
  const report = (fault?: Fault): Verification => ({
    ok: fault === undefined,
    matrix_id,
    checks: [...names].map(([id, name]) => ({ id, name, state: states.get(id) ?? "not_reached" })),
    first_fault: fault ?? null,
    noticed,
    not_checked: [...not_checked, ...always],
  });
  const failed = (id: number, fault: Fault): Verification => {
    states.set(id, "failed");
    return report(fault);
  };

  const limits = checkLimits(files);
  if (limits) return failed(1, limits);
  states.set(1, "passed");
  const manifest = readManifest(files, rules.parsers);
  if (!manifest.ok) return failed(2, manifest.fault);
  ({ matrix_id } = manifest.value);
  const listed = checkFiles(files, manifest.value.files) ?? checkSorted(manifest.value);
  if (listed) return failed(2, listed);
  states.set(2, "passed");
  const contents = readContents(files, manifest.value, rules.parsers);
  if (!contents.ok) return failed(3, contents.fault);
  states.set(3, "passed");
  const plan = checkPlan(contents.value);
  if (plan) return failed(4, plan);
  states.set(4, "passed");
  const chains = checkChains(contents.value) ?? checkOrder(contents.value);
  if (chains) return failed(5, chains);
  states.set(5, "passed");
  noticed = [
    ...noticeClock(contents.value),
    ...noticeOpenMatrix(contents.value),
    ...noticeShards(contents.value),
  ];
  const replay = checkReplay(contents.value.streams);
  if (replay) return failed(6, replay);
  states.set(6, "passed");

  const again = rules.recompute(contents.value);
  if ("missing" in again) {
    for (const id of [7, 8]) states.set(id, "not_checked");
    not_checked.push(`7 and 8: ${again.missing}`);
    return report();
  }
  if ("fault" in again) return failed(7, again.fault);
  // Earlier versions registered a plan whose order came from the seed too, and no contract says so.
  if (contents.value.plan.analysis === undefined) {
    not_checked.push(
      "analysis and order of the blocks: the plan is of a version that registered none",
    );
  }
  if ("refused" in again) {
    return failed(8, { code: "E-view_refused", path: again.path, message: again.refused });
  }
  return compareFolds(files, again.files, states, not_checked, failed) ?? report();
}

function compareFolds(
  files: ReadonlyMap<string, Uint8Array>,
  folded: ReadonlyMap<string, string>,
  states: Map<number, CheckState>,
  not_checked: string[],
  failed: (id: number, fault: Fault) => Verification,
): Verification | undefined {
  const runs = [...files.keys()].filter((path) => path.startsWith("runs/"));
  const unfolded = runs.filter((path) => !folded.has(path));
  for (const [path, text] of [...folded].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const fault = compareText(path, files.get(path), text);
    if (!fault) continue;
    if (fault.code !== "E-run_differs" && unfolded.length === 0) states.set(7, "passed");
    return failed(fault.code === "E-run_differs" ? 7 : 8, fault);
  }
  states.set(7, unfolded.length === 0 ? "passed" : "not_checked");
  if (unfolded.length > 0) not_checked.push("7: folding each RunResult again from its events");
  const extra = [...files.keys()].find((path) => path.startsWith("views/") && !folded.has(path));
  if (extra !== undefined) {
    const message = "nothing in the evidence gives this view";
    return failed(8, { code: "E-view_extra", path: extra, message });
  }
  states.set(8, "passed");
  return undefined;
}

function compareText(
  path: string,
  stored: Uint8Array | undefined,
  text: string,
): Fault | undefined {
  if (!stored) return { code: "E-file_missing", path, message: "the evidence gives this file" };
  const expected = new TextEncoder().encode(text);
  const at = expected.findIndex((byte, index) => byte !== stored[index]);
  if (at < 0 && expected.length === stored.length) return undefined;
  const where = at < 0 ? Math.min(expected.length, stored.length) : at;
  const line = stored.subarray(0, where).filter((byte) => byte === 0x0a).length + 1;
  const code = path.startsWith("runs/") ? "E-run_differs" : "E-view_differs";
  const message = `differs from what the evidence gives, first at byte ${where}`;
  return { code, path, line, message };
}
