import { describe, expect, test } from "vitest";

import type { StoredEvent } from "../../../src/contracts/event.ts";
import type { Plan } from "../../../src/contracts/plan.ts";
import type { FaultCode } from "../../../src/core/evidence/fault.ts";
import {
  artifactPath,
  bundlePaths,
  eventsPath,
  runPath,
} from "../../../src/core/evidence/layout.ts";
import { eventLines } from "../../../src/core/evidence/manifest.ts";
import { verifyBundle, type VerifyRules } from "../../../src/core/evidence/verify.ts";
import { bundleParsers } from "../../../src/verify/parsers.ts";
import { recomputeBundle } from "../../../src/verify/recompute.ts";
import { aCase } from "../../builders/cases.ts";
import { aDigest, aJobCreated, storeEvents } from "../../builders/events.ts";
import {
  bundleOf,
  change,
  MATRIX,
  openingOf,
  parts,
  put,
  read,
  seal,
  write,
  type Files,
} from "./a-bundle.ts";

const rules: VerifyRules = { parsers: bundleParsers, recompute: recomputeBundle };
const made = parts();
const alpha = `${MATRIX}.alpha.inventory-order.1`;
const beta = `${MATRIX}.beta.inventory-order.1`;

/** The stream of a cell of block 2, which was not run, or of what `created` makes of it. */
function opened(created: Parameters<typeof aJobCreated>[0]): StoredEvent[] {
  const cell = { candidate: "alpha", repetition: 2, block: 2, position: 1 };
  const task = aCase({ id: "inventory-order", version: 2 });
  return storeEvents([aJobCreated({ ...openingOf(made.plan, task), ...cell, ...created })], "x");
}

/** Edits files and then seals them again, so that only the deeper check can see it. */
function broken(edit: (files: Files) => void): ReturnType<typeof verifyBundle> {
  return verifyBundle(bundleOf(made, edit), rules);
}

type Case = [string, FaultCode, string, (files: Files) => void];

