/** A second look that was not what the rule gives is refused, however well digests, chains and manifest were made to fit. */
import { describe, expect, test } from "vitest";

import type { RuntimeEvent } from "../../src/contracts/event.ts";
import type { Block } from "../../src/contracts/plan.ts";
import { digestDocument } from "../../src/core/digest/digest.ts";
import { eventsPath, runPath } from "../../src/core/evidence/layout.ts";
import { eventLines } from "../../src/core/evidence/manifest.ts";
import { verifyBundle } from "../../src/core/evidence/verify.ts";
import { contractDigest } from "../../src/core/planning/bind-contracts.ts";
import { runResult } from "../../src/core/runs/run-result.ts";
import { secondLookBlocks } from "../../src/core/screening/second-look.ts";
import { bundleParsers } from "../../src/verify/parsers.ts";
import { recomputeBundle } from "../../src/verify/recompute.ts";
import { aCase } from "../builders/cases.ts";
import {
  aBlockAdmitted,
  aBlockRefused,
  aBlockSettled,
  aCompletedRun,
  aMatrixCompleted,
  aMatrixRegistered,
  anOutputReceived,
  storeEvents,
} from "../builders/events.ts";
import { aPlan } from "../builders/runs.ts";
import {
  bundleOf,
  MATRIX,
  openingOf,
  parts,
  scoredBy,
  put,
  recorded,
  seal,
  write,
  type Files,
  type Parts,
} from "../core/evidence/a-bundle.ts";
import { moved, store, stored, type Retold, type Step } from "./ledger-steps.ts";

const rules = { parsers: bundleParsers, recompute: recomputeBundle };
const CASES = ["steady", "worse", "worst"];
type Look = Extract<RuntimeEvent, { type: "look.registered" }>;

/** `worst` fails both its first blocks on head, `worse` one of them; on the fresh blocks both pass. */
const failsOnHead = (block: Block) =>
  (block.case_id === "worst" && block.repetition <= 2) ||
  (block.case_id === "worse" && block.repetition === 1);

const tools = ["inventory_lookup", "calculate"];
const evaluator = { checks: [{ type: "output", expected: { total: 906.5 } }] };
const wrong = anOutputReceived({ text: '{"total":1}' });

interface Story extends Retold {
  /** What is registered and then run; the rule's own choice where it is left out. */
  readonly cases?: Look["cases"];
  readonly look?: Partial<Look>;
  readonly unregistered?: true;
  /** Registers it so many blocks too early (below 0) or too late (above 0). */
  readonly shift?: number;
  readonly drop?: (block: Block) => boolean;
  readonly refuse?: (block: Block) => boolean;
  /** More steps before the matrix is stated complete. */
  readonly more?: readonly Step[];
}

const ruled: Look["cases"] = [
  { case_id: "worst", blocks: 8 },
  { case_id: "worse", blocks: 8 },
];

