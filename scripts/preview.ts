/** Renders every face of every builder into tmp/preview, for the eye, with pictures of a page: `node scripts/preview.ts`. */
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
import { openPage, whereChromiumIs } from "../test/page/chromium.ts";

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

/** The pictures of docs/images, and the whole page as it looks in the dark and on a narrow screen. */
async function takePictures(): Promise<void> {
  const file = join(root, "live", "report.html");
  const save = (name: string, png: Uint8Array) => {
    writeFileSync(join(root, "live", `${name}.png`), png);
  };
  const page = await openPage(file, { width: 1_100, height: 740 });
  save("verdict", await page.picture());
  save("distributions", await page.picture(`document.querySelectorAll("#spread .plots")[2]`));
  await page.read(`document.getElementById("weigh-0").focus()`);
  for (let step = 0; step < 30; step += 1) await page.press("ArrowLeft");
  save("weights", await page.picture(`document.querySelector(".weigh")`));
  await page.close();
  for (const [name, how] of [
    ["dark", { width: 1_280, dark: true }],
    ["narrow", { width: 390 }],
  ] as const) {
    const other = await openPage(file, how);
    save(name, await other.picture("document.body"));
    await other.close();
  }
}

if (whereChromiumIs("pictures of the page").length > 0) await takePictures();
process.stdout.write(`written to ${root}\n`);
