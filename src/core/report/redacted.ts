/** What was taken out of the recorded model calls: said once, because such a call is not what the wire carried. */
import type { Comparison } from "../../contracts/comparison.ts";
import { plural } from "./format.ts";
import type { Statement } from "./view-model.ts";

export function redactedStatement({ redacted }: Comparison): readonly Statement[] {
  if (redacted === undefined) return [];
  const { values, calls, runs } = redacted;
  const those = calls === 1 ? "That call" : "Those calls";
  return [
    {
      label: "Redacted",
      text: [
        `${plural(values, "value")} in ${plural(calls, "model call")} of ${plural(runs, "run")}. ${those} can't be replayed byte for byte.`,
      ],
    },
  ];
}
