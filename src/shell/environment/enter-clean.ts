/**
 * The host's own environment: it re-executes itself so that /proc/<pid>/environ holds no key. Nothing is deleted from a
 * running process, because that would change only the process's own view of it.
 */
import type { Environment } from "../../core/redaction/secret-names.ts";
import { offerSecrets, receiveSecrets } from "./hand-over.ts";
import { takeSecrets } from "./take-secrets.ts";

/** Names the descriptor in the environment of the replaced process; its value is no secret. */
const descriptorVariable = "AGENT_LAB_SECRETS_FD";

/**
 * `clean`: /proc shows no secret of this process. `nothing`: there is none. `exposed`: it still shows them, and why.
 * `secrets` by variable name, in every case all of them.
 */
export interface HostEnvironment {
  readonly level: "clean" | "nothing" | "exposed";
  readonly reason: string | null;
  readonly secrets: Readonly<Record<string, string>>;
  readonly clean: Readonly<Record<string, string>>;
}

/**
 * Replaces this process by itself, under the same pid, with a clean environment and its secrets on a descriptor: never
 * in arguments, environment or on disk. Returns only the reason why it could not. `argv`: program, its options, script
 * and arguments. Linux and Node 22.15 or newer (process.execve).
 */
export function reexecClean(options: {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}): string {
  if (process.platform !== "linux") return `there is no /proc to protect on ${process.platform}`;
  if (typeof process.execve !== "function") return `Node ${process.version} has no execve`;
  const offered = offerSecrets(options.secrets);
  if (!offered.ok) return offered.reason;
  const env = { ...options.env, [descriptorVariable]: String(offered.descriptor) };
  return process.execve(options.argv[0], [...options.argv], env);
}

/**
 * Called first by a command that runs something. The first time it does not return where it can do better: the process
 * starts again, and then gets its secrets here.
 */
export function enterClean(
  environment: Environment,
  argv: readonly [string, ...string[]],
): HostEnvironment {
  const { [descriptorVariable]: descriptor, ...rest } = environment;
  const taken = takeSecrets(rest);
  if (descriptor !== undefined && Object.keys(taken.secrets).length === 0)
    return {
      level: "clean",
      reason: null,
      secrets: receiveSecrets(Number(descriptor)),
      clean: taken.clean,
    };
  if (Object.keys(taken.secrets).length === 0) return { level: "nothing", reason: null, ...taken };
  const reason = reexecClean({ argv, env: taken.clean, secrets: taken.secrets });
  return { level: "exposed", reason, ...taken };
}
