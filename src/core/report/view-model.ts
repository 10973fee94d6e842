/** The view model: what every face shows, already in words and formatted figures; a renderer adds syntax, never content. */

/** Plain words, or a name set in a code face. Both are data: renderers escape them. */
export type Inline = string | { readonly code: string };
export type Text = readonly Inline[];

export type Tone = "go" | "conditional" | "no_go" | "none";

/** Shares of a common scale, 0..1. Only the HTML face draws them; the figures stand in the text as well. */
export type Bar =
  | { readonly kind: "share"; readonly to: number }
  | {
      readonly kind: "range";
      readonly low: number;
      readonly middle: number;
      readonly high: number;
    };

export interface Cell {
  readonly text: Text;
  /** The same in fewer characters, for a face without room. */
  readonly short?: string;
  readonly tone?: Tone | "muted";
  readonly bar?: Bar;
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
}

export type Block =
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

/** Names in a code face, separated by commas. */
export function codes(names: readonly string[], limit = 12): Text {
  const shown = names
    .slice(0, limit)
    .flatMap((name, index): Text => (index === 0 ? [code(name)] : [", ", code(name)]));
  return names.length > limit ? [...shown, ` and ${String(names.length - limit)} more`] : shown;
}

/** The words without any syntax. */
export function wordsOf(text: Text): string {
  return text.map((part) => (typeof part === "string" ? part : part.code)).join("");
}
