/** The page as a reader opens it: from disk, in a browser, with keys; and its script against the code it is made from. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";

import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";

import { pageScriptModule } from "../../scripts/page-script.ts";
import { renderHtml } from "../../src/core/report/html.ts";
import { PAGE_SCRIPT, PAGE_SCRIPT_SHA256 } from "../../src/core/report/page-script.ts";
import type { Weighing } from "../../src/core/report/view-model.ts";
import { type ReportInput, reportView } from "../../src/core/report/view.ts";
import { exactFigures, weigh, type Weighed } from "../../src/core/report/weigh-words.ts";
import { weighCandidates } from "../../src/core/scoring/weigh.ts";
import { aLiveMatrix } from "../builders/live-matrix.ts";
import { aMatrix, openLab, shippedRoot } from "../commands/lab.ts";
import { type OpenedPage, openPage, whereChromiumIs } from "./chromium.ts";

const folder = mkdtempSync(join(tmpdir(), "agent-lab-report-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, input: ReportInput): string {
  const file = join(folder, name);
  writeFileSync(file, renderHtml(reportView(input)));
  return file;
}

function weighingOf(input: ReportInput): Weighing {
  for (const section of reportView(input).sections) {
    for (const block of section.blocks) if (block.kind === "weighing") return block.weighing;
  }
  throw new Error("nothing is weighed");
}

/** The page's own `weigh`, out of the very text the page carries, without any page. */
function pageWeigh(): (weighing: Weighing, weights: readonly number[]) => Weighed {
  const end = "start();\n})();\n";
  expect(PAGE_SCRIPT.endsWith(end)).toBe(true);
  const script = `${PAGE_SCRIPT.slice(0, -end.length)}globalThis.result = weigh;\n})();`;
  const context: { result?: (weighing: Weighing, weights: readonly number[]) => Weighed } = {};
  runInNewContext(script, context);
  if (context.result === undefined) throw new Error("the page has no weigh");
  return context.result;
}

describe("the page's script", () => {
  test("is what its sources give, with the digest that the policy names", () => {
    const committed = join(import.meta.dirname, "../../src/core/report/page-script.ts");
    expect(pageScriptModule()).toBe(readFileSync(committed, "utf8"));
    expect(createHash("sha256").update(PAGE_SCRIPT).digest("base64")).toBe(PAGE_SCRIPT_SHA256);
  });

  test("can end no script block, and asks for nothing by name or address", () => {
    expect(PAGE_SCRIPT).not.toMatch(/<\/|<!--|eval|Function\(|fetch|XMLHttp|https?:|import\b/);
  });

  test("gives the points, order and words of the code it is made from, whatever the weights", () => {
    const weighing = weighingOf(aLiveMatrix());
    const inPage = pageWeigh();
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 }), {
          minLength: weighing.metrics.length,
          maxLength: weighing.metrics.length,
        }),
        (hundredths) => {
          const weights = hundredths.map((one) => one / 100);
          // The other realm's arrays are of another class: their text is what is compared.
          expect(JSON.stringify(inPage(weighing, weights))).toBe(
            JSON.stringify(weigh(weighing, weights)),
          );
        },
      ),
    );
  });
});

interface Shown {
  readonly labels: readonly string[];
  readonly points: readonly string[];
  readonly ranks: readonly string[];
  readonly said: string;
}

const shownExpression = `(() => {
  const rows = [...document.querySelectorAll("#weigh-rows tr")];
  const texts = (selector) => rows.map((row) => row.querySelector(selector).textContent);
  return {
    labels: texts("th"),
    points: texts(".now"),
    ranks: texts(".rank"),
    said: document.getElementById("weigh-said").textContent,
  };
})()`;

async function shown(page: OpenedPage): Promise<Shown> {
  return (await page.read(shownExpression)) as Shown;
}

