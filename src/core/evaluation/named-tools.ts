/** The tools that a check names: what it asks for, what it forbids, what it counts. */
import type { Check } from "../../contracts/evaluator.ts";

export function namedTools(check: Check): readonly string[] {
  switch (check.type) {
    case "calls":
    case "never_calls":
    case "order":
      return check.tools;
    case "calls_with":
      return [check.tool];
    case "max_calls":
      return check.tool === undefined ? [] : [check.tool];
    case "output":
    case "json_schema":
    case "contains":
    case "not_contains":
    case "matches":
    case "world":
      return [];
  }
}
