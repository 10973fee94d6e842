/** Which variables of an environment hold secrets: those that are named as such, and those that are called like one. */

import type { NamedSecret } from "./matcher.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that lists further names, apart by commas or blanks. */
export const listVariable = "AGENT_LAB_SECRETS";

const SURE = /^(?:GITHUB_TOKEN|GH_TOKEN|ACTIONS_[A-Z_]*TOKEN|INPUT_.*TOKEN)$/i;
const CALLED_LIKE_ONE =
  /(?:^|[_-])(?:API[_-]?KEY|KEY|TOKEN|AUTHTOKEN|SECRET|PASSWORD|PASSWD|PAT)(?:[_-]?\d+)?$/i;
/** Keys of providers, of clouds and of the runner, which no installer needs. */
const KEY =
  /(^|_)API_?KEY(_|$)|^(GITHUB|GH|ACTIONS_(RUNTIME|ID_TOKEN_REQUEST))_TOKEN$|^AWS_(SECRET_ACCESS_KEY|SESSION_TOKEN)$|^GOOGLE_APPLICATION_CREDENTIALS$|^(AZURE_|OPENAI_|ANTHROPIC_)\w*(TOKEN|SECRET)$/i;
/** A password called "postgres" is a word of every log; what is only called like a secret must look like one. */
const SHORTEST_GUESS = 16;

function listed(environment: Environment): ReadonlySet<string> {
  return new Set((environment[listVariable] ?? "").split(/[\s,]+/).filter((name) => name !== ""));
}

/** Whether a variable is called like a key, which setup must not see. */
export function isKeyName(name: string): boolean {
  return KEY.test(name);
}

/** Variables that must not stand in an environment that an agent can read; empty values hold no secret. */
export function secretVariables(environment: Environment): readonly string[] {
  const named = listed(environment);
  return Object.keys(environment)
    .filter((name) => (environment[name] ?? "") !== "")
    .filter((name) => named.has(name) || SURE.test(name) || CALLED_LIKE_ONE.test(name))
    .toSorted();
}

/** The values to redact. `more`: variables that a contract names; their values are secrets for sure. */
export function secretsOf(
  environment: Environment,
  more: readonly string[] = [],
): readonly NamedSecret[] {
  const sure = new Set([...listed(environment), ...more]);
  return [...new Set([...secretVariables(environment), ...more])].flatMap((name) => {
    const value = environment[name] ?? "";
    const certain = sure.has(name) || SURE.test(name);
    return value === "" || (!certain && value.length < SHORTEST_GUESS) ? [] : [{ name, value }];
  });
}
