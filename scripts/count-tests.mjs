/** Reads vitest's JSON report: a skipped or unrun test fails, and the last line is the tally CI looks for. */
import { readFileSync } from "node:fs";

const report = JSON.parse(readFileSync(process.argv[2], "utf8"));
const {
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: skipped,
  numTodoTests: todo,
} = report;
const unseen = report.testResults
  .filter((suite) => suite.assertionResults.length === 0)
  .map((suite) => suite.name);
if (skipped + todo > 0)
  process.stderr.write(`${skipped + todo} tests were skipped; every suite must run\n`);
if (unseen.length > 0) process.stderr.write(`no test ran in: ${unseen.join(", ")}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed + skipped + todo + unseen.length > 0 || passed === 0 ? 1 : 0;
