/** Searches text with a user's pattern in linear time (RE2); a user's pattern never reaches the JavaScript engine. */
import { RE2JS } from "re2js";

/** Characters of a text that are searched; the rest is not looked at and the result says so. */
const longestText = 262_144;
const longestPattern = 2_000;

export type PatternResult =
  | { readonly ok: true; readonly found: boolean; readonly whole_text: boolean }
  | { readonly ok: false; readonly message: string };

/** Whether the pattern occurs anywhere in the text; a pattern that is not RE2 is refused with RE2's own words. */
export function searchPattern(pattern: string, text: string): PatternResult {
  if (pattern.length > longestPattern) {
    return {
      ok: false,
      message: `the pattern has ${pattern.length} characters; ${longestPattern} is the limit`,
    };
  }
  try {
    const found = RE2JS.compile(pattern).matcher(text.slice(0, longestText)).find();
    return { ok: true, found, whole_text: text.length <= longestText };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `the pattern is not RE2: ${why}` };
  }
}