/** The parts of a pull request's bundle, in the order in which the ledger would have written it. */
function told(story: Story = {}): Parts {
  const base = parts();
  const contracts = new Map(base.contracts);
  const kept = base.plan.contracts.filter((one) => one.kind !== "case");
  const bound = CASES.map((id) => {
    const document = aCase({ id, version: 2, evaluator, tools });
    const path = `contracts/case/${id}.v2.json`;
    contracts.set(path, document);
    const digest = contractDigest("case", document);
    return { kind: "case" as const, id, version: 2, digest, path };
  });
  contracts.delete("contracts/case/inventory-order.v2.json");
  const plan = aPlan({
    candidates: ["base", "head"],
    cases: CASES,
    repetitions: 2,
    roles: { base: "base", head: "head" },
    overrides: { variable: "revision", contracts: [...kept, ...bound] },
  });
  const plan_sha256 = digestDocument("plan", plan);
  const { cases = ruled } = story;
  const known = cases.filter((one) => CASES.includes(one.case_id));
  const choice = {
    cases: known.map((one) => one.case_id),
    blocks_each: cases[0]?.blocks ?? 8,
    reason: "",
    untested: [],
  };
  const fresh = secondLookBlocks(plan, choice, ["base", "head"]);
  const stepsOf = (block: Block): Step[] => {
    if (story.drop?.(block) === true) return [];
    if (story.refuse?.(block) === true) return [{ matrix: aBlockRefused({ block: block.index }) }];
    const ran = block.order.flatMap((candidate, at): Step[] => {
      const { case_id, repetition, index } = block;
      const run_id = `${MATRIX}.${candidate}.${case_id}.${repetition}`;
      const task = aCase({ id: case_id, version: 2, evaluator, tools });
      const address = { candidate, case_id, repetition, block: index, position: at + 1 };
      const whole = aCompletedRun({ ...openingOf(plan, task), ...address });
      const passes = candidate === "base" || !failsOnHead(block);
      const answered = whole.map((body) =>
        body.type === "output.received" && !passes ? wrong : body,
      );
      const bodies = scoredBy(answered, task);
      const result = runResult(stored({ run_id, bodies }, story));
      return [{ run_id, bodies }, { matrix: recorded(run_id, result) }];
    });
    return [
      { matrix: aBlockAdmitted({ block: block.index }) },
      ...ran,
      { matrix: aBlockSettled({ block: block.index }) },
    ];
  };
  const registration: Look = {
    type: "look.registered",
    cases,
    first_block: plan.blocks.length + 1,
    reason: "2 cases passed less often than on base in the first look; each gets 8 fresh blocks",
  };
  const groups = [...plan.blocks, ...fresh].map(stepsOf);
  if (story.unregistered !== true) {
    const at = plan.blocks.length + (story.shift ?? 0);
    groups.splice(at, 0, [{ matrix: { ...registration, ...story.look } }]);
  }
  const preflight_sha256 = digestDocument("preflight", base.preflight);
  const steps: Step[] = [
    {
      matrix: aMatrixRegistered({
        matrix_id: MATRIX,
        plan_sha256,
        preflight_sha256,
        planned_blocks: plan.blocks.length,
      }),
    },
    ...groups.flat(),
    ...(story.more ?? []),
  ];
  const runs = steps.filter((step) => "run_id" in step).length;
  steps.push({ matrix: aMatrixCompleted({ runs }) });
  return { plan, preflight: base.preflight, contracts, ...store(moved(steps, story), story) };
}

