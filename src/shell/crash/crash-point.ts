/** Dies at a named place, as a machine would that lost its power there: no handler runs, nothing is flushed. */
import type { CrashPoint } from "../../core/crash-points.ts";
import { crashPoints, neverCrash } from "../../core/crash-points.ts";

/** Set by tests only, and taken out of every environment that is handed on. */
export const crashVariable = "AGENT_LAB_CRASH_AT";

/**
 * `armed` is `name`, or `name:n` for the n-th pass; without it the result is an empty function. Throws for a name that
 * is not registered or a count that is none: a test that never dies would prove nothing.
 */
export function armCrashPoint(
  armed: string | undefined,
  die: () => void = () => process.kill(process.pid, "SIGKILL"),
): CrashPoint {
  if (armed === undefined) return neverCrash;
  const { name, count } = /^(?<name>[\w.-]+?)(:(?<count>[1-9]\d*))?$/.exec(armed)?.groups ?? {};
  if (name === undefined || !Object.hasOwn(crashPoints, name))
    throw new Error(
      `${crashVariable}=${armed} names no crash point. Known: ${Object.keys(crashPoints).join(", ")}; name:n is the n-th pass.`,
    );
  let left = Number(count ?? "1");
  return (passed) => {
    if (passed !== name) return;
    left -= 1;
    if (left === 0) die();
  };
}
