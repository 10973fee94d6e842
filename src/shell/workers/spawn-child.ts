/** Starts the process of a worker: no shell, a group of its own, exactly the environment it was given and the channel's three variables. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";

import { protocolVersion } from "../../contracts/frame.ts";
import type { WorkerSpec } from "../../core/ports.ts";

export interface SpawnedChild {
  readonly child: ChildProcess;
  /** The child's end of descriptor 3; undefined when frames come by another way. */
  readonly channel: Readable | undefined;
}

/** `prefix`: what the argv is put behind (isolation). `address`: the value of AGENT_LAB_CHANNEL. */
export function spawnChild(
  spec: WorkerSpec,
  prefix: readonly string[],
  address: string,
): SpawnedChild {
  const [file, ...args] = [...prefix, ...spec.argv];
  const child = spawn(file ?? spec.argv[0], args, {
    cwd: spec.cwd,
    env: {
      ...spec.env,
      AGENT_LAB_CHANNEL: address,
      AGENT_LAB_NONCE: spec.nonce,
      AGENT_LAB_PROTOCOL: String(protocolVersion),
    },
    detached: process.platform !== "win32",
    shell: false,
    windowsHide: true,
    stdio: ["pipe", "pipe", "pipe", ...(spec.channel === "fd:3" ? (["pipe"] as const) : [])],
  });
  // A child that has stopped listening is no fault of the host's.
  child.stdin?.on("error", () => undefined);
  const extra = child.stdio[3];
  const channel = extra !== undefined && extra !== null && "read" in extra ? extra : undefined;
  return { child, channel };
}
