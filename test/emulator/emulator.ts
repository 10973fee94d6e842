/** GitHub on loopback: REST, GraphQL's viewer and the results service in one server, with faults on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { jsonBody, type EmulatorAnswer, type EmulatorRequest } from "./exchange.ts";
import { openApi } from "./openapi.ts";
import { restHandlers, type RestState } from "./rest.ts";
import { createResults, type StoredArtifact } from "./results.ts";

/** Fires `times` times (once). `status` 0 drops the connection; `after` lets the request take effect first. */
export interface EmulatorFault {
  readonly method: string;
  readonly path: RegExp;
  readonly status: number;
  readonly times?: number;
  readonly after?: boolean;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Emulator extends RestState {
  /** `http://127.0.0.1:port`: GITHUB_API_URL, and ACTIONS_RESULTS_URL with a slash. */
  readonly url: string;
  readonly token: string;
  readonly runtime_token: string;
  readonly artifacts: readonly StoredArtifact[];
  /** "METHOD /path" of every request, in order. */
  readonly requests: string[];
  /** Where a request or an answer broke GitHub's description. Must stay empty. */
  readonly violations: string[];
  /** Called before a request is answered; a test orders racing runs with it. */
  before: ((request: EmulatorRequest) => Promise<void>) | null;
  fail(fault: EmulatorFault): void;
  stop(): Promise<void>;
}

const token = "ghs_emulated";

export async function startEmulator(repository = "example/agent"): Promise<Emulator> {
  const description = openApi();
  const faults: { left: number; fault: EmulatorFault }[] = [];
  const violations: string[] = [];
  const requests: string[] = [];
  const results = createResults((text) => violations.push(text));
  const state: RestState = {
    repository,
    comments: [],
    checks: [],
    statuses: [],
    permissions: new Set(["pull-requests", "checks", "statuses"]),
    viewer: { login: "github-actions[bot]", type: "Bot" },
  };
  const handlers = restHandlers(state, results.artifacts);

  const answerRest = (request: EmulatorRequest, origin: string): EmulatorAnswer => {
    if (request.headers["authorization"] !== `token ${token}`)
      return { status: 401, body: { message: "Bad credentials" } };
    if (request.path === "/graphql") return answerViewer(request, state);
    const matched = description.match(request.method, request.path);
    if (matched === undefined) {
      violations.push(`${request.method} ${request.path} is no operation`);
      return { status: 404, body: { message: "Not Found" } };
    }
    const body = request.bytes.length === 0 ? undefined : jsonBody(request);
    const wrong = description.requestFaults(matched, request.query, body);
    if (wrong.length > 0) {
      violations.push(...wrong.map((one) => `${request.method} ${matched.template}: ${one}`));
      return {
        status: 422,
        body: { message: `Invalid request. ${wrong.join(" ")}`, documentation_url: "" },
      };
    }
    const answer = handlers[`${request.method} ${matched.template}`]?.(request, matched, origin);
    if (answer === undefined) throw new Error(`no handler for ${matched.template}`);
    const odd = description.responseFaults(matched, answer.status, answer.body);
    violations.push(...odd.map((one) => `${matched.template} answered: ${one}`));
    return answer;
  };

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const request = await readRequest(incoming);
      const origin = `http://${incoming.headers.host}`;
      requests.push(`${request.method} ${request.path}`);
      await emulator.before?.(request);
      const fault = faults.find(
        (one) =>
          one.left > 0 && one.fault.method === request.method && one.fault.path.test(request.path),
      );
      const answer = (): EmulatorAnswer =>
        results.handle(request, origin) ?? answerRest(request, origin);
      if (fault === undefined) return send(outgoing, answer());
      fault.left -= 1;
      if (fault.fault.after === true) answer();
      if (fault.fault.status === 0) return void incoming.socket.destroy();
      const {
        status,
        body = { message: "Server Error", msg: "internal" },
        headers = {},
      } = fault.fault;
      send(outgoing, { status, body, headers });
    })().catch((error: unknown) => {
      violations.push(`the emulator broke: ${String(error)}`);
      outgoing.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const emulator: Emulator = {
    ...state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    runtime_token: results.token,
    artifacts: results.artifacts,
    requests,
    violations,
    before: null,
    fail: (fault) => void faults.push({ left: fault.times ?? 1, fault }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return emulator;
}

function answerViewer(request: EmulatorRequest, { viewer }: RestState): EmulatorAnswer {
  const { query } = jsonBody(request);
  if (String(query).replaceAll(/\s+/g, " ") !== "{ viewer { login } }") {
    return { status: 200, body: { errors: [{ message: "only the viewer is emulated" }] } };
  }
  return { status: 200, body: { data: { viewer: { login: viewer.login } } } };
}

async function readRequest(incoming: IncomingMessage): Promise<EmulatorRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const url = new URL(incoming.url ?? "/", "http://emulator");
  return {
    method: incoming.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    bytes: Buffer.concat(parts),
  };
}

function send(outgoing: ServerResponse, { status, body, headers = {} }: EmulatorAnswer): void {
  const raw = typeof body === "string" || Buffer.isBuffer(body);
  const type = raw ? {} : { "content-type": "application/json; charset=utf-8" };
  outgoing.writeHead(status, { ...type, ...headers });
  outgoing.end(raw ? body : JSON.stringify(body));
}
