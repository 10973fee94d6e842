/** What each candidate really sent to the model, against the contract. */
import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import { candidateName } from "./candidates.ts";
import { formatNumber, isMissing, sentenceList, shortDigest } from "./format.ts";
import { cell, collectNotes, left, muted, right, table } from "./table.ts";
import { type Block, type Cell, code, codes, type Section } from "./view-model.ts";
import { differenceName } from "./words.ts";

function shapeRow(one: CandidateComparison): readonly Cell[] | null {
  const { shape } = one.wire;
  if (isMissing(shape)) return null;
  const sampling = Object.keys(shape.sampling)
    .toSorted()
    .map((key) => `${key} ${JSON.stringify(shape.sampling[key])}`);
  return [
    cell(candidateName(one)),
    cell(`${formatNumber(shape.system.bytes)} bytes `, code(shortDigest(shape.system.sha256))),
    cell(
      ...(shape.tools.length === 0
        ? ["none"]
        : codes(
            shape.tools.map((tool) => tool.name),
            8,
          )),
    ),
    sampling.length === 0 ? muted("nothing set") : cell(sampling.join(", ")),
    cell(`${sentenceList(one.wire.wires)}${shape.stream ? ", streamed" : ""}`),
  ];
}

type Difference = CandidateComparison["wire"]["differences"][number];

/** The same difference in several tools is one line: tools x strict, not eleven lines. */
function foldTools(found: readonly Difference[]): readonly Difference[] {
  const folded = new Map<string, Difference & { tools: number }>();
  for (const difference of found) {
    const part = /^tools\/[^/]+\/(.+)$/.exec(difference.field)?.[1];
    const key = JSON.stringify([part ?? difference.field, difference.kind, difference.detail]);
    const known = folded.get(key);
    if (part === undefined || known === undefined) folded.set(key, { ...difference, tools: 1 });
    else
      folded.set(key, {
        ...known,
        field: `tools/*/${part}`,
        tools: known.tools + 1,
        runs: Math.max(known.runs, difference.runs),
      });
  }
  return [...folded.values()].map(({ tools, ...difference }) =>
    tools === 1 ? difference : { ...difference, field: `${difference.field} (${tools} tools)` },
  );
}

function differences(comparison: Comparison): readonly Block[] {
  const found = comparison.candidates.flatMap((one) =>
    foldTools(one.wire.differences).map((difference) => [
      cell(one.label),
      cell(code(difference.field)),
      cell(differenceName(difference.kind)),
      cell(difference.detail),
      cell(formatNumber(difference.runs)),
    ]),
  );
  // The user's own program asks as it likes: there is no contract to differ from.
  if (comparison.track === "own") return [];
  if (found.length === 0) {
    return [
      { kind: "text", text: ["Every request carried what the contract asks, and nothing else."] },
    ];
  }
  const same = comparison.candidates
    .filter((one) => one.wire.differences.length === 0 && !isMissing(one.wire.shape))
    .map((one) => one.label);
  const notes = same.length === 0 ? [] : [[`No difference: ${sentenceList(same)}.`]];
  if (comparison.track === "native")
    notes.push([
      "On this track a framework's own texts are its own: a difference is a fact here, not a fault.",
    ]);
  const columns = [left(""), left("part"), left("difference"), left("what"), right("runs")];
  return [
    { kind: "heading", text: ["Differences from the contract"] },
    { kind: "table", table: table(columns, found, { notes }) },
  ];
}

/** The first request of each candidate's first run, then every difference from the contract with its runs. */
export function wireSection(comparison: Comparison): Section {
  const notes = collectNotes();
  const rows = comparison.candidates.flatMap((one) => {
    const row = shapeRow(one);
    if (isMissing(one.wire.shape)) notes.add(one.label, one.wire.shape);
    return row === null ? [] : [row];
  });
  const columns = [left(""), left("system text"), left("tools"), left("sampling"), left("wire")];
  const first: Block = {
    kind: "table",
    table: table(columns, rows, {
      caption: ["The first request of each candidate's first run."],
      notes: notes.lines(),
    }),
  };
  const shapes: readonly Block[] =
    rows.length > 0 ? [first] : [{ kind: "list", items: notes.lines() }];
  return {
    id: "wire",
    title: `What ${comparison.variable === "framework" ? "each framework" : "each candidate"} really sent`,
    importance: "detail",
    blocks: rows.length === 0 ? shapes : [...shapes, ...differences(comparison)],
  };
}
