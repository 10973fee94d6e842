/** Counts tokens with the real o200k_base vocabulary; only this encoding is loaded, to keep the bundle small. */

import { countTokens as count } from "gpt-tokenizer/encoding/o200k_base";

/** Text that spells a special token, such as <|endoftext|>, is counted as the plain text it is. */
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** How many o200k_base tokens `text` has. */
export function countTokens(text: string): number {
  return count(text, PLAIN);
}
