/** What a clever hand can make fit by hash, and what contradicts itself all the same: order, replay, opening, points, cost. */
import { describe, expect, test } from "vitest";
import { z } from "zod";

import {
  event as eventBody,
  type RuntimeEvent,
  type StoredEvent,
} from "../../../src/contracts/event.ts";
import { artifactRef } from "../../../src/contracts/primitives.ts";
import { digestDocument } from "../../../src/core/digest/digest.ts";
import { artifactMembers, artifactsOf } from "../../../src/core/evidence/artifacts.ts";
import { eventsPath, runPath } from "../../../src/core/evidence/layout.ts";
import { eventLines } from "../../../src/core/evidence/manifest.ts";
import { verifyBundle, type VerifyRules } from "../../../src/core/evidence/verify.ts";
import { runResult } from "../../../src/core/runs/run-result.ts";
import { bundleParsers } from "../../../src/verify/parsers.ts";
import { recomputeBundle } from "../../../src/verify/recompute.ts";
import {
  aBlockAdmitted,
  aBlockRefused,
  aBlockSettled,
  aToolRequested,
  anOutputReceived,
  storeEvents,
} from "../../builders/events.ts";
import { bundleOf, MATRIX, parts, put, recorded, seal, write, type Parts } from "./a-bundle.ts";

const rules: VerifyRules = { parsers: bundleParsers, recompute: recomputeBundle };
const made = parts();
const alpha = `${MATRIX}.alpha.inventory-order.1`;
const beta = `${MATRIX}.beta.inventory-order.1`;

/** Alpha's run told anew: chained, folded, recorded and sealed, with the views of the sound bundle. */
function retold(
  edit: (bodies: readonly RuntimeEvent[]) => readonly RuntimeEvent[],
  clock: Readonly<Record<string, (sequence: number) => string>> = {},
): ReturnType<typeof verifyBundle> {
  const chain = (job_id: string, bodies: readonly RuntimeEvent[], like: readonly StoredEvent[]) =>
    storeEvents(bodies, job_id, clock[job_id]).map((event, index) => ({
      ...event,
      position: like[index]?.position ?? 0,
    }));
  const before = made.runs.get(alpha) ?? [];
  const bodies = edit(before.map((event) => event.body));
  const mine = chain(alpha, bodies, before);
  const result = runResult(mine);
  const told = made.matrix.map(({ body }) =>
    body.type === "run.recorded" && body.run_id === alpha ? recorded(alpha, result) : body,
  );
  const matrix = chain(MATRIX, told, made.matrix);
  const changed: Parts = { ...made, matrix, runs: new Map([...made.runs, [alpha, mine]]) };
  const files = bundleOf(made);
  put(files, runPath(alpha), result);
  write(files, eventsPath(alpha), eventLines(mine));
  write(files, eventsPath(MATRIX), eventLines(matrix));
  return verifyBundle(seal(changed, files), rules);
}

const same = (bodies: readonly RuntimeEvent[]) => bodies;
const at = (second: number) => `2026-11-30T08:39:${String(second).padStart(2, "0")}.000Z`;

describe("a clock", () => {
  test("that went back is noticed and no fault", () => {
    const found = retold(same, { [alpha]: (sequence) => at(sequence < 7 ? 11 : 10) });
    expect(found.first_fault?.code).not.toMatch(/order|early/);
    // Back at alpha's 7th event; forward again with the matrix's next, which is no step back.
    expect(found.noticed).toEqual([
      `the clock went back once while this was recorded, first at ${eventsPath(alpha)}:7; no order rests on it`,
    ]);
  });

  test("that only went forward is not spoken of", () => {
    expect(verifyBundle(bundleOf(made), rules).noticed).toEqual([]);
  });

  test("that was set back for good during a run makes no fault of the run", () => {
    const clock = {
      [alpha]: () => at(5),
      [MATRIX]: (sequence: number) => at(sequence < 3 ? 11 : 6),
    };
    const found = retold(same, clock);
    expect(found.first_fault?.code).not.toBe("E-order_broken");
    expect(found.noticed.join()).toContain("the clock went back");
  });

  test("that puts a whole run before its block and its record after it is not believed", () => {
    expect(retold(same, { [alpha]: () => at(5) }).first_fault).toMatchObject({
      code: "E-order_broken",
      path: eventsPath(alpha),
      message: `${alpha} was over at ${at(5)} by the clock, before block 1 was admitted at ${at(11)}`,
    });
  });
});

