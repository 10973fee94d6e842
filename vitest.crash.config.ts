import { defineConfig } from "vitest/config";

/** The crash suite in full: every place, and longer runs of what is random. `npm test` runs a bounded part of the same files. */
export default defineConfig({
  test: {
    include: ["test/crash/**/*.test.ts"],
    env: { AGENT_LAB_CRASH_PLACES: "all" },
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
