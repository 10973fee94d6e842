/** Reads parts of unknown JSON without trusting it: a wrong type reads as the empty value. */

export type Fields = Readonly<Record<string, unknown>>;

export function fields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Message content: a string, or parts of which only those with a `text` are read. */
export function contentText(value: unknown): string {
  if (typeof value === "string") return value;
  return list(value)
    .map((part) => text(fields(part)["text"]))
    .join("\n");
}

/** The object in a JSON text, or nothing where the text is no JSON object. */
export function parseFields(json: string): Fields {
  try {
    return fields(JSON.parse(json));
  } catch {
    return {};
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
