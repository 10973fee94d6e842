import { describe, expect, test } from "vitest";

import {
  apartSentences,
  profilesSection,
  renderMatrices,
} from "../../../src/core/report/side-by-side.ts";
import { renderTerminal } from "../../../src/core/report/terminal.ts";
import { wordsOf } from "../../../src/core/report/view-model.ts";
import { reportView } from "../../../src/core/report/view.ts";
import { someWeighed } from "../../builders/profile-orders.ts";
import { aFrameworkMatrix } from "../../builders/views.ts";

const planned = {
  comparison: someWeighed("balanced-v1", { alpha: 99.2503, beta: 99.2337 }),
  planned: true,
};

function later(profile: string, points: Readonly<Record<string, number>>) {
  return { comparison: someWeighed(profile, points, ["alpha", "beta"]), planned: false };
}

function sentencesOf(...looks: Parameters<typeof profilesSection>[0]): string[] {
  return profilesSection(looks).blocks.flatMap((block) =>
    block.kind === "text" ? [wordsOf(block.text)] : [],
  );
}

function rowsOf(...looks: Parameters<typeof profilesSection>[0]): string[][] {
  return profilesSection(looks).blocks.flatMap((block) =>
    block.kind === "table"
      ? block.table.rows.map((row) => row.map((cell) => wordsOf(cell.text)))
      : [],
  );
}

describe("profiles side by side", () => {
  const turned = later("bulk-v1", { alpha: 60.5, beta: 61 });

  test("points to the digits that tell them apart, the order of each, and its status", () => {
    expect(rowsOf(planned, turned)).toEqual([
      ["balanced-v1 (planned)", "99.2503", "99.2337", "alpha, beta", "confirmatory"],
      ["bulk-v1", "60.5000", "61.0000", "beta, alpha", "confirmatory"],
    ]);
  });

  test("says which profile turns the order over, and never calls an order a ranking", () => {
    expect(sentencesOf(planned, later("alpha-v1", { alpha: 3, beta: 2 }), turned)).toEqual([
      "Under bulk-v1 the order turns over: beta, alpha instead of alpha, beta.",
      "An order of points is not a ranking: what may be said stands above.",
    ]);
  });

  test("or that all give the same", () => {
    expect(sentencesOf(planned, later("alpha-v1", { alpha: 3, beta: 2 }))).toEqual([
      "The same order under all 2 profiles: alpha, beta. An order of points is not a ranking: what may be said stands above.",
    ]);
  });

  test("who is not weighed is said, with the reason", () => {
    const one = later("finance-v1", { alpha: 3 });
    expect(sentencesOf(planned, one)[0]).toBe("Under finance-v1 beta is not weighed.");
    expect(rowsOf(planned, one)[1]?.slice(0, 4)).toEqual([
      "finance-v1",
      "3.0000",
      "not weighed",
      "alpha",
    ]);
    const [block] = profilesSection([planned, one]).blocks;
    expect(block?.kind === "table" && block.table.notes.map(wordsOf)).toEqual([
      "Not weighed (beta under finance-v1): cost: no price",
    ]);
    const other = later("strict-v1", { alpha: 3 });
    expect(sentencesOf(planned, one, other)[0]).toBe(
      "Under finance-v1 and strict-v1 beta is not weighed.",
    );
    expect(sentencesOf(one, planned)[0]).toBe(
      "Under balanced-v1 beta is weighed, under finance-v1 not.",
    );
  });

  test("the same points are said, and with nobody to order nothing is", () => {
    const flat = later("flat-v1", { alpha: 5, beta: 5 });
    expect(sentencesOf(planned, flat)[0]).toBe(
      "Under flat-v1 alpha and beta have the same points.",
    );
    expect(sentencesOf(flat, planned)[0]).toBe(
      "Under balanced-v1 alpha and beta have different points, under flat-v1 the same.",
    );
    expect(sentencesOf(later("a", {}), later("b", {}))).toEqual([
      "No profile weighs two candidates: there is no order to turn over.",
    ]);
  });

  test("the terminal prints the table, at any width", () => {
    const view = {
      ...reportView(aFrameworkMatrix()),
      sections: [profilesSection([planned, turned])],
    };
    const wide = renderTerminal(view, { colour: false, width: 100 });
    expect(wide).toContain("balanced-v1 (planned)");
    expect(wide).toMatch(/planned\) +99\.2503 +99\.2337 +alpha, beta +confirmatory/);
    expect(renderTerminal(view, { colour: false, width: 40 })).toMatch(/alpha +99\.2503\n/);
  });
});

describe("matrices side by side", () => {
  const one = { matrix_id: "m1", track: "controlled" as const, title: "demo", text: "Go · demo\n" };

  test("each under its own track, and why there is no table of both", () => {
    const text = renderMatrices([one, { ...one, matrix_id: "m2", track: "native" as const }]);
    expect(text).toContain("track controlled · demo · m1\n");
    expect(text).toContain("track native · demo · m2\n");
    expect(text.trimEnd().split("\n").at(-1)).toBe(
      "Tracks controlled and native stand side by side and are never merged into one ranking: each asks another question.",
    );
  });

  test("two of one track are separate executions", () => {
    expect(apartSentences([one, one])).toEqual([
      "2 matrices of track controlled are separate executions: no verdict is taken across them.",
    ]);
    expect(apartSentences([one, one, { track: "native" }])).toHaveLength(2);
  });

  test("a title is data", () => {
    expect(renderMatrices([{ ...one, title: "x\u001b[31m\ny" }])).not.toContain("\u001b");
  });
});
