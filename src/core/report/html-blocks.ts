/** Blocks of a section as HTML: paragraphs, lists, tables with their bars, drawings, sliders. */
import { escapeHtml } from "./escape.ts";
import { formatNumber } from "./format.ts";
import { htmlKey, htmlPlots } from "./html-plots.ts";
import { type Anchors, classes, inline, plain, TEXT_LIMIT } from "./html-text.ts";
import { htmlWeighing } from "./html-weighing.ts";
import { type Bar, type Block, type Cell, type Table, type Text, wordsOf } from "./view-model.ts";

/** `heading`: the level of headings inside the section. */
export function htmlBlock(block: Block, heading: "h3" | "h4", anchors: Anchors): string {
  switch (block.kind) {
    case "text":
      return `<p>${inline(block.text, anchors)}</p>`;
    case "heading":
      return `<${heading}>${inline(block.text, anchors)}</${heading}>`;
    case "table":
      return htmlTable(block.table, isWordy(block.table), anchors);
    case "list":
      return `<ul>${block.items.map((item) => `<li>${inline(item, anchors)}</li>`).join("")}</ul>`;
    case "code":
      return `<pre><code>${escapeHtml(block.text, TEXT_LIMIT, true)}</code></pre>`;
    case "plots":
      return htmlPlots(block.plots);
    case "key":
      return htmlKey(block.entries);
    case "weighing":
      return htmlWeighing(block.weighing);
  }
}

/** Tables of words wrap badly side by side on a narrow page; tables of figures scroll. */
function isWordy(table: Table): boolean {
  return table.columns.filter((column) => column.align === "left").length > 2;
}

/** `stack`: on a narrow page each row becomes a small list of its own. */
export function htmlTable(table: Table, stack: boolean, anchors: Anchors): string {
  const align = (index: number) => (table.columns[index]?.align === "right" ? "r" : "");
  const head = table.columns.map(
    (column, index) => `<th scope="col"${classes([align(index)])}>${plain(column.title)}</th>`,
  );
  const rows = table.rows.map((row) => {
    const [first, ...others] = row;
    const title = first === undefined ? "" : `<th scope="row">${inline(first.text, anchors)}</th>`;
    const cells = others.map((cell, index) => {
      const label = stack ? ` data-label="${plain(table.columns[index + 1]?.title ?? "")}"` : "";
      const body = cellBody(cell, anchors);
      // On a narrow page the label and the whole content are the two ends of a line.
      const content = stack && body !== "" ? `<span>${body}</span>` : body;
      return `<td${classes([align(index + 1), cell.tone ?? ""])}${label}>${content}</td>`;
    });
    const id = first?.anchor === undefined ? "" : ` id="${plain(first.anchor)}"`;
    return `<tr${id}>${title}${cells.join("")}</tr>`;
  });
  const notes = [...(table.caption === null ? [] : [table.caption]), ...table.notes].map(
    (note) => `<p class="note">${inline(note, anchors)}</p>`,
  );
  return [
    `<div class="scroll"><table${classes([stack ? "stack" : "", table.dense === true ? "dense" : ""])}>`,
    `<thead><tr>${head.join("")}</tr></thead>`,
    `<tbody>${rows.join("\n")}</tbody>`,
    "</table></div>",
    ...notes,
  ].join("\n");
}

function cellBody(cell: Cell, anchors: Anchors): string {
  return cell.bar === undefined
    ? inline(cell.text, anchors)
    : `${barPlot(cell.bar, cell.text)}<span class="share">${inline(cell.text, anchors)}</span>`;
}

function at(share: number): string {
  return formatNumber(Math.min(1, Math.max(0, share)) * 120, 1);
}

/** Drawn with attributes only: the page's policy admits no style attribute. */
function barPlot(bar: Bar, text: Text): string {
  return [
    `<svg class="plot" viewBox="0 0 120 8" role="img" aria-label="${plain(wordsOf(text))}">`,
    '<rect class="rail" x="0" y="2" width="120" height="4" rx="2"/>',
    `<rect class="fill" x="0" y="2" width="${at(bar.to)}" height="4" rx="2"/></svg>`,
  ].join("");
}
