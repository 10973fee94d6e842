/** The one way a request is turned down: a value that says where, why, and what to send instead. */

export interface WireRejection {
  readonly kind: "rejection";
  readonly code:
    | "not_an_object"
    | "no_model"
    | "no_messages"
    | "no_input"
    | "bad_message"
    | "bad_tool"
    | "bad_field";
  /** JSON pointer (RFC 6901) into the request body. */
  readonly at: string;
  readonly message: string;
}

export function reject(code: WireRejection["code"], at: string, message: string): WireRejection {
  return { kind: "rejection", code, at, message: `${at === "" ? "request body" : at}: ${message}` };
}

export function isRejection(value: object): value is WireRejection {
  return "kind" in value && value.kind === "rejection";
}
