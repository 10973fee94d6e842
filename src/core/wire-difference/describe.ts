/** A wire difference in a reader's words: one short phrase a change, the name it is about apart from the words. */

import type { WireChange, WireChanges } from "../../contracts/wire-changes.ts";

/** `name` is data and set in a code face; null where the words say it all. */
export interface WirePhrase {
  readonly name: string | null;
  readonly words: string;
}

const VALUE_SHOWN = 60;

function short(value: string): string {
  return value.length <= VALUE_SHOWN
    ? value
    : `${value.slice(0, VALUE_SHOWN - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function lineCounts({ added, removed }: WireChange): string {
  const parts = [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])];
  if (parts.length === 0) return "lines in another order";
  return `${parts.join(" ")} ${added + removed === 1 ? "line" : "lines"}`;
}

function textPhrase(change: WireChange): WirePhrase {
  const { subject, from, to } = change;
  if (to === null) return { name: null, words: `${subject} gone (it had ${from ?? "none"})` };
  if (from === null) return { name: null, words: `${subject} added (${to})` };
  return { name: null, words: `${subject} ${lineCounts(change)}` };
}

function valuePhrase({ subject, from, to }: WireChange): WirePhrase {
  if (to === null) return { name: subject, words: " removed" };
  if (from === null) return { name: subject, words: ` added (${short(to)})` };
  return { name: subject, words: ` ${short(from)} → ${short(to)}` };
}

function phraseOf(change: WireChange): WirePhrase {
  const { subject, from, to } = change;
  const step = `${short(from ?? "none")} → ${short(to ?? "none")}`;
  switch (change.kind) {
    case "system":
    case "opening":
      return textPhrase(change);
    case "tool_added":
      return { name: subject, words: " added" };
    case "tool_removed":
      return { name: subject, words: " removed" };
    case "tool_renamed":
      return { name: from, words: ` is now called ${short(to ?? "")}` };
    case "tool_description":
      return { name: subject, words: " described differently" };
    case "tool_schema":
    case "tool_setting":
    case "sampling":
      return valuePhrase(change);
    case "model":
    case "embedding_model":
    case "wire":
    case "call_count":
      return { name: null, words: `${subject} ${step}` };
    case "stream":
      return {
        name: null,
        words: to === "true" ? "answers streamed now" : "answers no longer streamed",
      };
    case "tool_order":
      return { name: null, words: "tools in another order" };
    case "call_added":
      return { name: null, words: `${subject} is new` };
    case "call_removed":
      return { name: null, words: `${subject} is no longer made` };
  }
}

function where(change: WireChange, compared: number): string {
  const { cases, calls, runs, of_runs } = change;
  const [first = ""] = cases;
  const parts: string[] = [];
  if (calls.length > 0) parts.push(`call ${calls.join(", ")} only`);
  if (runs < of_runs) parts.push(`${runs} of ${of_runs} runs`);
  if (cases.length < compared) {
    parts.push(cases.length === 1 ? `case ${first}` : `${cases.length} of ${compared} cases`);
  }
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/**
 * One phrase a change, the loudest first, then what was not compared. Where nothing changed, one phrase says so and of
 * how many cases. Names and values in it are data from requests: renderers escape them.
 */
export function describeWireDiff(diff: WireChanges): WirePhrase[] {
  const { changes, compared, not_compared, ignored } = diff;
  const phrases = changes.map((change) => {
    const { name, words } = phraseOf(change);
    return { name, words: `${words}${where(change, compared.length)}` };
  });
  if (changes.length === 0 && compared.length > 0) {
    const cases = compared.length === 1 ? "1 case" : `${compared.length} cases`;
    const moments = ignored.includes("dates and times") ? ", dates and ids" : "";
    const aside = ignored.length === 0 ? "" : `; temporary paths${moments} aside`;
    const words = `nothing (same system and opening text, tools and known settings in ${cases}${aside})`;
    phrases.push({ name: null, words });
  }
  const [first] = not_compared;
  if (first !== undefined) {
    const cases = not_compared.length === 1 ? first.case_id : `${not_compared.length} cases`;
    phrases.push({ name: null, words: `not compared, ${cases}: ${first.reason}` });
  }
  return phrases;
}
