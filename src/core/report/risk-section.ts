/** What the clean runs still allow: upper bounds of the failure rates, and what the screen could have missed. */
import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import { formatShare, isMissing, type Optional } from "./format.ts";
import { endWithStop } from "./sentence.ts";
import { cell, collectNotes, left, type Notes, optionalCell, right, table } from "./table.ts";
import type { Block, Cell, Section, Text } from "./view-model.ts";

function boundCell(seen: Optional, most: Optional, what: string, notes: Notes): Cell {
  return optionalCell(most, what, notes, (known) =>
    isMissing(seen)
      ? `at most ${formatShare(known)}`
      : `${formatShare(seen)} seen, at most ${formatShare(known)}`,
  );
}

function boundRow(one: CandidateComparison, notes: Notes): readonly Cell[] {
  const { strict, conditional, hard, at_most } = one.failure_rate;
  const what = `bounds of ${one.label}`;
  return [
    cell(one.label),
    boundCell(strict, at_most.strict, what, notes),
    boundCell(conditional, at_most.conditional, what, notes),
    boundCell(hard, at_most.hard, what, notes),
  ];
}

/** One line in place of a table in which nothing is known. */
function boundsBlock(comparison: Comparison): Block {
  const notes = collectNotes();
  const rows = comparison.candidates.map((one) => boundRow(one, notes));
  const bounds = comparison.candidates.flatMap(({ failure_rate: { at_most } }) => [
    at_most.strict,
    at_most.conditional,
    at_most.hard,
  ]);
  const [first] = bounds;
  if (first !== undefined && isMissing(first) && bounds.every(isMissing)) {
    return {
      kind: "text",
      text: [endWithStop(`No bound of any failure rate is known: ${first.missing}`)],
    };
  }
  const columns = [
    left(""),
    right("not completed"),
    right("wrong or partial"),
    right("broke a hard gate"),
  ];
  const caption =
    "Rates of runs: what was seen, and what could be true all the same (one-sided 95 % bounds, live runs only).";
  return {
    kind: "table",
    table: table(columns, rows, { caption: [caption], notes: notes.lines() }),
  };
}

/** Rates as bounds, never as proof of absence. */
export function riskSection(comparison: Comparison): Section {
  const missed: readonly Text[] =
    comparison.screen === undefined
      ? []
      : [[`Could have missed: ${endWithStop(comparison.screen.could_have_missed)}`]];
  return {
    id: "risk",
    title: "What could still happen",
    importance: "detail",
    blocks: [
      boundsBlock(comparison),
      ...(missed.length === 0 ? [] : [{ kind: "list" as const, items: missed }]),
    ],
  };
}
