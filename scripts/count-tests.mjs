/** Reads vitest's JSON reports: a skipped or unrun test fails, and the last line is the tally CI looks for. */
import { readFileSync } from "node:fs";

const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")));
const sum = (key) => reports.reduce((total, report) => total + report[key], 0);
const passed = sum("numPassedTests");
const failed = sum("numFailedTests");
const skipped = sum("numPendingTests") + sum("numTodoTests");
const unseen = reports.flatMap((report) =>
  report.testResults
    .filter((suite) => suite.assertionResults.length === 0)
    .map((suite) => suite.name),
);
if (skipped > 0) process.stderr.write(`${skipped} tests were skipped; every suite must run\n`);
if (unseen.length > 0) process.stderr.write(`no test ran in: ${unseen.join(", ")}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed + skipped + unseen.length > 0 || passed === 0 ? 1 : 0;
