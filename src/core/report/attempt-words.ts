/** A plan that was run before: said in front of everything, so that nobody picks the attempt that came out best. */
import type { Comparison } from "../../contracts/comparison.ts";
import { code, type Statement, type Text } from "./view-model.ts";

export function attemptStatement({ attempt }: Pick<Comparison, "attempt">): readonly Statement[] {
  if (attempt === undefined) return [];
  const { number, earlier } = attempt;
  const words = `Attempt ${number} of the same contract: earlier attempts count, the latest alone is not the answer.`;
  const named = earlier.flatMap((id, at): Text => [at === 0 ? " Before: " : ", ", code(id)]);
  const text: Text = named.length === 0 ? [words] : [words, ...named, "."];
  return [{ label: "Attempt", text }];
}