describe("a bundle whose manifest was made to fit", () => {
  const artifact = artifactPath(aDigest("model_request"));
  const cases: Case[] = [
    [
      "not UTF-8",
      "E-not_utf8",
      "plan.json",
      (files) => files.set("plan.json", Uint8Array.of(0xff, 10)),
    ],
    ["not JSON", "E-not_json", "preflight.json", (files) => write(files, "preflight.json", "{\n")],
    [
      "a key twice",
      "E-not_canonical",
      "preflight.json",
      (files) => write(files, "preflight.json", '{"passed":false,"passed":true}\n'),
    ],
    [
      "spaces",
      "E-not_canonical",
      "preflight.json",
      (files) => write(files, "preflight.json", '{ "a": 1 }\n'),
    ],
    [
      "no last newline",
      "E-not_canonical",
      eventsPath(alpha),
      (files) => write(files, eventsPath(alpha), eventLines(made.runs.get(alpha) ?? []).trimEnd()),
    ],
    [
      "an unknown key",
      "E-schema_invalid",
      "preflight.json",
      (files) => change(files, "preflight.json", (one) => ({ ...one, extra: 1 })),
    ],
    [
      "a view without its form",
      "E-schema_invalid",
      "views/comparison.json",
      (files) => put(files, "views/comparison.json", {}),
    ],
    ["no report", "E-file_missing", "views/report.md", (files) => files.delete("views/report.md")],
    [
      "a lost contract",
      "E-contract_missing",
      "contracts/case/inventory-order.v2.json",
      (files) => files.delete("contracts/case/inventory-order.v2.json"),
    ],
    [
      "another price",
      "E-contract_mismatch",
      "contracts/pricing_catalogue/tested.v1.json",
      (files) =>
        change(files, "contracts/pricing_catalogue/tested.v1.json", (one) => ({
          ...one,
          entries: (one["entries"] as object[]).map((entry) => ({ ...entry, input: "0.01" })),
        })),
    ],
    [
      "a stray contract",
      "E-contract_foreign",
      "contracts/readiness_policy/other.v1.json",
      (files) =>
        files.set(
          "contracts/readiness_policy/other.v1.json",
          files.get("contracts/readiness_policy/tested.v1.json") ?? new Uint8Array(),
        ),
    ],
    [
      "a run of another matrix",
      "E-run_foreign",
      runPath(alpha),
      (files) => change(files, runPath(alpha), (run) => ({ ...run, matrix_id: "other" })),
    ],
    [
      "two runs swapped",
      "E-run_foreign",
      runPath(alpha),
      (files) => {
        const one = files.get(runPath(alpha));
        const two = files.get(runPath(beta));
        if (one && two) files.set(runPath(alpha), two).set(runPath(beta), one);
      },
    ],
    [
      "a run for another cell",
      "E-run_foreign",
      runPath(alpha),
      (files) => change(files, runPath(alpha), (run) => ({ ...run, repetition: 3 })),
    ],
    [
      "a better score",
      "E-run_altered",
      runPath(beta),
      (files) => change(files, runPath(beta), (run) => ({ ...run, duration_ms: 1 })),
    ],
    ["a run dropped", "E-file_missing", runPath(beta), (files) => files.delete(runPath(beta))],
    [
      "a run invented",
      "E-run_unrecorded",
      runPath("x"),
      (files) => put(files, runPath("x"), { ...read(files, runPath(alpha)), run_id: "x" }),
    ],
    [
      "an event dropped",
      "E-chain_gap",
      eventsPath(alpha),
      (files) =>
        write(files, eventsPath(alpha), eventLines((made.runs.get(alpha) ?? []).toSpliced(3, 1))),
    ],
    [
      "an event edited",
      "E-chain_broken",
      eventsPath(alpha),
      (files) =>
        write(
          files,
          eventsPath(alpha),
          eventLines(
            (made.runs.get(alpha) ?? []).map((event) =>
              event.sequence === 4 ? { ...event, at: "2026-11-30T08:39:12.000Z" } : event,
            ),
          ),
        ),
    ],
    [
      "another run's events",
      "E-stream_foreign",
      eventsPath(alpha),
      (files) => write(files, eventsPath(alpha), eventLines(made.runs.get(beta) ?? [])),
    ],
    [
      "a stream cut at its end",
      "E-head_mismatch",
      "manifest.json",
      (files) =>
        write(files, eventsPath(beta), eventLines((made.runs.get(beta) ?? []).slice(0, -1))),
    ],
    [
      "a stream dropped",
      "E-stream_missing",
      "manifest.json",
      (files) => files.delete(eventsPath(beta)),
    ],
    [
      "a stream of nothing added",
      "E-stream_foreign",
      eventsPath("x"),
      (files) =>
        write(files, eventsPath("x"), eventLines(storeEvents([{ type: "run.started" }], "x"))),
    ],
    [
      "a stream of another matrix added",
      "E-stream_foreign",
      eventsPath("x"),
      (files) => write(files, eventsPath("x"), eventLines(opened({ matrix_id: "other" }))),
    ],
    [
      "a stream of another plan added",
      "E-stream_foreign",
      eventsPath("x"),
      (files) => write(files, eventsPath("x"), eventLines(opened({ plan_sha256: aDigest("x") }))),
    ],
    [
      "a stream of a cell the plan has not",
      "E-stream_foreign",
      eventsPath("x"),
      (files) => write(files, eventsPath("x"), eventLines(opened({ repetition: 7 }))),
    ],
    [
      "a stream without an anchor",
      "E-head_missing",
      "manifest.json",
      (files) => write(files, eventsPath("x"), eventLines(opened({}))),
    ],
    [
      "an artifact that no event names",
      "E-artifact_foreign",
      artifactPath(aDigest("stray")),
      (files) => write(files, artifactPath(aDigest("stray")), "stray"),
    ],
    [
      "positions twice",
      "E-order_broken",
      eventsPath(beta),
      (files) =>
        write(
          files,
          eventsPath(beta),
          eventLines((made.runs.get(beta) ?? []).map((event) => ({ ...event, position: 1 }))),
        ),
    ],
    [
      "positions with a hole",
      "E-order_broken",
      eventsPath(MATRIX),
      (files) =>
        write(
          files,
          eventsPath(MATRIX),
          eventLines(
            made.matrix.map((event) =>
              event.body.type === "matrix.completed" ? { ...event, position: 9_999 } : event,
            ),
          ),
        ),
    ],
    [
      "an artifact dropped",
      "E-artifact_missing",
      eventsPath(alpha),
      (files) => files.delete(artifact),
    ],
    [
      "an artifact renamed",
      "E-artifact_name",
      artifactPath(aDigest("other")),
      (files) => {
        files.set(artifactPath(aDigest("other")), files.get(artifact) ?? new Uint8Array());
        files.delete(artifact);
      },
    ],
    [
      "a kinder report",
      "E-view_differs",
      "views/report.md",
      (files) => write(files, "views/report.md", "# Go\n"),
    ],
    [
      "a kinder comparison",
      "E-view_differs",
      "views/comparison.json",
      (files) =>
        change(files, "views/comparison.json", (one) => ({
          ...one,
          provenance: "measured by hand",
        })),
    ],
  ];
  test.each(cases)("%s: %s", (_, code, path, edit) => {
    const { ok, first_fault } = broken(edit);
    expect(first_fault).toMatchObject({ code, path });
    expect(ok).toBe(false);
  });

  test("an artifact whose bytes are not its name", () => {
    const { first_fault } = broken((files) => write(files, artifact, "other bytes"));
    expect(first_fault).toMatchObject({ code: "E-artifact_name", path: artifact });
  });

  test("a plan that is not the registered one", () => {
    const plan: Plan = { ...made.plan, title: "kinder" };
    const files = seal({ ...made, plan }, put(bundleOf(made), "plan.json", plan));
    expect(verifyBundle(files, rules).first_fault).toMatchObject({
      code: "E-registration_mismatch",
      path: eventsPath(MATRIX),
      line: 1,
    });
  });

  test("a manifest that names another plan", () => {
    const files = bundleOf(made);
    change(files, bundlePaths.manifest, (one) => ({
      ...one,
      plan_sha256: aDigest("x"),
    }));
    expect(verifyBundle(files, rules).first_fault?.code).toBe("E-plan_mismatch");
  });

  test("a manifest whose list stands in another order", () => {
    const files = bundleOf(made);
    change(files, bundlePaths.manifest, (one) => ({
      ...one,
      files: (one["files"] as object[]).toReversed(),
    }));
    expect(verifyBundle(files, rules).first_fault).toMatchObject({
      code: "E-not_canonical",
      path: bundlePaths.manifest,
      message: expect.stringContaining("after a name that comes later") as string,
    });
  });

  test("a manifest that says it was made at another time", () => {
    const files = bundleOf(made);
    change(files, bundlePaths.manifest, (one) => ({
      ...one,
      created_at: "2026-12-24T08:40:00.000Z",
    }));
    expect(verifyBundle(files, rules).first_fault?.code).toBe("E-created_differs");
  });

  test("a file where the layout has no place", () => {
    const files = bundleOf(made);
    write(files, "notes.txt", "hello");
    change(files, bundlePaths.manifest, (one) => ({
      ...one,
      files: [
        ...(one["files"] as object[]),
        {
          path: "notes.txt",
          sha256: aDigest("hello"),
          size: 5,
          media_type: "text/plain",
          role: "view",
        },
      ],
    }));
    expect(verifyBundle(files, rules).first_fault).toMatchObject({
      code: "E-file_misplaced",
      path: "notes.txt",
    });
  });
});
