/** A frame channel for children that cannot inherit a descriptor: one loopback connection that knows the nonce. */
import { timingSafeEqual } from "node:crypto";
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";

/** Longest first line that is read before the peer has proven itself, in bytes. */
const greetingCap = 256;
const strangersAllowed = 16;

export interface TcpChannel {
  readonly address: string;
  close(): void;
}

/**
 * Listens on 127.0.0.1. The first connection whose first line is the nonce becomes the channel and the listener
 * closes; other connections are dropped without an answer, since any local program can make them.
 * `onConnected` gets the socket, paused, with everything after the nonce line still to be read.
 */
export async function listenForChannel(options: {
  readonly nonce: string;
  readonly onConnected: (socket: Socket) => void;
}): Promise<TcpChannel> {
  const candidates = new Set<Socket>();
  let strangers = 0;
  const server = createServer({ pauseOnConnect: false }, (socket) => {
    candidates.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => candidates.delete(socket));
    greet(socket, options.nonce, (known) => {
      if (known) {
        candidates.delete(socket);
        server.close();
        for (const other of candidates) other.destroy();
        options.onConnected(socket);
        return;
      }
      socket.destroy();
      strangers += 1;
      if (strangers >= strangersAllowed) server.close();
    });
  });
  const port = await listen(server);
  return {
    address: `tcp:127.0.0.1:${port}`,
    close: () => {
      server.close();
      for (const socket of candidates) socket.destroy();
    },
  };
}

function greet(socket: Socket, nonce: string, decide: (known: boolean) => void): void {
  let read = Buffer.alloc(0);
  socket.on("data", function listener(chunk: Buffer) {
    read = Buffer.concat([read, chunk]);
    const end = read.indexOf(0x0a);
    if (end === -1 && read.length <= greetingCap) return;
    socket.off("data", listener);
    socket.pause();
    const known = end !== -1 && equal(read.subarray(0, end), Buffer.from(nonce));
    if (known && end + 1 < read.length) socket.unshift(read.subarray(end + 1));
    decide(known);
  });
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

async function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port: 0 }, () => {
      const address = server.address();
      if (address !== null && typeof address === "object") resolve(address.port);
      else reject(new Error("the loopback listener has no port"));
    });
  });
}
