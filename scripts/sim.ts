/**
 * The screen's operating characteristics by simulation: how often base against itself is stopped or passed, and how
 * often a planted fall is found. `node scripts/sim.ts` writes docs/operating-characteristics.md.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { digestBytes } from "../src/core/digest/digest.ts";
import { decideScreen } from "../src/core/screening/decide-screen.ts";
import { FRESH_BLOCKS } from "../src/core/screening/levels.ts";
import type { PairedCase } from "../src/core/screening/outcomes.ts";
import { chooseSecondLook } from "../src/core/screening/second-look.ts";
import { createGenerator, type Generator } from "../src/core/statistics/generator.ts";
import { readLines, type AaLine } from "../test/examples/aa-lines.ts";
import { KINDS } from "./sim/draws.ts";
import { driftRow } from "./sim/drift.ts";
import { marginRow, REGRESSIONS, UNPROMISED } from "./sim/margins.ts";
import { familyRow, powerRow, sameRow, trialsOf } from "./sim/pairs.ts";

/** Pass rates by case, base and head; every run is independent. */
interface Setting {
  readonly what: string;
  readonly base: readonly number[];
  readonly head: readonly number[];
  readonly blocks: number;
}

interface Tally {
  no_go: number;
  go: number;
  found: number;
  fresh_blocks: number;
}

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "screen-2026-11" },
    trials: { type: "string", default: "5000" },
  },
});
const trials = Number(values.trials);

function lookAt(setting: Setting, ids: readonly string[], blocks: number, draw: Generator) {
  return ids.map((case_id): PairedCase => {
    const at = Number(case_id.slice(5));
    const pairs = Array.from({ length: blocks }, () => ({
      base_passed: draw.unit() < (setting.base[at] ?? 0),
      head_passed: draw.unit() < (setting.head[at] ?? 0),
    }));
    return { case_id, planned: blocks, pairs };
  });
}

/** One pull request through both looks. The verdict is the screen's own part: no gate failed and every run completed. */
function play(setting: Setting, draw: Generator, tally: Tally): void {
  const ids = setting.base.map((_, at) => `case-${String(at)}`);
  const first_look = { cases: lookAt(setting, ids, setting.blocks, draw), changes: [] };
  const choice = chooseSecondLook(first_look);
  const second_look = lookAt(setting, choice.cases, choice.blocks_each, draw);
  const screen = decideScreen({ first_look, second_look });
  const broken = screen.regressions.filter((one) => one.confirmed);
  const stopped = broken.length > 0 || screen.total_regression.confirmed;
  const open = screen.regressions.some((one) => one.inconclusive) || !screen.power.holds;
  if (stopped) tally.no_go += 1;
  else if (!open) tally.go += 1;
  if (broken.some((one) => one.case_id === "case-0")) tally.found += 1;
  tally.fresh_blocks += choice.cases.length * choice.blocks_each;
}

function run(setting: Setting): Tally {
  const draw = createGenerator(digestBytes(`${values.seed}\n${setting.what}`));
  const tally: Tally = { no_go: 0, go: 0, found: 0, fresh_blocks: 0 };
  for (let trial = 0; trial < trials; trial += 1) play(setting, draw, tally);
  return tally;
}

function rates(cases: number, rate: number, first = rate): number[] {
  return Array.from({ length: cases }, (_, at) => (at === 0 ? first : rate));
}

function percent(part: number): string {
  return `${((part / trials) * 100).toFixed(1)} %`;
}

const DEFAULT_BLOCKS = 2;

function blocksWords(blocks: number): string {
  return `${String(blocks)} ${blocks === 1 ? "block" : "blocks"}`;
}

function sameOnBothSides(cases: number, rate: number, blocks = DEFAULT_BLOCKS): Setting {
  const what = `${String(cases)} cases × ${blocksWords(blocks)}, every case passes ${String(rate * 100)} %`;
  return { what, base: rates(cases, rate), head: rates(cases, rate), blocks };
}

function oneFalls(cases: number, rate: number, to: number, blocks = DEFAULT_BLOCKS): Setting {
  const what = `${String(cases)} cases × ${blocksWords(blocks)} at ${String(rate * 100)} %, one falls to ${String(to * 100)} %`;
  return { what, base: rates(cases, rate), head: rates(cases, rate, to), blocks };
}

function allFall(cases: number, rate: number, to: number, blocks = DEFAULT_BLOCKS): Setting {
  const what = `${String(cases)} cases × ${blocksWords(blocks)}, all fall from ${String(rate * 100)} % to ${String(to * 100)} %`;
  return { what, base: rates(cases, rate), head: rates(cases, to), blocks };
}

