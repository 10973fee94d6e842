/** Which tools a case offers: its tool set and its own list together, in the catalogue's order. */
import type { CaseContract } from "../../contracts/case.ts";
import type { ToolCatalogue, ToolDefinition } from "../../contracts/tool-catalogue.ts";

export interface Offer {
  readonly tools: readonly ToolDefinition[];
  /** Names the case asks for that the catalogue does not have; a tool set is named with its prefix. */
  readonly unknown: readonly string[];
}

/** The offered tools of a case; a name that leads nowhere is reported, never dropped in silence. */
export function offerTools(
  contract: Pick<CaseContract, "tools" | "tool_set">,
  catalogue: ToolCatalogue,
): Offer {
  const setName = contract.tool_set;
  const set = setName === undefined ? [] : catalogue.tool_sets[setName];
  const names = new Set([...(set ?? []), ...contract.tools]);
  const known = new Set(catalogue.tools.map((tool) => tool.name));
  return {
    tools: catalogue.tools.filter((tool) => names.has(tool.name)),
    unknown: [
      ...(set === undefined ? [`tool_sets/${setName}`] : []),
      ...[...names].filter((name) => !known.has(name)),
    ],
  };
}
