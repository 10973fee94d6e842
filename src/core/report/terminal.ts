/** The terminal face: verdict, why, table, what would lift it, failures and paths; quiet, aligned, inert. */
import { displayWidth, pad, wrapText } from "./columns.ts";
import { cleanText } from "./escape.ts";
import { formatNumber } from "./format.ts";
import {
  type ReportView,
  type Section,
  type Table,
  type Text,
  type Tone,
  wordsOf,
} from "./view-model.ts";

export interface TerminalOptions {
  readonly colour: boolean;
  /** Columns; text wraps and tables turn into lists below what they need. */
  readonly width: number;
}

type Paint = "bold" | "dim" | "green" | "yellow" | "red";
const paints: Readonly<Record<Paint, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  yellow: [33, 39],
  red: [31, 39],
};
const tonePaint: Readonly<Record<Tone | "muted", Paint>> = {
  go: "green",
  conditional: "yellow",
  no_go: "red",
  none: "bold",
  muted: "dim",
};

const SHORTEST_LABEL = 16;
const FAILURES_SHOWN = 8;
const LONGEST_PLACE = 4_000;

/** Ends with a line break. Without colour there is no escape sequence in it. */
export function renderTerminal(view: ReportView, options: TerminalOptions): string {
  const width = Math.max(40, options.width);
  const label_width = Math.max(
    SHORTEST_LABEL,
    ...view.statements.map((one) => one.label.length + 2),
  );
  const paint = (text: string, ...which: readonly Paint[]) =>
    options.colour && text !== ""
      ? which.reduce((inner, one) => {
          const [on, off] = paints[one];
          return `\u001b[${String(on)}m${inner}\u001b[${String(off)}m`;
        }, text)
      : text;
  const labelled = (label: string, text: string): string => {
    const lines = wrapText(text, width - label_width - 2);
    return lines
      .map((line, index) => {
        const head =
          index === 0 ? paint(pad(label, label_width, "left"), "dim") : " ".repeat(label_width);
        return `  ${head}${line}`;
      })
      .join("\n");
  };
  const head = [plain(view.title), view.whose === null ? "" : said(view.whose), view.label ?? ""];
  const heading = [
    paint(view.verdict, "bold", tonePaint[view.tone]),
    ...head.filter((part) => part !== ""),
  ].join(" · ");
  const why = view.why === null || view.lead === null ? view.why : [...view.lead, " ", ...view.why];
  const sentences = [view.data_error, why]
    .filter((text) => text !== null)
    .flatMap((text) => wrapText(said(text), width));
  const statements = view.statements.map((one) => labelled(one.label, said(one.text)));
  const verify = view.verify === null ? [] : [{ name: "verify", path: view.verify }];
  // Not wrapped: a path or a command broken over two lines could not be copied.
  const named = [...view.paths, ...verify];
  const name_width = Math.max(SHORTEST_LABEL, ...named.map((one) => one.name.length + 2));
  const places = named.map(
    (one) =>
      `  ${paint(pad(plain(one.name), name_width, "left"), "dim")}${cleanText(one.path, LONGEST_PLACE)}`,
  );
  const parts = [
    [heading, ...sentences].join("\n"),
    view.table === null ? "" : textTable(view.table, width, paint),
    statements.join("\n"),
    ...worthSaying(view).map((section) => listed(section, width, paint)),
    ...view.sections.filter((one) => one.open === true).map((one) => opened(one, width, paint)),
    [
      ...wrapText(view.facts.map(said).join(" · "), width - 2).map((one) => `  ${one}`),
      ...places,
    ].join("\n"),
  ];
  return `${parts.filter((part) => part.trim() !== "").join("\n\n")}\n`;
}

function plain(text: string): string {
  return cleanText(text, 400);
}

function said(text: Text): string {
  return plain(wordsOf(text));
}

/** A single problem of preflight is the sentence under the heading already. */
function saidAbove(section: Section): number {
  return section.id === "preflight" ? 1 : 0;
}

const troubles: ReadonlySet<string> = new Set(["failures", "preflight", "order"]);

