/**
 * How fast, by comparison: `npm run bench -- [name…] [--rounds N] [--json]`. Nothing is asserted; what was measured
 * once is written down in docs/performance.md. A new bench is a file in scripts/bench and a line in the list below.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { appendBench } from "./bench/append.ts";
import type { Bench, Row, Spread } from "./bench/compare.ts";
import { runComparison } from "./bench/compare.ts";
import { matrixBench } from "./bench/matrix.ts";
import { operationsBench } from "./bench/operations.ts";
import { recoveryBench } from "./bench/recovery.ts";
import { verifyBench } from "./bench/verify.ts";

const benches: readonly Bench[] = [
  appendBench,
  recoveryBench,
  operationsBench,
  verifyBench,
  matrixBench,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "10" }, json: { type: "boolean", default: false } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds ${values.rounds} is not a count: give a whole number from 1 on`);
const unknown = positionals.filter((name) => benches.every((bench) => bench.name !== name));
if (unknown.length > 0)
  throw new Error(
    `there is no bench ${unknown.join(", ")}: ${benches.map(({ name }) => name).join(", ")}`,
  );
const chosen =
  positionals.length === 0 ? benches : benches.filter((b) => positionals.includes(b.name));

const machine = `Node ${process.versions.node}, ${process.platform}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`;
const measured: object[] = [];
for (const bench of chosen) {
  const closing: (() => void)[] = [];
  const turns = Math.min(rounds, bench.most_rounds ?? rounds);
  const folder = mkdtempSync(join(tmpdir(), "agent-lab-bench-"));
  try {
    process.stderr.write(`${bench.name}: making ready\n`);
    for (const comparison of await bench.prepare(folder, (close) => closing.push(close))) {
      process.stderr.write(`${bench.name}: ${comparison.title}\n`);
      const rows = await runComparison(comparison, turns);
      measured.push({ bench: bench.name, comparison: comparison.title, rounds: turns, rows });
      if (!values.json)
        process.stdout.write(table(`${bench.about}: ${comparison.title}`, rows, turns));
    }
  } finally {
    for (const close of closing) close();
    rmSync(folder, { recursive: true, force: true });
  }
}
if (values.json) process.stdout.write(`${JSON.stringify({ machine, measured }, null, 2)}\n`);
else process.stdout.write(`${machine}; medians, quartiles in brackets\n`);

function table(title: string, rows: readonly Row[], turns: number): string {
  const further = Object.keys(rows[0]?.also ?? {});
  const cells = [
    ["", "time, µs", "ratio", "processor, µs", "ratio", ...further],
    ...rows.map((row) => [
      row.name,
      figure(row.wall_us, 0),
      figure(row.wall_ratio, 2),
      figure(row.cpu_us, 0),
      figure(row.cpu_ratio, 2),
      ...further.map((name) =>
        Math.round(row.also[name]?.median ?? Number.NaN).toLocaleString("en"),
      ),
    ]),
  ];
  const widths = cells[0]?.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, n) => cell.padEnd(widths?.[n] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${title} (${turns} rounds)\n${lines.map((line) => `  ${line}\n`).join("")}\n`;
}

function figure({ median, low, high }: Spread, digits: number): string {
  const say = (value: number): string =>
    value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return `${say(median)} (${say(low)} to ${say(high)})`;
}
