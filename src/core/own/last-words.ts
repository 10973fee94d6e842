/** The line a program died with: it says more than an exit code. */

/** The last line of stderr that names an error, else the last one with any words; null where there is none. Capped. */
export function lastWords(stderr: string): string | null {
  const lines = stderr.split(/\r?\n/);
  const telling =
    lines.findLast((line) => /^\s*[\w.]*(Error|Exception)\b/.test(line)) ??
    lines.findLast((line) => line.trim() !== "");
  return telling === undefined ? null : telling.trim().slice(0, 300).toWellFormed();
}
