/** A project in a fresh folder, removed after the test. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { onTestFinished } from "vitest";

export interface Folder {
  readonly path: string;
  at(path: string): string;
  write(path: string, content: string | Uint8Array): string;
}

export function aFolder(): Folder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "workspace-")));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const at = (name: string): string => join(path, name);
  return {
    path,
    at,
    write: (name, content) => {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
      return at(name);
    },
  };
}
