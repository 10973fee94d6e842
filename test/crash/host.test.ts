/** The host killed at each of its named points while it runs a matrix, then the same command: it goes on, and nothing happens twice. */
import { describe, expect, test } from "vitest";

import { crashPoints } from "../../src/core/crash-points.ts";
import { aMatrix } from "../commands/lab.ts";
import { gateStates, inspect, killAt, openProject } from "./kill-host.ts";

const refund = aMatrix({ cases: '["shipped:cases/refund-approval.yaml"]' });

/** The case pays a refund once; where its third tool call is struck, it is that payment. */
const plain: readonly (readonly [title: string, armed: string])[] = [
  ["B1 a reservation is not the end", "model.after-reserve"],
  ["B1 a reservation is not the end", "model.after-reserve:3"],
  ["B2 an answer without its settlement", "model.after-response"],
  ["B2 an answer without its settlement", "model.after-response:4"],
  ["T1 asked, and not run", "tool.after-request"],
  ["T1 asked, and not run", "tool.after-request:3"],
  ["T1 asked, and not run", "tool.after-executing"],
  ["T1 asked, and not run", "tool.after-executing:3"],
  ["T2 done, and no receipt", "tool.after-effect"],
  ["T2 done, and no receipt", "tool.after-effect:3"],
  ["T3 a receipt, and no answer", "tool.after-receipt"],
  ["T3 a receipt, and no answer", "tool.after-receipt:3"],
  ["P3 decided, and not carried out", "approval.after-decision"],
  ["C3 between two steps", "recover.after-start"],
  ["C3 between two steps", "run.after-end"],
  ["C3 between two steps", "run.after-score"],
  ["C3 between two steps", "run.after-finish"],
  ["C3 between two steps", "run.after-file"],
  ["C3 between two steps", "run.after-record"],
  ["C3 between two steps", "block.after-settle"],
  ["C3 between two steps", "matrix.after-complete"],
  ["X1 a file of the matrix", "file.before-rename"],
  ["X1 a file of the matrix", "file.after-rename"],
  ["X1 a file of the matrix", "file.after-rename:3"],
  ["X1 a file of the matrix", "file.before-rename:9"],
  ["X1 a file of the matrix", "file.after-rename:9"],
  ["X1 a file of the matrix", "file.before-rename:11"],
  ["X1 a file of the matrix", "file.before-rename:14"],
];

describe("a run with an unsafe tool", () => {
  test.each(plain)(
    "%s: the host dies at %s, and there is one effect, the answer, no failed gate",
    async (_title, armed) => {
      const lab = openProject(refund);
      await killAt(lab, armed);
      const again = await lab.run(["evaluate"]);
      expect(again).toMatchObject({ code: 0 });
      const { results, effects } = await inspect(lab, again);
      expect(results).toHaveLength(1);
      expect(results[0]).toMatchObject({
        status: "completed",
        reason: "ok",
        score: { total: 100 },
      });
      expect(gateStates(results[0])).not.toContain("failed");
      expect(effects).toEqual([1]);
    },
  );

  test("every point of the host is struck here or in the tests it names", () => {
    const here = new Set([...plain.map(([, armed]) => armed.split(":")[0]), ...elsewhere]);
    const hosts = Object.keys(crashPoints).filter((name) =>
      /^(model|tool|approval|checkpoint|recover|run|block|matrix)\./.test(name),
    );
    expect(hosts.filter((name) => !here.has(name))).toEqual([]);
  });
});

/** Struck in stages.test.ts, people.test.ts and recovery.test.ts beside this file. */
const elsewhere = [
  "checkpoint.after-artifact",
  "checkpoint.after-event",
  "approval.before-execution",
  "recover.before-close",
  "recover.after-close",
];
