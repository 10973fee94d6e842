/** The screen block by block: which cases were looked at twice, and every change on the wire with its excerpt. */
import type { CandidateComparison } from "../../contracts/comparison.ts";
import type { CaseRegression, Screen } from "../../contracts/screen.ts";
import type { WireChange, WireChanges } from "../../contracts/wire-changes.ts";
import { formatNumber, isMissing, plural, sentenceList } from "./format.ts";
import { cell, left, muted, right, table } from "./table.ts";
import { type Block, type Cell, code, type Section, type Text } from "./view-model.ts";

const EXCERPTS_SHOWN = 6;
const CASES_NAMED = 6;

function ofRuns(passed: number, runs: number): Cell {
  return runs === 0 ? muted("not run") : cell(`${formatNumber(passed)} of ${formatNumber(runs)}`);
}

function outcome(one: CaseRegression): Cell {
  if (one.confirmed) return { text: ["broke"], tone: "no_go" };
  if (one.head_runs === 0) return muted("not run");
  return one.inconclusive ? cell("worse, not surely") : cell("held");
}

function looksTable(screen: Screen, base: string, head: string): Block {
  const rows = screen.regressions.map((one) => [
    cell(code(one.case_id)),
    ofRuns(one.first_look.base_passed, one.first_look.base_runs),
    ofRuns(one.first_look.head_passed, one.first_look.head_runs),
    ofRuns(one.base_passed, one.base_runs),
    ofRuns(one.head_passed, one.head_runs),
    outcome(one),
  ]);
  const columns = [
    left("case"),
    right(`${base}, first look`),
    right(`${head}, first look`),
    right(`${base}, fresh`),
    right(`${head}, fresh`),
    left("outcome"),
  ];
  const caption =
    "Blocks in which every check passed. Fresh blocks alone decide; the cases were recorded before they ran.";
  return { kind: "table", table: table(columns, rows, { caption: [caption] }) };
}

/** How the screen came to its answer. */
export function screenSection(
  screen: Screen,
  base: CandidateComparison,
  head: CandidateComparison,
): Section {
  const { first_look, second_look, total_regression: total, power } = screen;
  const fresh = second_look.complete_blocks;
  const items: Text[] = [
    [
      `First look: ${formatNumber(first_look.complete_blocks)} of ${plural(first_look.planned_blocks, "block")} over ${plural(first_look.cases, "case")}. In ${formatNumber(total.only_base_passed)} only ${base.label} passed, in ${formatNumber(total.only_head_passed)} only ${head.label} did.`,
    ],
    [`Second look: ${second_look.reason}.${isMissing(fresh) ? ` ${fresh.missing}.` : ""}`],
    [
      `Promise: a case that passed 95 times in 100 and never passes now is found ${power.holds ? "at least" : "fewer than"} ${formatNumber(power.required * 100)} times in 100.`,
    ],
  ];
  const tested: readonly Block[] =
    screen.regressions.length === 0 ? [] : [looksTable(screen, base.label, head.label)];
  return {
    id: "screen",
    title: "The screen: first and second look",
    importance: "core",
    blocks: [{ kind: "list", items }, ...tested],
  };
}

function casesCell(cases: readonly string[], compared: number): Cell {
  if (cases.length === compared) return cell(compared === 1 ? "the 1 case" : `all ${compared}`);
  const more = cases.length - CASES_NAMED;
  const named = cases.slice(0, CASES_NAMED);
  return cell(
    more > 0 ? `${named.join(", ")} and ${formatNumber(more)} more` : sentenceList(named),
  );
}

function changeRow(change: WireChange, compared: number): readonly Cell[] {
  const { subject, from, to, cases, calls } = change;
  return [
    cell(code(subject)),
    from === null ? muted("none") : cell(from),
    to === null ? muted("none") : cell(to),
    casesCell(cases, compared),
    cell(calls.length === 0 ? "all" : calls.join(", ")),
    cell(`${formatNumber(change.runs)} of ${formatNumber(change.of_runs)}`),
  ];
}

/** Every change on the wire, then the changed texts, and what was not compared. */
export function wireChangesSection(diff: WireChanges): Section {
  const columns = [
    left("what"),
    left("before"),
    left("now"),
    left("cases"),
    left("calls"),
    right("runs"),
  ];
  const notes: Text[] = [
    [`Not compared, because it changes by itself: ${sentenceList(diff.ignored)}.`],
    ...(diff.varying.length === 0
      ? []
      : [
          [
            `Text varies from run to run in ${sentenceList(diff.varying)}: only lines that every run of one side carries are compared.`,
          ],
        ]),
    ...diff.not_compared.map((one): Text => [code(one.case_id), `: ${one.reason}.`]),
  ];
  const excerpts = diff.changes
    .filter((one) => one.excerpt !== "")
    .slice(0, EXCERPTS_SHOWN)
    .flatMap((one): Block[] => [
      { kind: "heading", text: [code(one.subject)] },
      { kind: "code", text: one.excerpt },
    ]);
  const none = plural(diff.compared.length, "case");
  const rows = diff.changes.map((change) => changeRow(change, diff.compared.length));
  const body: readonly Block[] =
    diff.changes.length === 0
      ? [
          { kind: "text", text: [`No difference between the requests of ${none}.`] },
          { kind: "list", items: notes },
        ]
      : [{ kind: "table", table: table(columns, rows, { notes }) }];
  return {
    id: "wire-changes",
    title: "What this pull request changed on the wire",
    importance: "core",
    blocks: [...body, ...excerpts],
  };
}
