/** The faces of a dry evaluation: what changed on the wire case by case, how far that holds, and who has to do what next. */
import type { Plan } from "../../contracts/plan.ts";
import { plural, sentenceList, shortRevision } from "../report/format.ts";
import { ignoredChanges } from "../report/ignored-changes.ts";
import { cell, left, table } from "../report/table.ts";
import {
  type Block,
  type Cell,
  code,
  codes,
  type ReportView,
  type Section,
  type Statement,
  type Table,
  type Text,
} from "../report/view-model.ts";
import { describeWireDiff } from "../wire-difference/describe.ts";
import type { DryCase, DryOutcome } from "./dry-case.ts";
import {
  differing,
  type DryCause,
  type DryReport,
  dryVerdict,
  isUntold,
  runsOf,
  turnedOtherwise,
} from "./dry-report.ts";
import type { Shade } from "./first-difference.ts";

const EXCERPTS_SHOWN = 6;

export function dryView(report: DryReport): ReportView {
  const { plan, cause, cases, preflight } = report;
  const excerpts = excerptSection(cases);
  return {
    kind: "dry",
    verdict: dryVerdict(cause),
    tone: "none",
    title: plan.title,
    whose: [
      "head ",
      code(shortRevision(report.head)),
      " against base ",
      code(shortRevision(report.base)),
    ],
    label: "DRY",
    data_error: null,
    lead: [finding(cases)],
    why: [
      `${causeWords(cause)}, so nothing was asked of a model and nothing was spent. `,
      method(report),
    ],
    table: casesTable(cases),
    statements: [
      ...ignoredChanges(plan),
      ...casesChanged(plan),
      ...otherRecording(report),
      {
        label: "Preflight",
        text: [`${plural(preflight.cases.length, "case")} found sound; no model was called.`],
      },
      {
        label: "Not seen",
        text: [
          `What head answers, whether its cases still pass, what it costs, and what is asked after ${cases.every((one) => one.recorded) ? "" : "a real answer or "}the first difference of a case.`,
        ],
      },
      { label: "Next", text: [nextWords(cause)] },
    ],
    facts: [
      [plural(cases.length, "case")],
      [`${plural(runsOf(cases), "run")} of the program`],
      ["0 model calls"],
      ["nothing spent"],
    ],
    verify: null,
    sections: excerpts === null ? [] : [excerpts],
    paths: [],
  };
}

/** The one sentence that a reader takes away. */
function finding(cases: readonly DryCase[]): string {
  const compared = cases.filter(
    (one) => !["silent", "not_run"].includes(one.outcome.kind) && !isUntold(one),
  );
  const found = differing(cases).length;
  const of = cases.length === 1 ? "the 1 case" : `${found} of ${cases.length} cases`;
  if (found > 0) return `This pull request asks the model something else in ${of}.`;
  if (compared.length === 0) return "No case asked the model anything that could be compared.";
  const rest = cases.length - compared.length;
  const limits = rest === 0 ? "" : `; ${plural(rest, "case")} could not be compared`;
  const same = compared.flatMap(({ outcome }) => (outcome.kind === "same" ? [outcome] : []));
  const worse = same.filter(({ trouble }) => trouble.head !== null && trouble.base === null);
  const away = compared.filter((one) => one.turned_away.head.length > 0);
  const but = [
    ...(worse.length === 0
      ? []
      : [`head's program ended badly in ${plural(worse.length, "case")}, and base's did not`]),
    ...(away.length === 0
      ? []
      : [`in ${plural(away.length, "case")} the gateway turned requests away unread`]),
  ].map((words) => `; ${words}`);
  const shades = shadeWords(same.flatMap((one) => one.differs));
  const ends = same.some((one) => one.recording_ends_at !== null) ? " that was compared" : "";
  const many = plural(compared.length, "case");
  const said =
    shades === null && but.length === 0
      ? `No byte changed in any request${ends} of ${many}`
      : `Nothing was found changed in the requests of ${many}${shades === null ? "" : ` but ${shades}`}`;
  return `${said}${but.join("")}${limits}.`;
}