describe("a run that was told anew and recorded as such", () => {
  const cases: [string, string, (bodies: readonly RuntimeEvent[]) => readonly RuntimeEvent[]][] = [
    [
      "with a step the ledger would not have accepted",
      "E-event_refused",
      (bodies) =>
        bodies.map((body) => (body.type === "tool.executing" ? { type: "run.started" } : body)),
    ],
    [
      "with a tool more than its case gives",
      "E-opening_differs",
      (bodies) =>
        bodies.map((body) =>
          body.type === "job.created"
            ? { ...body, authorised_tools: [...body.authorised_tools, "protected_submit"] }
            : body,
        ),
    ],
    [
      "with a longer time than its case gives",
      "E-opening_differs",
      (bodies) =>
        bodies.map((body) =>
          body.type === "job.created"
            ? { ...body, limits: { ...body.limits, wall_ms: 1_000_000 } }
            : body,
        ),
    ],
    [
      "with a model that no contract names",
      "E-opening_differs",
      (bodies) =>
        bodies.map((body) => (body.type === "job.created" ? { ...body, model: "better" } : body)),
    ],
    [
      "with points that its answer does not earn",
      "E-score_differs",
      (bodies) =>
        bodies.map((body) =>
          body.type === "run.scored" ? { ...body, score: { ...body.score, total: 99 } } : body,
        ),
    ],
    [
      "with a cheaper call",
      "E-cost_differs",
      (bodies) =>
        bodies.map((body) =>
          body.type === "model.settled" ? { ...body, cost_pico: "399999" } : body,
        ),
    ],
    [
      "with a call whose cost is called unknown",
      "E-cost_differs",
      (bodies) =>
        bodies.map((body) =>
          body.type === "model.settled" ? { ...body, cost_pico: { missing: "not said" } } : body,
        ),
    ],
    [
      "with a better answer",
      "E-artifact_missing",
      (bodies) =>
        bodies.map((body) =>
          body.type === "output.received"
            ? anOutputReceived({ artifact: { ...body.artifact, size: 1 } })
            : body,
        ),
    ],
  ];
  test.each(cases)("%s: %s", (_, code, edit) => {
    expect(retold(edit).first_fault).toMatchObject({
      code,
      path: eventsPath(alpha),
      line: expect.any(Number) as number,
    });
  });
});

describe("a block", () => {
  test("that was never admitted holds no run", () => {
    const silent = parts({
      matrix: (bodies) =>
        bodies.filter(({ type }) => type !== "block.admitted" && type !== "block.settled"),
    });
    expect(verifyBundle(bundleOf(silent), rules).first_fault).toMatchObject({
      code: "E-block_unadmitted",
      path: eventsPath(MATRIX),
      line: 2,
    });
  });

  test("that was admitted after its runs were recorded is too late", () => {
    const late = parts({
      matrix: ([first, ...bodies]) => {
        const rest = bodies.filter(({ type }) => !/^block\.(admitted|settled)$/.test(type));
        const recordedRuns = rest.slice(0, 2);
        const tail = [aBlockAdmitted(), aBlockSettled(), ...rest.slice(2)];
        return [...(first ? [first] : []), ...recordedRuns, ...tail];
      },
    });
    expect(verifyBundle(bundleOf(late), rules).first_fault?.code).toBe("E-block_unadmitted");
  });
});

test("a finished run whose block is said not to have run was dropped, and is named", () => {
  const told = made.matrix.flatMap(({ body }): RuntimeEvent[] => {
    if (body.type === "run.recorded" || body.type === "block.settled") return [];
    if (body.type === "block.admitted") return [aBlockRefused({ block: 1 })];
    return [body.type === "matrix.completed" ? { ...body, runs: 0, not_run: 4 } : body];
  });
  const after = [...made.runs.values()].flat().length;
  const matrix = storeEvents(told, MATRIX).map((event) => ({
    ...event,
    position: after + event.sequence,
  }));
  const files = bundleOf(made);
  for (const run_id of [alpha, beta]) files.delete(runPath(run_id));
  write(files, eventsPath(MATRIX), eventLines(matrix));
  const { first_fault } = verifyBundle(seal({ ...made, matrix }, files), rules);
  expect(first_fault).toMatchObject({
    code: "E-run_unrecorded",
    path: expect.stringContaining("events/") as string,
    message: "holds a finished run that the matrix never recorded",
  });
});

describe("artifactsOf", () => {
  const reference = {
    sha256: digestDocument("x", 1),
    size: 1,
    media_type: "text/plain",
    role: "checkpoint",
  };

  test("takes no argument of an agent for a reference, whatever it looks like", () => {
    expect(artifactsOf(aToolRequested({ arguments: reference }))).toEqual([]);
  });

  test("knows every member of every event that the contract lets hold a reference", () => {
    const members = eventBody.options.flatMap((option) =>
      Object.entries(option.shape).flatMap(([key, form]) => (holdsReference(form) ? [key] : [])),
    );
    expect([...new Set(members)].toSorted()).toEqual(artifactMembers);
  });
});

/** Whether a form is artifactRef, or may be: optional, nullable, one of several, or a list of them. */
function holdsReference(form: unknown): boolean {
  if (form === artifactRef) return true;
  if (form instanceof z.ZodOptional || form instanceof z.ZodNullable)
    return holdsReference(form.unwrap());
  if (form instanceof z.ZodUnion) return form.options.some(holdsReference);
  return form instanceof z.ZodArray && holdsReference(form.element);
}
