/** What would turn the order over: what each weight does, how far weights may move, and sliders to move them. */
import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type {
  RankAcceptability,
  RivalSensitivity,
  Sensitivity,
  WeightUse,
} from "../../contracts/sensitivity.ts";
import { formatNumber, isMissing, plural, sentenceList } from "./format.ts";
import { endWithStop } from "./sentence.ts";
import {
  cell,
  collectNotes,
  left,
  muted,
  type Notes,
  numberFormatter,
  optionalCell,
  right,
  table,
} from "./table.ts";
import {
  type Block,
  type Cell,
  type Section,
  type Text,
  type Weighing,
  wordsOf,
} from "./view-model.ts";
import { percent } from "./weigh-words.ts";

type Name = (candidate: string) => string;

const states: Readonly<Record<WeightUse["state"], string>> = {
  live: "tells them apart",
  same: "the same points for all",
  saturated: "saturated",
  dead: "dead weight",
};

function stateCell(state: WeightUse["state"]): Cell {
  if (state === "live") return cell(states.live);
  return state === "same" ? muted(states.same) : { text: [states[state]], tone: "conditional" };
}

function weightsTable({ weights }: Sensitivity): readonly Block[] {
  const notes = collectNotes();
  const rows = weights.map((one) => [
    cell(one.metric),
    cell(percent(one.weight)),
    optionalCell(one.effective, `effective share of ${one.metric}`, notes, percent),
    cell(percent(one.at_bound)),
    stateCell(one.state),
  ]);
  const columns = [
    left("metric"),
    right("weight"),
    right("effective"),
    right("runs at a bound"),
    left("this weight"),
  ];
  const said = weights
    .filter((one) => one.state === "dead" || one.state === "saturated")
    .map((one): Text => [endWithStop(one.statement)]);
  const caption =
    "Effective: weight times the spread of the candidates' points, as a share of all metrics.";
  return [
    { kind: "heading", text: ["What each weight does"] },
    {
      kind: "table",
      table: table(columns, rows, { caption: [caption], notes: [...said, ...notes.lines()] }),
    },
  ];
}

function transferWords({
  share,
  from,
  to,
}: Exclude<RivalSensitivity["transfer"], Missing>): string {
  return `${percent(share)} from ${sentenceList(from)} to ${to}`;
}

/** What turns nobody over is known: it never does. Why stands below. */
function neverCell<T>(
  value: T | Missing,
  what: string,
  notes: Notes,
  format: (known: T) => string,
): Cell {
  if (!isMissing(value)) return cell(format(value));
  notes.add(what, value);
  return muted("never");
}

/** A reason why something never happens is no gap in what is known. */
function neverNotes(notes: Notes): readonly Text[] {
  return notes.lines().map((line) => [wordsOf(line).replace(/^Not known/, "Never")]);
}

function rivalsTable(rivals: readonly RivalSensitivity[], name: Name): readonly Block[] {
  if (rivals.length === 0) return [];
  const notes = collectNotes();
  const margin = numberFormatter(
    rivals.map((one) => one.margin),
    7,
  );
  const rows = rivals.map((one) => [
    cell(`${name(one.leader)} over ${name(one.rival)}`),
    cell(margin(one.margin)),
    neverCell(one.tolerance, `tolerance against ${name(one.rival)}`, notes, percent),
    neverCell(one.transfer, `transfer against ${name(one.rival)}`, notes, transferWords),
    cell(percent(one.share_near)),
    cell(percent(one.share_any)),
    cell(one.stability),
  ]);
  const columns = [
    left("leader over rival"),
    right("points ahead"),
    right("every weight moves"),
    left("smallest transfer"),
    right("near the profile"),
    right("any weights"),
    left("so"),
  ];
  const caption =
    "Until both are level: each weight moves by this share its own way, or this share of the total moves from metric to metric. Near the profile, any weights: the exact share of weights that keeps the leader ahead.";
  return [
    { kind: "heading", text: ["How far the order carries"] },
    {
      kind: "table",
      table: table(columns, rows, { caption: [caption], notes: neverNotes(notes) }),
    },
  ];
}

