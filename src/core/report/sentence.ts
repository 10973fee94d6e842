/** Sentences are put together from parts that were written elsewhere: each begins large and ends once. */

export function startSentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function withoutStop(sentence: string): string {
  return sentence.trim().replace(/\.$/, "");
}

export function endWithStop(sentence: string): string {
  const trimmed = sentence.trim();
  return trimmed === "" || /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
