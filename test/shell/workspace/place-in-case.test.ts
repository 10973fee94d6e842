import { expect, test } from "vitest";

import { placeInCase } from "../../../src/shell/workspace/place-in-case.ts";
import { aFolder } from "./folder.ts";

const short = `id: one
input: Add.
expect:
  never_calls: [order_place]
  contains: [four]
fixtures:
  "a/b":
    - { sku: A-1 }
    - { sku: A-2 }
`;

test.each([
  ["/evaluator/checks/0", ":5:3"],
  ["/evaluator/checks/1", ":4:3"],
  ["/evaluator/checks/9", ":3:1"],
  ["/evaluator/checks", ":3:1"],
  ["/evaluator/allow_tool_errors", ":3:1"],
  ["/prompt/user", ":2:1"],
  ["/fixtures/a~1b/1/sku", ":9:9"],
  ["/fixtures/other", ":6:1"],
  ["/oracle", ""],
  ["/oracle/steps/0", ""],
  ["", ""],
])("%s of a short case is at %j", (pointer, place) => {
  const folder = aFolder();
  folder.write("c.yaml", short);
  expect(placeInCase(folder.at("c.yaml"), "c.yaml", pointer)).toBe(`c.yaml${place}`);
});

test("the long form is pointed into as it stands; a file that cannot be read is named alone", () => {
  const folder = aFolder();
  const long = "id: one\nprompt:\n  user: x\nevaluator:\n  checks:\n    - { type: max_calls }\n";
  folder.write("c.yaml", long);
  expect(placeInCase(folder.at("c.yaml"), "c", "/evaluator/checks/0/count")).toBe("c:6:7");
  expect(placeInCase(folder.at("c.yaml"), "c", "/prompt/user")).toBe("c:3:3");
  folder.write("c.yaml", "id: [");
  expect(placeInCase(folder.at("c.yaml"), "c", "/id")).toBe("c");
  expect(placeInCase(folder.at("gone.yaml"), "gone", "/id")).toBe("gone");
});
