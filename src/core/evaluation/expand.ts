/** Turns people's short `expect` into the full evaluator that is frozen and digested. */
import type { Expectation } from "../../contracts/case.ts";
import type { Check, Evaluator } from "../../contracts/evaluator.ts";

/** Every stated expectation becomes one check of one point, in the order of the contract. An empty `expect` gives no checks. */
export function expandExpectation(expect: Expectation): Evaluator {
  const checks: Check[] = [];
  const points = 1;
  if (expect.output !== undefined) {
    checks.push({ type: "output", points, expected: expect.output, mode: "subset", tolerance: 0 });
  }
  if (expect.contains !== undefined && expect.contains.length > 0) {
    checks.push({ type: "contains", points, text: expect.contains, ignore_case: true });
  }
  if (expect.not_contains !== undefined && expect.not_contains.length > 0) {
    checks.push({ type: "not_contains", points, text: expect.not_contains, ignore_case: true });
  }
  if (expect.matches !== undefined) {
    checks.push({ type: "matches", points, pattern: expect.matches });
  }
  if (expect.calls !== undefined && expect.calls.length > 0) {
    checks.push({ type: "calls", points, tools: expect.calls });
  }
  if (expect.never_calls !== undefined && expect.never_calls.length > 0) {
    checks.push({ type: "never_calls", points, tools: expect.never_calls });
  }
  if (expect.max_calls !== undefined) {
    checks.push({ type: "max_calls", points, count: expect.max_calls });
  }
  return { checks, allow_tool_errors: [] };
}
