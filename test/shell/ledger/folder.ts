/** A fresh folder for each test, removed after it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "agent-lab-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}
