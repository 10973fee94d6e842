/** Reads the host's variables that an agent's `env` names: their values, or a fault for each that is not set. */
import type { AgentEnvironment } from "../contracts/agent-environment.ts";
import type { Fault } from "../contracts/fault.ts";
import type { Candidate } from "../contracts/matrix.ts";
import type { Shell } from "../core/ports.ts";

/** What is not set is left out; findMissingVariables says so. */
export function readVariables(
  shell: Pick<Shell, "environment">,
  env: AgentEnvironment | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env ?? {}).flatMap(([name, value]) => {
      const text = typeof value === "string" ? value : (shell.environment(value.from) ?? "");
      return typeof value !== "string" && text === "" ? [] : [[name, text]];
    }),
  );
}

/** An empty value is none: that is what GitHub gives for a secret it does not hand out. */
export function findMissingVariables(
  shell: Pick<Shell, "environment">,
  candidates: readonly Candidate[],
  where: string,
): Fault[] {
  const found = candidates.flatMap(({ env }) =>
    Object.entries(env ?? {}).flatMap(([name, value]) =>
      typeof value === "string" || (shell.environment(value.from) ?? "") !== ""
        ? []
        : [[`${name} ${value.from}`, { name, from: value.from }] as const],
    ),
  );
  return [...new Map(found).values()].map(({ name, from }) => ({
    code: "variable_missing",
    message: `env.${name} takes its value from ${from}, which is not set`,
    where,
    fix: `Set ${from}, or remove it from env. On GitHub it stands in env: of the step; a pull request from a fork gets no secrets.`,
  }));
}
