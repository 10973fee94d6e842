/** Parts an environment into its secrets and the rest, so that the rest can be shown to anyone. */
import { type Environment, secretVariables } from "../../core/redaction/secret-names.ts";

export interface TakenSecrets {
  /** By variable name. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly clean: Readonly<Record<string, string>>;
}

export function takeSecrets(environment: Environment): TakenSecrets {
  const names = new Set(secretVariables(environment));
  const secrets: Record<string, string> = {};
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue;
    (names.has(name) ? secrets : clean)[name] = value;
  }
  return { secrets, clean };
}
