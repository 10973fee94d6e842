/** The report page: one file without scripts, links out or anything to load, of the same view as every other face. */
import { escapeHtml } from "./escape.ts";
import { formatNumber } from "./format.ts";
import { STYLE, STYLE_SHA256 } from "./html-style.ts";
import {
  type Bar,
  type Block,
  type Cell,
  type ReportView,
  type Section,
  type Table,
  type Text,
  wordsOf,
} from "./view-model.ts";

const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_SHA256}'; base-uri 'none'; form-action 'none'`;
const TEXT_LIMIT = 2_000;

/** A complete HTML document. Deterministic; opens from disk, prints, follows the reader's light or dark setting. */
export function renderHtml(view: ReportView): string {
  const name = `${view.verdict} · ${view.title}`;
  const label = view.label === null ? "" : `<span class="label">${plain(view.label)}</span>`;
  const whose = view.whose === null ? "" : ` · ${inline(view.whose)}`;
  const parts = [
    `<header><h1 class="${view.tone}">${plain(view.verdict)}${label}</h1>`,
    `<p class="title"><b>${plain(view.title)}</b>${whose}</p></header>`,
    view.data_error === null ? "" : `<p class="data">${inline(view.data_error)}</p>`,
    view.why === null ? "" : `<p class="why">${lead(view.lead)}${inline(view.why)}</p>`,
    view.table === null ? "" : `<div class="headline">${htmlTable(view.table, true)}</div>`,
    statements(view),
    `<ul class="facts">${view.facts.map((fact) => `<li>${inline(fact)}</li>`).join("")}</ul>`,
    view.verify === null
      ? ""
      : `<p class="note">Recompute this verdict offline: <code>${plain(view.verify)}</code></p>`,
    contents(view.sections),
    ...view.sections.map(htmlSection),
    footer(view),
  ];
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="generator" content="Agent Lab">',
    `<title>${plain(name)}</title>`,
    `<style>${STYLE}</style>`,
    "</head>",
    "<body>",
    "<main>",
    ...parts.filter((part) => part !== ""),
    "</main>",
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

function plain(text: string): string {
  return escapeHtml(text, TEXT_LIMIT);
}

function inline(text: Text): string {
  return text
    .map((part) => (typeof part === "string" ? plain(part) : `<code>${plain(part.code)}</code>`))
    .join("");
}

function lead(text: Text | null): string {
  return text === null ? "" : `<strong>${inline(text)}</strong> `;
}

function statements(view: ReportView): string {
  if (view.statements.length === 0) return "";
  const items = view.statements.map(
    (one) => `<dt>${plain(one.label)}</dt><dd>${inline(one.text)}</dd>`,
  );
  return `<dl>${items.join("")}</dl>`;
}

function contents(sections: readonly Section[]): string {
  if (sections.length < 3) return "";
  const items = sections.map(
    (one) => `<li><a href="#${plain(one.id)}">${plain(one.title)}</a></li>`,
  );
  return `<nav aria-label="Contents"><ul>${items.join("")}</ul></nav>`;
}

function htmlSection(section: Section): string {
  const body = section.blocks.map(htmlBlock).join("\n");
  const heading = `<h2>${plain(section.title)}</h2>`;
  return section.importance === "bulk"
    ? `<section id="${plain(section.id)}"><details><summary>${heading}</summary>\n${body}\n</details></section>`
    : `<section id="${plain(section.id)}">${heading}\n${body}\n</section>`;
}

function htmlBlock(block: Block): string {
  switch (block.kind) {
    case "text":
      return `<p>${inline(block.text)}</p>`;
    case "heading":
      return `<h3>${inline(block.text)}</h3>`;
    case "table":
      return htmlTable(block.table, isWordy(block.table));
    case "list":
      return `<ul>${block.items.map((item) => `<li>${inline(item)}</li>`).join("")}</ul>`;
    case "code":
      return `<pre><code>${escapeHtml(block.text, TEXT_LIMIT, true)}</code></pre>`;
  }
}

/** Tables of words wrap badly side by side on a narrow page; tables of figures scroll. */
function isWordy(table: Table): boolean {
  return table.columns.filter((column) => column.align === "left").length > 2;
}

/** `stack`: on a narrow page each row becomes a small list of its own. */
function htmlTable(table: Table, stack: boolean): string {
  const align = (index: number) => (table.columns[index]?.align === "right" ? "r" : "");
  const head = table.columns.map(
    (column, index) => `<th scope="col"${classes([align(index)])}>${plain(column.title)}</th>`,
  );
  const rows = table.rows.map((row) => {
    const [first, ...others] = row;
    const title = first === undefined ? "" : `<th scope="row">${inline(first.text)}</th>`;
    const cells = others.map((cell, index) => {
      const label = stack ? ` data-label="${plain(table.columns[index + 1]?.title ?? "")}"` : "";
      const body = cellBody(cell);
      // On a narrow page the label and the whole content are the two ends of a line.
      const content = stack && body !== "" ? `<span>${body}</span>` : body;
      return `<td${classes([align(index + 1), cell.tone ?? ""])}${label}>${content}</td>`;
    });
    return `<tr>${title}${cells.join("")}</tr>`;
  });
  const notes = [...(table.caption === null ? [] : [table.caption]), ...table.notes].map(
    (note) => `<p class="note">${inline(note)}</p>`,
  );
  return [
    `<div class="scroll"><table${classes([stack ? "stack" : ""])}>`,
    `<thead><tr>${head.join("")}</tr></thead>`,
    `<tbody>${rows.join("\n")}</tbody>`,
    "</table></div>",
    ...notes,
  ].join("\n");
}

function classes(names: readonly string[]): string {
  const given = names.filter((name) => name !== "");
  return given.length === 0 ? "" : ` class="${given.join(" ")}"`;
}

function cellBody(cell: Cell): string {
  return cell.bar === undefined
    ? inline(cell.text)
    : `${plot(cell.bar, cell.text)}<span class="${cell.bar.kind}">${inline(cell.text)}</span>`;
}

function at(share: number): string {
  return formatNumber(Math.min(1, Math.max(0, share)) * 120, 1);
}

/** Drawn with attributes only: the page's policy admits no style attribute. */
function plot(bar: Bar, text: Text): string {
  const label = plain(wordsOf(text));
  const rail = '<rect class="rail" x="0" y="2" width="120" height="4" rx="2"/>';
  const marks =
    bar.kind === "share"
      ? `<rect class="fill" x="0" y="2" width="${at(bar.to)}" height="4" rx="2"/>`
      : `<rect class="fill" x="${at(bar.low)}" y="2" width="${at(Math.max(bar.high - bar.low, 0.008))}" height="4"/>` +
        `<rect class="tick" x="${at(Math.max(0, bar.middle - 0.008))}" y="0" width="2" height="8"/>`;
  return `<svg class="plot" viewBox="0 0 120 8" role="img" aria-label="${label}">${rail}${marks}</svg>`;
}

function footer(view: ReportView): string {
  const places = view.paths.map((one) => `${plain(one.name)} <code>${plain(one.path)}</code>`);
  return `<footer>${places.join(" · ")}</footer>`;
}
