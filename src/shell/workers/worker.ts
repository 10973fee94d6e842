/** One child process and its frame channel: every way it can end becomes signals in order, `ended` last, and its tree is gone by then. */
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";

import type { Clock, HostMessage, Worker, WorkerSignal, WorkerSpec } from "../../core/ports.ts";
import { watchDeadlines } from "./deadline.ts";
import { createFrameReader } from "./frame-reader.ts";
import { probeIsolation } from "./isolation.ts";
import { captureOutputs } from "./outputs.ts";
import type { Outputs } from "./outputs.ts";
import { killTree } from "./process-tree.ts";
import { createSignalQueue } from "./signal-queue.ts";
import { spawnChild } from "./spawn-child.ts";
import { listenForChannel } from "./tcp-channel.ts";
import type { TcpChannel } from "./tcp-channel.ts";

const signalsWaiting = 64;
/** Time for the other end of a pair (channel end and exit, exit and the last bytes) to follow, in milliseconds. */
const settling = 500;

export interface ObservedWorker extends Worker {
  /** Most bytes ever allocated for one unfinished line. */
  peakBufferedBytes(): number;
}

export interface ObservedWorkers {
  start(spec: WorkerSpec): ObservedWorker;
}

/** Children run behind the strongest prefix that works on this machine; it is probed once, here. */
export function createWorkers(options: { readonly clock: Clock }): ObservedWorkers {
  const isolation = probeIsolation();
  return { start: (spec) => startWorker(spec, options.clock, isolation.prefix) };
}

/**
 * Starts `spec.argv` without a shell, in its own process group, with exactly `spec.env` and the three channel
 * variables. `pid` is 0 until the process exists (a tcp channel listens first) and when it could not be started,
 * which is told as a `spawn_failed` violation. Violation codes: those of core/protocol, `malformed_frame`, `spawn_failed`.
 */
function startWorker(spec: WorkerSpec, clock: Clock, prefix: readonly string[]): ObservedWorker {
  const reader = createFrameReader(spec.nonce);
  let child: ChildProcess | undefined;
  let outputs: Outputs | undefined;
  let channel: Readable | undefined;
  let tcp: TcpChannel | undefined;
  let exit: { readonly code: number | null; readonly signal: string | null } | undefined;
  let over = false;
  let stopping = false;
  let channelEnded = false;
  let paused = false;
  let ended = false;
  const timers = new Set<NodeJS.Timeout>();

  const queue = createSignalQueue({
    high: signalsWaiting,
    onFull: () => {
      paused = true;
      channel?.pause();
    },
    onDrained: () => {
      paused = false;
      channel?.resume();
    },
  });
  const deadlines = watchDeadlines({
    clock,
    idle_ms: spec.idle_ms,
    total_ms: spec.total_ms,
    owes: () => !paused && reader.childOwes(),
    onDeadline: (which) => breakOff({ kind: "deadline", which }),
  });

  function later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  }

  function killAll(): void {
    // Once it has exited its number may belong to someone else.
    if (child?.pid !== undefined && exit === undefined) killTree(child.pid, spec.nonce);
  }

  /** Nothing the child says after this counts. */
  function breakOff(signal: WorkerSignal): void {
    if (over) return;
    over = true;
    queue.push(signal);
    channel?.destroy();
    channelEnded = true;
    killAll();
    settle();
  }

  function onChunk(chunk: Uint8Array): void {
    if (over) return;
    const { frames, fault } = reader.read(chunk);
    for (const frame of frames) {
      deadlines.touch();
      queue.push({ kind: "frame", frame });
    }
    if (fault !== undefined) breakOff(fault);
    else if (reader.finished()) onFinished();
  }

  function onFinished(): void {
    deadlines.stopIdle();
    child?.stdin?.end();
    later(spec.grace_ms, killAll);
  }

  function onChannelEnd(): void {
    if (channelEnded) return;
    channelEnded = true;
    // A child that closes its channel and lives on has nothing more to say; one that is exiting gets to report its code.
    if (exit === undefined && !reader.finished()) later(settling, killAll);
    settle();
  }

  function onExit(code: number | null, signal: string | null): void {
    killAll();
    exit = { code, signal };
    if (channel === undefined) later(tcp === undefined ? 0 : settling, abandonChannel);
    else later(settling, abandonStalled);
    settle();
  }

  /** A process that got away may hold the channel open for ever; a slow reader of ours may not be blamed for it. */
  function abandonStalled(): void {
    if (channelEnded) return;
    if (paused) later(settling, abandonStalled);
    else abandonChannel();
  }

  function abandonChannel(): void {
    if (channel !== undefined && !channelEnded) channel.destroy();
    channelEnded = true;
    settle();
  }

  function settle(): void {
    if (ended || !channelEnded || (child !== undefined && exit === undefined)) return;
    ended = true;
    deadlines.cancel();
    tcp?.close();
    const fault = over || stopping ? undefined : reader.close();
    over = true;
    if (fault !== undefined) queue.push(fault);
    if (outputs === undefined) setImmediate(finish);
    else outputs.whenRead(settling, finish);
  }

  function finish(): void {
    for (const timer of timers) clearTimeout(timer);
    queue.push({
      kind: "ended",
      exit_code: exit?.code ?? null,
      signal: exit?.signal ?? null,
      log: outputs?.log() ?? new Uint8Array(0),
    });
    queue.end();
  }

  function attach(stream: Readable): void {
    channel = stream;
    stream.on("data", onChunk);
    stream.on("error", onChannelEnd);
    stream.on("end", onChannelEnd);
    stream.on("close", onChannelEnd);
    if (paused) stream.pause();
    else stream.resume();
  }

  function launch(address: string): void {
    if (ended) return;
    const spawned = spawnChild(spec, prefix, address);
    child = spawned.child;
    outputs = captureOutputs(child);
    child.on("error", (cause) => {
      if (child?.pid === undefined) failToStart(cause.message);
    });
    child.on("exit", onExit);
    if (spawned.channel !== undefined) attach(spawned.channel);
  }

  async function listenAndLaunch(): Promise<void> {
    try {
      tcp = await listenForChannel({ nonce: spec.nonce, onConnected: attach });
    } catch (cause) {
      failToStart(String(cause));
      return;
    }
    if (ended) tcp.close();
    else launch(tcp.address);
  }

  function failToStart(reason: string): void {
    exit ??= { code: null, signal: null };
    breakOff({
      kind: "violation",
      code: "spawn_failed",
      message: `${spec.argv[0]} could not be started in ${spec.cwd}: ${reason}`,
      frame: null,
    });
  }

  function send(message: HostMessage): void {
    if (over) return;
    const line = reader.write(message);
    if (line !== undefined) child?.stdin?.write(line);
    deadlines.touch();
  }

  function stop(reason: string): void {
    if (stopping || ended) return;
    stopping = true;
    if (child === undefined) {
      abandonChannel();
      return;
    }
    send({ kind: "cancel", reason });
    later(spec.grace_ms, killAll);
  }

  if (spec.channel === "fd:3") {
    launch("fd:3");
  } else {
    void listenAndLaunch();
  }

  return {
    get pid() {
      return child?.pid ?? 0;
    },
    signals: queue.signals,
    send,
    stop,
    peakBufferedBytes: () => reader.peakBufferedBytes(),
  };
}
