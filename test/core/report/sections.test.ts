/** What the sections of the page hold: six parts, capped tables that say so, links to runs, answers that claim nothing unseen. */
import { describe, expect, test } from "vitest";

import { renderHtml } from "../../../src/core/report/html.ts";
import { sortIntoParts } from "../../../src/core/report/parts.ts";
import { RUNS_SHOWN } from "../../../src/core/report/run-lines.ts";
import { renderTerminal } from "../../../src/core/report/terminal.ts";
import {
  type ReportView,
  runAnchor,
  type Section,
  type Table,
  wordsOf,
} from "../../../src/core/report/view-model.ts";
import { reportView } from "../../../src/core/report/view.ts";
import { aLargeMatrix } from "../../builders/large-matrix.ts";
import { aLiveMatrix } from "../../builders/live-matrix.ts";
import { aBrokenPullRequest } from "../../builders/pull-requests.ts";
import { aFrameworkMatrix } from "../../builders/views.ts";

function sectionOf(view: ReportView, id: string): Section {
  const found = view.sections.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no section ${id}`);
  return found;
}

function tableOf(view: ReportView, id: string): Table {
  for (const block of sectionOf(view, id).blocks) if (block.kind === "table") return block.table;
  throw new Error(`no table in ${id}`);
}

/** Every word of a section, block by block. */
function saidIn(section: Section): string {
  return section.blocks
    .flatMap((block): readonly string[] => {
      if (block.kind === "text" || block.kind === "heading") return [wordsOf(block.text)];
      if (block.kind === "list") return block.items.map(wordsOf);
      if (block.kind === "table") {
        const { caption, notes, rows } = block.table;
        const cells = rows.flatMap((row) => row.map((cell) => wordsOf(cell.text)));
        return [...(caption === null ? [] : [wordsOf(caption)]), ...notes.map(wordsOf), ...cells];
      }
      return [];
    })
    .join("\n");
}

describe("six parts", () => {
  const titles = [
    "Raw runs and hash links",
    "Raw, normalised, weight, contribution",
    "Hard gates and fault evidence",
    "Sample sizes and distributions",
    "Weight sensitivity",
    "Scope and residual risk",
  ];

  test.each([
    ["a matrix", aFrameworkMatrix()],
    ["a live matrix", aLiveMatrix()],
    ["a pull request", aBrokenPullRequest()],
  ])("of %s, in this order, each section in one place", (_name, input) => {
    const view = reportView(input);
    const { first, parts } = sortIntoParts(view.sections);
    expect(parts.map((part) => part.title)).toEqual(titles);
    const placed = [...first, ...parts.flatMap((part) => part.sections)].map((one) => one.id);
    expect(placed.toSorted()).toEqual(view.sections.map((one) => one.id).toSorted());
    expect(first.map((one) => one.id)).toContain("verdict");
    const page = renderHtml(view);
    const places = titles.map((title) => page.lastIndexOf(title));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(page.indexOf("<h1")).toBeLessThan(places[0] ?? 0);
  });
});

describe("a hundred thousand runs", () => {
  const input = aLargeMatrix();
  const view = reportView(input);

  test("the page stays small, and says what it leaves out", () => {
    expect(input.comparison.runs).toHaveLength(100_000);
    expect(Buffer.byteLength(renderHtml(view))).toBeLessThan(3_000_000);
    const runs = tableOf(view, "runs");
    expect(runs.rows).toHaveLength(RUNS_SHOWN);
    expect(runs.notes.map(wordsOf)).toEqual([
      "98,000 more runs, with their digests, are in comparison.json.",
    ]);
    const cases = tableOf(view, "cases");
    expect(cases.rows).toHaveLength(200);
    expect(wordsOf(cases.rows[0]?.[0]?.text ?? [])).toBe("case-499");
    expect(cases.notes.map(wordsOf)).toEqual([
      "Cases with the most failed runs first; 300 more cases are in comparison.json.",
    ]);
  });

  test("every run that a sentence names has its row all the same", () => {
    const anchors = new Set(tableOf(view, "runs").rows.map(([first]) => first?.anchor));
    for (const one of input.comparison.candidates) {
      for (const row of one.cases) {
        for (const check of row.failing_checks) {
          expect(anchors.has(runAnchor(check.example_run))).toBe(true);
        }
      }
    }
  });
});

test("runs whose names an address would not carry have anchors of their own", () => {
  const ids = ["a b", "a%20b", "a~20~b", "a/b", "a#b", "退", "a.b"];
  const anchors = ids.map(runAnchor);
  expect(new Set(anchors).size).toBe(ids.length);
  for (const anchor of anchors) expect(anchor).toMatch(/^run-[A-Za-z0-9._~-]+$/);
});

test("a run shows what became of it; without that only its digest", () => {
  const known = tableOf(reportView(aLiveMatrix()), "runs");
  const row = known.rows.find(([first]) => first?.anchor === "run-bare-loop.support-triage.2");
  expect(row?.slice(0, 6).map((cell) => wordsOf(cell.text))).toEqual([
    "bare-loop.support-triage.2",
    "bare-loop",
    "support-triage",
    "2",
    "completed",
    "62.5",
  ]);
  expect(tableOf(reportView(aFrameworkMatrix()), "runs").columns).toHaveLength(2);
});

describe("the order of the runs", () => {
  test("drift that was found reaches the terminal; what was not found does not", () => {
    const input = aLiveMatrix();
    const effects = input.comparison.order_effects;
    if ("missing" in effects) throw new Error("the builder looked for order effects");
    const found = { ...effects, found: true, statement: "Latency rose by 4 s over the matrix" };
    const faceOf = (order_effects: typeof effects) =>
      renderTerminal(reportView({ ...input, comparison: { ...input.comparison, order_effects } }), {
        colour: false,
        width: 100,
      });
    expect(faceOf(found)).toContain("Latency rose by 4 s over the matrix.");
    expect(faceOf(effects)).not.toContain("Did the order of the runs");
  });

  test("what was not measured says why", () => {
    const input = aLiveMatrix();
    const order_effects = { missing: "the runs have no order" };
    const view = reportView({ ...input, comparison: { ...input.comparison, order_effects } });
    expect(saidIn(sectionOf(view, "order"))).toBe("Not measured: the runs have no order.");
  });
});

describe("six questions", () => {
  test("are answered from counts, or not measured, and never by praise", () => {
    const said = saidIn(sectionOf(reportView(aLiveMatrix()), "questions"));
    expect(said.split("\n")).toHaveLength(6);
    expect(said.match(/Not measured/g)).toHaveLength(3);
    expect(said).toContain("none of 72 runs (bare-loop, langgraph-js and openai-agents-js)");
    expect(said).not.toMatch(/\b(best|better|wins?|safe[r]?)\b(?! for an approval\?)/i);
  });

  test("a gate that one candidate broke is counted for each, and an unseen one is called so", () => {
    const input = aFrameworkMatrix();
    const candidates = input.comparison.candidates.map((one, index) => ({
      ...one,
      gates: one.gates.map((gate) => {
        if (gate.id === "approvals_bound" && index === 1) return { ...gate, failed: 2, passed: 7 };
        return gate.id === "approvals_bound" && index === 2
          ? { ...gate, passed: 0, not_observed: 9 }
          : gate;
      }),
    }));
    const view = reportView({ ...input, comparison: { ...input.comparison, candidates } });
    expect(saidIn(sectionOf(view, "questions"))).toContain(
      "bare-loop in 0 of 9 runs and langgraph-js in 2 of 9 runs. Not observed: openai-agents-js.",
    );
  });

  test("a pull request is not asked them", () => {
    const view = reportView(aBrokenPullRequest());
    expect(view.sections.map((one) => one.id)).not.toContain("questions");
  });
});

describe("what could still happen", () => {
  test("is a bound, never a proof", () => {
    const said = saidIn(sectionOf(reportView(aLiveMatrix()), "risk"));
    expect(said).toContain("0 % seen, at most 12 %");
  });

  test("is one line where no bound is known", () => {
    const said = saidIn(sectionOf(reportView(aFrameworkMatrix()), "risk"));
    expect(said).toBe("No bound of any failure rate is known: no live run.");
  });
});
