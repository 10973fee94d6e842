/** Runs a hook of the user's own program in its checkout: no model, no key, one minute. */
import type { ProgramEnd, Programs, Shell } from "../core/ports.ts";
import { ownEnvironment } from "./own-environment.ts";

const hookSeconds = 60;
const stdoutCap = 1_048_576;

/** Null where there is no such hook. */
export async function runHook(
  { shell, programs }: { readonly shell: Shell; readonly programs: Programs },
  program: {
    readonly cwd: string;
    readonly home: string;
    readonly temporary: string;
    readonly variables: Readonly<Record<string, string>>;
  },
  argv: readonly [string, ...string[]] | null,
): Promise<ProgramEnd | null> {
  if (argv === null) return null;
  return programs.run({
    argv,
    cwd: program.cwd,
    env: ownEnvironment(shell, program, null, program.variables),
    stdin: "",
    nonce: shell.entropy.hex(16),
    total_ms: hookSeconds * 1_000,
    stdout_cap: stdoutCap,
  });
}

/** How it ended, to follow "the reset hook". */
export function hookWords(ended: ProgramEnd): string {
  if (ended.spawn_error !== null) return `can't be started: ${ended.spawn_error}`;
  if (ended.timed_out) return `took longer than ${hookSeconds} s`;
  return ended.signal === null
    ? `ended with exit code ${ended.exit_code ?? "unknown"}`
    : `ended by ${ended.signal}`;
}
