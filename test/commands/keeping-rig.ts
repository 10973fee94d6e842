/** The shell of a lab in this process: what many refusals are asked of needs no process for each. */
import { composeBackups, composeShell } from "../../src/compose.ts";
import type { Lab } from "./lab.ts";

export function openKeeping({ folder }: Lab) {
  const shell = composeShell({
    project: folder,
    environment: { NO_COLOR: "1" },
    node: process.execPath,
    platform: "test",
    node_version: process.version,
    output: { is_tty: false, columns: 100 },
    errors: { write: () => true, is_tty: false },
  });
  return { shell, backups: composeBackups(folder) };
}
