/** What one request to the emulator is, and what an answer to it is. */

export interface EmulatorRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

export interface EmulatorAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** "" where the member is absent or no text. */
export function textMember(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  return typeof value === "string" ? value : "";
}

export function jsonBody(request: EmulatorRequest): Record<string, unknown> {
  const text = request.bytes.toString("utf8");
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}
