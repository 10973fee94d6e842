/** Reads one customer message, prints the answer as the last line of stdout. */
import { readFileSync } from "node:fs";
import { text as readText } from "node:stream/consumers";

import { answer } from "./agent.ts";
import { openWorld } from "./world.ts";

/** The message: stdin, else the file that AGENT_LAB_CASE names; plain text, a JSON string, or an object with `message`. */
async function readCase(): Promise<string> {
  let text = process.stdin.isTTY ? "" : await readText(process.stdin);
  const caseFile = process.env["AGENT_LAB_CASE"];
  if (text.trim() === "" && caseFile) text = readFileSync(caseFile, "utf8");
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return text.trim();
  }
  if (typeof given === "string") return given;
  if (typeof given !== "object" || given === null) return text.trim();
  const { message, input } = given as { message?: unknown; input?: unknown };
  return String(message ?? input ?? text);
}

const message = await readCase();
if (message === "") {
  console.error("no message: give it on stdin or name a file in AGENT_LAB_CASE");
  process.exitCode = 2;
} else {
  const world = openWorld();
  try {
    console.log(await answer(message, world));
  } finally {
    world.close();
  }
}
