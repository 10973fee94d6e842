/** Which of the host's variables a program may get: what its own commit asks for and base's commit allows. */
import type { AgentEnvironment } from "../../contracts/agent-environment.ts";
import type { Fault } from "../../contracts/fault.ts";
import type { Candidate } from "../../contracts/matrix.ts";
import type { ModelContract } from "../../contracts/model.ts";

/** Names of the host's variables that an `env` takes its values from. */
export function namesTaken(env: AgentEnvironment | undefined): string[] {
  return Object.values(env ?? {}).flatMap((value) =>
    typeof value === "string" ? [] : [value.from],
  );
}

/** Those of several candidates, each once. */
export function namesTakenByAny(candidates: readonly Candidate[]): string[] {
  return [...new Set(candidates.flatMap((one) => namesTaken(one.env)))];
}

/** `withheld`: names of the host's variables that were left out, each once. */
export interface Allowed {
  readonly env: AgentEnvironment | undefined;
  readonly withheld: readonly string[];
}

/**
 * A pull request brings its own texts, but may not reach for more of the host than base's commit lists: else any branch
 * could print what the host knows.
 */
export function allowVariables(
  wanted: AgentEnvironment | undefined,
  base: AgentEnvironment | undefined,
): Allowed {
  if (wanted === undefined) return { env: undefined, withheld: [] };
  const listed = new Set(namesTaken(base));
  const entries = Object.entries(wanted);
  const kept = entries.filter(([, value]) => typeof value === "string" || listed.has(value.from));
  return {
    env: Object.fromEntries(kept),
    withheld: [...new Set(namesTaken(wanted))].filter((name) => !listed.has(name)),
  };
}

interface KeyTaken {
  readonly variable: string;
  readonly from: string;
  readonly model: string;
}

/** The variables of `env` that take what a model contract names as its key. */
export function findKeysTaken(
  env: AgentEnvironment | undefined,
  models: readonly ModelContract[],
): KeyTaken[] {
  return Object.entries(env ?? {}).flatMap(([variable, value]) => {
    if (typeof value === "string") return [];
    const model = models.find((one) => one.api_key_env?.toUpperCase() === value.from.toUpperCase());
    return model === undefined ? [] : [{ variable, from: value.from, model: model.id }];
  });
}

export function keyTakenFault({ variable, from, model }: KeyTaken, where: string): Fault {
  return {
    code: "key_taken",
    message: `env.${variable} takes ${from}, which is the key of model ${model}: a key never reaches an agent`,
    where,
    fix: `Remove env.${variable}. The program finds a token for its run under the provider's own name, and the gateway adds the key.`,
  };
}
