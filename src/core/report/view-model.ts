/** The view model: what every face shows, already in words and formatted figures; a renderer adds syntax, never content. */
import type { Sensitivity } from "../../contracts/sensitivity.ts";
import type { KeyEntry, Plots } from "./plots.ts";

/**
 * Plain words, or a name set in a code face. Both are data: renderers escape them. `to`: an anchor of the same page that
 * the name leads to, where a row carries it.
 */
export type Inline = string | { readonly code: string; readonly to?: string };
export type Text = readonly Inline[];

export type Tone = "go" | "conditional" | "no_go" | "none";

/** A share of a common scale, 0..1. Only the HTML face draws it; the figure stands in the text as well. */
export interface Bar {
  readonly to: number;
}

export interface Cell {
  readonly text: Text;
  /** The same in fewer characters, for a face without room. */
  readonly short?: string;
  readonly tone?: Tone | "muted";
  readonly bar?: Bar;
  /** On the first cell of a row: the name that others link to. */
  readonly anchor?: string;
}

export interface Column {
  readonly title: string;
  readonly align: "left" | "right";
}

/** `notes`: why a cell has no value; shown under the table. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly caption: Text | null;
  readonly notes: readonly Text[];
  /** Many rows of long names: set smaller where there is a choice. */
  readonly dense?: boolean;
}

/**
 * What the page weighs again when a reader moves a weight. `points`: 0..100, a place a metric; null where there are none.
 * `unranked`: why a candidate has points and no place in the order; null where it has one.
 */
export interface Weighing {
  readonly metrics: readonly { readonly id: string; readonly weight: number }[];
  readonly candidates: readonly {
    readonly label: string;
    readonly unranked: string | null;
    readonly points: readonly (number | null)[];
  }[];
  readonly concentration: number;
  readonly thresholds: Sensitivity["thresholds"];
}

/** `plots`, their `key` and `weighing` are drawn by the HTML face alone: their figures stand in a table or text beside them. */
export type Block =
  | { readonly kind: "plots"; readonly plots: Plots }
  | { readonly kind: "key"; readonly entries: readonly KeyEntry[] }
  | { readonly kind: "weighing"; readonly weighing: Weighing }
  | { readonly kind: "text"; readonly text: Text }
  | { readonly kind: "heading"; readonly text: Text }
  | { readonly kind: "table"; readonly table: Table }
  | { readonly kind: "list"; readonly items: readonly Text[] }
  | { readonly kind: "code"; readonly text: string };

/** `core` stays while there is room, `detail` goes when it is tight, `bulk` goes first and is folded in HTML. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly importance: "core" | "detail" | "bulk";
  /** Unfolded in HTML although it is bulk elsewhere. */
  readonly drawn?: boolean;
  /** Shown at once, on the terminal too: it is what the report is about. */
  readonly open?: boolean;
  readonly blocks: readonly Block[];
}

export interface Statement {
  readonly label: string;
  readonly text: Text;
}

export interface ReportView {
  readonly kind: "matrix" | "pull_request" | "preflight" | "refusal" | "dry";
  readonly verdict: string;
  readonly tone: Tone;
  readonly title: string;
  /** Whose verdict the heading shows, or what is compared with what. */
  readonly whose: Text | null;
  /** `SIMULATED MODEL` and the like; null when the evidence is live. */
  readonly label: string | null;
  readonly data_error: Text | null;
  /** The first words of `why`, set in bold; null where the whole sentence weighs the same. */
  readonly lead: Text | null;
  readonly why: Text | null;
  readonly table: Table | null;
  readonly statements: readonly Statement[];
  /** Money, blocks, time, evidence digest: the last line above the fold. */
  readonly facts: readonly Text[];
  /** The command line that recomputes the verdict; null without a bundle. */
  readonly verify: string | null;
  readonly sections: readonly Section[];
  readonly paths: readonly { readonly name: string; readonly path: string }[];
}

export function code(name: string): Inline {
  return { code: name };
}

/** The anchor of a run's row: what an address would not carry is written in hex. */
export function runAnchor(run_id: string): string {
  const safe = run_id.replaceAll(
    /[^A-Za-z0-9._-]/gu,
    (mark) => `~${(mark.codePointAt(0) ?? 0).toString(16)}~`,
  );
  return `run-${safe}`;
}

/** A run's name, leading to its row. */
export function runName(run_id: string): Inline {
  return { code: run_id, to: runAnchor(run_id) };
}

/** Names of runs, each leading to its row. */
export function runNames(ids: readonly string[], limit: number): Text {
  return codes(ids, limit, runName);
}

/** Names in a code face, separated by commas. */
export function codes(
  names: readonly string[],
  limit = 12,
  as: (name: string) => Inline = code,
): Text {
  const shown = names
    .slice(0, limit)
    .flatMap((name, index): Text => (index === 0 ? [as(name)] : [", ", as(name)]));
  return names.length > limit ? [...shown, ` and ${String(names.length - limit)} more`] : shown;
}

/** The words without any syntax. */
export function wordsOf(text: Text): string {
  return text.map((part) => (typeof part === "string" ? part : part.code)).join("");
}
