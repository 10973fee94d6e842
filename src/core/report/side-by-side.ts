/** Several looks beside each other: profiles over the same runs, and matrices that are never one ranking. */
import type { Comparison } from "../../contracts/comparison.ts";
import type { Track } from "../../contracts/matrix.ts";
import { isSameOrder, orderByProfiles, type ProfileOrder } from "../scoring/profile-orders.ts";
import { cleanText } from "./escape.ts";
import { formatNumber, isMissing, plural, sentenceList } from "./format.ts";
import { cell, left, muted, numberFormatter, right, table } from "./table.ts";
import type { Block, Section, Text } from "./view-model.ts";

/** `planned`: the plan fixed this profile before the first model call. */
export interface ProfileLook {
  readonly comparison: Comparison;
  readonly planned: boolean;
}

/** A row a profile: weighted points of each candidate, the order they give, and what all of them say together. */
export function profilesSection(looks: readonly ProfileLook[]): Section {
  const comparisons = looks.map((one) => one.comparison);
  const orders = orderByProfiles(comparisons);
  const candidates = comparisons[0]?.candidates ?? [];
  const labels = new Map(candidates.map((one) => [one.candidate, one.label]));
  const format = numberFormatter(
    comparisons.flatMap((one) => one.candidates.map((each) => each.weighted)),
    4,
  );
  const columns = [
    left("weighted points"),
    ...candidates.map((one) => right(one.label)),
    left("order"),
    left("status"),
  ];
  const rows = looks.map(({ comparison, planned }, index) => {
    const order = orders[index];
    return [
      cell(`${comparison.profile.name}${planned ? " (planned)" : ""}`),
      ...candidates.map(({ candidate }) => pointsCell(comparison, candidate, format)),
      cell(order === undefined ? "" : orderWords(order, labels)),
      cell(comparison.status),
    ];
  });
  const notes = comparisons.flatMap(notWeighed);
  return {
    id: "profiles",
    title: "The same runs under several profiles",
    importance: "core",
    open: true,
    blocks: [
      { kind: "table", table: table(columns, rows, { notes }) },
      ...profileSentences(orders, labels).map((text): Block => ({ kind: "text", text: [text] })),
    ],
  };
}

/** An ineligible candidate's points stand there and count for nothing. */
function pointsCell({ candidates }: Comparison, id: string, format: (value: number) => string) {
  const one = candidates.find((each) => each.candidate === id);
  if (one === undefined || isMissing(one.weighted)) return muted("not weighed");
  return one.eligible ? cell(format(one.weighted)) : muted(`(${format(one.weighted)})`);
}

function notWeighed({ candidates, profile }: Comparison): Text[] {
  return candidates
    .filter((one) => !one.eligible)
    .map(({ label, ineligible_reasons: reasons }) => [
      `Not weighed (${label} under ${profile.name}): ${reasons.join("; ")}`,
    ]);
}

type Labels = ReadonlyMap<string, string>;

function named(id: string, labels: Labels): string {
  return labels.get(id) ?? id;
}

/** `a, b`; candidates with the same points are joined: `a = b, c`. */
function orderWords({ order }: ProfileOrder, labels: Labels): string {
  return order.length === 0
    ? "nobody is weighed"
    : order.map((group) => group.map((id) => named(id, labels)).join(" = ")).join(", ");
}

/** What the orders say together. An order of points is never called a ranking. */
export function profileSentences(orders: readonly ProfileOrder[], labels: Labels): string[] {
  const [first] = orders;
  if (first === undefined) return [];
  const caution = "An order of points is not a ranking: what may be said stands above.";
  if (first.order.flat().length < 2 && orders.every((one) => one.order.flat().length < 2))
    return ["No profile weighs two candidates: there is no order to turn over."];
  if (isSameOrder(orders))
    return [
      `The same order under all ${plural(orders.length, "profile")}: ${orderWords(first, labels)}. ${caution}`,
    ];
  const changes = new Map<string, string[]>();
  for (const one of orders)
    for (const change of changesOf(one, first, labels))
      changes.set(change, [...(changes.get(change) ?? []), one.profile]);
  return [
    ...[...changes].map(([change, names]) => `Under ${sentenceList(names)} ${change}.`),
    caution,
  ];
}

/** What a profile changes against the first, as the end of a sentence that begins with its name. */
function changesOf(one: ProfileOrder, first: ProfileOrder, labels: Labels): string[] {
  const names = (ids: readonly string[]) => sentenceList(ids.map((id) => named(id, labels)));
  const are = (ids: readonly string[]) => `${names(ids)} ${ids.length === 1 ? "is" : "are"}`;
  const lost = one.not_weighed.filter((id) => !first.not_weighed.includes(id));
  const gained = first.not_weighed.filter((id) => !one.not_weighed.includes(id));
  const isLevel = ([a, b]: readonly [string, string]) =>
    one.order.some((group) => group.includes(a) && group.includes(b));
  return [
    ...(one.turned.length === 0
      ? []
      : [
          `the order turns over: ${orderWords(one, labels)} instead of ${orderWords(first, labels)}`,
        ]),
    ...one.levelled.map((pair) =>
      isLevel(pair)
        ? `${names(pair)} have the same points`
        : `${names(pair)} have different points, under ${first.profile} the same`,
    ),
    ...(lost.length === 0 ? [] : [`${are(lost)} not weighed`]),
    ...(gained.length === 0 ? [] : [`${are(gained)} weighed, under ${first.profile} not`]),
  ];
}

/** One matrix as its own look shows it. */
export interface MatrixLook {
  readonly matrix_id: string;
  readonly track: Track;
  readonly title: string;
  readonly text: string;
}

/** Why the matrices stand beside each other and not in one table; a sentence a reason. */
export function apartSentences(looks: readonly Pick<MatrixLook, "track">[]): string[] {
  const counts = new Map<Track, number>();
  for (const { track } of looks) counts.set(track, (counts.get(track) ?? 0) + 1);
  const several = [...counts].filter(([, n]) => n > 1);
  return [
    ...(counts.size > 1
      ? [
          `Tracks ${sentenceList([...counts.keys()])} stand side by side and are never merged into one ranking: each asks another question.`,
        ]
      : []),
    ...several.map(
      ([track, n]) =>
        `${formatNumber(n)} matrices of track ${track} are separate executions: no verdict is taken across them.`,
    ),
  ];
}

/** Each matrix's own face under a heading of its track, and last why there is no table of all. */
export function renderMatrices(looks: readonly MatrixLook[]): string {
  const faces = looks.map(({ matrix_id, track, title, text }) => {
    const heading = `track ${track} · ${cleanText(title, 200)} · ${cleanText(matrix_id, 100)}`;
    return `${heading}\n${"─".repeat(Math.min(100, heading.length))}\n${text}`;
  });
  return `${faces.join("\n\n")}\n${apartSentences(looks).join("\n")}\n`;
}
