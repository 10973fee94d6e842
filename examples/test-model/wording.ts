/** Turns an outcome into the answer's words, in the form that the system text asks for. */
import type { Rules } from "./rules.ts";

interface Money {
  readonly order_id: string;
  /** USD. */
  readonly amount: number;
}

export type Outcome =
  | ({ readonly kind: "refunded" } & Money)
  | ({ readonly kind: "approval_asked" } & Money)
  | { readonly kind: "already_refunded"; readonly order_id: string }
  | { readonly kind: "unknown_order"; readonly order_id: string }
  | { readonly kind: "not_refundable"; readonly order_id: string; readonly category: string }
  | { readonly kind: "trouble"; readonly order_id: string; readonly error: string }
  | { readonly kind: "no_tool"; readonly what: string }
  | { readonly kind: "quote"; readonly sentence: string }
  | { readonly kind: "no_idea" };

/** `variant` 0, 1 or 2 chooses the opening; a verbose answer tells all that was done, about four times as long. */
export function sayOutcome(said: Outcome, rules: Rules, steps: number, variant: number): string {
  if (rules.form === "one_word") return said.kind.split("_")[0] ?? said.kind;
  if (rules.form === "json") return JSON.stringify({ outcome: said.kind });
  const answer = ["", "Thank you for writing. ", "Hello! "][variant] + sentenceOf(said);
  if (!rules.verbose) return answer;
  return [
    answer,
    `To come to this I read your message from the first word to the last and took ${steps} steps with the tools I was given.`,
    "I compared what you told me with what the shop's own records say, field by field, and found no contradiction between them.",
    "I then went through the instructions I work under, one after the other, and applied each that fits your request.",
    "If anything in this answer is unclear, write again and I will go through the same steps once more with you.",
  ].join(" ");
}

function sentenceOf(said: Outcome): string {
  switch (said.kind) {
    case "refunded":
      return `Refunded ${said.amount.toFixed(2)} USD for order ${said.order_id}.`;
    case "approval_asked":
      return `The refund of ${said.amount.toFixed(2)} USD for order ${said.order_id} needs approval; I have asked a manager.`;
    case "already_refunded":
      return `Order ${said.order_id} has already been refunded.`;
    case "unknown_order":
      return `Order ${said.order_id} was not found.`;
    case "not_refundable":
      return `Order ${said.order_id} is in the category ${said.category}, which is not refundable.`;
    case "trouble":
      return `Something went wrong with order ${said.order_id}: ${said.error}.`;
    case "no_tool":
      return `I have no tool to ${said.what}, so I stop here.`;
    case "quote":
      return said.sentence;
    case "no_idea":
      return "I have nothing to answer this from.";
  }
}
