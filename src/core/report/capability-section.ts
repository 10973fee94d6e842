/** Eight dimensions side by side, what the runs show apart from what people judge; no cell stands for a dimension as a whole. */
import {
  capabilityDimension,
  type CandidateCapability,
  type CapabilityDimension,
  type CapabilityRow,
} from "../../contracts/capability.ts";
import type { Comparison } from "../../contracts/comparison.ts";
import { formatNumber, formatQuantity, isMissing, sentenceList } from "./format.ts";
import { cell, collectNotes, left, muted, right, table, type Notes } from "./table.ts";
import { code, type Block, type Cell, type Section, type Text } from "./view-model.ts";
import { upstreamLabel } from "./words.ts";

const names: Readonly<Record<CapabilityDimension, string>> = {
  task_effect: "Task effect",
  safety_governance: "Safety and governance",
  reliable_recovery: "Reliable recovery",
  auditability: "Auditability",
  efficiency: "Efficiency",
  operability: "Operability",
  developer_experience: "Developer experience",
  portability: "Portability",
};

/** One candidate's row of one dimension, under the name that readers know the candidate by. */
interface Shown {
  readonly label: string;
  readonly row: CapabilityRow;
}

/** Nothing for a comparison that was made without capability vectors. */
export function capabilitySections(comparison: Comparison): readonly Section[] {
  const { capabilities = [], candidates } = comparison;
  const [first] = capabilities;
  if (first === undefined) return [];
  const labels = new Map(candidates.map((one) => [one.candidate, one.label]));
  const rowsOf = (dimension: CapabilityDimension): Shown[] =>
    capabilities.flatMap(({ candidate, rows }) =>
      rows
        .filter((row) => row.dimension === dimension)
        .map((row) => ({ label: labels.get(candidate) ?? candidate, row })),
    );
  const all = capabilityDimension.options.map((dimension) => rowsOf(dimension));
  const of = (origin: CapabilityRow["origin"]) =>
    all.filter((rows) => rows.some((one) => one.row.origin === origin));
  return [
    {
      id: "capabilities",
      title: "Capability vector: eight dimensions, never averaged",
      importance: "detail",
      blocks: [
        {
          kind: "text",
          text: [
            "Each dimension stands by itself: there is no total, and no figure for a dimension as a whole. In brackets, the runs that a figure rests on. “At most” is the rate that could still have stayed unseen (one-sided, 95 %).",
          ],
        },
        ...of("telemetry").flatMap((rows) => telemetryBlocks(rows, comparison.upstream)),
        ...judgedBlocks(first, of("rubric")),
      ],
    },
  ];
}

function nameOf(rows: readonly Shown[]): string {
  const [first] = rows;
  return first === undefined ? "" : names[first.row.dimension];
}

/** Dimensions whose figures are another model's doing where the model was not a live one. */
const ofTheModel: ReadonlySet<string> = new Set([names.task_effect, names.efficiency]);

function telemetryBlocks(rows: readonly Shown[], upstream: Comparison["upstream"]): Block[] {
  const title = nameOf(rows);
  const origin = ofTheModel.has(title) ? upstreamLabel(upstream) : null;
  const notes = collectNotes();
  const facts = [...new Set(rows.flatMap(({ row }) => row.facts.map((fact) => fact.name)))];
  const lines = facts.map((name) => [
    cell(name),
    ...rows.map(({ row }) => factCell(row, name, notes)),
  ]);
  const columns = [left("in the runs"), ...rows.map(({ label }) => right(label))];
  return [
    { kind: "heading", text: [[title, "from the runs", origin ?? []].flat().join(" · ")] },
    ...notMeasured(rows).map((text): Block => ({ kind: "text", text })),
    { kind: "table", table: table(columns, lines, { notes: notes.lines() }) },
  ];
}

/** One sentence a reason, with the candidates it holds for where it does not hold for all. */
function notMeasured(rows: readonly Shown[]): Text[] {
  const reasons = [...new Set(rows.flatMap(({ row }) => row.reason ?? []))];
  return reasons.map((reason) => {
    const whom = rows.filter(({ row }) => row.reason === reason).map((one) => one.label);
    const who = whom.length === rows.length ? "" : ` (${whom.join(", ")})`;
    return [`Not measured${who}: ${reason}.`];
  });
}

const unseen = "not observed: ";

function factCell({ facts }: CapabilityRow, name: string, notes: Notes): Cell {
  const fact = facts.find((one) => one.name === name);
  if (fact === undefined) return muted("—");
  const { value, unit, n, detail } = fact;
  if (isMissing(value)) {
    const observed = value.missing.startsWith(unseen);
    const missing = observed ? value.missing.slice(unseen.length) : value.missing;
    notes.add(name, { missing });
    return muted(observed ? "not observed" : "not measured");
  }
  if (unit === "runs") return value > 0 ? { text: [detail], tone: "no_go" } : cell(detail);
  if (unit === "share of runs") return cell(`${formatNumber(value * n)} of ${formatNumber(n)}`);
  return cell(`${formatQuantity(value, unit === "calls" ? "" : unit)} (${formatNumber(n)})`);
}

/** People's judgement stands apart and under its own name; without a rubric one sentence says that nobody judged. */
function judgedBlocks(
  { rubric }: CandidateCapability,
  dimensions: readonly (readonly Shown[])[],
): Block[] {
  const open = sentenceList(dimensions.map((rows) => nameOf(rows)));
  if (isMissing(rubric)) {
    const text = [
      `${open}: not measured, ${rubric.missing}. No run shows them: people judge them.`,
    ];
    return [
      { kind: "heading", text: ["Judged by people"] },
      { kind: "text", text },
    ];
  }
  const when = rubric.added_after_runs ? ", added after the runs; no figure rests on it" : "";
  const source = `Rubric ${rubric.name} version ${String(rubric.version)}${when}. Levels are opinions with a name, a day and evidence; they enter no score and no verdict.`;
  return [
    { kind: "heading", text: ["Judged by people"] },
    { kind: "text", text: [source] },
    ...dimensions.flatMap(assessedBlocks),
  ];
}

function assessedBlocks(rows: readonly Shown[]): Block[] {
  const [first] = rows;
  const question = rows.find(({ row }) => row.question !== undefined)?.row.question;
  if (first === undefined) return [];
  const asked = question === undefined ? "" : `: ${question}`;
  const lines = rows.flatMap(({ label, row }) =>
    (row.assessments ?? []).map((one) => [
      cell(label),
      cell(`${String(one.level)} of ${String(one.of)}`),
      cell(one.criterion),
      cell(`${one.assessor}, ${one.date}`),
      cell(code(one.evidence)),
    ]),
  );
  const notes = rows.flatMap(({ label, row }) =>
    (row.assessments ?? []).flatMap(({ assessor, note }): Text[] =>
      note === undefined ? [] : [[`${label}, ${assessor}: ${note}`]],
    ),
  );
  const columns = [
    left("candidate"),
    right("level"),
    left("which means"),
    left("judged by"),
    left("evidence"),
  ];
  return [
    { kind: "heading", text: [`${nameOf(rows)} · judged by people${asked}`] },
    ...notMeasured(rows).map((text): Block => ({ kind: "text", text })),
    ...(lines.length === 0
      ? []
      : [{ kind: "table", table: table(columns, lines, { notes }) } as const]),
  ];
}