const shadesInWords = {
  moments: "dates, ids and paths, which change from run to run on base too",
  places: "paths and ports",
  writing: "bytes and query around the same parsed content",
  order: "their order",
} as const;

/** Null where no byte differs. */
function shadeWords(shades: readonly Shade[]): string | null {
  const found = new Set(shades);
  const names = (["moments", "places", "writing", "order"] as const).filter(
    (one) => found.has(one) && !(one === "places" && found.has("moments")),
  );
  return names.length === 0 ? null : sentenceList(names.map((one) => shadesInWords[one]));
}

function causeWords({ keys, fork }: DryCause): string {
  if (keys.length === 0) return "Dry mode was asked for";
  return fork === true
    ? "A pull request from a fork gets no secrets"
    : `${sentenceList(keys)} ${keys.length === 1 ? "is" : "are"} not set`;
}

function method({ cases, recording }: DryReport): string {
  const ran = cases.filter(({ outcome }) => outcome.kind !== "not_run");
  const recorded = ran.filter((one) => one.recorded).length;
  const own =
    'everything was answered "ok", so only what is asked before the first answer is exact';
  const once = "Base and head were run on each case without a key";
  const unfit = ran.filter((one) => one.unfit).length;
  if (recorded === 0) {
    if (recording === null) return `${once}. No recording of base: ${own}.`;
    const what = unfit === 0 ? "" : "base's first request of ";
    return `${once}. The recording holds ${what}none of these cases: ${own}.`;
  }
  const replayed =
    "Both got the answers that base once got, until the first request that was never recorded";
  return recorded === ran.length
    ? `${once}. ${replayed}.`
    : `${once}. ${replayed}; in ${plural(ran.length - recorded, "case")} without a recording${unfit === 0 ? "" : ` of base's first request`} ${own}.`;
}

function nextWords({ keys, fork }: DryCause): string {
  if (keys.length === 0) return "Evaluate without dry mode for a verdict.";
  if (fork === null) return `Set ${sentenceList(keys)} and evaluate without --dry for a verdict.`;
  return fork
    ? "A maintainer reads the change, then pushes it to a branch of this repository, where it is evaluated."
    : `A maintainer gives this job ${sentenceList(keys)} and runs it again for a verdict.`;
}

const changeWords = {
  added: "is new",
  changed: "changed; base's version was run",
  removed: "was removed; it was run all the same",
} as const;

function casesChanged({ case_changes = [] }: Plan): readonly Statement[] {
  if (case_changes.length === 0) return [];
  const text = case_changes
    .slice(0, 6)
    .flatMap((one, at): Text => [
      at === 0 ? "" : "; ",
      code(one.case_id),
      ` ${changeWords[one.change]}`,
    ]);
  const more = case_changes.length - 6;
  return [{ label: "Cases changed", text: [...text, more > 0 ? `; and ${more} more.` : "."] }];
}

function otherRecording({ recording, base }: DryReport): readonly Statement[] {
  if (recording === null) return [];
  const whose =
    recording.revision === null || recording.revision === base
      ? ["."]
      : [", recorded at ", code(shortRevision(recording.revision)), ", not at this base."];
  return [{ label: "Recording", text: ["Matrix ", code(recording.matrix_id), ...whose] }];
}

/** Cases with the very same words share a line; those that differ come first. */
function casesTable(cases: readonly DryCase[]): Table {
  const rows = new Map<string, { names: string[]; at: string; words: Text }>();
  const changed = differing(cases);
  for (const one of [...changed, ...cases.filter((each) => !changed.includes(each))]) {
    const [at, words] = [placeOf(one), [...outcomeWords(one.outcome), ...awayWords(one)]];
    const key = JSON.stringify([at, words]);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { names: [one.case_id], at, words });
    else row.names.push(one.case_id);
  }
  return table(
    [left("case"), left("first difference"), left("on the wire")],
    [...rows.values()].map(({ names, at, words }): Cell[] => [
      names.length === cases.length && names.length > 1
        ? cell(`all ${names.length} cases`)
        : cell(...codes(names, 6)),
      cell(at),
      { text: words },
    ]),
  );
}