/** Only lists of trouble reach the terminal; everything else is in the report files. */
function worthSaying(view: ReportView): readonly Section[] {
  return view.sections.filter(
    (section) =>
      troubles.has(section.id) &&
      section.blocks.some(
        (block) => block.kind === "list" && block.items.length > saidAbove(section),
      ),
  );
}

function listed(
  section: Section,
  width: number,
  paint: (text: string, ...which: Paint[]) => string,
): string {
  const items = section.blocks.flatMap((block) => (block.kind === "list" ? block.items : []));
  const shown = items
    .slice(0, FAILURES_SHOWN)
    .flatMap((item) =>
      wrapText(said(item), width - 4).map((line, index) =>
        index === 0 ? `  ${line}` : `    ${line}`,
      ),
    );
  const hidden = items.length - FAILURES_SHOWN;
  return [
    paint(plain(section.title), "bold"),
    ...shown,
    ...(hidden > 0 ? [`  ${formatNumber(hidden)} more in the report.`] : []),
  ].join("\n");
}

/** Its headings as plain lines, its texts line by line beneath them, its tables as they stand. */
function opened(
  section: Section,
  width: number,
  paint: (text: string, ...which: Paint[]) => string,
): string {
  const lines = section.blocks.flatMap((block): readonly string[] => {
    if (block.kind === "code")
      return cleanText(block.text, 4_000, true)
        .split("\n")
        .flatMap((line) => wrapText(line, width - 6))
        .map((line) => `    ${line}`);
    if (block.kind === "table") return [textTable(block.table, width, paint)];
    return block.kind === "heading" || block.kind === "text"
      ? wrapText(said(block.text), width - 2).map((line) => `  ${paint(line, "dim")}`)
      : [];
  });
  return [paint(plain(section.title), "bold"), ...lines].join("\n");
}

function tableLine(cells: readonly string[]): string {
  return `  ${cells.join("  ")}`.trimEnd();
}

function textTable(
  table: Table,
  width: number,
  paint: (text: string, ...which: Paint[]) => string,
): string {
  const build = (short: boolean) => {
    const rows = table.rows.map((row) =>
      row.map((cell) => ({
        text: short && cell.short !== undefined ? plain(cell.short) : said(cell.text),
        tone: cell.tone,
      })),
    );
    const widths = table.columns.map((column, index) =>
      Math.max(
        displayWidth(column.title),
        ...rows.map((row) => displayWidth(row[index]?.text ?? "")),
      ),
    );
    return { rows, widths, needed: widths.reduce((sum, one) => sum + one + 2, 0) };
  };
  const whole = build(false);
  const { rows, widths, needed } = whole.needed > width ? build(true) : whole;
  const below = [...(table.caption === null ? [] : [table.caption]), ...table.notes].flatMap(
    (note) => wrapText(said(note), width - 2).map((line) => `  ${paint(line, "dim")}`),
  );
  if (needed > width) {
    const body = rows.flatMap((row) => [
      `  ${paint(row[0]?.text ?? "", "bold")}`,
      ...row.slice(1).flatMap((cell, index) => {
        const title = table.columns[index + 1]?.title ?? "";
        if (cell.text === "") return [];
        if (title === "") return wrapText(cell.text, width - 4).map((part) => `    ${part}`);
        return wrapText(cell.text, width - 24).map((part, line) => {
          // A longer title still has a space behind it.
          const label = pad(line === 0 ? `${title} ` : "", 19, "left");
          return `    ${paint(label, "dim")}${part}`;
        });
      }),
    ]);
    return [...body, ...below].join("\n");
  }
  const header = tableLine(
    table.columns.map((column, index) =>
      pad(column.title, widths[index] ?? 0, column.align).replace(column.title, () =>
        paint(column.title, "dim"),
      ),
    ),
  );
  const body = rows.map((row) =>
    tableLine(
      row.map((cell, index) => {
        const padded = pad(cell.text, widths[index] ?? 0, table.columns[index]?.align ?? "left");
        return cell.tone === undefined
          ? padded
          : padded.replace(cell.text, () => paint(cell.text, tonePaint[cell.tone ?? "muted"]));
      }),
    ),
  );
  return [header, ...body, ...below].join("\n");
}
