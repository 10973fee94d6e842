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
 * Tokens GitHub acts upon outside code: mentions and mail addresses, issue references, links, emoji names, mathematics
 * and bot commands. They are shown in a code span, where GitHub leaves text alone.
 */
const active =
  /\S*@\S+|(?:\S*[a-z0-9_.-])?#\d+\S*|\bGH-\d+\b|\b[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+|:[a-z0-9_+-]+:|\$[^\s\d]\S*|(?<!\S)\/[a-z]\S*/gi;

/** GFM text on one line, with no markup of its own; `in_table` keeps a cell one cell. */
export function escapeMarkdown(text: string, in_table: boolean, limit?: number): string {
  const clean = cleanText(text, limit);
  let result = "";
  let from = 0;
  for (const match of clean.matchAll(active)) {
    result += escapeProse(clean.slice(from, match.index)) + markdownCode(match[0], in_table);
    from = match.index + match[0].length;
  }
  return result + escapeProse(clean.slice(from));
}

function escapeProse(text: string): string {
  return text
    .replaceAll(/[\\`*[\]~|]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll("&", "&amp;")
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
