/** What each pair of candidates did inside the same blocks, and how far the differences carry. */
import type { Comparison } from "../../contracts/comparison.ts";
import type { PairObservation } from "../../contracts/pair-observation.ts";
import { differencePlots } from "./difference-plots.ts";
import {
  columnFormatter,
  formatNumber,
  formatShare,
  isMissing,
  type Optional,
  plural,
  unitWords,
} from "./format.ts";
import { intervalEnds, intervalNotes } from "./interval-words.ts";
import { plotKey, type Plots } from "./plots.ts";
import {
  cell,
  collectNotes,
  left,
  muted,
  type Notes,
  optionalCell,
  right,
  table,
} from "./table.ts";
import type { Block, Cell, Column, Section, Text } from "./view-model.ts";

const STATEMENTS_SHOWN = 60;

const words: Readonly<Record<PairObservation["word"], string>> = {
  not_compared: "not compared",
  observed: "observed only",
  not_told_apart: "can't be told apart",
  too_small_to_matter: "too small to matter",
  different: "different",
};

/** Said in a sentence whatever the metric; of the others the table's word is enough. */
const telling: ReadonlySet<PairObservation["word"]> = new Set(["different", "too_small_to_matter"]);

/** What the rows of one table have in common. */
interface Frame {
  readonly chance: boolean;
  /** Where no pair has an interval the column goes and the reason stays. */
  readonly intervals: boolean;
  readonly notes: Notes;
  readonly format: (pair: PairObservation) => (value: number) => string;
}

function figuresOf({ mean_difference, interval }: PairObservation): readonly Optional[] {
  return isMissing(interval) ? [mean_difference] : [mean_difference, interval.low, interval.high];
}

function pairRow(pair: PairObservation, first: readonly Cell[], frame: Frame): readonly Cell[] {
  const { notes } = frame;
  const format = frame.format(pair);
  const chance: readonly Cell[] = frame.chance
    ? [
        optionalCell(pair.sign_flip_p, "by chance alone", notes, formatShare),
        optionalCell(pair.p_holm, "in its family", notes, formatShare),
      ]
    : [];
  const said = words[pair.word];
  return [
    ...first,
    cell(formatNumber(pair.a_below)),
    cell(formatNumber(pair.equal)),
    cell(formatNumber(pair.a_above)),
    optionalCell(pair.mean_difference, pair.metric, notes, format),
    ...intervalCell(pair, frame, format),
    ...chance,
    pair.word === "different" ? cell(said) : muted(said),
    optionalCell(pair.blocks_needed, "blocks needed", notes, (value) => formatNumber(value)),
  ];
}

function intervalCell(
  { interval }: PairObservation,
  { intervals, notes }: Frame,
  format: (value: number) => string,
): readonly Cell[] {
  const shown = optionalCell(interval, "interval", notes, (value) => intervalEnds(value, format));
  return intervals ? [shown] : [];
}

function columnsOf(first: readonly Column[], { chance, intervals }: Frame): readonly Column[] {
  return [
    ...first,
    right("lower"),
    right("equal"),
    right("higher"),
    right("mean difference"),
    ...(intervals ? [right("interval")] : []),
    ...(chance ? [right("by chance alone"), right("in its family")] : []),
    left("so"),
    right("blocks needed"),
  ];
}

function frameOf(pairs: readonly PairObservation[], format: Frame["format"]): Frame {
  return {
    chance: pairs.some((pair) => !isMissing(pair.sign_flip_p)),
    intervals: pairs.some((pair) => !isMissing(pair.interval)),
    notes: collectNotes(),
    format,
  };
}

type Name = (candidate: string) => string;

function intervalLines(
  pairs: readonly PairObservation[],
  label: (pair: PairObservation) => string,
): readonly Text[] {
  return intervalNotes(pairs.map((pair) => ({ label: label(pair), interval: pair.interval }))).map(
    (note): Text => [note],
  );
}

/** Two candidates: one row a metric, each with its own unit, and a drawing a metric. */
function twoCandidates(
  pairs: readonly PairObservation[],
  plots: readonly Plots[],
): readonly Block[] {
  const frame = frameOf(pairs, (pair) => columnFormatter(figuresOf(pair), pair.unit));
  const rows = pairs.map((pair) =>
    pairRow(pair, [cell(`${pair.metric}${unitWords(pair.metric, pair.unit)}`)], frame),
  );
  const notes = [...intervalLines(pairs, (pair) => pair.metric), ...frame.notes.lines()];
  return [
    {
      kind: "table",
      table: table(columnsOf([left("measure")], frame), rows, { notes }),
    },
    ...plots.map((one): Block => ({ kind: "plots", plots: one })),
  ];
}

/** No block showed any difference: there is nothing to draw or to tell apart. */
function isLevel(pair: PairObservation): boolean {
  return pair.blocks > 0 && pair.equal === pair.blocks;
}

