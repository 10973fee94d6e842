/** How many secrets were taken out of the model calls of a matrix before they were kept: such calls are not what the wire carried. */
import type { Comparison } from "../../contracts/comparison.ts";
import type { Observation } from "./observation.ts";

/** Nothing is returned where nothing was taken out, so that the document stays as it was. */
export function tallyRedactions(runs: readonly Observation[]): Pick<Comparison, "redacted"> {
  const each = runs.map(({ result }) =>
    (result?.model_calls ?? []).flatMap((call) =>
      call.redacted === undefined || call.redacted === 0 ? [] : [call.redacted],
    ),
  );
  const touched = each.filter((calls) => calls.length > 0);
  if (touched.length === 0) return {};
  const all = touched.flat();
  return {
    redacted: {
      values: all.reduce((total, one) => total + one, 0),
      calls: all.length,
      runs: touched.length,
    },
  };
}
