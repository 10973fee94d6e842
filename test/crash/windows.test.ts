/** The forms of A1, C3, L3 and S2 that only Windows has. Written from its documentation; a workflow runs them, nobody here has seen them run. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { artifactPath } from "../../src/shell/artifacts/path.ts";
import { openArtifactStore } from "../../src/shell/artifacts/store.ts";
import { freshFolder } from "../shell/ledger/folder.ts";
import { checkArtifacts, checkFiles, checkLedger } from "./checks.ts";
import { startWriter, wasKilled } from "./start.ts";

const about = { media_type: "text/plain", role: "checkpoint" } as const;
const bytes = new TextEncoder().encode("held by a reader");

async function appendUntil(folder: string, armed?: string) {
  const environment = armed === undefined ? {} : { AGENT_LAB_CRASH_AT: armed };
  return startWriter({ arguments: ["append", folder], environment });
}

/** Each gives sentences about what does not hold. */
const forms: readonly (readonly [title: string, run: () => Promise<string[]>])[] = [
  [
    "A1 TerminateProcess before and after the commit",
    async () => {
      const folder = freshFolder();
      const before = await appendUntil(folder, "append.before-commit:3");
      const after = await appendUntil(folder, "append.after-commit:1");
      const killed = [before, after].every(wasKilled) ? [] : ["a writer was not ended"];
      return [...killed, ...checkLedger(folder, { acks: [...before.acks, ...after.acks] })];
    },
  ],
  [
    "C3 ended twice on the way, started a third time: the same end",
    async () => {
      const folder = freshFolder();
      await appendUntil(folder, "append.after-events:2");
      await appendUntil(folder, "append.after-commit:2");
      const last = await appendUntil(folder);
      return last.acks.at(-1)?.["closed"] === true ? [] : [`no end: ${last.errors}`];
    },
  ],
  [
    "L3 a host that is ended from outside leaves files whole or absent",
    async () => {
      const folder = freshFolder();
      const writer = fileURLToPath(new URL("writer.ts", import.meta.url));
      const child = spawn(process.execPath, [writer, "files", folder], { stdio: "ignore" });
      setTimeout(() => child.kill("SIGKILL"), 400);
      await once(child, "close");
      return checkFiles(folder, { acks: [] });
    },
  ],
  [
    "S2 a rename onto a file that is being read (EPERM, EBUSY) waits until it is free",
    async () => {
      const folder = join(freshFolder(), "artifacts");
      const store = openArtifactStore(folder);
      const { sha256 } = await store.put(bytes, about);
      const reader = openSync(artifactPath(folder, sha256) ?? "", "r");
      setTimeout(() => closeSync(reader), 100);
      await store.put(bytes, about);
      return readdirSync(join(folder, "tmp"));
    },
  ],
];

const here = process.platform === "win32" ? forms : [];
if (here.length === 0)
  process.stderr.write(
    `\n!! A1, C3, L3 and S2 in their Windows forms DID NOT RUN: this is ${process.platform}\n\n`,
  );

// Elsewhere there is none to register: a skipped test would count as one that did not run.
test.each(here)("%s", async (_title, run) => {
  expect(await run()).toEqual([]);
});

test("S1 the same puts twice over, on whatever system this is: acknowledged both times", async () => {
  const folder = freshFolder();
  for (const round of ["first", "second"]) {
    const ended = await startWriter({ arguments: ["puts", folder] });
    expect(ended.acks.at(-1), `${round} round`).toEqual({ closed: true });
    expect(await checkArtifacts(folder, ended)).toEqual([]);
  }
});
