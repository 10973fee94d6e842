/** audit: is the record of a stored matrix whole, and still what was written? Exit 0, or 60 with the first fault. */
import { auditText } from "../core/audit/matrix-audit.ts";
import type { Shell } from "../core/ports.ts";
import { auditMatrix } from "./audit-matrix.ts";
import { openMatrix } from "./load-matrix.ts";
import { readingExit } from "./other-version.ts";
import { refusalResult, type CommandResult } from "./result.ts";

export interface AuditOptions {
  readonly base: string;
  readonly matrix?: string | undefined;
}

export async function auditStored(shell: Shell, options: AuditOptions): Promise<CommandResult> {
  const folder = openMatrix(shell, options.base, options.matrix);
  if (!folder.ok) return refusalResult(folder.faults, 50);
  const audited = await auditMatrix(shell, folder.value);
  if (!audited.ok) return refusalResult(audited.faults, readingExit(audited.faults));
  const audit = audited.value;
  // A matrix of another version is whole as far as this one can tell: it is refused, not called damaged.
  const exit_code =
    audit.first_fault === null ? 0 : audit.first_fault.code === "other_version" ? 50 : 60;
  return { exit_code, text: auditText(audit), json: { ok: exit_code === 0, exit_code, ...audit } };
}