function placeOf(one: DryCase): string {
  if (isUntold(one)) return "not compared";
  const { outcome } = one;
  if ("call" in outcome) return `call ${outcome.call}`;
  if (turnedOtherwise(one)) return "turned away";
  return outcome.kind === "same" ? "none" : "not compared";
}

/** Requests that nobody could read, so that what they ask is not known. */
function awayWords({ turned_away: { base, head } }: DryCase): Text {
  const sides = [
    ["head", head],
    ["base", base],
  ] as const;
  return sides.flatMap(([side, found]): Text =>
    found.length === 0 ? [] : [`; on ${side} the gateway turned away unread: `, ...codes(found, 4)],
  );
}

function outcomeWords(outcome: DryOutcome): Text {
  switch (outcome.kind) {
    case "same":
      return [sameWords(outcome)];
    case "changed":
      return changedWords(outcome);
    case "added":
      return [`a call that base does not make, to ${outcome.what}`];
    case "removed":
      return [
        `base's call to ${outcome.what} is no longer made`,
        ...(outcome.head_trouble === null ? [] : [`; head ${outcome.head_trouble}`]),
      ];
    case "silent":
      return [`no request on either side: ${outcome.why}`];
    case "not_run":
      return [`could not be run: ${outcome.why}`];
  }
}

function changedWords({ changes, varying }: Extract<DryOutcome, { kind: "changed" }>): Text {
  if (changes.length === 0)
    return ["base varies from run to run, and no other change could be told"];
  const phrases = describeWireDiff({
    compared: changes.flatMap((one) => one.cases).slice(0, 1),
    not_compared: [],
    changes: [...changes],
    varying: [],
    ignored: [],
  });
  return [
    ...phrases.flatMap(({ name, words }, at): Text => [
      ...(at === 0 ? [] : [" · "]),
      ...(name === null ? [words] : [code(name), words]),
    ]),
    ...(varying ? ["; text that varies from run to run is left out"] : []),
  ];
}

function sameWords({
  differs,
  trouble,
  recording_ends_at: ends,
}: Extract<DryOutcome, { kind: "same" }>): string {
  const shades = shadeWords(differs);
  const nothing = shades === null ? "nothing, not a byte" : `nothing but ${shades}`;
  const whole =
    ends === null
      ? nothing
      : `${nothing}, up to call ${ends}; base's own call ${ends} was never recorded, since it or its case changed`;
  if (trouble.head === null) return whole;
  return `${whole}; head ${trouble.head}${trouble.base === null ? "" : "; base did not end well either"}`;
}

/** The changed texts, a text that changed the same way in several cases once. */
function excerptSection(cases: readonly DryCase[]): Section | null {
  const texts = new Map<string, { subject: string; excerpt: string; names: string[] }>();
  for (const { case_id, outcome } of cases) {
    if (outcome.kind !== "changed") continue;
    for (const { subject, excerpt } of outcome.changes.filter((one) => one.excerpt !== "")) {
      const key = JSON.stringify([subject, excerpt]);
      const known = texts.get(key) ?? { subject, excerpt, names: [] };
      texts.set(key, { ...known, names: [...known.names, case_id] });
    }
  }
  if (texts.size === 0) return null;
  const blocks = [...texts.values()]
    .slice(0, EXCERPTS_SHOWN)
    .flatMap(({ subject, excerpt, names }): Block[] => [
      {
        kind: "heading",
        text: [
          `${subject}, `,
          ...(names.length === cases.length && names.length > 1
            ? [`all ${names.length} cases`]
            : codes(names, 4)),
        ],
      },
      { kind: "code", text: excerpt },
    ]);
  const more = texts.size - EXCERPTS_SHOWN;
  const rest: readonly Block[] =
    more > 0 ? [{ kind: "text", text: [`${plural(more, "more text")} changed.`] }] : [];
  return {
    id: "dry-texts",
    title: "The changed texts, line by line",
    importance: "core",
    open: true,
    blocks: [...blocks, ...rest],
  };
}
