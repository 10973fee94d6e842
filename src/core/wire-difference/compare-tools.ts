/** Compares the tools two requests offer: which came and went, which only changed their name, and what changed inside. */

import { sortedJson } from "../wire/json.ts";
import type { CanonicalTool } from "../wire/tools.ts";
import { type Difference, difference, valueWords } from "./difference.ts";
import { compareSchemas, shortJson } from "./schema-changes.ts";
import { diffLines, excerptOf } from "./text-lines.ts";

/** A tool that left and one that came with the same arguments is one tool under a new name. */
function findRenamed(gone: readonly CanonicalTool[], come: readonly CanonicalTool[]) {
  const pairs: (readonly [CanonicalTool, CanonicalTool])[] = [];
  for (const old_tool of gone) {
    const same = come.filter(
      (one) =>
        !pairs.some((pair) => pair[1] === one) &&
        sortedJson(one.parameters) === sortedJson(old_tool.parameters),
    );
    const described = same.find((one) => one.description === old_tool.description);
    const takes_arguments = sortedJson(old_tool.parameters).includes('"properties":{"');
    const lone = same.length === 1 && takes_arguments ? same[0] : undefined;
    const found = described ?? lone;
    if (found !== undefined) pairs.push([old_tool, found]);
  }
  return pairs;
}

function compareTool(before: CanonicalTool, after: CanonicalTool): Difference[] {
  const found: Difference[] = [];
  const { name } = after;
  if (before.description !== after.description) {
    const texts = [shortJson(before.description), shortJson(after.description)] as const;
    const lines = diffLines(before.description, after.description);
    found.push({
      ...difference("tool_description", name, ...texts),
      added: lines.added.length,
      removed: lines.removed.length,
      excerpt: excerptOf(lines),
    });
  }
  for (const change of compareSchemas(name, before.parameters, after.parameters)) {
    const { subject, pointer, from, to } = change;
    found.push({
      ...difference("tool_schema", subject, from, to),
      pointer: pointer.slice(0, 500),
    });
  }
  for (const setting of ["strict", "kind"] as const) {
    if (before[setting] === after[setting]) continue;
    found.push(
      difference(
        "tool_setting",
        `${name} ${setting}`,
        valueWords(before[setting]),
        valueWords(after[setting]),
      ),
    );
  }
  return found;
}

function byName(tools: readonly CanonicalTool[]): Map<string, CanonicalTool> {
  return new Map(tools.map((one) => [one.name, one]));
}

/** Tools that came, went, were renamed or changed, and the order of those that stayed. A name given twice counts once, the last time. */
export function compareTools(
  before: readonly CanonicalTool[],
  after: readonly CanonicalTool[],
): Difference[] {
  const [old_tools, new_tools] = [byName(before), byName(after)];
  const gone = [...old_tools.values()].filter((one) => !new_tools.has(one.name));
  const come = [...new_tools.values()].filter((one) => !old_tools.has(one.name));
  const renamed = findRenamed(gone, come);
  const found: Difference[] = renamed.flatMap(([from, to]) => [
    difference("tool_renamed", to.name, from.name, to.name),
    ...compareTool(from, to),
  ]);
  for (const one of gone) {
    if (renamed.some(([from]) => from === one)) continue;
    found.push(difference("tool_removed", one.name, shortJson(one.description), null));
  }
  for (const one of come) {
    if (renamed.some(([, to]) => to === one)) continue;
    found.push(difference("tool_added", one.name, null, shortJson(one.description)));
  }
  for (const [name, one] of old_tools) {
    const now = new_tools.get(name);
    if (now !== undefined) found.push(...compareTool(one, now));
  }
  const kept_before = [...old_tools.keys()].filter((name) => new_tools.has(name)).join(", ");
  const kept_after = [...new_tools.keys()].filter((name) => old_tools.has(name)).join(", ");
  if (kept_before !== kept_after) {
    const order = [shortJson(kept_before), shortJson(kept_after)] as const;
    found.push(difference("tool_order", "order of the tools", ...order));
  }
  return found;
}
