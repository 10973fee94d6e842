/** The places where a test may kill the process: each by name, with the row of docs/crash-matrix.md it serves. */

/**
 * A name is `what.when`. Each stands in exactly one place of the source and has a test that dies there:
 * test/crash/points.test.ts checks both.
 */
export const crashPoints = {
  "append.before-begin": "A1",
  "append.after-events": "A1",
  "append.before-commit": "A1",
  "append.after-commit": "A1",
  "artifact.after-write": "S1",
  "artifact.after-sync": "S1",
  "artifact.after-rename": "C1",
  "artifact.after-folder-sync": "C1",
  "model.after-reserve": "B1",
  "model.after-response": "B2",
  "tool.after-request": "T1",
  "tool.after-executing": "T1",
  "tool.after-effect": "T2",
  "tool.after-receipt": "T3",
  "approval.after-decision": "P3",
  "approval.before-execution": "P3",
  "checkpoint.after-artifact": "C1",
  "checkpoint.after-event": "C1",
  "recover.before-close": "C3",
  "recover.after-close": "C3",
  "recover.after-start": "C3",
  "run.after-end": "C3",
  "run.after-score": "C3",
  "run.after-finish": "C3",
  "run.after-file": "C3",
  "run.after-record": "C3",
  "block.after-settle": "C3",
  "matrix.after-complete": "C3",
  "file.before-rename": "X1",
  "file.after-rename": "X1",
  "backup.after-database": "X1",
  "backup.after-files": "X1",
  "backup.after-manifest": "X1",
  "backup.after-rename": "X1",
  "restore.after-files": "X1",
  "restore.after-rename": "X1",
} as const;

export type CrashPointName = keyof typeof crashPoints;

/** Marks a place. Does nothing, unless the process was started to die there. */
export type CrashPoint = (name: CrashPointName) => void;

export interface CrashPort {
  readonly crashPoint: CrashPoint;
}

export const neverCrash: CrashPoint = () => {};
