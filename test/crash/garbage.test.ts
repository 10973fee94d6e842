/** S2: what garbage collection takes, what it never takes, and what a put in the same moment keeps. */
import { existsSync, mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import type { ArtifactRef } from "../../src/contracts/primitives.ts";
import { digestBytes } from "../../src/core/digest/digest.ts";
import { mentionedDigests } from "../../src/core/lifecycle/mentioned.ts";
import { collectGarbage } from "../../src/shell/artifacts/collect.ts";
import { artifactPath } from "../../src/shell/artifacts/path.ts";
import { openArtifactStore } from "../../src/shell/artifacts/store.ts";
import * as a from "../builders/events.ts";
import { freshFolder } from "../shell/ledger/folder.ts";

const hour = 3_600_000;
const about = { media_type: "text/plain", role: "checkpoint" } as const;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function age(file: string, hours: number): void {
  const then = (Date.now() - hours * hour) / 1_000;
  utimesSync(file, then, then);
}

function aStore() {
  const folder = join(freshFolder(), "artifacts");
  const store = openArtifactStore(folder);
  const pathOf = (sha256: string): string => artifactPath(folder, sha256) ?? "";
  const put = async (text: string, hours = 0): Promise<ArtifactRef> => {
    const ref = await store.put(bytesOf(text), about);
    age(pathOf(ref.sha256), hours);
    return ref;
  };
  const collect = async (...mentioned: ArtifactRef[]) =>
    collectGarbage(folder, {
      mentioned: new Set(mentioned.map(({ sha256 }) => sha256)),
      now: Date.now(),
      grace_ms: hour,
    });
  return { folder, store, pathOf, put, collect };
}

test("S2 takes what no event names and is old; keeps what is named, and what is young", async () => {
  const { store, put, collect } = aStore();
  const [named, orphan, young] = [
    await put("named", 9),
    await put("orphan", 9),
    await put("young"),
  ];
  expect(await collect(named)).toEqual({ artifacts: [orphan.sha256], leftovers: 0 });
  for (const kept of [named, young]) expect(await store.read(kept)).toHaveProperty("length");
  expect(await store.read(orphan)).toMatchObject({ fault: "absent" });
});

test("S2 property: whatever is named by any event of any stream is never taken", async () => {
  const { store, put, collect } = aStore();
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 6 }),
      fc.integer({ min: 0, max: 6 }),
      async (texts, some) => {
        const refs = await Promise.all(texts.map(async (text) => put(text, 9)));
        const kept = refs.slice(0, some);
        const streams = kept.map((artifact) => a.storeEvents([a.aCheckpointSaved({ artifact })]));
        const mentioned = mentionedDigests(streams);
        expect([...mentioned]).toEqual(expect.arrayContaining(kept.map(({ sha256 }) => sha256)));
        const { artifacts } = await collect(...kept);
        expect(new Set(artifacts)).toEqual(new Set(refs.slice(some).map(({ sha256 }) => sha256)));
        for (const ref of kept) expect(await store.read(ref)).toHaveProperty("length");
        await collect();
      },
    ),
    { numRuns: 25 },
  );
});

test("S2 every field of an event that holds an artifact or a digest keeps it", () => {
  const digest = a.aDigest("anything");
  const withLog = a.anAttemptEnded({ log: { ...a.anArtifact("adapter_log"), sha256: digest } });
  const asText = a.aCancelRequested({ reason: `see ${digest}` });
  for (const body of [withLog, asText, a.aJobCreated({ case_sha256: digest })])
    expect(mentionedDigests([a.storeEvents([body])]).has(digest)).toBe(true);
  expect(mentionedDigests([]).size).toBe(0);
});

test("S2 a put of the same bytes while they are collected: acknowledged, so it is there", async () => {
  const { put, store, collect, pathOf } = aStore();
  for (let round = 0; round < 30; round += 1) {
    const text = `same ${round}`;
    const { sha256 } = await put(text, 9);
    const [, ref] = await Promise.all([collect(), store.put(bytesOf(text), about)]);
    expect(existsSync(pathOf(sha256))).toBe(true);
    expect(await store.read(ref)).toHaveProperty("length");
  }
});

test("S2 a collection that died with an artifact aside: the next one puts it back first", async () => {
  const { folder, put, store, collect, pathOf } = aStore();
  const ref = await put("aside", 9);
  const aside = join(folder, "tmp", `aside-${ref.sha256.slice(7)}-x`);
  renameSync(pathOf(ref.sha256), aside);
  expect(await collect(ref)).toEqual({ artifacts: [], leftovers: 0 });
  expect(await store.read(ref)).toHaveProperty("length");
  expect(existsSync(aside)).toBe(false);
});

test("S2 leftovers of killed puts go after their grace, by collection or by the next first put; a living put's stay", async () => {
  const { folder, put, collect } = aStore();
  await put("one");
  const leave = (name: string, hours: number): void => {
    writeFileSync(join(folder, "tmp", name), "half an artif");
    age(join(folder, "tmp", name), hours);
  };
  leave("dead", 3);
  leave("alive", 0.1);
  expect(await collect()).toEqual({ artifacts: [], leftovers: 1 });
  expect(readdirSync(join(folder, "tmp"))).toEqual(["alive"]);
  leave("dead", 3);
  await openArtifactStore(folder).put(bytesOf("two"), about);
  expect(readdirSync(join(folder, "tmp"))).toEqual(["alive"]);
});

test("S2 names are lower-case hex, so that no two meet where case is ignored; other names are not ours to take", async () => {
  const { folder, put, collect, pathOf } = aStore();
  const { sha256 } = await put("x");
  expect(pathOf(sha256)).toBe(
    pathOf(sha256).slice(0, folder.length) + pathOf(sha256).slice(folder.length).toLowerCase(),
  );
  expect(artifactPath(folder, sha256.toUpperCase())).toBeNull();
  const foreign = join(folder, "sha256", "zz", "NOTES.txt");
  mkdirSync(dirname(foreign), { recursive: true });
  writeFileSync(foreign, "not an artifact");
  age(foreign, 9);
  await collect();
  expect(existsSync(foreign)).toBe(true);
  expect(
    await collectGarbage(join(folder, "absent"), { mentioned: new Set(), now: 0, grace_ms: 0 }),
  ).toEqual({ artifacts: [], leftovers: 0 });
  expect(digestBytes("x")).toMatch(/^sha256:[0-9a-f]{64}$/);
});
