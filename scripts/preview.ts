/** Renders every face of every builder into tmp/preview, for the eye: `node scripts/preview.ts`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { renderHtml } from "../src/core/report/html.ts";
import { reportJson } from "../src/core/report/json.ts";
import { renderMarkdown } from "../src/core/report/markdown.ts";
import { renderTerminal } from "../src/core/report/terminal.ts";
import { preflightView, reportView } from "../src/core/report/view.ts";
import { aLiveMatrix } from "../test/builders/live-matrix.ts";
import { aBrokenPullRequest, aSoundPullRequest } from "../test/builders/pull-requests.ts";
import { aFailedPreflight, aFrameworkMatrix } from "../test/builders/views.ts";

const inputs = {
  matrix: aFrameworkMatrix(),
  live: aLiveMatrix(),
  "pull-request": aBrokenPullRequest(),
  go: aSoundPullRequest(),
};
const views = {
  ...Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, reportView(input)])),
  preflight: preflightView(aFailedPreflight()),
};

const root = join(import.meta.dirname, "..", "tmp", "preview");
for (const [name, view] of Object.entries(views)) {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "comment.md"), renderMarkdown(view));
  writeFileSync(join(folder, "report.html"), renderHtml(view));
  writeFileSync(join(folder, "terminal.txt"), renderTerminal(view, { colour: false, width: 100 }));
}
for (const [name, input] of Object.entries(inputs)) {
  const json = JSON.stringify(reportJson(input, input.readiness.exit_code), null, 2);
  writeFileSync(join(root, name, "report.json"), `${json}\n`);
}
process.stdout.write(`written to ${root}\n`);