/** Each weight alone: a row where some share of it brings a rival level, a note where none does. */
function oneAtATime(rivals: readonly RivalSensitivity[], name: Name): readonly Block[] {
  const all = rivals.flatMap((one) =>
    one.one_at_a_time.map((each) => ({ ...each, rival: name(one.rival) })),
  );
  if (all.length === 0) return [];
  const rows = all.flatMap(({ metric, rival, weight, critical, low, high }) =>
    isMissing(critical)
      ? []
      : [
          [
            cell(metric),
            cell(rival),
            cell(percent(weight)),
            cell(percent(critical)),
            cell(`${percent(low)} to ${percent(high)}`),
          ],
        ],
  );
  const firm = rivals.flatMap((one): Text[] => {
    const never = one.one_at_a_time.filter((each) => isMissing(each.critical));
    const names = never.map((each) => each.metric);
    return names.length === 0
      ? []
      : [[`No share of ${sentenceList(names)} alone brings ${name(one.rival)} level.`]];
  });
  const columns = [
    left("metric"),
    left("rival"),
    right("weight"),
    right("level at"),
    right("leader ahead"),
  ];
  const caption =
    "One weight moves alone, the others keep their proportions. Level at: where the rival draws level; leader ahead: the range that keeps the order.";
  return [
    { kind: "heading", text: ["One weight at a time"] },
    rows.length === 0
      ? { kind: "list", items: firm }
      : { kind: "table", table: table(columns, rows, { caption: [caption], notes: firm }) },
  ];
}

function ranksTable(one: RankAcceptability, name: Name): readonly Block[] {
  const places = Math.max(0, ...one.rows.map((row) => row.ranks.length));
  const columns = [
    left(""),
    ...Array.from({ length: places }, (_, at) => right(`rank ${formatNumber(at + 1)}`)),
  ];
  const rows = one.rows.map((row) => [
    cell(name(row.candidate)),
    ...Array.from({ length: places }, (_, at) => cell(percent(row.ranks[at] ?? 0))),
  ]);
  const about = one.around === "profile" ? "around the profile" : "over any weights";
  const caption = `${plural(one.draws, "draw")} of weights, seed ${one.seed}.`;
  return [
    { kind: "heading", text: [`How often each takes each rank, ${about}`] },
    { kind: "table", table: table(columns, rows, { caption: [caption] }) },
  ];
}

function unrankedWords(one: CandidateComparison): string | null {
  if (one.control_of !== undefined) return "control, not ranked";
  return one.eligible ? null : "not eligible, not ranked";
}

/** From the rounded points of the comparison itself; null where there are no two candidates to weigh. */
export function weighingOf(
  candidates: readonly CandidateComparison[],
  { concentration, thresholds }: Pick<Sensitivity, "concentration" | "thresholds">,
): Weighing | null {
  const metrics = candidates[0]?.metrics ?? [];
  if (candidates.length < 2 || metrics.length === 0) return null;
  return {
    metrics: metrics.map(({ id, weight }) => ({ id, weight })),
    candidates: candidates.map((one) => ({
      label: one.label,
      unranked: unrankedWords(one),
      points: metrics.map(({ id }) => {
        const points = one.metrics.find((metric) => metric.id === id)?.normalised;
        return points === undefined || isMissing(points) ? null : points;
      }),
    })),
    concentration,
    thresholds,
  };
}

/** The statement, what the page can move, and the figures that stand without moving anything. */
export function sensitivitySection(comparison: Comparison): Section {
  const { sensitivity, candidates } = comparison;
  const labels = new Map(candidates.map((one) => [one.candidate, one.label]));
  const name: Name = (id) => labels.get(id) ?? id;
  const frame = {
    id: "sensitivity",
    title: "What would turn the order over",
    importance: "core",
  } as const;
  if (isMissing(sensitivity)) {
    const text = [endWithStop(`Not measured: ${sensitivity.missing}`)];
    return { ...frame, blocks: [{ kind: "text", text }] };
  }
  const weighing = weighingOf(candidates, sensitivity);
  return {
    ...frame,
    blocks: [
      { kind: "text", text: [endWithStop(sensitivity.statement)] },
      ...(weighing === null ? [] : [{ kind: "weighing" as const, weighing }]),
      ...weightsTable(sensitivity),
      ...rivalsTable(sensitivity.rivals, name),
      ...oneAtATime(sensitivity.rivals, name),
      ...sensitivity.rank_acceptability.flatMap((one) => ranksTable(one, name)),
    ],
  };
}
