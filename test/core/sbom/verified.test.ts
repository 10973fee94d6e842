import { expect, test } from "vitest";

import { bundlePaths } from "../../../src/core/evidence/layout.ts";
import { verifyBundle } from "../../../src/core/evidence/verify.ts";
import { bundleParsers } from "../../../src/verify/parsers.ts";
import { recomputeBundle } from "../../../src/verify/recompute.ts";
import { bundleOf, change, parts, read, type Files } from "../evidence/a-bundle.ts";
import { findBomFaults } from "./bom-rules.ts";

const verify = (files: Files) =>
  verifyBundle(files, { parsers: bundleParsers, recompute: recomputeBundle });

test("a bundle's bill of materials is worked out again from the events", () => {
  const whole = bundleOf(parts());
  expect(verify(whole).first_fault).toBeNull();
  expect(findBomFaults(read(whole, bundlePaths.sbom))).toEqual([]);
  const edited = bundleOf(parts(), (files) =>
    change(files, bundlePaths.sbom, (bom) => ({ ...bom, components: [] })),
  );
  expect(verify(edited).first_fault).toMatchObject({
    code: "E-view_differs",
    path: bundlePaths.sbom,
  });
  const dropped = bundleOf(parts(), (files) => files.delete(bundlePaths.sbom));
  expect(verify(dropped).first_fault).toMatchObject({
    code: "E-file_missing",
    path: bundlePaths.sbom,
  });
});
