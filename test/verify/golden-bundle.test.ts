/** A bundle that was made once and is never made again: what verified then has to verify now. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { digestBytes } from "../../src/core/digest/digest.ts";
import { verifyBundle } from "../../src/core/evidence/verify.ts";
import { readArchive } from "../../src/shell/archive/gzip.ts";
import { bundleParsers } from "../../src/verify/parsers.ts";
import { recomputeBundle } from "../../src/verify/recompute.ts";

const archive = readFileSync(join(import.meta.dirname, "../golden/bundle/evidence.tar.gz"));

test("the golden bundle is the one that was published", () => {
  expect(digestBytes(archive)).toBe(
    "sha256:00bbf0896d576f87bc0257dad9d78e827e80c985dc372776f709fe2ee8d1ab91",
  );
});

test("its record, results, comparison and readiness are worked out again as they were; only the report's words may change", () => {
  const read = readArchive(archive);
  if (!read.ok) throw new Error(read.fault.message);
  const rules = { parsers: bundleParsers, recompute: recomputeBundle };
  const { checks, first_fault, noticed } = verifyBundle(read.files, rules);
  expect(noticed).toEqual([]);
  const states = checks.map(({ id, state }) => `${id} ${state}`);
  expect(states.slice(0, 7)).toEqual([1, 2, 3, 4, 5, 6, 7].map((id) => `${id} passed`));
  // Views are compared in the order of their paths: the report comes after both documents.
  const found = first_fault === null ? "none" : `${first_fault.code} in ${first_fault.path}`;
  expect(["none", "E-view_differs in views/report.md"]).toContain(found);
});
