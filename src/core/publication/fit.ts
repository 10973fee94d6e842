/** The ladder: the fullest form of a report that fits a place on GitHub, measured in UTF-16 units and in UTF-8 bytes. */

export interface SizeLimit {
  readonly characters: number;
  readonly bytes: number;
}

/** GitHub refuses a comment above 65,536 characters; some of its parts count bytes. */
export const commentLimit: SizeLimit = { characters: 65_000, bytes: 65_400 };
/** GitHub's API description allows 65,535 characters for a check's summary; it is enforced in bytes. */
export const checkLimit: SizeLimit = { characters: 64_000, bytes: 64_000 };

const section = /\n\n(?=<details><summary>)/;

/**
 * `frame` adds what stands around the report. Tries each form, whole and then with as many of its folded sections as fit;
 * then the first one's heading alone, then `last_resort`, which must fit. Text is never cut inside.
 */
export function fitMarkdown(
  forms: readonly [string, ...string[]],
  frame: (markdown: string) => string,
  limit: SizeLimit,
  last_resort: string,
): string {
  for (const form of forms) {
    const whole = frame(form);
    if (fits(whole, limit)) return whole;
    const parts = form.trimEnd().split(section);
    const shorter = (kept: number): string =>
      frame(`${parts.slice(0, kept).join("\n\n")}\n\n${shortened}\n`);
    const kept = mostThatFit(parts.length - 1, (count) => fits(shorter(count), limit));
    if (kept > 0) return shorter(kept);
  }
  const [heading = ""] = forms[0].split("\n\n", 1);
  const least = frame(`${heading}\n\n${shortened}\n`);
  return heading.startsWith("#") && fits(least, limit) ? least : frame(last_resort);
}

/** The largest count of 1..`most` that fits, 0 without one; what fits with more fits with fewer. */
function mostThatFit(most: number, fitting: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fitting(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Above the fold first: what `extra` says stands before the first folded section. */
export function insertBeforeFold(markdown: string, extra: string): string {
  const at = markdown.search(section);
  if (at === -1 || markdown.slice(0, at).includes("```"))
    return `${markdown.trimEnd()}\n\n${extra}\n`;
  return `${markdown.slice(0, at)}\n\n${extra}${markdown.slice(at)}`;
}

const shortened =
  "<sub>Shortened to fit; the whole is in the job summary and in the HTML report.</sub>";

export function fits(text: string, limit: SizeLimit): boolean {
  return text.length <= limit.characters && new TextEncoder().encode(text).length <= limit.bytes;
}
