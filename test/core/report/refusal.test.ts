import { expect, test } from "vitest";

import { renderMarkdown } from "../../../src/core/report/markdown.ts";
import { refusalView } from "../../../src/core/report/refusal.ts";
import { renderTerminal } from "../../../src/core/report/terminal.ts";

const fault = {
  code: "setup_package_gone",
  message: "head cannot be installed: a package or version it names does not exist: no a==99",
  where: "setup of head (a1b2c3d4e5f6): npm ci",
  fix: "Name a version that exists.",
};
const command = { command: ["node"], output: { take: "last_line" } as const };
const plan = {
  title: "refund-bot",
  candidates: [
    { ...command, id: "base", role: "base" as const, revision: "9f8e7d6c".repeat(5) },
    { ...command, id: "head", role: "head" as const, revision: "a1b2c3d4".repeat(5) },
  ],
};

test("a refusal reads as what is in the way, where, and what to do", () => {
  const view = refusalView({ title: "agent-lab.yaml", plan, faults: [fault], unspent: true });
  expect(renderMarkdown(view)).toBe(
    [
      "### ⚪ Not evaluated · refund-bot · head `a1b2c3d` against base `9f8e7d6`",
      "**head cannot be installed:** a package or version it names does not exist: no a==99.",
      "**Where:** `setup of head (a1b2c3d4e5f6): npm ci`  \n**Would lift it:** Name a version that exists.",
      "nothing was run · no model was asked · nothing was spent\n",
    ].join("\n\n"),
  );
  expect(renderTerminal(view, { colour: false, width: 90 })).toContain("nothing was spent");
});

test("every fault is shown or counted, and nothing is said of money that may have been spent", () => {
  const faults = Array.from({ length: 9 }, (_one, index) => ({
    ...fault,
    message: `fault ${index + 1} of nine`,
  }));
  const [first = fault, ...rest] = faults;
  const view = refusalView({
    title: "agent-lab.yaml",
    plan: null,
    faults: [first, ...rest],
    unspent: false,
  });
  const text = renderMarkdown(view);
  expect(text).toContain("fault 6 of nine");
  expect(text).not.toContain("fault 7 of nine");
  expect(text).toContain("**And:** 3 more in the log");
  expect(text).not.toContain("spent");
  expect(text).toContain("### ⚪ Not evaluated · agent-lab.yaml\n");
});

test("a message is data: it breaks out of nothing", () => {
  const hostile = { ...fault, message: "<img src=x> @all: `x` ### no\n# heading", where: "a`b" };
  const text = renderMarkdown(
    refusalView({ title: "x", plan: null, faults: [hostile], unspent: true }),
  );
  expect(text).not.toMatch(/<img|^# heading/m);
});
