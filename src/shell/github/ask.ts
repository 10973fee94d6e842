/** One request to GitHub as a value: short trouble is waited out, a refusal comes back with its status and words. */

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number | null; readonly message: string };

export type Sleep = (milliseconds: number) => Promise<void>;

const waits = [1_000, 4_000];
const longest = 30_000;

/**
 * Up to three tries where `repeatable`: after no answer, 429, 5xx, or a 403 that says when to come back, no later than
 * 30 s. A request that must not happen twice is tried once.
 */
export async function ask<T>(
  request: () => Promise<{ readonly data: T }>,
  sleep: Sleep,
  repeatable = true,
): Promise<Answer<T>> {
  for (let tries = 0; ; tries += 1) {
    try {
      const { data } = await request();
      return { ok: true, value: data };
    } catch (error) {
      const refused = describeError(error);
      const wait = repeatable ? waitBefore(tries, refused) : null;
      if (wait === null) return { ok: false, status: refused.status, message: refused.message };
      await sleep(wait);
    }
  }
}

interface Refusal {
  readonly status: number | null;
  readonly message: string;
  readonly retry_after: number | null;
}

function waitBefore(tries: number, { status, retry_after }: Refusal): number | null {
  const wait = waits[tries];
  if (wait === undefined) return null;
  if (retry_after !== null) return retry_after <= longest ? Math.max(wait, retry_after) : null;
  return status === null || status === 429 || status >= 500 ? wait : null;
}

/** The message of any error, on one line and short: it may quote what a server sent. */
export function describeError(error: unknown): Refusal {
  if (!(error instanceof Error))
    return { status: null, message: oneLine(String(error)), retry_after: null };
  // An answer that was no HTTP answer has a made-up status without a response.
  const answered =
    "response" in error && typeof error.response === "object" && error.response !== null;
  const status =
    answered && "status" in error && typeof error.status === "number" ? error.status : null;
  return { status, message: oneLine(error.message), retry_after: retryAfter(error) };
}

function retryAfter(error: Error): number | null {
  if (!("response" in error)) return null;
  const { response } = error;
  if (typeof response !== "object" || response === null || !("headers" in response)) return null;
  const { headers } = response;
  if (typeof headers !== "object" || headers === null || !("retry-after" in headers)) return null;
  const seconds = Number(headers["retry-after"]);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/ - https:\/\/docs\.github\.com\S*/, "")
    .slice(0, 300)
    .toWellFormed();
}
