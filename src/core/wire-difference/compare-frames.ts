/** Lists what differs between two frames: model, wire, system text, tools, settings, streaming. */

import { sortedJson } from "../wire/json.ts";
import { compareTools } from "./compare-tools.ts";
import { type Difference, difference, valueWords } from "./difference.ts";
import type { Frame } from "./frames.ts";
import { diffLines, excerptOf } from "./text-lines.ts";

function sizeWords(text: string): string | null {
  return text === "" ? null : `${text.length} characters`;
}

/** Both texts without what is volatile; `from` and `to` are their sizes. */
export function compareTexts(
  kind: "system" | "opening",
  subject: string,
  before: string,
  after: string,
): Difference[] {
  if (before === after) return [];
  const lines = diffLines(before, after);
  if (lines.added.length + lines.removed.length === 0 && !lines.reordered) return [];
  return [
    {
      ...difference(kind, subject, sizeWords(before), sizeWords(after)),
      added: lines.added.length,
      removed: lines.removed.length,
      excerpt: excerptOf(lines),
    },
  ];
}

function compareSettings(before: Frame, after: Frame): Difference[] {
  const found: Difference[] = [];
  for (const name of Object.keys({ ...before.sampling, ...after.sampling }).toSorted()) {
    const [from, to] = [before.sampling[name], after.sampling[name]];
    if (sortedJson(from) === sortedJson(to)) continue;
    found.push(difference("sampling", name, valueWords(from), valueWords(to)));
  }
  return found;
}

/** Every difference between two frames: model, wire, system text, tools, settings, streaming. */
export function compareFrames(before: Frame, after: Frame): Difference[] {
  const found: Difference[] = [];
  if (before.model !== after.model) {
    found.push(difference("model", "model", before.model, after.model));
  }
  if (before.wire !== after.wire) {
    found.push(difference("wire", "wire", before.wire, after.wire));
  }
  found.push(...compareTexts("system", "system text", before.system, after.system));
  found.push(...compareTools(before.tools, after.tools), ...compareSettings(before, after));
  if (before.stream !== after.stream) {
    found.push(difference("stream", "stream", String(before.stream), String(after.stream)));
  }
  return found;
}
