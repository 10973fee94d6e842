/** Opens the redactor of a plan: it knows every secret that the plan's models and programs may be given. */
import { namesTakenByAny } from "../core/own/agent-variables.ts";
import type { Shell } from "../core/ports.ts";
import type { Redactor } from "../core/redaction/redactor.ts";
import { findUnshielded } from "./guard.ts";
import { serialise } from "./load-matrix.ts";
import { contractDocuments, type Planned } from "./plan.ts";

/** Knows the keys of the plan's models and what the host hands to its programs; example keys in its contracts are evidence. */
export function openPlanRedactor(shell: Shell, planned: Planned): Redactor {
  const api_keys = planned.contracts.models.flatMap((one) => one.api_key_env ?? []);
  for (const name of findUnshielded(shell.environment, api_keys)) {
    const text = `${name} is a key, but is not called like one: name it in AGENT_LAB_SECRETS, or agents can read it from this process's environment`;
    shell.progress.report({ kind: "note", text });
  }
  const public_texts = [...contractDocuments(planned).values()].map(serialise);
  const handed = namesTakenByAny(planned.plan.candidates);
  return shell.openRedactor({ secrets: [...api_keys, ...handed], public_texts });
}
