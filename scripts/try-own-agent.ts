/**
 * `npm run try:own-agent -- --head NAME` (or none, or --list): base against a planted head, through the built Action, as
 * GitHub's runner would, with GitHub emulated on loopback. Prints the pull request's comment last, exits as the step does.
 * `--dry`: from a fork, so without a key, with a token that can't write; the job summary is printed last. `--cassette PATH`:
 * with base's answers from an earlier evidence bundle. `--second-push NAME`: another push to the same pull request, which updates
 * the comment of the first.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { startTestModel } from "../examples/test-model/server.ts";
import {
  exampleName,
  type ExampleRepository,
  listHeads,
  makeExampleRepository,
} from "./make-example-repo.ts";
import { type DryTry, type Tried, tryPushes } from "./try-pull-request.ts";

/** Everything lives in a temporary folder and on loopback; nothing is left behind. */
export async function tryOwnAgent(
  example: string,
  heads: readonly [string, ...string[]],
  dry: DryTry | null = null,
): Promise<Tried> {
  const place = mkdtempSync(join(tmpdir(), "try-own-agent-"));
  const [first, ...later] = heads;
  const make = (head: string, push: string): ExampleRepository =>
    makeExampleRepository(exampleName.parse(example), head, join(place, push, "refund-bot"));
  const planted = listHeads().find((one) => one.name === first);
  const model = await startTestModel({ noise: planted?.breaks === "flaky" ? 0.2 : 0 });
  try {
    const pushes = later.map((head, at) => make(head, `push-${at + 2}`));
    return await tryPushes(place, [make(first, "push-1"), ...pushes], model.url, {}, dry);
  } finally {
    await model.close();
    rmSync(place, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      list: { type: "boolean", default: false },
      head: { type: "string", default: "none" },
      "second-push": { type: "string" },
      example: { type: "string", default: "own-agent-py" },
      dry: { type: "boolean", default: false },
      cassette: { type: "string" },
    },
  });
  if (values.list) {
    for (const one of listHeads())
      process.stdout.write(`${one.name.padEnd(22)}${one.verdict.padEnd(15)}${one.change}\n`);
    return;
  }
  const second = values["second-push"];
  const dry = values.dry || values.cassette !== undefined;
  const tried = await tryOwnAgent(
    values.example,
    second === undefined ? [values.head] : [values.head, second],
    dry ? { cassette: values.cassette === undefined ? null : resolve(values.cassette) } : null,
  );
  process.stderr.write(tried.log.replaceAll(/^::(?:debug|add-mask)::.*\n/gm, ""));
  for (const violation of tried.violations)
    process.stderr.write(`GitHub's description was broken: ${violation}\n`);
  process.stdout.write(`\n${dry ? tried.summary : tried.comment}\n`);
  process.exitCode = tried.violations.length > 0 ? 70 : (tried.exit_code ?? 70);
}

if (import.meta.main) await main();
