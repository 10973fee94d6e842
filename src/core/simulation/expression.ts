/** Evaluates the closed expression language of oracles and simulations: data in, data or a sentence out, never code. */

import type { Json } from "../../contracts/primitives.ts";
import { add, type Decimal, fromDecimal, multiply, negate, round, toDecimal } from "./decimal.ts";
import { ExpressionError, isList, isMap, readArgument, readResult, show } from "./references.ts";

export interface ToolOutcome {
  readonly tool: string;
  /** The tool's output, parsed where it is JSON, else its text. */
  readonly output: Json;
  readonly is_error: boolean;
}

export interface ExpressionScope {
  /** In the order in which the tools were called. */
  readonly results: readonly ToolOutcome[];
  readonly arguments?: Json;
}

export type Evaluated =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string };

const DEEPEST = 64;

function readNumbers(
  form: string,
  operand: Json,
  scope: ExpressionScope,
  depth: number,
): Decimal[] {
  if (!isList(operand) || operand.length === 0) {
    throw new ExpressionError(`${form} takes a list of numbers, not ${show(operand)}`);
  }
  return operand.map((item) => {
    const value = compute(item, scope, depth);
    const decimal = typeof value === "number" ? toDecimal(value) : null;
    if (decimal === null) throw new ExpressionError(`${form} takes numbers, not ${show(value)}`);
    return decimal;
  });
}

function pair(form: string, numbers: readonly Decimal[]): [Decimal, Decimal] {
  const [first, second] = numbers;
  if (first === undefined || second === undefined || numbers.length !== 2) {
    throw new ExpressionError(`${form} takes exactly two numbers, not ${numbers.length}`);
  }
  return [first, second];
}

function roundPair(numbers: readonly Decimal[]): Decimal {
  const [value, digits] = pair("$round", numbers);
  const places = fromDecimal(digits);
  if (places === null || !Number.isInteger(places) || places < 0 || places > 12) {
    throw new ExpressionError("$round takes a number and 0 to 12 decimals");
  }
  return round(value, places);
}

function calculate(form: string, numbers: readonly Decimal[]): number {
  let result: Decimal;
  if (form === "$round") result = roundPair(numbers);
  else if (form === "$add") result = numbers.reduce(add);
  else if (form === "$multiply") result = numbers.reduce(multiply);
  else {
    const [left, right] = pair(form, numbers);
    result = add(left, negate(right));
  }
  const value = fromDecimal(result);
  if (value === null) throw new ExpressionError(`${form} gives a number of too many digits`);
  return value;
}

function concatenate(operand: Json, scope: ExpressionScope, depth: number): string {
  if (!isList(operand)) throw new ExpressionError(`$concat takes a list, not ${show(operand)}`);
  const parts = operand.map((item) => {
    const value = compute(item, scope, depth);
    if (typeof value === "string") return value;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    throw new ExpressionError(`$concat joins text, numbers and booleans, not ${show(value)}`);
  });
  return parts.join("");
}

function computeForm(form: string, operand: Json, scope: ExpressionScope, depth: number): Json {
  switch (form) {
    case "$result":
      return readResult(operand, scope.results);
    case "$argument":
      return readArgument(operand, scope.arguments);
    case "$add":
    case "$subtract":
    case "$multiply":
    case "$round":
      return calculate(form, readNumbers(form, operand, scope, depth));
    case "$concat":
      return concatenate(operand, scope, depth);
    default:
      throw new ExpressionError(
        `${form} is not a form; use $result, $argument, $add, $subtract, $multiply, $round or $concat`,
      );
  }
}

function compute(expression: Json, scope: ExpressionScope, depth: number): Json {
  if (depth > DEEPEST) throw new ExpressionError(`an expression nests deeper than ${DEEPEST}`);
  if (isList(expression)) return expression.map((item) => compute(item, scope, depth + 1));
  if (!isMap(expression)) return expression;
  const form = Object.keys(expression).find((key) => key.startsWith("$"));
  if (form === undefined) {
    return Object.fromEntries(
      Object.entries(expression).map(([key, item]) => [key, compute(item, scope, depth + 1)]),
    );
  }
  if (Object.keys(expression).length !== 1) {
    throw new ExpressionError(`${form} stands alone in its object: ${show(expression)}`);
  }
  return computeForm(form, expression[form] ?? null, scope, depth + 1);
}

/**
 * The value of an expression (see contracts/expression.ts for its forms): plain JSON stands for itself, an object with
 * one `$` key is computed. Numbers are exact decimals; the answer is the nearest JSON number. A reference that leads
 * nowhere, a wrong type or an unknown form is a refusal with a sentence, never a guess.
 */
export function evaluateExpression(expression: Json, scope: ExpressionScope): Evaluated {
  try {
    return { ok: true, value: compute(expression, scope, 0) };
  } catch (error) {
    if (error instanceof ExpressionError) return { ok: false, message: error.message };
    throw error;
  }
}
