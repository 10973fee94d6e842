/** Takes out of a text what changes from run to run by itself, by stated rules, so that only what a revision changed remains. */

interface Rule {
  readonly kind: string;
  readonly mark: string;
  readonly pattern: RegExp;
}

const MONTH =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)";

/**
 * Where base and head ran: their checkouts (in a folder called agent-lab-XXXXXX) and temporary folders differ although the
 * revisions may not. Any other path was written by people.
 */
const PLACES: readonly Rule[] = [
  {
    kind: "temporary and checkout paths",
    mark: "⟨path⟩",
    pattern:
      /(?:\/(?:private\/)?(?:tmp|var\/(?:tmp|folders))|[A-Z]:\\(?:Temp|Users\\[\w.@+~-]+\\AppData\\Local\\Temp)|(?:\/[\w.@+~-]+){0,12}\/agent-lab-\w{6})(?:[/\\][\w.@+~-]+)+/g,
  },
  {
    kind: "loopback ports",
    mark: "⟨loopback⟩",
    pattern: /\b(?:127\.0\.0\.1|localhost):\d{2,5}\b/g,
  },
];

/** What a clock or a random source writes into a text. */
const MOMENTS: readonly Rule[] = [
  {
    kind: "UUIDs",
    mark: "⟨uuid⟩",
    pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  },
  {
    kind: "dates and times",
    mark: "⟨date⟩",
    pattern:
      /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d-])/g,
  },
  {
    kind: "dates and times",
    mark: "⟨date⟩",
    pattern: new RegExp(
      `\\b(?:${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{1,2}\\.? ${MONTH} \\d{4})\\b`,
      "g",
    ),
  },
  { kind: "dates and times", mark: "⟨time⟩", pattern: /\b\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?\b/g },
  {
    kind: "run, call and request ids",
    mark: "⟨id⟩",
    pattern: /\b(?:call|run|req|resp|msg|thread|trace|chatcmpl|toolu)[_-][A-Za-z0-9]{8,64}\b/g,
  },
  { kind: "long hexadecimal ids", mark: "⟨id⟩", pattern: /\b[0-9a-f]{16,128}\b/g },
  { kind: "seconds since 1970", mark: "⟨time⟩", pattern: /\b1[5-9]\d{8}(?:\d{3})?\b/g },
];

/** `places`: only where it ran is taken out; `everything`: also what clocks and random sources write. */
export type Tolerance = "places" | "everything";

function rulesOf(tolerance: Tolerance): readonly Rule[] {
  return tolerance === "places" ? PLACES : [...PLACES, ...MOMENTS];
}

/** The text with every volatile part replaced by its mark. The same text gives the same result; marks are never volatile. */
export function steadyText(text: string, tolerance: Tolerance): string {
  return rulesOf(tolerance).reduce(
    (result, { pattern, mark }) => result.replaceAll(pattern, mark),
    text,
  );
}

/** The kinds of text that a tolerance leaves out of the comparison, for the reader. */
export function ignoredKinds(tolerance: Tolerance): string[] {
  return [...new Set(rulesOf(tolerance).map((rule) => rule.kind))];
}
