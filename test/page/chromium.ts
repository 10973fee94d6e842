/** Chromium over its debugging pipe: opens one page from disk, presses keys as a person does, and keeps what it asked and said. */
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Its whole life stays on this machine: no update, no account, no name is resolved. */
const flags = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--remote-debugging-pipe",
];

function findChromium(): string | null {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    for (const name of names) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        continue;
      }
    }
  }
  return null;
}

/** The suite, where it can run. Elsewhere nothing is registered, and what is not shown is said loudly. */
export function whereChromiumIs(suite: string): readonly string[] {
  if (findChromium() !== null) return [suite];
  process.stderr.write(`\n!! DID NOT RUN: ${suite}. No ${names.join(", ")} on the PATH\n\n`);
  return [];
}

type Params = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

export interface OpenedPage {
  /** Addresses that were asked for, the page's own among them. */
  readonly asked: readonly string[];
  /** Console messages, uncaught errors and refusals of the page's policy. */
  readonly said: readonly string[];
  /** The value of an expression in the page. */
  read(expression: string): Promise<unknown>;
  /** A key on whatever has the focus. */
  press(key: string): Promise<void>;
  /** A picture, PNG: of what an expression gives, with a margin, or of what is seen. */
  picture(expression?: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface HowToOpen {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly scripts?: boolean;
  readonly fragment?: string;
}

class Pipe {
  private next = 1;
  private rest = "";
  private readonly waiting = new Map<
    number,
    { resolve: (value: Record<string, unknown>) => void; reject: (error: Error) => void }
  >();
  private readonly child: ChildProcess;
  readonly seen: Message[] = [];

  constructor(child: ChildProcess) {
    this.child = child;
    const out = child.stdio[4];
    if (!(out instanceof Readable)) throw new Error("Chromium has no pipe to read");
    out.setEncoding("utf8");
    out.on("data", (text: string) => {
      const parts = `${this.rest}${text}`.split("\0");
      this.rest = parts.pop() ?? "";
      for (const part of parts) this.take(JSON.parse(part) as Message);
    });
    child.once("exit", () => {
      for (const { reject } of this.waiting.values()) reject(new Error("Chromium ended"));
    });
  }

  private take(message: Message): void {
    const asked = message.id === undefined ? undefined : this.waiting.get(message.id);
    if (asked === undefined) {
      this.seen.push(message);
      return;
    }
    this.waiting.delete(message.id ?? 0);
    if (message.error === undefined) asked.resolve(message.result ?? {});
    else asked.reject(new Error(message.error.message));
  }

  async send(method: string, params: Params = {}, sessionId?: string) {
    const id = this.next;
    this.next += 1;
    const input = this.child.stdio[3];
    if (!(input instanceof Writable)) throw new Error("Chromium has no pipe to write");
    const answer = new Promise<Record<string, unknown>>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
    });
    input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return answer;
  }

  /** Waits for an event that came or is to come. */
  async event(method: string): Promise<void> {
    while (!this.seen.some((one) => one.method === method)) {
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
  }
}

function words(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What the page said, as far as a developer would see it in the console. */
function saying({ method, params = {} }: Message): readonly string[] {
  if (method === "Runtime.consoleAPICalled") return [words(params["args"])];
  if (method === "Runtime.exceptionThrown") return [words(params["exceptionDetails"])];
  if (method === "Log.entryAdded") return [words(params["entry"])];
  return [];
}

/** Opens a file; the caller closes it. */
export async function openPage(file: string, how: HowToOpen = {}): Promise<OpenedPage> {
  const program = findChromium();
  if (program === null) throw new Error("there is no Chromium");
  const profile = mkdtempSync(join(tmpdir(), "agent-lab-page-"));
  const child = spawn(program, [...flags, `--user-data-dir=${profile}`], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const pipe = new Pipe(child);
  const target = await pipe.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await pipe.send("Target.attachToTarget", {
    targetId: target["targetId"],
    flatten: true,
  });
  const session = String(sessionId);
  const send = async (method: string, params: Params = {}) => pipe.send(method, params, session);
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(`${domain}.enable`);
  await send("Emulation.setDeviceMetricsOverride", {
    width: how.width ?? 1_280,
    height: how.height ?? 900,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await send("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-color-scheme", value: how.dark === true ? "dark" : "light" }],
  });
  await send("Emulation.setScrollbarsHidden", { hidden: true });
  if (how.scripts === false) await send("Emulation.setScriptExecutionDisabled", { value: true });
  await send("Page.navigate", { url: `${pathToFileURL(file).href}${how.fragment ?? ""}` });
  await pipe.event("Page.loadEventFired");

  async function read(expression: string): Promise<unknown> {
    const answer = await send("Runtime.evaluate", { expression, returnByValue: true });
    const { exceptionDetails, result } = answer;
    if (exceptionDetails !== undefined) throw new Error(words(exceptionDetails));
    return (result as { value?: unknown } | undefined)?.value;
  }

  return {
    get asked() {
      return pipe.seen
        .filter((one) => one.method === "Network.requestWillBeSent")
        .map((one) => String((one.params?.["request"] as { url?: string } | undefined)?.url));
    },
    get said() {
      return pipe.seen.flatMap(saying);
    },
    read,
    async press(key) {
      const code = { key, code: key, windowsVirtualKeyCode: virtualKeys[key] ?? 0 };
      const text = key === "Enter" ? "\r" : "";
      await send("Input.dispatchKeyEvent", { type: "keyDown", text, ...code });
      await send("Input.dispatchKeyEvent", { type: "keyUp", ...code });
    },
    async picture(expression) {
      if (expression === undefined) {
        const { data } = await send("Page.captureScreenshot", { format: "png" });
        return Buffer.from(String(data), "base64");
      }
      const box = await read(`(() => {
        const box = (${expression}).getBoundingClientRect();
        const [x, y] = [Math.max(0, box.x - 24), Math.max(0, box.y + scrollY - 24)];
        return { x, y, width: box.width + 48, height: box.height + 48, scale: 1 };
      })()`);
      const shot = { format: "png", clip: box, captureBeyondViewport: true };
      const { data } = await send("Page.captureScreenshot", shot);
      return Buffer.from(String(data), "base64");
    },
    async close() {
      const ended = new Promise((resolve) => {
        child.once("exit", resolve);
      });
      await pipe.send("Browser.close").catch(() => child.kill());
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

const virtualKeys: Readonly<Record<string, number>> = {
  Enter: 13,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowRight: 39,
};
