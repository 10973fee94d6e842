/** Says what a verification found: one text for people, one object for machines, one exit code for both. */
import type { Verification } from "../core/evidence/verify.ts";

interface Named {
  readonly code: string;
  readonly path: string;
  readonly line?: number;
  readonly message: string;
}

/** What was asked and found about one file or folder. `published`: the digest the caller got elsewhere, or null. */
export interface VerifyReport {
  readonly bundle: string;
  readonly archive_sha256: string | null;
  readonly published: string | null;
  readonly unreadable: Named | null;
  readonly verification: Verification | null;
}

const marks = { passed: "ok  ", failed: "FAIL", not_reached: "-   ", not_checked: "?   " };

/** 0: no fault found and the published digest, if any, is the archive's. 60: evidence integrity (SPEC §14). */
export function exitCode(report: VerifyReport): 0 | 60 {
  return report.verification?.ok === true && !digestDiffers(report) ? 0 : 60;
}

/** The object of --json. */
export function toJson(report: VerifyReport): Record<string, unknown> {
  const { verification, unreadable, published, archive_sha256, bundle } = report;
  const exit_code = exitCode(report);
  return {
    ok: exit_code === 0,
    exit_code,
    bundle,
    archive_sha256,
    published_sha256: published,
    signed: false,
    matrix_id: verification?.matrix_id ?? null,
    checks: verification?.checks ?? [],
    first_fault: digestFault(report) ?? unreadable ?? verification?.first_fault ?? null,
    noticed: verification?.noticed ?? [],
    not_checked: verification?.not_checked ?? ["everything: the bundle could not be read"],
  };
}

export function toText(report: VerifyReport): string {
  const { verification, unreadable, published, archive_sha256, bundle } = report;
  const lines = [`Evidence bundle ${bundle}`];
  if (verification?.matrix_id) lines.push(`matrix  ${verification.matrix_id}`);
  if (archive_sha256 !== null) lines.push(`archive ${archive_sha256}`);
  lines.push("");
  const wrong = digestFault(report);
  if (published !== null) lines.push(`${wrong ? marks.failed : marks.passed}   published digest`);
  if (unreadable) lines.push(`${marks.failed}   archive: readable, canonical, nothing hidden`);
  for (const { id, name, state } of verification?.checks ?? []) {
    lines.push(`${marks[state]} ${id} ${name}`);
  }
  const fault: Named | null | undefined = wrong ?? unreadable ?? verification?.first_fault;
  if (fault) {
    const line = fault.line !== undefined ? `:${fault.line}` : "";
    lines.push(
      "",
      `First fault: ${fault.code} in ${fault.path || bundle}${line}`,
      `  ${fault.message}`,
    );
  }
  if (verification !== null && verification.noticed.length > 0) {
    lines.push("", "Noticed:", ...verification.noticed.map((one) => `  ${one}`));
  }
  if (verification) {
    lines.push("", "Not checked:", ...verification.not_checked.map((one) => `  ${one}`));
  }
  lines.push("", conclude(report));
  return `${lines.map(plain).join("\n")}\n`;
}

function conclude(report: VerifyReport): string {
  if (exitCode(report) !== 0) {
    return "NOT VERIFIED. Get the bundle again from where its digest was published; if it is the same, do not rely on it.";
  }
  return report.published === null
    ? "Unsigned: consistent with itself; authentic only against the published digest (--digest sha256:...)."
    : "Unsigned: consistent with itself, and it is the archive whose digest you gave.";
}

function digestDiffers({ published, archive_sha256 }: VerifyReport): boolean {
  return published !== null && published !== archive_sha256;
}

function digestFault(report: VerifyReport): Named | undefined {
  if (!digestDiffers(report)) return undefined;
  const { published, archive_sha256, bundle } = report;
  const message =
    archive_sha256 === null
      ? "a published digest is about the archive; give the archive, not its folder"
      : `the archive gives ${archive_sha256}; the published digest is ${published}`;
  return { code: "E-published_digest", path: bundle, message };
}

/** Paths and messages may quote the bundle: no control character of it reaches the terminal. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD");
}
