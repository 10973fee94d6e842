/** `node scripts/action-local.ts [name=value …]`: runs the built Action in an empty folder and shows what a user would see. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { copyAction, runStep } from "./runner.ts";

const inputs = Object.fromEntries(
  process.argv.slice(2).map((argument) => {
    const [name = "", ...value] = argument.split("=");
    return [name, value.join("=")];
  }),
);
const folder = mkdtempSync(join(tmpdir(), "agent-lab-action-"));
try {
  copyAction(join(import.meta.dirname, ".."), folder);
  const step = await runStep(folder, { config: "config/matrices/bare-loop.yaml", ...inputs }, 300);
  process.stdout.write(`── log\n${step.log}\n── job summary\n${step.summary}\n── outputs\n`);
  for (const [name, value] of Object.entries(step.outputs)) {
    process.stdout.write(`${name}=${value}\n`);
  }
  process.stdout.write(`── exit code ${step.exit_code}\n`);
  process.exitCode = step.exit_code ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
