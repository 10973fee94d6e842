/**
 * Passes a provider's answer on byte for byte. In a stream every event goes to the client at once but for the one that
 * ends it, which waits for the settlement; any other answer waits whole.
 */

import type { ServerResponse } from "node:http";

import type { ModelCall } from "../../core/ports.ts";
import { createStreamDecoder } from "../../core/wire/response.ts";
import { sendBody } from "./answers.ts";
import { createEventPass } from "./event-pass.ts";
import { performError, type Performed } from "./performed.ts";

const ANSWER_CAP = 64 * 1024 * 1024;
/** How long a provider may keep the connection open after the event that ends its answer. */
const TAIL_MS = 1_000;
const PASSED =
  /^(?:content-type|x-request-id|request-id|retry-after(?:-ms)?|openai-.+|x-ratelimit-.+)$/;

type Ending = "whole" | "broken" | "too_large";

function headersOf(answer: Response): Record<string, string> {
  return Object.fromEntries([...answer.headers].filter(([name]) => PASSED.test(name)));
}

/** The next bytes; null at the end, also when nothing follows the terminal event for a while. */
async function readNext(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  terminated: boolean,
): Promise<Uint8Array | null> {
  const next = reader.read().then((read) => read.value ?? null);
  if (!terminated) return next;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TAIL_MS);
  });
  try {
    return await Promise.race([next, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Hands every chunk to `take` until the answer ends, breaks or outgrows the cap. */
async function receive(
  answer: Response,
  take: (bytes: Uint8Array) => Promise<void>,
  terminated: () => boolean,
): Promise<Ending> {
  if (answer.body === null) return "whole";
  const reader: ReadableStreamDefaultReader<Uint8Array> = answer.body.getReader();
  let size = 0;
  try {
    for (;;) {
      const bytes = await readNext(reader, terminated());
      if (bytes === null) return "whole";
      size += bytes.length;
      if (size > ANSWER_CAP) return "too_large";
      await take(bytes);
    }
  } catch {
    return "broken";
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function failureOf(ending: Ending, clientLeft: boolean) {
  if (clientLeft) {
    return { status: 499, code: "client_closed", message: "the client closed the connection" };
  }
  const message =
    ending === "too_large"
      ? "the upstream's answer is larger than 64 MiB"
      : "the upstream broke off before its answer was whole";
  return { status: 502, code: "upstream_broke_off", message };
}

/** Reads the answer to its end; resolves also when the upstream breaks off or the client leaves. */
export async function relay(
  answer: Response,
  call: ModelCall,
  response: ServerResponse,
  options: { readonly hide_usage: boolean; readonly signal: AbortSignal },
): Promise<Performed> {
  const { status } = answer;
  const headers = headersOf(answer);
  const content_type = headers["content-type"] ?? "";
  const decoder = createStreamDecoder(call.wire, { status, content_type });
  const received: Uint8Array[] = [];
  const events =
    call.request.stream && answer.ok
      ? createEventPass(call.wire, response, { status, headers }, options.hide_usage)
      : null;
  const take = async (bytes: Uint8Array): Promise<void> => {
    received.push(bytes);
    decoder.push(bytes);
    await events?.push(bytes);
  };
  const ending = await receive(answer, take, () => events?.terminated() ?? false);
  const streamed = events?.mode() === "events";
  if (!streamed && ending !== "whole") {
    return performError(call, response, failureOf(ending, options.signal.aborted));
  }
  const body = Buffer.concat(received);
  const settled = { status, body, content_type, outcome: decoder.finish() };
  return {
    settled,
    deliver() {
      if (streamed) events?.release(ending === "whole");
      else sendBody(response, status, headers, body);
    },
  };
}
