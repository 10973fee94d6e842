/** Which part of a program's output is its answer: named by the candidate, never guessed from what looks right. */
import type { AnswerTake } from "../../contracts/matrix.ts";

export type Taken =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** `file` is what the program left in $AGENT_LAB_OUTPUT, or null when it left nothing. A file always wins. */
export function takeAnswer(take: AnswerTake, stdout: string, file: string | null): Taken {
  if (file !== null && file.trim() !== "") return { ok: true, text: file.trim() };
  if (take === "file")
    return { ok: false, message: "the program wrote nothing to $AGENT_LAB_OUTPUT" };
  if (stdout.trim() === "") return { ok: false, message: "the program printed nothing on stdout" };
  if (take === "all") return { ok: true, text: stdout.trim() };
  if (take === "last_line")
    return { ok: true, text: stdout.trimEnd().split(/\r?\n/).at(-1)?.trim() ?? "" };
  if (take === "json_last") return lastJson(stdout);
  const at = stdout.lastIndexOf(take.after);
  if (at < 0)
    return { ok: false, message: `stdout does not contain ${JSON.stringify(take.after)}` };
  const text = stdout.slice(at + take.after.length).trim();
  return text === ""
    ? { ok: false, message: `nothing follows ${JSON.stringify(take.after)} on stdout` }
    : { ok: true, text };
}

/** The last JSON object or array that ends at the end of some line; whole lines only, so that prose is never mistaken. */
function lastJson(stdout: string): Taken {
  const lines = stdout.trimEnd().split(/\r?\n/);
  for (let end = lines.length; end > 0; end--) {
    if (!/[}\]]\s*$/.test(lines[end - 1] ?? "")) continue;
    for (let start = end - 1; start >= 0 && end - start <= 2_000; start--) {
      if (!/^\s*[{[]/.test(lines[start] ?? "")) continue;
      const text = lines.slice(start, end).join("\n").trim();
      if (isJson(text)) return { ok: true, text };
    }
  }
  return { ok: false, message: "no line of stdout ends a JSON object or list" };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
