import { describe, expect, test } from "vitest";

import { canonicalJson } from "../../../src/core/digest/canonical.ts";
import { candidatesBom } from "../../../src/core/sbom/candidates.ts";
import { aDigest, aJobCreated, anAttemptStarted, storeEvents } from "../../builders/events.ts";
import { findBomFaults } from "./bom-rules.ts";

const matrix = "20261130T083911Z-d5c844";

function aRun(
  candidate: string,
  repetition: number,
  started: Parameters<typeof anAttemptStarted>[0],
) {
  const job_id = `${matrix}.case.${candidate}.${repetition}`;
  const bodies = [aJobCreated({ candidate, repetition }), anAttemptStarted(started)];
  return [job_id, storeEvents(bodies, job_id)] as const;
}

const packages = [
  { name: "@langchain/core", version: "1.0.0" },
  { name: "zod", version: "4.6.7" },
];
const runs = [
  aRun("graph", 1, { framework: { name: "langgraph", version: "1.7.3" }, packages }),
  aRun("graph", 2, { framework: { name: "langgraph", version: "1.7.3" }, packages }),
  aRun("bare", 1, {
    framework: { name: "bare", version: { missing: "no lockfile names a framework we know" } },
    lockfile_sha256: { missing: "no lockfile: versions are resolved at install time" },
  }),
];

describe("the candidates' bill of materials", () => {
  const bom = candidatesBom(matrix, new Map(runs));

  test("is what CycloneDX 1.6 asks for, and the rules can fail", () => {
    expect(findBomFaults(bom)).toEqual([]);
    const [first] = bom.components;
    for (const broken of [
      { ...bom, specVersion: "1.5" },
      { ...bom, serialNumber: "none" },
      { ...bom, timestamp: "now" },
      { ...bom, components: [first, first] },
      { ...bom, components: [{ ...first, type: "thing" }] },
      { ...bom, components: [] },
    ])
      expect(findBomFaults(JSON.parse(JSON.stringify(broken)))).not.toEqual([]);
  });

  test("names each package once for each candidate, and says what is missing instead of leaving it out", () => {
    const [bare, graph] = bom.components;
    expect(graph?.components?.map(({ name, version }) => `${name} ${version}`)).toEqual([
      "@langchain/core 1.0.0",
      "langgraph 1.7.3",
      "zod 4.6.7",
    ]);
    expect(graph?.properties).toContainEqual({
      name: "agent-lab:lockfile_sha256",
      value: aDigest("lockfile"),
    });
    expect(bare?.components).toEqual([]);
    expect(bare?.properties).toEqual(
      expect.arrayContaining([
        {
          name: "agent-lab:framework_version_missing",
          value: "bare: no lockfile names a framework we know",
        },
        {
          name: "agent-lab:lockfile_sha256",
          value: "missing: no lockfile: versions are resolved at install time",
        },
      ]),
    );
    expect(bom.compositions).toEqual([
      { aggregate: "incomplete", assemblies: ["candidate:bare", "candidate:graph"] },
    ]);
    expect(bom.metadata.properties?.[0]?.value).toContain(
      "neither that all are listed nor that any",
    );
  });

  test("is the same text whatever the order of the streams, and another one for other packages", () => {
    const text = canonicalJson(bom);
    expect(canonicalJson(candidatesBom(matrix, new Map(runs.toReversed())))).toBe(text);
    const other = aRun("bare", 1, { packages: [{ name: "zod", version: "4.6.8" }] });
    const changed = candidatesBom(matrix, new Map([...runs.slice(0, 2), other]));
    expect(changed.serialNumber).not.toBe(bom.serialNumber);
  });

  test("a candidate that never started is there, with the reason", () => {
    const job_id = `${matrix}.case.lost.1`;
    const only = new Map([[job_id, storeEvents([aJobCreated({ candidate: "lost" })], job_id)]]);
    const [lost] = candidatesBom(matrix, only).components;
    expect(lost?.properties).toEqual([
      { name: "agent-lab:missing", value: "no attempt of this candidate was started" },
    ]);
    expect(findBomFaults(candidatesBom(matrix, only))).toEqual([]);
  });
});