/** Everything is made to fit. Where the folds refuse such evidence too, the views of the sound bundle stand in. */
function sealed(made: Parts): Files {
  try {
    return bundleOf(made);
  } catch {
    const files = bundleOf(told());
    for (const path of files.keys()) if (/^(runs|events)\//.test(path)) files.delete(path);
    write(files, eventsPath(MATRIX), eventLines(made.matrix));
    for (const [run_id, events] of made.runs) {
      write(files, eventsPath(run_id), eventLines(events));
      put(files, runPath(run_id), runResult(events));
    }
    return seal(made, files);
  }
}

const faultOf = (story: Story) => verifyBundle(sealed(told(story)), rules).first_fault;
const eight = (case_id: string) => ({ case_id, blocks: 8 });
const isNinth = (block: Block) => block.index === 9;
const isFresh = (block: Block) => block.repetition > 2;
const lookLine = 1 + 6 * 4 + 1;

test("the look that the rule gives passes, worst case first", () => {
  const verified = verifyBundle(sealed(told()), rules);
  expect(verified).toMatchObject({ ok: true, first_fault: null });
});

test("a look whose blocks the budget refused passes: each has its reason", () => {
  const story = { refuse: (block: Block) => isFresh(block) && block.index > 12 };
  expect(faultOf(story)).toBeNull();
});

describe("what was registered and run is not what the rule gives", () => {
  test.each<[string, Story, string]>([
    [
      "another case",
      { cases: [eight("steady")] },
      "registers a second look of steady; the first look gives worst, worse",
    ],
    [
      "one case fewer",
      { cases: [eight("worst")] },
      "registers a second look of worst; the first look gives worst, worse",
    ],
    [
      "one case more",
      { cases: [eight("worst"), eight("worse"), eight("steady")] },
      "registers a second look of worst, worse, steady; the first look gives worst, worse",
    ],
    [
      "another order",
      { cases: [eight("worse"), eight("worst")] },
      "registers a second look of worse, worst; the first look gives worst, worse",
    ],
    [
      "fewer blocks",
      { cases: ruled.map((one) => ({ ...one, blocks: 2 })) },
      "registers 2 fresh blocks of worst; the rule gives 8",
    ],
    [
      "fewer blocks of one case alone",
      { cases: [eight("worst"), { case_id: "worse", blocks: 2 }] },
      "registers 2 fresh blocks of worse; the rule gives 8",
    ],
    [
      "a case the plan has not",
      { cases: [eight("worst"), eight("invented")] },
      "registers fresh blocks of invented, of which the plan has none",
    ],
    [
      "blocks that begin elsewhere",
      { look: { first_block: 9 } },
      "says the fresh blocks of worst, worse begin with 9; 7 comes after the plan's",
    ],
    [
      "another reason",
      { look: { reason: "worst was known to be flaky" } },
      "gives a reason for worst, worse that the first look does not bear out",
    ],
  ])("%s", (_, story, message) => {
    expect(faultOf(story)).toEqual({
      code: "E-look_differs",
      path: eventsPath(MATRIX),
      line: lookLine,
      message,
    });
  });
});

describe("blocks that are too early, missing or too many", () => {
  test("a fresh block that ran before the registration, in the matrix's own stream", () => {
    expect(faultOf({ shift: 1 })).toMatchObject({
      code: "E-look_early",
      message: "block 7 of the second look of worst, worse was at work before it was registered",
    });
  });

  test("a registration before the first look was over", () => {
    expect(faultOf({ shift: -1 })).toMatchObject({
      code: "E-look_early",
      path: eventsPath(MATRIX),
      message: expect.stringContaining("while block 6 of worst, of the first, was open") as string,
    });
  });

  test("a fresh run whose own events stand before the registration in the ledger", () => {
    const run_id = `${MATRIX}.head.worst.3`;
    expect(faultOf({ move: { run_id, to: "front" } })).toMatchObject({
      code: "E-look_early",
      path: eventsPath(run_id),
      line: 1,
      message: expect.stringMatching(
        /^\S+ began before block \d+ of the second look was admitted$/,
      ) as string,
    });
  });

  test("a first-look run that ended only after it was recorded", () => {
    const run_id = `${MATRIX}.base.worse.2`;
    expect(faultOf({ move: { run_id, to: "end" } })).toMatchObject({
      code: "E-order_broken",
      path: eventsPath(MATRIX),
      message: `records ${run_id} before its last event`,
    });
  });

  test("a fresh run that was over, by the clock, before the registration", () => {
    const run_id = `${MATRIX}.head.worst.3`;
    expect(faultOf({ times: { run_id, at: "2026-11-30T08:39:10.999Z" } })).toMatchObject({
      code: "E-look_early",
      path: eventsPath(run_id),
      message: expect.stringContaining(
        "was over at 2026-11-30T08:39:10.999Z by the clock, before block",
      ) as string,
    });
  });

  test("a fresh block without a result and without a reason", () => {
    const fault = faultOf({ drop: isNinth });
    expect(fault).toMatchObject({ code: "E-look_missing", path: eventsPath(MATRIX) });
    expect(fault?.message).toMatch(/^block 9, (base|head) on wors(e|t) v2, repetition \d+ has/);
  });

  test("no registration and no fresh block, though cases were worse", () => {
    expect(faultOf({ unregistered: true, drop: isFresh })).toEqual({
      code: "E-look_missing",
      path: eventsPath(MATRIX),
      message: "the first look gives a second look of worst, worse; none is registered",
    });
  });

  test("fresh blocks without a registration", () => {
    expect(faultOf({ unregistered: true })).toMatchObject({
      code: "E-look_extra",
      message: expect.stringMatching(
        /^no second look that is registered has such cell: block \d+, \w+ on wors/,
      ) as string,
    });
  });

  test("a block more than was registered", () => {
    const run_id = `${MATRIX}.head.worst.11`;
    const bodies = aCompletedRun({
      matrix_id: MATRIX,
      plan_sha256: digestDocument("plan", told().plan),
      candidate: "head",
      case_id: "worst",
      repetition: 11,
      block: 23,
    });
    const result = runResult(storeEvents(bodies, run_id));
    expect(
      faultOf({ more: [{ run_id, bodies }, { matrix: recorded(run_id, result) }] }),
    ).toMatchObject({
      code: "E-look_extra",
      path: runPath(run_id),
      message: expect.stringContaining("block 23, head on worst v2, repetition 11") as string,
    });
  });

  test("a second registration", () => {
    const again: Look = { type: "look.registered", cases: ruled, first_block: 23, reason: "" };
    expect(faultOf({ more: [{ matrix: again }] })).toMatchObject({
      code: "E-look_extra",
      message: "registers a second look a second time: worst, worse",
    });
  });

  test("a second look of a matrix that is no pull request", () => {
    const made = parts({
      matrix: (bodies) => [
        ...bodies.slice(0, -1),
        {
          type: "look.registered",
          cases: [{ case_id: "inventory-order", blocks: 8 }],
          first_block: 3,
          reason: "",
        },
        ...bodies.slice(-1),
      ],
    });
    expect(verifyBundle(sealed(made), rules).first_fault).toMatchObject({
      code: "E-look_extra",
      message: "registers a second look where there can be none",
    });
  });
});
