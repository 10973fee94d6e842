import { defineConfig } from "vitest/config";

/** The files that do more when they are asked for all of it; `npm test` runs a bounded part of them, and the others whole. */
const files = [
  "append-kills",
  "append-errors",
  "artifact-kills",
  "file-kills",
  "damage",
  "nemesis",
  "simulation",
  "budget",
  "demo-kills",
];

/** The crash suite in full: every place, and longer runs of what is random. */
export default defineConfig({
  test: {
    include: files.map((file) => `test/crash/${file}.test.ts`),
    env: { AGENT_LAB_CRASH_PLACES: "all" },
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
