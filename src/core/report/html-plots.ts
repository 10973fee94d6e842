/** Drawings as inline SVG with attributes only; places are percentages, so that text and dots keep their size at any width. */
import { classes, plain } from "./html-text.ts";
import type { KeyEntry, Mark, PlotRow, Plots } from "./plots.ts";

const PITCH = 7;
const COLUMNS_HEIGHT = 46;
const LANE = 18;
const AXIS_HEIGHT = 20;
const SMALLEST_WHISKER = 0.004;

function percentage(share: number): string {
  return `${String(Math.round(share * 1e4) / 1e2)}%`;
}

function upright(name: string, at: number, from: number, to: number): string {
  const x = percentage(at);
  return `<line class="${name}" x1="${x}" x2="${x}" y1="${String(from)}" y2="${String(to)}"/>`;
}

/** Height of what stands above the interval's lane. */
function sampleHeight(row: PlotRow): number {
  if (row.columns.length > 0) return COLUMNS_HEIGHT;
  const levels = row.dots.reduce((most, dot) => Math.max(most, dot.level + 1), 0);
  return levels === 0 ? 0 : levels * PITCH + 4;
}

function sampleMarks(row: PlotRow, height: number): readonly string[] {
  const dots = row.dots.map(
    ({ at, level }) =>
      `<circle class="dot" cx="${percentage(at)}" cy="${String(height - 4 - level * PITCH)}" r="3"/>`,
  );
  const columns = row.columns.map(({ from, to, height: share, words }) => {
    const tall = Math.max(1, Math.round(share * (height - 4) * 10) / 10);
    return `<rect class="column" x="${percentage(from)}" width="${percentage(to - from)}" y="${String(height - tall)}" height="${String(tall)}"><title>${plain(words)}</title></rect>`;
  });
  return [...dots, ...columns];
}

function laneMarks(row: PlotRow, top: number): readonly string[] {
  const middle = top + LANE / 2;
  const marks: string[] = [];
  if (row.whisker !== null) {
    const { low } = row.whisker;
    const high = Math.max(row.whisker.high, low + SMALLEST_WHISKER);
    marks.push(
      `<line class="whisker" x1="${percentage(low)}" x2="${percentage(high)}" y1="${String(middle)}" y2="${String(middle)}"/>`,
      upright("whisker", low, middle - 3, middle + 3),
      upright("whisker", high, middle - 3, middle + 3),
    );
  }
  if (row.p95 !== null) {
    marks.push(`<circle class="p95" cx="${percentage(row.p95)}" cy="${String(middle)}" r="3.5"/>`);
  }
  if (row.middle !== null) marks.push(upright("middle", row.middle, top + 2, top + LANE - 2));
  return marks;
}

function drawRow(row: PlotRow, plots: Plots): string {
  const sample = sampleHeight(row);
  const height = sample + LANE;
  const band =
    plots.band === null
      ? []
      : [
          `<rect class="band" x="${percentage(plots.band.low)}" width="${percentage(plots.band.high - plots.band.low)}" y="0" height="${String(height)}"/>`,
        ];
  const marks = [
    ...band,
    ...plots.ticks.map((tick) => upright("grid", tick.at, 0, height)),
    ...(plots.origin === null ? [] : [upright("origin", plots.origin, 0, height)]),
    ...plots.bounds.map((bound) => upright("bound", bound, 0, height)),
    ...sampleMarks(row, sample),
    ...laneMarks(row, sample),
  ];
  return [
    `<div class="lane"><div class="who"><b>${plain(row.label)}</b><span>${plain(row.note)}</span></div>`,
    `<svg class="draw" height="${String(height)}" role="img" aria-label="${plain(row.words)}">${marks.join("")}</svg></div>`,
  ].join("");
}

function axis(plots: Plots): string {
  const labels = plots.ticks.map(({ at, label }) => {
    const anchor = at < 0.02 ? "start" : at > 0.98 ? "end" : "middle";
    return `<text x="${percentage(at)}" y="13" text-anchor="${anchor}">${plain(label)}</text>`;
  });
  return `<div class="lane axis"><div class="who"></div><svg class="draw" height="${String(AXIS_HEIGHT)}" aria-hidden="true">${labels.join("")}</svg></div>`;
}

/** One lane a candidate or pair on one scale, the scale beneath. */
export function htmlPlots(plots: Plots): string {
  const title = plots.title === "" ? "" : `<figcaption>${plain(plots.title)}</figcaption>`;
  const rows = plots.rows.map((row) => drawRow(row, plots));
  return `<figure class="plots">${title}${rows.join("\n")}${axis(plots)}</figure>`;
}

const glyphs: Readonly<Record<Mark, string>> = {
  dot: '<circle class="dot" cx="10" cy="7" r="3"/>',
  column:
    '<rect class="column" x="3" width="5" y="6" height="8"/><rect class="column" x="9" width="5" y="1" height="13"/>',
  whisker:
    '<line class="whisker" x1="2" x2="18" y1="7" y2="7"/><line class="whisker" x1="2" x2="2" y1="4" y2="10"/><line class="whisker" x1="18" x2="18" y1="4" y2="10"/>',
  middle: '<line class="middle" x1="10" x2="10" y1="0" y2="14"/>',
  p95: '<circle class="p95" cx="10" cy="7" r="3.5"/>',
  bound: '<line class="bound" x1="10" x2="10" y1="0" y2="14"/>',
  band: '<rect class="band" x="2" width="16" y="0" height="14"/>',
};

export function htmlKey(entries: readonly KeyEntry[]): string {
  const items = entries.map(
    ({ mark, words }) =>
      `<li><svg class="glyph" width="20" height="14" aria-hidden="true">${glyphs[mark]}</svg>${plain(words)}</li>`,
  );
  return `<ul${classes(["key"])}>${items.join("")}</ul>`;
}
