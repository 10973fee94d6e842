/** Finds the tool for a need by the words of names and descriptions, and fills its arguments by its schema. */
import type { Call, Tool } from "./conversation.ts";
import { fields, list, text } from "./json.ts";
import { wordsOf } from "./rules.ts";

export type Need = "lookup" | "policy" | "approval" | "refund";

/** A tool fits a need when it has a word of each group; more such words fit better, those of the name count three times. */
const groups: Readonly<Record<Need, readonly (readonly string[])[]>> = {
  lookup: [
    ["look", "lookup", "find", "get", "fetch", "show"],
    ["order", "purchase"],
  ],
  policy: [
    ["search", "find", "look", "lookup", "consult", "get"],
    ["policy", "policie", "rule", "term"],
  ],
  approval: [
    ["ask", "request", "seek", "escalate"],
    ["approval", "approve", "manager"],
  ],
  refund: [
    ["issue", "pay", "send", "make", "transfer"],
    ["refund", "money", "payment"],
  ],
};

/** One tool serves one need; the approval tool is taken before the refund tool, since its text names refunds, too. */
export function pickTools(tools: readonly Tool[]): ReadonlyMap<Need, Tool> {
  const picked = new Map<Need, Tool>();
  for (const need of ["lookup", "policy", "approval", "refund"] as const) {
    const free = tools.filter((tool) => ![...picked.values()].includes(tool));
    const best = free
      .map((tool) => ({ tool, fit: fitOf(tool, need) }))
      .reduce<{ tool: Tool | null; fit: number }>(
        (one, other) => (other.fit > one.fit ? other : one),
        {
          tool: null,
          fit: 0,
        },
      );
    if (best.tool !== null) picked.set(need, best.tool);
  }
  return picked;
}

function fitOf(tool: Tool, need: Need): number {
  const name = wordsOf(tool.name);
  const description = wordsOf(tool.description);
  const hits = groups[need].map(
    (group) =>
      name.filter((word) => group.includes(word)).length * 3 +
      description.filter((word) => group.includes(word)).length,
  );
  return hits.includes(0) ? 0 : hits.reduce((sum, one) => sum + one, 0);
}

export interface Known {
  readonly order_id: string;
  readonly amount: number;
  readonly message: string;
}

/** Every property whose name or description says what it is gets its value in the type that the schema asks for. */
export function fillCall(tool: Tool, known: Known): Call {
  const required = list(tool.parameters["required"]);
  const filled: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields(tool.parameters["properties"]))) {
    const value = valueFor(name, fields(schema), known);
    if (value !== undefined) filled[name] = value;
    else if (required.includes(name)) filled[name] = emptyOf(text(fields(schema)["type"]));
  }
  return { name: tool.name, arguments: JSON.stringify(filled) };
}

function valueFor(name: string, schema: ReturnType<typeof fields>, known: Known): unknown {
  const type = text(schema["type"]);
  const allowed = list(schema["enum"]);
  if (allowed.length > 0) return allowed[0];
  const words = [...wordsOf(name), ...wordsOf(text(schema["description"]))];
  const says = (...some: string[]): boolean => some.some((word) => words.includes(word));
  if (says("cent") && type === "integer") return Math.round(known.amount * 100);
  if (says("amount", "sum", "usd", "price"))
    return type === "string" ? known.amount.toFixed(2) : known.amount;
  if (says("order")) return type === "string" ? known.order_id : Number(known.order_id);
  if (says("question", "query", "reason", "why", "search", "text", "note")) return known.message;
  return undefined;
}

function emptyOf(type: string): unknown {
  if (type === "number" || type === "integer") return 0;
  if (type === "boolean") return false;
  if (type === "array") return [];
  return type === "object" ? {} : "";
}
