/** The one declared variable: which fields of a candidate may differ, and which difference breaks the comparison. */
import type { Fault } from "../../contracts/fault.ts";
import type { Candidate, Variable } from "../../contracts/matrix.ts";
import { canonicalJson } from "../digest/canonical.ts";

type Field = Exclude<keyof Candidate, "id" | "label" | "role" | "control_of">;

/**
 * For each variable, the candidate fields that may differ between candidates. Every other difference is refused.
 * A revision is everything between two commits; which adapter of ours runs it is no part of a commit.
 */
export const mayDiffer: Readonly<Record<Variable, readonly Field[]>> = {
  revision: [
    "revision",
    "command",
    "setup",
    "reset",
    "snapshot",
    "env",
    "output",
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

/** Every field that says what a candidate is; a field that the contract gains does not compile until it stands here. */
const described: Readonly<Record<Field, true>> = {
  adapter: true,
  command: true,
  setup: true,
  reset: true,
  snapshot: true,
  env: true,
  output: true,
  revision: true,
  working_directory: true,
  prompt: true,
  models: true,
  tool_set: true,
};

const isField = (name: string): name is Field => name in described;
const fields: readonly Field[] = Object.keys(described).filter(isField);

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

/**
 * Candidates that are one and the same in all that the variable lets differ: a difference between them would be noise
 * under two names. A revision may be compared with itself, when both names say so; a control is meant to be the same.
 */
export function findSameCandidates(
  variable: Variable,
  candidates: readonly Candidate[],
  where: string,
): Fault[] {
  if (variable === "revision") return [];
  const known = new Map<string, string>();
  const faults: Fault[] = [];
  for (const one of candidates.filter(({ control_of }) => control_of === undefined)) {
    const text = canonicalJson(mayDiffer[variable].map((field) => one[field] ?? null));
    const first = known.get(text);
    if (first === undefined) known.set(text, one.id);
    else
      faults.push({
        code: "nothing_differs",
        message: `${first} and ${one.id} do not differ in ${mayDiffer[variable].join(" or ")}, and the variable is ${variable}`,
        where,
        fix: "Change one of them or take it out. To see what noise alone looks like, write aa_control: true.",
      });
  }
  return faults;
}

/** The table in words: for each variable what may differ, and what is held. */
export function describeVariables(): { variable: string; may_differ: string[]; held: string[] }[] {
  return Object.entries(mayDiffer).map(([name, allowed]) => ({
    variable: name,
    may_differ: [...allowed],
    held: fields.filter((field) => !allowed.includes(field)),
  }));
}
