/** Text from models, tools and files is data: these functions make it inert in Markdown, HTML and on a terminal. */

/** Default-ignorable and format characters, and interlinear annotation marks: they carry no visible text. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * Removes what hides or reorders text: bidi controls, zero-width characters, soft hyphens, tag characters, terminal
 * controls, lone surrogates. Line breaks and tabs become spaces unless `lines` keeps the breaks. Cuts at `limit`
 * characters (code points) with an ellipsis.
 */
export function cleanText(text: string, limit = 1_000, lines = false): string {
  const visible = text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replaceAll(hidden, "")
    .replaceAll(/\p{Cc}/gu, (control) => (control === "\n" && lines ? "\n" : " "));
  const points = Array.from(visible);
  return points.length > limit ? `${points.slice(0, Math.max(0, limit - 1)).join("")}…` : visible;
}

/**
 * Words GitHub acts upon outside code: mentions and mail addresses, issue references, links, emoji names, mathematics
 * and bot commands. They are shown in a code span, where GitHub leaves text alone. One word is tested at a time and no
 * alternative repeats an open-ended part, so that the time stays linear in the text.
 */
const active =
  /@|#\d|:\/\/|^www\.|[^\w]www\.|\bGH-\d|:[a-z0-9_+-]{1,60}:|\$[^\d\s]|^\/[a-z]|\bmailto:/i;

/** GFM text on one line, with no markup of its own; `in_table` keeps a cell one cell. */
export function escapeMarkdown(text: string, in_table: boolean, limit?: number): string {
  return cleanText(text, limit)
    .split(/(\s+)/)
    .map((word) => (active.test(word) ? escapeActive(word, in_table) : escapeProse(word)))
    .join("");
}

/** Brackets and stops around an active word stay outside its code span. */
function escapeActive(word: string, in_table: boolean): string {
  const start = word.length - word.replace(/^[([{"']+/, "").length;
  const end = start + word.slice(start).replace(/[)\]}"'.,;!?]+$/, "").length;
  const inner = word.slice(start, end);
  return active.test(inner)
    ? escapeProse(word.slice(0, start)) +
        markdownCode(inner, in_table) +
        escapeProse(word.slice(end))
    : markdownCode(word, in_table);
}

function escapeProse(text: string): string {
  return text
    .replaceAll(/[\\*[\]~|]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll("&", "&amp;")
    .replaceAll("`", "&grave;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** A leading mark that would start a list, a heading or a rule, made plain. For text that begins a line. */
export function escapeLineStart(markdown: string): string {
  return markdown.replace(
    /^(\s*)(#|[-+=](?=[\s=-]|$)|\d+[.)](?=\s|$))/,
    (_all, space: string, mark: string) =>
      /^\d/.test(mark) ? `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}` : `${space}\\${mark}`,
  );
}

/** A code span whose fence is longer than any run of backticks inside (CommonMark 6.1; GFM tables escape the pipe). */
export function markdownCode(text: string, in_table: boolean, limit?: number): string {
  const clean = cleanText(text, limit).trim();
  if (clean === "") return "";
  const fence = "`".repeat(longestRun(clean) + 1);
  const padded = /^`|`$/.test(clean) ? ` ${clean} ` : clean;
  // A table cell ends at a pipe behind an even number of backslashes, inside a code span too.
  const celled = in_table
    ? padded.replaceAll(/(\\*)\|/g, (_all, slashes: string) =>
        slashes.length % 2 === 0 ? `${slashes}\\|` : `${slashes}\\\\|`,
      )
    : padded;
  return `${fence}${celled}${fence}`;
}

/** A fenced block; the fence is longer than any run of backticks inside. */
export function markdownFence(text: string, limit: number): string {
  const clean = cleanText(text, limit, true);
  const fence = "`".repeat(Math.max(3, longestRun(clean) + 1));
  return `${fence}text\n${clean}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
}

const htmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for an HTML text node or a double-quoted attribute. */
export function escapeHtml(text: string, limit?: number, lines = false): string {
  return cleanText(text, limit, lines).replaceAll(/[&<>"']/g, (mark) => htmlEntities[mark] ?? mark);
}
