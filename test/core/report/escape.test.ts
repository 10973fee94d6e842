/** Text of models and tools stays text in every face. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  cleanText,
  escapeHtml,
  escapeLineStart,
  escapeMarkdown,
  markdownCode,
  markdownFence,
} from "../../../src/core/report/escape.ts";

/** What is left of Markdown once its code spans are gone: only there could GitHub act upon anything. */
function outsideCode(markdown: string): string {
  return markdown.replaceAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, "");
}

const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        "@octocat",
        "fixes #12",
        "org/repo#3",
        "GH-7",
        "https://evil.example/x.png",
        "www.evil.example",
        "![x](https://evil.example/p)",
        "<!-- agent-lab -->",
        "<img src=x onerror=y>",
        "</details>",
        "|",
        "\\|",
        "\\",
        "`",
        "``",
        "```",
        "*",
        "_",
        "[a](b)",
        ":tada:",
        "$x$",
        "\u202e",
        "\u200b",
        "\n",
        "\r\n",
        "/close",
        "# ",
        "- ",
        "&lt;",
        "'",
        '"',
        "\u001b[31m",
        "\ud800",
        " ",
        "a",
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join("")),
);

describe("Markdown", () => {
  const payloads: readonly (readonly [string, string])[] = [
    ["ask @octocat now", "ask `@octocat` now"],
    ["fixes #12 and org/repo#3", "fixes `#12` and `org/repo#3`"],
    ["see https://evil.example/p.png", "see `https://evil.example/p.png`"],
    ["<!-- marker --> <b>", "&lt;!-- marker --&gt; &lt;b&gt;"],
    ["a|b", String.raw`a\|b`],
    ["issue_refund *now*", String.raw`issue_refund \*now\*`],
    ["well :tada: done", "well `:tada:` done"],
    ["abc\u202edcb\u200b", "abcdcb"],
    ["$0.99 of $5.00", "$0.99 of $5.00"],
    ["line\nbreak", "line break"],
  ];
  test.each(payloads)("%j becomes %j", (text, expected) => {
    expect(escapeMarkdown(text, true)).toBe(expected);
  });

  test("no text escapes its line, its cell, or wakes a GitHub feature", () => {
    fc.assert(
      fc.property(nasty, fc.boolean(), (text, in_table) => {
        const markdown = escapeMarkdown(text, in_table);
        const prose = outsideCode(markdown);
        expect(markdown).not.toMatch(/[\r\n]/);
        expect(prose).not.toMatch(/[<>]/);
        expect(prose).not.toMatch(/@\S/);
        expect(prose).not.toMatch(/#\d/);
        expect(prose).not.toMatch(/:\/\//);
        expect(prose).not.toMatch(/(?<!\\)(?:\\\\)*\]\(/);
        // A pipe behind an even number of backslashes would end the cell.
        expect(in_table && /(?<!\\)(?:\\\\)*\|/.test(markdown)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a code span's fence is longer than any run inside, and a pipe keeps its cell", () => {
    expect(markdownCode("a ``b`` c", false)).toBe("```a ``b`` c```");
    expect(markdownCode("`", false)).toBe("`` ` ``");
    expect(markdownCode("a|b", true)).toBe(String.raw`\`a\|b\``.replaceAll("\\`", "`"));
    expect(markdownCode(" ", false)).toBe("");
  });

  test("a fence holds text that tries to close it", () => {
    const fenced = markdownFence("one\n````\n<b>", 100);
    expect(fenced.split("\n")[0]).toBe("`````text");
    expect(fenced.endsWith("\n`````")).toBe(true);
  });

  test.each([
    ["# title", String.raw`\# title`],
    ["- item", String.raw`\- item`],
    ["1. item", String.raw`1\. item`],
    ["--- rule", String.raw`\--- rule`],
    ["12 of 12", "12 of 12"],
  ])("a line that starts with %j stays a line", (text, expected) => {
    expect(escapeLineStart(text)).toBe(expected);
  });
});

test("HTML holds no markup from text, in a node or in a quoted attribute", () => {
  expect(escapeHtml(`<script>"a" & 'b'</script>`)).toBe(
    "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;",
  );
  fc.assert(fc.property(nasty, (text) => !/[<>"']/.test(escapeHtml(text))));
});

describe("clean text", () => {
  test("removes what hides, reorders or controls, and keeps what reads", () => {
    expect(cleanText("a\u202eb\u200bc\u001b[31md\ufeff\u00ade")).toBe("abc [31mde");
    expect(cleanText("退款 ünïcode 😀")).toBe("退款 ünïcode 😀");
  });

  test("is idempotent, well formed and never longer than its limit", () => {
    fc.assert(
      fc.property(nasty, fc.integer({ min: 1, max: 50 }), (text, limit) => {
        const once = cleanText(text, limit);
        expect(cleanText(once, limit)).toBe(once);
        expect(once.isWellFormed()).toBe(true);
        expect(Array.from(once).length).toBeLessThanOrEqual(limit);
        expect(once).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});
