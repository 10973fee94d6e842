/** The one declared variable: which fields of a candidate may differ, and which difference breaks the comparison. */
import type { Fault } from "../../contracts/fault.ts";
import type { Candidate, Variable } from "../../contracts/matrix.ts";
import { canonicalJson } from "../digest/canonical.ts";

type Field = Exclude<keyof Candidate, "id" | "label" | "role">;

/** For each variable, the candidate fields that may differ between candidates. Every other difference is refused. */
export const mayDiffer: Readonly<Record<Variable, readonly Field[]>> = {
  revision: [
    "revision",
    "command",
    "setup",
    "env",
    "working_directory",
    "prompt",
    "models",
    "tool_set",
  ],
  framework: ["adapter", "working_directory"],
  framework_version: ["working_directory"],
  prompt: ["prompt"],
  model: ["models"],
  tool_set: ["tool_set"],
};

const fields: readonly Field[] = [
  "adapter",
  "command",
  "setup",
  "env",
  "revision",
  "working_directory",
  "prompt",
  "models",
  "tool_set",
];

/** Names each field in which two candidates differ although the variable does not allow it. */
export function findStrayDifferences(
  variable: Variable,
  candidates: readonly Candidate[],
  where: string,
): Fault[] {
  const [first, ...rest] = candidates;
  if (first === undefined) return [];
  const faults: Fault[] = [];
  for (const other of rest) {
    for (const field of fields) {
      if (mayDiffer[variable].includes(field) || textOf(first[field]) === textOf(other[field]))
        continue;
      faults.push({
        code: "second_variable",
        message: `${first.id} and ${other.id} differ in ${field}, but the variable is ${variable}`,
        where,
        fix: `Make ${field} the same in all candidates, or declare another variable. With ${variable}, only ${mayDiffer[variable].join(", ")} may differ.`,
      });
    }
  }
  return faults;
}

function textOf(value: Candidate[Field]): string {
  return value === undefined ? "" : canonicalJson(value);
}
