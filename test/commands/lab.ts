/** A project in a temporary folder, and the real command line run in it as a process. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { onTestFinished } from "vitest";

const root = join(import.meta.dirname, "..", "..");

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The object of --json. */
  readonly json: Record<string, unknown>;
}

export interface Lab {
  readonly folder: string;
  write(path: string, content: string): void;
  run(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Newest first. */
  matrices(): readonly string[];
  inside(path: string): string;
}

/** One case, one repetition, bare-loop alone; each line of `changes` replaces the one with the same key. */
export function aMatrix(changes: Readonly<Record<string, string>> = {}): string {
  const lines: Record<string, string> = {
    id: "small",
    variable: "framework",
    candidates: "[{ id: bare-loop, adapter: bare-loop }]",
    cases: '["shipped:cases/inventory-order.v2.yaml"]',
    tools: "shipped:config/tools/enterprise.yaml",
    models: '["shipped:config/models/simulated.yaml"]',
    pricing: "shipped:config/pricing/simulated-v1.yaml",
    profile: "shipped:config/score-profiles/balanced-v1.yaml",
    policy: "shipped:config/readiness-policies/smoke.yaml",
    repetitions: "1",
    budget: "5 USD",
    ...changes,
  };
  return Object.entries(lines)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("");
}

/** What npm needs on this machine to install an adapter on first use, and nothing else. */
function network(): Record<string, string> {
  const kept = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|HTTPS?_PROXY|NO_PROXY)$/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && kept.test(name) ? [[name, value]] : [],
    ),
  );
}

export function openLab(name = "lab"): Lab {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lab: Lab = {
    folder,
    inside: (path) => join(folder, path),
    write: (path, content) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
    run: async (args, environment = {}) =>
      new Promise((resolve) => {
        execFile(
          process.execPath,
          [join(root, "src/cli/main.ts"), ...args],
          {
            cwd: folder,
            env: {
              PATH: process.env["PATH"],
              NO_COLOR: "1",
              CI: "1",
              ...network(),
              ...environment,
            },
            timeout: 120_000,
            maxBuffer: 64 * 1024 * 1024,
          },
          (error, stdout, stderr) => {
            const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
            resolve({
              code,
              stdout,
              stderr,
              json: stdout.startsWith("{") ? JSON.parse(stdout) : {},
            });
          },
        );
      }),
    matrices: () => readdirSync(join(folder, ".agent-lab/matrices")).toSorted().toReversed(),
  };
  return lab;
}

export const shippedRoot = root;
