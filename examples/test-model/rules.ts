/** Reads a system text literally: what it does not say, the test model does not do. */

export interface Rules {
  /** Over this many USD a manager must agree; null where no sentence says so. */
  readonly approval_over: number | null;
  readonly search_policy: boolean;
  readonly never_twice: boolean;
  /** Words of goods that the text orders to refund whatever the policy says. */
  readonly refund_anyway: readonly string[];
  readonly form: "sentence" | "one_word" | "json";
  readonly verbose: boolean;
}

export function readRules(system: string): Rules {
  const sentences = splitSentences(system);
  const approval = sentences.find((one) => /approv/i.test(one));
  const limit = /(\d+(?:\.\d+)?)/.exec(approval ?? "")?.[1] ?? "0";
  return {
    approval_over: approval === undefined ? null : Number(limit),
    search_policy: sentences.some(
      (one) => /search|check|consult/i.test(one) && /policy/i.test(one),
    ),
    never_twice: sentences.some((one) => /never.*\btwice\b|already refunded/i.test(one)),
    refund_anyway: sentences.flatMap((one) =>
      wordsOf(/refund (.+?) (?:as well|too)\b/i.exec(one)?.[1] ?? ""),
    ),
    form: formOf(sentences),
    verbose: sentences.some((one) => /explain|in detail|every step|thorough/i.test(one)),
  };
}

export function splitSentences(prose: string): string[] {
  return prose
    .split(/(?<=[.!?])\s+|\n+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** Lower-case words without a plural s; names in snake_case and camelCase fall apart into theirs. */
export function wordsOf(prose: string): string[] {
  return prose
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => (word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word));
}

function formOf(sentences: readonly string[]): Rules["form"] {
  if (sentences.some((one) => /answer .*\bjson\b/i.test(one))) return "json";
  return sentences.some((one) => /answer .*\bone word\b/i.test(one)) ? "one_word" : "sentence";
}
