/** The comment and job summary: GitHub Markdown that always fits, built from one view with all text inert. */
import { escapeLineStart, escapeMarkdown, markdownCode, markdownFence } from "./escape.ts";
import { formatNumber } from "./format.ts";
import type { Block, ReportView, Section, Table, Text, Tone } from "./view-model.ts";

/** GitHub stores 65,536; below both of these it has always accepted a comment (characters are UTF-16 units). */
export const MARKDOWN_LIMITS = { characters: 60_000, bytes: 65_000 } as const;

const circles: Readonly<Record<Tone, string>> = {
  go: "🟢",
  conditional: "🟡",
  no_go: "🔴",
  none: "⚪",
};

/** How much of the view a rung of the ladder keeps. `text`: characters of one text part. */
interface Rung {
  readonly sections: readonly Section["importance"][];
  readonly rows: number;
  readonly items: number;
  readonly text: number;
}

const ladder: readonly Rung[] = [
  { sections: ["core", "detail", "bulk"], rows: 400, items: 60, text: 1_000 },
  { sections: ["core", "detail"], rows: 40, items: 12, text: 300 },
  { sections: ["core"], rows: 26, items: 6, text: 160 },
  { sections: [], rows: 26, items: 3, text: 100 },
  { sections: [], rows: 8, items: 1, text: 60 },
];

/** The fullest rung that fits GitHub's limits. Deterministic: the same view gives the same bytes. */
export function renderMarkdown(view: ReportView): string {
  let result = "";
  for (const rung of ladder) {
    result = renderRung(view, rung);
    if (fits(result)) return result;
  }
  return result;
}

function fits(markdown: string): boolean {
  return (
    markdown.length <= MARKDOWN_LIMITS.characters &&
    new TextEncoder().encode(markdown).length <= MARKDOWN_LIMITS.bytes
  );
}

function renderRung(view: ReportView, rung: Rung): string {
  const sections = view.sections.filter((one) => rung.sections.includes(one.importance));
  const left_out = view.sections.length - sections.length;
  const parts = [
    heading(view, rung),
    view.data_error === null ? "" : paragraph(view.data_error, rung, true),
    view.why === null ? "" : whyParagraph(view.lead, view.why, rung),
    view.table === null ? "" : markdownTable(view.table, rung),
    view.statements
      .map((one) => `**${escapeMarkdown(one.label, false)}:** ${inline(one.text, rung)}`)
      .join("  \n"),
    [...view.facts, ...(view.verify === null ? [] : [["verify: ", { code: view.verify }]])]
      .map((fact) => inline(fact, rung))
      .join(" · "),
    ...sections.map((section) => details(section, rung)),
    left_out > 0
      ? `<sub>Shortened to fit: ${formatNumber(left_out)} more ${left_out === 1 ? "section is" : "sections are"} in the HTML report.</sub>`
      : "",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function heading(view: ReportView, rung: Rung): string {
  const parts = [
    `${circles[view.tone]} ${escapeMarkdown(view.verdict, false, 40)}`,
    escapeMarkdown(view.title, false, Math.min(120, rung.text)),
    ...(view.whose === null ? [] : [inline(view.whose, rung)]),
    ...(view.label === null ? [] : [escapeMarkdown(view.label, false, 60)]),
  ];
  return `### ${parts.join(" · ")}`;
}

function inline(text: Text, rung: Rung, in_table = false): string {
  return text
    .map((part) =>
      typeof part === "string"
        ? escapeMarkdown(part, in_table, rung.text)
        : markdownCode(part.code, in_table, Math.min(200, rung.text)),
    )
    .join("");
}

function paragraph(text: Text, rung: Rung, strong: boolean): string {
  const body = inline(text, rung);
  return strong ? `**Before the agents:** ${body}` : escapeLineStart(body);
}

function whyParagraph(lead: Text | null, why: Text, rung: Rung): string {
  if (lead === null) return paragraph(why, rung, false);
  return `**${inline(lead, rung)}** ${inline(why, rung)}`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function markdownTable(table: Table, rung: Rung): string {
  const rows = table.rows.slice(0, rung.rows);
  const hidden = table.rows.length - rows.length;
  const lines = [
    line(table.columns.map((column) => escapeMarkdown(column.title, true, rung.text))),
    line(table.columns.map((column) => (column.align === "right" ? "---:" : "---"))),
    ...rows.map((row) => line(row.map((cell) => inline(cell.text, rung, true)))),
  ];
  const below = [
    ...(table.caption === null ? [] : [table.caption]),
    ...table.notes.slice(0, rung.items),
    ...(table.notes.length > rung.items
      ? [[`${formatNumber(table.notes.length - rung.items)} more notes in the HTML report.`]]
      : []),
    ...(hidden > 0 ? [[`${formatNumber(hidden)} more rows in the HTML report.`]] : []),
  ].map((note) => `<sub>${inline(note, rung)}</sub>`);
  return [lines.join("\n"), below.join("<br>\n")].filter((part) => part !== "").join("\n\n");
}

function list(items: readonly Text[], rung: Rung): string {
  const shown = items
    .slice(0, rung.items)
    .map((item) => `- ${escapeLineStart(inline(item, rung))}`);
  const hidden = items.length - shown.length;
  return [
    ...shown,
    ...(hidden > 0 ? [`- ${formatNumber(hidden)} more in the HTML report.`] : []),
  ].join("\n");
}

function markdownBlock(block: Block, rung: Rung): string {
  switch (block.kind) {
    case "text":
      return escapeLineStart(inline(block.text, rung));
    case "heading":
      return `**${inline(block.text, rung)}**`;
    case "table":
      return markdownTable(block.table, rung);
    case "list":
      return list(block.items, rung);
    case "code":
      return markdownFence(block.text, rung.text);
    case "plots":
    case "key":
    case "weighing":
      return "";
  }
}

function details(section: Section, rung: Rung): string {
  const body = section.blocks
    .map((block) => markdownBlock(block, rung))
    .filter((block) => block !== "")
    .join("\n\n");
  const unfolded = section.open === true ? " open" : "";
  return `<details${unfolded}><summary>${escapeMarkdown(section.title, false, 120)}</summary>\n\n${body}\n\n</details>`;
}
