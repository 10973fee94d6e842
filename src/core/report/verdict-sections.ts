/** The verdict sentence by sentence, the hard gates, and the runs that failed. */
import type { CandidateComparison, Comparison, GateTally } from "../../contracts/comparison.ts";
import type { GateId } from "../../contracts/readiness-policy.ts";
import type { CandidateReadiness, Finding, Readiness } from "../../contracts/readiness.ts";
import { formatNumber, formatShare, isMissing, plural, sentenceList } from "./format.ts";
import { cell, collectNotes, left, muted, optionalCell, right, table } from "./table.ts";
import {
  type Block,
  type Cell,
  code,
  runName,
  runNames,
  type Section,
  type Text,
} from "./view-model.ts";
import { gateName, reasonName, statusName, verdictWords } from "./words.ts";

const ITEMS_SHOWN = 200;

function findingItem(finding: Finding, kind: string): Text {
  const named = [...new Set(finding.runs)];
  const runs: Text = named.length === 0 ? [] : [" Runs: ", ...runNames(named, 8), "."];
  const lift = finding.lift === "" ? "" : ` To lift it: ${finding.lift}`;
  return [`${kind}: ${finding.message}${lift}`, ...runs];
}

interface Alike {
  readonly names: string[];
  readonly verdict: string;
  readonly items: readonly Text[];
}

/** Candidates of one verdict for the very same reasons share a paragraph. */
function alike(comparison: Comparison, readiness: Readiness): readonly Alike[] {
  const groups = new Map<string, Alike>();
  for (const one of readiness.candidates) {
    const items = [
      ...one.blocking.map((finding) => findingItem(finding, "Stops it")),
      ...one.conditions.map((finding) => findingItem(finding, "Condition")),
    ];
    const name =
      comparison.candidates.find((each) => each.candidate === one.candidate)?.label ??
      one.candidate;
    const verdict = verdictWords(readiness, one.verdict);
    const key = JSON.stringify([verdict, items]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { names: [name], verdict, items });
    else group.names.push(name);
  }
  return [...groups.values()];
}

/** Every blocking finding and condition of every candidate, with its runs and what would lift it. */
export function verdictSection(comparison: Comparison, readiness: Readiness): Section {
  const blocks = alike(comparison, readiness).flatMap(({ names, verdict, items }): Block[] => [
    { kind: "heading", text: [`${sentenceList(names)}: ${verdict}`] },
    { kind: "list", items: items.length === 0 ? [["Nothing stands against it."]] : items },
  ]);
  const frame: Text[] = [];
  if (readiness.incomplete) frame.push(["Not every planned run has a result."]);
  if (readiness.plumbing_only) {
    frame.push(["Plumbing only: a simulated model cannot say whether a prompt or a model serves."]);
  }
  const opening: Block[] = frame.length === 0 ? [] : [{ kind: "list", items: frame }];
  return {
    id: "verdict",
    title: "The verdict, sentence by sentence",
    importance: "core",
    blocks: [...opening, ...blocks],
  };
}

function tallyCell(tally: GateTally | undefined, decided: CandidateReadiness | undefined): Cell {
  const state = decided?.gates.find((gate) => gate.id === tally?.id)?.state;
  if (tally === undefined) return muted("not in the policy");
  const seen = tally.passed + tally.failed;
  const partly =
    tally.not_observed > 0 && seen > 0 ? `, ${formatNumber(tally.not_observed)} not observed` : "";
  if (seen === 0) return state === "passed" ? cell("held") : muted("not observed");
  const text = [`${formatNumber(tally.failed)} of ${formatNumber(seen)}${partly}`];
  return tally.failed > 0 || state === "failed" ? { text, tone: "no_go" } : { text };
}

/** Gates by candidate as counts of observed runs: "0 of 9" bounds a rate, it does not prove never. */
export function gatesSection(comparison: Comparison, readiness: Readiness): Section {
  const ids = [
    ...new Set(comparison.candidates.flatMap((one) => one.gates.map((gate) => gate.id))),
  ];
  const rows = ids.map((id) => [
    cell(gateName(id)),
    ...comparison.candidates.map((one) =>
      tallyCell(
        one.gates.find((gate) => gate.id === id),
        readiness.candidates.find((each) => each.candidate === one.candidate),
      ),
    ),
  ]);
  const columns = [left("gate"), ...comparison.candidates.map((one) => right(one.label))];
  const failures = comparison.candidates.flatMap((one) =>
    one.gates.flatMap((gate) =>
      gate.failures.map((failure): Text => [
        runName(failure.run_id),
        ` ${gateName(gate.id)}: failed. ${failure.detail}`,
      ]),
    ),
  );
  const decided = readiness.candidates.flatMap((one) =>
    one.gates
      .filter((gate) => gate.state === "failed" && !hasFailure(comparison, one.candidate, gate.id))
      .map((gate): Text => [`${one.candidate}, ${gateName(gate.id)}: failed. ${gate.detail}`]),
  );
  const items = [...failures, ...decided];
  const listed: Block[] = items.length === 0 ? [] : [{ kind: "list", items }];
  return {
    id: "gates",
    title: "Hard gates",
    importance: "core",
    blocks: [
      {
        kind: "table",
        table: table(columns, rows, {
          caption: ["Runs that broke the gate, of the runs in which it could be observed."],
          notes: [...gateNotes(comparison), ...isolationNotes(comparison)],
        }),
      },
      ...listed,
    ],
  };
}

