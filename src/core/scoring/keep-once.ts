/** Keeps equal values once while many runs are read: thousands of runs share their gates, request shapes and reasons. */

/** Beyond this many different values the runs share little, and remembering them would cost more than it saves. */
const MOST_REMEMBERED = 20_000;

/** For plain JSON. What comes back is equal to what was given and shares nothing with it, so that the run can be let go. */
export function keepDocuments<T>(): (value: T) => T {
  const known = new Map<string, T>();
  return (value) => {
    const text = JSON.stringify(value);
    const found = known.get(text);
    if (found !== undefined) return found;
    const made: T = JSON.parse(text);
    if (known.size < MOST_REMEMBERED) known.set(text, made);
    return made;
  };
}

function isSame<T extends string>(kept: string | undefined, value: T): kept is T {
  return kept === value;
}

export function keepTexts(): <T extends string>(value: T) => T {
  const known = new Map<string, string>();
  return (value) => {
    const found = known.get(value);
    if (isSame(found, value)) return found;
    if (known.size < MOST_REMEMBERED) known.set(value, value);
    return value;
  };
}
