/** A fresh emulator, folder and environment for each test, and one publication on it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type {
  PublicationContext,
  PublicationOutcome,
} from "../../../src/core/publication/outcome.ts";
import { loadClients } from "../../../src/shell/github/clients.ts";
import { publishOutcome, type Publication } from "../../../src/shell/github/publish.ts";
import { contextWith, outcomeWith } from "../../core/publication/outcomes.ts";
import { startEmulator, type Emulator } from "../../emulator/emulator.ts";

export interface Stage {
  readonly emulator: Emulator;
  readonly folder: string;
  /** Milliseconds of each pause that was asked for; none is really made. */
  readonly slept: number[];
  publish(
    outcome?: Partial<PublicationOutcome>,
    context?: Partial<PublicationContext>,
    token?: string | null,
  ): Promise<Publication>;
  writes(): string[];
  bodies(): string[];
  /** Throws where anything was sent that GitHub's description does not know, or printed that a runner would obey. */
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "agent-lab-publish-"));
  const emulator = await startEmulator();
  const slept: number[] = [];
  const before = { ...process.env };
  // The artifact client reads its place from the environment alone, and prints for a runner.
  Object.assign(process.env, {
    ACTIONS_RUNTIME_TOKEN: emulator.runtime_token,
    ACTIONS_RESULTS_URL: `${emulator.url}/`,
    NO_PROXY: "127.0.0.1",
  });
  delete process.env["GITHUB_SERVER_URL"];
  const write = process.stdout.write.bind(process.stdout);
  let printed = "";
  process.stdout.write = (text: string | Uint8Array) => {
    printed += String(text);
    return true;
  };
  return {
    emulator,
    folder,
    slept,
    publish: async (outcome = {}, context = {}, token = emulator.token) => {
      const clients = await loadClients(
        { token, api_url: emulator.url, has_results_service: true },
        async (milliseconds) => void slept.push(milliseconds),
      );
      return publishOutcome(outcomeWith(outcome), contextWith(context), clients, folder);
    },
    writes: () =>
      emulator.requests.filter((one) => !one.startsWith("GET ") && !one.includes("graphql")),
    bodies: () => emulator.comments.map(({ body }) => body),
    close: async () => {
      process.stdout.write = write;
      process.env = before;
      await emulator.stop();
      rmSync(folder, { recursive: true });
      const obeyed = /^::(error|set-|save-state|group|stop-commands).*$/m.exec(printed);
      if (obeyed) throw new Error(`a runner would obey: ${obeyed[0]}`);
      if (emulator.violations.length > 0) throw new Error(emulator.violations.join("\n"));
    },
  };
}
