/** Every face of four verdicts, against golden files that were read; then what must hold for any text and any size. */
import { createHash } from "node:crypto";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { comparison as comparisonContract } from "../../../src/contracts/comparison.ts";
import { plan as planContract } from "../../../src/contracts/plan.ts";
import { preflightReport } from "../../../src/contracts/preflight.ts";
import { readiness as readinessContract } from "../../../src/contracts/readiness.ts";
import { dryView } from "../../../src/core/dry/dry-view.ts";
import { STYLE, STYLE_SHA256 } from "../../../src/core/report/html-style.ts";
import { renderHtml } from "../../../src/core/report/html.ts";
import { reportJson } from "../../../src/core/report/json.ts";
import { MARKDOWN_LIMITS, renderMarkdown } from "../../../src/core/report/markdown.ts";
import { PAGE_SCRIPT_SHA256 } from "../../../src/core/report/page-script.ts";
import { renderTerminal } from "../../../src/core/report/terminal.ts";
import { type ReportView, wordsOf } from "../../../src/core/report/view-model.ts";
import { preflightView, reportView } from "../../../src/core/report/view.ts";
import { aDryReport } from "../../builders/dry.ts";
import { aLiveMatrix } from "../../builders/live-matrix.ts";
import {
  aBrokenPullRequest,
  anUnscreenedPullRequest,
  aSoundPullRequest,
} from "../../builders/pull-requests.ts";
import { aDigest, aReadiness } from "../../builders/view-parts.ts";
import { aFailedPreflight, aFrameworkMatrix } from "../../builders/views.ts";

const inputs = [
  ["matrix", aFrameworkMatrix()],
  ["live", aLiveMatrix()],
  ["pull-request", aBrokenPullRequest()],
  ["go", aSoundPullRequest()],
  ["unscreened", anUnscreenedPullRequest()],
] as const;
const views: readonly (readonly [string, ReportView])[] = [
  ...inputs.map(([name, input]) => [name, reportView(input)] as const),
  ["preflight", preflightView(aFailedPreflight())],
  ["dry", dryView(aDryReport())],
];
const golden = (file: string) => join(import.meta.dirname, "..", "..", "golden", "report", file);

test.each(inputs)("the builders of %s keep the contracts", (_name, input) => {
  expect(comparisonContract.parse(input.comparison)).toEqual(input.comparison);
  expect(readinessContract.parse(input.readiness)).toEqual(input.readiness);
  planContract.parse(input.plan);
  preflightReport.parse(input.preflight);
});