const unchanged = [
  ...[1, 0.98, 0.95, 0.9, 0.8, 0.7, 0.5].map((rate) => sameOnBothSides(12, rate)),
  ...[5, 30, 100].map((cases) => sameOnBothSides(cases, 0.95)),
  {
    ...sameOnBothSides(12, 0.95),
    what: "12 cases × 2 blocks, one passes 50 %, the others 98 %",
    base: rates(12, 0.98, 0.5),
    head: rates(12, 0.98, 0.5),
  },
];
const fallen = [
  ...[5, 12, 30, 100].map((cases) => oneFalls(cases, 0.95, 0)),
  oneFalls(12, 1, 0),
  oneFalls(12, 0.9, 0),
  oneFalls(12, 0.8, 0),
  oneFalls(12, 0.95, 0.1),
  oneFalls(12, 0.95, 0.25),
  oneFalls(12, 0.95, 0.5),
  oneFalls(12, 0.95, 0.5, 4),
  oneFalls(12, 0.95, 0, 1),
];
const spread = [allFall(12, 0.95, 0.85), allFall(12, 0.95, 0.7), allFall(12, 0.95, 0.5)];

function unchangedRow(setting: Setting): string {
  const { no_go, go, fresh_blocks } = run(setting);
  const more = (fresh_blocks / trials).toFixed(1);
  return `| ${setting.what} | ${percent(no_go)} | ${percent(go)} | ${more} |`;
}

function fallenRow(setting: Setting): string {
  const { no_go, go, found } = run(setting);
  return `| ${setting.what} | ${percent(found)} | ${percent(no_go)} | ${percent(go)} |`;
}

function spreadRow(setting: Setting): string {
  const { no_go, go } = run(setting);
  return `| ${setting.what} | ${percent(no_go)} | ${percent(go)} |`;
}

