/** Compares two texts line by line, and shows what differs in a few capped lines. */

const LINES_SHOWN = 12;
const LINE_CAP = 180;
const EXCERPT_CAP = 1_200;
const CONTEXT = 30;

export interface LineDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The same lines in another order. */
  readonly reordered: boolean;
}

export function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/\r?\n/);
}

/** Lines of `left` beyond those that `right` has too, each as often as it is in excess, in order. Blank lines say nothing. */
function excess(left: readonly string[], right: readonly string[]): string[] {
  const spare = new Map<string, number>();
  for (const line of right) spare.set(line.trim(), (spare.get(line.trim()) ?? 0) + 1);
  return left.filter((line) => {
    const left_over = spare.get(line.trim()) ?? 0;
    spare.set(line.trim(), left_over - 1);
    return left_over <= 0 && line.trim() !== "";
  });
}

/** The lines that say something, in order. */
function worded(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** What each text has more of, line by line; blank lines and indentation count for nothing. */
export function diffLines(before: string, after: string): LineDifference {
  const [old_lines, new_lines] = [linesOf(before), linesOf(after)];
  const added = excess(new_lines, old_lines);
  const removed = excess(old_lines, new_lines);
  const reordered = added.length + removed.length === 0 && worded(old_lines) !== worded(new_lines);
  return { added, removed, reordered };
}

function cap(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The part of two long lines in which they differ, with a little of what surrounds it. */
function window(line: string, other: string): string {
  if (line.length <= LINE_CAP) return line;
  let start = 0;
  while (start < line.length && line[start] === other[start]) start += 1;
  const from = Math.max(0, start - CONTEXT);
  const shown = line.slice(from).replace(/^[\uDC00-\uDFFF]/, "");
  return from === 0 ? shown : `…${shown}`;
}

/** `- ` before what only the first text has, `+ ` before what only the second has; at most 12 lines and 1,200 characters. */
export function excerptOf({ added, removed, reordered }: LineDifference): string {
  if (reordered) return "the same lines in another order";
  const half = LINES_SHOWN / 2;
  const minus = removed.map((line, at) => `- ${cap(window(line, added[at] ?? ""), LINE_CAP)}`);
  const plus = added.map((line, at) => `+ ${cap(window(line, removed[at] ?? ""), LINE_CAP)}`);
  const kept = [
    ...minus.slice(0, Math.max(half, LINES_SHOWN - plus.length)),
    ...plus.slice(0, Math.max(half, LINES_SHOWN - minus.length)),
  ];
  const more = minus.length + plus.length - kept.length;
  return cap([...kept, ...(more > 0 ? [`… ${more} more lines`] : [])].join("\n"), EXCERPT_CAP);
}