/** What the rows have to show under these weights, best first. */
function expected(weighing: Weighing, weights: readonly number[]): Shown {
  const { weighted, order, statement } = weigh(weighing, weights);
  const figures = exactFigures(weighted);
  return {
    labels: order.map((at) => weighing.candidates[at]?.label ?? ""),
    points: order.map((at) => figures[at] ?? ""),
    ranks: order.map((_at, rank) => String(rank + 1)),
    said: statement,
  };
}

describe.each(whereChromiumIs("the page in Chromium, from disk"))("%s", () => {
  const input = aLiveMatrix();
  const weighing = weighingOf(input);
  const own = weighing.metrics.map((metric) => metric.weight);
  const file = write("live.html", input);

  async function opened<T>(
    how: Parameters<typeof openPage>[1],
    use: (page: OpenedPage) => Promise<T>,
    at = file,
  ): Promise<T> {
    const page = await openPage(at, how);
    try {
      return await use(page);
    } finally {
      await page.close();
    }
  }

  test("asks for itself alone, says nothing, and shows the comparison's own points", async () => {
    await opened({}, async (page) => {
      const now = await shown(page);
      expect(now).toEqual(expected(weighing, own));
      const weighted = input.comparison.candidates.map((one) => one.weighted);
      const known = weighted.flatMap((one) => (typeof one === "number" ? [one] : []));
      expect(now.points.map(Number)).toEqual(known.toSorted((a, b) => b - a));
      expect(page.asked).toEqual([pathToFileURL(file).href]);
      expect(page.said).toEqual([]);
    });
  });

  test("keys on a slider weigh and order again, to the last digit, and one button takes it back", async () => {
    await opened({}, async (page) => {
      const before = await shown(page);
      const quality = own.map((weight, at) => (at === 0 ? 0 : weight));
      await page.read(`document.getElementById("weigh-0").focus()`);
      await page.press("Home");
      const without = await shown(page);
      expect(without).toEqual(expected(weighing, quality));
      expect(without.labels).not.toEqual(before.labels);
      expect(await page.read(`document.getElementById("weigh-0-number").value`)).toBe("0");

      const step = 0.01;
      await page.press("ArrowRight");
      const stepped = own.map((weight, at) => (at === 0 ? step : weight));
      expect(await shown(page)).toEqual(expected(weighing, stepped));
      const points = weighCandidates(
        weighing.candidates.map((one) => one.points),
        stepped,
      );
      expect((await shown(page)).points.map(Number)).toEqual(
        points.toSorted((left, right) => Number(right) - Number(left)),
      );

      await page.read(`document.getElementById("weigh-back").focus()`);
      await page.press("Enter");
      expect(await shown(page)).toEqual(before);
      expect(await page.read(`document.getElementById("weigh-back").disabled`)).toBe(true);
      expect(page.said).toEqual([]);
    });
  });

  test("a number that cannot be a weight counts as the nearest that can", async () => {
    await opened({}, async (page) => {
      const type = async (text: string) =>
        page.read(`(() => {
          const field = document.getElementById("weigh-1-number");
          field.value = ${JSON.stringify(text)};
          for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind));
          return field.value;
        })()`);
      expect(await type("7")).toBe("1");
      expect(await shown(page)).toEqual(
        expected(
          weighing,
          own.map((weight, at) => (at === 1 ? 1 : weight)),
        ),
      );
      expect(await type("-3")).toBe("0");
      expect(await type("")).toBe("0");
      expect(page.said).toEqual([]);
    });
  });

  test("without scripts everything but the sliders stands, and one line says so", async () => {
    await opened({ scripts: false }, async (page) => {
      expect(await shown(page)).toEqual(expected(weighing, own));
      const visible = async (id: string) =>
        page.read(`document.getElementById("${id}").checkVisibility()`);
      expect(await visible("weigh-off")).toBe(true);
      expect(await visible("weigh-sliders")).toBe(false);
      expect(await page.read(`document.querySelectorAll("svg.draw").length`)).toBeGreaterThan(10);
    });
  });

  test("a run that a sentence names is one step away, folded or not", async () => {
    const links = renderHtml(reportView(input)).match(/href="(#run-[^"]+)"/g) ?? [];
    expect(new Set(links).size).toBe(3);
    await opened({ fragment: "#run-bare-loop.support-triage.2" }, async (page) => {
      expect(await page.read(`document.querySelector("tr:target").checkVisibility()`)).toBe(true);
      const dead = `[...document.querySelectorAll('a[href^="#"]')]
        .filter((one) => document.getElementById(one.getAttribute("href").slice(1)) === null).length`;
      expect(await page.read(dead)).toBe(0);
    });
  });

  test.each([390, 1_280])("at %i pixels nothing runs out of the page", async (width) => {
    await opened({ width }, async (page) => {
      expect(await page.read("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    });
  });

  test("a name that looks like the end of a script is a name", async () => {
    const hostile = "</script><script>alert(1)</script><!-- \u202e";
    const [first, ...rest] = input.comparison.candidates;
    if (first === undefined) throw new Error("the matrix has candidates");
    const comparison = {
      ...input.comparison,
      candidates: [{ ...first, label: hostile }, ...rest],
    };
    const at = write("hostile.html", { ...input, comparison });
    await opened(
      {},
      async (page) => {
        await page.read(`document.getElementById("weigh-0").focus()`);
        await page.press("Home");
        const { labels } = await shown(page);
        expect(labels).toContain("</script><script>alert(1)</script><!-- ");
        expect(page.said).toEqual([]);
      },
      at,
    );
  });

  test("the page of a matrix that was run agrees with the command line under another profile", async () => {
    const candidates = ["short", "long"].map((id) => {
      const system = `You quote prices.${" Use inventory_lookup and calculate.".repeat(id.length)}`;
      return `{ id: ${id}, adapter: bare-loop, prompt: { system: "${system}" } }`;
    });
    const lab = openLab("page");
    const changes = { variable: "prompt", candidates: `[${candidates.join(", ")}]` };
    lab.write("agent-lab.yaml", aMatrix({ ...changes, repetitions: "2" }));
    await lab.run(["evaluate"]);
    const [matrix = "none"] = lab.matrices();
    const moved: Readonly<Record<string, string>> = {
      "0.55": "0.31",
      "0.20": "0.07",
      "0.05": "0.43",
    };
    const shipped = join(shippedRoot, "config/score-profiles/balanced-v1.yaml");
    const profile = Object.entries(moved).reduce(
      (text, [from, to]) => text.replace(`weight: ${from}`, `weight: ${to}`),
      readFileSync(shipped, "utf8").replace("name: balanced-v1", "name: moved-v1"),
    );
    lab.write("moved.yaml", profile);
    const answer = await lab.run(["compare", "--score-profile", "moved.yaml", "--json"]);
    const compared = answer.json["candidates"] as { candidate: string; weighted: number }[];
    expect(compared.map((one) => one.candidate).toSorted()).toEqual(["long", "short"]);

    await opened(
      {},
      async (page) => {
        const before = await shown(page);
        await page.read(`(() => {
          const moved = ${JSON.stringify(moved)};
          for (const field of document.querySelectorAll("input[type=number]")) {
            const to = Object.entries(moved).find(([from]) => Number(from) === Number(field.value));
            if (to !== undefined) field.value = to[1];
            field.dispatchEvent(new Event("input"));
          }
        })()`);
        const { labels, points } = await shown(page);
        expect(points).not.toEqual(before.points);
        const byName = Object.fromEntries(labels.map((label, row) => [label, Number(points[row])]));
        expect(byName).toEqual(
          Object.fromEntries(compared.map((one) => [one.candidate, one.weighted])),
        );
        expect(page.said).toEqual([]);
      },
      lab.inside(`.agent-lab/matrices/${matrix}/views/report.html`),
    );
  });
});
