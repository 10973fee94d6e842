/** The table above the fold says of blocks only what there was to see. */
import { expect, test } from "vitest";

import { renderMarkdown } from "../../../src/core/report/markdown.ts";
import { reportView } from "../../../src/core/report/view.ts";
import { aSoundPullRequest } from "../../builders/pull-requests.ts";

test("where no block is left, none is said to be the same", () => {
  const sound = aSoundPullRequest();
  const none = { a_below: 0, a_above: 0, equal: 0, blocks: 0 };
  const input = {
    ...sound,
    comparison: {
      ...sound.comparison,
      pairs: sound.comparison.pairs.map((pair) => ({ ...pair, ...none })),
    },
  };
  const page = renderMarkdown(reportView(input));
  expect(page).toContain("no block to compare");
  expect(page).not.toContain("all 0 blocks");
});
