/** What every command gives back: an exit code of SPEC's table, a text for people and one object for machines. */
import type { Fault } from "../contracts/fault.ts";

export interface CommandResult {
  readonly exit_code: number;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** Why there is no result; absent when there is one. */
  readonly faults?: readonly Fault[];
}

/** 30: incomplete. 50: usage, contract or preflight. 60: the evidence itself is broken. */
export function refusalResult(
  faults: readonly [Fault, ...Fault[]],
  exit_code: 50 | 60 | 40 | 30,
): CommandResult {
  return { exit_code, text: faultText(faults), json: { verdict: null, exit_code, faults }, faults };
}

/** One paragraph a fault: what happened, where, what to do. */
export function faultText(faults: readonly Fault[]): string {
  return faults.map((fault) => `${fault.where}: ${fault.message}\n  ${fault.fix}\n`).join("\n");
}