function hasFailure(comparison: Comparison, candidate: string, id: GateId): boolean {
  const gates = comparison.candidates.find((one) => one.candidate === candidate)?.gates ?? [];
  return gates.some((gate) => gate.id === id && gate.failures.length > 0);
}

/** The weakest isolation of each candidate's runs, said once for all that share it. */
function isolationNotes(comparison: Comparison): readonly Text[] {
  const levels = new Map<string, string[]>();
  for (const one of comparison.candidates) {
    const level = isMissing(one.isolation) ? `not known: ${one.isolation.missing}` : one.isolation;
    levels.set(level, [...(levels.get(level) ?? []), one.label]);
  }
  return [...levels].map(([level, whose]): Text => [
    levels.size === 1
      ? `Weakest isolation of a run: ${level}.`
      : `Weakest isolation of a run, ${sentenceList(whose)}: ${level}.`,
  ]);
}

/** What a gate's tally says about itself, once: mostly what would make it visible. */
function gateNotes(comparison: Comparison): readonly Text[] {
  const notes = comparison.candidates.flatMap((one) =>
    one.gates
      .filter((gate) => gate.note !== "" && gate.passed + gate.failed === 0)
      .filter((gate) => gate.id !== "isolation_floor")
      .map((gate) => `${gateName(gate.id)}, not observed: ${gate.note}`),
  );
  return [...new Set(notes)].map((note): Text => [note]);
}

function rates(comparison: Comparison): Block {
  const notes = collectNotes();
  const columns = [
    left(""),
    right("runs"),
    right("not completed"),
    right("wrong or partial"),
    right("ended outside the agent"),
  ];
  const rows = comparison.candidates.map((one) => [
    cell(one.label),
    cell(`${formatNumber(one.runs)} of ${formatNumber(one.planned)}`),
    optionalCell(one.failure_rate.strict, `not completed, ${one.label}`, notes, formatShare),
    optionalCell(one.failure_rate.conditional, `wrong, ${one.label}`, notes, formatShare),
    optionalCell(one.failure_rate.error_rate, `errors, ${one.label}`, notes, formatShare),
  ]);
  return {
    kind: "table",
    table: table(columns, rows, {
      caption: [
        "Not completed and ended outside the agent: of all planned runs. Wrong or partial: of the completed runs.",
      ],
      notes: notes.lines(),
    }),
  };
}

function failureItems(one: CandidateComparison): readonly Text[] {
  const ended = one.failures.map((failure): Text => [
    runName(failure.run_id),
    ` ${statusName(failure.status)}: ${reasonName(failure.reason)}. ${failure.message}`,
  ]);
  const checks = one.cases.flatMap((each) =>
    each.failing_checks.map((check): Text => [
      code(each.case_id),
      " check ",
      code(check.id),
      ` failed in ${plural(check.runs, "run")}, for example `,
      runName(check.example_run),
      `: ${check.detail}`,
    ]),
  );
  return capped([...ended, ...checks]);
}

/** A list that a page can bear; all of it stands in comparison.json. */
function capped(items: readonly Text[]): readonly Text[] {
  const more = items.length - ITEMS_SHOWN;
  return more <= 0
    ? items
    : [...items.slice(0, ITEMS_SHOWN), [`${formatNumber(more)} more in comparison.json.`]];
}

/** Which runs failed and which checks, after the errors of the evaluation data itself. */
export function failuresSection(comparison: Comparison): Section {
  const data = comparison.evaluation_data_errors.map((error): Text => [
    code(error.case_id),
    ` version ${String(error.case_version)}: ${error.message}`,
  ]);
  const blocks: Block[] = [];
  if (data.length > 0) {
    blocks.push({ kind: "heading", text: ["Errors of the evaluation data"] });
    blocks.push({ kind: "list", items: data });
  }
  for (const one of comparison.candidates) {
    const items = failureItems(one);
    if (items.length === 0) continue;
    blocks.push({ kind: "heading", text: [one.label] });
    blocks.push({ kind: "list", items });
  }
  if (blocks.length === 0) {
    const none = comparison.candidates.every((one) => one.runs > 0);
    blocks.push({
      kind: "text",
      text: [
        none
          ? "No run failed and no check failed."
          : "No failure is recorded; not every candidate has runs.",
      ],
    });
  }
  return {
    id: "failures",
    title: "Failures",
    importance: "core",
    blocks: [rates(comparison), ...blocks, ...notRun(comparison)],
  };
}

function notRun(comparison: Comparison): readonly Block[] {
  if (comparison.not_run.length === 0) return [];
  const items = comparison.not_run.map((one): Text => [
    `${one.candidate} · ${one.case_id} · repetition ${String(one.repetition)}: ${one.reason}`,
  ]);
  return [
    { kind: "heading", text: ["Planned and not run"] },
    { kind: "list", items: capped(items) },
  ];
}
