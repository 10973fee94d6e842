/** The report page: one file with nothing to load and no link out, of the same view as every other face. */
import { htmlBlock, htmlTable } from "./html-blocks.ts";
import { STYLE, STYLE_SHA256 } from "./html-style.ts";
import { type Anchors, inline, plain } from "./html-text.ts";
import { PAGE_SCRIPT, PAGE_SCRIPT_SHA256 } from "./page-script.ts";
import { type Part, sortIntoParts } from "./parts.ts";
import type { ReportView, Section, Text } from "./view-model.ts";

function policy(scripted: boolean): string {
  const script = scripted ? ` script-src 'sha256-${PAGE_SCRIPT_SHA256}';` : "";
  return `default-src 'none'; style-src 'sha256-${STYLE_SHA256}';${script} base-uri 'none'; form-action 'none'`;
}

/** A complete HTML document. Deterministic; opens from disk, prints, follows the reader's light or dark setting. */
export function renderHtml(view: ReportView): string {
  const name = `${view.verdict} · ${view.title}`;
  const anchors = anchorsOf(view.sections);
  const sorted = sortIntoParts(view.sections);
  const scripted = view.sections.some((one) =>
    one.blocks.some((block) => block.kind === "weighing"),
  );
  const parts = [
    ...head(view, anchors),
    contents(sorted.first, sorted.parts),
    ...sorted.first.map((section) => htmlSection(section, "h2", anchors)),
    ...sorted.parts.map((part, at) => htmlPart(part, at + 1, anchors)),
    footer(view),
  ];
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy(scripted)}">`,
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
    ...(scripted ? [`<script>${PAGE_SCRIPT}</script>`] : []),
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

function anchorsOf(sections: readonly Section[]): Anchors {
  const rows = sections.flatMap((section) =>
    section.blocks.flatMap((block) => (block.kind === "table" ? block.table.rows : [])),
  );
  return new Set(rows.flatMap(([first]) => (first?.anchor === undefined ? [] : [first.anchor])));
}

function head(view: ReportView, anchors: Anchors): readonly string[] {
  const label = view.label === null ? "" : `<span class="label">${plain(view.label)}</span>`;
  const whose = view.whose === null ? "" : ` · ${inline(view.whose, anchors)}`;
  const facts = view.facts.map((fact) => `<li>${inline(fact, anchors)}</li>`);
  return [
    `<header><h1 class="${view.tone}">${plain(view.verdict)}${label}</h1>`,
    `<p class="title"><b>${plain(view.title)}</b>${whose}</p></header>`,
    view.data_error === null ? "" : `<p class="data">${inline(view.data_error, anchors)}</p>`,
    view.why === null
      ? ""
      : `<p class="why">${lead(view.lead, anchors)}${inline(view.why, anchors)}</p>`,
    view.table === null
      ? ""
      : `<div class="headline">${htmlTable(view.table, true, anchors)}</div>`,
    statements(view, anchors),
    `<ul class="facts">${facts.join("")}</ul>`,
    view.verify === null
      ? ""
      : `<p class="note">Recompute this verdict offline: <code>${plain(view.verify)}</code></p>`,
  ];
}

function lead(text: Text | null, anchors: Anchors): string {
  return text === null ? "" : `<strong>${inline(text, anchors)}</strong> `;
}

function statements(view: ReportView, anchors: Anchors): string {
  if (view.statements.length === 0) return "";
  const items = view.statements.map(
    (one) => `<dt>${plain(one.label)}</dt><dd>${inline(one.text, anchors)}</dd>`,
  );
  return `<dl>${items.join("")}</dl>`;
}

function link(section: Pick<Section, "id" | "title">): string {
  return `<a href="#${plain(section.id)}">${plain(section.title)}</a>`;
}

/** What stands before the parts in a line, then the parts by number with what they hold. */
function contents(first: readonly Section[], parts: readonly Part[]): string {
  if (first.length + parts.length < 3) return "";
  const before = first.map((section) => `<li>${link(section)}</li>`).join("");
  const numbered = parts.map((part) => {
    const held = part.sections.map((section) => `<li>${link(section)}</li>`);
    return `<li>${link(part)}<ul>${held.join("")}</ul></li>`;
  });
  return [
    '<nav aria-label="Contents">',
    before === "" ? "" : `<ul class="before">${before}</ul>`,
    numbered.length === 0 ? "" : `<ol>${numbered.join("")}</ol>`,
    "</nav>",
  ].join("");
}

function htmlPart(part: Part, number: number, anchors: Anchors): string {
  const sections = part.sections.map((section) => htmlSection(section, "h3", anchors));
  return `<div class="part" id="${plain(part.id)}"><h2><span class="number">${String(number)}</span>${plain(part.title)}</h2>\n${sections.join("\n")}\n</div>`;
}

/** `level`: of the section's own heading; headings inside are one below. */
function htmlSection(section: Section, level: "h2" | "h3", anchors: Anchors): string {
  const inner = level === "h2" ? "h3" : "h4";
  const body = section.blocks.map((block) => htmlBlock(block, inner, anchors)).join("\n");
  const heading = `<${level}>${plain(section.title)}</${level}>`;
  return section.importance === "bulk" && section.drawn !== true
    ? `<section id="${plain(section.id)}"><details><summary>${heading}</summary>\n${body}\n</details></section>`
    : `<section id="${plain(section.id)}">${heading}\n${body}\n</section>`;
}

function footer(view: ReportView): string {
  const places = view.paths.map((one) => `${plain(one.name)} <code>${plain(one.path)}</code>`);
  return `<footer>${places.join(" · ")}</footer>`;
}