/** Three and more: one heading a metric, its pairs on one scale and beneath each other. */
function manyCandidates(
  metric: string,
  pairs: readonly PairObservation[],
  plots: Plots | null,
  name: Name,
): readonly Block[] {
  const unit = pairs[0]?.unit ?? "";
  const heading: Block = { kind: "heading", text: [`${metric}${unitWords(metric, unit)}`] };
  if (pairs.every(isLevel)) {
    const blocks = plural(pairs[0]?.blocks ?? 0, "block");
    return [heading, { kind: "text", text: [`The same for every pair in all ${blocks}.`] }];
  }
  const format = columnFormatter(pairs.flatMap(figuresOf), unit);
  const frame = frameOf(pairs, () => format);
  const label = (pair: PairObservation) => `${name(pair.a)} − ${name(pair.b)}`;
  const rows = pairs.map((pair) => pairRow(pair, [cell(label(pair))], frame));
  const notes = [...intervalLines(pairs, label), ...frame.notes.lines()];
  return [
    heading,
    ...(plots === null ? [] : [{ kind: "plots" as const, plots: { ...plots, title: "" } }]),
    { kind: "table", table: table(columnsOf([left("")], frame), rows, { notes }) },
  ];
}

/** Blocks left out of every paired figure, with what they lack. */
function droppedBlocks({ evidence: { dropped } }: Comparison): readonly Block[] {
  if (dropped.length === 0) return [];
  const items = dropped.map((one): Text => [
    `${one.case_id} · repetition ${String(one.repetition)}, without ${one.candidate}: ${one.reason}`,
  ]);
  return [
    { kind: "heading", text: ["Blocks left out of paired figures"] },
    { kind: "list", items },
  ];
}

/** How the chances of these pairs were found, each way once. */
function chanceMethods(pairs: readonly PairObservation[]): string {
  const ways = pairs.flatMap(({ p_method, drawn }): readonly string[] => {
    if (p_method === "exact") return ["every assignment of signs counted"];
    if (p_method === "t") return ["by Student's t"];
    return drawn === null
      ? []
      : [`${formatNumber(drawn.draws)} assignments of signs drawn, seed ${drawn.seed}`];
  });
  return [...new Set(ways)].join("; ");
}

/** How to read the figures; chance is put in words and only where there are blocks enough. */
function explanation(pairs: readonly PairObservation[]): string {
  const blocks = plural(pairs[0]?.blocks ?? 0, "block");
  const methods = chanceMethods(pairs);
  const chance =
    methods === ""
      ? ""
      : ` By chance alone: how often two equals would come out as far apart (${methods}); in its family: the same after Holm's correction.`;
  return `The first minus the second over ${blocks}; lower, equal, higher: how the first was, block by block.${chance} Blocks needed: complete live blocks in all before a difference of this size would be seen 4 times in 5.`;
}

function sentences(comparison: Comparison): readonly Block[] {
  const { primary } = comparison.statistics;
  const said = comparison.pairs.filter(
    ({ metric, word }) => metric === primary || telling.has(word),
  );
  const shown = said.slice(0, STATEMENTS_SHOWN).map((pair): Text => [pair.statement]);
  const more = said.length - shown.length;
  const rest: readonly Text[] =
    more > 0 ? [[`${formatNumber(more)} more in comparison.json.`]] : [];
  return shown.length === 0 ? [] : [{ kind: "list", items: [...shown, ...rest] }];
}

/** Null where there is nobody to hold against anybody. */
export function pairsSection(comparison: Comparison): Section | null {
  const { pairs } = comparison;
  if (pairs.length === 0) return null;
  const labels = new Map(comparison.candidates.map((one) => [one.candidate, one.label]));
  const name: Name = (id) => labels.get(id) ?? id;
  const metrics = [...new Set(pairs.map((pair) => pair.metric))].map((metric) => {
    const own = pairs.filter((pair) => pair.metric === metric);
    return { metric, own, plots: differencePlots(own, name) };
  });
  const drawn = metrics.flatMap(({ own, plots }) => (own.every(isLevel) ? [] : (plots ?? [])));
  const entries = plotKey(drawn, "mean difference");
  const alone = metrics.every(({ own }) => own.length === 1);
  return {
    id: "pairs",
    title: "Side by side inside the same blocks",
    importance: "detail",
    blocks: [
      { kind: "text", text: [explanation(pairs)] },
      ...sentences(comparison),
      ...(entries.length === 0 ? [] : [{ kind: "key" as const, entries }]),
      ...(alone
        ? twoCandidates(pairs, drawn)
        : metrics.flatMap(({ metric, own, plots }) => manyCandidates(metric, own, plots, name))),
      ...droppedBlocks(comparison),
    ],
  };
}
