/** The test model's mind: a small, careful, literal assistant for refunds. Same reading and same draw, same reply. */
import { keptInMind } from "./conversation.ts";
import type { Conversation, Reply, Step, Tool } from "./conversation.ts";
import { fields, list, parseFields, text } from "./json.ts";
import type { Fields } from "./json.ts";
import { readRules, splitSentences, wordsOf } from "./rules.ts";
import type { Rules } from "./rules.ts";
import { fillCall, pickTools } from "./tools.ts";
import type { Need } from "./tools.ts";
import { sayOutcome } from "./wording.ts";
import type { Outcome } from "./wording.ts";

/** `slip_chance`: how often a final answer is given up, 0 to 1. `draw(purpose)` is a number from 0 up to 1. */
export function reply(
  read: Conversation,
  slip_chance: number,
  draw: (purpose: string) => number,
): Reply {
  const next = think(read);
  if (next.kind === "calls") return next;
  const heat = Math.min(0.9, Math.max(0, read.temperature - 1));
  if (draw("slip") < 1 - (1 - slip_chance) * (1 - heat))
    return { kind: "text", text: "I am not sure about this; please write to our support." };
  const variant = read.temperature > 0 ? Math.floor(draw("wording") * 3) : 0;
  const rules = readRules(keptInMind(read));
  return { kind: "text", text: sayOutcome(next.outcome, rules, read.steps.length, variant) };
}

type Thought =
  | Extract<Reply, { kind: "calls" }>
  | { readonly kind: "outcome"; readonly outcome: Outcome };

function think(read: Conversation): Thought {
  const rules = readRules(keptInMind(read));
  const hand = pickTools(read.tools);
  const orderId = orderIn(read.user);
  if (!/refund|money back|dollars back|pay me back/i.test(read.user) || orderId === null)
    return answerQuestion(read, rules, hand);
  return decideRefund(read, rules, hand, orderId);
}

function answerQuestion(read: Conversation, rules: Rules, hand: ReadonlyMap<Need, Tool>): Thought {
  const policy = hand.get("policy");
  if (policy === undefined || !rules.search_policy) return outcome({ kind: "no_idea" });
  const searched = stepOf(read, policy);
  if (searched === null) return callThem(read, [policy], { order_id: "", amount: 0 });
  const asked = new Set(wordsOf(read.user).filter((word) => word.length > 3));
  const nearness = (sentence: string): number =>
    wordsOf(sentence).filter((word) => asked.has(word)).length;
  const best = passagesOf(searched).toSorted((one, other) => nearness(other) - nearness(one))[0];
  return outcome(best === undefined ? { kind: "no_idea" } : { kind: "quote", sentence: best });
}

function decideRefund(
  read: Conversation,
  rules: Rules,
  hand: ReadonlyMap<Need, Tool>,
  order_id: string,
): Thought {
  const lookup = hand.get("lookup");
  if (lookup === undefined) return outcome({ kind: "no_tool", what: "look up the order" });
  const policy = rules.search_policy ? hand.get("policy") : undefined;
  const first = [lookup, ...(policy === undefined ? [] : [policy])];
  const missing = first.filter((tool) => stepOf(read, tool) === null);
  if (missing.length > 0) return callThem(read, missing, { order_id, amount: 0 });

  const order = resultOf(stepOf(read, lookup));
  const trouble = text(order["error"]);
  if (/not found|unknown|no such/i.test(trouble))
    return outcome({ kind: "unknown_order", order_id });
  if (trouble !== "") return outcome({ kind: "trouble", order_id, error: trouble });
  const amount = askedFor(read.user) ?? amountIn(order);
  if (rules.never_twice && /refunded/i.test(text(order["status"])))
    return outcome({ kind: "already_refunded", order_id });
  const searched = policy === undefined ? null : stepOf(read, policy);
  if (searched !== null && forbids(passagesOf(searched), order, rules))
    return outcome({ kind: "not_refundable", order_id, category: text(order["category"]) });
  return payOrAsk(read, rules, hand, { order_id, amount });
}

function payOrAsk(
  read: Conversation,
  rules: Rules,
  hand: ReadonlyMap<Need, Tool>,
  known: { readonly order_id: string; readonly amount: number },
): Thought {
  const approval = hand.get("approval");
  const refund = hand.get("refund");
  const limit = /approv/i.test(refund?.description ?? "") ? 0 : rules.approval_over;
  if (limit !== null && known.amount > limit) {
    if (approval === undefined) return outcome({ kind: "no_tool", what: "ask a manager" });
    const asked = stepOf(read, approval);
    if (asked === null) return callThem(read, [approval], known);
    const error = text(resultOf(asked)["error"]);
    return outcome(
      error === "" ? { kind: "approval_asked", ...known } : { kind: "trouble", ...known, error },
    );
  }
  if (refund === undefined) return outcome({ kind: "no_tool", what: "issue the refund" });
  const paid = stepOf(read, refund);
  if (paid === null) return callThem(read, [refund], known);
  const error = text(resultOf(paid)["error"]);
  return outcome(
    error === "" ? { kind: "refunded", ...known } : { kind: "trouble", ...known, error },
  );
}

function callThem(
  read: Conversation,
  tools: readonly Tool[],
  known: { readonly order_id: string; readonly amount: number },
): Thought {
  const calls = tools.map((tool) => fillCall(tool, { ...known, message: read.user }));
  return { kind: "calls", calls: read.parallel ? calls : calls.slice(0, 1) };
}

function outcome(of: Outcome): Thought {
  return { kind: "outcome", outcome: of };
}

function stepOf(read: Conversation, tool: Tool): Step | null {
  return read.steps.findLast((step) => step.name === tool.name && step.result !== null) ?? null;
}

function resultOf(step: Step | null): Fields {
  const result = parseFields(step?.result ?? "");
  return Object.keys(result).length === 0 && step?.result ? { error: step.result } : result;
}

/** Every sentence of every text in a search result, whatever its shape. */
function passagesOf(step: Step): string[] {
  const texts = (value: unknown): string[] =>
    typeof value === "string"
      ? splitSentences(value)
      : [...list(value), ...Object.values(fields(value))].flatMap(texts);
  return texts(parseFields(step.result ?? ""));
}

function forbids(passages: readonly string[], order: Fields, rules: Rules): boolean {
  const category = wordsOf(text(order["category"]));
  if (category.every((word) => rules.refund_anyway.includes(word))) return false;
  return passages.some(
    (one) =>
      /not refundable|no refund/i.test(one) &&
      category.every((word) => wordsOf(one).includes(word)),
  );
}

function orderIn(message: string): string | null {
  return /order\D{0,8}(\d{3,})/i.exec(message)?.[1] ?? /\b(\d{4,})\b/.exec(message)?.[1] ?? null;
}

function askedFor(message: string): number | null {
  const found = /\$\s?(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)\s?(?:usd|dollars?)\b/i.exec(message);
  const digits = found?.[1] ?? found?.[2];
  return digits === undefined ? null : Number(digits);
}

function amountIn(order: Fields): number {
  const entry = Object.entries(order).find(([name]) => /total|amount|price/i.test(name));
  return Number(entry?.[1] ?? 0);
}
