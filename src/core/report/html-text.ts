/** Text of the view as HTML: escaped, names in a code face, names of runs leading to their rows. */
import { escapeHtml } from "./escape.ts";
import type { Text } from "./view-model.ts";

export const TEXT_LIMIT = 2_000;

/** Anchors that stand on the page: nothing links to a row that was left out. */
export type Anchors = ReadonlySet<string>;

export function plain(text: string): string {
  return escapeHtml(text, TEXT_LIMIT);
}

export function inline(text: Text, anchors: Anchors): string {
  return text
    .map((part) => {
      if (typeof part === "string") return plain(part);
      const name = `<code>${plain(part.code)}</code>`;
      return part.to !== undefined && anchors.has(part.to)
        ? `<a href="#${plain(part.to)}">${name}</a>`
        : name;
    })
    .join("");
}

export function classes(names: readonly string[]): string {
  const given = names.filter((name) => name !== "");
  return given.length === 0 ? "" : ` class="${given.join(" ")}"`;
}
