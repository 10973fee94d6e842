/** Whether what the model got back is what the host was told of a call, or what the host itself said. */
import type { ToolCallRecord } from "../../contracts/run-result.ts";

/** Null: the host knows no end of the call, so nothing can differ from it. */
export function carriesAnswer(output: string, announced: ToolCallRecord): boolean | null {
  const said = answersOf(announced);
  return said.length === 0 ? null : said.some((one) => carries(output, one));
}

/** An error goes on without its type in many frameworks, and a refusal without its code. */
function answersOf({ output, is_error, refusal }: ToolCallRecord): string[] {
  if (output !== null) return is_error ? [output, afterColon(output)] : [output];
  return refusal === null ? [] : [refusal, afterColon(refusal)];
}

/** Of `{"error": "TypeError: …"}` and of `code: …`, the sentence. */
function afterColon(text: string): string {
  return text.replace(/^\{"error":\s*/, "").replace(/^"?[\w.]+:\s/, "");
}

/** A program may wrap an answer and write it in another notation. All its words must stand in what the model got. */
function carries(output: string, said: string): boolean {
  if (output === said) return true;
  const wanted = wordsOf(said);
  const got = wordsOf(output);
  return wanted.size === 0 ? got.size === 0 : [...wanted].every((word) => got.has(word));
}

const blank = new Set(["null", "none", "undefined"]);

/** A string that never ends is one too, so that a text of any length is read once. */
const quoted = /"(?:[^"\\]+|\\.?)*(?:"\s*:|"|$)/gs;

function blankName(match: string): string {
  return match.endsWith(":") ? " " : match;
}

/** Words and numbers of the values: quotes, escapes and the names of members are notation. */
function wordsOf(text: string): Set<string> {
  const values = /^\s*[[{]/.test(text) ? text.replaceAll(quoted, blankName) : text;
  const plain = values
    .replaceAll(/\\+/g, "\\")
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replaceAll(/\\[nrtbf]?/g, " ");
  const words = plain.match(/-?\d+(?:\.\d+)?|[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(words.map(canonical).filter((word) => !blank.has(word)));
}

/** 10.0 in one language is 10 in another. */
function canonical(word: string): string {
  return /^-?\d+\.\d+$/.test(word) ? String(Number(word)) : word.toLowerCase();
}
