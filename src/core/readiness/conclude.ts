/** What --fail-on makes of an exit code: it softens 20 and 10 and nothing else. */

import type { Readiness } from "../../contracts/readiness.ts";

/** `conditional`: No-Go and Conditional-Go fail. `no-go`: only No-Go fails. `never`: neither does. */
export type FailOn = "no-go" | "conditional" | "never";

/** The process's exit code: 40 and 30 always stand, 20 becomes 0 under `never`, 10 becomes 0 unless `conditional`. */
export function exitCode(readiness: Pick<Readiness, "exit_code">, fail_on: FailOn): number {
  const code = readiness.exit_code;
  if (code === 20) return fail_on === "never" ? 0 : 20;
  if (code === 10) return fail_on === "conditional" ? 10 : 0;
  return code;
}
