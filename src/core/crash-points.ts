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
  "file.before-rename": "X1",
  "file.after-rename": "X1",
} as const;

export type CrashPointName = keyof typeof crashPoints;

/** Marks a place. Does nothing, unless the process was started to die there. */
export type CrashPoint = (name: CrashPointName) => void;

export interface CrashPort {
  readonly crashPoint: CrashPoint;
}

export const neverCrash: CrashPoint = () => {};