describe.each(views)("%s", (name, view) => {
  test("Markdown, HTML and terminal are the golden files", async () => {
    await expect(renderMarkdown(view)).toMatchFileSnapshot(golden(`${name}.md`));
    await expect(renderHtml(view)).toMatchFileSnapshot(golden(`${name}.html`));
    const wide = renderTerminal(view, { colour: false, width: 100 });
    await expect(wide).toMatchFileSnapshot(golden(`${name}.txt`));
  });

  test("verdict comes first in every face, with the one circle of the comment", () => {
    const markdown = renderMarkdown(view);
    expect(markdown).toMatch(new RegExp(`^### (🟢|🟡|🔴|⚪) ${view.verdict} · `, "u"));
    expect(markdown.match(/[\u{1F7E0}-\u{1F7EB}🔴🔵⚪⚫]/gu)).toHaveLength(1);
    expect(renderTerminal(view, { colour: false, width: 80 }).startsWith(view.verdict)).toBe(true);
  });

  test("the terminal keeps its width and is inert without colour", () => {
    for (const width of [40, 80, 120]) {
      const text = renderTerminal(view, { colour: false, width });
      expect(text).not.toContain("\u001b");
      const long = text
        .split("\n")
        .filter((line) => line.length > width && line.trim().split(" ").length > 3);
      const whole = [...view.paths.map((one) => one.path), view.verify ?? view.verdict];
      const wrapped = long.filter((line) => !whole.some((place) => line.endsWith(place)));
      expect(wrapped.filter((line) => !line.startsWith(view.verdict))).toEqual([]);
    }
    const coloured = renderTerminal(view, { colour: true, width: 80 });
    // eslint-disable-next-line no-control-regex
    const plain = coloured.replaceAll(/\u001b\[\d+m/g, "");
    expect(plain).toBe(renderTerminal(view, { colour: false, width: 80 }));
  });

  test("the page loads nothing, and admits one style sheet and at most its own script", () => {
    const html = renderHtml(view);
    const weighs = view.sections.some((one) => one.blocks.some(({ kind }) => kind === "weighing"));
    const script = weighs ? ` script-src 'sha256-${PAGE_SCRIPT_SHA256}';` : "";
    const policy = `default-src 'none'; style-src 'sha256-${STYLE_SHA256}';${script} base-uri 'none'`;
    expect(html).toContain(policy);
    expect(html).not.toMatch(/<link|<img|<iframe|<style [^>]|\sstyle=|\son\w+="|https?:/i);
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts).toEqual(weighs ? [' type="application/json" id="weigh-figures"', ""] : []);
    expect(createHash("sha256").update(STYLE).digest("base64")).toBe(STYLE_SHA256);
  });
});

describe("the heading and the sentence why", () => {
  test("a matrix without a head says whose verdict it is", () => {
    const input = aFrameworkMatrix();
    const stop = { code: "gate_failed", message: "An approval was bypassed.", lift: "", runs: [] };
    const readiness = aReadiness(input.comparison, {
      findings: { "langgraph-js": { blocking: [stop] } },
      verdict: "No-Go",
      subject: "langgraph-js",
    });
    const view = reportView({ ...input, readiness });
    expect(wordsOf(view.whose ?? [])).toBe("worst of 3: langgraph-js");
    expect(wordsOf(view.why ?? [])).toBe("langgraph-js: An approval was bypassed.");
  });

  test("of several conditions a forbidden call is the one that is said", () => {
    const input = aSoundPullRequest();
    const open = ["below_minimum_level", "forbidden_call", "not_completed"].map((code) => ({
      code,
      message: `It is ${code}.`,
      lift: "",
      runs: [],
    }));
    const readiness = aReadiness(input.comparison, { findings: { head: { conditions: open } } });
    expect(wordsOf(reportView({ ...input, readiness }).why ?? [])).toBe("It is forbidden_call.");
  });

  test("a rise in cost is only shown, unless the policy's margin makes it a condition", () => {
    const input = aBrokenPullRequest();
    const over = { code: "cost_margin", message: "It costs more.", lift: "", runs: [] };
    const readiness = aReadiness(input.comparison, { findings: { head: { conditions: [over] } } });
    const costOf = (one: typeof input) =>
      wordsOf(reportView(one).table?.rows[1]?.at(-1)?.text ?? []);
    expect(costOf(input)).toBe("+42 %, shown");
    expect(costOf({ ...input, readiness })).toBe("+42 %, over the policy's margin");
  });

  test("two candidates are both; a lift is a sentence, and a run is named once", () => {
    const input = aFrameworkMatrix();
    const comparison = { ...input.comparison, candidates: input.comparison.candidates.slice(0, 2) };
    const stop = {
      code: "failing_case",
      message: "It failed.",
      lift: "make it pass.",
      runs: ["run-1", "run-1"],
    };
    const findings = Object.fromEntries(
      comparison.candidates.map((one) => [one.candidate, { blocking: [stop] }]),
    );
    const view = reportView({ ...input, comparison, readiness: aReadiness(comparison, {}) });
    expect(wordsOf(view.whose ?? [])).toBe("both candidates");
    expect(wordsOf(view.why ?? [])).toMatch(/^Both candidates hold every hard gate/);

    const readiness = aReadiness(comparison, { findings, verdict: "No-Go" });
    const stopped = reportView({ ...input, comparison, readiness });
    expect(wordsOf(stopped.why ?? [])).toContain("It failed (1 run, named below).");
    expect(wordsOf(stopped.statements[0]?.text ?? [])).toBe("Make it pass.");
    expect(renderMarkdown(stopped)).toContain("Runs: `run-1`.");
  });

  test("errors of the evaluation data come before any failure of an agent", () => {
    const data = { case_id: "inventory-order", case_version: 1, message: "the key says 55.5" };
    const view = reportView(aFrameworkMatrix({ evaluation_data_errors: [data] }));
    for (const face of [
      renderMarkdown(view),
      renderHtml(view),
      renderTerminal(view, { colour: false, width: 200 }),
    ]) {
      expect(face.indexOf("Evaluation data error")).toBeGreaterThan(0);
      expect(face.indexOf("Evaluation data error")).toBeLessThan(
        face.indexOf("hold every hard gate"),
      );
    }
  });

  test("a second error of the same case is an error, not a case", () => {
    const data = { case_id: "inventory-order", case_version: 1, message: "the key says 55.5" };
    const again = { ...data, message: "the unit is wrong" };
    const other = { ...data, case_id: "returns" };
    const said = (errors: (typeof data)[]) =>
      wordsOf(reportView(aFrameworkMatrix({ evaluation_data_errors: errors })).data_error ?? []);
    expect(said([data, again])).toContain("(and 1 more error, listed below)");
    expect(said([data, other, { ...other, message: "x" }])).toContain(
      "(and 1 more case, listed below)",
    );
    expect(said([data, again, other])).toContain(
      "(and 1 more error and 1 more case, listed below)",
    );
  });

  test("plumbing only stands above the table, and once", () => {
    const input = aFrameworkMatrix({ variable: "prompt" });
    const readiness = { ...input.readiness, plumbing_only: true };
    const view = reportView({ ...input, readiness });
    expect(wordsOf(view.why ?? [])).toContain(
      "This is plumbing only: a simulated model cannot say whether the prompt serves.",
    );
    for (const face of [
      renderMarkdown(view),
      renderTerminal(view, { colour: false, width: 400 }),
    ]) {
      const at = face.indexOf("plumbing only");
      expect(at).toBeGreaterThan(0);
      expect(at).toBeLessThan(face.indexOf("readiness"));
    }
  });

  test("where every run was lost, no face and no object calls anyone by a verdict's word", () => {
    const input = aFrameworkMatrix();
    const readiness = { ...input.readiness, exit_code: 40 as const };
    const view = reportView({ ...input, readiness });
    for (const face of [
      renderMarkdown(view),
      renderHtml(view),
      renderTerminal(view, { colour: false, width: 200 }),
    ]) {
      expect(face).toContain("Not evaluated");
      expect(face).not.toMatch(/Conditional-Go|No-Go/);
    }
    expect(reportJson({ ...input, readiness }, 40).evaluated).toBe(false);
    expect(reportJson(input, 10).evaluated).toBe(true);
  });

  test("the table says which lost runs its means leave out", () => {
    const input = aFrameworkMatrix();
    const [first, ...rest] = input.comparison.candidates;
    if (first === undefined) throw new Error("the matrix has candidates");
    const rate = { ...first.failure_rate, error_rate: 1 / first.planned };
    const comparison = {
      ...input.comparison,
      candidates: [{ ...first, failure_rate: rate }, ...rest],
    };
    const caption = wordsOf(reportView({ ...input, comparison }).table?.caption ?? []);
    expect(caption).toContain(
      `Left out, lost for reasons outside the agent: 1 of ${first.runs} (${first.label}).`,
    );
    expect(wordsOf(reportView(input).table?.caption ?? [])).not.toContain("Left out");
  });

  test("a case whose runs were all lost was not measured, and bounds no failure rate", () => {
    const input = aFrameworkMatrix({ upstream: "live" });
    const [first, ...rest] = input.comparison.candidates;
    if (first === undefined) throw new Error("the matrix has candidates");
    const [lost, ...others] = first.cases.map((each) => ({ ...each, runs: 3, passed: 3 }));
    if (lost === undefined) throw new Error("the candidate has cases");
    const cases = [{ ...lost, runs: 0, passed: 0 }, ...others];
    const comparison = { ...input.comparison, candidates: [{ ...first, cases }, ...rest] };
    const page = renderHtml(reportView({ ...input, comparison }));
    expect(page).toContain("not measured");
    expect(page).not.toContain("0 of 0");
    expect(page).toContain(`${first.label}: no failure in ${others.length * 3} runs;`);
  });

  test("an incomplete matrix says so, and absent values carry their reasons", () => {
    const input = aFrameworkMatrix();
    const hole = {
      code: "incomplete_matrix",
      message: "2 of 27 planned runs are missing.",
      lift: "Run them.",
      runs: [],
    };
    const [first, ...others] = input.comparison.candidates;
    if (first === undefined) throw new Error("the builder has candidates");
    const duration = { missing: "2 runs shared the machine" };
    const summary = {
      ...first.summary,
      duration_ms: { ...first.summary.duration_ms, mean: duration },
    };
    const comparison = { ...input.comparison, candidates: [{ ...first, summary }, ...others] };
    const findings = Object.fromEntries(
      comparison.candidates.map((one) => [one.candidate, { conditions: [hole] }]),
    );
    const readiness = aReadiness(comparison, { findings, incomplete: true, exit_code: 30 });
    const view = reportView({ ...input, comparison, readiness });
    expect(wordsOf(view.why ?? [])).toBe("2 of 27 planned runs are missing.");
    expect(renderMarkdown(view)).toContain(
      "Not known (time of bare-loop): 2 runs shared the machine",
    );
    expect(renderMarkdown(view)).not.toMatch(/NaN|undefined|\[object/);
  });
});

test("the JSON object carries numbers, reasons, paths and digests", () => {
  const input = aFrameworkMatrix();
  const object = reportJson(input, 0);
  expect(object).toMatchObject({
    verdict: "Conditional-Go",
    exit_code: 0,
    upstream: "simulated",
    paths: { report: "out/report.html", evidence: "out/evidence.tar.gz" },
  });
  expect(object.candidates.map((one) => one.tokens)).toEqual(
    input.comparison.candidates.map((one) => one.summary.tokens.mean),
  );
  expect(object.candidates[0]?.framework_version).toEqual({
    missing: "the control uses no framework",
  });
  expect(object.digests["evidence"]).toBe(input.readiness.evidence_sha256);
  expect(JSON.parse(JSON.stringify(object))).toEqual(object);
});

/** A matrix whose every candidate failed `count` times with this message, and `runs` run digests. */
function withMessages(message: string, count: number, runs = 0) {
  const input = aFrameworkMatrix({
    evaluation_data_errors: [{ case_id: "inventory-order", case_version: 1, message }],
    runs: Array.from({ length: runs }, (_, index) => ({
      run_id: `run-${String(index)}`,
      digest: aDigest(String(index)),
    })),
  });
  const candidates = input.comparison.candidates.map((one) => ({
    ...one,
    label: one.label,
    failures: Array.from({ length: count }, (_, index) => ({
      run_id: `${one.candidate}.${String(index)}`,
      status: "failed" as const,
      reason: "crash" as const,
      message,
    })),
  }));
  const finding = { code: "gate_failed", message, lift: message.slice(0, 500), runs: [] };
  const comparison = { ...input.comparison, candidates };
  const findings = Object.fromEntries(
    candidates.map((one) => [
      one.candidate,
      { blocking: Array.from({ length: 3 }, () => finding) },
    ]),
  );
  return { ...input, comparison, readiness: aReadiness(comparison, { findings }) };
}

describe("any text, any size", () => {
  const hostile =
    "@octocat fixes #12 <!-- agent-lab --> </details> | ``` ![x](https://evil.example/p.png) <script>alert(1)</script> \u202e";

  test("hostile model text wakes nothing in Markdown and nothing in HTML", () => {
    const view = reportView(withMessages(hostile, 3));
    const markdown = renderMarkdown(view);
    expect(markdown).not.toContain("<!--");
    expect(markdown).not.toContain("<script");
    expect(markdown.replaceAll(/`+[^`\n]*`+/g, "")).not.toMatch(/@octocat|#12|https?:/);
    const opened = markdown.match(/<details>/g)?.length;
    expect(markdown.match(/<\/details>/g)).toHaveLength(opened ?? 0);
    const html = renderHtml(view);
    expect(html).not.toContain("<script>alert");
    expect(html.match(/<section /g)).toHaveLength(view.sections.length);
  });

  test("Markdown fits GitHub's limits in characters and bytes, and keeps verdict and table", () => {
    const alphabets = ["a", "退", "😀", "<&|", "@a "];
    fc.assert(
      fc.property(
        fc.constantFrom(...alphabets),
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 600 }),
        (letter, length, count, runs) => {
          const view = reportView(withMessages(letter.repeat(length), count, runs));
          const markdown = renderMarkdown(view);
          expect(markdown.length).toBeLessThanOrEqual(MARKDOWN_LIMITS.characters);
          expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(MARKDOWN_LIMITS.bytes);
          expect(markdown.isWellFormed()).toBe(true);
          expect(markdown.split("\n", 1)[0]).toContain(view.verdict);
          expect(markdown).toContain("| openai-agents-js 0.20.0 |");
        },
      ),
      { numRuns: 60 },
    );
  });

  test("what is left out is said", () => {
    const long = renderMarkdown(reportView(withMessages("x".repeat(900), 50, 600)));
    expect(long).toMatch(/Shortened to fit: \d+ more sections are in the HTML report/);
    expect(renderMarkdown(reportView(aFrameworkMatrix()))).not.toContain("Shortened");
  });
});