/** Counted from what test/examples/aa.test.ts recorded and checks again. */
function wholeRow(what: string, lines: readonly AaLine[]): string {
  const sum = (of: (line: AaLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  const verdicts = (verdict: string) => sum((line) => (line.live_verdict === verdict ? 1 : 0));
  const failed = (["base", "head"] as const).map((side) => {
    const [lost, runs] = [sum((line) => line[side][0]), sum((line) => line[side][1])];
    return `${String(lost)} of ${String(runs)}`;
  });
  const fresh = sum((line) => line.second_look.length * FRESH_BLOCKS) / lines.length;
  const cells = [lines.length, verdicts("No-Go"), verdicts("Go"), verdicts("Conditional-Go")];
  return `| ${[what, ...cells, ...failed, fresh.toFixed(1)].join(" | ")} |`;
}

const SIZES = [3, 6, 8, 10, 16, 20, 30];
const POWER = [
  [6, "35 %"],
  [8, "66 %"],
  [10, "80 %"],
  [12, "88 %"],
  [16, "96 %"],
  [20, "at least 95 %"],
] as const;
const FAMILIES = [
  [3, 8],
  [6, 10],
] as const;
const MARGIN_BLOCKS = [10, 30, 60];
const options = { seed: values.seed, trials };
/** Bounds are found by halving: fewer trials do. */
const some = { seed: values.seed, trials: Math.max(100, Math.round(trials / 5)) };

/** How far a share of about 5 % may be off, nineteen times in twenty, in points. */
function near5(count: number): string {
  return (1.96 * Math.sqrt((0.05 * 0.95) / count) * 100).toFixed(1);
}

/** First column left, all others right. */
function header(names: readonly (string | number)[]): string {
  const others = names.slice(1).map(() => " ---: |");
  return `| ${names.join(" | ")} |\n| --- |${others.join("")}`;
}

/** What the tables of pairs, margins and drift say, made by the functions that compare candidates. */
function pairsPage(): string {
  return `## Two candidates that are the same

Promised: called different at most 5 % of the time, whatever the runs look like. Exact two-sided sign flips at .05 over
blocks; above 20 blocks signs are drawn, in ${trialsOf(30, trials)} trials (there a figure near 5 % is off by less than ${near5(trialsOf(30, trials))} points, else by less than ${near5(trials)}). With three
blocks nothing can be called different at all.

${header(["runs", ...SIZES.map((n) => `${n} blocks`)])}
${Object.keys(KINDS)
  .map((name) => sameRow(options, name, SIZES))
  .join("\n")}

## One candidate is a standard deviation ahead

Differences inside blocks are normal with mean and standard deviation 1. Promised: within 3 points of the third column.

${header(["blocks", "called different", "promised"])}
${POWER.map(([blocks, expected]) => powerRow(options, blocks, expected)).join("\n")}

## Several pairs that are all the same

Adjusted by Holm. Promised: any false call at all in at most 5 % of the matrices.

${header(["pairs", "blocks", "any called different"])}
${[false, true].flatMap((one_base) => FAMILIES.map(([size, blocks]) => familyRow(options, size, blocks, one_base))).join("\n")}

## No worse by more than a margin

\`decision: non_inferiority\`. Head's mean is worse by exactly the margin. Promised: it passes at most 5 % of the time (in
${some.trials.toLocaleString("en-US")} trials a figure near 5 % is off by less than ${near5(some.trials)} points). The last three columns are the price: how often a head that did not change
passes. Scores are held against a bound that needs no spread (ADR 0009), tokens against an interval.

${header(["what changed", ...MARGIN_BLOCKS.map((n) => `worse, ${n} blocks`), ...MARGIN_BLOCKS.map((n) => `same, ${n} blocks`)])}
${REGRESSIONS.map((one) => marginRow(some, one, MARGIN_BLOCKS)).join("\n")}

Not promised for tokens, cost and time, which have no upper bound: a fall that sits in few blocks can be missing from all
that ran, and where the long tail is head's, the interval leans too far.

${header(["what changed", ...MARGIN_BLOCKS.map((n) => `worse, ${n} blocks`), ...MARGIN_BLOCKS.map((n) => `same, ${n} blocks`)])}
${UNPROMISED.map((one) => marginRow(some, one, MARGIN_BLOCKS)).join("\n")}

## A drift over the matrix

Two equal candidates, noise with standard deviation 1, and every run that much above the run before it. In drawn order the
mean bias is nothing and its spread small; all of one before all of the other reads the drift as a difference of as many
runs as there are blocks, and calls the two different. Reported: how often the comparison says that scores drifted.

${header(["order", "blocks", "drift a run", "mean bias", "its SD", "called different", "reported"])}
${(["drawn", "halves"] as const).flatMap((order) => [0, 0.02, 0.05].map((drift) => driftRow(some, order, 30, drift))).join("\n")}
`;
}

const root = join(import.meta.dirname, "..");
const wholeRuns = readLines(join(root, "test/golden/aa/lines.jsonl"));
const open = wholeRuns.filter((line) => line.codes.includes("case_regression_inconclusive"));

const page = `# How often the answers are right

First the screen of a pull request, then pairs of candidates, margins and drift.

## The screen

A pull request's cases are run in blocks, base and head back to back. Cases that passed less often on head, at most
three, get eight fresh blocks; only those are tested (exact paired test, one-sided, Holm at .05). One more test asks
whether all cases together fell (one-sided, .01). This page says how often that gives which answer, by playing it
${trials.toLocaleString("en-US")} times a row with the very functions that judge a pull request.

Made by \`npm run sim\` (\`node scripts/sim.ts --seed ${values.seed} --trials ${values.trials}\`); the same command writes the same
bytes. A figure is off by less than ${(1.96 * Math.sqrt(0.25 / trials) * 100).toFixed(1)} points nineteen times in twenty. Every run passes or fails on its own, no gate
fails, every run completes, and the model is live: what is left is the screen. Pass rates are per run.

### Nothing changed: base against itself

Promised: No-Go at most 2 %, Go at least 90 %, for cases that pass 95 % of the time. The rest is Conditional-Go: a case
that stayed worse on its fresh blocks without being shown to be.

| what was run | No-Go | Go | fresh blocks, mean |
| --- | ---: | ---: | ---: |
${unchanged.map(unchangedRow).join("\n")}

### One case fell

Promised: a case that passed 95 % of the time and never passes now is found at least 95 % of the time. Found means:
confirmed and named. One block a case cannot keep the promise, so it never gives Go.

| what was run | found | No-Go | Go |
| --- | ---: | ---: | ---: |
${fallen.map(fallenRow).join("\n")}

### Every case fell a little

No promise: this is what the screen can miss, and each comment says so.

| what was run | No-Go | Go |
| --- | ---: | ---: |
${spread.map(spreadRow).join("\n")}

${pairsPage()}
## Whole runs, nothing changed

The tables above play one part each. Here the whole product ran, base against a commit that behaves the same, on the
six cases of the example agents × 2 blocks under the shipped policy: both commits checked out, the plan registered, each
model call through the gateway, each event in a ledger, then second look, gates and verdict. The upstream is a test
server on the same machine; it gives up a final answer 5 times in 100, drawn anew for each run of each side. Nothing
else is noisy. Promised of 50: No-Go at most once, Go at least 45 times. The seeds are ${String(wholeRuns[0]?.seed)} to ${String(wholeRuns.at(-1)?.seed)}, chosen beforehand.

A test server's answers never earn Go: each of these matrices was recorded as Conditional-Go, labelled as a test. The
same runs are folded once more as if a provider's model had answered, and that verdict is counted.

| what ran | matrices | No-Go | Go | Conditional-Go | failed on base | failed on head | fresh blocks, mean |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${wholeRow("agent as a function of the test's process", wholeRuns.slice(0, 45))}
${wholeRow("example agent as a process, through the built Action", wholeRuns.slice(45))}
${wholeRow("together", wholeRuns)}

A case that was worse and not surely kept ${String(open.length)} from Go (seeds ${open.map((line) => String(line.seed)).join(", ")}).
\`npx vitest run test/examples/aa.test.ts\` runs them again and compares each with its recorded line.
`;

const file = join(root, "docs", "operating-characteristics.md");
writeFileSync(file, page);
execFileSync(join(root, "node_modules", ".bin", "oxfmt"), [file]);
process.stdout.write(page);
