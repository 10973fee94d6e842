/** Whether the order of the runs left a trace: drift over the matrix, an effect of running first, another model behind one name. */
import type { Comparison } from "../../contracts/comparison.ts";
import type { OrderEffects } from "../../contracts/order-effects.ts";
import { formatNumber, formatQuantity, formatShare, isMissing, type Optional } from "./format.ts";
import { endWithStop } from "./sentence.ts";
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
import { type Block, type Cell, codes, type Section } from "./view-model.ts";

function chanceCell(p: Optional, what: string, notes: Notes): Cell {
  return optionalCell(p, what, notes, (known) => `as much in ${formatShare(known)} of orders`);
}

function foundCell(found: boolean): Cell {
  return found ? { text: ["found"], tone: "conditional" } : muted("not found");
}

function driftTable({ drift }: OrderEffects): readonly Block[] {
  if (drift.length === 0) return [];
  const notes = collectNotes();
  const rows = drift.map((one) => {
    const shown = (value: Optional) =>
      optionalCell(value, `drift of ${one.metric}`, notes, (known) =>
        formatQuantity(known, one.unit),
      );
    return [
      cell(one.metric),
      cell(formatNumber(one.runs)),
      shown(one.slope),
      shown(one.change),
      chanceCell(one.p, `chance of ${one.metric}`, notes),
      foundCell(one.found),
    ];
  });
  const columns = [
    left("measure"),
    right("runs"),
    right("a run"),
    right("over the matrix"),
    left("by chance alone"),
    left("drift"),
  ];
  const caption =
    "Median change from run to run within each candidate and case, and that times all runs of the matrix.";
  return [
    { kind: "heading", text: ["Drift over the matrix"] },
    { kind: "table", table: table(columns, rows, { caption: [caption], notes: notes.lines() }) },
  ];
}

function firstTable({ first_position }: OrderEffects): readonly Block[] {
  if (first_position.length === 0) return [];
  const notes = collectNotes();
  const rows = first_position.map((one) => [
    cell(one.metric),
    cell(formatNumber(one.blocks)),
    optionalCell(one.difference, `first run in ${one.metric}`, notes, (known) =>
      formatQuantity(known, one.unit),
    ),
    chanceCell(one.p, `chance of ${one.metric}`, notes),
    foundCell(one.found),
  ]);
  const columns = [
    left("measure"),
    right("blocks"),
    right("first minus the others"),
    left("by chance alone"),
    left("effect"),
  ];
  const caption =
    "Each candidate's own level is taken out before the first run of a block is held against the others.";
  return [
    { kind: "heading", text: ["Running first in a block"] },
    { kind: "table", table: table(columns, rows, { caption: [caption], notes: notes.lines() }) },
  ];
}

function balanceTable(
  { balance }: OrderEffects,
  name: (candidate: string) => string,
): readonly Block[] {
  const places = Math.max(0, ...balance.map((one) => one.positions.length));
  if (places < 2) return [];
  const columns = [
    left(""),
    ...Array.from({ length: places }, (_, at) => right(`place ${formatNumber(at + 1)}`)),
  ];
  const rows = balance.map((one) => [
    cell(name(one.candidate)),
    ...Array.from({ length: places }, (_, at) => cell(formatNumber(one.positions[at] ?? 0))),
  ]);
  const caption = "How often each candidate ran first, second and so on in a complete block.";
  return [
    { kind: "heading", text: ["Balance of the order"] },
    { kind: "table", table: table(columns, rows, { caption: [caption] }) },
  ];
}

function backendsLine({ backends: { names, changed } }: OrderEffects): readonly Block[] {
  if (names.length === 0) return [];
  const said = changed
    ? "A candidate was served by more than one model behind the same name: "
    : "Served by: ";
  return [{ kind: "text", text: [said, ...codes(names), "."] }];
}

/** The statement first, then each thing looked at, found or not. */
export function orderSection(comparison: Comparison): Section {
  const { order_effects: effects, candidates } = comparison;
  const labels = new Map(candidates.map((one) => [one.candidate, one.label]));
  const name = (id: string) => labels.get(id) ?? id;
  const frame = { id: "order", title: "Did the order of the runs leave a trace?" } as const;
  if (isMissing(effects)) {
    const text = [endWithStop(`Not measured: ${effects.missing}`)];
    return { ...frame, importance: "detail", blocks: [{ kind: "text", text }] };
  }
  const statement = [endWithStop(effects.statement)];
  return {
    ...frame,
    importance: effects.found ? "core" : "detail",
    blocks: [
      effects.found ? { kind: "list", items: [statement] } : { kind: "text", text: statement },
      ...driftTable(effects),
      ...firstTable(effects),
      ...balanceTable(effects, name),
      ...backendsLine(effects),
    ],
  };
}
