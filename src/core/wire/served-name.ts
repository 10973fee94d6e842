/** Which names a provider may answer with: exact words, or a name with the one variable part that providers date their models by. */

const dated = "YYYY-MM-DD";

/**
 * `accepted`: exact names; one that ends in `-YYYY-MM-DD` stands for that name with any calendar day in its place, as
 * OpenAI answers `gpt-4.1-mini-2025-04-14` for `gpt-4.1-mini`. Nothing else is matched loosely: no prefix, no case.
 */
export function acceptsServedName(accepted: readonly string[], served: string): boolean {
  return accepted.some((name) => {
    if (name === served) return true;
    if (!name.endsWith(`-${dated}`)) return false;
    const stem = name.slice(0, -dated.length);
    return served.startsWith(stem) && /^20\d\d-[01]\d-[0-3]\d$/.test(served.slice(stem.length));
  });
}
