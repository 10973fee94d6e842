/** Tools of a program of the user's own: what holds for one that no catalogue declares, and what a call is taken to have changed. */
import type { CaseContract } from "../../contracts/case.ts";
import type { ToolDefinition } from "../../contracts/tool-catalogue.ts";

/** The worst is assumed of a tool nobody declared, and it is run all the same: the program stays as it is. */
export function undeclaredTool(name: string): ToolDefinition {
  return {
    name,
    version: 1,
    description: "declared in no catalogue",
    input_schema: {},
    side_effect_class: "unsafe_write",
    permissions: [],
    idempotent: false,
    approval: "none",
    reconcile: "none",
    behaviour: { kind: "own" },
  };
}

/** Whether only the program can answer this tool, after whatever errors a catalogue puts before. */
export function isOwnTool({ behaviour }: Pick<ToolDefinition, "behaviour">): boolean {
  return behaviour.kind === "fail_first"
    ? isOwnTool({ behaviour: behaviour.afterwards })
    : behaviour.kind === "own";
}

/** The names a case lets its program use; one that lists none lets it use any. */
export function allowedNames(contract: Pick<CaseContract, "tools">, name: string): string[] {
  return contract.tools.length === 0 ? [name] : [...contract.tools];
}

/**
 * How many changes a call is taken to have made that the program ran itself: one where its catalogue declares a write
 * and it did not fail. The host saw none of it.
 */
export function declaredEffects(
  tool: Pick<ToolDefinition, "side_effect_class">,
  about: { readonly undeclared: boolean; readonly is_error: boolean },
): number {
  const writes =
    tool.side_effect_class === "idempotent_write" || tool.side_effect_class === "unsafe_write";
  return writes && !about.undeclared && !about.is_error ? 1 : 0;
}
