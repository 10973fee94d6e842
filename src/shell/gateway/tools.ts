/** Takes what a program says about its tools to its run's desk: one JSON body in, one out, nothing half taken. */

import type { IncomingMessage, ServerResponse } from "node:http";

import { toolIntent, toolSettlement } from "../../contracts/kit.ts";
import type { ToolDesk } from "../../core/tool-ports.ts";
import { sendBody, sendError } from "./answers.ts";
import { readRequestBody } from "./request-body.ts";

export interface ToolExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly action: "intent" | "settlement";
  /** False once the session is closed: what is still being read is then refused. */
  readonly isOpen: () => boolean;
}

/** Rejects when the desk could not record what it was told. */
export async function handleTool(exchange: ToolExchange, desk: ToolDesk): Promise<void> {
  const { request, response, action } = exchange;
  const body = await readRequestBody(request);
  if (!body.ok) {
    sendError(response, body.status, body.code, body.message);
    return;
  }
  const format = action === "intent" ? toolIntent : toolSettlement;
  const read = format.safeParse(body.json);
  if (!read.success) {
    const [issue] = read.error.issues;
    const at = issue?.path.map(String).join(".") ?? "";
    const what = `${at === "" ? "the body" : at}: ${issue?.message ?? "it was refused"}`;
    sendError(response, 400, "invalid_body", `this is no tool ${action}: ${what}`.slice(0, 500));
    return;
  }
  if (!exchange.isOpen()) {
    sendError(response, 403, "run_ended", "the run this token belongs to has ended");
    return;
  }
  if ("name" in read.data) {
    sendJson(response, await desk.intent(read.data));
    return;
  }
  const settled = await desk.settlement(read.data);
  if (settled.ok) sendJson(response, settled);
  else sendError(response, 409, "settlement_refused", settled.message);
}

function sendJson(response: ServerResponse, value: object): void {
  const body = Buffer.from(JSON.stringify(value));
  sendBody(response, 200, { "content-type": "application/json" }, body);
}
